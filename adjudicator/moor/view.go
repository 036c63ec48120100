package moor

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// Knowledge is what a side may know, as data.
type Knowledge struct {
	Day     int
	Points  [2]int
	Scouted [2]bool
	Marches [2]int
	Tried   [2]int
	Bands   [2]Band
	Own     *Own    `json:",omitempty"`
	Moment  *Moment `json:",omitempty"`
}

// Band is what is known of a side's pieces, by name; without any before they have names.
type Band struct {
	Zones  []string
	Moved  []int
	Shown  []int   // names whose piece both sides know
	Mark   []int   // its steps
	May    [][]int // the pieces that a name may be; not for observers
	Chests [][]int // the names that a chest may be with; none once it was taken. Not for observers
	Needs  []Need  // not for observers
}

// Need is a [fog.Need] in lists.
type Need struct {
	Names, Of []int
	Least     int
}

// Own is what a side alone knows of itself, by piece.
type Own struct {
	Goes  []int // names
	Steps []int
	With  []int // by chest
	Held  int
	Deeds int
}

// Moment is a point of a turn at which it can be entered: what is asked, and of whom.
type Moment struct {
	Kind string
	Side adjudicator.Side
}

// list is a set as a program can read it: numbers of 64 bits it cannot.
func list(s fog.Set) []int {
	all := []int{}
	for s != 0 {
		all = append(all, int(s.Pop()))
	}
	return all
}

// View implements [adjudicator.Game].
func (g *Game) View(side adjudicator.Side) adjudicator.View {
	k := Knowledge{Day: g.Day, Points: g.Points, Scouted: g.Scouted, Marches: g.Marches, Tried: g.Tried}
	for s := range g.Veil {
		k.Bands[s] = g.band(adjudicator.Side(s), side != adjudicator.Observer)
	}
	v := adjudicator.View{Side: side, Turn: g.Name(), Number: max(g.Day, 1), Last: lastDay, Result: g.Result(),
		Balance: []adjudicator.BalanceRow{{Name: adjudicator.Say("moor.balance.points"), Values: g.Points}},
		Goals:   []adjudicator.Phrase{adjudicator.Say("moor.goal", "Points", toWin)}}
	if side != adjudicator.Observer {
		k.Own, k.Moment = g.own(side), g.moment(side)
		v.Tables = append(v.Tables, g.ownTable(side))
		if g.rules.leak == effortsInView {
			k.Points[0] += 100 * g.Held[side.Other()]
		}
	}
	for s := range adjudicator.Side(2) {
		if s != side && g.Named {
			v.Tables = append(v.Tables, g.bandTable(s, side))
		}
	}
	for z := range board.Zone(g.rules.board.Len()) {
		zone := adjudicator.ZoneView{Zone: g.zone(z)}
		for s := range adjudicator.Side(2) {
			if units := g.units(s, z, side); len(units) > 0 {
				zone.Stacks = append(zone.Stacks, adjudicator.StackView{Side: s, Units: units})
			}
		}
		v.Zones = append(v.Zones, zone)
	}
	v.Data = k
	return v
}

// band is what the enemy of a side knows of its pieces, or an observer.
func (g *Game) band(side adjudicator.Side, player bool) (b Band) {
	if !g.Named {
		return b
	}
	v := &g.Veil[side]
	for n := range pieces {
		b.Zones = append(b.Zones, g.rules.board.Name(g.Where[side][n]))
		mark := int(v.Mark[n])
		if !player && !v.Open.Has(fog.Name(n)) {
			mark = 0
		}
		b.Mark = append(b.Mark, mark)
		if player {
			b.May = append(b.May, list(v.May[n]))
		}
	}
	b.Moved, b.Shown = list(g.Moved[side]), list(v.Open)
	if player {
		for chest := range chests {
			b.Chests = append(b.Chests, list(g.Loads[side].May[chest]))
		}
		for _, n := range g.Needs[side] {
			b.Needs = append(b.Needs, Need{list(n.Names), list(n.Of), n.Least})
		}
	}
	return b
}

func (g *Game) own(side adjudicator.Side) *Own {
	o := &Own{Held: g.Held[side], Deeds: g.Deeds[side]}
	for p := range pieces {
		o.Steps = append(o.Steps, int(g.Steps[side][p]))
		if g.Named {
			o.Goes = append(o.Goes, int(g.Veil[side].Goes[p]))
		}
	}
	for chest := range chests {
		o.With = append(o.With, int(g.Loads[side].With[chest]))
	}
	return o
}

