package requests

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// NamingGame takes a game's id from the words of a request: it may stand on the line
// itself as well as above it.
func NamingGame(r *written.Request, tx store.ReadTx, a *Mail) error {
	if len(r.Words) < 2 {
		return nil
	}
	id := orders.Fold(r.Words[1].Text)
	if !written.GameName.MatchString(id) {
		return nil
	}
	if r.Verb == "report" && written.ReportCode.MatchString(id) {
		if seats, err := Mine(tx, a, id); err != nil || len(seats) == 0 {
			return err
		}
	}
	r.Game = r.Words[1]
	r.Words = slices.Delete(slices.Clone(r.Words), 1, 2)
	return nil
}

// Mine lists the seats that a player holds, or those of one game that he may stand in
// for as well. A key that was registered for one game opens no other.
func Mine(tx store.ReadTx, a *Mail, gameID string) (seats []store.Seat, err error) {
	if gameID == "" {
		seats, err = tx.SeatsOfPlayer(a.Player.Address)
	} else {
		seats, err = tx.SeatsOf(gameID)
	}
	return slices.DeleteFunc(seats, func(s store.Seat) bool {
		his := s.Player == a.Player.Address || slices.Contains(s.Substitutes, a.Player.Address)
		return !his || a.Key.Game != "" && a.Key.Game != s.Game
	}), err
}

// Seat finds the seat that a request is about. Without one, the fault says why; the
// list of his games is added to the answer. Whether a game exists in which he has no
// seat is not told.
func (d *Desk) Seat(tx store.ReadTx, a *Mail, r written.Request) (game store.Game, Seat store.Seat, fault *orders.Diagnostic, err error) {
	seats, err := Mine(tx, a, orders.Fold(r.Game.Text))
	if err != nil {
		return game, Seat, nil, err
	}
	var open []store.Seat
	games := map[string]store.Game{}
	for _, s := range seats {
		g, err := tx.Game(s.Game)
		if err != nil {
			return game, Seat, nil, err
		}
		games[g.ID] = g
		if r.Side.Text != "" && !IsSide(g, s.Side, r.Side.Text) {
			continue
		}
		if g.Status != store.Ended || r.Game.Text != "" {
			open = append(open, s)
		}
	}
	switch {
	case len(open) == 1:
		game, Seat = games[open[0].Game], open[0]
		if away, err := d.Games.BetweenClubs(tx, game.ID); err != nil {
			return game, Seat, nil, err
		} else if away != nil && changesLedger[r.Verb] {
			return game, Seat, r.Fault(orders.Illegal, "request-away", r.Words[0], "Game", game.ID, "Club", away.Club, "Held", away.Where == play.Held), nil
		}
		return game, Seat, nil, nil
	case r.Game.Text != "" && len(open) == 0 && len(seats) == 1:
		only := Addressee{Game: games[seats[0].Game], Seat: seats[0]}
		fault = r.Fault(orders.Illegal, "other-side", r.Side, append(only.args(), "Given", r.Side.Text)...)
	case r.Game.Text != "" && len(open) == 0:
		fault = r.Fault(orders.Unknown, "request-game", r.Game, "Game", r.Game.Text)
	case r.Game.Text != "":
		fault = r.Fault(orders.Unreadable, "request-side", r.Game, "Game", r.Game.Text)
	case len(open) == 0:
		fault = r.Fault(orders.Illegal, "request-no-seat", r.Words[0])
	default:
		fault = r.Fault(orders.Unreadable, "request-which", r.Words[0], "Word", r.Words[0].Text)
	}
	return game, Seat, fault, d.ListSeats(tx, a)
}

// changesLedger are the requests that would go on with a ledger, or say what is asked behind its end: that of a game
// which was given to another club, or waits for its release, is closed.
var changesLedger = map[string]bool{"resign": true, "offer": true, "accept": true, "decline": true, "withdraw": true, "extend": true,
	"take": true, "referee": true, "appeal": true, "status": true, "template": true}

// IsSide reports whether a word names a side of a game, as [play.SideNamed] reads it.
func IsSide(game store.Game, side, given string) bool { return play.SideNamed(game, given) == side }

// ListSeats adds the list of a player's games to the answer: what he is asked in each
// and until when, and nothing of his enemies.
func (d *Desk) ListSeats(tx store.ReadTx, a *Mail) error {
	if a.Reply.ListSeats {
		return nil
	}
	a.Reply.ListSeats = true
	seats, err := Mine(tx, a, "")
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
		if away, err := d.Games.BetweenClubs(tx, game.ID); err != nil {
			return err
		} else if away != nil {
			line.Club, line.Status = away.Club, "moved"
			if away.Where == play.Held {
				line.Status = "held"
			}
		}
		if line.Until, err = play.PauseEnds(tx, game.ID); err != nil {
			return err
		}
		a.Reply.Seats = append(a.Reply.Seats, line)
	}
	return nil
}

