package amphipolis

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// actForm is the question of B.3.2 and of the departures of B.2: what the family asks, and
// which operation.
type actForm struct {
	*march.ActForm
	g    *game
	t    *adjudicator.Table
	step step // that its operations are made in
}

// actForm makes the question of a side that has activated a zone last, or none.
func (g *game) actForm(t *adjudicator.Table, side adjudicator.Side, activated board.Zone, actions bool) *actForm {
	f := &actForm{g.war().Acting(t, side, activated, actions), g, t, arriving}
	if actions {
		f.step = acting
	}
	return f
}

// activations lets the active player activate zones, make an operation and move, for as
// long as he has points announced and counters that have not moved (B.3.2).
func (g *game) activations(t *adjudicator.Table, active adjudicator.Side, activated board.Zone) {
	f := g.actForm(t, active, activated, true)
	for {
		switch a := g.war().AskAt(t, field.Juncture{At: field.AtAct, Side: active, Zone: f.Current}, f.question()).(type) {
		case march.Activation:
			g.war().Pay(a.Cost)
			f.Current, g.steps.cost = a.Zone, a.Cost
			if t.Heard() {
				g.Tell(t, "B.3.2", 0, "activated", "Side", active, "Zone", a.Zone, "Cost", a.Cost)
			}
		case march.EndMoves:
			g.Phase.First = a.First
			g.war().Settle(t, active)
			return
		default:
			g.carryOut(t, a)
		}
	}
}

// carryOut does what a side does among its movements. It returns false for an answer that
// ends them.
func (g *game) carryOut(t *adjudicator.Table, a adjudicator.Answer) bool {
	switch a := a.(type) {
	case *operation:
		g.operate(t, a)
	case *march.Move:
		g.steps.moving = g.Phase.Acting
		g.war().March(t, a)
		g.sailOn(a)
	case *chit.Play:
		g.war().PlayNow(t, a)
	default:
		return false
	}
	return true
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
	for g.carryOut(t, g.war().AskAt(t, field.Juncture{At: field.AtDepart, Side: side, Zone: f.Current, Last: last}, f.question())) {
	}
	g.war().Settle(t, side)
	if !last {
		g.departures(t, side.Other(), true)
	}
	g.Active = adjudicator.Observer
}

