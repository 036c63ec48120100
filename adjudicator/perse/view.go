package perse

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

// Knowledge is what a side may know, as data.
type Knowledge struct {
	Turn     int
	Spent    [2]int
	Hands    [2]int // stratagems
	Cup      int
	Out      []int // lots of the cup that are out of the game
	Won      []int // those that a side has won in the open
	Control  []int8
	Scorched []string
	Ruined   []string
	Joined   []int8
	Isolated bool
	Quarter  bool
	Command  [2]string // who commands; the Greek of 14.3 once he is counted
	Forces   [2]Force
	Lots     []Standing      // counters without a marker
	Own      *Own            `json:",omitempty"`
	Public   *field.Position // the position without what is hidden from whoever sees it
	Readings field.Choices   // of unclear rules
	Moment   *field.Moment   `json:",omitempty"` // where the turn can be entered; nil where it cannot, or the side is not asked
}

// Force is what is known of a side's markers, by name.
type Force struct {
	Zones  []string
	Aboard []int // 1 and the name of the fleet
	Done   []int
	Tried  [][]int
	Seas   []int8
	Shown  []int   // names whose piece both know
	May    [][]int // the pieces that a name may be; not for observers
	Loads  [][]int // by counter: the names that it may be with; not for observers
}

// Standing is a counter that stands without a marker.
type Standing struct {
	Lot  int
	Side int8
	Zone string
}

// Own is what a side alone knows of itself.
type Own struct {
	Goes []int // by piece: its name
	With []int // by counter: the piece that it goes with
	Chit int
	Hand []int
	Plan int

	Head  int       // of the active force: the name of its leader; 0 if nobody is active
	Way   string    `json:",omitempty"` // what is left of the way of the force that moves
	Doing order.Act // the order that it moves by
}

func list(s fog.Set) []int {
	all := []int{}
	for s != 0 {
		all = append(all, int(s.Pop()))
	}
	return all
}

// View implements [adjudicator.Game].
func (g *Game) View(side adjudicator.Side) adjudicator.View {
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
	v.Zones = g.zoneViews(side)
	v.Data = g.knowledge(side)
	return v
}

// held counts the zones that each side controls.
func (g *Game) held() (n [2]int) {
	for z := range board.Zone(g.Rules.Map.Len()) {
		if g.Rules.Map.Kind(z) != board.Sea {
			if s := g.Controls(z); s >= 0 {
				n[s]++
			}
		}
	}
	return n
}

func (g *Game) knowledge(side adjudicator.Side) Knowledge {
	k := Knowledge{Turn: g.TurnNo, Spent: g.Spent, Isolated: g.Isolated, Quarter: g.Quarter, Cup: g.Pool.Cup.Len()}
	for s := range adjudicator.Side(2) {
		k.Hands[s] = g.Pool.Hand[s].Len()
		k.Forces[s] = g.forceData(s, side)
		if p := g.Command[s]; p >= 0 {
			if s == field.Greeks && g.Named >= 0 && !g.Readying {
				p = g.Named
			}
			k.Command[s] = g.Roster.Pieces[s][p].ID
		}
	}
	for l := range len(g.Roster.Stock) {
		if !g.Pool.Cup.Has(fog.Name(l)) && !g.Pool.Hand[0].Has(fog.Name(l)) && !g.Pool.Hand[1].Has(fog.Name(l)) {
			k.Out = append(k.Out, l)
		}
	}
	k.Won = list(g.Given)
	for z := range board.Zone(g.Rules.Map.Len()) {
		k.Control = append(k.Control, g.Controls(z))
		k.Joined = append(k.Joined, g.Joined[z])
		if g.Scorched.Has(z) {
			k.Scorched = append(k.Scorched, g.ZoneID(z))
		}
		if g.Ruined.Has(z) {
			k.Ruined = append(k.Ruined, g.ZoneID(z))
		}
	}
	for i := range g.Roster.Lots {
		if c := &g.Lots[i]; c.At != field.Nowhere {
			k.Lots = append(k.Lots, Standing{i, c.Side, g.ZoneID(c.At)})
		}
	}
	k.Public, k.Readings, k.Moment = g.public(side), g.Opt, g.Moment(side)
	if side != field.Nobody {
		k.Own = g.ownData(side)
	}
	return k
}

