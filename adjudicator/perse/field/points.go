package field

import (
	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// Worth is the value of a side's chit; 0 before it has drawn one.
func (g *War) Worth(side adjudicator.Side) int {
	if g.Chit[side] < 0 {
		return 0
	}
	return g.Rules.Chits[g.Chit[side]][side]
}

// Commander is the strategic value of who commands a side (2).
func (g *War) Commander(side adjudicator.Side) int {
	p := g.Command[side]
	if side == Greeks && g.Named >= 0 {
		p = g.Named
	}
	if p < 0 {
		return 0
	}
	return g.Roster.Pieces[side][p].Strategic
}

// Most is how many points a side has this turn.
func (g *War) Most(side adjudicator.Side) int { return g.Worth(side) + g.Lead[side] }

// Left is how many points a side has not spent.
func (g *War) Left(side adjudicator.Side) int { return g.Most(side) - g.Spent[side] }

// MayHave reports whether a side could have points left, for all that both know.
func (g *War) MayHave(side adjudicator.Side) bool {
	best := 0
	for _, c := range g.Rules.Chits {
		best = max(best, c[side])
	}
	return g.Spent[side] < best+g.mostLead(side)
}

// mostLead is the value of a side's commander for all that both know: of the two whom the Greek may have named, the higher.
func (g *War) mostLead(side adjudicator.Side) int {
	lead := g.Lead[side]
	if side == Greeks && g.Secret {
		for _, p := range g.nameable() {
			lead = max(lead, g.Roster.Pieces[side][p].Strategic)
		}
	}
	return lead
}

// nameable are the two whom the Greek of 14.3 may name, alive or not.
func (g *War) nameable() (all []fog.Piece) {
	for _, l := range g.Roster.Succession[data.Greeks][:2] {
		all = append(all, g.Roster.Index[Greeks][g.Rules.Leaders[l].ID])
	}
	return all
}

// Spend pays for an action.
func (g *War) Spend(side adjudicator.Side, n int) { g.Spent[side] += n }

// Hand are the stratagems in a side's hand.
func (g *War) Hand(side adjudicator.Side) adjudicator.Terms { return g.Stratagems(g.Pool.Hand[side]) }

// Stratagems are lots of the cup as words.
func (g *War) Stratagems(lots draw.Set) (all adjudicator.Terms) {
	for rest := lots; rest != 0; {
		all = append(all, order.Term("stratagem", g.Stratagem(rest.Pop())))
	}
	return all
}

// Stratagem is what a lot of the cup is.
func (g *War) Stratagem(l draw.Lot) string { return g.Rules.Stratagems[g.Roster.Stock[l]].ID }

// Holds finds a stratagem in a side's hand; [draw.None] if it has none of it.
func (g *War) Holds(side adjudicator.Side, id string) draw.Lot {
	for rest := g.Pool.Hand[side]; rest != 0; {
		if l := rest.Pop(); g.Stratagem(l) == id {
			return l
		}
	}
	return draw.None
}

// Succeed finds who commands a side (14): as the scenario has it, then by stars.
func (g *War) Succeed(side adjudicator.Side) {
	g.Command[side] = -1
	for _, l := range g.Roster.Succession[side] {
		if p, ok := g.Roster.Index[side][g.Rules.Leaders[l].ID]; ok && g.At(side, p) != Nowhere {
			g.Command[side] = int8(p)
			break
		}
	}
	if g.Command[side] < 0 {
		for p := range fog.Piece(len(g.Roster.Pieces[side])) {
			if g.Stars(side, p) > 0 && g.At(side, p) != Nowhere && (g.Command[side] < 0 || g.Stars(side, p) > g.Stars(side, fog.Piece(g.Command[side]))) {
				g.Command[side] = int8(p)
			}
		}
	}
	if side == Greeks && g.Named >= 0 && g.At(side, fog.Piece(g.Named)) == Nowhere {
		g.Named = -1
	}
}

// Commanders are those whom the Greek may name (14.3, P-25): Leonidas and Themistocles, while both live.
func (g *War) Commanders() (all []string) {
	if g.Roster.ID != "14.3" {
		return nil
	}
	for _, l := range g.Roster.Succession[data.Greeks][:2] {
		id := g.Rules.Leaders[l].ID
		if g.At(Greeks, g.Roster.Index[Greeks][id]) == Nowhere {
			return nil
		}
		all = append(all, id)
	}
	return all
}
