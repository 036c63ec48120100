package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
)

// supplies is D.4 of a side.
func (g *game) supplies(t *adjudicator.Table, s adjudicator.Side) {
	g.moveSupply(t, s)
	g.replenish(t, s)
}

// decay is D.5 of a side.
func (g *game) decay(t *adjudicator.Table, s adjudicator.Side) {
	g.trickery(t, s)
	g.war().Attrition(t, s)
}

// replenish is the end of D.4: the supply marker of the side moves one space toward 3 by
// S19, and those in want starve.
func (g *game) replenish(t *adjudicator.Table, s adjudicator.Side) {
	g.restock(t, s)
	g.starve(t, s)
}

// restock is S19.
func (g *game) restock(t *adjudicator.Table, s adjudicator.Side) {
	if g.supply[s] == 3 {
		return
	}
	r := g.war().AskRuse(t, s, "D.4", atSupplyRuse, inSupply, func(f *chit.RuseForm) { f.Offer(chit.Played(19)) }, "Level", g.supply[s])
	if r.Number != 19 {
		return
	}
	g.supply[s]++
	g.tellSupply(t, s, "7 S19", g.supply[s]-1)
}

// starve is rule 6.3: a side in want with its marker at 0 has its units in bases
// weakened; those weakened already are eliminated.
func (g *game) starve(t *adjudicator.Table, s adjudicator.Side) {
	if !g.shortage[s] || g.supply[s] > 0 {
		return
	}
	for z := range g.Bases.Intersect(g.Held[s]).All() {
		g.war().WeakenAll(t, "6.3", s, z, g.UnitsAt(s, z))
	}
	g.Changed(t)
}
