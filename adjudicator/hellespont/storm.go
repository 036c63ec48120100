package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// squall is a storm while it is thrown for: the dice of the ships of each side in
// each sea zone, in the order of the counters, and what they do.
type squall struct {
	zones board.Set // where dice were thrown
	hit   [maxZones]unitSet
}

// stormText is a storm.
type stormText struct {
	aimless
	g *game
}

func (x stormText) carryOut(t *adjudicator.Table, _ *play) { x.g.storm(t) }

// storm: each naval unit in a sea zone throws a die, and those that the dice
// damage are weakened a step. The dice of one sea zone are one throw, which the
// holder of the Advantage may have made again once all are made (8).
func (g *game) storm(t *adjudicator.Table) {
	var q squall
	for z := range g.heldBySea[athens].Union(g.heldBySea[sparta]).Intersect(g.seas).All() {
		g.throwStorm(t, &q, z)
	}
	if z := g.rerollStorm(t, &q); z != board.NoZone {
		g.throwStorm(t, &q, z)
	}
	for z := range q.zones.All() {
		g.strike(q.hit[z])
		g.aftermath(t, z)
	}
}

// throwStorm throws the dice of a sea zone.
func (g *game) throwStorm(t *adjudicator.Table, q *squall, z board.Zone) {
	q.hit[z] = unitSet{}
	for _, s := range [2]adjudicator.Side{athens, sparta} {
		fleet := g.navalAt(s, z)
		if fleet.empty() {
			continue
		}
		need := g.stormNeed(s, z)
		if need == 0 {
			continue
		}
		q.zones.Add(z)
		var hit unitSet
		for _, face := range t.Roll(fleet.len()) {
			if u := fleet.pop(); face >= need {
				hit.add(u)
			}
		}
		if t.Heard() {
			g.tell(t, g.textRule(g.roles.storm), 1, "storm", "Side", g.sideTerm(s), "Zone", g.zoneTerm(z), "Need", need,
				"Weakened", g.terms(hit.minus(g.weak), 0), "Lost", g.terms(hit.and(g.weak), 0))
		}
		q.hit[z] = q.hit[z].or(hit)
	}
}

// rerollStorm asks the holder of the Advantage which zone is thrown for again, and
// returns it or NoZone (8).
func (g *game) rerollStorm(t *adjudicator.Table, q *squall) board.Zone {
	return g.rerollAt(t, q.zones, juncture{at: "reroll-storm"}, stormThrown{g, q}, func() (facts []adjudicator.Phrase) {
		for z := range q.zones.All() {
			if hit := q.hit[z]; !hit.empty() {
				facts = append(facts, adjudicator.Say("hellespont.fact.storm", "Zone", g.zoneTerm(z),
					"Weakened", g.terms(hit.minus(g.weak), 0), "Lost", g.terms(hit.and(g.weak), 0)))
			}
		}
		return facts
	})
}

// strike weakens units, and eliminates those that are weakened already.
func (g *game) strike(units unitSet) {
	for !units.empty() {
		g.weaken(units.pop())
	}
}
