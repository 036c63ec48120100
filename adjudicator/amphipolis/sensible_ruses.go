package amphipolis

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// preference ranks the stratagems that are worth keeping, the best first (7).
var preference = []field.StratagemNo{15, 16, 3, 14, 22, 11, 18, 21, 19, 17, 10, 9, 8, 7, 6, 13, 20, 5, 12, 4, 1, 2}

// Preference implements [bot.Rules].
func (model) Preference() []field.StratagemNo { return preference }

// Aimed implements [bot.Rules]. The Advantage is kept: it has a die thrown again, and lets
// Sparta build.
func (m model) Aimed(here *bot.Planner, side adjudicator.Side, n field.StratagemNo, at field.Moment) []*chit.Play {
	plain := &chit.Play{Side: side, Number: n, Zone: board.NoZone}
	switch n {
	case 2:
		if m.exposedToStorm() > 2*prices.Chit {
			return []*chit.Play{plain}
		}
	case 3, 11:
		return []*chit.Play{plain}
	case 4:
		return m.barred(here, side)
	case 15:
		return byArms(m, m.war().Patterns(side, n))
	case 16:
		return m.war().Patterns(side, n)
	case 21:
		return here.Plague(side, n, 2*prices.Chit)
	case 22:
		if at == field.Reinforcing {
			return byArms(m, slices.DeleteFunc(m.war().Patterns(side, n), func(p *chit.Play) bool { return p.Zone == board.NoZone && p.Units.Empty() }))
		}
	}
	return nil
}

// byArms puts plays that bring hoplites first, and ships last.
func byArms(m model, plays []*chit.Play) []*chit.Play {
	slices.SortStableFunc(plays, func(a, b *chit.Play) int { return m.hoplites(b) - m.hoplites(a) })
	return plays
}

func (m model) hoplites(p *chit.Play) int {
	return p.Units.And(m.ByArm[field.HopliteArm]).Len() - p.Units.And(m.Ships).Len()
}

// exposedToStorm is what a storm costs Athens on the mean.
func (m model) exposedToStorm() float64 {
	v := 0.0
	for z := range m.HeldBySea[athens].Intersect(m.Seas.Minus(m.harbour)).All() {
		v += float64(m.NavalPF(athens, z)) * prices.Strength[field.TriremeArm] / 3
	}
	return v
}

// barred aims S4 at the zone with archers that stands to lose most.
func (m model) barred(here *bot.Planner, side adjudicator.Side) (plays []*chit.Play) {
	worst := prices.Chit
	for z := range m.ZonesOf(m.ByArm[field.ArcherArm].And(m.OnMap(side))).Minus(m.Bases).All() {
		strongest := 0
		for from := range m.HeldByLand[side.Other()].All() {
			if m.roads[from][z] <= 4 || m.theatre.Has(z) && m.theatre.Has(from) {
				strongest = max(strongest, m.LandPF(side.Other(), from))
			}
		}
		if v := here.Menace(strongest, m.LandPF(side, z)) * here.Worth(m.LandAt(side, z)); v > worst {
			worst, plays = v, []*chit.Play{{Side: side, Number: 4, Zone: z}}
		}
	}
	return plays
}

// RuseGain implements [bot.Rules]: among the recoveries.
func (m model) RuseGain(here *bot.Planner, f *chit.RuseForm, r field.Ruse) float64 {
	n := 1
	switch {
	case r.Number == 22:
		return -1 // reinforcements are worth more
	case r.Number == m.Roles.Rally:
		n = 2
	}
	return here.Weakening((m.OnMap(f.Side).And(m.Weak)).Best(n, m.Strength))*0.5 - prices.Chit
}
