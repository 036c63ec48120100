package host

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A game may end by a ruling, in the middle of a turn: the seed of that turn is published
// as at its end, and then the secret. A ruling may also give orders for a side. They stand
// in the ledger as the side's own would, in an entry that the other side cannot read.

// resultLevels are the levels of a result that every game may end at: keys "kit.level.KEY".
var resultLevels = []string{"total", "strategic", "tactical", "draw"}

// drawLevel is the level of a game without a winner.
const drawLevel = "draw"

// planAdjudge ends a game with a result.
func (h *Host) planAdjudge(_ store.ReadTx, p *position, _ arbiter, _ ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	words := act.terms()
	if len(words) == 1 {
		if level, ok := levelNamed(p, words); ok && level == drawLevel {
			return h.planClose(p, rulingBody{Level: level}, &adjudicator.Result{Winner: adjudicator.Observer, Level: level, Ruled: true}, adjudicator.Say("ruling.drawn")), nil, nil
		}
	}
	side, fault := p.sideOf(act, words)
	if fault != nil {
		return d, fault, nil
	}
	level, ok := levelNamed(p, words[1:])
	if !ok || level == drawLevel {
		at := act.whole(0)
		if len(words) > 1 {
			at = words[1]
		}
		var names []adjudicator.Phrase
		for _, l := range resultLevels[:len(resultLevels)-1] {
			names = append(names, adjudicator.Say("kit.level."+l))
		}
		return d, act.fault(orders.Unknown, "ruling-level", at, "Word", at.text, "Levels", names), nil
	}
	result := &adjudicator.Result{Winner: side, Level: level, Ruled: true}
	return h.planClose(p, rulingBody{Side: p.info.Sides[side], Level: level}, result,
		adjudicator.Say("ruling.adjudged", "Side", sideTerm(p.game, p.info.Sides[side]), "Level", adjudicator.Say("kit.level."+level))), nil, nil
}

// levelNamed finds the level that words name, in any language.
func levelNamed(p *position, words []word) (string, bool) {
	var given []string
	for _, w := range words {
		given = append(given, w.text)
	}
	text := orders.Fold(strings.Join(given, " "))
	for _, level := range resultLevels {
		if text == level {
			return level, true
		}
		for _, lang := range templates.Known().Languages() {
			name := orders.Fold(templates.For(lang, p.info.Name).Say("kit.level." + level))
			if text == name || text != "" && len(text) > 3 && strings.Contains(name, text) {
				return level, true
			}
		}
	}
	return "", false
}

// planAnnul ends a game that counts for nothing.
func (h *Host) planAnnul(_ store.ReadTx, p *position, _ arbiter, _ ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	if words := act.terms(); len(words) > 0 {
		return d, act.fault(orders.Unreadable, "ruling-left-over", words[0], "Words", act.whole(1).text), nil
	}
	return h.planClose(p, rulingBody{}, nil, adjudicator.Say("ruling.annulled")), nil, nil
}

// planEnd ends a game unfinished, without a winner.
func (h *Host) planEnd(_ store.ReadTx, p *position, _ arbiter, _ ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	if words := act.terms(); len(words) > 0 {
		return d, act.fault(orders.Unreadable, "ruling-left-over", words[0], "Words", act.whole(1).text), nil
	}
	result := &adjudicator.Result{Winner: adjudicator.Observer, Level: drawLevel, Ruled: true}
	return h.planClose(p, rulingBody{Level: drawLevel}, result, adjudicator.Say("ruling.ended")), nil, nil
}

// planClose ends a game with a result, or with none.
func (h *Host) planClose(_ *position, body rulingBody, result *adjudicator.Result, change adjudicator.Phrase) (d decision) {
	d.body, d.changes = body, both(change)
	d.apply = func(tx store.Tx, p *position, _ int) error { return h.closeGame(tx, p, result) }
	d.letters = func(tx store.Tx, p *position, entry int) error {
		body, err := rulingAt(tx, p.game.ID, entry)
		if err != nil {
			return err
		}
		return h.reportEnd(tx, p, result, &templates.Ruling{Entry: entry, Reason: body.Reason, Changes: d.changes[0]})
	}
	return d
}

