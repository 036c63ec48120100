package amphipolis

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Sensible returns a player of Amphipolis that plays as a careful person would
// ([bot.Player]): he sends operations where a garrison may give way, marches on the citadel
// or stands by it, and besieges whatever he can. Equal generators make him play equal games.
func Sensible(rnd *rand.Rand) adjudicator.Player { return bot.New(rnd, inPlay) }

// Player implements [adjudicator.Bot] with [Sensible].
func (*ruleset) Player(rnd *rand.Rand) adjudicator.Player { return Sensible(rnd) }

var (
	_ adjudicator.Bot      = (*ruleset)(nil)
	_ adjudicator.Proposer = (*ruleset)(nil)
	_ bot.Rules            = model{}
)

// inPlay is the game that is played, or nil if it is another ruleset's.
func inPlay(g adjudicator.Game) bot.Rules {
	if g, ok := g.(*game); ok {
		return model{game: g}
	}
	return nil
}

// Think implements [bot.Rules].
func (m model) Think(p *bot.Player, here *bot.Planner, side adjudicator.Side, form adjudicator.Form) adjudicator.Answer {
	x := thinker{p, here, m, side}
	switch f := form.(type) {
	case *march.SpendForm:
		return x.spend(f)
	case *actForm:
		return x.act(f)
	case *operateForm:
		return x.sendOn(f)
	case *arriveForm:
		return x.arrive(f)
	case *worksForm:
		return building{} // it costs nothing
	case *siegeForm:
		return x.besiege(f)
	case *ruseForm:
		return x.ruse(f)
	case *battle.RerollForm:
		return x.rethrow(f)
	}
	return nil // losses and recoveries: the defaults give up the least and recover the most
}

// thinker answers what Amphipolis alone asks.
type thinker struct {
	*bot.Player
	here *bot.Planner
	m    model
	side adjudicator.Side
}

// Family implements [bot.Wrapped].
func (f *actForm) Family() adjudicator.Form { return f.ActForm }

// Laden implements [bot.Rules]: nobody is aboard in a movement at sea, but for the transports
// out of Thasos (3.1.2).
func (m model) Laden(fleet, _ field.UnitSet) field.UnitSet { return fleet }

// MayPart implements [bot.Rules]: no leader stays at sea by himself (3.1.1).
func (m model) MayPart(s adjudicator.Side, units field.UnitSet, men field.LeaderSet) bool {
	z := m.OnlyZone(units)
	return !m.Seas.Has(z) || m.LeadersOf(s, z)&^men == 0 || !m.UnitsAt(s, z).Minus(units).Empty()
}

// Parties implements [bot.Rules]: all, all but one or two, as many as there is room for
// in a zone of some kind, and a unit or two by themselves; with all leaders, without, and
// with the best alone.
func (m model) Parties(_ *bot.Planner, from board.Zone, troops field.UnitSet, men field.LeaderSet) []bot.Party {
	var all []bot.Party
	offer := func(units field.UnitSet, men field.LeaderSet) {
		for _, p := range all {
			if p.Units == units && p.Leaders == men {
				return
			}
		}
		all = append(all, bot.Party{Units: units, Leaders: men})
	}
	n := troops.Len()
	for _, size := range [...]int{n, n - 1, n - 2, 8, 7, 5, 4} {
		if size > 0 && size <= n {
			some := m.ables(troops, size)
			offer(some, men)
			if men.Len() > 1 {
				offer(some, 1<<m.Ablest(men))
			}
		}
	}
	offer(m.weakest(troops, 1), 0)
	if n > 3 {
		offer(m.weakest(troops, 2), 0)
	}
	return all
}

// ables returns so many units of a set, those of the most force points as they stand.
func (m model) ables(from field.UnitSet, n int) (units field.UnitSet) {
	for ; n > 0 && !from.Empty(); n-- {
		u := bot.Strongest(&m.Field, from)
		from.Drop(u)
		units.Add(u)
	}
	return units
}

// weakest returns so many units of a set, those of the fewest.
func (m model) weakest(from field.UnitSet, n int) field.UnitSet {
	return from.Minus(m.ables(from, from.Len()-n))
}
