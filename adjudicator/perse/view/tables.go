// Package view is what a side, or an observer, is shown of a game of Plutôt mort que Perse !: the tables of a letter, the zones of a map,
// and [Knowledge], the same as data, at which a turn can be entered. It shows nothing that package field does not say that
// the viewer knows.
package view

import (
	"reflect"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// eyes look at a game.
type eyes struct{ *field.War }

// Of is what a side, or an observer, is shown of a game.
func Of(g *field.War, side adjudicator.Side) adjudicator.View { return eyes{g}.view(side) }

// view is what a side, or an observer, is shown.
func (g eyes) view(side adjudicator.Side) adjudicator.View {
	v := adjudicator.View{Side: side, Turn: g.Name(), Number: max(g.TurnNo, 1), Last: g.Roster.Turns, Result: g.Result(),
		Balance: []adjudicator.BalanceRow{{Name: adjudicator.Say("perse.balance.zones"), Values: g.held()}, {Name: adjudicator.Say("perse.balance.spent"), Values: g.Spent}},
		Goals:   []adjudicator.Phrase{{Key: "perse.goal." + map[string]string{"14.1": "ionia", "14.2": "marathon", "14.3": "xerxes"}[g.Roster.ID]}}}
	if side != field.Nobody {
		v.Tables = append(v.Tables, g.ownTable(side), g.leaderTable(side), g.stateTable(side))
	}
	for s := range adjudicator.Side(2) {
		if s != side {
			v.Tables = append(v.Tables, g.enemyTable(s, side))
		}
	}
	if neutral := g.neutralTable(); len(neutral.Rows) > 0 {
		v.Tables = append(v.Tables, neutral)
	}
	v.Zones = g.zoneViews(side)
	v.Data = g.knowledge(side)
	return v
}

// held counts the zones that each side controls.
func (g eyes) held() (n [2]int) {
	for z := range board.Zone(g.Rules.Map.Len()) {
		if g.Rules.Map.Kind(z) != board.Sea {
			if s := g.Controls(z); s >= 0 {
				n[s]++
			}
		}
	}
	return n
}

// zoneViews are what stands where, for the map.
func (g eyes) zoneViews(viewer adjudicator.Side) (all []adjudicator.ZoneView) {
	for z := range board.Zone(g.Rules.Map.Len()) {
		one := adjudicator.ZoneView{Zone: g.Zone(z)}
		for s := range adjudicator.Side(2) {
			if units := g.unitViews(s, z, viewer); len(units) > 0 {
				one.Stacks = append(one.Stacks, adjudicator.StackView{Side: s, Units: units})
			}
		}
		if s := g.Controls(z); s >= 0 && g.Rules.Map.Kind(z) != board.Sea {
			one.Marks = append(one.Marks, adjudicator.ZoneMark{Kind: adjudicator.Held, Side: adjudicator.Side(s)})
		}
		if g.Scorched.Has(z) {
			one.Marks = append(one.Marks, adjudicator.ZoneMark{Kind: "scorched", Side: field.Nobody})
		}
		if g.Ruined.Has(z) {
			one.Marks = append(one.Marks, adjudicator.ZoneMark{Kind: "ruined", Side: field.Nobody})
		}
		all = append(all, one)
	}
	return all
}

// signs are the signs of maps, by arm.
var signs = [...]string{data.Hoplite: "shield", data.Archer: "bow", data.Immortal: "spears", data.Infantry: "wicker",

	data.HeavyCavalry: "horse", data.LightCavalry: "horse", data.Ship: "galley"}

var armIDs = [...]string{data.Hoplite: "hoplite", data.Archer: "archer", data.Immortal: "immortal", data.Infantry: "infantry",

	data.HeavyCavalry: "cavalry", data.LightCavalry: "cavalry", data.Ship: "ship"}

// unitViews are a side's markers and counters in a zone as somebody sees them.
func (g eyes) unitViews(of adjudicator.Side, z board.Zone, viewer adjudicator.Side) (units []adjudicator.UnitView) {
	for names := g.Ashore(of, z) | g.Afloat(of, z) | g.PassengersIn(of, z); names != 0; {
		n := names.Pop()
		afloat := g.Roster.Back[of][1].Has(n)
		p, known := g.Known(of, n, viewer)
		if !known {
			units = append(units, adjudicator.UnitView{Name: order.Term("marker", g.Roster.Marker(of, n)), Hidden: true, Afloat: afloat})
			continue
		}
		switch one := g.Roster.Pieces[of][p]; {
		case !afloat:
			units = append(units, adjudicator.UnitView{Name: order.Term("piece", one.ID), Arm: "leader", Leader: true})
		case one.Sort == field.Phantom: // ships that are none
			units = append(units, adjudicator.UnitView{Name: order.Term("piece", one.ID), Hidden: true, Afloat: true})
		}
		lots, _ := g.Hold(of, n, viewer)
		for _, i := range lots {
			units = append(units, g.unitView(i))
		}
	}
	for _, ships := range []bool{false, true} {
		for _, i := range g.Loose(int(of), z, ships) {
			units = append(units, g.unitView(i))
		}
	}
	return units
}

func (g eyes) unitView(lot int) adjudicator.UnitView {
	k := g.Kind(lot)
	return adjudicator.UnitView{Name: order.Term("unit", k.ID), Arm: armIDs[k.Arm], Sign: signs[k.Arm], Afloat: k.Afloat(), Strength: k.Strength, Full: k.Strength}
}

// ownTable lists a side's markers: what each is, the name that the enemy sees, and what it has.
func (g eyes) ownTable(side adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "own", Title: adjudicator.Say("perse.table.own"),
		Columns: field.Columns("perse.column.piece", "perse.column.name", "perse.column.zone", "perse.column.units", "perse.column.state")}
	for p, one := range g.Roster.Pieces[side] {
		n := g.Veil[side].Goes[p]
		at := g.Where[side][n]
		if at == field.Nowhere {
			if one.Sort == field.Leader {
				continue
			}
			l.Rows = append(l.Rows, []any{order.Term("piece", one.ID), order.Term("marker", g.Roster.Marker(side, n)), adjudicator.Say("perse.state.reserve"), "", ""})
			continue
		}
		l.Rows = append(l.Rows, []any{order.Term("piece", one.ID), order.Term("marker", g.Roster.Marker(side, n)), g.Zone(at), g.Units(g.Load(side, fog.Piece(p))), g.state(side, n)})
	}
	for _, one := range g.unled(int(side)) {
		l.Rows = append(l.Rows, []any{unmarked(one.ships), "", one.zones, one.units, ""})
	}
	if lone := g.lone(side); lone != 0 {
		l.Notes = []adjudicator.Phrase{adjudicator.Say("perse.table.lone", "Pieces", g.Called(side, lone))}
	}
	return l
}

