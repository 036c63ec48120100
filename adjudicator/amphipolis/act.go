package amphipolis

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// actForm is the question of B.3.2 and of the departures of B.2: what the family asks, and
// which operation.
type actForm struct {
	*march.ActForm
	g *game
}

// actForm makes the question of a side that has activated a zone last, or none.
func (g *game) actForm(t *adjudicator.Table, side adjudicator.Side, activated board.Zone, actions bool) *actForm {
	return &actForm{g.war().Acting(t, side, activated, actions), g}
}

// operations are those that can be made now.
func (f *actForm) operations() operations {
	st := arriving
	if f.Actions {
		st = acting
	}
	return operations{f.g, st, f.Side, f.ActForm}
}

// besides takes an operation, or a movement.
func (f *actForm) besides() form.Besides { return form.Besides{Form: f.ActForm, Aside: f.operations()} }

// activations lets the active player activate zones, make an operation and move, for as
// long as he has points announced and counters that have not moved (B.3.2).
func (g *game) activations(t *adjudicator.Table, active adjudicator.Side, activated board.Zone) {
	f := g.actForm(t, active, activated, true)
	for f.Do(f.Ask(f.question(), false)) {
	}
}

// Do is [march.ActForm.Do], and remembers what an operation must know of the action phase.
func (f *actForm) Do(a adjudicator.Answer) bool {
	g := f.g
	switch a := a.(type) {
	case *operation:
		g.operate(f.T, a)
	case march.Activation:
		g.steps.Cost = a.Cost
	case *march.Move:
		g.steps.Moving = g.Phase.Acting
		defer g.sailOn(a)
	}
	return f.ActForm.Do(a)
}

// departures lets a side move out of its rear bases in B.2, and then the other one if it has
// not: two operations each, and any number of movements.
func (g *game) departures(t *adjudicator.Table, side adjudicator.Side, last bool) {
	t.Phase("B.2", side)
	g.setOut(side)
	g.departuresOn(t, side, board.NoZone, last)
}

// departuresOn goes on with them.
func (g *game) departuresOn(t *adjudicator.Table, side adjudicator.Side, activated board.Zone, last bool) {
	g.Active = side
	f := g.actForm(t, side, activated, false)
	for f.Do(f.Ask(f.question(), last)) {
	}
	if !last {
		g.departures(t, side.Other(), true)
	}
	g.Active = adjudicator.Observer
}

// setOut begins the departures of a side: those who wait this turn do not move (10.1).
func (g *game) setOut(side adjudicator.Side) {
	g.steps = steps{}
	g.steps.Operations = stepsOf[arriving].limit
	units, men := g.waiting(side)
	g.Phase.Moved, g.Phase.MovedLeaders = g.Phase.Moved.Or(units), g.Phase.MovedLeaders|men
}

// waiting are those of a side that have no move of reinforcements in the turn in play, as
// they were set up for it (10.1).
func (g *game) waiting(side adjudicator.Side) (units field.UnitSet, men field.LeaderSet) {
	for _, d := range g.setting.Setup {
		if d.Side != side || d.Waits != g.turnNumber() {
			continue
		}
		here := g.UnitsAt(side, d.Zones[0]).Minus(g.Phase.Arrived)
		for _, p := range d.Units {
			alike := func(u field.UnitNo) bool { return g.Pieces[u].Label == g.Pieces[p.Unit].Label }
			if same := here.Minus(units).Where(alike); !same.Empty() {
				units.Add(same.Nth(0))
			}
		}
		for _, l := range d.Leaders {
			if who := field.LeaderNo(l); (g.LeadersOf(side, d.Zones[0]) &^ g.Phase.ArrivedLeaders).Has(who) {
				men.Add(who)
			}
		}
	}
	return units, men
}

var (
	actVerbs    = []string{"activate", "operate", "move", "play", "use", "end", "fight"}
	departVerbs = []string{"operate", "move", "play", "use", "end"}
)

// question is what is asked now.
func (f *actForm) question() adjudicator.Question {
	f.Barren = f.barren()
	q := f.Question()
	q.Form, q.Verbs = f, departVerbs
	if f.Actions {
		q.Verbs = actVerbs
	}
	if f.T.Heard() && !q.Settled {
		g := f.g
		if !f.Actions {
			q.Prompt = g.Say("bey.ask.depart", "Points", f.Purse(), "Zone", g.Perhaps(f.Current), "Count", g.left(arriving, board.NoZone))
			q.Facts = f.bases()
		}
		q.Facts = append(q.Facts, f.operations().limits()...)
	}
	return q
}

// bases tell who can leave the rear bases in B.2, where nothing is activated.
func (f *actForm) bases() (facts []adjudicator.Phrase) {
	for z := range f.Open().All() {
		units, men := f.g.war().Fresh(f.Side, z)
		facts = append(facts, f.g.Say("amphipolis.fact.base", "Zone", z, "Who", f.g.Terms(units, men)))
	}
	return facts
}

