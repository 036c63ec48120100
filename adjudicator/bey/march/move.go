package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// maxRoute is how many zones a movement may pass, its start not counted. No
// useful movement needs as many.
const maxRoute = 32

// MaxDrops is in how many places a fleet may drop units in one movement.
const MaxDrops = 8

// Manner is one of the three types of movement (3).
type Manner uint8

const (
	ByLand  Manner = iota // 3.2
	BySea                 // 3.3
	Ferried               // 3.4: amphibious, over the ships of others
)

// Manners is how many there are.
const Manners = 3

// Move is the movement of one group: the answer to an activation.
type Move struct {
	G       Marches
	Side    adjudicator.Side
	Manner  Manner
	Units   field.UnitSet
	Leaders field.LeaderSet
	From    board.Zone
	Steps   int // zones of the route, the last being the destination
	Route   [maxRoute]board.Zone
	Drops   int
	Drop    [MaxDrops]Drop
}

// Drop is what a fleet leaves behind: in a zone that it passes, or ashore beside one.
type Drop struct {
	Step    int        // index into the route
	At      board.Zone // that zone, or the land beside it
	Units   field.UnitSet
	Leaders field.LeaderSet
}

// Ashore reports whether a drop is beside the route and not in one of its zones.
func (m *Move) Ashore(d Drop) bool { return d.At != m.Route[d.Step] }

// To returns the destination.
func (m *Move) To() board.Zone { return m.Route[m.Steps-1] }

// Before returns the zone that the group is in before a step.
func (m *Move) Before(step int) board.Zone {
	if step == 0 {
		return m.From
	}
	return m.Route[step-1]
}

// Judge returns the rule that forbids a movement, or nil.
func (g Marches) Judge(m *Move) *field.Fault {
	if m.Units.Empty() && m.Leaders == 0 {
		return g.Fault("nothing-moves", "B.3.2", field.FaultForce)
	}
	if m.Steps == 0 {
		return g.Fault("no-destination", "3", field.FaultForce)
	}
	if f := g.JudgeGroup(m); f != nil {
		return f
	}
	if f := g.judgeDrops(m); f != nil {
		return f
	}
	if m.Manner == Ferried {
		return g.JudgeFerry(m)
	}
	if f := g.MayLeave(m); f != nil {
		return f
	}
	if m.Manner == BySea {
		return g.JudgeVoyage(m)
	}
	return g.judgeMarch(m)
}

// judgeDrops checks whom a group leaves behind that has no ships with it: by land in a zone
// that it enters, as if they had moved by themselves; amphibiously nobody (3.2, 3.4). What
// ships leave behind is the ruleset's to judge.
func (g Marches) judgeDrops(m *Move) *field.Fault {
	if m.Manner == BySea || g.Habits.StrayDrops {
		return nil
	}
	for _, d := range m.Drop[:m.Drops] {
		if m.Ashore(d) || m.Manner == Ferried && d.Step < m.Steps-1 {
			return g.Fault("drop-aside", g.Sections.March, field.FaultDrop, "Zone", d.At, "Who", g.Terms(d.Units, d.Leaders))
		}
	}
	return nil
}

// JudgeGroup checks that the counters are there and may move at all (3, 3.1).
func (g Marches) JudgeGroup(m *Move) *field.Fault {
	if missing := m.Units.Minus(g.UnitsAt(m.Side, m.From)); !missing.Empty() {
		return g.Fault("no-such-unit", "B.3.2", field.FaultForce, "Unit", missing.Pop(), "Zone", m.From, "Present", g.Present(m.Side, m.From))
	}
	if missing := m.Leaders &^ g.LeadersOf(m.Side, m.From); missing != 0 {
		return g.Fault("no-such-leader", "B.3.2", field.FaultForce, "Leader", missing.Pop(), "Zone", m.From, "Present", g.Present(m.Side, m.From))
	}
	if tired := m.Units.And(g.Phase.Moved); !tired.Empty() {
		return g.Fault("moved-already", "3", field.FaultForce, "Who", tired, "Zone", m.From)
	}
	if tired := m.Leaders & g.Phase.MovedLeaders; tired != 0 {
		return g.Fault("moved-already", "3", field.FaultForce, "Who", tired, "Zone", m.From)
	}
	if sick := m.Leaders & g.Ill; sick != 0 {
		return g.Fault("leader-ill", g.TextRule(g.Roles.Epidemic), field.FaultForce, "Leader", sick.Pop())
	}
	return nil
}

