package amphipolis

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// mostUnits is how many land units an operation takes (3.2.1).
const mostUnits = 5

// step is one of the four steps of a turn in which operations are made (3.2).
type step uint8

const (
	arriving step = iota // B.2
	acting               // B.3
	toCity               // D.2
	toBase               // D.4
)

// rule is that of a step.
func (st step) rule() string { return [...]string{"B.2", "3.2", "D.2", "D.4"}[st] }

// operation sends counters of one zone straight to another one (3.2).
type operation struct {
	g     *game
	step  step
	side  adjudicator.Side
	units field.UnitSet // the ships that go along with the others
	men   field.LeaderSet
	from  board.Zone
	sea   board.Zone // where the ships start: from, or a sea zone beside it (C-31)
	to    board.Zone
}

// Words implements [adjudicator.Answer].
func (a *operation) Words() adjudicator.Words {
	g := a.g
	groups := a.groups()
	w := append(adjudicator.Words{adjudicator.Keyword("operate")}, g.Naming(groups[1].units, a.men)...)
	w = append(w, adjudicator.Keyword("from"), g.ZoneTerm(a.from))
	if fleet := groups[0].units; !fleet.Empty() {
		w = append(append(w, adjudicator.Keyword("with")), g.Naming(fleet, 0)...)
		w = append(w, adjudicator.Keyword("from"), g.ZoneTerm(a.sea))
	}
	w = append(w, adjudicator.Keyword("to"), g.ZoneTerm(a.to))
	if g.unpaidOperation(a) {
		w = append(w, adjudicator.Keyword("unpaid"))
	}
	return w
}

// group is who starts together.
type group struct {
	from  board.Zone
	units field.UnitSet
	men   field.LeaderSet
}

// groups are the ships that start beside the others, if there are, and those others.
func (a *operation) groups() [2]group {
	if a.sea == a.from {
		return [2]group{{from: a.from}, {a.from, a.units, a.men}}
	}
	return [2]group{{from: a.sea, units: a.units.And(a.g.Ships)}, {a.from, a.units.Minus(a.g.Ships), a.men}}
}

// left reports how many operations a side may still make in a step, out of a zone.
func (g *game) left(st step, from board.Zone) int {
	switch {
	case st == acting && (g.steps.operated || g.steps.moving):
		return 0
	case st == acting:
		return 1
	case st == toBase && g.theatre.Has(from):
		return g.steps.operations[operationsMap] + g.steps.extra
	}
	return g.steps.operations[mainMap] + g.steps.extra
}

// judgeTurn checks that an operation may be made now (3.2.1, 3.2.2).
func (g *game) judgeTurn(a *operation) *field.Fault {
	switch {
	case a.step == acting && g.steps.operated, a.step != acting && g.left(a.step, a.from) <= 0:
		limit := 1
		if a.step == arriving {
			limit = 2
		}
		return g.Fault("operation-used", "3.2.1", field.FaultForce, "Action", a.step == acting, "Limit", limit)
	case a.step == acting && g.steps.moving:
		return g.Fault("operation-first", "3.2.2", field.FaultForce)
	case a.step == acting && g.steps.cost == 0 && g.Phase.Spend < 1:
		return g.Fault("operation-point", "B.3.2", field.FaultForce, "Zone", a.from)
	}
	return nil
}

// starts are the zones of a side out of which operations of a step lead.
func (g *game) starts(st step, s adjudicator.Side) board.Set {
	zones := g.Held[s]
	for men := g.LeadersInPlay(s); men != 0; {
		zones.Add(g.LeaderWhere[men.Pop()])
	}
	zones = zones.Minus(g.closed())
	switch st {
	case arriving:
		return zones.Intersect(g.Bases)
	case toCity:
		return zones.Intersect(g.Clear.Union(g.high))
	case toBase:
		return zones.Minus(g.Bases)
	}
	return zones
}

