package moor

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// fight shows all that are in a zone, and has the weaker side go. Where both are as strong the
// side that came goes, and nobody is hurt.
func (g *Game) fight(t *adjudicator.Table, at board.Zone, came adjudicator.Side) {
	var strength [2]int
	for side := range adjudicator.Side(2) {
		for who := g.in(side, at); who != 0; {
			p := who.Pop()
			g.show(side, p)
			strength[side] += int(g.Steps[side][p])
			if scarecrows.Has(p) {
				g.vanish(t, side, p)
			}
		}
	}
	north, south := g.in(0, at), g.in(1, at)
	if north == 0 || south == 0 {
		return
	}
	t.Tell(adjudicator.Event{Rule: "3", Public: adjudicator.Say("moor.event.shown", "Zone", g.zone(at), "North", called(north), "South", called(south)),
		Marks: []adjudicator.Mark{{Kind: "battle", Side: came, Zones: []string{g.zone(at).ID}}}})
	faces := t.At(g.zone(at).ID).Roll(2)
	for side := range strength {
		strength[side] += faces[side]
	}
	loser := came
	if won := came.Other(); strength[came] > strength[won] {
		loser = won
	}
	t.Tell(adjudicator.Event{Rule: "3", Depth: 1, Public: adjudicator.Say("moor.event.fought",
		"North", strength[0], "South", strength[1], "Side", seat(loser))})
	g.beaten(t, loser, at, strength[0] != strength[1])
}

// show shows both sides a piece, its strength and what it carries.
func (g *Game) show(side adjudicator.Side, p fog.Piece) {
	v := &g.Veil[side]
	v.Show(p, g.Steps[side][p])
	g.Loads[side].Show(v, p)
}

// beaten has a side's pieces go to their camp, hurt or not. Who falls leaves his chest.
func (g *Game) beaten(t *adjudicator.Table, side adjudicator.Side, at board.Zone, hurt bool) {
	v, l := &g.Veil[side], &g.Loads[side]
	for who := g.in(side, at); who != 0; {
		p := who.Pop()
		n := v.Goes[p]
		g.Moved[side].Add(n)
		g.Where[side][n] = camp[side]
		if hurt {
			g.Steps[side][p]--
		}
		g.show(side, p)
		if g.Steps[side][p] > 0 {
			continue
		}
		g.Where[side][n] = vanished
		t.Tell(adjudicator.Event{Rule: "3", Depth: 1, Public: adjudicator.Say("moor.event.fell", "Side", seat(side), "Piece", piece(p))})
		for things := l.Of(p); things != 0; {
			l.Leave(int(things.Pop()))
			g.Points[side.Other()]++
			t.Tell(adjudicator.Event{Rule: "4", Depth: 1, Public: adjudicator.Say("moor.event.taken", "Side", seat(side.Other()))})
		}
	}
}

// evening counts, and ends the day.
func (g *Game) evening(t *adjudicator.Table) {
	for side := range adjudicator.Side(2) {
		if g.names(side, stone) != 0 && g.names(side.Other(), stone) == 0 {
			g.Points[side]++
			t.Tell(adjudicator.Event{Rule: "4", Public: adjudicator.Say("moor.event.stone", "Side", seat(side))})
		}
	}
	g.Moved, g.Marches, g.Tried, g.Held = [2]fog.Set{}, [2]int{}, [2]int{}, [2]int{}
	g.Over = g.Day == lastDay || max(g.Points[0], g.Points[1]) >= toWin
}
