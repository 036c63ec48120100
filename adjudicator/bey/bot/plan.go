package bot

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Plan is what a sensible player means to do in an action phase or with his
// departures: the answers in order, and the position that each was thought of for.
type Plan struct {
	steps []step
	Cost  int // action points of the whole plan, its combats included
}

// step is one answer of a plan: a deed, or the activation of a zone.
type step struct {
	deed   Deed       // or nil
	active board.Zone // otherwise
	seen   position
	cost   int // action points
}

// answer answers the question that a step was thought of for.
func (x step) answer(f *march.ActForm, form adjudicator.Form) adjudicator.Answer {
	if x.deed != nil {
		return x.deed.Answer(form)
	}
	return march.Activation{G: f.G, Zone: x.active, Cost: f.Cost(x.active)}
}

// Deed is what plans are made of, activations apart: a movement, or what else sets out from
// one zone for another.
type Deed interface {
	// Party is who sets out, from where and where to.
	Party() (from, to board.Zone, who Party)
	// Do does it in thought.
	Do(g *Planner)
	// Answer is the answer to a question that takes it.
	Answer(form adjudicator.Form) adjudicator.Answer
}

// Movement is a movement as a [Deed].
type Movement struct{ *march.Move }

// Party implements [Deed].
func (m Movement) Party() (from, to board.Zone, who Party) {
	return m.From, m.To(), Party{m.Units, m.Leaders}
}

// Do implements [Deed].
func (m Movement) Do(g *Planner) { g.Make(m.Move) }

// Answer implements [Deed].
func (m Movement) Answer(form adjudicator.Form) adjudicator.Answer {
	return familys(form).(*march.ActForm).G.Answer(m.Move)
}

// position tells positions apart as far as a plan is concerned.
type position struct {
	turn   int
	active adjudicator.Side
	where  [field.MaxUnits]board.Zone
	weak   field.UnitSet
	moved  field.UnitSet
}

func (g *Planner) position() position {
	return position{g.TurnNo, g.Active, g.Where, g.Weak, g.Phase.Moved}
}

// threshold is what a movement must be worth for anybody to get up.
const threshold = 0.35

// spend announces what the plan for the action phase needs. With nothing to do, a
// side whose enemy has points left keeps one in hand for an answer.
func (p *Player) spend(g *Planner, side adjudicator.Side, f *march.SpendForm) adjudicator.Answer {
	p.plan = p.draft(g, side, f.Most, board.NoZone, true)
	switch {
	case len(p.plan.steps) > 0 || p.plan.Cost > 0:
		return march.Spending(min(f.Most, max(1, p.plan.Cost)))
	case g.Points[side.Other()] == 0:
		return march.Spending(f.Most)
	}
	return march.Spending(max(1, f.Most-1))
}

// act follows the plan as long as the position is what it was made for, and makes
// a new one when it is not.
func (p *Player) act(g *Planner, f *march.ActForm, form adjudicator.Form) adjudicator.Answer {
	if a := p.playInAction(g, f); a != nil {
		return a
	}
	if len(p.plan.steps) == 0 || p.plan.steps[0].seen != g.position() {
		p.plan = p.draft(g, f.Side, f.Purse(), f.Current, f.Actions)
	}
	if len(p.plan.steps) == 0 {
		return march.EndMoves{G: f.G}
	}
	next := p.plan.steps[0]
	p.plan.steps = p.plan.steps[1:]
	return next.answer(f, form)
}

// draft makes a plan for so many points, with a zone that is active already if there is one,
// for an action phase or for departures: it looks for the best deed, does it on a copy,
// and goes on from there until none is worth its points.
func (p *Player) draft(g *Planner, side adjudicator.Side, purse int, current board.Zone, actions bool) Plan {
	here := On(g.Copy().(Rules))
	w := &Wanderer{p: p, G: here, Side: side, Current: current, purse: purse, Actions: actions}
	if actions {
		here.Active = side
	}
	var made Plan
	for range 24 {
		d, cost := w.next()
		if d == nil {
			break
		}
		next := step{deed: d, seen: here.position(), cost: cost}
		if from, _, _ := d.Party(); from != w.Current && (actions || cost > 0) {
			made.steps = append(made.steps, step{active: from, seen: next.seen, cost: cost})
			w.Current, next.cost = from, 0
		}
		made.steps = append(made.steps, next)
		w.purse -= cost
		made.Cost += cost
		d.Do(here)
	}
	if actions && !here.Contested().Empty() {
		made.Cost++
	}
	return made
}

// Make makes a movement that nothing stops.
func (g *Planner) Make(m *march.Move) {
	g.NoteOrigin(m)
	units, leaders := m.Units, m.Leaders
	for _, d := range m.Drop[:m.Drops] {
		g.Arrive(m, d.Step, d.Units, d.Leaders)
		units, leaders = units.Minus(d.Units), leaders&^d.Leaders
	}
	g.Arrive(m, m.Steps-1, units, leaders)
	if m.Manner == march.Ferried {
		g.Carry(m.Side, m.Route[:m.Steps-1], g.Sum(m.Units))
	}
}

// Wanderer looks for what a side had best do next.
type Wanderer struct {
	G       *Planner
	Side    adjudicator.Side
	Current board.Zone // that is active, or NoZone
	Actions bool       // in an action phase; otherwise among the departures
	Fare    int        // action points that the zone costs that is looked at

	p      *Player
	purse  int
	memory memory // of the position that deeds are looked for in

	best  Deed
	value float64
	cost  int
}

