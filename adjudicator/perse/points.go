package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// worth is the value of a side's chit; 0 before it has drawn one.
func (g *Game) worth(side adjudicator.Side) int {
	if g.Chit[side] < 0 {
		return 0
	}
	return g.rules.Chits[g.Chit[side]][side]
}

// commander is the strategic value of who commands a side (2).
func (g *Game) commander(side adjudicator.Side) int {
	p := g.Command[side]
	if side == greeks && g.Named >= 0 {
		p = g.Named
	}
	if p < 0 {
		return 0
	}
	return g.roster.pieces[side][p].Strategic
}

// most is how many points a side has this turn, and left how many it has not spent.
func (g *Game) most(side adjudicator.Side) int { return g.worth(side) + g.Lead[side] }

func (g *Game) left(side adjudicator.Side) int { return g.most(side) - g.Spent[side] }

// mayHave reports whether a side could have points left, for all that both know.
func (g *Game) mayHave(side adjudicator.Side) bool {
	best := 0
	for _, c := range g.rules.Chits {
		best = max(best, c[side])
	}
	return g.Spent[side] < best+g.Lead[side]
}

// spend pays for an action.
func (g *Game) spend(side adjudicator.Side, n int) { g.Spent[side] += n }

// drawing is the draw of points (2): the Greek, then the Persian. A stratagem is kept, and another
// counter drawn. It returns how many stratagems each has drawn.
func (g *Game) drawing(t *adjudicator.Table) (drawn [2]int) {
	for side := range adjudicator.Side(2) {
		g.Lead[side] = g.commander(side)
		for g.Chit[side] < 0 {
			var chits []int8
			for c := range g.rules.Chits {
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
		e := adjudicator.Event{Rule: "2", Public: adjudicator.Say("perse.event.drew", "Side", seat(side), "Number", drawn[side])}
		e.Private[side] = adjudicator.Say("perse.event.has", "Side", seat(side), "Points", g.most(side), "Hand", g.hand(side))
		t.Tell(e)
	}
	return drawn
}

// hand are the stratagems in a side's hand.
func (g *Game) hand(side adjudicator.Side) adjudicator.Terms { return g.stratagems(g.Pool.Hand[side]) }

func (g *Game) stratagems(lots draw.Set) (all adjudicator.Terms) {
	for rest := lots; rest != 0; {
		all = append(all, order.Term("stratagem", g.stratagem(rest.Pop())))
	}
	return all
}

// stratagem is what a lot of the cup is.
func (g *Game) stratagem(l draw.Lot) string { return g.rules.Stratagems[g.roster.cup[l]].ID }

// holds finds a stratagem in a side's hand; [draw.None] if it has none of it.
func (g *Game) holds(side adjudicator.Side, id string) draw.Lot {
	for rest := g.Pool.Hand[side]; rest != 0; {
		if l := rest.Pop(); g.stratagem(l) == id {
			return l
		}
	}
	return draw.None
}

// first throws for who begins (2): the higher die with the commander's value, or who has drawn no
// stratagem where the other has (P-46).
func (g *Game) first(t *adjudicator.Table, drawn [2]int) adjudicator.Side {
	enough := 1
	if g.opt.Second {
		enough = 2
	}
	for side := range adjudicator.Side(2) {
		if drawn[side] >= enough && drawn[side.Other()] == 0 {
			t.Tell(adjudicator.Event{Rule: "2", Public: adjudicator.Say("perse.event.first", "Side", seat(side.Other()))})
			return side.Other()
		}
	}
	for {
		dice := t.Roll(2)
		greek, persian := dice[0]+g.commander(greeks), dice[1]+g.commander(persians)
		if greek == persian {
			continue
		}
		side := greeks
		if persian > greek {
			side = persians
		}
		t.Tell(adjudicator.Event{Rule: "2", Public: adjudicator.Say("perse.event.thrown-first", "Side", seat(side), "Greek", greek, "Persian", persian)})
		return side
	}
}

// succeed finds who commands a side (14): as the scenario has it, then by stars.
func (g *Game) succeed(side adjudicator.Side) {
	g.Command[side] = -1
	for _, l := range g.roster.Succession[side] {
		if p, ok := g.roster.index[side][g.rules.Leaders[l].ID]; ok && g.at(side, p) != nowhere {
			g.Command[side] = int8(p)
			break
		}
	}
	if g.Command[side] < 0 {
		for p := range fog.Piece(len(g.roster.pieces[side])) {
			if g.stars(side, p) > 0 && g.at(side, p) != nowhere && (g.Command[side] < 0 || g.stars(side, p) > g.stars(side, fog.Piece(g.Command[side]))) {
				g.Command[side] = int8(p)
			}
		}
	}
	if side == greeks && g.Named >= 0 && g.at(side, fog.Piece(g.Named)) == nowhere {
		g.Named = -1
	}
}

// commanders are those whom the Greek may name (14.3, P-25): Leonidas and Themistocles, while both live.
func (g *Game) commanders() (all []string) {
	if g.roster.ID != "14.3" {
		return nil
	}
	for _, l := range g.roster.Succession[data.Greeks][:2] {
		id := g.rules.Leaders[l].ID
		if g.at(greeks, g.roster.index[greeks][id]) == nowhere {
			return nil
		}
		all = append(all, id)
	}
	return all
}
