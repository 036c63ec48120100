package hellespont

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// moveVerbs are the orders of the sequence of play and of movement.
var moveVerbs = []verb{
	{"spend", []string{"annonce", "annoncer", "depense", "depenser"}, readSpend},
	{"activate", []string{"active", "activer"}, readActivate},
	{"move", []string{"sail", "march", "deplace", "deplacer", "bouge", "bouger"}, readMove},
	{"end", []string{"fin", "terminer"}, readEnd},
	{"displace", []string{"evacuate", "evacue", "evacuer", "libere", "liberer"}, readDisplace},
	{"withdraw", []string{"replie", "replier"}, readWithdraw},
	{"pass", []string{"passe", "passer"}, readPass},
	{"choose", []string{"choisis", "choisir"}, readChoose},
}

// spendOrder is "spend 3".
type spendOrder struct {
	points int
	span   orders.Span
}

func readSpend(r *reader) adjudicator.Order {
	n, span := r.number()
	return spendOrder{n, span}
}

// Closes implements [adjudicator.Closing]: the points of a phase are announced once.
func (spendOrder) Closes() ([]string, bool) { return spendVerbs, false }

// activateOrder is "activate Sestos".
type activateOrder struct {
	zone   place
	unpaid bool // though nothing is left for combats then (4.1)
}

func readActivate(r *reader) adjudicator.Order {
	o := activateOrder{zone: r.zone()}
	o.unpaid = r.take("unpaid")
	return o
}

// endOrder is "end [surplus]": it ends the movements.
type endOrder struct {
	surplus bool // though stacks are over their limits (3.6)
}

// Closes implements [adjudicator.Closing]: nobody moves in a phase after its end.
func (endOrder) Closes() ([]string, bool) {
	return []string{"activate", "move", "repatriate", "enter", "end"}, false
}

func readEnd(r *reader) adjudicator.Order { return endOrder{surplus: r.take("surplus")} }

// passOrder plays nothing now.
type passOrder struct{}

func readPass(*reader) adjudicator.Order { return passOrder{} }

// chooseOrder is "choose S5", or "choose S5, else S7": the stratagem to begin with,
// and the one to take if it is gone; or "choose none" (10.1).
type chooseOrder struct {
	none           bool
	number, second field.StratagemNo
	span           orders.Span
	secondSpan     orders.Span
}

// Closes implements [adjudicator.Closing]: each side chooses once (10.1).
func (chooseOrder) Closes() ([]string, bool) { return startVerbs, true }

// Doubled implements [adjudicator.Doubled]: two lines were meant as the first choice and
// the second, which stand in one.
func (o chooseOrder) Doubled(next adjudicator.Order) (string, []any) {
	second := next.(chooseOrder)
	if o.none || second.none {
		return "chosen-twice", []any{"One", "", "Two", ""}
	}
	return "chosen-twice", []any{"One", fmt.Sprintf("S%d", o.number), "Two", fmt.Sprintf("S%d", second.number)}
}

func readChoose(r *reader) adjudicator.Order {
	o := chooseOrder{span: r.Span()}
	if o.none = r.take("none"); o.none {
		return o
	}
	o.number, o.span = r.stratagem()
	if r.TakeComma(); r.TakeKeyword("else", "sinon", "or", "ou") || !r.Done() && len(r.faults) == 0 {
		o.second, o.secondSpan = r.stratagem()
	}
	return o
}

// moveOrder is "move FORCE [from ZONE] [to ZONE] [by ZONES] [drop FORCE at ZONE] [unpaid]".
type moveOrder struct {
	force  force
	from   place
	legs   []leg
	unpaid bool // onto the enemy without a point for the combat (4.1)
}

// leg is one zone of a route as it was written.
type leg struct {
	place
	drop    force // what is dropped there
	dropped bool
}

func readMove(r *reader) adjudicator.Order {
	o := moveOrder{force: r.force(), from: nowhere}
	if r.take("from") {
		o.from = r.zone()
	}
	o.legs = readRoute(r)
	o.unpaid = r.take("unpaid")
	return o
}

