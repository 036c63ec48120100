package host

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// namingGame takes a game's id from the words of a request: it may stand on the line
// itself as well as above it.
func namingGame(r *request, tx store.ReadTx, a *asking) error {
	if len(r.words) < 2 {
		return nil
	}
	id := orders.Fold(r.words[1].text)
	if !gameName.MatchString(id) {
		return nil
	}
	if r.verb == "report" && reportCode.MatchString(id) {
		if seats, err := mine(tx, a, id); err != nil || len(seats) == 0 {
			return err
		}
	}
	r.game = r.words[1]
	r.words = slices.Delete(slices.Clone(r.words), 1, 2)
	return nil
}

// mine lists the seats that a player holds, or those of one game that he may stand in
// for as well. A key that was registered for one game opens no other.
func mine(tx store.ReadTx, a *asking, gameID string) (seats []store.Seat, err error) {
	if gameID == "" {
		seats, err = tx.SeatsOfPlayer(a.player.Address)
	} else {
		seats, err = tx.SeatsOf(gameID)
	}
	return slices.DeleteFunc(seats, func(s store.Seat) bool {
		his := s.Player == a.player.Address || slices.Contains(s.Substitutes, a.player.Address)
		return !his || a.key.Game != "" && a.key.Game != s.Game
	}), err
}

// seat finds the seat that a request is about. Without one, the fault says why; the
// list of his games is added to the answer. Whether a game exists in which he has no
// seat is not told.
func (h *Host) seat(tx store.ReadTx, a *asking, r request) (game store.Game, seat store.Seat, fault *orders.Diagnostic, err error) {
	seats, err := mine(tx, a, orders.Fold(r.game.text))
	if err != nil {
		return game, seat, nil, err
	}
	var open []store.Seat
	games := map[string]store.Game{}
	for _, s := range seats {
		g, err := tx.Game(s.Game)
		if err != nil {
			return game, seat, nil, err
		}
		games[g.ID] = g
		if r.side.text != "" && !isSide(g, s.Side, r.side.text) {
			continue
		}
		if g.Status != store.Ended || r.game.text != "" {
			open = append(open, s)
		}
	}
	switch {
	case len(open) == 1:
		game, seat = games[open[0].Game], open[0]
		if away, err := h.BetweenClubs(tx, game.ID); err != nil {
			return game, seat, nil, err
		} else if away != nil && changesLedger[r.verb] {
			return game, seat, r.fault(orders.Illegal, "request-away", r.words[0], "Game", game.ID, "Club", away.Club, "Held", away.Where == Held), nil
		}
		return game, seat, nil, nil
	case r.game.text != "" && len(open) == 0 && len(seats) == 1:
		only := addressee{game: games[seats[0].Game], seat: seats[0]}
		fault = r.fault(orders.Illegal, "other-side", r.side, append(only.args(), "Given", r.side.text)...)
	case r.game.text != "" && len(open) == 0:
		fault = r.fault(orders.Unknown, "request-game", r.game, "Game", r.game.text)
	case r.game.text != "":
		fault = r.fault(orders.Unreadable, "request-side", r.game, "Game", r.game.text)
	case len(open) == 0:
		fault = r.fault(orders.Illegal, "request-no-seat", r.words[0])
	default:
		fault = r.fault(orders.Unreadable, "request-which", r.words[0], "Word", r.words[0].text)
	}
	return game, seat, fault, h.listSeats(tx, a)
}

// changesLedger are the requests that would go on with a ledger, or say what is asked behind its end: that of a game
// which was given to another club, or waits for its release, is closed.
var changesLedger = map[string]bool{"resign": true, "offer": true, "accept": true, "decline": true, "withdraw": true, "extend": true,
	"take": true, "referee": true, "appeal": true, "status": true, "template": true}

// isSide reports whether a word names a side of a game, as [sideNamed] reads it.
func isSide(game store.Game, side, given string) bool { return sideNamed(game, given) == side }

