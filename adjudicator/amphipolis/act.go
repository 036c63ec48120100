package amphipolis

import (
	"fmt"
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
	g *game
	t *adjudicator.Table
}

// actForm makes the question of a side that has activated a zone last, or none.
func (g *game) actForm(t *adjudicator.Table, side adjudicator.Side, activated board.Zone, actions bool) *actForm {
	return &actForm{g.war().Acting(t, side, activated, actions), g, t}
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
				g.Tell(t, "B.3.2", 0, "activated", "Side", g.SideTerm(active), "Zone", g.ZoneTerm(a.Zone), "Cost", a.Cost)
			}
		case *operation:
			g.operate(t, a)
		case *march.Move:
			g.steps.moving = true
			g.war().March(t, a)
			g.sailOn(a)
		case *chit.Play:
			g.war().PlayNow(t, a)
		case march.EndMoves:
			g.Phase.First = a.First
			g.war().Settle(t, active)
			return
		}
	}
}

// departures lets both sides move out of their rear bases in B.2, one after the other: two
// operations each, and any number of movements.
func (g *game) departures(t *adjudicator.Table, first adjudicator.Side) {
	for i, side := range [2]adjudicator.Side{first, first.Other()} {
		t.Phase("B.2", side)
		g.setOut(side)
		g.departOn(t, side, board.NoZone, i == 1)
	}
	g.Active = adjudicator.Observer
}

// departuresOn goes on with the departures of a side, and then with those of the other one
// if they have not been.
func (g *game) departuresOn(t *adjudicator.Table, side adjudicator.Side, activated board.Zone, last bool) {
	g.Active = side
	g.departOn(t, side, activated, last)
	if !last {
		t.Phase("B.2", side.Other())
		g.setOut(side.Other())
		g.departOn(t, side.Other(), board.NoZone, true)
	}
	g.Active = adjudicator.Observer
}

// setOut begins the departures of a side: those who wait this turn do not move (10.1).
func (g *game) setOut(side adjudicator.Side) {
	g.Active = side
	g.steps = steps{}
	g.steps.operations[mainMap] = 2
	units, men := g.waiting(side)
	g.Phase.Moved, g.Phase.MovedLeaders = g.Phase.Moved.Or(units), g.Phase.MovedLeaders|men
}

// departOn asks a side until it has done.
func (g *game) departOn(t *adjudicator.Table, side adjudicator.Side, activated board.Zone, last bool) {
	f := g.actForm(t, side, activated, false)
	for {
		switch a := g.war().AskAt(t, field.Juncture{At: field.AtDepart, Side: side, Zone: f.Current, Last: last}, f.question()).(type) {
		case *operation:
			g.operate(t, a)
		case *march.Move:
			g.war().March(t, a)
		case *chit.Play:
			g.war().PlayNow(t, a)
		default:
			g.war().Settle(t, side)
			return
		}
	}
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

// step is the one that operations are made in.
func (f *actForm) step() step {
	if f.Actions {
		return acting
	}
	return arriving
}

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
		q.Facts = append(q.Facts, f.g.limits(f.step(), f.Side)...)
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
		if d := f.judgeWaiting(o, s); d != nil {
			return nil, d
		}
	}
	return f.ActForm.Accept(o, s)
}

func (f *actForm) acceptOperation(o operateOrder, s *orders.Statement) (*operation, *orders.Diagnostic) {
	g, from := f.g, f.Current
	o = g.startOf(o)
	switch {
	case o.from.Given():
		from = o.from.Zone
	case !f.Actions:
		from = g.likelyStart(arriving, f.Side, o)
	}
	switch {
	case from == board.NoZone && f.Actions:
		return nil, orders.IllegalAt(s, s.Verb.Span, "activate-first", "B.3.2", "Zones", g.ZoneTerms(f.Open()))
	case from == board.NoZone:
		return nil, orders.IllegalAt(s, s.Verb.Span, "operation-from", "3.2", "Zones", g.ZoneTerms(g.starts(arriving, f.Side)))
	case f.Actions && from != f.Current:
		return nil, orders.IllegalAt(s, o.from.Span, "not-activated", "B.3.2",
			"Zone", g.ZoneTerm(from), "Cost", f.Cost(from), "Points", f.Purse())
	}
	if d := f.judgeWaitingForce(o.force, s, from); d != nil {
		return nil, d
	}
	return g.planOperation(f.step(), o, s, f.Side, from)
}

// judgeWaiting says of those who wait this turn that they do, before anything else is said
// of them (10.1).
func (f *actForm) judgeWaiting(o order.MoveOrder, s *orders.Statement) *orders.Diagnostic {
	if f.Actions || !o.From.Given() {
		return nil
	}
	return f.judgeWaitingForce(o.Force, s, o.From.Zone)
}

func (f *actForm) judgeWaitingForce(force order.Force, s *orders.Statement, from board.Zone) *orders.Diagnostic {
	if f.Actions || force.All {
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
	a, ok := x.(*operation)
	if !ok {
		return f.ActForm.Check(x)
	}
	if a.side != f.Side || a.step != f.step() || f.Actions && a.from != f.Current {
		return fmt.Errorf("%w: %s is not activated", field.ErrIllegal, f.g.Board.Name(a.from))
	}
	return f.g.judgeOperation(a).Err()
}

// Sample implements [adjudicator.Form].
func (f *actForm) Sample(r *rand.Rand) adjudicator.Answer {
	if r.IntN(3) == 0 {
		zones := f.operable()
		if !zones.Empty() {
			if a := f.g.sampleOperation(r, f.step(), f.Side, zones.Nth(r.IntN(zones.Len()))); a != nil {
				return a
			}
		}
	}
	return f.ActForm.Sample(r)
}

// operable are the zones out of which an operation can be made now.
func (f *actForm) operable() (zones board.Set) {
	from := f.g.starts(f.step(), f.Side)
	if f.Actions {
		if f.Current == board.NoZone {
			return zones
		}
		from = from.Intersect(board.SetOf(f.Current))
	}
	for z := range from.All() {
		if f.g.canOperate(f.step(), f.Side, z) {
			zones.Add(z)
		}
	}
	return zones
}

// Choices implements [adjudicator.Form].
func (f *actForm) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for z := range f.operable().All() {
		all = append(all, f.g.operationChoices(f.step(), f.Side, z)...)
	}
	if !f.Actions {
		all = append(all, f.g.transportChoices(f.Side)...)
	}
	return append(all, f.ActForm.Choices()...)
}

// operationChoices shows one operation out of a zone, and where such operations lead.
func (g *game) operationChoices(st step, s adjudicator.Side, from board.Zone) []adjudicator.Choice {
	for a := range g.examples(st, s, from) {
		note := "operate"
		if s == athens && g.overSea(a.to) && !a.units.Within(g.Ships) {
			note = "operate-ships"
		}
		return []adjudicator.Choice{{Words: a.Words(), Note: adjudicator.Say("amphipolis.note."+note, "Zones", g.ZoneTerms(g.leadsTo(st, s, from)))}}
	}
	return nil
}

var _ adjudicator.Cautious = (*actForm)(nil)
