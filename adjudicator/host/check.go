package host

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// A mail whose first line is "check", with an order file below it, asks what would become
// of the file. It is judged on a game imagined from what its author knows, never on the
// true one, and nothing of it is played or kept.

// judgeCheck answers a signed mail that asks for a check.
func (h *Host) judgeCheck(tx store.Tx, a *asking, text string, first word) (verdict, error) {
	v := verdict{state: store.Command, reason: "check"}
	if ok, err := h.beginReply(tx, a, ofQuestions); err != nil || !ok {
		v.state, v.reason = store.Ignored, "the same request as often as it is answered in a day"
		return v, err
	}
	file, parted, faults := adjudicator.ReadNamed(text)
	a.reply.Left = append(a.reply.Left, parted.Aside...)
	named := func(value string) word { return word{text: value, line: first.line, source: first.source} }
	r := request{verb: "check", words: []word{first}, line: first.line, text: first.text,
		game: named(file.Header.Game.Value), side: named(file.Header.Side.Value)}
	game, seat, fault, err := h.seat(tx, a, r)
	if err != nil {
		return v, err
	}
	if fault == nil {
		fault, err = h.check(tx, a, r, game, seat, file, faults)
	}
	if err != nil {
		return v, err
	}
	if fault != nil {
		a.reply.Faults = append(a.reply.Faults, fault)
		v.state, v.reason = store.Faulty, fault.Error()
	}
	return v, h.sendReply(tx, a)
}

// check judges a file for a seat, on what its side knows.
func (h *Host) check(tx store.Tx, a *asking, r request, game store.Game, seat store.Seat, file *orders.File, faults []*orders.Diagnostic) (*orders.Diagnostic, error) {
	p, err := load(tx, game.ID)
	if isBroken(err) {
		return r.fault(orders.Illegal, "request-held-up", r.words[0], "Game", game.ID), h.tellBroken(tx, game.ID, err)
	}
	if err != nil {
		return nil, err
	}
	defer p.close()
	if p.session == nil {
		return r.fault(orders.Illegal, "request-no-seat", r.words[0]), nil
	}
	side, _ := p.info.Seat(seat.Side)
	known := adjudicator.Known{Scenario: game.Scenario, Side: side, Standing: p.session.Standing(side, orders.English)}
	if known.Position, err = json.Marshal(p.session.Game().View(side).Data); err != nil {
		return nil, fmt.Errorf("game %s: encoding its position: %w", game.ID, err)
	}
	if q := p.session.Asked(side); q != nil {
		known.Asked = q.Kind
	}
	if d := wrongTurn(p, file); d != nil {
		faults = append(faults, d)
	}
	faults = append(faults, tooManyRules(file)...)
	judged := adjudicator.Judge(p.rules, known, file, rand.New(rand.NewPCG(0, 0)), faults...)
	sortFaults(judged.Faults)
	given := codeOf(file.Header.Answers.Value)
	checked := templates.Checked{Ruleset: game.Ruleset, Game: game.ID, Judgement: judged, Stale: given != "" && given != codeOf(seat.Answers)}
	if len(judged.Faults) == 0 {
		checked.Idle = adjudicator.VetStanding(p.rules, file)
	}
	a.reply.Checked = append(a.reply.Checked, checked)
	return nil, nil
}