// listSeats adds the list of a player's games to the answer: what he is asked in each
// and until when, and nothing of his enemies.
func (h *Host) listSeats(tx store.ReadTx, a *asking) error {
	if a.reply.ListSeats {
		return nil
	}
	a.reply.ListSeats = true
	seats, err := mine(tx, a, "")
	if err != nil {
		return err
	}
	for _, s := range seats {
		game, err := tx.Game(s.Game)
		if err != nil {
			return err
		}
		line := templates.SeatLine{Game: s.Game, Ruleset: game.Ruleset, Side: s.Side, Status: string(game.Status)}
		if s.Deadline != nil {
			line.Asked, line.Deadline = true, *s.Deadline
		}
		if away, err := h.BetweenClubs(tx, game.ID); err != nil {
			return err
		} else if away != nil {
			line.Club, line.Status = away.Club, "moved"
			if away.Where == Held {
				line.Status = "held"
			}
		}
		if line.Until, err = pauseEnds(tx, game.ID); err != nil {
			return err
		}
		a.reply.Seats = append(a.reply.Seats, line)
	}
	return nil
}

// askPosition sends how things stand for a seat, or its order file alone. A player of
// several games who names none gets the list of them.
func (h *Host) askPosition(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	if err := namingGame(&r, tx, a); err != nil {
		return nil, err
	}
	if len(r.words) > 1 {
		return r.leftOver(1), nil
	}
	game, seat, fault, err := h.seat(tx, a, r)
	if err != nil {
		return nil, err
	}
	if fault != nil {
		if fault.Code == "request-which" && r.verb == "status" {
			fault = nil // the list says it
		}
		return fault, nil
	}
	p, err := load(tx, game.ID)
	if isBroken(err) {
		return r.fault(orders.Illegal, "request-held-up", r.words[0], "Game", game.ID), h.tellBroken(tx, game.ID, err)
	}
	if err != nil {
		return nil, err
	}
	defer p.close()
	if p.session == nil { // the game has ended: its last report says all
		return h.sendReports(tx, a, r, seat, func(all []store.Report) []store.Report { return all[max(0, len(all)-1):] })
	}
	if ok, err := h.pays(tx, a); err != nil {
		return nil, err
	} else if !ok {
		return r.fault(orders.Illegal, "request-day", r.words[0], "Limit", a.purse.day), nil
	}
	return nil, h.sendPosition(tx, a, r, p, seat)
}

// sendPosition makes a letter of what a seat's side may know now. It holds no more of
// the ledger than the last report did: its length alone would tell whether the enemy
// has written.
func (h *Host) sendPosition(tx store.Tx, a *asking, r request, p *position, seat store.Seat) error {
	side, _ := p.info.Seat(seat.Side)
	// The letter is its author's, be he a substitute: his name, his address, no copy.
	seat.Player, seat.Substitutes = a.player.Address, nil
	kind := templates.Waiting
	if r.verb == "template" {
		kind = templates.Form
	}
	report, err := h.draft(tx, p, seat, side, kind)
	if err != nil {
		return err
	}
	if p.game.Status == store.Paused {
		report.Status, report.Deadline = string(p.game.Status), time.Time{}
		if report.Pause, err = pauseEnds(tx, p.game.ID); err != nil {
			return err
		}
	}
	report.Re, report.Last, a.last = a.re(), a.last, adjudicator.Phrase{}
	if a.sent == 0 {
		report.Left, report.LeftBy = a.left, a.player.Address
	}
	a.sent++
	m := mailing{purpose: fmt.Sprint("request ", a.sent), seq: int(a.row.ID), replyTo: a.message.ID}
	if kind == templates.Form {
		report.View = adjudicator.View{Side: side, Turn: report.View.Turn}
	} else if m.lighter, err = draw(p, side, &report); err != nil {
		return err
	}
	return h.post(tx, p.game, &seat, report, m)
}

