package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// shortageTrigger tells which condition of rule 6.1 or 6.2 turns a supply
// marker to its "Disette" side: "A", "B", "C", or "" for none.
func (g *game) shortageTrigger(s adjudicator.Side) string {
	enemy := s.Other()
	if s == athens {
		switch {
		case g.cutOff(enemy, g.straitMouth, g.straitMouth):
			return "A"
		case g.cutOff(enemy, g.straitWaist, g.straitWaist):
			return "B"
		case g.fleetInBases(s):
			return "C"
		}
		return ""
	}
	switch {
	case g.cutOff(enemy, g.spartanPorts, g.spartanAnchorage):
		return "A"
	case g.fleetInBases(s):
		return "B"
	}
	return ""
}

// cutOff reports whether the enemy holds all the ports, with a ship in one of
// the given anchorages among them.
func (g *game) cutOff(enemy adjudicator.Side, ports, anchorages board.Set) bool {
	return ports.Within(g.Held[enemy]) && anchorages.Meets(g.HeldBySea[enemy])
}

// fleetInBases reports whether a side has more naval force points in bases than
// on the map.
func (g *game) fleetInBases(s adjudicator.Side) bool {
	bases := 0
	for rest := g.HeldBySea[s].Intersect(g.Bases); !rest.Empty(); {
		bases += g.NavalPF(s, rest.Pop())
	}
	for rest := g.HeldBySea[s].Minus(g.Bases); bases > 0 && !rest.Empty(); {
		bases -= g.NavalPF(s, rest.Pop())
	}
	return bases > 0
}

var shortageRule = [2]string{athens: "6.1", sparta: "6.2"}

// Changed is what follows from any change on the map: it turns the supply markers to "Disette" as soon as a condition of
// rules 6.1 or 6.2 holds. They are turned back in D.4 only.
func (g *game) Changed(t *adjudicator.Table) {
	for side := range g.shortage {
		s := adjudicator.Side(side)
		if g.shortage[s] {
			continue
		}
		if why := g.shortageTrigger(s); why != "" {
			g.shortage[s] = true
			if t.Heard() {
				g.Tell(t, shortageRule[s], 1, "shortage", "Side", s,
					"Why", adjudicator.Say("hellespont.shortage."+sideIDs[s]+"-"+why))
			}
		}
	}
}

// moveSupply is phase D.4 for one side: the marker's side is looked at again,
// then it moves one space (6).
func (g *game) moveSupply(t *adjudicator.Table, s adjudicator.Side) {
	if g.shortage[s] && g.shortageTrigger(s) == "" {
		g.shortage[s] = false
		g.Tell(t, "6", 0, "shortage-ends", "Side", s)
	}
	before := g.supply[s]
	switch {
	case g.shortage[s]:
		g.supply[s] = max(0, g.supply[s]-1)
	case g.month().SupplyRises:
		g.supply[s] = min(3, g.supply[s]+1)
	}
	if g.supply[s] != before {
		g.tellSupply(t, s, "6", before)
	}
}

// tellSupply tells that a supply marker has moved.
func (g *game) tellSupply(t *adjudicator.Table, s adjudicator.Side, rule string, before int) {
	g.Tell(t, rule, 0, "supply-moved", "Side", s, "From", before, "To", g.supply[s])
}