// limits are what a side has to know of operations and of the main map when it moves.
func (p operations) limits() (facts []adjudicator.Phrase) {
	g, left := p.g, p.g.left(p.step, board.NoZone) > 0
	for _, fact := range []struct {
		name string
		now  bool
	}{
		{"operation", left && p.step == acting},
		{"operation-ships", left && p.side == athens},
		{"main-map-unused", g.setting.WithoutMainMap},
		{"truce", !g.setting.WithoutMainMap && g.truce() && p.step == acting},
	} {
		if fact.now {
			facts = append(facts, adjudicator.Say("amphipolis.fact."+fact.name))
		}
	}
	return facts
}

// barren are the rear bases in which nothing can be done: in B.3 none but an operation leads
// out of Macedonia and Thrace, which costs a point at least; in B.2 nobody leaves Thasos
// without ships.
func (f *actForm) barren() (zones board.Set) {
	g := f.g
	if !f.Actions {
		units, _ := g.war().Fresh(f.Side, g.thasos)
		if !units.Meets(g.Ships) && !g.canOperate(arriving, f.Side, g.thasos) {
			zones.Add(g.thasos)
		}
		return zones
	}
	for z := range g.Bases.Minus(g.Coast).All() {
		free := g.Phase.Spend > 0 || z == f.Current && g.steps.Cost > 0
		if !free || g.left(acting, z) == 0 || !g.canOperateFree(f.Side, z) {
			zones.Add(z)
		}
	}
	return zones
}

// canOperateFree reports whether a side could make an operation of B.3 out of a zone, its
// cost apart.
func (g *game) canOperateFree(s adjudicator.Side, z board.Zone) bool {
	defer func(was int) { g.Phase.Spend = was }(g.Phase.Spend)
	g.Phase.Spend = max(g.Phase.Spend, 1)
	return g.canOperate(acting, s, z)
}

// Accept implements [adjudicator.Form].
func (f *actForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a, d, ok := f.operations().Accept(o, s)
	switch m, moves := o.(order.MoveOrder); {
	case ok && d == nil && !f.g.Habits.Mute:
		d = f.operations().stops(a.(*operation), o, s)
	case moves && !f.Actions && m.From.Given():
		d = f.g.judgeWaiting(m.Force, s, f.Side, m.From.Zone)
	}
	switch {
	case d != nil:
		return nil, d
	case ok:
		return a, nil
	}
	return f.ActForm.Accept(o, s)
}

// judgeWaiting says of those who wait this turn that they do, before anything else is said
// of them (10.1).
func (g *game) judgeWaiting(force order.Force, s *orders.Statement, side adjudicator.Side, from board.Zone) *orders.Diagnostic {
	if force.All {
		return nil
	}
	units, men := g.war().Fresh(side, from)
	if _, _, d := order.Pick(&g.Field, s, force, units, men, from, "B.2"); d == nil {
		return nil
	}
	units, men, d := order.Pick(&g.Field, s, force, g.UnitsAt(side, from), g.LeadersOf(side, from), from, "B.2")
	waiting, leaders := g.waiting(side)
	if d != nil || !units.Meets(waiting) && men&leaders == 0 {
		return nil
	}
	return g.Fault("waits", "10.1", 0, "Who", g.Terms(units.And(waiting), men&leaders)).In(s, force.Span)
}

// Caution implements [adjudicator.Cautious].
func (f *actForm) Caution(a adjudicator.Answer, o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	if op, ok := a.(*operation); ok {
		return f.operations().caution(op, o, s)
	}
	return f.ActForm.Caution(a, o, s)
}

// Check implements [adjudicator.Form].
func (f *actForm) Check(a adjudicator.Answer) error { return f.besides().Check(a) }

// Sample implements [adjudicator.Form].
func (f *actForm) Sample(r *rand.Rand) adjudicator.Answer { return f.besides().Sample(r) }

// Choices implements [adjudicator.Form].
func (f *actForm) Choices() []adjudicator.Choice {
	all := f.operations().Choices()
	if !f.Actions {
		all = append(all, f.g.transportChoices(f.Side)...)
	}
	return append(all, f.ActForm.Choices()...)
}

var _ adjudicator.Cautious = (*actForm)(nil)

// Offers implements [adjudicator.Offerer]: the movements are the family's, and operations those out of
// the zone that is active, or of any base.
func (f *actForm) Offers() adjudicator.Offers {
	all, verbs := f.ActForm.Offers().With(f.operations().Offers()), actVerbs
	if !f.Actions {
		all, verbs = all.With(f.g.transportOffers(f.Side)), departVerbs
	}
	for _, verb := range verbs {
		if kind := adjudicator.Keyword(verb); verb != "move" && !slices.Contains(all.Rest, kind) {
			all.Rest = append(all.Rest, kind) // operations too: they can take several along
		}
	}
	return all
}
