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
	Cost  int     // action points of the whole plan, its combats included
	Worth float64 // of the position that it leads to, what it costs taken off
}

// step is one answer of a plan.
type step struct {
	answer adjudicator.Answer
	seen   position
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
	return p.Announce(g, side, f, p.Draft(g, side, f.Most, board.NoZone, true))
}

// Announce announces what a plan needs, and means to follow it.
func (p *Player) Announce(g *Planner, side adjudicator.Side, f *march.SpendForm, meant Plan) adjudicator.Answer {
	p.plan = meant
	switch {
	case len(meant.steps) > 0 || meant.Cost > 0:
		return march.Spending(min(f.Most, max(1, meant.Cost)))
	case g.Points[side.Other()] == 0:
		return march.Spending(f.Most)
	}
	return march.Spending(max(1, f.Most-1))
}

// Mean has the player follow a plan.
func (p *Player) Mean(meant Plan) { p.plan = meant }

// Meant reports whether there is a plan in hand that was made for the position.
func (p *Player) Meant(g *Planner) bool {
	return len(p.plan.steps) > 0 && p.plan.steps[0].seen == g.position()
}

// act follows the plan as long as the position is what it was made for, and makes
// a new one when it is not.
func (p *Player) act(g *Planner, f *march.ActForm) adjudicator.Answer {
	if a := p.playInAction(g, f); a != nil {
		return a
	}
	if !p.Meant(g) {
		p.plan = p.Draft(g, f.Side, f.Purse(), f.Current, f.Actions)
	}
	if len(p.plan.steps) == 0 {
		return march.EndMoves{G: f.G}
	}
	a := p.plan.steps[0].answer
	p.plan.steps = p.plan.steps[1:]
	if m, ok := a.(*march.Move); ok {
		return f.G.Answer(m)
	}
	return march.Activation{G: f.G, Zone: a.(march.Activation).Zone, Cost: f.Cost(a.(march.Activation).Zone)}
}

