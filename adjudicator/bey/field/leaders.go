package field

import (
	"slices"
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Leader is one leader.
type Leader struct {
	ID    string // his name, in the spelling of the rulebook
	Names board.Names
	Side  adjudicator.Side
	Bonus int    // swords; the reverse has none
	Ally  string // whose he is, as the ruleset names it; empty for the side's own

	Source      board.Source
	BonusSource board.Source
}

// LeaderEntry is a block [[leader]] of a counter file.
type LeaderEntry struct {
	ID          string       `toml:"id"`
	Side        string       `toml:"side"`
	EN          string       `toml:"en"`
	FR          string       `toml:"fr"`
	Bonus       int          `toml:"bonus"`
	Ally        string       `toml:"ally"`
	Source      board.Source `toml:"source"`
	BonusSource board.Source `toml:"bonus_source"`
}

// AddUnits reads a block of units; suffix is that of [Reading.Units], ally is whose they
// are. A class that the side has already is refused.
func (f *Facts) AddUnits(r *Reading, e UnitEntry, suffix, ally string) {
	all := r.Units(e, suffix)
	if len(all) > 0 && f.Class(all[0].Side, e.Class) != nil {
		r.Fail("unit "+e.Side+" "+e.Class, board.ErrDuplicate, "")
	}
	for i := range all {
		all[i].Ally = ally
	}
	f.Units = append(f.Units, all...)
	slices.SortStableFunc(f.Units, func(a, b Unit) int { return int(a.Side) - int(b.Side) })
}

// AddLeader reads a leader, who has no more than so many swords.
func (f *Facts) AddLeader(r *Reading, e LeaderEntry, swords int) {
	key := "leader " + e.ID
	l := Leader{ID: e.ID, Names: r.Names(key, e.EN, e.FR), Side: r.Side(key, e.Side), Bonus: e.Bonus, Ally: e.Ally,
		Source: e.Source, BonusSource: e.BonusSource}
	r.Source(key, e.Source, e.BonusSource)
	if e.Bonus < 0 || e.Bonus > swords {
		r.Fail(key+".bonus", board.ErrInvalid, strconv.Itoa(e.Bonus))
	}
	if f.Leader(e.ID) >= 0 {
		r.Fail(key, board.ErrDuplicate, "")
	}
	f.Leaders = append(f.Leaders, l)
}

// TellWell tells of leaders who turn back to their front: who was wounded or ill is well
// again. Whose they are is told side by side.
func (g *Field) TellWell(t *adjudicator.Table, rule string, men LeaderSet) {
	for s := range g.Captains {
		if well := men & g.Captains[s]; well != 0 {
			g.Tell(t, rule, 0, "healed", "Side", adjudicator.Side(s), "Leaders", well)
		}
	}
}
