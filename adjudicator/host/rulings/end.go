package rulings

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/written"
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
func (ru *Rulings) planAdjudge(_ store.ReadTx, p *play.Position, _ written.Arbiter, _ written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	words := act.Terms()
	if len(words) == 1 {
		if level, ok := levelNamed(p, words); ok && level == drawLevel {
			return ru.planClose(p, play.RulingBody{Level: level}, &adjudicator.Result{Winner: adjudicator.Observer, Level: level, Ruled: true}, adjudicator.Say("ruling.drawn")), nil, nil
		}
	}
	side, fault := p.SideOf(act, words)
	if fault != nil {
		return d, fault, nil
	}
	level, ok := levelNamed(p, words[1:])
	if !ok || level == drawLevel {
		at := act.Whole(0)
		if len(words) > 1 {
			at = words[1]
		}
		var names []adjudicator.Phrase
		for _, l := range resultLevels[:len(resultLevels)-1] {
			names = append(names, adjudicator.Say("kit.level."+l))
		}
		return d, act.Fault(orders.Unknown, "ruling-level", at, "Word", at.Text, "Levels", names), nil
	}
	result := &adjudicator.Result{Winner: side, Level: level, Ruled: true}
	return ru.planClose(p, play.RulingBody{Side: p.Info.Sides[side], Level: level}, result,
		adjudicator.Say("ruling.adjudged", "Side", play.SideTerm(p.Game, p.Info.Sides[side]), "Level", adjudicator.Say("kit.level."+level))), nil, nil
}

// levelNamed finds the level that words name, in any language.
func levelNamed(p *play.Position, words []written.Word) (string, bool) {
	var given []string
	for _, w := range words {
		given = append(given, w.Text)
	}
	text := orders.Fold(strings.Join(given, " "))
	for _, level := range resultLevels {
		if text == level {
			return level, true
		}
		for _, lang := range templates.Known().Languages() {
			name := orders.Fold(templates.For(lang, p.Info.Name).Say("kit.level." + level))
			if text == name || text != "" && len(text) > 3 && strings.Contains(name, text) {
				return level, true
			}
		}
	}
	return "", false
}

// planAnnul ends a game that counts for nothing.
func (ru *Rulings) planAnnul(_ store.ReadTx, p *play.Position, _ written.Arbiter, _ written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	if fault := stray(act); fault != nil {
		return d, fault, nil
	}
	return ru.planClose(p, play.RulingBody{}, nil, adjudicator.Say("ruling.annulled")), nil, nil
}

// planEnd ends a game unfinished, without a winner.
func (ru *Rulings) planEnd(_ store.ReadTx, p *play.Position, _ written.Arbiter, _ written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	if fault := stray(act); fault != nil {
		return d, fault, nil
	}
	result := &adjudicator.Result{Winner: adjudicator.Observer, Level: drawLevel, Ruled: true}
	return ru.planClose(p, play.RulingBody{Level: drawLevel}, result, adjudicator.Say("ruling.ended")), nil, nil
}

// planClose ends a game with a result, or with none.
func (ru *Rulings) planClose(_ *play.Position, body play.RulingBody, result *adjudicator.Result, change adjudicator.Phrase) (d decision) {
	d.body, d.changes = body, both(change)
	d.apply = func(tx club.Tx, p *play.Position, _ int) error { return ru.closeGame(tx, p, result) }
	d.letters = func(tx club.Tx, p *play.Position, entry int) error {
		body, err := rulingAt(tx, p.Game.ID, entry)
		if err != nil {
			return err
		}
		return ru.reportEnd(tx, p, result, &templates.Ruling{Entry: entry, Reason: body.Reason, Changes: d.changes[0]})
	}
	return d
}

// closeGame ends a game in the middle of a turn: by what stands in the entry before, the
// ledger says with which result. No result is that of a game that counts for nothing.
func (ru *Rulings) closeGame(tx club.Tx, p *play.Position, result *adjudicator.Result) error {
	if err := ru.Games.CloseTurn(tx, p); err != nil {
		return err
	}
	if err := tx.SetSetting(play.PausedPrefix+p.Game.ID, nil); err != nil {
		return err
	}
	return ru.Games.GameEnded(tx, p, result)
}

