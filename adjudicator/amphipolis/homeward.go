package amphipolis

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// redeploy is D.2: a side may make one operation to a city.
func (g *game) redeploy(t *adjudicator.Table, s adjudicator.Side) { g.sendOff(t, s, toCity) }

// sendHome is D.4: a side may make one operation from each map to a rear base.
func (g *game) sendHome(t *adjudicator.Table, s adjudicator.Side) { g.sendOff(t, s, toBase) }

// sendOff begins D.2 or D.4 for a side.
func (g *game) sendOff(t *adjudicator.Table, s adjudicator.Side, st step) {
	g.beginPhase(s)
	g.steps.Operations = stepsOf[st].limit
	g.operations(t, s, st)
}

// operations asks a side for operations of D.2 or D.4 until it has done, or none is left.
func (g *game) operations(t *adjudicator.Table, s adjudicator.Side, st step) {
	f := g.operateForm(s, st)
	for f.possible() {
		switch a := g.war().AskAt(t, field.Juncture{At: stepsOf[st].kind, Side: s}, f.question(t)).(type) {
		case *operation:
			g.operate(t, a)
		case *chit.Play:
			g.war().PlayNow(t, a)
		default:
			return
		}
	}
}

// operateForm is the question of D.2 and D.4: an operation, what may be played meanwhile, or
// the end.
type operateForm struct {
	form.Besides
	operations operations
	asides     chit.Asides
	end        form.Menu[chit.Staying]
}

// operateForm makes the question of a step to a side. By default everybody stays.
func (g *game) operateForm(s adjudicator.Side, st step) *operateForm {
	f := &operateForm{operations: operations{g: g, step: st, side: s}, asides: g.war().AsidesOf(s, field.Redeploying)}
	f.end = form.Menu[chit.Staying]{
		Open:   func() []chit.Staying { return []chit.Staying{{}} },
		Of:     func(o adjudicator.Order) (a chit.Staying, ok bool) { _, ok = o.(order.EndOrder); return a, ok },
		Refuse: func(_ adjudicator.Order, at *orders.Statement) *orders.Diagnostic { return field.NotNow(at, st.rule()) },
		Note:   func(chit.Staying) adjudicator.Phrase { return adjudicator.Say("amphipolis.note.end-operations") },
		Draw:   func(*rand.Rand, []chit.Staying) (a chit.Staying) { return a },
	}
	f.Besides = form.Besides{Form: form.Besides{Form: f.end, Aside: f.operations}, Aside: f.asides}
	return f
}

// Choices implements [adjudicator.Form]: the end comes last.
func (f *operateForm) Choices() []adjudicator.Choice {
	return slices.Concat(f.operations.Choices(), f.asides.Choices(), f.end.Choices())
}

// Caution implements [adjudicator.Cautious].
func (f *operateForm) Caution(a adjudicator.Answer, o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	if op, ok := a.(*operation); ok {
		return f.operations.caution(op, o, s)
	}
	return nil
}

var _ adjudicator.Cautious = (*operateForm)(nil)

// question is what is asked now.
func (f *operateForm) question(t *adjudicator.Table) adjudicator.Question {
	g, st, s := f.operations.g, f.operations.step, f.operations.side
	q := adjudicator.Question{Kind: stepsOf[st].kind, Rule: st.rule(), Verbs: []string{"operate", "play", "use", "end"}, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		var zones board.Set
		for z := range g.starts(st, s).All() {
			zones = zones.Union(g.leadsTo(st, s, z))
		}
		left := g.steps.Operations[mainMap] + g.steps.Extra
		q.Prompt = g.Say("amphipolis.ask."+q.Kind, "Zones", zones, "Count", left, "Main", left,
			"Map", g.steps.Operations[operationsMap]+g.steps.Extra)
	}
	return q
}

// possible reports whether an operation could still be made: one that is left, or one more
// by S1, for all that the enemy knows.
func (f *operateForm) possible() bool {
	p := f.operations
	if can := !p.open().Empty(); can || p.side != athens || !p.g.war().Armed(p.side) {
		return can
	}
	p.g.steps.Extra++
	defer func() { p.g.steps.Extra-- }()
	return !p.open().Empty()
}

// Advise implements [adjudicator.Adviser]: nobody makes an operation in the phases that
// "redeploy: none" is for. Where only S1 leads on, the operations of the step being used or
// impossible, a rule on the stratagems of the phase says whether it is played.
func (f *operateForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	p, occasion := f.operations, inRedeployments
	if p.step == toBase {
		occasion = inReturns
	}
	spent := p.open().Empty()
	return advice.First(rules, func(st adjudicator.Standing) (adjudicator.Answer, bool) {
		switch x := st.(type) {
		case stayRule:
			return chit.Staying{}, x.in&occasion != 0
		case standing.Abstain:
			if spent && x.Occasions&occasion != 0 && x.When.Now(&p.g.Field) {
				return f.extra(&x)
			}
		}
		return nil, false
	})
}

// extra is what a rule on stratagems says to one operation more, if it says anything.
func (f *operateForm) extra(x *standing.Abstain) (adjudicator.Answer, bool) {
	p := f.operations
	play, decided := (&chit.PlayForm{G: p.g.war().Chits, Side: p.side, Moment: field.Redeploying}).Follow(x)
	if play != nil {
		return play, true
	}
	return chit.Staying{}, decided
}