// AskPosition sends how things stand for a seat, or its order file alone. A player of
// several games who names none gets the list of them.
func (d *Desk) AskPosition(tx club.Tx, a *Mail, r written.Request) (*orders.Diagnostic, error) {
	if err := NamingGame(&r, tx, a); err != nil {
		return nil, err
	}
	if len(r.Words) > 1 {
		return r.LeftOver(1), nil
	}
	game, seat, fault, err := d.Seat(tx, a, r)
	if err != nil {
		return nil, err
	}
	if fault != nil {
		if fault.Code == "request-which" && r.Verb == "status" {
			fault = nil // the list says it
		}
		return fault, nil
	}
	p, err := play.Load(tx, game.ID)
	if play.IsBroken(err) {
		return r.Fault(orders.Illegal, "request-held-up", r.Words[0], "Game", game.ID), d.Letters.TellBroken(tx, game.ID, err)
	}
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if p.Session == nil { // the game has ended: its last report says all
		return d.sendReports(tx, a, r, seat, func(all []store.Report) []store.Report { return all[max(0, len(all)-1):] })
	}
	if ok, err := d.Pays(tx, a); err != nil {
		return nil, err
	} else if !ok {
		return r.Fault(orders.Illegal, "request-day", r.Words[0], "Limit", a.Purse.Day), nil
	}
	return nil, d.sendPosition(tx, a, r, p, seat)
}

// sendPosition makes a letter of what a seat's side may know now. It holds no more of
// the ledger than the last report did: its length alone would tell whether the enemy
// has written.
func (d *Desk) sendPosition(tx club.Tx, a *Mail, r written.Request, p *play.Position, seat store.Seat) error {
	side, _ := p.Info.Seat(seat.Side)
	// The letter is its author's, be he a substitute: his name, his address, no copy.
	seat.Player, seat.Substitutes = a.Player.Address, nil
	kind := templates.Waiting
	if r.Verb == "template" {
		kind = templates.Form
	}
	report, err := d.Reports.Draft(tx, p, seat, side, kind)
	if err != nil {
		return err
	}
	if p.Game.Status == store.Paused {
		report.Status, report.Deadline = string(p.Game.Status), time.Time{}
		if report.Pause, err = play.PauseEnds(tx, p.Game.ID); err != nil {
			return err
		}
	}
	report.Re, report.Last, a.Last = a.Re(), a.Last, adjudicator.Phrase{}
	if a.Sent == 0 {
		report.Left, report.LeftBy = a.Left, a.Player.Address
	}
	a.Sent++
	m := post.Mailing{Purpose: fmt.Sprint("request ", a.Sent), Seq: int(a.Row.ID), ReplyTo: a.Message.ID}
	if kind == templates.Form {
		report.View = adjudicator.View{Side: side, Turn: report.View.Turn}
	} else if m.Lighter, err = reports.Draw(p, side, &report); err != nil {
		return err
	}
	return d.Letters.Dispatch(tx, p.Game, &seat, report, m)
}

