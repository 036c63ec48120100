package view

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/board"
)

// Look is a game of the family as one side sees it, made for the moment. Everything on the
// map is public; of the stratagems, a side knows its own and how many the enemy holds.
type Look struct {
	chit.Chits
	Viewer adjudicator.Side
}

// Columns are the headings of a table, by the ends of their keys.
func Columns(ids ...string) []adjudicator.Phrase {
	all := make([]adjudicator.Phrase, len(ids))
	for i, id := range ids {
		all[i] = adjudicator.Say("bey.column." + id)
	}
	return all
}

// YesNo is yes or no.
func YesNo(b bool) adjudicator.Phrase {
	if b {
		return adjudicator.Say("bey.yes")
	}
	return adjudicator.Say("bey.no")
}

// Zones are the zones where counters are, or marks that the ruleset puts there.
func (l Look) Zones(marks func(z board.Zone) []adjudicator.ZoneMark) (all []adjudicator.ZoneView) {
	for z := range l.Board.All().All() {
		zone := adjudicator.ZoneView{Zone: l.ZoneTerm(z), Marks: marks(z), Stacks: l.stacks(z)}
		if len(zone.Stacks)+len(zone.Marks) > 0 {
			all = append(all, zone)
		}
	}
	return all
}

// Scale compares the sides by a number, of which the end of the key is given.
func Scale(id string, of func(s adjudicator.Side) int) adjudicator.BalanceRow {
	return adjudicator.BalanceRow{Name: adjudicator.Say("bey.balance." + id), Values: [2]int{of(0), of(1)}}
}

// Fleets compares the ships, those in the bases with them.
func (l Look) Fleets() adjudicator.BalanceRow {
	return Scale("naval", func(s adjudicator.Side) int { onMap, inBases := l.TotalNaval(s); return onMap + inBases })
}

// Armies compares the land units.
func (l Look) Armies() adjudicator.BalanceRow {
	return Scale("land", func(s adjudicator.Side) (total int) {
		for z := range l.HeldByLand[s].All() {
			total += l.LandPF(s, z)
		}
		return total
	})
}
