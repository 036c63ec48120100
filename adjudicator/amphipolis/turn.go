package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Turn implements [adjudicator.Game]: it plays one turn of three months (rule 2).
func (g *game) Turn(t *adjudicator.Table) (over bool) {
	if j, ok := g.Entered(); ok {
		return g.goOn(t, j)
	}
	g.drawStratagems(t)   // A
	g.rollActionPoints(t) // B.1
	g.reinforcements(t)   // B.2
	g.actions(t)          // B.3
	g.works(t)            // C
	g.adjust(t)           // D
	return g.endTurn()
}

// endTurn moves the turn marker on.
func (g *game) endTurn() (over bool) {
	g.TurnNo++
	return g.Outcome != nil
}

// tell records a public event of this game's own.
func (g *game) tell(t *adjudicator.Table, rule string, depth int, key string, args ...any) {
	if t.Heard() {
		t.Tell(adjudicator.Event{Rule: rule, Depth: depth, Public: adjudicator.Say("amphipolis.event."+key, args...)})
	}
}

// drawStratagems is phase A: each side draws two counters in secret.
func (g *game) drawStratagems(t *adjudicator.Table) {
	t.Phase("A", adjudicator.Observer)
	for side := range g.Pool.Hand {
		g.war().DrawChits(t, adjudicator.Side(side), 2)
	}
}

// rollActionPoints is B.1.
func (g *game) rollActionPoints(t *adjudicator.Table) {
	g.beginPhase(adjudicator.Observer)
	if g.truce() && !g.setting.WithoutMainMap {
		t.Phase("B.1", adjudicator.Observer)
		g.tell(t, "10.4", 0, "armistice")
	}
	g.war().RollActionPoints(t)
}

// actions plays the action phases of B.3 until nobody has points left.
func (g *game) actions(t *adjudicator.Table) {
	t.Phase("B.3", adjudicator.Observer)
	g.actionsFrom(t, g.Initiative)
}

// actionsFrom plays them from the one of a side on.
func (g *game) actionsFrom(t *adjudicator.Table, first adjudicator.Side) {
	for active := first; g.Points[athens]+g.Points[sparta] > 0; active = active.Other() {
		if g.Points[active] > 0 {
			g.actionPhase(t, active)
		}
	}
	g.Active = adjudicator.Observer
}

// actionPhase is one action phase of the active player (B.3).
func (g *game) actionPhase(t *adjudicator.Table, active adjudicator.Side) {
	t.Phase("B.3", active)
	g.beginPhase(active)
	g.steps.operations[mainMap] = 1
	g.war().Announce(t, active) // B.3.1
	g.act(t, active)
}

// act is what follows once the points are announced.
func (g *game) act(t *adjudicator.Table, active adjudicator.Side) {
	g.war().React(t, field.BeforeMoves)    // B.3: stratagems of the passive player
	g.activations(t, active, board.NoZone) // B.3.2
	g.finishAction(t, active)
}

// finishAction is what follows the movements.
func (g *game) finishAction(t *adjudicator.Table, active adjudicator.Side) {
	g.war().React(t, field.AfterMoves)
	g.war().Combats(t, active)        // B.3.3, 4
	g.Points[active] -= g.Phase.Spend // announced and not used
	g.Phase.Spend = 0
}

// adjust is phase D: the side with the initiative first, D.1 and D.2 for both sides, then
// D.3 to D.6 for both, then D.7.
func (g *game) adjust(t *adjudicator.Table) {
	g.tidy(t, g.Initiative)
	g.tidy(t, g.Initiative.Other())
	g.adjustOn(t)
}

// adjustOn is what follows D.2 of both sides.
func (g *game) adjustOn(t *adjudicator.Table) {
	g.adjustBy(t, g.Initiative, "D.3")
	g.adjustBy(t, g.Initiative.Other(), "D.3")
	g.finish(t)
}

// adjustments are the steps of phase D that each side goes through.
var adjustments = map[string]func(g *game, t *adjudicator.Table, s adjudicator.Side){
	"D.1": func(g *game, t *adjudicator.Table, s adjudicator.Side) { g.war().KeepOne(t, s) },
	"D.2": (*game).redeploy,
	"D.3": func(g *game, t *adjudicator.Table, s adjudicator.Side) { g.war().RecoverUnits(t, s) },
	"D.4": (*game).sendHome,
	"D.5": (*game).sieges,
	"D.6": func(g *game, t *adjudicator.Table, s adjudicator.Side) { g.war().Attrition(t, s) },
}

// step plays one step of phase D of a side.
func (g *game) step(t *adjudicator.Table, s adjudicator.Side, name string) {
	g.Active = s
	t.Phase(name, s)
	adjustments[name](g, t, s)
}

// tidy is D.1 and D.2 of a side.
func (g *game) tidy(t *adjudicator.Table, s adjudicator.Side) {
	g.step(t, s, "D.1")
	g.step(t, s, "D.2")
}

// adjustBy is D.3 to D.6 of a side, from one of them on.
func (g *game) adjustBy(t *adjudicator.Table, s adjudicator.Side, from string) {
	for _, name := range []string{"D.3", "D.4", "D.5", "D.6"} {
		if name >= from {
			g.step(t, s, name)
		}
	}
}

// finish is D.7: removals of the scenario, and victory (9, 10.4).
func (g *game) finish(t *adjudicator.Table) {
	g.Active = adjudicator.Observer
	t.Phase("D.7", adjudicator.Observer)
	g.removals(t)
	g.victory(t)
}
