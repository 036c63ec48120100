package bot

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Concern is something that a position is worth, or costs, zone by zone. A ruleset numbers its
// own after [Command].
type Concern uint8

// The concerns of the family.
const (
	Danger  Concern = iota // what enemy troops next door could do
	Chase                  // what the strongest enemy fleet could do
	Command                // where leaders are
)

// concerns is how many there can be.
const concerns = 7

// memory keeps what has been worked out of one position: what zones are worth in it, and
// what movements out of it lead to.
//
// A movement changes a few zones, and what hangs on the others alone is as it was. It
// changes nothing but where counters stand, so that what is kept holds for every position
// that is alike ([Rules.Alike]): a player looks at the same one again when he announces
// what he will spend and then spends it.
type memory struct {
	at    *Planner // the position; movements are tried out in it, and taken back
	value [2]float64
	fresh bool // its concerns are being summed up

	entries [field.MaxUnits]field.Entry // how units entered their zones in it
	origin  board.Zone                  // of the group that is tried out, or NoZone
	mover   adjudicator.Side            // whose it is
	left    [concerns][2]left           // what there is when the group has gone
	met     board.Zone                  // where the group fights, or NoZone
	promise float64                     // and what it may hope for

	ledgers [concerns][2]ledger
	dues    [2]ledger // what combats that are due promise each side
	hunter  [2]int    // the strongest fleet of each side's enemy
	chased  [2]chased // and what another one could do
	sorties []sortie
	trips   []Trip // of all sorties
	last    uint64 // when it was thought of last
}

// sortie is a group that could set out, and what has been weighed of it.
type sortie struct {
	group
	from, to int // its trips
}

// group is what tells sorties apart.
type group struct {
	side    adjudicator.Side
	zone    board.Zone
	manner  march.Manner
	actions bool // in an action phase; otherwise nobody is attacked
	who     Party
}

// memories is how many positions a player remembers.
const memories = 4

// recall is what a player remembers of a position: nothing yet, in the place of what he has
// thought of least lately, if he does not know it.
func (p *Player) recall(g *Planner) *memory {
	p.recalls++
	oldest := &p.memories[0]
	for i := range p.memories {
		m := &p.memories[i]
		if m.at != nil && m.at.Alike(g.Rules) {
			m.last = p.recalls
			return m
		}
		if m.last < oldest.last {
			oldest = m
		}
	}
	oldest.last = p.recalls
	oldest.begin(g)
	return oldest
}

// begin forgets everything, for another position.
func (m *memory) begin(g *Planner) {
	into(&m.at, g)
	m.entries, m.origin, m.met = m.at.Phase.Entry, board.NoZone, board.NoZone
	if m.trips == nil {
		m.sorties, m.trips = make([]sortie, 0, 16), make([]Trip, 0, 160)
	}
	m.sorties, m.trips = m.sorties[:0], m.trips[:0]
	m.dues[0].zones, m.dues[1].zones, m.chased = board.Set{}, board.Set{}, [2]chased{}
	for s := range m.value {
		m.fresh = s == 0 // for both sides
		m.value[s] = m.appraise(m.at, adjudicator.Side(s), board.Set{})
	}
}

// Over is what a concern of a side comes to in some zones, for [Rules.Holdings]: the sum of
// what worth returns for each of them. That may hang on the counters in the zone, for a wide
// concern on those next door as well, and on nothing else that differs between positions that
// movements out of one lead to: so what is summed up behind a movement is what it changes.
func (g *Planner) Over(c Concern, s adjudicator.Side, zones board.Set, wide bool, worth func(board.Zone) float64) float64 {
	m := g.memory
	if m == nil || m.fresh {
		return g.sumUp(m, c, s, zones, worth)
	}
	l, other := &m.ledgers[c][s], g.changed
	if wide {
		other = g.around
	}
	before, now := l.zones.Intersect(other), zones.Intersect(other)
	v := l.sum
	if before.Empty() && now.Empty() {
		return v
	}
	for !before.Empty() {
		v -= l.worth[before.Pop()]
	}
	for !now.Empty() {
		z := now.Pop()
		if z != m.origin || wide {
			v += worth(z)
			continue
		}
		x := &m.left[c][s] // the same wherever the group has gone
		if !x.known {
			x.known, x.worth = true, worth(z)
		}
		v += x.worth
	}
	return v
}

// Shared is [Planner.Over] of a concern in the zones with a side's counters that [Rules.Holdings] looks at for either side, the same
// for both: it is worked out once in an appraisal.
func (g *Planner) Shared(c Concern, s adjudicator.Side, zones board.Set, worth func(board.Zone) float64) float64 {
	bit := uint16(1) << (2*uint(c) + uint(s))
	if g.shared&bit == 0 {
		g.shared |= bit
		g.sums[c][s] = g.Over(c, s, zones, false, worth)
	}
	return g.sums[c][s]
}

// sumUp is what a concern comes to in a position that nothing is known of, and notes it if it
// is to be remembered.
func (g *Planner) sumUp(m *memory, c Concern, s adjudicator.Side, zones board.Set, worth func(board.Zone) float64) float64 {
	v := 0.0
	if m == nil {
		for z := range zones.All() {
			v += worth(z)
		}
		return v
	}
	l := &m.ledgers[c][s]
	l.zones = zones
	for z := range zones.All() {
		l.worth[z] = worth(z)
		v += l.worth[z]
	}
	l.sum = v
	return v
}

// left is a concern in the zone that a group has left.
type left struct {
	known bool
	worth float64
}

// depart begins to try out where a group can go from a zone.
func (m *memory) depart(mover adjudicator.Side, from board.Zone) {
	m.origin, m.mover, m.left = from, mover, [concerns][2]left{}
}

// chased is what a fleet could do to those of its enemy in some zones: none to none.
type chased struct {
	hunter int
	out    board.Set
	value  float64
}

// ledger is a concern of a side in a position.
type ledger struct {
	zones board.Set
	worth [field.MaxZones]float64 // in each of them
	sum   float64
}

// appraise is [Planner.Appraise] of a position that differs in some zones.
func (m *memory) appraise(after *Planner, s adjudicator.Side, changed board.Set) float64 {
	after.memory, after.changed, after.around = m, changed, changed
	for rest := changed; !rest.Empty(); {
		after.around = after.around.Union(after.Board.Near(rest.Pop(), board.Any))
	}
	v := after.Appraise(s)
	after.memory = nil
	return v
}

// sortie is what has been weighed of a group, if it has.
func (m *memory) sortie(of group) ([]Trip, bool) {
	for i := range m.sorties {
		if x := &m.sorties[i]; x.zone == of.zone && x.group == of {
			return m.trips[x.from:x.to], true
		}
	}
	return nil, false
}
