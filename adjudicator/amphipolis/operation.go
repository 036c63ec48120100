package amphipolis

import (
	"iter"

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

// stepsOf are what the rules say of the steps: how many operations out of the main map, and
// out of that of operations where these are counted by themselves (B.2, 3.2.1, D.2, D.4).
var stepsOf = [...]struct {
	rule  string
	limit [boards]int
	kind  string // of the question of D.2 and D.4
}{
	arriving: {"B.2", [boards]int{2}, ""},
	acting:   {"3.2", [boards]int{1}, ""},
	toCity:   {"D.2", [boards]int{1}, atRedeploy},
	toBase:   {"D.4", [boards]int{1, 1}, atHome},
}

// rule is that of a step.
func (st step) rule() string { return stepsOf[st].rule }

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

// groups are the others, and the ships that start beside them if there are: the first n.
func (a *operation) groups() (all [2]group, n int) {
	all[0] = group{a.from, a.units, a.men}
	if a.sea == a.from {
		return all, 1
	}
	all[0].units = a.units.Minus(a.g.Ships)
	all[1] = group{zone: a.sea, units: a.units.And(a.g.Ships)}
	return all, 2
}

// group is what starts from one zone.
type group struct {
	zone  board.Zone
	units field.UnitSet
	men   field.LeaderSet
}

// move is a group as a movement that leads nowhere yet.
func (x group) move(s adjudicator.Side) march.Move {
	return march.Move{Side: s, From: x.zone, Units: x.units, Leaders: x.men}
}

// Words implements [adjudicator.Answer].
func (a *operation) Words() (w adjudicator.Words) {
	g, verb := a.g, adjudicator.Keyword("operate")
	groups, n := a.groups()
	for _, x := range groups[:n] {
		if !x.units.Empty() || x.men != 0 {
			w = append(append(append(w, verb), g.Naming(x.units, x.men)...), adjudicator.Keyword("from"), g.ZoneTerm(x.zone))
			verb = "with"
		}
	}
	w = append(w, adjudicator.Keyword("to"), g.ZoneTerm(a.to))
	if g.unpaidOperation(a) {
		w = append(w, adjudicator.Keyword("unpaid"))
	}
	if a.forsaken() != 0 {
		w = append(w, adjudicator.Keyword("sacrifice"))
	}
	return w
}

// left reports how many operations a side may still make in a step, out of a zone.
func (g *game) left(st step, from board.Zone) int {
	switch {
	case st != acting:
		return *g.counted(st, from) + g.steps.Extra
	case g.steps.Operated || g.steps.Moving:
		return 0
	}
	return 1
}

// counted is what operations of B.2, D.2 and D.4 out of a zone are counted in.
func (g *game) counted(st step, from board.Zone) *int {
	if st == toBase && g.theatre.Has(from) {
		return &g.steps.Operations[operationsMap]
	}
	return &g.steps.Operations[mainMap]
}

// judgeTurn checks that an operation may be made now (3.2.1, 3.2.2).
func (g *game) judgeTurn(a *operation) *field.Fault {
	switch {
	case a.step == acting && g.steps.Operated, a.step != acting && g.left(a.step, a.from) <= 0:
		return g.Fault("operation-used", "3.2.1", field.FaultForce, "Action", a.step == acting, "Limit", stepsOf[a.step].limit[mainMap])
	case a.step == acting && g.steps.Moving:
		return g.Fault("operation-first", "3.2.2", field.FaultForce)
	case a.step == acting && g.steps.Cost == 0 && g.Phase.Spend < 1:
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
	goals, enemy := g.leadsTo(a.step, a.side, a.from), a.side.Other()
	home := g.Bases.Has(a.to) && (a.step == toBase || a.step == acting && g.theatre.Has(a.from))
	switch {
	case goals.Has(a.to):
		return nil
	case goals.Empty(), a.to == a.from:
	case a.step == arriving && g.theatre.Has(a.to):
		return g.Fault("enemy-there", "B.2", 0, "Zone", a.to, "Enemies", g.war().Present(enemy, a.to))
	case home && !g.BasesOf[a.side].Has(a.to):
		return g.Fault("base-of-enemy", "1.1.3", 0, "Zone", a.to, "Zones", g.basesFor(a.side))
	case home:
		return g.Fault("base-taken", "1.1.3", 0, "Zone", a.to, "Enemies", g.war().Present(enemy, a.to), "Zones", g.basesFor(a.side))
	}
	return g.Fault("operation-where", a.step.rule(), 0, "From", a.from, "To", a.to, "Zones", goals)
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
	groups, n := a.groups()
	for _, x := range groups[:n] {
		m := x.move(a.side)
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
	if g.options.NoEscort || !g.Lands.Has(from) {
		return board.Set{}
	}
	return g.Board.Near(from, board.Shore).Intersect(g.Seas)
}

// fleets are the ships that can go along with counters of a zone, by the zone that they are in.
func (g *game) fleets(s adjudicator.Side, from board.Zone) iter.Seq2[board.Zone, field.UnitSet] {
	return func(yield func(board.Zone, field.UnitSet) bool) {
		seas := g.escortSeas(from)
		if !g.Lands.Has(from) {
			seas.Add(from)
		}
		for z := range seas.All() {
			if units, _ := g.war().Fresh(s, z); !yield(z, units.And(g.Ships)) {
				return
			}
		}
	}
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
	var all field.UnitSet
	for _, more := range g.fleets(a.side, a.from) {
		all = all.Or(more)
	}
	return g.Fault("operation-ships", "3.2.1", field.FaultForce, "To", a.to, "Count", troops.Len(), "Fleet", g.Sum(ships), "Ships", all)
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
	if g.steps.Cost == 0 {
		left--
	}
	return a.step == acting && left <= 0 && !a.units.Within(g.Ships) && g.HeldByLand[a.side.Other()].Has(a.to)
}

// operate carries out an operation.
func (g *game) operate(t *adjudicator.Table, a *operation) {
	g.countOperation(a)
	if a.step == acting && g.steps.Cost == 0 { // the activation of its zone costs a point at least (B.3.2)
		g.steps.Cost = 1
		g.war().Pay(1)
		g.Tell(t, "B.3.2", 1, "operation-paid", "Side", a.side)
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
	groups, n := a.groups()
	for _, x := range groups[:n] {
		m := x.move(a.side)
		g.NoteOrigin(&m)
		g.PutDown(&m, board.NoZone, a.to, m.Units, m.Leaders)
	}
}

// countOperation notes that an operation is made: those of B.2, D.2 and D.4 are counted by
// their map first, then what S1 has added.
func (g *game) countOperation(a *operation) {
	if a.step == acting {
		g.steps.Operated = true
	} else if n := g.counted(a.step, a.from); *n > 0 {
		*n--
	} else {
		g.steps.Extra--
	}
}
