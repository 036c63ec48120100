package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
)

// adjust is phase D: the side with the initiative first, D.1 and D.2 for both
// sides, then D.3 to D.5 for both.
func (g *game) adjust(t *adjudicator.Table) {
	g.tidy(t, g.Initiative)
	g.tidy(t, g.Initiative.Other())
	g.adjustOn(t)
}

// tidy is D.1 and D.2 of a side.
func (g *game) tidy(t *adjudicator.Table, s adjudicator.Side) {
	g.Active = s
	t.Phase("D.1", s)
	g.war().KeepOne(t, s)
	t.Phase("D.2", s)
	g.redeploy(t, s)
}

// adjustOn is what follows D.2.
func (g *game) adjustOn(t *adjudicator.Table) {
	g.adjustBy(t, g.Initiative)
	g.adjustBy(t, g.Initiative.Other())
	g.adjusted(t)
}

// adjustBy is D.3 to D.5 of a side.
func (g *game) adjustBy(t *adjudicator.Table, s adjudicator.Side) {
	g.Active = s
	t.Phase("D.3", s)
	g.war().RecoverUnits(t, s)
	g.supplyAndAttrition(t, s)
}

// supplyAndAttrition is D.4 and D.5 of a side.
func (g *game) supplyAndAttrition(t *adjudicator.Table, s adjudicator.Side) {
	t.Phase("D.4", s)
	g.moveSupply(t, s)
	g.replenish(t, s)
	g.decay(t, s)
}

// decay is what a side suffers at the end of D.4 and in D.5.
func (g *game) decay(t *adjudicator.Table, s adjudicator.Side) {
	g.starve(t, s)
	t.Phase("D.5", s)
	g.trickery(t, s)
	g.war().Attrition(t, s)
}

// adjusted is what follows the adjustments of both sides.
func (g *game) adjusted(t *adjudicator.Table) {
	g.Active = adjudicator.Observer
	if g.LastTurn() {
		g.war().Moments(t, field.Closing)
	}
}

// replenish is S19, at the end of D.4: the supply marker of the side moves one
// space toward 3.
func (g *game) replenish(t *adjudicator.Table, s adjudicator.Side) {
	if g.supply[s] == 3 {
		return
	}
	r := g.war().AskRuse(t, s, "D.4", atSupplyRuse, standing.InSupply, func(f *chit.RuseForm) { f.Offer(chit.Played(19)) }, "Level", g.supply[s])
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