// Draft makes a plan for so many points, with a zone that is active already if there is one,
// for an action phase or for departures: it looks for the best movement, does it on a copy,
// and goes on from there until no movement is worth its points.
func (p *Player) Draft(g *Planner, side adjudicator.Side, purse int, current board.Zone, actions bool) Plan {
	here := On(g.Copy().(Rules))
	w := &wanderer{p: p, g: here, side: side, current: current, purse: purse, actions: actions}
	if actions {
		here.Active = side
	}
	var made Plan
	for range 24 {
		m, cost := w.next()
		if m == nil {
			break
		}
		if m.From != w.current && (actions || cost > 0) {
			made.steps = append(made.steps, step{march.Activation{Zone: m.From}, here.position()})
			w.current = m.From
		}
		made.steps = append(made.steps, step{m, here.position()})
		w.purse -= cost
		made.Cost += cost
		here.Make(m)
	}
	if actions && !here.Contested().Empty() {
		made.Cost++
	}
	made.Worth = here.Appraise(side) - g.prices.Point*float64(made.Cost)
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

// wanderer looks for the best next movement of a side.
type wanderer struct {
	p       *Player
	g       *Planner
	side    adjudicator.Side
	current board.Zone
	purse   int
	actions bool
	memory  memory // of the position that movements are looked for in

	best  *march.Move
	value float64
	cost  int
}

// next returns the movement that gains most for its points, or nil if none gains
// enough.
func (w *wanderer) next() (*march.Move, int) {
	g := w.g
	w.best = nil
	w.memory.begin(g.Field)
	w.value = w.memory.appraise(g, w.side) + threshold
	sources := g.Held[w.side]
	if !w.actions {
		sources = sources.Intersect(g.Bases)
	}
	for z := range sources.All() {
		cost := 0
		switch {
		case z == w.current:
		case w.actions || !g.OnlyArrivals(w.side, z):
			cost = g.ActivationCost(w.side, z)
		}
		if cost <= w.purse {
			w.leave(z, cost)
		}
	}
	return w.best, w.cost
}

// leave tries the groups that could leave a zone.
func (w *wanderer) leave(z board.Zone, cost int) {
	g := w.g
	units, men := g.Fresh(w.side, z)
	if units.Empty() {
		return
	}
	ships, troops := units.And(g.Ships), units.Minus(g.Ships)
	sailors := men &^ g.LandLeaders
	if !ships.Empty() {
		aboard := troops.Minus(g.Landsmen)
		w.sail(z, cost, g.Laden(ships, aboard), sailors)
		if keep := g.garrison(units); g.Ports.Has(z) && keep != field.NoUnit {
			rest := field.UnitsOf(keep)
			w.sail(z, cost, g.Laden(ships.Minus(rest), aboard.Minus(rest)), sailors)
		}
		if !aboard.Empty() && !g.Seas.Has(z) {
			w.sail(z, cost, ships, sailors)
		}
		if ships.Len() > 1 {
			w.sail(z, cost, field.UnitsOf(g.Weakest(ships)), 0)
			half := g.half(ships)
			w.sail(z, cost, g.Laden(half, aboard), sailors)
			w.sail(z, cost, g.Laden(half, aboard), 0)
		}
	}
	if !troops.Empty() && !g.Seas.Has(z) {
		for _, party := range g.Parties(g, z, troops, men) {
			w.walk(z, cost, party.Units, party.Leaders)
		}
	}
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

// garrison is the unit that holds a port for the least: the weakest on land, else
// the weakest ship; none if one unit is all there is.
func (g *Planner) garrison(units field.UnitSet) field.UnitNo {
	if units.Len() < 2 {
		return field.NoUnit
	}
	if troops := units.Minus(g.Ships); !troops.Empty() {
		return g.Weakest(troops)
	}
	return g.Weakest(units)
}

// half takes every second ship.
func (g *Planner) half(ships field.UnitSet) field.UnitSet {
	var some field.UnitSet
	for take := true; !ships.Empty(); take = !take {
		if u := ships.Pop(); take {
			some.Add(u)
		}
	}
	return some
}

func (w *wanderer) sail(z board.Zone, cost int, units field.UnitSet, men field.LeaderSet) {
	if units.And(w.g.Ships).Empty() {
		return
	}
	w.try(&march.Move{Side: w.side, From: z, Manner: march.BySea, Units: units, Leaders: men}, cost)
}

func (w *wanderer) walk(z board.Zone, cost int, units field.UnitSet, men field.LeaderSet) {
	w.try(&march.Move{Side: w.side, From: z, Manner: march.ByLand, Units: units, Leaders: men}, cost)
	g := w.g
	if g.Coast.Has(z) {
		w.try(&march.Move{Side: w.side, From: z, Manner: march.Ferried, Units: units.Minus(g.Landsmen),
			Leaders: men &^ g.LandLeaders}, cost)
	}
}

// try weighs every place that a group can reach.
func (w *wanderer) try(m *march.Move, cost int) {
	g := w.g
	units, _ := g.Fresh(w.side, m.From)
	m.G, m.Units = g.Marches, g.Canonical(m.Units, units)
	if m.Units.Empty() || !g.MayPart(w.side, m.Units, m.Leaders) {
		return
	}
	g.Seek(g.Search, m)
	goals := g.Search.Reached()
	goals.Remove(m.From)
	if m.Manner == march.Ferried {
		goals = goals.Intersect(g.Coast)
	}
	if !w.actions { // nobody is attacked in B.2
		goals = goals.Minus(g.Held[w.side.Other()])
	}
	for goal := range goals.All() {
		w.weigh(m, goal, cost)
	}
}

// weigh values one destination of a group, and keeps it if it is the best so far.
func (w *wanderer) weigh(m *march.Move, goal board.Zone, cost int) {
	g := w.g
	if w.crowded(m, goal) || !g.Follow(m, goal) {
		return
	}
	after := w.p.Imagine(g)
	after.Make(m)
	if w.actions && !w.fights(after, goal, cost) {
		return
	}
	v := w.memory.appraise(after, w.side) - g.prices.Point*float64(cost) + w.p.Doubt()
	if v <= w.value || g.Judge(m) != nil {
		return
	}
	found := *m
	w.best, w.value, w.cost = &found, v, cost
}

// fights reports whether a side can pay for the combats of a position (4.1) and
// would pick the one that its last movement has brought about.
func (w *wanderer) fights(after *Planner, goal board.Zone, cost int) bool {
	due := after.Contested()
	if due.Empty() {
		return true
	}
	b := battle.Battle{Zone: goal, Attacker: w.side, Naval: after.Seas.Has(goal)}
	return cost < w.purse && (!due.Has(goal) || after.Prospect(b, w.side) > 0)
}

// crowded reports whether a group would find no room at its goal (3.6), its weakened
// units counted as what they will be when they have recovered.
func (w *wanderer) crowded(m *march.Move, goal board.Zone) bool {
	return w.g.Cramped(goal, w.g.UnitsAt(w.side, goal).Or(m.Units))
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