// readRoute reads the rest of a movement. A destination given with "to" before
// the way with "by" is put behind it.
func readRoute(r *reader) []leg {
	var legs []leg
	last := nowhere
	for len(r.faults) == 0 && !r.Done() && !r.at("unpaid") {
		switch {
		case r.take("drop"):
			d := leg{drop: r.force(), dropped: true}
			r.require("at")
			d.place = r.zone()
			if n := len(legs); n > 0 && legs[n-1].zone == d.zone && !legs[n-1].dropped {
				n--
				legs = legs[:n]
			}
			legs = append(legs, d)
		case r.take("to"):
			last = r.zone()
			if !r.at("by") {
				legs, last = append(legs, leg{place: last}), nowhere
			}
		default:
			r.take("by")
			r.TakeComma()
			legs = append(legs, leg{place: r.zone()})
		}
	}
	if last.given() && (len(legs) == 0 || legs[len(legs)-1].zone != last.zone) {
		legs = append(legs, leg{place: last})
	}
	if len(legs) == 0 && len(r.faults) == 0 {
		r.need("to", "by")
	}
	return legs
}

// displaceOrder is "displace all to T28": where units make room for reinforcements
// (B.2), or a sick leader goes (7, S20).
type displaceOrder struct {
	force force
	to    place
}

func readDisplace(r *reader) adjudicator.Order {
	o := displaceOrder{force: force{all: true, span: r.Span()}}
	if !r.at("to") {
		o.force = r.force()
	}
	r.require("to")
	o.to = r.zone()
	return o
}

// withdrawOrder is "withdraw by T3 T4": cavalry leaves a zone (3.5).
type withdrawOrder struct{ legs []leg }

func readWithdraw(r *reader) adjudicator.Order { return withdrawOrder{readRoute(r)} }

// span is the place of a leg in the order, or of the whole order.
func (o *moveOrder) at(i int) orders.Span {
	if i >= 0 && i < len(o.legs) {
		return o.legs[i].span
	}
	return o.force.span
}

// plan turns an order into a movement from a zone: it finds the counters among
// those that may move, tells the type of movement, and fills in the route.
func (g *game) plan(o *moveOrder, s *orders.Statement, side adjudicator.Side, from board.Zone) (move, *orders.Diagnostic) {
	m := move{side: side, from: from}
	units, leaders := g.fresh(side, from)
	var d *orders.Diagnostic
	if o.force.all {
		m.units, m.leaders = units, leaders
	} else if m.units, m.leaders, d = g.pickMovers(o.force, s, side, from); d != nil {
		return m, d
	}
	if m.units.empty() && m.leaders == 0 {
		return m, (&fault{"nothing-moves", "B.3.2", faultForce, nil}).in(s, o.force.span)
	}
	return m, g.planRoute(&m, o, s)
}

// fresh returns a side's units and leaders in a zone that may still move in this
// phase.
func (g *game) fresh(side adjudicator.Side, z board.Zone) (unitSet, leaderSet) {
	return g.unitsAt(side, z).minus(g.phase.moved), g.leadersOf(side, z) &^ g.phase.movedLeaders &^ g.ill
}

// pickMovers finds the counters that an order names. Where too few of them may
// still move, it tells whether others have moved.
func (g *game) pickMovers(f force, s *orders.Statement, side adjudicator.Side, from board.Zone) (unitSet, leaderSet, *orders.Diagnostic) {
	units, leaders := g.fresh(side, from)
	u, l, d := pick(g, s, f, units, leaders, from, "B.3.2")
	if d == nil {
		return u, l, nil
	}
	u, l, all := pick(g, s, f, g.unitsAt(side, from), g.leadersOf(side, from), from, "B.3.2")
	if all != nil {
		return u, l, all
	}
	m := move{side: side, from: from, units: u, leaders: l}
	if bad := g.judgeGroup(&m); bad != nil {
		return u, l, bad.in(s, d.Span)
	}
	return u, l, d
}

// planRoute fills in the route and the drops of a movement.
func (g *game) planRoute(m *move, o *moveOrder, s *orders.Statement) *orders.Diagnostic {
	if len(o.legs) == 0 {
		return (&fault{"no-destination", "3", faultForce, nil}).in(s, o.force.span)
	}
	if len(o.legs) == 1 && !g.stepExists(m, o.legs[0].zone) {
		return g.seekTo(m, o, s)
	}
	at := make([]int, 0, maxRoute) // the leg of each step
	for i, l := range o.legs {
		if m.steps > 0 && m.to() == l.zone { // "... Lampsaque drop H4 at Lampsaque"
			if d := g.planDrop(m, l, s); d != nil {
				return d
			}
			continue
		}
		if via := g.portEntry(m, l.zone); via != board.NoZone && m.steps < maxRoute {
			m.route[m.steps] = via
			m.steps++
			at = append(at, i)
		}
		if m.steps == maxRoute {
			return (&fault{"route-too-long", "3.3", i, []any{"Limit", maxRoute}}).in(s, l.span)
		}
		m.route[m.steps] = l.zone
		m.steps++
		at = append(at, i)
		if d := g.planDrop(m, l, s); d != nil {
			return d
		}
	}
	m.manner = g.mannerOf(m)
	if f := g.judge(m); f != nil {
		return f.in(s, g.blame(f, o, at))
	}
	g.dropIdle(m)
	return nil
}

