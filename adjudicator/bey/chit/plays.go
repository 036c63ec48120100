package chit

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Play is a stratagem or a use of the Advantage, with what it is aimed at.
type Play struct {
	G       Chits
	Side    adjudicator.Side
	Number  field.StratagemNo // 0 for the Advantage
	as      field.Omen        // what good omens are used as
	use     order.Use
	Zone    board.Zone // aimed at, or NoZone
	Units   field.UnitSet
	Leaders field.LeaderSet
}

// MayPlay reports whether, as far as both sides know, a side might play something
// in an action phase: it holds counters and has played none in the phase, or it
// could use the Advantage.
func (g Chits) MayPlay(side adjudicator.Side) bool {
	return g.Armed(side) && !g.Phase.Played[side] || g.advantageHelps(side)
}

// advantageHelps reports whether a side holds the Advantage and has something to
// bring back or recover with it: all of that is public.
func (g Chits) advantageHelps(side adjudicator.Side) bool {
	if g.Advantage != side {
		return false
	}
	units, leaders := g.Fallen(side)
	return !g.Worn(side).Empty() || !units.Empty() || leaders != 0
}

// React asks the passive player whether he plays something (B.3, C).
func (g Chits) React(t *adjudicator.Table, m field.Moment) {
	side, kind, rule := g.Active.Other(), field.AtReact, "B.3"
	if m == field.Besieged {
		kind, rule = "besieged", "8"
	}
	for g.worthAsking(side, m) {
		p, ok := g.AskPlay(t, field.Juncture{At: kind, Side: side, When: m}, m, rule)
		if !ok {
			return
		}
		g.PlayNow(t, p)
	}
}

// worthAsking reports whether, as far as both sides know, the passive player could
// want to play something at a moment. For stratagems the besieged is asked in the siege
// itself.
func (g Chits) worthAsking(side adjudicator.Side, m field.Moment) bool {
	switch {
	case m == field.BeforeMoves && g.Habits.LateAdvantage:
		return g.Armed(side) && !g.Phase.Played[side]
	case m == field.Besieged:
		return g.advantageHelps(side)
	}
	return g.MayPlay(side)
}

// AskPlay asks a side at a juncture whether it plays something.
func (g Chits) AskPlay(t *adjudicator.Table, j field.Juncture, m field.Moment, rule string) (*Play, bool) {
	side := j.Side
	f := &PlayForm{g, side, m}
	q := adjudicator.Question{Kind: j.At, Rule: rule, Verbs: playVerbNames, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		ruse, advantage := f.open()
		q.Prompt = adjudicator.Say("bey.ask."+j.At, "Side", g.SideTerm(side.Other()), "Play", ruse, "Advantage", advantage)
	}
	p, ok := g.AskAt(t, j, q).(*Play)
	return p, ok
}

var playVerbNames = []string{"play", "use", "pass"}

// PlayForm asks whether to play something.
type PlayForm struct {
	G      Chits
	Side   adjudicator.Side
	Moment field.Moment
}

// Staying is the answer "end", of who goes no farther.
type Staying struct{}

// Words implements [adjudicator.Answer].
func (Staying) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("end")} }

// Passing is the answer "pass".
type Passing struct{}

// Words implements [adjudicator.Answer].
func (Passing) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("pass")} }

// Accept implements [adjudicator.Form].
func (f *PlayForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	switch o := o.(type) {
	case order.PassOrder:
		return Passing{}, nil
	case order.PlayOrder:
		return f.G.AcceptPlay(o, s, f.Side, f.Moment)
	}
	return nil, field.NotNow(s, "7")
}

// Check implements [adjudicator.Form].
func (f *PlayForm) Check(a adjudicator.Answer) error {
	switch a := a.(type) {
	case Passing:
		return nil
	case *Play:
		return f.G.JudgePlay(a, f.Moment).Err()
	}
	return fmt.Errorf("%w: %T", field.ErrIllegal, a)
}

