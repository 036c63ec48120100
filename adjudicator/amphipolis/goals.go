package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
)

// goals say what wins the game (9), and how far each side is from it.
func (g *game) goals() []adjudicator.Phrase {
	points, _ := g.victoryPoints()
	all := []adjudicator.Phrase{adjudicator.Say("amphipolis.goal.points", "Turn", g.Playing.Last,
		"First", g.SideTerm(athens), "FirstHas", points[athens], "Second", g.SideTerm(sparta), "SecondHas", points[sparta],
		"Margin", victoryMargin)}
	for s := athens; s <= sparta; s++ {
		if g.setting.WithoutMainMap && g.faces[g.citadel] != s {
			continue // nobody takes the citadel there
		}
		missing := g.garrisonTerms(g.garrisonsOf(s.Other()))
		if len(missing) == 0 {
			all = append(all, adjudicator.Say("amphipolis.goal.garrisons-held", "Side", g.SideTerm(s), "Turn", max(totalVictoryFrom, g.turnNumber())))
			continue
		}
		all = append(all, adjudicator.Say("amphipolis.goal.garrisons", "Side", g.SideTerm(s), "Missing", missing, "Count", len(missing)))
	}
	for _, a := range g.setting.Awards {
		switch {
		case a.For == data.ForShunning && g.avoided():
			all = append(all, adjudicator.Say("amphipolis.goal.shunned"))
		case a.For == data.ForGarrisons:
			all = append(all, adjudicator.Say("amphipolis.goal.both-towns", "Points", a.Points))
		}
	}
	return all
}
