package hellespont

import (
	"keryx/adjudicator"
)

// nearEnd reports whether the fleets that count after the last month are worth a word:
// in that month and the two before it.
func (g *game) nearEnd() bool { return g.TurnNo >= g.Playing.Last-g.Playing.First-2 }

// goals say what wins the game (9), and how far each side is from it; of the fleets,
// which count after the last month, in the first report and towards the end.
func (g *game) goals() []adjudicator.Phrase {
	last := adjudicator.Term{Kind: g.TurnKind, ID: g.Turns[g.Playing.Last].ID}
	points, _ := g.victoryPoints()
	all := []adjudicator.Phrase{adjudicator.Say("hellespont.goal.points", "Month", last,
		"First", g.SideTerm(athens), "FirstHas", points[athens], "Second", g.SideTerm(sparta), "SecondHas", points[sparta], "Margin", drawMargin)}
	for side := range g.Of {
		s := adjudicator.Side(side)
		needed := g.portsToWin(s)
		if missing := needed.Minus(g.Held[s]); missing.Len() == 0 {
			all = append(all, adjudicator.Say("hellespont.goal.ports-held", "Side", g.SideTerm(s), "All", needed.Len()))
		} else {
			all = append(all, adjudicator.Say("hellespont.goal.ports", "Side", g.SideTerm(s), "All", needed.Len(),
				"Missing", g.ZoneTerms(missing), "Count", missing.Len()))
		}
	}
	if g.TurnNo > 0 && !g.nearEnd() {
		return all
	}
	var fleet [2]int
	for s := range fleet {
		abroad, home := g.TotalNaval(adjudicator.Side(s))
		fleet[s] = abroad + home
	}
	goal := func(s adjudicator.Side, own, enemy int) adjudicator.Phrase {
		return adjudicator.Say("hellespont.goal.fleet", "Side", g.SideTerm(s), "Month", last, "Own", own, "Enemy", enemy,
			"OwnNow", fleet[s], "EnemyNow", fleet[s.Other()])
	}
	return append(all, goal(athens, athensFleetKept, enemyFleetLost), goal(sparta, fleetKept, fleetLost))
}