// askReport sends old reports of a seat again: the last one, all of a turn, or the one
// with a code.
func (h *Host) askReport(tx store.Tx, a *asking, r request) (*orders.Diagnostic, error) {
	if err := namingGame(&r, tx, a); err != nil {
		return nil, err
	}
	_, seat, fault, err := h.seat(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	words := r.words[1:]
	if len(words) > 0 && slices.Contains([]string{"turn", "tour"}, orders.Fold(words[0].text)) {
		if words = words[1:]; len(words) == 0 {
			return r.fault(orders.Unreadable, "request-turn", r.words[1], "Given", ""), nil
		}
	}
	switch {
	case len(words) == 0:
		return h.sendReports(tx, a, r, seat, func(all []store.Report) []store.Report { return all[max(0, len(all)-1):] })
	case len(words) > 1:
		return r.leftOver(len(r.words) - len(words) + 1), nil
	}
	at := words[0]
	if turn, err := strconv.Atoi(at.text); err == nil {
		fault, err := h.sendReports(tx, a, r, seat, func(all []store.Report) []store.Report { return ofTurn(all, turn) })
		if fault != nil {
			fault.Span = at.span()
		}
		return fault, err
	}
	if len(r.words)-len(words) > 1 { // "turn" and no number
		return r.fault(orders.Unreadable, "request-turn", at, "Given", at.text), nil
	}
	fault, err = h.sendReports(tx, a, r, seat, func(all []store.Report) []store.Report {
		return slices.DeleteFunc(all, func(one store.Report) bool { return codeOf(one.Code) != codeOf(at.text) })
	})
	if fault != nil {
		fault.Span = at.span()
	}
	return fault, err
}

// ofTurn selects the reports that tell of a turn: those sent while it was in play,
// and the one that told how it ended.
func ofTurn(all []store.Report, turn int) []store.Report {
	var some []store.Report
	for _, r := range all {
		switch {
		case r.Turn == turn:
			some = append(some, r)
		case r.Turn > turn && len(some) > 0:
			return append(some, r)
		}
	}
	return some
}

// sendReports sends copies of the chosen of a seat's reports, each with the bytes that it
// had within a new letter. Reports of the seat from before its present holder are his as
// well: he plays what they tell.
func (h *Host) sendReports(tx store.Tx, a *asking, r request, seat store.Seat, choose func([]store.Report) []store.Report) (*orders.Diagnostic, error) {
	all, err := tx.Reports(seat.Game, seat.Side)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(r store.Report) bool { return r.Outbox == 0 })
	last := 0
	for _, one := range all {
		last = max(last, one.Turn)
	}
	some := choose(all)
	if len(some) == 0 {
		return r.fault(orders.Unknown, "request-report", r.words[0], "Game", seat.Game, "Turns", last), nil
	}
	var fault *orders.Diagnostic
	for _, one := range some {
		ok, err := tx.SpendAnswer("archive:"+a.player.Address, h.Now(), archiveAnswers)
		if err != nil {
			return nil, err
		}
		if !ok {
			return r.fault(orders.Illegal, "request-archive", r.words[0], "Limit", archiveAnswers, "Game", seat.Game, "Turn", one.Turn), nil
		}
		err = h.resend(tx, a, seat, one)
		if errors.Is(err, ErrUnsound) {
			h.Log.Error("an old report is damaged", "game", seat.Game, "report", one.ID, "error", err)
			fault = r.fault(orders.Unknown, "request-damaged", r.words[0], "Game", seat.Game)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("game %s: sending report %d of %s again: %w", seat.Game, one.ID, seat.Side, err)
		}
	}
	return fault, nil
}

// resend queues one old report again, as an answer.
func (h *Host) resend(tx store.Tx, a *asking, seat store.Seat, report store.Report) error {
	a.sent++
	return h.repeat(tx, repeated{player: a.player, seat: seat, report: report, re: a.re(), inReplyTo: a.message.ID, copy: true,
		once: []string{a.row.ContentHash.String(), fmt.Sprint(a.sent)}}) // see incoming.answerID
}

// askOdds adds the chances of a throw in a position that the player describes. They
// are worked out from his words alone.
func askOdds(tx store.ReadTx, a *asking, r request) (*orders.Diagnostic, error) {
	name, which, err := reckonerFor(tx, a, r)
	if err != nil {
		return nil, err
	}
	if len(which) > 0 {
		return r.fault(orders.Illegal, "request-odds-which", r.words[0], "Word", r.words[0].text, "First", which[0], "Rulesets", which), nil
	}
	rules, err := adjudicator.Lookup(name)
	reckoner, ok := rules.(adjudicator.Reckoner)
	if err != nil || !ok {
		return r.fault(orders.Illegal, "request-no-odds", r.words[0]), nil
	}
	question, fault := statementOf(r)
	if fault != nil {
		return fault, nil
	}
	side, err := sideIn(tx, a, rules.Info())
	if err != nil {
		return nil, err
	}
	answer, faults, err := reckoner.Reckon(adjudicator.Position{Side: side}, question)
	if err != nil {
		return nil, err
	}
	if len(faults) > 0 {
		fault = faults[0]
		fault.Span.Line += r.line - question.Line
		fault.Ruleset = name
		return fault, nil
	}
	a.reply.Reckoned = append(a.reply.Reckoned, templates.Reckoned{Ruleset: name, Asked: r.text, Reckoning: answer})
	return nil, nil
}

