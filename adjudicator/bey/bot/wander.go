package bot

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Wanderer looks for what a side had best do next.
type Wanderer struct {
	G       *Planner
	Side    adjudicator.Side
	Current board.Zone // that is active, or NoZone
	Actions bool       // in an action phase; otherwise among the departures
	Fare    int        // action points that the zone costs that is looked at

	p      *Player
	purse  int
	memory *memory // of the position that deeds are looked for in

	sought [march.Manners]struct { // by the manner of movement
		errand march.Errand // what has been explored last
		runs   int          // and how often anything had been by then
	}

	best  Deed
	value float64
	cost  int
}

// next returns the deed that gains most for its points, or nil if none gains
// enough.
func (w *Wanderer) next() (Deed, int) {
	g := w.G
	w.best = nil
	for i := range w.sought {
		w.sought[i].runs = -1
	}
	w.memory = w.p.recall(g)
	w.value = w.memory.value[w.Side] + threshold
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
		units, men := g.Fresh(w.Side, z)
		units, men = units.Minus(w.p.kept.Units), men&^w.p.kept.Leaders
		if w.Fare <= w.purse && !units.Empty() {
			g.SetOut(w, z, Party{units, men})
		}
	}
	return w.best, w.cost
}

// Sail has a group with ships weigh a movement at sea.
func (w *Wanderer) Sail(z board.Zone, who Party) {
	if who.Units.Meets(w.G.Ships) {
		w.try(z, march.BySea, who)
	}
}

// Walk has a group weigh a movement by land, and one over the sea as ships next door carry it.
func (w *Wanderer) Walk(z board.Zone, who Party) {
	w.try(z, march.ByLand, who)
	if g := w.G; g.Coast.Has(z) {
		w.try(z, march.Ferried, Party{who.Units.Minus(g.Landsmen), who.Leaders &^ g.LandLeaders})
	}
}

// try weighs every place that a group can reach.
func (w *Wanderer) try(from board.Zone, how march.Manner, who Party) {
	g := w.G
	units, _ := g.Fresh(w.Side, from)
	who.Units = g.Canonical(who.Units, units)
	if who.Units.Empty() || !g.MayPart(w.Side, who.Units, who.Leaders) {
		return
	}
	m := &w.p.move
	*m = march.Move{G: g.Marches, Side: w.Side, From: from, Manner: how, Units: who.Units, Leaders: who.Leaders}
	of := group{w.Side, from, how, w.Actions, who}
	trips, known := w.memory.sortie(of)
	if !known {
		trips = w.weigh(of, m)
	}
	for i := range trips {
		x := &trips[i]
		w.Consider(x, w.Fare, func() Deed { return w.taken(m, x.goal) })
	}
}

// weigh weighs every place that a group can reach which has not been weighed yet.
func (w *Wanderer) weigh(of group, m *march.Move) []Trip {
	g, mem := w.G, w.memory
	errand := g.Errand(m)
	goals, known := g.Within(errand)
	if !known {
		w.seek(errand)
		goals = g.Search.Reached()
	}
	goals.Remove(m.From)
	if m.Manner == march.Ferried {
		goals = goals.Intersect(g.Coast)
	}
	if !w.Actions { // nobody is attacked in B.2
		goals = goals.Minus(g.Held[w.Side.Other()])
	}
	first, at, band := len(mem.trips), m.From, mem.at.Band(m.Units, m.Leaders)
	mem.depart(m.Side, m.From)
	for goal := range goals.All() {
		if !w.crowded(m, goal) {
			mem.trips = append(mem.trips, w.movement(m, errand, &band, at, goal))
			at = goal
		}
	}
	mem.back(&band, at)
	mem.sorties = append(mem.sorties, sortie{of, first, len(mem.trips)})
	return mem.trips[first:]
}

