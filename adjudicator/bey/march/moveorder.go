package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// plan turns an order into a movement from a zone: it finds the counters among
// those that may move, tells the type of movement, and fills in the route.
func (g Marches) plan(o *order.MoveOrder, s *orders.Statement, side adjudicator.Side, from board.Zone) (Move, *orders.Diagnostic) {
	m := Move{Side: side, From: from}
	var d *orders.Diagnostic
	if m.Units, m.Leaders, d = g.PickMovers(o.Force, s, side, from); d != nil {
		return m, d
	}
	if m.Units.Empty() && m.Leaders == 0 {
		return m, (g.Fault("nothing-moves", "B.3.2", field.FaultForce)).In(s, o.Force.Span)
	}
	return m, g.planRoute(&m, o, s)
}

// Fresh returns a side's units and leaders in a zone that may still move in this
// phase.
func (g Marches) Fresh(side adjudicator.Side, z board.Zone) (field.UnitSet, field.LeaderSet) {
	return g.UnitsAt(side, z).Minus(g.Phase.Moved), g.LeadersOf(side, z) &^ g.Phase.MovedLeaders &^ g.Ill
}

// PickMovers finds the counters that an order names. Where too few of them may
// still move, it tells whether others have moved.
func (g Marches) PickMovers(f order.Force, s *orders.Statement, side adjudicator.Side, from board.Zone) (field.UnitSet, field.LeaderSet, *orders.Diagnostic) {
	units, leaders := g.Fresh(side, from)
	u, l, d := order.Pick(g.Field, s, f, units, leaders, from, "B.3.2")
	if d == nil {
		return u, l, nil
	}
	u, l, all := order.Pick(g.Field, s, f, g.UnitsAt(side, from), g.LeadersOf(side, from), from, "B.3.2")
	if all != nil {
		return u, l, all
	}
	m := Move{Side: side, From: from, Units: u, Leaders: l}
	if bad := g.JudgeGroup(&m); bad != nil {
		return u, l, bad.In(s, d.Span)
	}
	return u, l, d
}

// planRoute fills in the route and the drops of a movement.
func (g Marches) planRoute(m *Move, o *order.MoveOrder, s *orders.Statement) *orders.Diagnostic {
	if len(o.Legs) == 0 {
		return (g.Fault("no-destination", "3", field.FaultForce)).In(s, o.Force.Span)
	}
	if g.landedFrom(o.Legs) == 1 && !g.stepExists(m, o.Legs[0].Zone) {
		return g.seekTo(m, o, s)
	}
	at := make([]int, 0, maxRoute) // the leg of each step
	for i, l := range o.Legs {
		if m.Steps > 0 && (m.To() == l.Zone || l.Dropped && g.Lands.Has(l.Zone)) { // "... Lampsaque drop H4 at Lampsaque"
			if d := g.planDrop(m, l, s); d != nil {
				return d
			}
			continue
		}
		if via := g.portEntry(m, l.Zone); via != board.NoZone && m.Steps < maxRoute {
			m.Route[m.Steps] = via
			m.Steps++
			at = append(at, i)
		}
		if m.Steps == maxRoute {
			return (g.Fault("route-too-long", g.Sections.Voyage, i, "Limit", maxRoute)).In(s, l.Span)
		}
		m.Route[m.Steps] = l.Zone
		m.Steps++
		at = append(at, i)
		if d := g.planDrop(m, l, s); d != nil {
			return d
		}
	}
	m.Manner = g.mannerOf(m)
	if f := g.Judge(m); f != nil {
		return f.In(s, g.blame(f, o, at))
	}
	g.dropIdle(m)
	return nil
}

// landedFrom returns the index of the first leg of a way that is nothing but a landing
// beside it, or their number.
func (g Marches) landedFrom(legs []order.Leg) int {
	n := len(legs)
	for n > 1 && legs[n-1].Dropped && g.Lands.Has(legs[n-1].Zone) {
		n--
	}
	return n
}

// blame returns the place in the order that a fault is about.
func (g Marches) blame(f *field.Fault, o *order.MoveOrder, at []int) orders.Span {
	switch {
	case f.Step == field.FaultDrop:
		for _, l := range o.Legs {
			if l.Dropped {
				return l.Span
			}
		}
	case f.Step >= 0 && f.Step < len(at):
		return o.At(at[f.Step])
	}
	return o.Force.Span
}

