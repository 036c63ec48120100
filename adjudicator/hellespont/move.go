package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// maxRoute is how many zones a movement may pass, its start not counted. No
// useful movement needs as many.
const maxRoute = 32

// maxDrops is in how many ports a fleet may drop units in one movement.
const maxDrops = 8

// manner is one of the three types of movement (3).
type manner uint8

const (
	byLand  manner = iota // 3.2
	bySea                 // 3.3
	ferried               // 3.4: amphibious, over the ships of others
)

// move is the movement of one group: the answer to an activation.
type move struct {
	g       *game
	side    adjudicator.Side
	manner  manner
	units   unitSet
	leaders leaderSet
	from    board.Zone
	steps   int // zones of the route, the last being the destination
	route   [maxRoute]board.Zone
	drops   int
	drop    [maxDrops]drop
}

// drop is what a fleet leaves behind in a port that it passes (3.3).
type drop struct {
	step    int // index into the route
	units   unitSet
	leaders leaderSet
}

// to returns the destination.
func (m *move) to() board.Zone { return m.route[m.steps-1] }

// before returns the zone that the group is in before a step.
func (m *move) before(step int) board.Zone {
	if step == 0 {
		return m.from
	}
	return m.route[step-1]
}

// fault is a rule that forbids a movement.
type fault struct {
	code string
	rule string
	step int // the step at fault, or one of those below
	args []any
}

// What a fault can be about instead of a step.
const (
	faultForce = -1 // the units and leaders
	faultDrop  = -2 // a drop
)

// Error returns the code of the fault.
func (f *fault) Error() string { return f.code }

// in makes the fault a diagnostic at a place of the order.
func (f *fault) in(s *orders.Statement, span orders.Span) *orders.Diagnostic {
	return orders.IllegalAt(s, span, f.code, f.rule, f.args...)
}

// judge returns the rule that forbids a movement, or nil.
func (g *game) judge(m *move) *fault {
	if m.units.empty() && m.leaders == 0 {
		return &fault{"nothing-moves", "B.3.2", faultForce, nil}
	}
	if m.steps == 0 {
		return &fault{"no-destination", "3", faultForce, nil}
	}
	if f := g.judgeGroup(m); f != nil {
		return f
	}
	switch m.manner {
	case bySea:
		return g.judgeVoyage(m)
	case ferried:
		return g.judgeFerry(m)
	}
	return g.judgeMarch(m)
}

// judgeGroup checks that the counters are there and may move at all (3, 3.1).
func (g *game) judgeGroup(m *move) *fault {
	if missing := m.units.minus(g.unitsAt(m.side, m.from)); !missing.empty() {
		return &fault{"no-such-unit", "B.3.2", faultForce, []any{
			"Unit", g.unitTermOf(missing.pop()), "Zone", g.zoneTerm(m.from), "Present", g.present(m.side, m.from)}}
	}
	if missing := m.leaders &^ g.leadersOf(m.side, m.from); missing != 0 {
		return &fault{"no-such-leader", "B.3.2", faultForce, []any{
			"Leader", g.leaderTerm(missing.pop()), "Zone", g.zoneTerm(m.from), "Present", g.present(m.side, m.from)}}
	}
	if tired := m.units.and(g.phase.moved); !tired.empty() {
		return &fault{"moved-already", "3", faultForce, []any{"Who", g.terms(tired, 0), "Zone", g.zoneTerm(m.from)}}
	}
	if tired := m.leaders & g.phase.movedLeaders; tired != 0 {
		return &fault{"moved-already", "3", faultForce, []any{"Who", g.terms(unitSet{}, tired), "Zone", g.zoneTerm(m.from)}}
	}
	if sick := m.leaders & g.ill; sick != 0 {
		return &fault{"leader-ill", g.textRule(g.roles.epidemic), faultForce, []any{"Leader", g.leaderTerm(sick.pop())}}
	}
	return nil
}

// present names a side's counters in a zone.
func (g *game) present(s adjudicator.Side, z board.Zone) adjudicator.Terms {
	return g.terms(g.unitsAt(s, z), g.leadersOf(s, z))
}

