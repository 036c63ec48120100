package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/view"
	"keryx/adjudicator/board"
)

// View implements [adjudicator.Game].
func (g *game) View(side adjudicator.Side) adjudicator.View {
	look := g.seenBy(side)
	tracks := look.Tracks(look.Points(), view.Track("supply", g.supply[0], g.supply[1]),
		view.Track("shortage", view.YesNo(g.shortage[0]), view.YesNo(g.shortage[1])), look.Holder(), look.Hands())
	return adjudicator.View{Side: side, Turn: g.Name(), Result: g.Outcome, Data: g.situation(side),
		Number: min(g.TurnNo, g.Playing.Last-g.Playing.First) + 1, Last: g.Playing.Last - g.Playing.First + 1,
		Tables: append(look.Forces(), look.Due(g.monthName, nil), tracks, look.Losses(look.UnitsLost)), Zones: look.Zones(g.zoneMarks),
		Balance: g.balance(look), Goals: g.goals()}
}

// seenBy is the game as a side sees it.
func (g *game) seenBy(side adjudicator.Side) view.Look {
	return view.Look{Chits: g.war().Chits, Viewer: side}
}

// zoneMarks says who holds a port.
func (g *game) zoneMarks(z board.Zone) (marks []adjudicator.ZoneMark) {
	for s := athens; s <= sparta; s++ {
		if g.Ports.Has(z) && g.Holds(s, z) {
			marks = append(marks, adjudicator.ZoneMark{Kind: adjudicator.Held, Side: s})
		}
	}
	return marks
}

// balance compares the sides: ports, ships, land units, supply, and the victory points
// if the game ended now (9.2).
func (g *game) balance(look view.Look) []adjudicator.BalanceRow {
	points, _ := g.victoryPoints()
	return []adjudicator.BalanceRow{
		view.Scale("ports", func(s adjudicator.Side) int { return g.Held[s].Intersect(g.Ports).Len() }),
		look.Fleets(),
		look.Armies(),
		view.Scale("supply", func(s adjudicator.Side) int { return g.supply[s] }),
		view.Scale("victory", func(s adjudicator.Side) int { return points[s] }),
	}
}
