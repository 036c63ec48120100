package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/view"
	"keryx/adjudicator/board"
)

// View implements [adjudicator.Game].
func (g *game) View(side adjudicator.Side) adjudicator.View {
	look := g.seenBy(side)
	return adjudicator.View{Side: side, Turn: g.Name(), Result: g.Outcome, Data: g.situation(side),
		Number: g.reached() - g.Playing.First + 1, Last: g.Playing.Last - g.Playing.First + 1,
		Tables: append(look.Forces(), g.dueTable(look), g.tracksTable(look), g.garrisonsTable(), g.stockTable(), look.Losses(g.lost)),
		Zones:  look.Zones(g.zoneMarks), Edges: g.wallsBuilt(), Balance: g.balance(look), Goals: g.goals()}
}

// seenBy is the game as a side sees it.
func (g *game) seenBy(side adjudicator.Side) view.Look {
	return view.Look{Chits: g.war().Chits, Viewer: side}
}

// lost are the units of a side that are out of play and cannot be called in.
func (g *game) lost(s adjudicator.Side) field.UnitSet {
	return g.seenBy(s).UnitsLost(s).Minus(g.stock(s))
}

// wallsBuilt are the walls that stand, or lie in ruins, with the Wall marker (5).
func (g *game) wallsBuilt() (all []adjudicator.EdgeView) {
	kinds := map[data.WallState]string{data.WallStanding: "wall", data.WallDestroyed: "ruin"}
	for _, w := range g.own.Walls {
		if kind := kinds[g.walls]; w.Built && kind != "" {
			all = append(all, adjudicator.EdgeView{Zones: [2]adjudicator.Term{g.ZoneTerm(w.Inside), g.ZoneTerm(w.Outside)}, Kind: kind})
		}
	}
	return all
}

// dueTable lists the reinforcements of the scenario that come in the next turns. Of some it
// says how many units come of which types, as their player chooses.
func (g *game) dueTable(look view.Look) adjudicator.Listing {
	return look.Due(g.turnName, func(i int) (all []adjudicator.Phrase) {
		for _, draw := range g.setting.Arrivals[i].Stock {
			var types adjudicator.Terms
			for _, t := range draw.Types {
				types = append(types, adjudicator.Term{Kind: field.TypeKind, ID: t.String()})
			}
			key := "amphipolis.due.draw"
			if draw.Remaining {
				key = "amphipolis.due.rest"
			}
			all = append(all, adjudicator.Say(key, "Count", draw.Count, "Types", types))
		}
		return all
	})
}

// tracksTable shows the markers.
func (g *game) tracksTable(look view.Look) adjudicator.Listing {
	list := look.Tracks(look.Points(), look.Holder(), look.Hands())
	if !g.setting.WithoutMainMap {
		list.Rows = append(list.Rows, view.Track("wall", "", adjudicator.Say("amphipolis.wall."+wallIDs[g.walls])),
			view.Track("flotilla", "", view.YesNo(g.flotilla)))
	}
	return list
}

// garrisonsTable lists the garrisons: whose they are, their force points and what
// diplomacy needs.
func (g *game) garrisonsTable() adjudicator.Listing {
	list := adjudicator.Listing{ID: "garrisons", Title: adjudicator.Say("bey.table.garrisons"),
		Columns: view.Columns("garrison", "zone", "side", "pf", "va")}
	for i, side := range g.faces {
		x := &g.own.Garrisons[i]
		var va any = ""
		if n := x.VA[side]; n > 0 {
			va = n
		}
		list.Rows = append(list.Rows, []any{g.garrisonTerm(i), g.ZoneTerm(x.Zone).ID, g.SideTerm(side), x.PF, va})
	}
	return list
}

// stockTable lists the units that can still be called in or arrive.
func (g *game) stockTable() adjudicator.Listing {
	list := adjudicator.Listing{ID: "stock", Title: adjudicator.Say("bey.table.stock"), Columns: view.Columns("side", "units")}
	for s := athens; s <= sparta; s++ {
		if left := g.stock(s); !left.Empty() {
			list.Rows = append(list.Rows, []any{g.SideTerm(s), g.Terms(left, 0)})
		}
	}
	return list
}

// zoneMarks shows the garrison of a zone.
func (g *game) zoneMarks(z board.Zone) []adjudicator.ZoneMark {
	n := g.garrisonHere(z)
	if n < 0 {
		return nil
	}
	m := adjudicator.ZoneMark{Kind: "garrison", Sign: "tower", Side: g.faces[n], Strength: g.own.Garrisons[n].PF}
	if n == g.citadel {
		m.Kind, m.Sign = "citadel", "citadel"
	}
	return []adjudicator.ZoneMark{m}
}

// balance compares the sides: garrisons, ships, land units, and the victory points
// if the game ended now (9.2).
func (g *game) balance(look view.Look) []adjudicator.BalanceRow {
	points, _ := g.victoryPoints()
	return []adjudicator.BalanceRow{
		view.Scale("garrisons", func(s adjudicator.Side) int { return g.garrisonsOf(s).Len() }),
		look.Fleets(),
		look.Armies(),
		view.Scale("victory", func(s adjudicator.Side) int { return points[s] }),
	}
}
