package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// plan is what a sensible player means to do in an action phase or with his
// departures: the answers in order, and the position that each was thought of for.
type plan struct {
	steps []step
	cost  int // action points of the whole plan, its combats included
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
	where  [maxUnits]board.Zone
	weak   unitSet
	moved  unitSet
}

func (g *game) position() position {
	return position{g.turn, g.active, g.where, g.weak, g.phase.moved}
}

// threshold is what a movement must be worth for anybody to get up.
const threshold = 0.35

// spend announces what the plan for the action phase needs. With nothing to do, a
// side whose enemy has points left keeps one in hand for an answer.
func (p *sensible) spend(g *game, side adjudicator.Side, f *spendForm) adjudicator.Answer {
	p.plan = p.planActions(g, side, f.most, board.NoZone, true)
	switch {
	case len(p.plan.steps) > 0 || p.plan.cost > 0:
		return spending(min(f.most, max(1, p.plan.cost)))
	case g.points[side.Other()] == 0:
		return spending(f.most)
	}
	return spending(max(1, f.most-1))
}

// act follows the plan as long as the position is what it was made for, and makes
// a new one when it is not.
func (p *sensible) act(g *game, f *actForm) adjudicator.Answer {
	if a := p.playInAction(g, f); a != nil {
		return a
	}
	if len(p.plan.steps) == 0 || p.plan.steps[0].seen != g.position() {
		p.plan = p.planActions(g, f.side, f.purse(), f.current, f.actions)
	}
	if len(p.plan.steps) == 0 {
		return endMoves{g: f.g}
	}
	a := p.plan.steps[0].answer
	p.plan.steps = p.plan.steps[1:]
	if m, ok := a.(*move); ok {
		return f.g.answer(m)
	}
	return activation{f.g, a.(activation).zone, f.cost(a.(activation).zone)}
}

// planActions looks for the best movement, does it on a copy, and goes on from
// there until no movement is worth its points.
func (p *sensible) planActions(g *game, side adjudicator.Side, purse int, current board.Zone, actions bool) plan {
	here := *g
	w := &wanderer{p: p, g: &here, side: side, current: current, purse: purse, actions: actions}
	if actions {
		here.active = side
	}
	var made plan
	for range 24 {
		m, cost := w.next()
		if m == nil {
			break
		}
		if m.from != w.current && (actions || cost > 0) {
			made.steps = append(made.steps, step{activation{zone: m.from}, here.position()})
			w.current = m.from
		}
		made.steps = append(made.steps, step{m, here.position()})
		w.purse -= cost
		made.cost += cost
		here.carryOut(m)
	}
	if actions && !here.contested().Empty() {
		made.cost++
	}
	return made
}

// carryOut makes a movement that nothing stops.
func (g *game) carryOut(m *move) {
	g.noteOrigin(m)
	units, leaders := m.units, m.leaders
	for _, d := range m.drop[:m.drops] {
		g.arrive(m, d.step, d.units, d.leaders)
		units, leaders = units.minus(d.units), leaders&^d.leaders
	}
	g.arrive(m, m.steps-1, units, leaders)
	if m.manner == ferried {
		g.carry(m.side, m.route[:m.steps-1], g.sum(m.units))
	}
}

// wanderer looks for the best next movement of a side.
type wanderer struct {
	p       *sensible
	g       *game
	side    adjudicator.Side
	current board.Zone
	purse   int
	actions bool

	best  *move
	value float64
	cost  int
}

