package hellespont

import (
	"reflect"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// situation is what a side may know, for programs.
type situation struct {
	Month     string          `json:"month"`
	Advantage string          `json:"advantage"`
	Points    map[string]int  `json:"action_points"`
	Supply    map[string]int  `json:"supply"`
	Shortage  map[string]bool `json:"shortage"`
	Counters  map[string]int  `json:"stratagems"` // how many each side holds
	Hand      []string        `json:"hand,omitempty"`
	Units     []savedUnit     `json:"units"`
	Leaders   []savedLeader   `json:"leaders"`
	Moment    *savedMoment    `json:"moment,omitempty"`
}

// View implements [adjudicator.Game]. Everything on the map is public; of the
// stratagems, a side knows its own and how many the enemy holds.
func (g *game) View(side adjudicator.Side) adjudicator.View {
	v := adjudicator.View{Side: side, Turn: g.Name(), Result: g.result, Data: g.situation(side),
		Number: min(g.turn, g.scenario.Last-g.scenario.First) + 1, Last: g.scenario.Last - g.scenario.First + 1}
	for _, s := range viewOrder(side) {
		v.Tables = append(v.Tables, g.forcesTable(s, side))
	}
	if side != adjudicator.Observer {
		v.Tables = append(v.Tables, g.handTable(side))
	}
	v.Tables = append(v.Tables, g.tracksTable(), g.lossesTable())
	for z := range g.board.All().All() {
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
	list := adjudicator.Listing{ID: id, Title: adjudicator.Say("hellespont.table.forces", "Side", g.sideTerm(s)),
		Columns: columns("zone", "units", "leaders", "naval", "land")}
	for z := range g.board.All().All() {
		units, leaders := g.unitsAt(s, z), g.leadersOf(s, z)
		if units.empty() && leaders == 0 {
			continue
		}
		list.Rows = append(list.Rows, []any{g.zoneTerm(z), g.terms(units, 0), g.terms(unitSet{}, leaders),
			g.navalPF(s, z), g.landPF(s, z)})
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
	for set := g.chits.Hand[s]; set != 0; {
		c := set.Pop()
		faces := g.faceTerms(c)
		var playable adjudicator.Terms
		for i, f := range g.Counters[c].Faces {
			if f.Colour.PlayableBy(s) && !g.retired.has(f.Stratagem) && !g.scenario.IsWithdrawn(f.Stratagem) {
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
	row("points", [2]any{g.points[0], g.points[1]})
	row("supply", [2]any{g.supply[0], g.supply[1]})
	row("shortage", [2]any{yesNo(g.shortage[0]), yesNo(g.shortage[1])})
	row("advantage", [2]any{yesNo(g.advantage == athens), yesNo(g.advantage == sparta)})
	row("stratagems", [2]any{g.chits.Hand[0].Len(), g.chits.Hand[1].Len()})
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
	for side := range g.of {
		s := adjudicator.Side(side)
		var units unitSet
		for set := g.of[s]; !set.empty(); {
			if u := set.pop(); g.unitFate[u] > inPlay {
				units.add(u)
			}
		}
		var leaders leaderSet
		for set := g.captains[s]; set != 0; {
			if l := set.pop(); g.leaderFate[l] > inPlay {
				leaders.add(l)
			}
		}
		if units.empty() && leaders == 0 {
			continue
		}
		list.Rows = append(list.Rows, []any{g.sideTerm(s), g.terms(units, 0), g.terms(unitSet{}, leaders)})
	}
	return list
}

// armSigns are how a map calls the arms, and how it draws them.
var armSigns = [...][2]string{triremes: {"T", "galley"}, hoplites: {"H", "shield"}, cavalry: {"C", "horse"},
	peltasts: {"P", "pelta"}, archers: {"A", "bow"}}

func (g *game) viewZone(z board.Zone) adjudicator.ZoneView {
	view := adjudicator.ZoneView{Zone: g.zoneTerm(z)}
	for side := range g.of {
		s := adjudicator.Side(side)
		if g.ports.Has(z) && g.holds(s, z) {
			view.Marks = append(view.Marks, adjudicator.ZoneMark{Kind: adjudicator.Held, Side: s})
		}
		stack := adjudicator.StackView{Side: s}
		for set := g.unitsAt(s, z); !set.empty(); {
			u := set.pop()
			c := &g.units[u]
			bonus := 0
			if c.bonus {
				bonus = 1
			}
			stack.Units = append(stack.Units, adjudicator.UnitView{Name: unitTerm(1, g.labels[c.label], false),
				Arm: armSigns[c.arm][0], Sign: armSigns[c.arm][1], Afloat: c.arm == triremes,
				Strength: g.strength(u), Full: c.full, Weak: g.weak.has(u), Bonus: bonus})
		}
		for set := g.leadersOf(s, z); set != 0; {
			l := set.pop()
			stack.Units = append(stack.Units, adjudicator.UnitView{Name: g.leaderTerm(l), Leader: true,
				Bonus: g.swords(l), Weak: (g.wounded | g.ill).has(l)})
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
		row("ports", func(s adjudicator.Side) int { return g.held[s].Intersect(g.ports).Len() }),
		row("naval", func(s adjudicator.Side) int { onMap, inBases := g.totalNaval(s); return onMap + inBases }),
		row("land", func(s adjudicator.Side) int {
			total := 0
			for z := range g.heldByLand[s].All() {
				total += g.landPF(s, z)
			}
			return total
		}),
		row("supply", func(s adjudicator.Side) int { return g.supply[s] }),
		row("victory", func(s adjudicator.Side) int { return points[s] }),
	}
}

// situation collects what a side may know, for situation.json.
func (g *game) situation(side adjudicator.Side) situation {
	pair := func(of func(s adjudicator.Side) int) map[string]int {
		return map[string]int{sideIDs[athens]: of(athens), sideIDs[sparta]: of(sparta)}
	}
	s := situation{
		Month:     g.Turns[min(g.scenario.First+g.turn, g.scenario.Last)].ID,
		Advantage: sideIDs[g.advantage],
		Points:    pair(func(s adjudicator.Side) int { return g.points[s] }),
		Supply:    pair(func(s adjudicator.Side) int { return g.supply[s] }),
		Counters:  pair(func(s adjudicator.Side) int { return g.chits.Hand[s].Len() }),
		Shortage:  map[string]bool{sideIDs[athens]: g.shortage[athens], sideIDs[sparta]: g.shortage[sparta]},
		Units:     g.savedUnits(),
		Leaders:   g.savedLeaders(),
	}
	if side != adjudicator.Observer {
		s.Hand = g.chitIDs(g.chits.Hand[side])
		s.Moment = g.moment(side)
	}
	return s
}