// leadsTo are the zones to which operations of a step lead out of a zone (3.2).
func (g *game) leadsTo(st step, s adjudicator.Side, from board.Zone) (zones board.Set) {
	enemy := s.Other()
	switch {
	case !g.starts(st, s).Has(from):
		return zones
	case st == arriving:
		zones = g.theatre.Minus(g.Held[enemy])
	case st == toCity:
		zones = g.cities.Minus(g.Held[enemy])
		if g.faces[g.citadel] == enemy {
			zones.Remove(g.amphipolis)
		}
	case st == toBase:
		zones = g.basesFor(s)
	case g.theatre.Has(from):
		zones = g.theatre.Union(g.basesFor(s))
	default:
		zones = g.theatre
	}
	zones.Remove(from)
	return zones.Minus(g.closed())
}

// judgeWay checks that an operation of the step leads out of its zone to the other one.
func (g *game) judgeWay(a *operation) *field.Fault {
	zone, enemy := g.ZoneTerm(a.to), a.side.Other()
	goals := g.leadsTo(a.step, a.side, a.from)
	fromO := g.theatre.Has(a.from)
	switch {
	case goals.Has(a.to):
	case goals.Empty(), a.to == a.from:
	case g.theatre.Has(a.to) && a.step == arriving:
		return g.Fault("enemy-there", "B.2", 0, "Zone", zone, "Enemies", g.war().Present(enemy, a.to))
	case g.Bases.Has(a.to) && !g.BasesOf[a.side].Has(a.to) && (a.step == toBase || a.step == acting && fromO):
		return g.Fault("base-of-enemy", "1.1.3", 0, "Zone", zone, "Zones", g.basesFor(a.side))
	case g.Bases.Has(a.to) && (a.step == toBase || a.step == acting && fromO):
		return g.Fault("base-taken", "1.1.3", 0, "Zone", zone, "Enemies", g.war().Present(enemy, a.to), "Zones", g.basesFor(a.side))
	}
	if goals.Has(a.to) {
		return nil
	}
	return g.Fault("operation-where", a.step.rule(), 0, "From", a.from, "To", zone, "Zones", goals)
}

// judgeOperation returns the rule that forbids an operation, or nil.
func (g *game) judgeOperation(a *operation) *field.Fault {
	for _, judge := range []func(*operation) *field.Fault{g.judgeTurn, g.judgeWay, g.judgeCounters, g.judgeSize, g.judgeFleet, g.judgeRoom} {
		if f := judge(a); f != nil {
			return f
		}
	}
	return nil
}

// judgeCounters checks that the counters are there and may go (3.2.1).
func (g *game) judgeCounters(a *operation) *field.Fault {
	if a.units.Empty() && a.men == 0 {
		return g.Fault("nothing-moves", a.step.rule(), field.FaultForce)
	}
	for _, who := range a.groups() {
		m := march.Move{Side: a.side, From: who.from, Units: who.units, Leaders: who.men}
		if who == (group{from: who.from}) { // nobody
			continue
		}
		if f := g.war().JudgeGroup(&m); f != nil {
			return f
		}
	}
	if g.Phase.Barred.Has(a.to) && a.side == g.Active && (a.men != 0 || !a.units.Within(g.Ships)) {
		return g.Fault("barred-by-archers", g.war().TextRule(g.Roles.Archers), 0, "Zone", a.to)
	}
	return nil
}

// judgeSize checks how many an operation takes: five land units and one leader, or to
// Thasos in D.4 any number of leaders (3.2.1, D.4).
func (g *game) judgeSize(a *operation) *field.Fault {
	if n := a.units.Minus(g.Ships).Len(); n > mostUnits {
		return g.Fault("operation-units", "3.2.1", field.FaultForce, "Count", n)
	}
	if n := a.men.Len(); n > 1 && !(a.step == toBase && a.to == g.thasos) {
		return g.Fault("operation-leaders", "3.2.1", field.FaultForce, "Count", n, "Leaders", a.men)
	}
	return nil
}

// overSea reports whether ships go to a zone, and land units of Athens with them alone
// (3.2.1).
func (g *game) overSea(z board.Zone) bool { return g.theatre.Has(z) || z == g.thasos }

