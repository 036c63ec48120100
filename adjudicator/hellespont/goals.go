package hellespont

import "keryx/adjudicator"

// nearEnd reports whether the fleets that count after the last month are worth a word:
// in that month and the two before it.
func (g *game) nearEnd() bool { return g.turn >= g.scenario.Last-g.scenario.First-2 }

// goals say what wins the game (9), and how far each side is from it; of the fleets,
// which count after the last month, in the first report and towards the end.
func (g *game) goals() []adjudicator.Phrase {
	last := adjudicator.Term{Kind: g.TurnKind, ID: g.Turns[g.scenario.Last].ID}
	points, _ := g.victoryPoints()
	all := []adjudicator.Phrase{adjudicator.Say("hellespont.goal.points", "Month", last,
		"First", g.sideTerm(athens), "FirstHas", points[athens], "Second", g.sideTerm(sparta), "SecondHas", points[sparta], "Margin", drawMargin)}
	for side := range g.of {
		s := adjudicator.Side(side)
		needed := g.portsToWin(s)
		if missing := needed.Minus(g.held[s]); missing.Len() > 0 {
			all = append(all, adjudicator.Say("hellespont.goal.ports", "Side", g.sideTerm(s), "All", needed.Len(),
				"Missing", g.zoneTerms(missing), "Count", missing.Len()))
		}
	}
	if g.turn > 0 && !g.nearEnd() {
		return all
	}
	var fleet [2]int
	for s := range fleet {
		abroad, home := g.totalNaval(adjudicator.Side(s))
		fleet[s] = abroad + home
	}
	goal := func(s adjudicator.Side, own, enemy int) adjudicator.Phrase {
		return adjudicator.Say("hellespont.goal.fleet", "Side", g.sideTerm(s), "Month", last, "Own", own, "Enemy", enemy,
			"OwnNow", fleet[s], "EnemyNow", fleet[s.Other()])
	}
	return append(all, goal(athens, athensFleetKept, enemyFleetLost), goal(sparta, fleetKept, fleetLost))
}
