package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/victory"
	"keryx/adjudicator/board"
)

// What rule 9 counts.
const (
	fleetLost       = 30 // Athens with so few naval PF ...
	fleetKept       = 45 // ... and Sparta with so many: total victory of Sparta
	enemyFleetLost  = 20 // Sparta with so few ...
	athensFleetKept = 40 // ... and Athens with so many: total victory of Athens
	drawMargin      = 5  // victory points between a draw and a victory (9.2)
)

// victory checks the conditions of rule 9 at the end of a turn and, if the game is
// over, notes how it ended.
func (g *game) victory(t *adjudicator.Table) {
	last := g.LastTurn()
	if g.Outcome = g.totalVictory(last); g.Outcome == nil && last {
		points, why := g.victoryPoints()
		g.Outcome = victory.ByPoints(points, why, level) // 9.2
	}
	if g.Outcome != nil {
		t.Phase("D", adjudicator.Observer)
	}
	victory.Tell(t, &g.Field, "hellespont", "hellespont")
}

// totalVictory is rule 9.1: by the ports held at any end of turn, by the fleets
// left at the end of the game.
func (g *game) totalVictory(last bool) *adjudicator.Result {
	total := func(s adjudicator.Side, why adjudicator.Phrase) *adjudicator.Result {
		points, _ := g.victoryPoints()
		return &adjudicator.Result{Winner: s, Level: victory.Total, Points: points, Why: []adjudicator.Phrase{why}}
	}
	for _, s := range []adjudicator.Side{athens, sparta} {
		if needed := g.portsToWin(s); needed.Within(g.Held[s]) {
			return total(s, adjudicator.Say("hellespont.why.ports", "Side", g.SideTerm(s), "Zones", g.ZoneTerms(needed)))
		}
	}
	if !last {
		return nil
	}
	var fleet [2]int
	for s := range fleet {
		abroad, home := g.TotalNaval(adjudicator.Side(s))
		fleet[s] = abroad + home
	}
	switch {
	case fleet[athens] <= fleetLost && fleet[sparta] >= fleetKept:
		return total(sparta, adjudicator.Say("hellespont.why.fleet", "Side", g.SideTerm(sparta), "Own", fleet[sparta], "Enemy", fleet[athens]))
	case fleet[sparta] <= enemyFleetLost && fleet[athens] >= athensFleetKept:
		return total(athens, adjudicator.Say("hellespont.why.fleet", "Side", g.SideTerm(athens), "Own", fleet[athens], "Enemy", fleet[sparta]))
	}
	return nil
}

// portsToWin are the ports that a side has to hold for a total victory: all of them,
// and for Sparta all but Cardia (9.1).
func (g *game) portsToWin(s adjudicator.Side) board.Set {
	needed := g.Ports
	if s == sparta {
		needed.Remove(g.cardia)
	}
	return needed
}

// level is that of a victory by points: a draw up to a lead of five, strategic with more
// than twice the points of the other side.
func level(high, low int) string {
	switch {
	case high-low <= drawMargin:
		return "draw"
	case high > 2*low:
		return "strategic"
	}
	return "tactical"
}

// victoryPoints counts the points of rule 9.2 for both sides, with the reasons.
func (g *game) victoryPoints() ([2]int, []adjudicator.Phrase) {
	return victory.Points(&g.Field, "hellespont", func(c *victory.Count) {
		own, enemy := g.supply[c.Side], g.supply[c.Side.Other()]
		for port := range g.Ports.Intersect(g.Held[c.Side]).All() {
			c.Add(g.portValue[port], "port", "Zone", g.ZoneTerm(port))
		}
		c.Add(3*(own-enemy), "supply", "Own", own, "Enemy", enemy)
		afloat, _ := g.TotalNaval(c.Side)
		c.Add(afloat/10*3, "afloat", "PF", afloat)
		hoplites, others, leaders := g.killed(c.Side.Other())
		c.Add(2*hoplites, "hoplites", "Count", hoplites)
		c.Add(others, "troops", "Count", others)
		c.Add(leaders, "leaders", "Count", leaders)
		if c.Side == sparta {
			c.Add(g.bounty, "alcibiades")
		}
	})
}

// killed counts a side's land units that are eliminated, hoplites and others, and
// its leaders killed in combat.
func (g *game) killed(s adjudicator.Side) (phalanx, others, leaders int) {
	for set := g.Of[s].Minus(g.Ships); !set.Empty(); {
		switch u := set.Pop(); {
		case g.UnitFate[u] != field.Eliminated:
		case g.ByArm[field.HopliteArm].Has(u):
			phalanx++
		default:
			others++
		}
	}
	for men := g.Captains[s]; men != 0; {
		if g.LeaderFate[men.Pop()] == field.Eliminated {
			leaders++
		}
	}
	return phalanx, others, leaders
}

// LevelOf implements [adjudicator.PointLeveller].
func (rs *ruleset) LevelOf(points [2]int) *adjudicator.Result {
	return victory.ByPoints(points, nil, level)
}

// Final implements [adjudicator.PointLeveller]: points decide nothing any more (9.1).
func (rs *ruleset) Final(level string) bool { return level == victory.Total }

// ResultNow implements [adjudicator.Adjudged].
func (g *game) ResultNow() *adjudicator.Result {
	points, why := g.victoryPoints()
	return victory.ByPoints(points, why, level)
}
