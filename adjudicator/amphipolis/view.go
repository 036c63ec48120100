package amphipolis

import (
	"reflect"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// View implements [adjudicator.Game]. Everything on the map is public; of the
// stratagems, a side knows its own and how many the enemy holds.
func (g *game) View(side adjudicator.Side) adjudicator.View {
	v := adjudicator.View{Side: side, Turn: g.Name(), Result: g.Outcome, Data: g.situation(side),
		Number: g.Reached() - g.Playing.First + 1, Last: g.Playing.Last - g.Playing.First + 1}
	for _, s := range viewOrder(side) {
		v.Tables = append(v.Tables, g.forcesTable(s, side))
	}
	if side != adjudicator.Observer {
		v.Tables = append(v.Tables, g.handTable(side))
	}
	v.Tables = append(v.Tables, g.tracksTable(), g.garrisonsTable(), g.stockTable(), g.lossesTable())
	for z := range g.Board.All().All() {
		if zone := g.viewZone(z); len(zone.Stacks)+len(zone.Marks) > 0 {
			v.Zones = append(v.Zones, zone)
		}
	}
	v.Edges = g.wallsBuilt()
	v.Balance, v.Goals = g.balance(), g.goals()
	return v
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

// viewOrder puts the viewer's side first.
func viewOrder(side adjudicator.Side) [2]adjudicator.Side {
	if side == sparta {
		return [2]adjudicator.Side{sparta, athens}
	}
	return [2]adjudicator.Side{athens, sparta}
}

func (g *game) forcesTable(s, viewer adjudicator.Side) adjudicator.Listing {
	id := "enemy"
	if s == viewer || viewer == adjudicator.Observer {
		id = "own"
	}
	if viewer == adjudicator.Observer {
		id = sideIDs[s]
	}
	list := adjudicator.Listing{ID: id, Title: adjudicator.Say("amphipolis.table.forces", "Side", g.SideTerm(s)),
		Columns: columns("zone", "units", "leaders", "naval", "land")}
	for z := range g.Board.All().All() {
		units, leaders := g.UnitsAt(s, z), g.LeadersOf(s, z)
		if units.Empty() && leaders == 0 {
			continue
		}
		list.Rows = append(list.Rows, []any{g.ZoneTerm(z), g.Terms(units, 0), g.Terms(field.UnitSet{}, leaders),
			g.NavalPF(s, z), g.LandPF(s, z)})
	}
	return list
}

func columns(ids ...string) []adjudicator.Phrase {
	all := make([]adjudicator.Phrase, len(ids))
	for i, id := range ids {
		all[i] = adjudicator.Say("amphipolis.column." + id)
	}
	return all
}

// handTable lists the stratagem counters that a side holds.
func (g *game) handTable(s adjudicator.Side) adjudicator.Listing {
	list := adjudicator.Listing{ID: "hand", Title: adjudicator.Say("amphipolis.table.hand"),
		Columns: columns("face", "face", "playable")}
	for set := g.Pool.Hand[s]; set != 0; {
		c := set.Pop()
		faces := g.war().FaceTerms(c)
		var playable adjudicator.Terms
		for i, f := range g.Counters[c].Faces {
			if f.Colour.PlayableBy(s) && !g.Retired.Has(f.Stratagem) && !g.Playing.IsWithdrawn(f.Stratagem) {
				playable = append(playable, faces[i])
			}
		}
		list.Rows = append(list.Rows, []any{faces[0], faces[1], playable})
		for _, face := range playable {
			note := adjudicator.Say("report.about", "Name", face, "Text", adjudicator.Say("amphipolis.about."+face.ID))
			if !slices.ContainsFunc(list.Notes, func(have adjudicator.Phrase) bool { return reflect.DeepEqual(have, note) }) {
				list.Notes = append(list.Notes, note)
			}
		}
	}
	return list
}

// tracksTable shows the markers.
func (g *game) tracksTable() adjudicator.Listing {
	list := adjudicator.Listing{ID: "tracks", Title: adjudicator.Say("amphipolis.table.tracks"),
		Columns: columns("track", "athens", "sparta")}
	row := func(id string, values [2]any) {
		list.Rows = append(list.Rows, []any{adjudicator.Say("amphipolis.track." + id), values[0], values[1]})
	}
	row("points", [2]any{g.Points[0], g.Points[1]})
	row("advantage", [2]any{yesNo(g.Advantage == athens), yesNo(g.Advantage == sparta)})
	row("stratagems", [2]any{g.Pool.Hand[0].Len(), g.Pool.Hand[1].Len()})
	if !g.setting.WithoutMainMap {
		row("wall", [2]any{"", adjudicator.Say("amphipolis.wall." + wallIDs[g.walls])})
		row("flotilla", [2]any{"", yesNo(g.flotilla)})
	}
	return list
}

// garrisonsTable lists the garrisons: whose they are, their force points and what
// diplomacy needs.
func (g *game) garrisonsTable() adjudicator.Listing {
	list := adjudicator.Listing{ID: "garrisons", Title: adjudicator.Say("amphipolis.table.garrisons"),
		Columns: columns("garrison", "zone", "side", "pf", "va")}
	for i, side := range g.faces {
		x := &g.own.Garrisons[i]
		var va any = ""
		if n := x.VA[side]; n > 0 {
			va = n
		}
		list.Rows = append(list.Rows, []any{g.garrisonTerm(i), g.ZoneTerm(x.Zone), g.SideTerm(side), x.PF, va})
	}
	return list
}

// stockTable lists the units that can still be called in or arrive.
func (g *game) stockTable() adjudicator.Listing {
	list := adjudicator.Listing{ID: "stock", Title: adjudicator.Say("amphipolis.table.stock"), Columns: columns("side", "units")}
	for s := athens; s <= sparta; s++ {
		if left := g.stock(s); !left.Empty() {
			list.Rows = append(list.Rows, []any{g.SideTerm(s), g.Terms(left, 0)})
		}
	}
	return list
}

func yesNo(b bool) adjudicator.Phrase {
	if b {
		return adjudicator.Say("amphipolis.yes")
	}
	return adjudicator.Say("amphipolis.no")
}

// lossesTable lists the units and leaders that are out of play.
func (g *game) lossesTable() adjudicator.Listing {
	list := adjudicator.Listing{ID: "losses", Title: adjudicator.Say("amphipolis.table.losses"),
		Columns: columns("side", "units", "leaders")}
	for side := range g.Of {
		s := adjudicator.Side(side)
		var units field.UnitSet
		for set := g.Of[s]; !set.Empty(); {
			if u := set.Pop(); g.UnitFate[u] > field.InPlay && !g.stock(s).Has(u) {
				units.Add(u)
			}
		}
		var leaders field.LeaderSet
		for set := g.Captains[s]; set != 0; {
			if l := set.Pop(); g.LeaderFate[l] > field.InPlay {
				leaders.Add(l)
			}
		}
		if units.Empty() && leaders == 0 {
			continue
		}
		list.Rows = append(list.Rows, []any{g.SideTerm(s), g.Terms(units, 0), g.Terms(field.UnitSet{}, leaders)})
	}
	return list
}

// armSigns are how a map calls the arms, and how it draws them.
var armSigns = [...][2]string{field.TriremeArm: {"T", "galley"}, field.HopliteArm: {"H", "shield"}, field.CavalryArm: {"C", "horse"},
	field.PeltastArm: {"P", "pelta"}, field.ArcherArm: {"A", "bow"}}

func (g *game) viewZone(z board.Zone) adjudicator.ZoneView {
	view := adjudicator.ZoneView{Zone: g.ZoneTerm(z)}
	if n := g.garrisonHere(z); n >= 0 {
		m := adjudicator.ZoneMark{Kind: "garrison", Sign: "tower", Side: g.faces[n], Strength: g.own.Garrisons[n].PF}
		if n == g.citadel {
			m.Kind, m.Sign = "citadel", "citadel"
		}
		view.Marks = append(view.Marks, m)
	}
	for side := range g.Of {
		s := adjudicator.Side(side)
		stack := adjudicator.StackView{Side: s}
		for set := g.UnitsAt(s, z); !set.Empty(); {
			u := set.Pop()
			c := &g.Pieces[u]
			bonus := 0
			if c.Bonus {
				bonus = 1
			}
			stack.Units = append(stack.Units, adjudicator.UnitView{Name: field.UnitTerm(1, g.Labels[c.Label], false),
				Arm: armSigns[c.Arm][0], Sign: armSigns[c.Arm][1], Afloat: c.Arm == field.TriremeArm,
				Strength: g.Strength(u), Full: c.Full, Weak: g.Weak.Has(u), Bonus: bonus})
		}
		for set := g.LeadersOf(s, z); set != 0; {
			l := set.Pop()
			stack.Units = append(stack.Units, adjudicator.UnitView{Name: g.LeaderTerm(l), Leader: true,
				Bonus: g.Swords(l), Weak: (g.Wounded | g.Ill).Has(l)})
		}
		if len(stack.Units) > 0 {
			view.Stacks = append(view.Stacks, stack)
		}
	}
	return view
}

// balance compares the sides: garrisons, ships, land units, and the victory points
// if the game ended now (9.2).
func (g *game) balance() []adjudicator.BalanceRow {
	row := func(id string, of func(s adjudicator.Side) int) adjudicator.BalanceRow {
		return adjudicator.BalanceRow{Name: adjudicator.Say("amphipolis.balance." + id), Values: [2]int{of(athens), of(sparta)}}
	}
	points, _ := g.victoryPoints()
	return []adjudicator.BalanceRow{
		row("garrisons", func(s adjudicator.Side) (n int) {
			for _, side := range g.faces {
				if side == s {
					n++
				}
			}
			return n
		}),
		row("naval", func(s adjudicator.Side) int { onMap, inBases := g.TotalNaval(s); return onMap + inBases }),
		row("land", func(s adjudicator.Side) int {
			total := 0
			for z := range g.HeldByLand[s].All() {
				total += g.LandPF(s, z)
			}
			return total
		}),
		row("victory", func(s adjudicator.Side) int { return points[s] }),
	}
}
