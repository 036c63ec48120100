package amphipolis

import (
	"keryx/adjudicator"
)

func (g *game) redeploy(*adjudicator.Table, adjudicator.Side) {}

func (g *game) sendHome(*adjudicator.Table, adjudicator.Side) {}

func (g *game) removals(*adjudicator.Table) {}

func (g *game) victory(*adjudicator.Table) {
	if g.LastTurn() {
		g.Outcome = &adjudicator.Result{Winner: adjudicator.Observer, Level: "draw"}
	}
}

func (g *game) victoryPoints() (points [2]int, why []adjudicator.Phrase) { return points, nil }