// escortSeas are the sea zones out of which ships go along with counters of a land zone.
func (g *game) escortSeas(from board.Zone) board.Set {
	if g.options.noEscort || !g.Lands.Has(from) {
		return board.Set{}
	}
	return g.Board.Near(from, board.Shore).Intersect(g.Seas)
}

// judgeFleet checks the ships: they go nowhere by land; out of a sea zone a leader goes with
// them; and land units of Athens need one PF of them for each (3.1.1, 3.2.1).
func (g *game) judgeFleet(a *operation) *field.Fault {
	ships, troops := a.units.And(g.Ships), a.units.Minus(g.Ships)
	switch {
	case !ships.Empty() && !g.overSea(a.to):
		sea := g.leadsTo(a.step, a.side, a.from).Intersect(g.theatre.Union(board.SetOf(g.thasos)))
		return g.Fault("operation-where", "3", 0, "From", a.sea, "To", a.to, "Zones", sea)
	case a.sea != a.from && troops.Empty() && a.men == 0: // they go along with somebody, or out of an active zone of their own
		return g.Fault("no-such-unit", "B.3.2", field.FaultForce, "Unit", ships.Nth(0), "Zone", a.from, "Present", g.war().Present(a.side, a.from))
	case a.sea != a.from && !g.escortSeas(a.from).Has(a.sea):
		return g.Fault("operation-escort", "3.2.1", field.FaultForce, "Zone", a.from, "Ships", ships, "Zones", g.escortSeas(a.from))
	case ships.Empty() && g.Seas.Has(a.from):
		return g.Fault("needs-ships", "3.1.1", field.FaultForce, "Zone", a.from)
	case a.side != athens || !g.overSea(a.to) || troops.Len() <= g.Sum(ships):
		return nil
	}
	return g.Fault("operation-ships", "3.2.1", field.FaultForce, "To", a.to, "Count", troops.Len(), "Fleet", g.Sum(ships),
		"Ships", g.escorts(a.side, a.from))
}

// escorts are the ships that can go along with counters of a zone.
func (g *game) escorts(s adjudicator.Side, from board.Zone) (all field.UnitSet) {
	seas := g.escortSeas(from)
	if !g.Lands.Has(from) {
		seas.Add(from)
	}
	for z := range seas.All() {
		units, _ := g.war().Fresh(s, z)
		all = all.Or(units.And(g.Ships))
	}
	return all
}

// judgeRoom checks the limit of a stack where an operation ends at once: in a city (D.2,
// 3.3). Everywhere else there is none.
func (g *game) judgeRoom(a *operation) *field.Fault {
	limit := g.Board.Limit(a.to, board.AllUnits)
	n := g.LandAt(a.side, a.to).Len() + a.units.Minus(g.Ships).Len()
	if over, _ := limit.Over(n, 0); over <= 0 {
		return nil
	}
	return g.Fault("operation-room", "3.3", field.FaultForce, "Zone", a.to, "Count", n, "Limit", limit.Units)
}

// unpaidOperation reports whether an operation brings about a combat without a point left
// to pay for it (4.1).
func (g *game) unpaidOperation(a *operation) bool {
	left := g.Phase.Spend
	if g.steps.cost == 0 {
		left--
	}
	return a.step == acting && left <= 0 && !a.units.Within(g.Ships) && g.HeldByLand[a.side.Other()].Has(a.to)
}

// operate carries out an operation.
func (g *game) operate(t *adjudicator.Table, a *operation) {
	if a.step == acting {
		g.payOperation(t, a)
	} else {
		g.spendOperation(a)
	}
	a.settle(g.war().Marches)
	if t.Heard() {
		g.Show(t, a.step.rule(), 1, g.Mark("move", a.side, a.from, a.to), "operated", "Side", a.side,
			"Who", g.Terms(a.units, a.men), "From", a.from, "To", a.to)
	}
	if a.step != acting && g.Seas.Has(a.sea) {
		g.war().Strand(t, a.side, a.sea)
	}
	g.war().CaptureLeaders(t)
	g.Changed(t)
}

