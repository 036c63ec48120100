package amphipolis

import (
	"iter"
	"math/rand/v2"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// JudgeVoyage implements [march.Rules]. Ships sail as far as they like (1.2.1). In B.2 they
// carry land units, one for each of their PF, that land beside the zone where they stop
// (3.1.2).
func (g *game) JudgeVoyage(m *march.Move) *field.Fault {
	if f := g.war().JudgeSailing(m); f != nil {
		return f
	}
	return g.judgeTransport(m)
}

// Hold implements [march.Rules]: out of a rear base in B.2 each PF of ships takes one counter
// (3.1.2).
func (g *game) Hold(m *march.Move) int {
	if g.Phase.Acting || !g.Bases.Has(m.From) {
		return 0
	}
	return g.Sum(m.Units.And(g.Ships))
}

// judgeTransport checks what ships carry and where it lands: in B.2 out of Thasos alone
// (3.1.2). At any other time a leader who sails stays with his ships (3.1.1).
func (g *game) judgeTransport(m *march.Move) *field.Fault {
	troops, hold := m.Units.Minus(g.Ships), g.Hold(m)
	left, aground := troops, field.LeaderSet(0)
	for _, d := range m.Drop[:m.Drops] {
		if left = left.Minus(d.Units); m.Ashore(d) {
			aground |= d.Leaders
		}
	}
	switch n := troops.Len(); {
	case hold == 0 && (n > 0 || aground != 0):
		return g.Fault("no-transport", "3.1.2", field.FaultForce, "Who", g.Terms(troops, aground))
	case n > hold:
		return g.Fault("overloaded", "3.1.2", field.FaultForce, "Count", n, "Fleet", hold, "Limit", hold)
	}
	for _, d := range m.Drop[:m.Drops] {
		if f := g.judgeLanding(m, d); f != nil {
			return f
		}
	}
	if !left.Empty() {
		return g.Fault("must-land", "3.1.2", field.FaultForce, "Who", left, "Zones", g.beaches(m))
	}
	return nil
}

// beaches returns where a fleet can land what it carries: on land beside the zone where it
// stops, where no enemy is.
func (g *game) beaches(m *march.Move) board.Set {
	return g.Board.Near(m.To(), board.Shore).Intersect(g.Lands).Minus(g.war().ShutTo(m.Side))
}

// judgeLanding checks where some of what ships carry lands.
func (g *game) judgeLanding(m *march.Move, d march.Drop) *field.Fault {
	switch {
	case !d.Units.And(g.Ships).Empty():
		return g.Fault("drop-ships", "3.1.2", field.FaultDrop, "Ships", d.Units.And(g.Ships))
	case !m.Ashore(d), d.Step != m.Steps-1, !g.Board.Near(m.To(), board.Shore).Has(d.At):
		return g.Fault("land-where-it-stops", "3.1.2", field.FaultDrop, "Zone", d.At, "Sea", m.To(), "Zones", g.beaches(m))
	}
	if f := g.whyClosed(m.Side, d.At); f != nil {
		f.Step = field.FaultDrop
		return f
	}
	return nil
}

// landings yields the movements of a fleet that land all whom it carries in one place: one after the
// other in the same place, so that what is kept has to be copied.
func (g *game) landings(fleet march.Move) iter.Seq[*march.Move] {
	return func(yield func(*march.Move) bool) {
		var m march.Move
		g.war().Seek(g.Search, &fleet)
		for sea := range g.Search.Reached().Intersect(g.Seas).All() {
			if !g.war().Follow(&fleet, sea) {
				continue
			}
			for at := range g.beaches(&fleet).All() {
				m = fleet
				m.Drop[0], m.Drops = march.Drop{Step: m.Steps - 1, At: at, Units: m.Units.Minus(g.Ships), Leaders: m.Leaders}, 1
				if !yield(&m) {
					return
				}
			}
		}
	}
}

// sailOn has ships that have left a sea zone keep what they have carried there
// amphibiously in the action phase: those that have carried nothing leave first. So no
// naval unit carries more than its PF in a phase, wherever it sails (3.1.3).
func (g *game) sailOn(m *march.Move) {
	used := &g.Phase.Ferried[m.Side]
	if m.Manner != march.BySea || !g.Seas.Has(m.From) {
		return
	}
	if gone := used[m.From] - int16(g.NavalPF(m.Side, m.From)); gone > 0 {
		used[m.From] -= gone
		used[m.To()] += gone
	}
}

// Unload implements [march.Rules]: all that is aboard lands in one place, or in two.
func (g *game) Unload(r *rand.Rand, m *march.Move) {
	aboard, men := m.Units.Minus(g.Ships), m.Leaders
	if m.Manner != march.BySea || aboard.Empty() {
		return
	}
	zones := g.beaches(m)
	for ; !zones.Empty() && !aboard.Empty() && m.Drops < 2; m.Drops++ {
		d := march.Drop{Step: m.Steps - 1, At: zones.Nth(r.IntN(zones.Len())), Units: aboard, Leaders: march.SomeLeaders(r, men)}
		zones.Remove(d.At)
		if m.Drops == 0 && !zones.Empty() {
			d.Units = g.Canonical(march.SomeUnits(r, aboard), aboard)
		}
		aboard, men = aboard.Minus(d.Units), men&^d.Leaders
		m.Drop[m.Drops] = d
	}
}