// setOut begins the departures of a side: those who wait this turn do not move (10.1).
func (g *game) setOut(side adjudicator.Side) {
	g.steps = steps{}
	g.steps.operations[mainMap] = 2
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
		z := d.Zones[0]
		here := g.UnitsAt(side, z).Minus(g.Phase.Arrived)
		for _, p := range d.Units {
			for rest := here.Minus(units); !rest.Empty(); {
				if u := rest.Pop(); g.Pieces[u].Label == g.Pieces[p.Unit].Label {
					units.Add(u)
					break
				}
			}
		}
		for _, l := range d.Leaders {
			if who := field.LeaderNo(l); (g.LeadersOf(side, z) &^ g.Phase.ArrivedLeaders).Has(who) {
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

// operations are those that can be made now.
func (f *actForm) operations() operations { return operations{f.g, f.step, f.Side, f.Current} }

// question is what is asked now.
func (f *actForm) question() adjudicator.Question {
	f.Barren = f.barren()
	q := f.Question()
	q.Form, q.Verbs = f, departVerbs
	if f.Actions {
		q.Verbs = actVerbs
	}
	if f.t.Heard() && !q.Settled {
		if !f.Actions {
			q.Facts = f.bases()
			q.Prompt = adjudicator.Say("bey.ask.depart", "Points", f.Purse(), "Zone", f.g.Perhaps(f.Current), "Count", f.g.left(arriving, board.NoZone))
		}
		q.Facts = append(q.Facts, f.g.limits(f.step, f.Side)...)
	}
	return q
}

// bases tell who can leave the rear bases in B.2, where nothing is activated.
func (f *actForm) bases() (facts []adjudicator.Phrase) {
	for z := range f.Open().All() {
		units, men := f.g.war().Fresh(f.Side, z)
		facts = append(facts, adjudicator.Say("amphipolis.fact.base", "Zone", f.g.ZoneTerm(z), "Who", f.g.Terms(units, men)))
	}
	return facts
}

// limits are what a side has to know of operations and of the main map when it moves.
func (g *game) limits(st step, s adjudicator.Side) (facts []adjudicator.Phrase) {
	if g.left(st, board.NoZone) > 0 {
		if st == acting {
			facts = append(facts, adjudicator.Say("amphipolis.fact.operation"))
		}
		if s == athens {
			facts = append(facts, adjudicator.Say("amphipolis.fact.operation-ships"))
		}
	}
	switch {
	case g.setting.WithoutMainMap:
		facts = append(facts, adjudicator.Say("amphipolis.fact.main-map-unused"))
	case g.truce() && st == acting:
		facts = append(facts, adjudicator.Say("amphipolis.fact.truce"))
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
		free := g.Phase.Spend > 0 || z == f.Current && g.steps.cost > 0
		if !free || g.left(acting, z) == 0 || !g.canOperateFree(f.Side, z) {
			zones.Add(z)
		}
	}
	return zones
}

// canOperateFree reports whether a side could make an operation of B.3 out of a zone, its
// cost apart.
func (g *game) canOperateFree(s adjudicator.Side, z board.Zone) bool {
	was := g.Phase.Spend
	g.Phase.Spend = max(was, 1)
	can := g.canOperate(acting, s, z)
	g.Phase.Spend = was
	return can
}

// Accept implements [adjudicator.Form].
func (f *actForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	switch o := o.(type) {
	case operateOrder:
		a, d := f.acceptOperation(o, s)
		if d == nil && !f.g.Habits.Mute {
			d = f.Caution(a, o, s)
		}
		if d != nil {
			return nil, d
		}
		return a, nil
	case order.MoveOrder:
		if d := f.judgeWaiting(o.Force, s, o.From.Zone); o.From.Given() && d != nil {
			return nil, d
		}
	}
	return f.ActForm.Accept(o, s)
}

func (f *actForm) acceptOperation(o operateOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	g := f.g
	o = g.startOf(o)
	switch from := o.from.Zone; {
	case !f.Actions:
	case !o.from.Given() && f.Current == board.NoZone:
		return nil, orders.IllegalAt(s, s.Verb.Span, "activate-first", "B.3.2", "Zones", g.ZoneTerms(f.Open()))
	case o.from.Given() && from != f.Current:
		return nil, orders.IllegalAt(s, o.from.Span, "not-activated", "B.3.2",
			"Zone", g.ZoneTerm(from), "Cost", f.Cost(from), "Points", f.Purse())
	}
	from, d := f.operations().leaves(o, s)
	if d == nil {
		d = f.judgeWaiting(o.force, s, from)
	}
	if d != nil {
		return nil, d
	}
	return g.planOperation(f.step, o, s, f.Side, from)
}

// judgeWaiting says of those who wait this turn that they do, before anything else is said
// of them (10.1).
func (f *actForm) judgeWaiting(force order.Force, s *orders.Statement, from board.Zone) *orders.Diagnostic {
	if f.Actions || force.All || from == board.NoZone {
		return nil
	}
	g := f.g
	units, men := g.war().Fresh(f.Side, from)
	if _, _, d := order.Pick(&g.Field, s, force, units, men, from, "B.2"); d == nil {
		return nil
	}
	units, men, d := order.Pick(&g.Field, s, force, g.UnitsAt(f.Side, from), g.LeadersOf(f.Side, from), from, "B.2")
	waiting, leaders := g.waiting(f.Side)
	if d != nil || !units.Meets(waiting) && men&leaders == 0 {
		return nil
	}
	return orders.IllegalAt(s, force.Span, "waits", "10.1", "Who", g.Terms(units.And(waiting), men&leaders))
}

// Caution implements [adjudicator.Cautious].
func (f *actForm) Caution(a adjudicator.Answer, o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	op, ok := a.(*operation)
	if !ok {
		return f.ActForm.Caution(a, o, s)
	}
	if op == nil || o.(operateOrder).unpaid || !f.g.unpaidOperation(op) {
		return nil
	}
	return orders.IllegalAt(s, s.Verb.Span, "unpaid-move", "4.1", "Zones", adjudicator.Terms{f.g.ZoneTerm(op.to)}, "Who", f.g.Terms(op.units, 0))
}

// Check implements [adjudicator.Form].
func (f *actForm) Check(x adjudicator.Answer) error {
	if a, ok := x.(*operation); ok {
		return f.operations().check(a)
	}
	return f.ActForm.Check(x)
}

// Sample implements [adjudicator.Form].
func (f *actForm) Sample(r *rand.Rand) adjudicator.Answer {
	if r.IntN(3) == 0 {
		if a := f.operations().sample(r); a != nil {
			return a
		}
	}
	return f.ActForm.Sample(r)
}

// Choices implements [adjudicator.Form].
func (f *actForm) Choices() []adjudicator.Choice {
	all := f.operations().choices()
	if !f.Actions {
		all = append(all, f.g.transportChoices(f.Side)...)
	}
	return append(all, f.ActForm.Choices()...)
}

var _ adjudicator.Cautious = (*actForm)(nil)