// Default implements [adjudicator.Form].
func (f *PlayForm) Default() adjudicator.Answer { return Passing{} }

// Sample implements [adjudicator.Form].
func (f *PlayForm) Sample(r *rand.Rand) adjudicator.Answer {
	if r.IntN(3) == 0 {
		if p := f.G.SamplePlay(r, f.Side, f.Moment); p != nil {
			return p
		}
	}
	return Passing{}
}

// Choices implements [adjudicator.Form].
func (f *PlayForm) Choices() []adjudicator.Choice {
	all := f.G.PlayChoices(f.Side, f.Moment)
	return append(all, adjudicator.Choice{Words: Passing{}.Words()})
}

// open reports whether the side can play a stratagem, and whether it can use the Advantage: it is
// asked for nothing else.
func (f *PlayForm) open() (ruse, advantage bool) {
	for _, c := range f.G.PlayChoices(f.Side, f.Moment) {
		if c.Words[0] == adjudicator.Keyword("use") {
			advantage = true
		} else {
			ruse = true
		}
	}
	return ruse, advantage
}

// AcceptPlay turns an order to play something into an answer.
func (g Chits) AcceptPlay(o order.PlayOrder, s *orders.Statement, side adjudicator.Side, m field.Moment) (adjudicator.Answer, *orders.Diagnostic) {
	p := &Play{G: g, Side: side, Number: o.Number, use: o.Use, Zone: board.NoZone}
	if o.Number == g.Roles.Omens {
		p.as = order.OmenOf(o.Word)
	}
	if p.Number != 0 { // what cannot be played at all is aimed at nothing
		if bad := g.judgeCounter(p, m); bad != nil {
			return nil, bad.In(s, o.Span)
		}
	}
	if len(o.Zones) > 0 {
		p.Zone = o.Zones[0].Zone
	} else {
		p.Zone = g.onlyTarget(p, o.Force)
	}
	if d := g.aim(p, &o, s); d != nil {
		return nil, d
	}
	if homes := g.homes(p); p.use == order.UseReturn && p.Zone == board.NoZone && homes.Len() == 1 {
		p.Zone = homes.First()
	}
	if bad := g.JudgePlay(p, m); bad != nil {
		return nil, bad.In(s, o.Span)
	}
	return p, nil
}

// Words implements [adjudicator.Answer].
func (p *Play) Words() adjudicator.Words {
	g := p.G
	var w adjudicator.Words
	if p.Number != 0 {
		w = append(w, adjudicator.Keyword("play"), adjudicator.Term{Kind: "stratagem", ID: g.Stratagem(p.Number).ID})
		if p.as != field.Plain {
			w = append(w, adjudicator.Keyword("for"), adjudicator.Keyword(order.OmenWords[p.as]))
		}
	} else {
		purpose := adjudicator.Keyword("to")
		if p.use == order.UsePoints || p.use == order.UseInvert {
			purpose = "for"
		}
		w = append(w, adjudicator.Keyword("use"), adjudicator.Keyword("advantage"), purpose,
			adjudicator.Keyword(order.UseWords[p.use]))
	}
	if !p.Units.Empty() || p.Leaders != 0 {
		if p.Number != 0 {
			w = append(w, adjudicator.Keyword("on"))
		}
		w = append(w, g.Naming(p.Units, p.Leaders)...)
	}
	if p.Zone != board.NoZone {
		w = append(w, adjudicator.Keyword("at"), g.ZoneTerm(p.Zone))
	}
	return w
}

// RuleOf is the rule behind a play: that of its stratagem, or "8" for the Advantage.
func (g Chits) RuleOf(p *Play) string {
	if p.Number == 0 {
		return "8"
	}
	return "7 " + g.Stratagem(p.Number).ID
}

// Offers implements [adjudicator.Offerer]: the kinds of what can be played, since its choices are
// patterns.
func (f *PlayForm) Offers() adjudicator.Offers { return adjudicator.OnlyKinds(f.Choices()) }
