package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// squall is a storm while it is thrown for: the dice of the ships of each side in
// each sea zone, in the order of the counters, and what they do.
type squall struct {
	zones board.Set // where dice were thrown
	hit   [field.MaxZones]field.UnitSet
}

// Storm: each naval unit in a sea zone throws a die, and those that the dice
// damage are weakened a step. The dice of one sea zone are one throw, which the
// holder of the Advantage may have made again once all are made (8).
func (g Battles) Storm(t *adjudicator.Table, _ *chit.Play) {
	var q squall
	for z := range g.HeldBySea[field.First].Union(g.HeldBySea[field.Second]).Intersect(g.Seas).All() {
		g.throwStorm(t, &q, z)
	}
	if z := g.rerollStorm(t, &q); z != board.NoZone {
		g.throwStorm(t, &q, z)
	}
	for z := range q.zones.All() {
		g.Strike(q.hit[z])
		g.Aftermath(t, z)
	}
}

// throwStorm throws the dice of a sea zone.
func (g Battles) throwStorm(t *adjudicator.Table, q *squall, z board.Zone) {
	q.hit[z] = field.UnitSet{}
	for _, s := range [2]adjudicator.Side{field.First, field.Second} {
		fleet := g.NavalAt(s, z)
		if fleet.Empty() {
			continue
		}
		need := g.StormNeed(s, z)
		if need == 0 {
			continue
		}
		q.zones.Add(z)
		var hit field.UnitSet
		for _, face := range t.At(g.Board.Name(z)).Roll(fleet.Len()) {
			if u := fleet.Pop(); face >= need {
				hit.Add(u)
			}
		}
		g.Tell(t, g.TextRule(g.Roles.Storm), 1, "storm", "Side", s, "Zone", z, "Need", need,
			"Weakened", hit.Minus(g.Weak), "Lost", hit.And(g.Weak))
		q.hit[z] = q.hit[z].Or(hit)
	}
}

// rerollStorm asks the holder of the Advantage which zone is thrown for again, and
// returns it or NoZone (8).
func (g Battles) rerollStorm(t *adjudicator.Table, q *squall) board.Zone {
	return g.rerollAt(t, q.zones, field.Juncture{At: "reroll-storm"}, stormThrown{g, q}, func() (facts []adjudicator.Phrase) {
		for z := range q.zones.All() {
			if hit := q.hit[z]; !hit.Empty() {
				facts = append(facts, adjudicator.Say("bey.fact.storm", "Zone", g.ZoneTerm(z),
					"Weakened", g.Terms(hit.Minus(g.Weak), 0), "Lost", g.Terms(hit.And(g.Weak), 0)))
			}
		}
		return facts
	})
}
