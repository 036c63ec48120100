package hellespont

import (
	"maps"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/sequence"
	"keryx/adjudicator/board"
)

// Turn plays one month (rule 2).
func (g *game) Turn(t *adjudicator.Table) (over bool) { return g.sequence().Play(t) }

// sequence is the sequence of play (2). Both sides go through D.1 and D.2 before one goes on.
func (g *game) sequence() sequence.Turn {
	w := g.war()
	return sequence.Turn{State: &g.Field, Keep: g.kept, Resume: g.resumes(), Rounds: []sequence.Round{
		sequence.Both("start", g.chooseStart), // 10.1
		sequence.Both("A", g.drawStratagems),
		sequence.Both("B.1", w.RollActionPoints),
		sequence.Both("B.2", g.reinforcements),
		sequence.Both("B.3", func(t *adjudicator.Table) {
			t.Phase("B.3", adjudicator.Observer)
			g.TellWell(t, "7 S15", g.Wounded)
			g.Wounded = 0
			g.actions().Play(t, g.Initiative)
		}),
		sequence.Both("4.1", g.overdue),
		sequence.Each(sequence.Step{Name: "C", Play: g.sieges}),
		sequence.Each(sequence.Step{Name: "D.1", Play: w.KeepOne}, sequence.Step{Name: "D.2", Play: g.redeploy}),
		sequence.Each(sequence.Step{Name: "D.3", Play: w.RecoverUnits}, sequence.Step{Name: "D.4", Play: g.supplies},
			sequence.Step{Name: "D.5", Play: g.decay}),
		sequence.Both("D", g.finish),
	}}
}

// actions are the action phases (B.3).
func (g *game) actions() sequence.Actions {
	return sequence.Actions{Battles: g.war(), Activate: g.activations, Begin: g.BeginPhase}
}

// activations lets the active player activate zones and move what is in them, for
// as long as he has points announced and counters that have not moved (B.3.2).
func (g *game) activations(t *adjudicator.Table, active adjudicator.Side, activated board.Zone) {
	f := g.war().Acting(t, active, activated, true)
	for f.Do(f.Ask(f.Question(), false)) {
	}
}

// overdue sees to combats that are still due when the points of both sides are
// spent: over zones that both have been in since B.2, which nobody has paid for. The
// units that sailed there in B.2 go back to their base as in 4.1.
func (g *game) overdue(t *adjudicator.Table) {
	due := g.Contested()
	for _, s := range [2]adjudicator.Side{g.Initiative, g.Initiative.Other()} {
		g.war().GoBack(t, s, due, &g.Berth)
	}
}

// finish is what follows the adjustments of both sides (9).
func (g *game) finish(t *adjudicator.Table) {
	if g.LastTurn() {
		g.war().Moments(t, field.Closing)
	}
	g.victory(t)
}

// The junctures of this game's own, by the kinds of their questions.
const (
	atStart      = "start"
	atSiege      = "siege"
	atRedeploy   = "redeploy"
	atSupplyRuse = "supply-stratagem"
	atDecayRuse  = "attrition-stratagem"
)

// junctures are those of them that a turn can be entered at.
var junctures = []string{atStart, atSiege, atRedeploy, atSupplyRuse, atDecayRuse}

// resumes are where a turn goes on that is entered at a juncture.
func (g *game) resumes() map[string]sequence.Resume {
	all := g.actions().Resumes("D.5")
	type table = adjudicator.Table
	maps.Copy(all, map[string]sequence.Resume{
		atStart: {Step: "start"},
		field.AtReinforcing: {Step: "B.2", Rest: func(t *table, j field.Juncture) {
			t.Phase("B.2", adjudicator.Observer)
			g.war().MomentsOn(t, field.Reinforcing, j)
			g.reinforce(t)
		}},
		field.AtDepart: {Step: "B.2", Rest: func(t *table, j field.Juncture) {
			t.Phase("B.2", j.Side)
			g.departures(t, j.Side, j.Zone, j.Last)
			g.Berth = g.Phase.Origin
		}},
		atSiege:      {Step: "C", Rest: func(t *table, j field.Juncture) { g.siegesOf(t, j.Side, j.Open) }},
		atRedeploy:   {Step: "D.2", Rest: func(t *table, j field.Juncture) { g.redeployOn(t, g.goneHome(j.Side)) }},
		atSupplyRuse: {Step: "D.4", Rest: func(t *table, j field.Juncture) { g.replenish(t, j.Side) }},
		atDecayRuse:  {Step: "D.5"},
		field.AtClosing: {Step: "D", Rest: func(t *table, j field.Juncture) {
			t.Phase("D.5", g.Initiative.Other())
			g.war().MomentsOn(t, field.Closing, j)
			g.victory(t)
		}},
	})
	return all
}