// Present names a side's counters in a zone.
func (g Marches) Present(s adjudicator.Side, z board.Zone) adjudicator.Terms {
	return g.Terms(g.UnitsAt(s, z), g.LeadersOf(s, z))
}

// mannerOf tells by which of the three types a group moves along its route: with
// ships by sea, without them over the sea amphibiously, else by land.
func (g Marches) mannerOf(m *Move) Manner {
	if !m.Units.And(g.Ships).Empty() {
		return BySea
	}
	if g.Seas.Has(m.From) {
		return Ferried
	}
	for _, z := range m.Route[:m.Steps] {
		if g.Seas.Has(z) {
			return Ferried
		}
	}
	return ByLand
}

// Closed returns the rule by which a group may not enter a zone whatever the way: a base
// (3.1), what the ruleset closes, a zone held by archers (7).
func (g Marches) Closed(m *Move, step int) *field.Fault {
	z := m.Route[step]
	if g.Bases.Has(z) {
		return g.Fault("base-closed", "3.1", step, "Zone", z)
	}
	if f := g.WhyShut(m, step); f != nil {
		return f
	}
	if g.Phase.Barred.Has(z) && m.Side == g.Active {
		return g.Fault("barred-by-archers", g.TextRule(g.Roles.Archers), step, "Zone", z)
	}
	return nil
}

// JudgeSailing checks that each step of a naval movement leads to a sea zone or a port next
// to the one before, which is not closed.
func (g Marches) JudgeSailing(m *Move) *field.Fault {
	for i, z := range m.Route[:m.Steps] {
		if !g.Board.Near(m.Before(i), board.BySea).Has(z) {
			return g.NotAdjacent(m, i, g.Sections.Voyage, board.BySea)
		}
		if f := g.Closed(m, i); f != nil {
			return f
		}
	}
	return nil
}

// NotAdjacent is the fault of a step between zones that are no neighbours for the
// manner of movement. It lists where the group could go.
func (g Marches) NotAdjacent(m *Move, step int, rule string, way board.Way) *field.Fault {
	from := m.Before(step)
	return g.Fault("not-adjacent", rule, step, "From", from, "To", m.Route[step], "Neighbours", g.neighbours(m, from, way))
}

// neighbours names the zones next to one; by land with what the step costs, where
// that is more than one point.
func (g Marches) neighbours(m *Move, from board.Zone, way board.Way) []adjudicator.Phrase {
	var all []adjudicator.Phrase
	step := g.StepCost(m.Side, ByLand)
	for z := range g.Board.Near(from, way).Minus(g.Bases).All() {
		cost := 1
		if way == board.ByLand {
			if cost = step(from, g.Board.Edge(from, z)); cost == board.Never {
				continue
			}
		}
		all = append(all, adjudicator.Say("bey.neighbour", "Zone", g.ZoneTerm(z), "Cost", cost))
	}
	return all
}

// judgeMarch checks a movement by land (3.2).
func (g Marches) judgeMarch(m *Move) *field.Fault {
	limit, spent, step := g.Pace(m), 0, g.StepCost(m.Side, ByLand)
	for i, z := range m.Route[:m.Steps] {
		from := m.Before(i)
		if !g.Board.Near(from, board.ByLand).Has(z) {
			return g.NotAdjacent(m, i, g.Sections.March, board.ByLand)
		}
		if f := g.Closed(m, i); f != nil {
			return f
		}
		cost := step(from, g.Board.Edge(from, z))
		if cost == board.Never {
			return g.NotAdjacent(m, i, g.Sections.March, board.ByLand)
		}
		if spent += cost; spent > limit {
			return g.Fault("too-far", g.Sections.Pace, i, "To", z, "Cost", spent, "Limit", limit, "Reach", g.reach(m))
		}
		if i < m.Steps-1 && g.Enemies(m.Side, z) && !(g.onlyCavalry(m.Side.Other(), z) && g.GivesWay(m)) {
			return g.Fault("must-stop", g.Sections.Stops, i, "Zone", z, "Enemies", g.Present(m.Side.Other(), z))
		}
	}
	return nil
}