// moment is what a side is told of the turn if it is asked itself, at the beginning of its row or
// before a march.
func (g *Game) moment(side adjudicator.Side) *Moment {
	m := g.now
	if m.Kind == "" || m.Side != side && m.Side != adjudicator.Observer || g.Deeds[side] > 0 {
		return nil
	}
	return &m
}

// units are the pieces of a side in a zone as somebody sees them.
func (g *Game) units(of adjudicator.Side, z board.Zone, viewer adjudicator.Side) (units []adjudicator.UnitView) {
	if of == viewer {
		for who := g.in(of, z); who != 0; {
			p := who.Pop()
			units = append(units, unit(p, int(g.Steps[of][p])))
		}
		return units
	}
	if !g.Named {
		if z == camp[of] {
			units = make([]adjudicator.UnitView, len(pieces))
			for i := range units {
				units[i].Hidden = true
			}
		}
		return units
	}
	for names := g.names(of, z); names != 0; {
		n := names.Pop()
		if p, known := g.known(of, n, viewer); known {
			units = append(units, unit(p, int(g.Veil[of].Mark[n])))
		} else {
			units = append(units, adjudicator.UnitView{Name: marker(of, n), Hidden: true})
		}
	}
	return units
}

// known returns the piece that somebody knows a name to be, and whether he does.
func (g *Game) known(of adjudicator.Side, n fog.Name, viewer adjudicator.Side) (fog.Piece, bool) {
	p, known := g.Veil[of].Known(n)
	return p, known && (viewer == of.Other() || g.Veil[of].Open.Has(n))
}

// arms are the kinds of pieces by the first letter of their names, and the signs of maps.
var arms = map[byte][2]string{'R': {"rider", "horse"}, 'F': {"foot", "shield"}, 'S': {"scarecrow", ""}}

func unit(p fog.Piece, steps int) adjudicator.UnitView {
	arm := arms[pieces[p][0]]
	return adjudicator.UnitView{Name: piece(p), Arm: arm[0], Sign: arm[1], Strength: steps, Full: int(full[p]), Steps: steps}
}

// ownTable lists a side's pieces, with the names that the enemy calls them by.
func (g *Game) ownTable(side adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "own", Title: adjudicator.Say("moor.table.own"), Columns: []adjudicator.Phrase{
		adjudicator.Say("moor.column.piece"), adjudicator.Say("moor.column.name"), adjudicator.Say("moor.column.zone"),
		adjudicator.Say("moor.column.steps"), adjudicator.Say("moor.column.chest")}}
	for p := range fog.Piece(len(pieces)) {
		at := g.place(side, p)
		if at == vanished {
			continue
		}
		row := []any{piece(p), "", g.zone(at), int(g.Steps[side][p]), ""}
		if g.Named {
			row[1] = marker(side, g.Veil[side].Goes[p])
		}
		for chest := range chests {
			if g.Loads[side].With[chest] == p {
				row[4] = chest + 1
			}
		}
		l.Rows = append(l.Rows, row)
	}
	return l
}

// bandTable lists what somebody knows of the other side's pieces.
func (g *Game) bandTable(of, viewer adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "band-" + sides[of], Title: adjudicator.Say("moor.table.band", "Side", seat(of)), Columns: []adjudicator.Phrase{
		adjudicator.Say("moor.column.name"), adjudicator.Say("moor.column.zone"), adjudicator.Say("moor.column.piece"), adjudicator.Say("moor.column.steps")}}
	for n := range fog.Name(len(pieces)) {
		at := g.Where[of][n]
		if at == vanished {
			continue
		}
		row := []any{marker(of, n), g.zone(at), "", ""}
		p, known := g.known(of, n, viewer)
		if known {
			row[2] = piece(p)
			if g.Veil[of].Mark[n] > 0 {
				row[3] = int(g.Veil[of].Mark[n])
			}
		}
		if g.rules.leak == strengthInView {
			row[3] = int(g.Steps[of][g.Veil[of].Of(n)])
		}
		l.Rows = append(l.Rows, row)
	}
	return l
}