// closeGame ends a game in the middle of a turn: by what stands in the entry before, the
// ledger says with which result. No result is that of a game that counts for nothing.
func (h *Host) closeGame(tx store.Tx, p *position, result *adjudicator.Result) error {
	if err := h.closeTurn(tx, p); err != nil {
		return err
	}
	if err := tx.SetSetting(pausedPrefix+p.game.ID, nil); err != nil {
		return err
	}
	return h.gameEnded(tx, p, result)
}

// reportEnd mails both sides the last report of a game that was ended, with the ruling that
// ended it if one did.
func (h *Host) reportEnd(tx store.Tx, p *position, result *adjudicator.Result, by *templates.Ruling) error {
	for i := range p.seats {
		side := adjudicator.Side(i)
		if p.seats[side].Player == "" {
			continue
		}
		var put error
		err := h.report(tx, p, side, templates.GameOver, "", func(r *templates.Report) {
			r.View.Result, r.Question, r.OtherAsked, r.Starter = result, nil, false, ""
			if by != nil {
				put = h.putRuling(tx, p.seats[side], r, by.Entry, by.Reason, by.Changes)
			}
		})
		if err == nil {
			err = put
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// planAnswer gives orders for a side.
func (h *Host) planAnswer(tx store.ReadTx, p *position, by arbiter, r ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	words := act.terms()
	side, fault := p.sideOf(act, words)
	if fault != nil {
		return d, fault, nil
	}
	seat := p.seats[side]
	switch {
	case len(words) > 1:
		return d, act.fault(orders.Unreadable, "ruling-left-over", words[1], "Words", words[1].text), nil
	case p.session.Asked(side) == nil:
		return d, act.fault(orders.Illegal, "ruling-not-asked", words[0], "Side", sideTerm(p.game, seat.Side)), nil
	case strings.TrimSpace(r.orders) == "":
		return d, act.fault(orders.Unreadable, "ruling-no-orders", act.words[0], "Side", sideTerm(p.game, seat.Side)), nil
	}
	text := "game " + p.game.ID + "\nside " + seat.Side + "\nanswers " + seat.Answers + "\norders\n" + strings.TrimRight(r.orders, "\n") + "\n"
	file, faults := orders.Parse(text)
	q, err := load(tx, p.game.ID)
	if err != nil {
		return d, nil, err
	}
	defer q.close()
	in := adjudicator.Input{Entry: p.last.Seq + 1, Head: dice.Head(p.last.Hash), Side: side, File: file}
	out, err := q.session.Rehearse(in, rand.New(rand.NewPCG(0, 0)), append(faults, tooManyRules(file)...)...)
	if err != nil {
		return d, nil, err
	}
	if len(out.Faults) > 0 {
		return d, out.Faults[0], nil
	}
	d.body, d.secret = rulingBody{Side: seat.Side}, true
	d.changes = both(adjudicator.Say("ruling.answered", "Side", sideTerm(p.game, seat.Side)))
	d.apply = func(store.Tx, *position, int) error { return nil }
	d.letters = func(tx store.Tx, p *position, entry int) error {
		return h.answerFor(tx, p, side, text, by.ev, entry, d.changes)
	}
	return d, nil, nil
}

// answerFor plays orders that a referee has given for a side, and tells both.
func (h *Host) answerFor(tx store.Tx, p *position, side adjudicator.Side, text string, ev evidence, entry int, changes [2][]adjudicator.Phrase) error {
	body, err := rulingAt(tx, p.game.ID, entry)
	if err != nil {
		return err
	}
	out, err := h.play(tx, p, h.next(p, adjudicator.Ordered, p.info.Sides[side], []byte(text)), ev)
	if err == nil && len(out.Faults) > 0 {
		err = fmt.Errorf("game %s: orders that a referee gave: %w", p.game.ID, out.Faults[0])
	}
	if err != nil {
		return err
	}
	for i := range p.seats {
		to := adjudicator.Side(i)
		if to != side && len(p.chapters) == 0 && !p.asked(to) { // his question, and its code, stay as they are
			if err := h.tellRulingTo(tx, p, to, entry, body.Reason, changes[to]); err != nil {
				return err
			}
			continue
		}
		var put error
		err := h.report(tx, p, to, kindFor(p, to, templates.Ruled), "", func(r *templates.Report) {
			if to == side {
				r.Answered, r.Waiting = out.Answers, out.Waiting
			}
			put = h.putRuling(tx, p.seats[to], r, entry, body.Reason, changes[to])
		})
		if err == nil {
			err = put
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// planReplace has somebody else play a side.
func (h *Host) planReplace(tx store.ReadTx, p *position, by arbiter, _ ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	words := act.terms()
	side, fault := p.sideOf(act, words)
	if fault != nil {
		return d, fault, nil
	}
	if len(words) < 2 {
		return d, act.fault(orders.Unreadable, "ruling-who", act.whole(0), "Side", sideTerm(p.game, p.info.Sides[side])), nil
	}
	who := words[1]
	for _, w := range words[2:] {
		who.text, who.end = who.text+" "+w.text, w.end
	}
	player, n, err := playerNamed(tx, who.text)
	if err != nil {
		return d, nil, err
	}
	if n != 1 {
		return d, act.fault(orders.Unknown, "ruling-player", who, "Name", who.text, "Count", n), nil
	}
	seat, other := p.seats[side], p.seats[side.Other()]
	day, err := hasLooked(p.game.ID, player)
	is, err2 := isReferee(p.game, player)
	switch {
	case err != nil || err2 != nil:
		return d, nil, fmt.Errorf("game %s: who may play in it: %w", p.game.ID, firstOf(err, err2))
	case player.Address == seat.Player:
		return d, act.fault(orders.Illegal, "ruling-same-player", who, "Name", player.Name), nil
	case player.Address == other.Player:
		return d, act.fault(orders.Illegal, "ruling-other-player", who, "Name", player.Name), nil
	case player.Address == by.player.Address || is && day == "":
		return d, act.fault(orders.Illegal, "ruling-referee-plays", who, "Name", player.Name), nil
	case day != "":
		return d, act.fault(orders.Illegal, "ruling-looked", who, "Name", player.Name, "Day", day), nil
	}
	var refused *SettingError
	if err := mayTake(tx, p, side, player.Address); errors.As(err, &refused) {
		return d, act.fault(orders.Illegal, "ruling-other-hand", who, "Name", player.Name), nil
	} else if err != nil {
		return d, nil, err
	}
	was, _ := tx.Player(seat.Player)
	d.body, d.secret = rulingBody{Side: seat.Side}, true // the text may name an address
	d.changes = both(adjudicator.Say("ruling.replaced", "Side", sideTerm(p.game, seat.Side), "Player", player.Name, "Was", was.Name))
	d.apply = func(tx store.Tx, p *position, _ int) error { return h.seatAnew(tx, p, side, player.Address, ByRuling) }
	d.letters = func(tx store.Tx, p *position, entry int) error {
		return h.tellReplaced(tx, p, side, was, player, entry, d.changes)
	}
	return d, nil, nil
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// playerNamed finds a registered player by address or by name, and how many bear it.
func playerNamed(tx store.ReadTx, name string) (found store.Player, n int, err error) {
	players, err := tx.Players()
	for _, player := range players {
		if player.Address == machineAddress {
			continue
		}
		if player.Address == store.Address(name) {
			return player, 1, nil
		}
		if sameWords(player.Name, name) {
			found, n = player, n+1
		}
	}
	return found, n, err
}

// tellReplaced sends the new player of a seat its report, with the seat's past and his full time; his opponent the ruling; and who played before a notice, which is his last mail.
func (h *Host) tellReplaced(tx store.Tx, p *position, side adjudicator.Side, was, player store.Player, entry int, changes [2][]adjudicator.Phrase) error {
	body, err := rulingAt(tx, p.game.ID, entry)
	if err != nil {
		return err
	}
	for i := range p.seats {
		to := adjudicator.Side(i)
		seat := p.seats[to]
		if to == side {
			var put error
			signs, err := h.canSign(tx, seat)
			if err != nil {
				return err
			}
			pack, err := pack(tx, p, to)
			if err != nil {
				return err
			}
			err = h.report(tx, p, to, templates.Ruled, "", func(r *templates.Report) {
				r.NoKey, r.Address, r.Enclosed = !signs, seat.Player, pack
				put = h.putRuling(tx, seat, r, entry, body.Reason, changes[to])
			})
			if err = firstOf(err, put); err != nil {
				return err
			}
			continue
		}
		if err := h.tellRulingTo(tx, p, to, entry, body.Reason, changes[to]); err != nil {
			return err
		}
	}
	if was.Address == "" || was.Address == machineAddress {
		return nil
	}
	return h.tellPlayer(tx, was, p.seats[side], "replaced", fmt.Sprint(entry), "Game", p.game.ID, "Player", player.Name, "Reason", body.Reason)
}