// onlyCavalry reports whether a side has nothing but cavalry in a zone (3.5).
func (g Marches) onlyCavalry(s adjudicator.Side, z board.Zone) bool {
	units := g.UnitsAt(s, z)
	return !units.Empty() && units.Within(g.ByArm[field.CavalryArm])
}

// JudgeFerry checks an amphibious movement (3.4).
func (g Marches) JudgeFerry(m *Move) *field.Fault {
	if f := g.MayLeave(m); f != nil {
		return f
	}
	if g.Seas.Has(m.From) {
		return g.Fault("needs-ships", g.Sections.AtSea, field.FaultForce, "Zone", m.From)
	}
	if !g.Coast.Has(m.From) {
		return g.Fault("no-embarking", g.Sections.Ferry, field.FaultForce, "Zone", m.From)
	}
	if f := g.judgeFerryCost(m); f != nil {
		return f
	}
	carried := g.Load(m.Units)
	for i, z := range m.Route[:m.Steps] {
		if !g.ferryStep(m.Before(i), z) {
			return g.NotAdjacent(m, i, g.Sections.Ferry, board.Any)
		}
		if f := g.Closed(m, i); f != nil {
			return f
		}
		if i == m.Steps-1 {
			break
		}
		if f := g.judgeBridge(m, i, carried); f != nil {
			return f
		}
	}
	if !g.Coast.Has(m.To()) {
		return g.Fault("no-landing", g.Sections.Ferry, m.Steps-1, "Zone", m.To())
	}
	return nil
}

// judgeFerryCost checks that an amphibious movement has the points for its way.
func (g Marches) judgeFerryCost(m *Move) *field.Fault {
	limit, step := g.Pace(m), g.StepCost(m.Side, Ferried)
	spent, at := 0, -1
	for i, z := range m.Route[:m.Steps] {
		cost := 1 // if there is no such step, that is said below
		if e := g.Board.Edge(m.Before(i), z); e != nil {
			cost = max(cost, step(m.Before(i), e))
		}
		if spent += cost; spent > limit && at < 0 {
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	return g.Fault("ferry-too-far", g.Sections.Ferry, at, "Cost", spent, "Limit", limit)
}

// ferryStep reports whether an amphibious movement can go from one zone to the
// next: off a coast, between sea zones, onto a coast.
func (g Marches) ferryStep(from, to board.Zone) bool {
	if g.Lands.Has(from) || g.Lands.Has(to) {
		return g.Board.Near(from, board.Shore).Has(to)
	}
	return g.Board.Near(from, board.BySea).Has(to)
}

// judgeBridge checks that a sea zone can be crossed amphibiously: own ships, no
// enemy ships, and one PF of own ships for all that is carried there in the phase.
func (g Marches) judgeBridge(m *Move, step, carried int) *field.Fault {
	z := m.Route[step]
	if !g.Seas.Has(z) {
		return g.Fault("ferry-must-stop", g.Sections.Ferry, step, "Zone", z)
	}
	if g.HeldBySea[m.Side.Other()].Has(z) {
		return g.Fault("ferry-enemy-ships", g.Sections.Ferry, step, "Zone", z, "Enemies", g.Present(m.Side.Other(), z))
	}
	if !g.HeldBySea[m.Side].Has(z) {
		return g.Fault("ferry-no-ships", g.Sections.Ferry, step, "Zone", z)
	}
	room := g.NavalPF(m.Side, z) - int(g.Phase.Ferried[m.Side][z])
	if carried > room {
		return g.Fault("ferry-overloaded", g.Sections.Ferry, step, "Zone", z, "Carried", carried, "Count", carried,
			"Fleet", g.NavalPF(m.Side, z), "Used", int(g.Phase.Ferried[m.Side][z]))
	}
	return nil
}