// reportEnd mails both sides the last report of a game that was ended, with the ruling that
// ended it if one did.
func (ru *Rulings) reportEnd(tx club.Tx, p *play.Position, result *adjudicator.Result, by *templates.Ruling) error {
	for i := range p.Seats {
		side := adjudicator.Side(i)
		if p.Seats[side].Player == "" {
			continue
		}
		over := func(r *templates.Report) { r.View.Result, r.Question, r.OtherAsked, r.Starter = result, nil, false, "" }
		var err error
		if by == nil {
			err = ru.Reports.Report(tx, p, side, templates.GameOver, "", over)
		} else {
			err = ru.reportAs(tx, p, side, templates.GameOver, *by, over)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// planAnswer gives orders for a side.
func (ru *Rulings) planAnswer(tx store.ReadTx, p *play.Position, by written.Arbiter, r written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	words := act.Terms()
	side, fault := p.SideOf(act, words)
	if fault != nil {
		return d, fault, nil
	}
	seat := p.Seats[side]
	switch {
	case len(words) > 1:
		return d, act.Fault(orders.Unreadable, "ruling-left-over", words[1], "Words", words[1].Text), nil
	case p.Session.Asked(side) == nil:
		return d, act.Fault(orders.Illegal, "ruling-not-asked", words[0], "Side", play.SideTerm(p.Game, seat.Side)), nil
	case strings.TrimSpace(r.Orders) == "":
		return d, act.Fault(orders.Unreadable, "ruling-no-orders", act.Words[0], "Side", play.SideTerm(p.Game, seat.Side)), nil
	}
	text := "game " + p.Game.ID + "\nside " + seat.Side + "\nanswers " + seat.Answers + "\norders\n" + strings.TrimRight(r.Orders, "\n") + "\n"
	file, faults := orders.Parse(text)
	q, err := play.Load(tx, p.Game.ID)
	if err != nil {
		return d, nil, err
	}
	defer q.Close()
	in := adjudicator.Input{Entry: p.Last.Seq + 1, Head: dice.Head(p.Last.Hash), Side: side, File: file}
	out, err := q.Session.Rehearse(in, rand.New(rand.NewPCG(0, 0)), append(faults, seating.TooManyRules(file)...)...)
	if err != nil {
		return d, nil, err
	}
	if len(out.Faults) > 0 {
		return d, out.Faults[0], nil
	}
	d.body, d.secret = play.RulingBody{Side: seat.Side}, true
	d.changes = both(adjudicator.Say("ruling.answered", "Side", play.SideTerm(p.Game, seat.Side)))
	d.apply = func(club.Tx, *play.Position, int) error { return nil }
	d.letters = func(tx club.Tx, p *play.Position, entry int) error {
		return ru.answerFor(tx, p, side, text, by.Ev, entry, d.changes)
	}
	return d, nil, nil
}

// answerFor plays orders that a referee has given for a side, and tells both.
func (ru *Rulings) answerFor(tx club.Tx, p *play.Position, side adjudicator.Side, text string, ev club.Evidence, entry int, changes [2][]adjudicator.Phrase) error {
	body, err := rulingAt(tx, p.Game.ID, entry)
	if err != nil {
		return err
	}
	out, err := ru.Games.Play(tx, p, ru.Games.Next(p, adjudicator.Ordered, p.Info.Sides[side], []byte(text)), ev)
	if err == nil && len(out.Faults) > 0 {
		err = fmt.Errorf("game %s: orders that a referee gave: %w", p.Game.ID, out.Faults[0])
	}
	if err != nil {
		return err
	}
	for i := range p.Seats {
		to := adjudicator.Side(i)
		if to != side && len(p.Chapters) == 0 && !p.Asked(to) { // his question, and its code, stay as they are
			if err := ru.tellRulingTo(tx, p, to, entry, body.Reason, changes[to]); err != nil {
				return err
			}
			continue
		}
		err := ru.reportRuled(tx, p, to, templates.Ruling{Entry: entry, Reason: body.Reason, Changes: changes[to]}, func(r *templates.Report) {
			if to == side {
				r.Answered = out.Answers
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// planReplace has somebody else play a side.
func (ru *Rulings) planReplace(tx store.ReadTx, p *play.Position, by written.Arbiter, _ written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	words := act.Terms()
	side, fault := p.SideOf(act, words)
	if fault != nil {
		return d, fault, nil
	}
	if len(words) < 2 {
		return d, act.Fault(orders.Unreadable, "ruling-who", act.Whole(0), "Side", play.SideTerm(p.Game, p.Info.Sides[side])), nil
	}
	who := words[1]
	for _, w := range words[2:] {
		who.Text, who.End = who.Text+" "+w.Text, w.End
	}
	player, n, err := PlayerNamed(tx, who.Text)
	if err != nil {
		return d, nil, err
	}
	if n != 1 {
		return d, act.Fault(orders.Unknown, "ruling-player", who, "Name", who.Text, "Count", n), nil
	}
	seat, other := p.Seats[side], p.Seats[side.Other()]
	day, err := seating.HasLooked(p.Game.ID, player)
	is, err2 := seating.IsReferee(p.Game, player)
	switch {
	case err != nil || err2 != nil:
		return d, nil, fmt.Errorf("game %s: who may play in it: %w", p.Game.ID, firstOf(err, err2))
	case player.Address == seat.Player:
		return d, act.Fault(orders.Illegal, "ruling-same-player", who, "Name", player.Name), nil
	case player.Address == other.Player:
		return d, act.Fault(orders.Illegal, "ruling-other-player", who, "Name", player.Name), nil
	case player.Address == by.Player.Address || is && day == "":
		return d, act.Fault(orders.Illegal, "ruling-referee-plays", who, "Name", player.Name), nil
	case day != "":
		return d, act.Fault(orders.Illegal, "ruling-looked", who, "Name", player.Name, "Day", day), nil
	}
	var refused *club.SettingError
	if err := seating.MayTake(tx, p, side, player.Address); errors.As(err, &refused) {
		return d, act.Fault(orders.Illegal, "ruling-other-hand", who, "Name", player.Name), nil
	} else if err != nil {
		return d, nil, err
	}
	was, _ := tx.Player(seat.Player)
	d.body, d.secret = play.RulingBody{Side: seat.Side}, true // the text may name an address
	d.changes = both(adjudicator.Say("ruling.replaced", "Side", play.SideTerm(p.Game, seat.Side), "Player", player.Name, "Was", was.Name))
	d.apply = func(tx club.Tx, p *play.Position, _ int) error {
		return ru.Seats.SeatAnew(tx, p, side, player.Address, seating.ByRuling)
	}
	d.letters = func(tx club.Tx, p *play.Position, entry int) error {
		return ru.tellReplaced(tx, p, side, was, player, entry, d.changes)
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

// PlayerNamed finds a registered player by address or by name, and how many bear it.
func PlayerNamed(tx store.ReadTx, name string) (found store.Player, n int, err error) {
	players, err := tx.Players()
	for _, player := range players {
		if player.Address == post.MachineAddress {
			continue
		}
		if player.Address == store.Address(name) {
			return player, 1, nil
		}
		if requests.SameWords(player.Name, name) {
			found, n = player, n+1
		}
	}
	return found, n, err
}

// tellReplaced sends the new player of a seat its report, with the seat's past and his full time; his opponent the ruling; and who played before a notice, which is his last mail.
func (ru *Rulings) tellReplaced(tx club.Tx, p *play.Position, side adjudicator.Side, was, player store.Player, entry int, changes [2][]adjudicator.Phrase) error {
	body, err := rulingAt(tx, p.Game.ID, entry)
	if err != nil {
		return err
	}
	for i := range p.Seats {
		to := adjudicator.Side(i)
		seat := p.Seats[to]
		if to == side {
			signs, err := ru.Reports.CanSign(tx, seat)
			if err != nil {
				return err
			}
			pack, err := seating.Pack(tx, p, to)
			if err != nil {
				return err
			}
			err = ru.reportAs(tx, p, to, templates.Ruled, templates.Ruling{Entry: entry, Reason: body.Reason, Changes: changes[to]}, func(r *templates.Report) {
				r.NoKey, r.Address, r.Enclosed = !signs, seat.Player, pack
			})
			if err != nil {
				return err
			}
			continue
		}
		if err := ru.tellRulingTo(tx, p, to, entry, body.Reason, changes[to]); err != nil {
			return err
		}
	}
	if was.Address == "" || was.Address == post.MachineAddress {
		return nil
	}
	return ru.Letters.TellPlayer(tx, was, p.Seats[side], "replaced", fmt.Sprint(entry), "Game", p.Game.ID, "Player", player.Name, "Reason", body.Reason)
}