// public is the position without what is hidden from a side, or from an observer.
func (g *Game) public(viewer adjudicator.Side) *field.Position {
	p := g.Position
	for s := range adjudicator.Side(2) {
		if s == viewer {
			continue
		}
		p.Veil[s].Goes, p.Loads[s].With = [fog.Most]fog.Name{}, [fog.Most]fog.Piece{}
		p.Chit[s] = min(p.Chit[s], 0)
		p.Plan[s], p.Ready[s] = nil, false
		p.Pool.Hand[s], p.Pool.Known[s] = g.SeenHand(s, viewer), 0
		if viewer == field.Nobody {
			p.Veil[s], p.Loads[s], p.Scouted[s] = fog.Veil{}, fog.Loads{}, 0
		}
	}
	p.Pool.Cup = g.Pool.All() // which of them are in hands is hidden
	if g.Readying && viewer != field.Greeks {
		p.Named = -1
	}
	return &p
}

func (g *Game) ownData(side adjudicator.Side) *Own {
	o := &Own{Chit: int(g.Chit[side]), Hand: list(g.Pool.Hand[side]), Plan: len(g.Plan[side])}
	for p := range g.Roster.Pieces[side] {
		o.Goes = append(o.Goes, int(g.Veil[side].Goes[p]))
	}
	if g.Now.Side == side {
		o.Head = int(g.Now.Head)
	}
	if g.Flow.Segment == side {
		o.Way, o.Doing = g.Way, g.Doing
	}
	for s := range g.Loads[side].N {
		with := -1
		if g.Loads[side].May[s] != 0 {
			with = int(g.Loads[side].With[s])
		}
		o.With = append(o.With, with)
	}
	return o
}

// forceData is what somebody may know of a side's markers.
func (g *Game) forceData(of, viewer adjudicator.Side) (f Force) {
	v := &g.Veil[of]
	for n := range v.N {
		f.Zones = append(f.Zones, g.Rules.Map.Name(g.Where[of][n]))
		f.Aboard = append(f.Aboard, int(g.Aboard[of][n]))
		f.Tried = append(f.Tried, list(g.Tried[of][n]))
		f.Seas = append(f.Seas, g.Seas[of][n])
		if viewer != field.Nobody {
			f.May = append(f.May, list(v.May[n]))
		}
	}
	f.Done, f.Shown = list(g.Done[of]), list(v.Open)
	if viewer != field.Nobody {
		for s := range g.Loads[of].N {
			f.Loads = append(f.Loads, list(g.Loads[of].May[s]))
		}
	}
	return f
}

