package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/perse/field"
)

// drawing is the draw of points (2): the Greek, then the Persian. A stratagem is kept, and another
// counter drawn. It returns how many stratagems each has drawn.
func (g *Game) drawing(t *adjudicator.Table) (drawn [2]int) {
	for side := range adjudicator.Side(2) {
		g.Lead[side] = g.Commander(side)
		g.Secret = len(g.Commanders()) > 1 && !g.Rules.Second // until a die counts him (P-25)
		for g.Chit[side] < 0 {
			var chits []int8
			for c := range g.Rules.Chits {
				if int8(c) != g.Chit[side.Other()] {
					chits = append(chits, int8(c))
				}
			}
			n := t.Draw(len(chits) + g.Pool.Cup.Len())
			if n < len(chits) {
				g.Chit[side] = chits[n]
				continue
			}
			g.Pool.Draw(side, func(int) int { return n - len(chits) })
			drawn[side]++
		}
		e := adjudicator.Event{Rule: "2", Public: adjudicator.Say("perse.event.drew", "Side", field.Seat(side), "Number", drawn[side])}
		e.Private[side] = adjudicator.Say("perse.event.has", "Side", field.Seat(side), "Points", g.Most(side), "Hand", g.Hand(side))
		t.Tell(e)
	}
	return drawn
}

// first throws for who begins (2): the higher die with the commander's value, or who has drawn no
// stratagem where the other has (P-46).
func (g *Game) first(t *adjudicator.Table, drawn [2]int) adjudicator.Side {
	enough := 1
	if g.Opt.Second {
		enough = 2
	}
	for side := range adjudicator.Side(2) {
		if drawn[side] >= enough && drawn[side.Other()] == 0 {
			t.Tell(adjudicator.Event{Rule: "2", Public: adjudicator.Say("perse.event.first", "Side", field.Seat(side.Other()))})
			return side.Other()
		}
	}
	g.Secret = false
	for {
		dice := t.Roll(2)
		greek, persian := dice[0]+g.Commander(field.Greeks), dice[1]+g.Commander(field.Persians)
		if greek == persian {
			continue
		}
		side := field.Greeks
		if persian > greek {
			side = field.Persians
		}
		t.Tell(adjudicator.Event{Rule: "2", Public: adjudicator.Say("perse.event.thrown-first", "Side", field.Seat(side), "Greek", greek, "Persian", persian)})
		return side
	}
}