// mannerOf tells by which of the three types a group moves along its route: with
// ships by sea, without them over the sea amphibiously, else by land.
func (g *game) mannerOf(m *move) manner {
	if !m.units.and(g.ships).empty() {
		return bySea
	}
	if g.seas.Has(m.from) {
		return ferried
	}
	for _, z := range m.route[:m.steps] {
		if g.seas.Has(z) {
			return ferried
		}
	}
	return byLand
}

// closed returns the rule by which a group may not enter a zone whatever the way:
// an enemy port (3.1), a base (3.1), a zone held by archers (7, S6).
func (g *game) closed(m *move, step int) *fault {
	z := m.route[step]
	switch {
	case g.bases.Has(z):
		return &fault{"base-closed", "3.1", step, []any{"Zone", g.zoneTerm(z)}}
	case g.ports.Has(z) && g.held[m.side.Other()].Has(z):
		return &fault{"enemy-port", "3.1", step, []any{"Zone", g.zoneTerm(z), "Enemies", g.present(m.side.Other(), z)}}
	case g.phase.barred.Has(z) && m.side == g.active:
		return &fault{"barred-by-archers", g.textRule(g.roles.archers), step, []any{"Zone", g.zoneTerm(z)}}
	}
	return nil
}

// notAdjacent is the fault of a step between zones that are no neighbours for the
// manner of movement. It lists where the group could go.
func (g *game) notAdjacent(m *move, step int, rule string, way board.Way) *fault {
	from := m.before(step)
	return &fault{"not-adjacent", rule, step, []any{"From", g.zoneTerm(from), "To", g.zoneTerm(m.route[step]),
		"Neighbours", g.neighbours(from, way)}}
}

// neighbours names the zones next to one; by land with what the step costs, where
// that is more than one point.
func (g *game) neighbours(from board.Zone, way board.Way) []adjudicator.Phrase {
	var all []adjudicator.Phrase
	for z := range g.board.Near(from, way).Minus(g.bases).All() {
		cost := 1
		if way == board.ByLand {
			cost = g.landCost(from, z)
		}
		all = append(all, adjudicator.Say("hellespont.neighbour", "Zone", g.zoneTerm(z), "Cost", cost))
	}
	return all
}

// judgeMarch checks a movement by land (3.2).
func (g *game) judgeMarch(m *move) *fault {
	limit, spent := g.pace(m), 0
	for i, z := range m.route[:m.steps] {
		from := m.before(i)
		if !g.board.Near(from, board.ByLand).Has(z) {
			return g.notAdjacent(m, i, "3.2", board.ByLand)
		}
		if f := g.closed(m, i); f != nil {
			return f
		}
		spent += g.landCost(from, z)
		if spent > limit {
			return &fault{"too-far", "1.1", i, []any{"To", g.zoneTerm(z), "Cost", spent, "Limit", limit,
				"Reach", g.zoneTerms(g.reach(m))}}
		}
		if i < m.steps-1 && g.enemies(m.side, z) && !g.onlyCavalry(m.side.Other(), z) {
			return &fault{"must-stop", "3.5", i, []any{"Zone", g.zoneTerm(z), "Enemies", g.present(m.side.Other(), z)}}
		}
	}
	return nil
}

// pace returns the movement points of a group on land: 4 for units (1.1), 5 for
// leaders by themselves (1.2).
func (g *game) pace(m *move) int {
	if m.units.empty() {
		return 5
	}
	return 4
}

// landCost returns the movement points of a step by land (3.5). From a port into
// difficult terrain there is no surcharge.
func (g *game) landCost(from, to board.Zone) int {
	if g.difficult.Has(to) && g.lands.Has(from) {
		return 2
	}
	return 1
}

// onlyCavalry reports whether a side has nothing but cavalry in a zone (3.5).
func (g *game) onlyCavalry(s adjudicator.Side, z board.Zone) bool {
	units := g.unitsAt(s, z)
	return !units.empty() && units.within(g.byArm[cavalry])
}

// judgeVoyage checks a naval movement (3.3).
func (g *game) judgeVoyage(m *move) *fault {
	if f := g.judgeCargo(m); f != nil {
		return f
	}
	for i, z := range m.route[:m.steps] {
		if !g.board.Near(m.before(i), board.BySea).Has(z) {
			return g.notAdjacent(m, i, "3.3", board.BySea)
		}
		if f := g.closed(m, i); f != nil {
			return f
		}
	}
	for i := range m.drop[:m.drops] {
		d := &m.drop[i]
		switch z := m.route[d.step]; {
		case !g.ports.Has(z):
			return &fault{"drop-in-port", "3.3", faultDrop, []any{"Zone", g.zoneTerm(z)}}
		case !d.units.and(g.ships).empty():
			return &fault{"drop-ships", "3.3", faultDrop, []any{"Ships", g.terms(d.units.and(g.ships), 0)}}
		}
	}
	return nil
}