// seek explores where groups of an errand can go, and how, unless it is known from the group
// before.
func (w *Wanderer) seek(x march.Errand) {
	s, last := &w.p.searches[x.Manner()], &w.sought[x.Manner()]
	if w.G.Search = s; s.Runs() != last.runs || x != last.errand {
		w.G.Explore(s, x)
		last.errand, last.runs = x, s.Runs()
	}
}

// follow notes in a movement how it leads to a place, if it does.
func (w *Wanderer) follow(m *march.Move, x march.Errand, to board.Zone) bool {
	w.seek(x)
	return w.G.Follow(m, to)
}

// movement weighs one movement of a group that is somewhere, in thought, from the one before.
func (w *Wanderer) movement(m *march.Move, errand march.Errand, band *field.Band, at, to board.Zone) Trip {
	return w.Weigh(to, board.SetOf(m.From, to), func(g *Planner) {
		if g.Held[m.Side.Other()].Has(to) && w.follow(m, errand, to) { // how they came matters where they fight
			from := field.Entry{From: m.Before(m.Steps - 1), Amphibious: m.Manner == march.Ferried}
			for rest := m.Units; !rest.Empty(); {
				g.Phase.Entry[rest.Pop()] = from
			}
		}
		g.Shift(band, at, to)
	}, func(*Planner) {})
}

// back takes the movements of a group back.
func (m *memory) back(band *field.Band, at board.Zone) {
	m.at.Shift(band, at, m.origin)
	m.at.Phase.Entry = m.entries
	m.origin = board.NoZone
}

// Trip is something that could set out, and what becomes of it.
type Trip struct {
	goal     board.Zone
	due      bool    // there are combats to be paid for
	hopeless bool    // and the one at the goal promises nothing
	value    float64 // of the position; unless it is hopeless
}

// Weigh weighs what sets out for a place and changes what is in some zones: it does it, looks,
// and takes it back.
func (w *Wanderer) Weigh(goal board.Zone, changed board.Set, do, undo func(*Planner)) Trip {
	at, x := w.memory.at, Trip{goal: goal}
	do(at)
	if w.Actions {
		due := at.Contested()
		x.due = !due.Empty()
		if due.Has(goal) {
			b := battle.Battle{Zone: goal, Attacker: w.Side, Naval: at.Seas.Has(goal)}
			w.memory.met, w.memory.promise = goal, at.Prospect(b, w.Side)
			at.know(b)
			x.hopeless = w.memory.promise <= 0
		}
	}
	if !x.hopeless {
		x.value = w.memory.appraise(at, w.Side, changed)
	}
	w.memory.met, at.reckoned = board.NoZone, nowhere
	undo(at)
	return x
}

// Consider keeps what costs so many points if it is the best so far and can be paid for with
// its combats (4.1), and if it is a deed that is allowed: if deed returns one.
func (w *Wanderer) Consider(x *Trip, cost int, deed func() Deed) {
	if x.hopeless || cost > w.purse || x.due && cost == w.purse {
		return
	}
	v := x.value - w.G.prices.Point*float64(cost) + w.p.Doubt()
	if v <= w.value {
		return
	}
	if d := deed(); d != nil {
		w.best, w.value, w.cost = d, v, cost
	}
}

// taken is a movement to a place as a deed, if it is allowed.
func (w *Wanderer) taken(m *march.Move, goal board.Zone) Deed {
	if !w.follow(m, w.G.Errand(m), goal) || w.G.Judge(m) != nil {
		return nil
	}
	found := *m
	return Movement{&found}
}

// crowded reports whether a group would find no room at its goal (3.6), its weakened
// units counted as what they will be when they have recovered.
func (w *Wanderer) crowded(m *march.Move, goal board.Zone) bool {
	return w.G.Cramped(goal, w.G.UnitsAt(w.Side, goal).Or(m.Units))
}

// Cramped reports whether units are too many for a zone, or will be once those that
// are weakened have recovered.
func (g *Planner) Cramped(z board.Zone, units field.UnitSet) bool {
	if !g.Board.Limits(z) {
		return false
	}
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