// blame returns the place in the order that a fault is about.
func (g *game) blame(f *fault, o *moveOrder, at []int) orders.Span {
	switch {
	case f.step == faultDrop:
		for _, l := range o.legs {
			if l.dropped {
				return l.span
			}
		}
	case f.step >= 0 && f.step < len(at):
		return o.at(at[f.step])
	}
	return o.force.span
}

// stepExists reports whether a group can go straight from its start to a zone.
func (g *game) stepExists(m *move, to board.Zone) bool { return g.board.Adjacent(m.from, to) }

// portEntry returns the sea zone to put between a port and the next zone of a
// route: ships leave a port the way they came in, so "Lampsaque M8" means
// "Lampsaque M7 M8" (3.3, example).
func (g *game) portEntry(m *move, next board.Zone) board.Zone {
	if m.units.and(g.ships).empty() {
		return board.NoZone
	}
	from := m.before(m.steps)
	if !g.ports.Has(from) || g.board.Near(from, board.BySea).Has(next) {
		return board.NoZone
	}
	way := g.board.Near(from, board.BySea).Intersect(g.board.Near(next, board.BySea)).Intersect(g.seas)
	if way.Len() != 1 {
		return board.NoZone
	}
	return way.First()
}

// seekTo finds the way of an order that gives a destination alone.
func (g *game) seekTo(m *move, o *moveOrder, s *orders.Statement) *orders.Diagnostic {
	to := o.legs[0].zone
	m.route[0], m.steps = to, 1
	switch {
	case !m.units.and(g.ships).empty():
		m.manner = bySea
	case g.seas.Has(m.from):
		return (&fault{"needs-ships", "3.1", faultForce, []any{"Zone", g.zoneTerm(m.from)}}).in(s, o.force.span)
	default:
		m.manner = byLand
	}
	found := g.sought(m, to)
	if !found && m.manner == byLand && g.coast.Has(m.from) && g.coast.Has(to) {
		m.manner = ferried
		if found = g.sought(m, to); !found {
			m.manner = byLand
		}
	}
	if !found {
		m.route[0], m.steps = to, 1
		if f := g.closed(m, 0); f != nil {
			return f.in(s, o.legs[0].span)
		}
		return (&fault{"no-safe-route", "3.5", 0, []any{"From", g.zoneTerm(m.from), "To", g.zoneTerm(to),
			"Reach", g.zoneTerms(g.reach(m))}}).in(s, o.legs[0].span)
	}
	if f := g.judge(m); f != nil {
		return f.in(s, g.blame(f, o, make([]int, m.steps)))
	}
	return g.planDrop(m, o.legs[0], s)
}

// sought writes the shortest safe way to a zone into the movement.
func (g *game) sought(m *move, to board.Zone) bool {
	g.seek(g.search, m)
	return g.follow(m, to)
}

// follow writes the way that was found to a zone into the movement, if there is one
// that fits.
func (g *game) follow(m *move, to board.Zone) bool {
	var buf [maxRoute + 2]board.Zone
	path := g.search.Path(to, buf[:0])
	if len(path) < 2 || len(path)-1 > maxRoute {
		return false
	}
	m.steps = copy(m.route[:], path[1:])
	return true
}

// planDrop notes what is dropped at the step that the route has just reached.
func (g *game) planDrop(m *move, l leg, s *orders.Statement) *orders.Diagnostic {
	if !l.dropped {
		return nil
	}
	aboard, men := m.units.minus(g.ships), m.leaders
	for _, d := range m.drop[:m.drops] {
		aboard, men = aboard.minus(d.units), men&^d.leaders
	}
	if l.drop.all {
		men = 0
	}
	units, leaders, fault := pick(g, s, l.drop, aboard, men, l.zone, "3.3")
	if fault != nil {
		return fault
	}
	if m.drops == maxDrops {
		return orders.IllegalAt(s, l.span, "too-many-drops", "3.3", "Limit", maxDrops)
	}
	m.drop[m.drops] = drop{m.steps - 1, units, leaders}
	m.drops++
	return nil
}

// dropIdle forgets drops at the destination, where everything ends anyway.
func (g *game) dropIdle(m *move) {
	kept := 0
	for _, d := range m.drop[:m.drops] {
		if d.step < m.steps-1 {
			m.drop[kept] = d
			kept++
		}
	}
	clear(m.drop[kept:m.drops])
	m.drops = kept
}
