package hellespont

import (
	"reflect"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// View implements [adjudicator.Game]. Everything on the map is public; of the
// stratagems, a side knows its own and how many the enemy holds.
func (g *game) View(side adjudicator.Side) adjudicator.View {
	v := adjudicator.View{Side: side, Turn: g.Name(), Result: g.Outcome, Data: g.situation(side),
		Number: min(g.TurnNo, g.Playing.Last-g.Playing.First) + 1, Last: g.Playing.Last - g.Playing.First + 1}
	for _, s := range viewOrder(side) {
		v.Tables = append(v.Tables, g.forcesTable(s, side))
	}
	if side != adjudicator.Observer {
		v.Tables = append(v.Tables, g.handTable(side))
	}
	v.Tables = append(v.Tables, g.tracksTable(), g.lossesTable())
	for z := range g.Board.All().All() {
		if zone := g.viewZone(z); len(zone.Stacks)+len(zone.Marks) > 0 {
			v.Zones = append(v.Zones, zone)
		}
	}
	v.Balance, v.Goals = g.balance(), g.goals()
	return v
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
	list := adjudicator.Listing{ID: id, Title: adjudicator.Say("hellespont.table.forces", "Side", g.SideTerm(s)),
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
		all[i] = adjudicator.Say("hellespont.column." + id)
	}
	return all
}

// handTable lists the stratagem counters that a side holds.
func (g *game) handTable(s adjudicator.Side) adjudicator.Listing {
	list := adjudicator.Listing{ID: "hand", Title: adjudicator.Say("hellespont.table.hand"),
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
			note := adjudicator.Say("report.about", "Name", face, "Text", adjudicator.Say("hellespont.about."+face.ID))
			if !slices.ContainsFunc(list.Notes, func(have adjudicator.Phrase) bool { return reflect.DeepEqual(have, note) }) {
				list.Notes = append(list.Notes, note)
			}
		}
	}
	return list
}

// tracksTable shows the markers.
func (g *game) tracksTable() adjudicator.Listing {
	list := adjudicator.Listing{ID: "tracks", Title: adjudicator.Say("hellespont.table.tracks"),
		Columns: columns("track", "athens", "sparta")}
	row := func(id string, values [2]any) {
		list.Rows = append(list.Rows, []any{adjudicator.Say("hellespont.track." + id), values[0], values[1]})
	}
	row("points", [2]any{g.Points[0], g.Points[1]})
	row("supply", [2]any{g.supply[0], g.supply[1]})
	row("shortage", [2]any{yesNo(g.shortage[0]), yesNo(g.shortage[1])})
	row("advantage", [2]any{yesNo(g.Advantage == athens), yesNo(g.Advantage == sparta)})
	row("stratagems", [2]any{g.Pool.Hand[0].Len(), g.Pool.Hand[1].Len()})
	return list
}

func yesNo(b bool) adjudicator.Phrase {
	if b {
		return adjudicator.Say("hellespont.yes")
	}
	return adjudicator.Say("hellespont.no")
}

// lossesTable lists the units and leaders that are out of play.
func (g *game) lossesTable() adjudicator.Listing {
	list := adjudicator.Listing{ID: "losses", Title: adjudicator.Say("hellespont.table.losses"),
		Columns: columns("side", "units", "leaders")}
	for side := range g.Of {
		s := adjudicator.Side(side)
		var units field.UnitSet
		for set := g.Of[s]; !set.Empty(); {
			if u := set.Pop(); g.UnitFate[u] > field.InPlay {
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
	for side := range g.Of {
		s := adjudicator.Side(side)
		if g.Ports.Has(z) && g.Holds(s, z) {
			view.Marks = append(view.Marks, adjudicator.ZoneMark{Kind: adjudicator.Held, Side: s})
		}
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

// balance compares the sides: ports, ships, land units, supply, and the victory points
// if the game ended now (9.2).
func (g *game) balance() []adjudicator.BalanceRow {
	row := func(id string, of func(s adjudicator.Side) int) adjudicator.BalanceRow {
		return adjudicator.BalanceRow{Name: adjudicator.Say("hellespont.balance." + id), Values: [2]int{of(athens), of(sparta)}}
	}
	points, _ := g.victoryPoints()
	return []adjudicator.BalanceRow{
		row("ports", func(s adjudicator.Side) int { return g.Held[s].Intersect(g.Ports).Len() }),
		row("naval", func(s adjudicator.Side) int { onMap, inBases := g.TotalNaval(s); return onMap + inBases }),
		row("land", func(s adjudicator.Side) int {
			total := 0
			for z := range g.HeldByLand[s].All() {
				total += g.LandPF(s, z)
			}
			return total
		}),
		row("supply", func(s adjudicator.Side) int { return g.supply[s] }),
		row("victory", func(s adjudicator.Side) int { return points[s] }),
	}
}
