package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/victory"
	"keryx/adjudicator/board"
)

// What rule 9 counts.
const (
	citadelPoints    = 5
	championsPoints  = 5 // of a combat of Brasidas and Cleon
	eionPoints       = 3
	hoplitePoints    = 2
	totalVictoryFrom = 2 // the first turn at whose end all garrisons win (9.1)
	victoryMargin    = 5 // victory points between a draw and a victory (9.2)
)

// victory looks at the end of a turn whether the game is over, and notes how it ended (9).
func (g *game) victory(t *adjudicator.Table) {
	if g.Outcome = g.totalVictory(); g.Outcome == nil && g.LastTurn() {
		points, why := g.victoryPoints()
		g.Outcome = victory.ByPoints(points, why, level) // 9.2
	}
	victory.Tell(t, &g.Field, "amphipolis", "bey")
}

// totalVictory is rule 9.1: all garrisons are of one side, from turn 2 on.
func (g *game) totalVictory() *adjudicator.Result {
	for _, face := range g.faces {
		if face != g.faces[0] || g.turnNumber() < totalVictoryFrom {
			return nil
		}
	}
	points, _ := g.victoryPoints()
	return &adjudicator.Result{Winner: g.faces[0], Level: victory.Total, Points: points,
		Why: []adjudicator.Phrase{adjudicator.Say("amphipolis.why.total", "Side", g.SideTerm(g.faces[0]))}}
}

// level is that of a victory by points: a draw below a lead of five, strategic with at
// least twice the points of the other side.
func level(high, low int) string {
	switch {
	case high-low < victoryMargin:
		return "draw"
	case high >= 2*low:
		return "strategic"
	}
	return "tactical"
}

// victoryPoints counts the points of both sides, with the reasons (9.2, 10).
func (g *game) victoryPoints() ([2]int, []adjudicator.Phrase) {
	return victory.Points(&g.Field, "amphipolis", func(c *victory.Count) {
		g.countGarrisons(c)
		g.countMade(c)
		g.countPlaces(c)
		g.countAwards(c)
	})
}

// countGarrisons counts those that show the face of the side.
func (g *game) countGarrisons(c *victory.Count) {
	if g.faces[g.citadel] == c.Side {
		c.Add(citadelPoints, "citadel")
	}
	held := g.garrisonsOf(c.Side).Minus(board.SetOf(g.amphipolis))
	c.Add(held.Len(), "garrisons", "Garrisons", g.garrisonTerms(held))
}

// garrisonsOf are the zones whose garrisons show the face of a side.
func (g *game) garrisonsOf(s adjudicator.Side) (zones board.Set) {
	for n, face := range g.faces {
		if face == s {
			zones.Add(g.placeOf(n))
		}
	}
	return zones
}

// made is what a side has made for good, and how many of them: each counts once, whatever has
// become of the unit or the leader since (9.2).
type made struct {
	points int
	key    string // of the reason
	count  int
}

// made lists it for a side. Every elimination of a land unit counts, whatever its cause; ships
// never do.
func (g *game) made(s adjudicator.Side) [4]made {
	felled, leaders, killed := &g.Felled[s.Other()], 0, 0
	for swords, n := range g.Slain[s.Other()] {
		killed += int(n)
		leaders += int(n) * max(1, min(swords, 2))
	}
	phalanx, others := int(felled[field.HopliteArm]), int(felled[field.CavalryArm]+felled[field.PeltastArm]+felled[field.ArcherArm])
	return [...]made{{championsPoints * g.duels[s], "champions", g.duels[s]}, {hoplitePoints * phalanx, "hoplites", phalanx},
		{others, "others", others}, {leaders, "leaders", killed}}
}

// pointsMade are the victory points of a side that are made for good.
func (g *game) pointsMade(s adjudicator.Side) int {
	points := g.given[s]
	for _, m := range g.made(s) {
		points += m.points
	}
	return points
}

// countMade counts them.
func (g *game) countMade(c *victory.Count) {
	for _, m := range g.made(c.Side) {
		c.Add(m.points, m.key, "Count", m.count)
	}
	c.Points += g.given[c.Side]
}

// countPlaces counts the walls, the Flotilla and Eion.
func (g *game) countPlaces(c *victory.Count) {
	if c.Side == sparta {
		if g.walls == data.WallStanding {
			c.Add(1, "wall")
		}
		if g.flotilla {
			c.Add(1, "flotilla")
		}
		return
	}
	if g.walls == data.WallDestroyed {
		c.Add(1, "sapped")
	}
	if g.HeldByLand[athens].Has(g.eion) {
		c.Add(eionPoints, "eion")
	}
}

// countAwards counts what the scenario gives. That for the citadel is in its face already (10.2).
func (g *game) countAwards(c *victory.Count) {
	for _, a := range g.setting.Awards {
		switch {
		case a.Side != c.Side:
		case a.For == data.ForEion:
			c.Add(a.Points, "eion")
		case a.For == data.ForShunning && g.avoided():
			c.Add(a.Points, "shunned")
		case a.For == data.ForGarrisons && a.Garrisons.Minus(g.garrisonsOf(a.Side)).Empty():
			c.Add(a.Points, "both-towns", "Garrisons", g.garrisonTerms(a.Garrisons))
		}
	}
}

// avoided reports whether Brasidas has never attacked a zone with Cleon, and both live if
// the game is played so (10.3).
func (g *game) avoided() bool {
	both := g.LeaderFate[g.champion[sparta]] == field.InPlay && g.LeaderFate[g.champion[athens]] == field.InPlay
	return g.shunned && (both || !g.options.ShunnedBothAlive)
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