// lone are a side's leaders ashore with whom nothing goes: who is intercepted so dies (4.4).
func (g eyes) lone(side adjudicator.Side) (pieces fog.Set) {
	for p, one := range g.Roster.Pieces[side] {
		n := g.Veil[side].Goes[p]
		if one.Sort == field.Leader && g.Where[side][n] != field.Nowhere && g.Aboard[side][n] == 0 && len(g.Load(side, fog.Piece(p))) == 0 {
			pieces.Add(fog.Piece(p))
		}
	}
	return pieces
}

// unled are counters without a marker: equal ones of several zones together.
type unled struct {
	ships bool
	zones adjudicator.Terms
	units any
}

// unled lists the counters of a side that stand without a marker.
func (g eyes) unled(side int) (all []unled) {
	var sums []field.Counts
	for z := range board.Zone(g.Rules.Map.Len()) {
		for _, ships := range []bool{false, true} {
			lots := g.Loose(side, z, ships)
			if len(lots) == 0 {
				continue
			}
			sum := g.Sum(lots)
			same := slices.Index(sums, sum)
			if same < 0 {
				same = len(all)
				sums, all = append(sums, sum), append(all, unled{ships: ships, units: g.Units(lots)})
			}
			all[same].zones = append(all[same].zones, g.Zone(z))
		}
	}
	return all
}

// neutralTable lists the units of neutral cities, which nobody commands.
func (g eyes) neutralTable() adjudicator.Listing {
	l := adjudicator.Listing{ID: "neutral", Title: adjudicator.Say("perse.table.neutral"), Columns: field.Columns("perse.column.zone", "perse.column.units")}
	for _, one := range g.unled(data.Neutral) {
		l.Rows = append(l.Rows, []any{one.zones, one.units})
	}
	return l
}

// unmarked calls counters that stand without a marker.
func unmarked(ships bool) adjudicator.Phrase {
	if ships {
		return adjudicator.Say("perse.state.adrift")
	}
	return adjudicator.Say("perse.state.loose")
}

// leaderTable lists what is printed on a side's own leaders in play: it decides interceptions and fights (1.1).
func (g eyes) leaderTable(side adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "leaders", Title: adjudicator.Say("perse.table.leaders"),
		Columns: field.Columns("perse.column.piece", "perse.column.rank", "perse.column.strategic", "perse.column.tactical", "perse.column.commands")}
	for p, one := range g.Roster.Pieces[side] {
		if one.Sort != field.Leader || g.At(side, fog.Piece(p)) == field.Nowhere {
			continue
		}
		where := adjudicator.Say("perse.state.land")
		if one.Naval {
			where = adjudicator.Say("perse.state.sea")
		}
		l.Rows = append(l.Rows, []any{order.Term("piece", one.ID), one.Stars, one.Strategic, one.Tactical, where})
	}
	return l
}

// state is what a marker has done, or that it is aboard.
func (g eyes) state(side adjudicator.Side, n fog.Name) any {
	switch {
	case g.Aboard[side][n] != 0:
		return adjudicator.Say("perse.state.aboard", "Fleet", order.Term("marker", g.Roster.Marker(side, fog.Name(g.Aboard[side][n]-1))))
	case g.Done[side].Has(n):
		return adjudicator.Say("perse.state.done")
	}
	return ""
}