// AskReport sends old reports of a seat again: the last one, all of a turn, or the one
// with a code.
func (d *Desk) AskReport(tx club.Tx, a *Mail, r written.Request) (*orders.Diagnostic, error) {
	if err := NamingGame(&r, tx, a); err != nil {
		return nil, err
	}
	_, seat, fault, err := d.Seat(tx, a, r)
	if fault != nil || err != nil {
		return fault, err
	}
	words := r.Words[1:]
	if len(words) > 0 && slices.Contains([]string{"turn", "tour"}, orders.Fold(words[0].Text)) {
		if words = words[1:]; len(words) == 0 {
			return r.Fault(orders.Unreadable, "request-turn", r.Words[1], "Given", ""), nil
		}
	}
	switch {
	case len(words) == 0:
		return d.sendReports(tx, a, r, seat, func(all []store.Report) []store.Report { return all[max(0, len(all)-1):] })
	case len(words) > 1:
		return r.LeftOver(len(r.Words) - len(words) + 1), nil
	}
	at := words[0]
	if turn, err := strconv.Atoi(at.Text); err == nil {
		fault, err := d.sendReports(tx, a, r, seat, func(all []store.Report) []store.Report { return ofTurn(all, turn) })
		if fault != nil {
			fault.Span = at.Span()
		}
		return fault, err
	}
	if len(r.Words)-len(words) > 1 { // "turn" and no number
		return r.Fault(orders.Unreadable, "request-turn", at, "Given", at.Text), nil
	}
	fault, err = d.sendReports(tx, a, r, seat, func(all []store.Report) []store.Report {
		return slices.DeleteFunc(all, func(one store.Report) bool { return CodeOf(one.Code) != CodeOf(at.Text) })
	})
	if fault != nil {
		fault.Span = at.Span()
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
func (d *Desk) sendReports(tx club.Tx, a *Mail, r written.Request, seat store.Seat, choose func([]store.Report) []store.Report) (*orders.Diagnostic, error) {
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
		return r.Fault(orders.Unknown, "request-report", r.Words[0], "Game", seat.Game, "Turns", last), nil
	}
	var fault *orders.Diagnostic
	for _, one := range some {
		ok, err := tx.SpendAnswer("archive:"+a.Player.Address, d.Now(), reports.ArchiveAnswers)
		if err != nil {
			return nil, err
		}
		if !ok {
			return r.Fault(orders.Illegal, "request-archive", r.Words[0], "Limit", reports.ArchiveAnswers, "Game", seat.Game, "Turn", one.Turn), nil
		}
		err = d.resend(tx, a, seat, one)
		if errors.Is(err, post.ErrUnsound) {
			d.Log.Error("an old report is damaged", "game", seat.Game, "report", one.ID, "error", err)
			fault = r.Fault(orders.Unknown, "request-damaged", r.Words[0], "Game", seat.Game)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("game %s: sending report %d of %s again: %w", seat.Game, one.ID, seat.Side, err)
		}
	}
	return fault, nil
}

// resend queues one old report again, as an answer.
func (d *Desk) resend(tx club.Tx, a *Mail, seat store.Seat, report store.Report) error {
	a.Sent++
	return d.Outbox.Repeat(tx, post.Repeated{Player: a.Player, Seat: seat, Report: report, Re: a.Re(), InReplyTo: a.Message.ID, Copy: true,
		Once: []string{a.Row.ContentHash.String(), fmt.Sprint(a.Sent)}}) // see incoming.answerID
}

// AskOdds adds the chances of a throw in a position that the player describes. They
// are worked out from his words alone.
func AskOdds(tx store.ReadTx, a *Mail, r written.Request) (*orders.Diagnostic, error) {
	name, which, err := reckonerFor(tx, a, r)
	if err != nil {
		return nil, err
	}
	if len(which) > 0 {
		return r.Fault(orders.Illegal, "request-odds-which", r.Words[0], "Word", r.Words[0].Text, "First", which[0], "Rulesets", which), nil
	}
	rules, err := adjudicator.Lookup(name)
	reckoner, ok := rules.(adjudicator.Reckoner)
	if err != nil || !ok {
		return r.Fault(orders.Illegal, "request-no-odds", r.Words[0]), nil
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
		fault.Span.Line += r.Line - question.Line
		fault.Ruleset = name
		return fault, nil
	}
	a.Reply.Reckoned = append(a.Reply.Reckoned, templates.Reckoned{Ruleset: name, Asked: r.Text, Reckoning: answer})
	return nil, nil
}

// sideIn is the side that somebody plays in all his games of a ruleset; the first if they differ.
func sideIn(tx store.ReadTx, a *Mail, info adjudicator.Info) (side adjudicator.Side, err error) {
	seats, err := Mine(tx, a, "")
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
func reckonerFor(tx store.ReadTx, a *Mail, r written.Request) (name string, which []string, err error) {
	if len(r.Words) > 1 && slices.Contains(adjudicator.Rulesets(), orders.Fold(r.Words[1].Text)) {
		return orders.Fold(r.Words[1].Text), nil, nil
	}
	seats, err := Mine(tx, a, orders.Fold(r.Game.Text))
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
func fits(reckoner adjudicator.Reckoner, r written.Request) bool {
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
func firstReckoner(all []adjudicator.Ruleset, r written.Request) (first string) {
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
func statementOf(r written.Request) (*orders.Statement, *orders.Diagnostic) {
	question, fault := orders.ParseStatement(r.Text)
	if fault != nil {
		fault.Span.Line = r.Line
	}
	return question, fault
}

// Addressee is the seat that a signed file is for, as far as it can be made out.
type Addressee struct {
	Game store.Game
	Seat store.Seat
	// Faults are set when the header does not name the seat, and the player can mean
	// no other: they tell him what to write. Nothing is played.
	Faults []*orders.Diagnostic
}

func (a Addressee) args() []any {
	return []any{"Game", a.Game.ID, "ID", a.Seat.Side, "Side", adjudicator.Term{Kind: "side", ID: a.Seat.Side}}
}