// sideIn is the side that somebody plays in all his games of a ruleset; the first if they differ.
func sideIn(tx store.ReadTx, a *asking, info adjudicator.Info) (side adjudicator.Side, err error) {
	seats, err := mine(tx, a, "")
	if err != nil {
		return 0, err
	}
	found := false
	for _, s := range seats {
		game, err := tx.Game(s.Game)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return 0, err
		}
		played, ok := info.Seat(s.Side)
		if err != nil || game.Ruleset != info.Name || game.Status == store.Ended || !ok {
			continue
		}
		if found && played != side {
			return 0, nil
		}
		side, found = played, true
	}
	return side, nil
}

// reckonerFor finds the game whose chances are asked for: the one that is named, else the only
// one of the games that he plays in which the question makes sense. It returns which there are if
// it makes sense in several, or in none of several.
func reckonerFor(tx store.ReadTx, a *asking, r request) (name string, which []string, err error) {
	if len(r.words) > 1 && slices.Contains(adjudicator.Rulesets(), orders.Fold(r.words[1].text)) {
		return orders.Fold(r.words[1].text), nil, nil
	}
	seats, err := mine(tx, a, orders.Fold(r.game.text))
	if err != nil {
		return "", nil, err
	}
	var played, fitting []string
	for _, s := range seats {
		game, err := tx.Game(s.Game)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return "", nil, err
		}
		rules, err := adjudicator.Lookup(game.Ruleset)
		reckoner, ok := rules.(adjudicator.Reckoner)
		if err != nil || !ok || slices.Contains(played, game.Ruleset) {
			continue
		}
		played = append(played, game.Ruleset)
		if fits(reckoner, r) {
			fitting = append(fitting, game.Ruleset)
		}
	}
	switch {
	case len(played) == 1:
		return played[0], nil, nil
	case len(fitting) == 1:
		return fitting[0], nil, nil
	case len(played) > 0:
		return "", played, nil
	}
	var all []adjudicator.Ruleset
	for _, name := range adjudicator.Rulesets() {
		if rules, err := adjudicator.Lookup(name); err == nil {
			all = append(all, rules)
		}
	}
	return firstReckoner(all, r), nil, nil
}

// fits reports whether a question about chances makes sense in a game.
func fits(reckoner adjudicator.Reckoner, r request) bool {
	question, fault := statementOf(r)
	if fault != nil {
		return false
	}
	_, faults, err := reckoner.Reckon(adjudicator.Position{}, question)
	return err == nil && len(faults) == 0
}

// firstReckoner names the ruleset that answers a question about chances of somebody who plays
// nothing that has them: the first to which the question makes sense, else the first that
// tells chances at all.
func firstReckoner(all []adjudicator.Ruleset, r request) (first string) {
	_, fault := statementOf(r)
	for _, rules := range all {
		reckoner, ok := rules.(adjudicator.Reckoner)
		if !ok {
			continue
		}
		if first == "" {
			first = rules.Info().Name
		}
		if fault != nil {
			return first // what is wrong is no matter of the game
		}
		if fits(reckoner, r) {
			return rules.Info().Name
		}
	}
	return first
}

// statementOf reads a request as the order language reads an order, so that its words
// are names and counters like those of an order.
func statementOf(r request) (*orders.Statement, *orders.Diagnostic) {
	question, fault := orders.ParseStatement(r.text)
	if fault != nil {
		fault.Span.Line = r.line
	}
	return question, fault
}

// addressee is the seat that a signed file is for, as far as it can be made out.
type addressee struct {
	game store.Game
	seat store.Seat
	// faults are set when the header does not name the seat, and the player can mean
	// no other: they tell him what to write. Nothing is played.
	faults []*orders.Diagnostic
}

func (a addressee) args() []any {
	return []any{"Game", a.game.ID, "ID", a.seat.Side, "Side", adjudicator.Term{Kind: "side", ID: a.seat.Side}}
}