// settle puts the counters where they go.
func (a *operation) settle(g march.Marches) {
	for _, who := range a.groups() {
		m := march.Move{From: who.from, Units: who.units, Leaders: who.men}
		g.NoteOrigin(&m)
		g.PutDown(&m, board.NoZone, a.to, m.Units, m.Leaders)
	}
}

// payOperation makes the activation of a zone cost a point if it has cost none (B.3.2).
func (g *game) payOperation(t *adjudicator.Table, a *operation) {
	g.steps.operated = true
	if g.steps.cost > 0 {
		return
	}
	g.steps.cost = 1
	g.war().Pay(1)
	g.Tell(t, "B.3.2", 1, "operation-paid", "Side", a.side)
}

// spendOperation counts an operation of B.2, D.2 or D.4: those of its map first, then what
// S1 has added.
func (g *game) spendOperation(a *operation) {
	n := &g.steps.operations[mainMap]
	if a.step == toBase && g.theatre.Has(a.from) {
		n = &g.steps.operations[operationsMap]
	}
	if *n > 0 {
		*n--
	} else {
		g.steps.extra--
	}
}

// canOperate reports whether a side could make an operation of a step out of a zone.
func (g *game) canOperate(st step, s adjudicator.Side, from board.Zone) bool {
	for range g.examples(st, s, from) {
		return true
	}
	return false
}

// examples yields operations of a step out of a zone that could be made: as large a one as
// there is, and smaller ones, each to every zone that it leads to.
func (g *game) examples(st step, s adjudicator.Side, from board.Zone) func(func(*operation) bool) {
	return func(yield func(*operation) bool) {
		units, men := g.war().Fresh(s, from)
		for to := range g.leadsTo(st, s, from).All() {
			a := &operation{g: g, step: st, side: s, from: from, sea: from, to: to}
			if g.overSea(to) {
				g.takeShips(a, units)
			}
			g.takeTroops(a, units.Minus(g.Ships))
			if men != 0 && (!g.Seas.Has(from) || !a.units.Empty()) {
				a.men.Add(g.Ablest(men))
			}
			if g.judgeOperation(a) == nil && !yield(a) {
				return
			}
		}
	}
}

// takeShips adds all the ships that can go along with an operation.
func (g *game) takeShips(a *operation, here field.UnitSet) {
	if !g.Lands.Has(a.from) {
		a.units = here.And(g.Ships)
		return
	}
	for z := range g.escortSeas(a.from).All() {
		units, _ := g.war().Fresh(a.side, z)
		if ships := units.And(g.Ships); g.Sum(ships) > g.Sum(a.units) {
			a.units, a.sea = ships, z
		}
	}
}

// takeTroops adds as many land units to an operation as it takes, the strongest first.
func (g *game) takeTroops(a *operation, troops field.UnitSet) {
	room := mostUnits
	if a.side == athens && g.overSea(a.to) {
		room = min(room, g.Sum(a.units.And(g.Ships)))
	}
	if limit := g.Board.Limit(a.to, board.AllUnits); limit.Units > 0 {
		room = min(room, limit.Units-g.LandAt(a.side, a.to).Len())
	}
	a.units = a.units.Or(troops.Best(room, g.Strength))
	if a.sea != a.from && a.units.Within(g.Ships) && a.men == 0 {
		a.units, a.sea = field.UnitSet{}, a.from // ships of a sea zone go from there
	}
}

// sampleOperation returns a random operation of a step out of a zone, or nil.
func (g *game) sampleOperation(r *rand.Rand, st step, s adjudicator.Side, from board.Zone) *operation {
	n := 0
	var found *operation
	for a := range g.examples(st, s, from) {
		if n++; r.IntN(n) == 0 {
			found = a
		}
	}
	if found == nil || r.IntN(2) == 0 {
		return found
	}
	less := *found
	troops := less.units.Minus(g.Ships)
	less.units = g.Canonical(less.units.And(g.Ships).Or(march.SomeUnits(r, troops)), less.units)
	less.men = march.SomeLeaders(r, less.men)
	if g.judgeOperation(&less) != nil {
		return found
	}
	return &less
}