// judgeCargo checks what ships carry: landsmen do not sail (10.1), and a fleet
// carries one PF of land units for five of its own (3.3).
func (g *game) judgeCargo(m *move) *fault {
	troops := m.units.minus(g.ships)
	if f := g.judgeAshore(m); f != nil {
		return f
	}
	carried, fleet := g.sum(troops), g.sum(m.units.and(g.ships))
	if fleet < 5*carried {
		return &fault{"overloaded", "3.3", faultForce, []any{"Carried", carried, "Fleet", fleet, "Limit", fleet / 5}}
	}
	return nil
}

// judgeAshore keeps those off the sea who do not sail (10.1).
func (g *game) judgeAshore(m *move) *fault {
	units, men := m.units.and(g.landsmen), m.leaders&g.landLeaders
	if !units.empty() || men != 0 {
		return &fault{"persians-stay-ashore", "10.1", faultForce, []any{"Who", g.terms(units, men)}}
	}
	return nil
}

// judgeFerry checks an amphibious movement (3.4).
func (g *game) judgeFerry(m *move) *fault {
	if f := g.judgeAshore(m); f != nil {
		return f
	}
	if g.seas.Has(m.from) {
		return &fault{"needs-ships", "3.1", faultForce, []any{"Zone", g.zoneTerm(m.from)}}
	}
	if !g.coast.Has(m.from) {
		return &fault{"no-embarking", "3.4", faultForce, []any{"Zone", g.zoneTerm(m.from)}}
	}
	if m.steps > 4 {
		return &fault{"ferry-too-far", "3.4", 4, []any{"Cost", m.steps, "Limit", 4}}
	}
	carried := g.sum(m.units)
	for i, z := range m.route[:m.steps] {
		if !g.ferryStep(m.before(i), z) {
			return g.notAdjacent(m, i, "3.4", board.Any)
		}
		if f := g.closed(m, i); f != nil {
			return f
		}
		if i == m.steps-1 {
			break
		}
		if f := g.judgeBridge(m, i, carried); f != nil {
			return f
		}
	}
	if !g.coast.Has(m.to()) {
		return &fault{"no-landing", "3.4", m.steps - 1, []any{"Zone", g.zoneTerm(m.to())}}
	}
	return nil
}

// ferryStep reports whether an amphibious movement can go from one zone to the
// next: off a coast, between sea zones, onto a coast.
func (g *game) ferryStep(from, to board.Zone) bool {
	if g.lands.Has(from) || g.lands.Has(to) {
		return g.board.Near(from, board.Shore).Has(to)
	}
	return g.board.Near(from, board.BySea).Has(to)
}

// judgeBridge checks that a sea zone can be crossed amphibiously: own ships, no
// enemy ships, and one PF of own ships for each PF carried there in the phase.
func (g *game) judgeBridge(m *move, step, carried int) *fault {
	z := m.route[step]
	if !g.seas.Has(z) {
		return &fault{"ferry-must-stop", "3.4", step, []any{"Zone", g.zoneTerm(z)}}
	}
	if g.heldBySea[m.side.Other()].Has(z) {
		return &fault{"ferry-enemy-ships", "3.4", step, []any{"Zone", g.zoneTerm(z),
			"Enemies", g.present(m.side.Other(), z)}}
	}
	if !g.heldBySea[m.side].Has(z) {
		return &fault{"ferry-no-ships", "3.4", step, []any{"Zone", g.zoneTerm(z)}}
	}
	room := g.navalPF(m.side, z) - int(g.phase.ferried[m.side][z])
	if carried > room {
		return &fault{"ferry-overloaded", "3.4", step, []any{"Zone", g.zoneTerm(z), "Carried", carried,
			"Fleet", g.navalPF(m.side, z), "Used", int(g.phase.ferried[m.side][z])}}
	}
	return nil
}