// next returns the movement that gains most for its points, or nil if none gains
// enough.
func (w *wanderer) next() (*move, int) {
	g := w.g
	w.best = nil
	w.value = g.appraise(w.side) + threshold
	sources := g.held[w.side]
	if !w.actions {
		sources = sources.Intersect(g.bases)
	}
	for z := range sources.All() {
		cost := 0
		switch {
		case z == w.current:
		case w.actions || !g.onlyArrivals(w.side, z):
			cost = g.activationCost(w.side, z)
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
	units, men := g.fresh(w.side, z)
	if units.empty() {
		return
	}
	ships, troops := units.and(g.ships), units.minus(g.ships)
	sailors := men &^ g.landLeaders
	if !ships.empty() {
		aboard := troops.minus(g.landsmen)
		w.sail(z, cost, g.loaded(ships, aboard), sailors)
		if keep := g.garrison(units); g.ports.Has(z) && keep != noUnit {
			rest := unitsOf(keep)
			w.sail(z, cost, g.loaded(ships.minus(rest), aboard.minus(rest)), sailors)
		}
		if !aboard.empty() && !g.seas.Has(z) {
			w.sail(z, cost, ships, sailors)
		}
		if ships.len() > 1 {
			w.sail(z, cost, unitsOf(g.weakest(ships)), 0)
			half := g.half(ships)
			w.sail(z, cost, g.loaded(half, aboard), sailors)
			w.sail(z, cost, g.loaded(half, aboard), 0)
		}
	}
	if !troops.empty() && (g.lands.Has(z) || g.ports.Has(z)) {
		w.walk(z, cost, troops, men)
		if troops.len() > 1 {
			w.walk(z, cost, troops.minus(unitsOf(g.weakest(troops))), men)
			w.walk(z, cost, unitsOf(g.weakest(troops)), 0)
		}
	}
}

// loaded adds to a fleet the troops that it can carry, the strongest first.
func (g *game) loaded(fleet, troops unitSet) unitSet {
	room := g.sum(fleet) / 5
	for !troops.empty() {
		u := g.strongest(troops)
		troops.drop(u)
		if n := g.strength(u); n <= room {
			fleet.add(u)
			room -= n
		}
	}
	return fleet
}

// strongest returns the unit of the most force points.
func (g *game) strongest(set unitSet) unit {
	found := noUnit
	for !set.empty() {
		if u := set.pop(); found == noUnit || g.strength(u) > g.strength(found) {
			found = u
		}
	}
	return found
}

// garrison is the unit that holds a port for the least: the weakest on land, else
// the weakest ship; noUnit if one unit is all there is.
func (g *game) garrison(units unitSet) unit {
	if units.len() < 2 {
		return noUnit
	}
	if troops := units.minus(g.ships); !troops.empty() {
		return g.weakest(troops)
	}
	return g.weakest(units)
}

// half takes every second ship.
func (g *game) half(ships unitSet) unitSet {
	var some unitSet
	for take := true; !ships.empty(); take = !take {
		if u := ships.pop(); take {
			some.add(u)
		}
	}
	return some
}

func (w *wanderer) sail(z board.Zone, cost int, units unitSet, men leaderSet) {
	if units.and(w.g.ships).empty() {
		return
	}
	w.try(&move{side: w.side, from: z, manner: bySea, units: units, leaders: men}, cost)
}

func (w *wanderer) walk(z board.Zone, cost int, units unitSet, men leaderSet) {
	w.try(&move{side: w.side, from: z, manner: byLand, units: units, leaders: men}, cost)
	g := w.g
	if g.coast.Has(z) {
		w.try(&move{side: w.side, from: z, manner: ferried, units: units.minus(g.landsmen),
			leaders: men &^ g.landLeaders}, cost)
	}
}

// try weighs every place that a group can reach.
func (w *wanderer) try(m *move, cost int) {
	g := w.g
	units, _ := g.fresh(w.side, m.from)
	m.g, m.units = g, g.canonical(m.units, units)
	if m.units.empty() || g.judgeLeft(w.side, m.units, m.leaders, "3.3") != nil {
		return
	}
	g.seek(g.search, m)
	goals := g.search.Reached()
	goals.Remove(m.from)
	if m.manner == ferried {
		goals = goals.Intersect(g.coast)
	}
	if !w.actions { // nobody is attacked in B.2
		goals = goals.Minus(g.held[w.side.Other()])
	}
	for goal := range goals.All() {
		w.weigh(m, goal, cost)
	}
}

// weigh values one destination of a group, and keeps it if it is the best so far.
func (w *wanderer) weigh(m *move, goal board.Zone, cost int) {
	g := w.g
	if w.crowded(m, goal) || !g.follow(m, goal) {
		return
	}
	after := *g
	after.carryOut(m)
	if w.actions && !w.fights(&after, goal, cost) {
		return
	}
	v := after.appraise(w.side) - pointWorth*float64(cost) + w.p.doubt()
	if v <= w.value || g.judge(m) != nil {
		return
	}
	found := *m
	w.best, w.value, w.cost = &found, v, cost
}

// fights reports whether a side can pay for the combats of a position (4.1) and
// would pick the one that its last movement has brought about.
func (w *wanderer) fights(after *game, goal board.Zone, cost int) bool {
	due := after.contested()
	if due.Empty() {
		return true
	}
	b := battle{zone: goal, attacker: w.side, naval: after.seas.Has(goal)}
	return cost < w.purse && (!due.Has(goal) || after.prospect(&b, w.side) > 0)
}

// crowded reports whether a group would find no room at its goal (3.6), its weakened
// units counted as what they will be when they have recovered.
func (w *wanderer) crowded(m *move, goal board.Zone) bool {
	return w.g.cramped(goal, w.g.unitsAt(w.side, goal).or(m.units))
}

// cramped reports whether units are too many for a zone, or will be once those that
// are weakened have recovered.
func (g *game) cramped(z board.Zone, units unitSet) bool {
	var count, pf [2]int
	for !units.empty() {
		u := &g.units[units.pop()]
		count[u.class]++
		pf[u.class] += u.full
	}
	return g.overfull(z, naval, count[naval], pf[naval]) || g.overfull(z, land, count[land], pf[land])
}
