package perse

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// Resample implements [adjudicator.Resampler].
func (g *Game) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	other := g.Clone().(*Game)
	other.Redeal(side, r)
	return other
}

// Overt implements [adjudicator.Overt]: what the enemy sees of an answer before anything is shown.
func (g *Game) Overt(side adjudicator.Side, a adjudicator.Answer) string {
	act := a.(order.Act)
	switch act.Verb {
	case "pass":
		if g.Flow.Passes == 0 && g.MayHave(side.Other()) && g.Now.Gone == 0 { // else chits are shown, or counters lost
			return act.Verb
		}
	case "let", "none":
		if g.Way == "" { // else the enemy's march goes on, which he has not said
			return act.Verb
		}
	case "command", "reorganise":
		return adjudicator.Unseen // what is ready is seen when all is
	case "activate":
		if g.Now.Gone == 0 {
			names := g.Veil[side].Names(g.Set(side, act.Piece) | g.Set(side, act.With))
			return fmt.Sprint("activate ", names.Len(), " of ", g.Likely(side, names))
		}
	case "move":
		if act.Units == "" && act.Taken == "" {
			return g.overtWay(side, g.Now.Names, act.Path, g.Ashore)
		}
	case "sail":
		if act.Piece != "" && act.Units == "" && act.Taken == "" && g.Roster.ID != "14.1" {
			return g.overtWay(side, g.Veil[side].Names(g.Set(side, act.Piece)), act.Path, g.Afloat)
		}
	}
	return ""
}

// overtWay is what the enemy sees of a way into zones where nobody stands: names that stand among others
// that look alike are dealt anew.
func (g *Game) overtWay(side adjudicator.Side, names fog.Set, path string, there func(adjudicator.Side, board.Zone) fog.Set) string {
	first := names.Nth(0)
	from := g.Where[side][first]
	group := g.Alike(side, there(side, from), first) | names
	zones := strings.Fields(path)
	for i, id := range zones {
		z := g.Rules.Zones[id]
		sea := g.Roster.Back[side][1].Has(first)
		if met, units := g.Enemies(field.Force{Side: side, At: z, Sea: sea}); met != 0 || units || g.Scorched.Has(z) && !sea || i < len(zones)-1 && there(side, z) != 0 {
			return ""
		}
	}
	if len(zones) >= field.MostZones {
		return "" // counters may be lost at once
	}
	if group != names {
		return fmt.Sprint("some ", names.Len(), " of ", group, path)
	}
	return fmt.Sprint(names, path)
}
