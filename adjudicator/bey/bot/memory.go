package bot

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Concern is something that a position is worth, or costs, zone by zone. A ruleset numbers its
// own after [Danger].
type Concern uint8

// Danger is what enemy troops next door could do.
const Danger Concern = 0

// concerns is how many there can be.
const concerns = 3

// memory keeps what zones are worth while the movements out of one position are weighed.
// Each of them changes a few zones, and what hangs on the others alone is as it was. It is
// kept together with the counters that it was worked out for, and every position is compared
// with these, so that nobody has to tell it of a change. It lasts for one position, since
// a movement changes nothing but where counters stand.
type memory struct {
	at    [field.MaxZones]field.UnitSet
	men   [field.MaxZones]field.LeaderSet
	known [concerns][2]board.Set
	worth [concerns][2][field.MaxZones]float64
}

// begin forgets everything, for movements out of a position.
func (m *memory) begin(f *field.Field) {
	m.at, m.men = f.At, f.LeadersAt
	m.known = [concerns][2]board.Set{}
}

// changed are the zones whose counters are not those that they were.
func (m *memory) changed(f *field.Field) (zones board.Set) {
	for z := range f.Board.Len() {
		if f.At[z] != m.at[z] || f.LeadersAt[z] != m.men[z] {
			zones.Add(board.Zone(z))
		}
	}
	return zones
}

// Weighed is what a concern of a side in a zone comes to, for [Rules.Holdings]: what worth
// returns, which may hang on the counters in the zones within and on nothing else that
// differs between positions of the same moment.
func (g *Planner) Weighed(c Concern, s adjudicator.Side, z board.Zone, within board.Set, worth func() float64) float64 {
	m := g.memory
	if m == nil || within.Meets(g.changed) {
		return worth()
	}
	if known := &m.known[c][s]; !known.Has(z) {
		m.worth[c][s][z] = worth()
		known.Add(z)
	}
	return m.worth[c][s][z]
}

// appraise is [Planner.Appraise] of a position that a movement out of another leads to.
func (m *memory) appraise(after *Planner, s adjudicator.Side) float64 {
	after.memory, after.changed = m, m.changed(after.Field)
	v := after.Appraise(s)
	after.memory = nil
	return v
}
