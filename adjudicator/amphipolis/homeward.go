package amphipolis

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// redeploy is D.2: a side may make one operation to a city.
func (g *game) redeploy(t *adjudicator.Table, s adjudicator.Side) {
	g.beginPhase(s)
	g.steps.operations[mainMap] = 1
	g.operations(t, s, toCity)
}

// sendHome is D.4: a side may make one operation from each map to a rear base.
func (g *game) sendHome(t *adjudicator.Table, s adjudicator.Side) {
	g.beginPhase(s)
	g.steps.operations = [boards]int{1, 1}
	g.operations(t, s, toBase)
}

// operations asks a side for operations of D.2 or D.4 until it has done, or none is left.
func (g *game) operations(t *adjudicator.Table, s adjudicator.Side, st step) {
	f := &operateForm{operations{g, st, s, board.NoZone}}
	for f.possible() && g.carryOut(t, g.war().AskAt(t, field.Juncture{At: f.kind(), Side: s}, f.question(t))) {
	}
}

// operateForm is the question of D.2 and D.4.
type operateForm struct{ operations }

// remaining ends D.2 or D.4.
type remaining struct{}

// Words implements [adjudicator.Answer].
func (remaining) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("end")} }

var operateVerbs = []string{"operate", "play", "use", "end"}

// kind is that of the question.
func (f *operateForm) kind() string {
	if f.step == toCity {
		return atRedeploy
	}
	return atHome
}

// question is what is asked now.
func (f *operateForm) question(t *adjudicator.Table) adjudicator.Question {
	q := adjudicator.Question{Kind: f.kind(), Rule: f.step.rule(), Verbs: operateVerbs, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		g := f.g
		var zones board.Set
		for z := range g.starts(f.step, f.side).All() {
			zones = zones.Union(g.leadsTo(f.step, f.side, z))
		}
		q.Prompt = adjudicator.Say("amphipolis.ask."+f.kind(), "Zones", g.ZoneTerms(zones),
			"Count", g.steps.operations[mainMap]+g.steps.extra, "Main", g.steps.operations[mainMap]+g.steps.extra,
			"Map", g.steps.operations[operationsMap]+g.steps.extra)
	}
	return q
}

// possible reports whether an operation could still be made: one that is left, or one more
// by S1, for all that the enemy knows.
func (f *operateForm) possible() bool {
	if !f.open().Empty() {
		return true
	}
	g := f.g
	if f.side != athens || !g.war().Armed(f.side) {
		return false
	}
	g.steps.extra++
	can := !f.open().Empty()
	g.steps.extra--
	return can
}

// asides are what may be played among the operations.
func (f *operateForm) asides() chit.Asides { return f.g.war().AsidesOf(f.side, field.Redeploying) }

// Accept implements [adjudicator.Form].
func (f *operateForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	if p, d, ok := f.asides().Accept(o, s); ok {
		return p, d
	}
	switch o := o.(type) {
	case order.EndOrder:
		return remaining{}, nil
	case operateOrder:
		o = f.g.startOf(o)
		from, d := f.leaves(o, s)
		if d != nil {
			return nil, d
		}
		return f.g.planOperation(f.step, o, s, f.side, from)
	}
	return nil, field.NotNow(s, f.step.rule())
}

// Check implements [adjudicator.Form].
func (f *operateForm) Check(x adjudicator.Answer) error {
	switch a := x.(type) {
	case remaining:
		return nil
	case *operation:
		return f.check(a)
	}
	if err, ok := f.asides().Check(x); ok {
		return err
	}
	return fmt.Errorf("%w: %T", field.ErrIllegal, x)
}

// Sample implements [adjudicator.Form].
func (f *operateForm) Sample(r *rand.Rand) adjudicator.Answer {
	if p := f.asides().Sample(r); p != nil {
		return p
	}
	if !f.open().Empty() && r.IntN(2) == 0 {
		if a := f.sample(r); a != nil {
			return a
		}
	}
	return remaining{}
}

// Default implements [adjudicator.Form]: everybody stays.
func (f *operateForm) Default() adjudicator.Answer { return remaining{} }

// Choices implements [adjudicator.Form].
func (f *operateForm) Choices() []adjudicator.Choice {
	all := append(f.choices(), f.asides().Choices()...)
	return append(all, adjudicator.Choice{Words: remaining{}.Words(), Note: adjudicator.Say("amphipolis.note.end-operations")})
}

// Advise implements [adjudicator.Adviser]: nobody makes an operation in the phases that
// "redeploy: none" is for. Where only S1 leads on, the operations of the step being used or
// impossible, a rule on the stratagems of the phase says whether it is played.
func (f *operateForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	spent := f.open().Empty()
	return advice.First(rules, func(st adjudicator.Standing) (adjudicator.Answer, bool) {
		switch x := st.(type) {
		case stayRule:
			return remaining{}, x.covers(f.step)
		case standing.Abstain:
			if spent && x.Occasions&f.occasion() != 0 && x.When.Now(&f.g.Field) {
				return f.extra(&x)
			}
		}
		return nil, false
	})
}

// extra is what a rule on stratagems says to one operation more, if it says anything.
func (f *operateForm) extra(x *standing.Abstain) (adjudicator.Answer, bool) {
	p, decided := (&chit.PlayForm{G: f.g.war().Chits, Side: f.side, Moment: field.Redeploying}).Follow(x)
	if p != nil {
		return p, true
	}
	return remaining{}, decided
}

// occasion tells which orders on stratagems are for the step.
func (f *operateForm) occasion() standing.Occasions {
	if f.step == toCity {
		return standing.InRedeployments
	}
	return standing.InReturns
}
