package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Turn plays one month (rule 2).
func (g *game) Turn(t *adjudicator.Table) (over bool) {
	if g.turn == 0 {
		g.chooseStart(t) // 10.1
	}
	g.drawStratagems(t)      // A
	g.rollActionPoints(t)    // B.1
	g.bringReinforcements(t) // B.2
	g.actions(t)             // B.3
	g.sieges(t)              // C
	return g.endMonth(t, g.adjust)
}

// actions plays the action phases of B.3 until nobody has points left.
func (g *game) actions(t *adjudicator.Table) {
	t.Phase("B.3", adjudicator.Observer)
	g.wounded = 0 // they have recovered
	g.actionsFrom(t, g.initiative)
}

// actionsFrom plays them from the one of a side on.
func (g *game) actionsFrom(t *adjudicator.Table, first adjudicator.Side) {
	for active := first; g.points[athens]+g.points[sparta] > 0; active = active.Other() {
		if g.points[active] > 0 {
			g.actionPhase(t, active)
		}
	}
	g.overdue(t) // 4.1
	g.active = adjudicator.Observer
}

// actionPhase is one action phase of the active player (B.3).
func (g *game) actionPhase(t *adjudicator.Table, active adjudicator.Side) {
	t.Phase("B.3", active)
	g.beginPhase(active)
	g.announce(t, active) // B.3.1
	g.act(t, active)
}

// act is what follows once the points are announced.
func (g *game) act(t *adjudicator.Table, active adjudicator.Side) {
	g.react(t, beforeMoves)                // B.3: stratagems of the passive player
	g.activations(t, active, board.NoZone) // B.3.2
	g.finishAction(t, active)
}

// finishAction is what follows the movements.
func (g *game) finishAction(t *adjudicator.Table, active adjudicator.Side) {
	g.react(t, afterMoves)
	g.combats(t, active)              // B.3.3, 4
	g.points[active] -= g.phase.spend // announced and not used
	g.phase.spend = 0
}

// beginPhase forgets what was remembered of the action phase before.
func (g *game) beginPhase(active adjudicator.Side) {
	g.active = active
	g.phase = phaseState{calledAt: board.NoZone, origin: noOrigins}
	for u := range g.phase.entry {
		g.phase.entry[u].from = board.NoZone
	}
}