// stepExists reports whether a group can go straight from its start to a zone.
func (g Marches) stepExists(m *Move, to board.Zone) bool { return g.Board.Adjacent(m.From, to) }

// portEntry returns the sea zone to put between a port and the next zone of a
// route: ships leave a port the way they came in, so "Lampsaque M8" means
// "Lampsaque M7 M8" (3.3, example).
func (g Marches) portEntry(m *Move, next board.Zone) board.Zone {
	if m.Units.And(g.Ships).Empty() {
		return board.NoZone
	}
	from := m.Before(m.Steps)
	if !g.Ports.Has(from) || g.Board.Near(from, board.BySea).Has(next) {
		return board.NoZone
	}
	way := g.Board.Near(from, board.BySea).Intersect(g.Board.Near(next, board.BySea)).Intersect(g.Seas)
	if way.Len() != 1 {
		return board.NoZone
	}
	return way.First()
}

// seekTo finds the way of an order that gives a destination alone.
func (g Marches) seekTo(m *Move, o *order.MoveOrder, s *orders.Statement) *orders.Diagnostic {
	to := o.Legs[0].Zone
	m.Route[0], m.Steps = to, 1
	switch {
	case !m.Units.And(g.Ships).Empty():
		m.Manner = BySea
	case g.Seas.Has(m.From):
		return (g.Fault("needs-ships", g.Sections.AtSea, field.FaultForce, "Zone", m.From)).In(s, o.Force.Span)
	default:
		m.Manner = ByLand
	}
	found := g.Sought(m, to)
	if !found && m.Manner == ByLand && g.Coast.Has(m.From) && g.Coast.Has(to) {
		m.Manner = Ferried
		if found = g.Sought(m, to); !found {
			m.Manner = ByLand
		}
	}
	if !found {
		m.Route[0], m.Steps = to, 1
		if f := g.Closed(m, 0); f != nil {
			return f.In(s, o.Legs[0].Span)
		}
		return (g.Fault("no-safe-route", g.Sections.Stops, 0, "From", m.From, "To", to, "Reach", g.reach(m))).In(s, o.Legs[0].Span)
	}
	for _, l := range o.Legs[1:] {
		if d := g.planDrop(m, l, s); d != nil {
			return d
		}
	}
	if f := g.Judge(m); f != nil {
		return f.In(s, g.blame(f, o, make([]int, m.Steps)))
	}
	return g.planDrop(m, o.Legs[0], s)
}

// Sought writes the shortest safe way to a zone into the movement.
func (g Marches) Sought(m *Move, to board.Zone) bool {
	g.Seek(g.Search, m)
	return g.Follow(m, to)
}

// Follow writes the way that was found to a zone into the movement, if there is one
// that fits.
func (g Marches) Follow(m *Move, to board.Zone) bool {
	var buf [maxRoute + 2]board.Zone
	path := g.Search.Path(to, buf[:0])
	if len(path) < 2 || len(path)-1 > maxRoute {
		return false
	}
	m.Steps = copy(m.Route[:], path[1:])
	return true
}

// planDrop notes what is dropped at the step that the route has just reached.
func (g Marches) planDrop(m *Move, l order.Leg, s *orders.Statement) *orders.Diagnostic {
	if !l.Dropped {
		return nil
	}
	aboard, men := m.Units.Minus(g.Ships), m.Leaders
	for _, d := range m.Drop[:m.Drops] {
		aboard, men = aboard.Minus(d.Units), men&^d.Leaders
	}
	if l.Drop.All {
		men = 0
	}
	units, leaders, fault := order.Pick(g.Field, s, l.Drop, aboard, men, l.Zone, g.Sections.Landing)
	if fault != nil {
		return fault
	}
	if m.Drops == MaxDrops {
		return orders.IllegalAt(s, l.Span, "too-many-drops", g.Sections.Landing, "Limit", MaxDrops)
	}
	m.Drop[m.Drops] = Drop{m.Steps - 1, l.Zone, units, leaders}
	m.Drops++
	return nil
}

// dropIdle forgets drops at the destination, where everything ends anyway.
func (g Marches) dropIdle(m *Move) {
	kept := 0
	for _, d := range m.Drop[:m.Drops] {
		if d.Step < m.Steps-1 || m.Ashore(d) {
			m.Drop[kept] = d
			kept++
		}
	}
	clear(m.Drop[kept:m.Drops])
	m.Drops = kept
}