// zoneViews are what stands where, for the map.
func (g *Game) zoneViews(viewer adjudicator.Side) (all []adjudicator.ZoneView) {
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
var signs = [...]string{data.Hoplite: "shield", data.Archer: "bow", data.Immortal: "shield", data.Infantry: "shield",
	data.HeavyCavalry: "horse", data.LightCavalry: "horse", data.Ship: "galley"}

var armIDs = [...]string{data.Hoplite: "hoplite", data.Archer: "archer", data.Immortal: "immortal", data.Infantry: "infantry",
	data.HeavyCavalry: "cavalry", data.LightCavalry: "cavalry", data.Ship: "ship"}

// unitViews are a side's markers and counters in a zone as somebody sees them.
func (g *Game) unitViews(of adjudicator.Side, z board.Zone, viewer adjudicator.Side) (units []adjudicator.UnitView) {
	for names := g.Ashore(of, z) | g.Afloat(of, z) | g.PassengersIn(of, z); names != 0; {
		n := names.Pop()
		afloat := g.Roster.Back[of][1].Has(n)
		p, known := g.Known(of, n, viewer)
		if !known {
			units = append(units, adjudicator.UnitView{Name: order.Term("marker", g.Roster.Marker(of, n)), Hidden: true, Afloat: afloat})
			continue
		}
		units = append(units, adjudicator.UnitView{Name: order.Term("piece", g.Roster.Pieces[of][p].ID), Arm: "leader", Leader: !afloat, Afloat: afloat})
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

func (g *Game) unitView(lot int) adjudicator.UnitView {
	k := g.Kind(lot)
	return adjudicator.UnitView{Name: order.Term("unit", k.ID), Arm: armIDs[k.Arm], Sign: signs[k.Arm], Afloat: k.Afloat(), Strength: k.Strength, Full: k.Strength}
}

// ownTable lists a side's markers: what each is, the name that the enemy sees, and what it has.
func (g *Game) ownTable(side adjudicator.Side) adjudicator.Listing {
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
	for z := range board.Zone(g.Rules.Map.Len()) {
		for _, ships := range []bool{false, true} {
			if lots := g.Loose(int(side), z, ships); len(lots) > 0 {
				l.Rows = append(l.Rows, []any{unmarked(ships), "", g.Zone(z), g.Units(lots), ""})
			}
		}
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
func (g *Game) leaderTable(side adjudicator.Side) adjudicator.Listing {
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
func (g *Game) state(side adjudicator.Side, n fog.Name) any {
	switch {
	case g.Aboard[side][n] != 0:
		return adjudicator.Say("perse.state.aboard", "Fleet", order.Term("marker", g.Roster.Marker(side, fog.Name(g.Aboard[side][n]-1))))
	case g.Done[side].Has(n):
		return adjudicator.Say("perse.state.done")
	}
	return ""
}

// stateTable is what a side alone knows of its points and its stratagems.
func (g *Game) stateTable(side adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "tracks", Title: adjudicator.Say("perse.table.tracks"), Columns: field.Columns("perse.column.track", "perse.column.value")}
	if g.Chit[side] >= 0 {
		l.Rows = append(l.Rows, []any{adjudicator.Say("perse.track.left"), adjudicator.Say("perse.track.many", "Number", g.Left(side))})
	}
	hand := any(adjudicator.Say("perse.none"))
	if g.Pool.Hand[side] != 0 {
		hand = g.Hand(side)
	}
	l.Rows = append(l.Rows, []any{adjudicator.Say("perse.track.hand"), hand}, []any{adjudicator.Say("perse.track.cup"), adjudicator.Say("perse.track.many", "Number", g.Pool.Cup.Len())})
	if g.TurnNo <= 1 && field.Ours(g.Rules.Combat)+field.Ours(g.Rules.Naval)+field.Ours(g.Rules.Interception) > 0 {
		l.Notes = []adjudicator.Phrase{adjudicator.Say("perse.table.ours")}
	}
	return l
}

// enemyTable lists what somebody knows of the other side's markers.
func (g *Game) enemyTable(of, viewer adjudicator.Side) adjudicator.Listing {
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
	for z := range board.Zone(g.Rules.Map.Len()) {
		for _, ships := range []bool{false, true} {
			if lots := g.Loose(int(of), z, ships); len(lots) > 0 {
				l.Rows = append(l.Rows, []any{unmarked(ships), g.Zone(z), "", g.Units(lots), ""})
			}
		}
	}
	l.Notes = []adjudicator.Phrase{adjudicator.Say("perse.table.hand", "Number", g.Pool.Hand[of].Len(), "Known", g.Stratagems(g.SeenHand(of, viewer)))}
	return l
}

// between are the counters that the enemy knows to be with some of several names, as a sum.
func (g *Game) between(of adjudicator.Side) (rows [][]any) {
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
func (g *Game) guess(of adjudicator.Side, n fog.Name, viewer adjudicator.Side) any {
	if p, known := g.Known(of, n, viewer); known {
		return order.Term("piece", g.Roster.Pieces[of][p].ID)
	}
	if viewer == field.Nobody {
		return ""
	}
	return adjudicator.Say("perse.state.may", "Pieces", g.Called(of, g.Veil[of].May[n]))
}