// stateTable is what a side alone knows of its points and its stratagems.
func (g eyes) stateTable(side adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "tracks", Title: adjudicator.Say("perse.table.tracks"), Columns: field.Columns("perse.column.track", "perse.column.value")}
	if g.Chit[side] >= 0 {
		l.Rows = append(l.Rows, []any{adjudicator.Say("perse.track.left"), adjudicator.Say("perse.track.many", "Number", g.Left(side))})
	}
	hand := any(adjudicator.Say("perse.none"))
	if g.Pool.Hand[side] != 0 {
		hand = g.Hand(side)
	}
	l.Rows = append(l.Rows, []any{adjudicator.Say("perse.track.hand"), hand}, []any{adjudicator.Say("perse.track.cup"), adjudicator.Say("perse.track.many", "Number", g.Pool.Cup.Len())})
	c := g.Rules.Cost
	if g.TurnNo > 1 || g.Spent != [2]int{} {
		return l // what does not change stands in the first letter
	}
	l.Notes = []adjudicator.Phrase{adjudicator.Say("perse.table.costs", "March", c.March, "Thermopylae", c.Thermopylae, "Pindus", c.Pindus, "Voyage", c.Voyage, "Embark", c.Embark,
		"Interception", c.Interception, "Scorch", c.Scorch, "Court", field.Yes(g.Roster.ID == "14.3"))}
	if field.Ours(g.Rules.Combat)+field.Ours(g.Rules.Naval)+field.Ours(g.Rules.Interception) > 0 {
		l.Notes = append(l.Notes, adjudicator.Say("perse.table.ours"))
	}
	return l
}

// enemyTable lists what somebody knows of the other side's markers.
func (g eyes) enemyTable(of, viewer adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "enemy-" + data.SideIDs[of], Title: adjudicator.Say("perse.table.enemy", "Side", field.Seat(of)),
		Columns: field.Columns("perse.column.name", "perse.column.zone", "perse.column.piece", "perse.column.units", "perse.column.state")}
	var alike []fog.Set // by row: the names that stand in it
	for n := range fog.Name(len(g.Roster.Pieces[of])) {
		if g.Where[of][n] == field.Nowhere {
			continue
		}
		row := []any{order.Term("marker", g.Roster.Marker(of, n)), g.Zone(g.Where[of][n]), g.guess(of, n, viewer), "", g.state(of, n)}
		if lots, all := g.Hold(of, n, viewer); len(lots) > 0 {
			row[3] = adjudicator.Say("perse.state.has", "Units", g.Units(lots), "All", field.Yes(all))
		}
		same := slices.IndexFunc(l.Rows, func(other []any) bool { return row[3] == "" && reflect.DeepEqual(other[1:], row[1:]) })
		if same < 0 {
			l.Rows, alike = append(l.Rows, row), append(alike, 1<<n)
			continue
		}
		alike[same].Add(n)
		l.Rows[same][0] = g.Markers(of, alike[same])
	}
	if viewer != field.Nobody {
		l.Rows = append(l.Rows, g.between(of)...)
	}
	for _, one := range g.unled(int(of)) {
		l.Rows = append(l.Rows, []any{unmarked(one.ships), one.zones, "", one.units, ""})
	}
	l.Notes = []adjudicator.Phrase{adjudicator.Say("perse.table.hand", "Number", g.Pool.Hand[of].Len(), "Known", g.Stratagems(g.SeenHand(of, viewer)))}
	return l
}

// between are the counters that the enemy knows to be with some of several names, as a sum.
func (g eyes) between(of adjudicator.Side) (rows [][]any) {
	var sets []fog.Set
	sums := map[fog.Set][]int{}
	for s := range g.Loads[of].N {
		may := g.Loads[of].May[s]
		if may.Len() < 2 {
			continue
		}
		if sums[may] == nil {
			sets = append(sets, may)
		}
		sums[may] = append(sums[may], g.Roster.Slots[of][s])
	}
	for _, may := range sets {
		var where any = ""
		if at := g.Where[of][may.Nth(0)]; at != field.Nowhere {
			where = g.Zone(at)
		}
		rows = append(rows, []any{g.Markers(of, may), where, "", adjudicator.Say("perse.state.between", "Units", g.Units(sums[may])), ""})
	}
	return rows
}

// guess is what a name may be, for all that somebody knows: a few pieces by name, or nothing.
func (g eyes) guess(of adjudicator.Side, n fog.Name, viewer adjudicator.Side) any {
	if p, known := g.Known(of, n, viewer); known {
		return order.Term("piece", g.Roster.Pieces[of][p].ID)
	}
	if viewer == field.Nobody {
		return ""
	}
	return adjudicator.Say("perse.state.may", "Pieces", g.Called(of, g.Veil[of].May[n]))
}