// next returns the deed that gains most for its points, or nil if none gains
// enough.
func (w *Wanderer) next() (Deed, int) {
	g := w.G
	w.best = nil
	w.memory.begin(g.Field)
	w.value = w.memory.appraise(g, w.Side) + threshold
	sources := g.Held[w.Side]
	if !w.Actions {
		sources = sources.Intersect(g.Bases)
	}
	for z := range sources.All() {
		w.Fare = 0
		switch {
		case z == w.Current:
		case w.Actions || !g.OnlyArrivals(w.Side, z):
			w.Fare = g.ActivationCost(w.Side, z)
		}
		if units, men := g.Fresh(w.Side, z); w.Fare <= w.purse && !units.Empty() {
			g.SetOut(w, z, Party{units, men})
		}
	}
	return w.best, w.cost
}

// Strongest returns the unit of the most force points.
func Strongest(g *field.Field, set field.UnitSet) field.UnitNo {
	found := field.NoUnit
	for !set.Empty() {
		if u := set.Pop(); found == field.NoUnit || g.Strength(u) > g.Strength(found) {
			found = u
		}
	}
	return found
}

// Half takes every second unit.
func Half(units field.UnitSet) field.UnitSet {
	var some field.UnitSet
	for take := true; !units.Empty(); take = !take {
		if u := units.Pop(); take {
			some.Add(u)
		}
	}
	return some
}

// Sail has a group with ships weigh a movement at sea.
func (w *Wanderer) Sail(z board.Zone, who Party) {
	if who.Units.Meets(w.G.Ships) {
		w.try(&march.Move{Side: w.Side, From: z, Manner: march.BySea, Units: who.Units, Leaders: who.Leaders})
	}
}

// Walk has a group weigh a movement by land, and one over the sea as ships next door carry it.
func (w *Wanderer) Walk(z board.Zone, who Party) {
	w.try(&march.Move{Side: w.Side, From: z, Manner: march.ByLand, Units: who.Units, Leaders: who.Leaders})
	if g := w.G; g.Coast.Has(z) {
		w.try(&march.Move{Side: w.Side, From: z, Manner: march.Ferried, Units: who.Units.Minus(g.Landsmen),
			Leaders: who.Leaders &^ g.LandLeaders})
	}
}

// try weighs every place that a group can reach.
func (w *Wanderer) try(m *march.Move) {
	g := w.G
	units, _ := g.Fresh(w.Side, m.From)
	m.G, m.Units = g.Marches, g.Canonical(m.Units, units)
	if m.Units.Empty() || !g.MayPart(w.Side, m.Units, m.Leaders) {
		return
	}
	g.Seek(g.Search, m)
	goals := g.Search.Reached()
	goals.Remove(m.From)
	if m.Manner == march.Ferried {
		goals = goals.Intersect(g.Coast)
	}
	if !w.Actions { // nobody is attacked in B.2
		goals = goals.Minus(g.Held[w.Side.Other()])
	}
	for goal := range goals.All() {
		if !w.crowded(m, goal) && g.Follow(m, goal) && w.Offer(Movement{m}, w.Fare, func() bool { return g.Judge(m) == nil }) {
			found := *m
			w.best = Movement{&found}
		}
	}
}

// Offer weighs what would cost so many points, and keeps it if it is the best so far and, if
// that is still to be asked, allowed. It reports whether it does.
func (w *Wanderer) Offer(d Deed, cost int, allowed func() bool) bool {
	after := w.p.Imagine(w.G)
	d.Do(after)
	if _, goal, _ := d.Party(); cost > w.purse || w.Actions && !w.fights(after, goal, cost) {
		return false
	}
	v := w.memory.appraise(after, w.Side) - w.G.prices.Point*float64(cost) + w.p.Doubt()
	if v <= w.value || allowed != nil && !allowed() {
		return false
	}
	w.best, w.value, w.cost = d, v, cost
	return true
}

// fights reports whether a side can pay for the combats of a position (4.1) and
// would pick the one that its last movement has brought about.
func (w *Wanderer) fights(after *Planner, goal board.Zone, cost int) bool {
	due := after.Contested()
	if due.Empty() {
		return true
	}
	b := battle.Battle{Zone: goal, Attacker: w.Side, Naval: after.Seas.Has(goal)}
	return cost < w.purse && (!due.Has(goal) || after.Prospect(b, w.Side) > 0)
}

// crowded reports whether a group would find no room at its goal (3.6), its weakened
// units counted as what they will be when they have recovered.
func (w *Wanderer) crowded(m *march.Move, goal board.Zone) bool {
	return w.G.Cramped(goal, w.G.UnitsAt(w.Side, goal).Or(m.Units))
}

// Cramped reports whether units are too many for a zone, or will be once those that
// are weakened have recovered.
func (g *Planner) Cramped(z board.Zone, units field.UnitSet) bool {
	var count, pf [2]int
	for !units.Empty() {
		u := &g.Pieces[units.Pop()]
		count[u.Class]++
		pf[u.Class] += u.Full
	}
	if over, _ := g.Board.Limit(z, board.AllUnits).Over(count[field.Naval]+count[field.Land], 0); over > 0 {
		return true
	}
	return g.Overfull(z, field.Naval, count[field.Naval], pf[field.Naval]) || g.Overfull(z, field.Land, count[field.Land], pf[field.Land])
}
