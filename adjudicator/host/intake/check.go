package intake

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
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

// A mail whose first line is "check", with an order file below it, asks what would become
// of the file. It is judged on a game imagined from what its author knows, never on the
// true one, and nothing of it is played or kept.

// judgeCheck answers a signed mail that asks for a check.
func (an *Answers) judgeCheck(tx club.Tx, a *requests.Mail, text string, first written.Word) (post.Verdict, error) {
	v := post.Verdict{State: store.Command, Reason: "check"}
	if ok, err := an.Rulings.BeginReply(tx, a, requests.OfQuestions); err != nil || !ok {
		v.State, v.Reason = store.Ignored, "the same request as often as it is answered in a day"
		return v, err
	}
	file, parted, faults := adjudicator.ReadNamed(text)
	a.Reply.Left = append(a.Reply.Left, parted.Aside...)
	named := func(value string) written.Word {
		return written.Word{Text: value, Line: first.Line, Source: first.Source}
	}
	r := written.Request{Verb: "check", Words: []written.Word{first}, Line: first.Line, Text: first.Text,
		Game: named(file.Header.Game.Value), Side: named(file.Header.Side.Value)}
	game, seat, fault, err := an.Desk.Seat(tx, a, r)
	if err != nil {
		return v, err
	}
	if fault == nil {
		fault, err = an.check(tx, a, r, game, seat, file, faults)
	}
	if err != nil {
		return v, err
	}
	if fault != nil {
		a.Reply.Faults = append(a.Reply.Faults, fault)
		v.State, v.Reason = store.Faulty, fault.Error()
	}
	return v, an.Rulings.SendReply(tx, a)
}

// check judges a file for a seat, on what its side knows.
func (an *Answers) check(tx club.Tx, a *requests.Mail, r written.Request, game store.Game, seat store.Seat, file *orders.File, faults []*orders.Diagnostic) (*orders.Diagnostic, error) {
	p, err := play.Load(tx, game.ID)
	if play.IsBroken(err) {
		return r.Fault(orders.Illegal, "request-held-up", r.Words[0], "Game", game.ID), an.Letters.TellBroken(tx, game.ID, err)
	}
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if p.Session == nil {
		return r.Fault(orders.Illegal, "request-no-seat", r.Words[0]), nil
	}
	side, _ := p.Info.Seat(seat.Side)
	known := adjudicator.Known{Scenario: game.Scenario, Side: side, Standing: p.Session.Standing(side, orders.English)}
	if known.Position, err = json.Marshal(p.Session.Game().View(side).Data); err != nil {
		return nil, fmt.Errorf("game %s: encoding its position: %w", game.ID, err)
	}
	if q := p.Session.Asked(side); q != nil {
		known.Asked = q.Kind
	}
	if d := requests.WrongTurn(p, file); d != nil {
		faults = append(faults, d)
	}
	faults = append(faults, seating.TooManyRules(file)...)
	judged := adjudicator.Judge(p.Rules, known, file, rand.New(rand.NewPCG(0, 0)), faults...)
	sortFaults(judged.Faults)
	given := requests.CodeOf(file.Header.Answers.Value)
	checked := templates.Checked{Ruleset: game.Ruleset, Game: game.ID, Judgement: judged, Stale: given != "" && given != requests.CodeOf(seat.Answers)}
	if len(judged.Faults) == 0 {
		checked.Idle = adjudicator.VetStanding(p.Rules, file)
	}
	a.Reply.Checked = append(a.Reply.Checked, checked)
	return nil, nil
}
