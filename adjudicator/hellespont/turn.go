package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Turn plays one month (rule 2).
func (g *game) Turn(t *adjudicator.Table) (over bool) {
	if j, ok := g.Entered(); ok {
		return g.goOn(t, j)
	}
	if g.TurnNo == 0 {
		g.chooseStart(t) // 10.1
	}
	g.drawStratagems(t)            // A
	g.war().RollActionPoints(t)    // B.1
	g.war().BringReinforcements(t) // B.2
	g.actions(t)                   // B.3
	g.sieges(t)                    // C
	return g.endMonth(t, g.adjust)
}

// actions plays the action phases of B.3 until nobody has points left.
func (g *game) actions(t *adjudicator.Table) {
	t.Phase("B.3", adjudicator.Observer)
	g.Wounded = 0 // they have recovered
	g.actionsFrom(t, g.Initiative)
}

// actionsFrom plays them from the one of a side on.
func (g *game) actionsFrom(t *adjudicator.Table, first adjudicator.Side) {
	for active := first; g.Points[athens]+g.Points[sparta] > 0; active = active.Other() {
		if g.Points[active] > 0 {
			g.actionPhase(t, active)
		}
	}
	g.war().Overdue(t) // 4.1
	g.Active = adjudicator.Observer
}

// actionPhase is one action phase of the active player (B.3).
func (g *game) actionPhase(t *adjudicator.Table, active adjudicator.Side) {
	t.Phase("B.3", active)
	g.BeginPhase(active)
	g.war().Announce(t, active) // B.3.1
	g.act(t, active)
}

// act is what follows once the points are announced.
func (g *game) act(t *adjudicator.Table, active adjudicator.Side) {
	g.war().React(t, field.BeforeMoves)          // B.3: stratagems of the passive player
	g.war().Activations(t, active, board.NoZone) // B.3.2
	g.finishAction(t, active)
}

// finishAction is what follows the movements.
func (g *game) finishAction(t *adjudicator.Table, active adjudicator.Side) {
	g.war().React(t, field.AfterMoves)
	g.war().Combats(t, active)        // B.3.3, 4
	g.Points[active] -= g.Phase.Spend // announced and not used
	g.Phase.Spend = 0
}
