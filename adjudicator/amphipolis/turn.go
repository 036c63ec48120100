package amphipolis

import (
	"maps"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/sequence"
)

// Turn implements [adjudicator.Game]: it plays one turn of three months (rule 2).
func (g *game) Turn(t *adjudicator.Table) (over bool) { return g.sequence().Play(t) }

// sequence is the sequence of play (2). Both sides go through D.1 and D.2 before one goes on.
func (g *game) sequence() sequence.Turn {
	w := g.war()
	return sequence.Turn{State: &g.Field, Keep: g.kept, Resume: g.resumes(), Rounds: []sequence.Round{
		sequence.Both("A", func(t *adjudicator.Table) { w.DrawPhase(t, 2) }),
		sequence.Both("B.1", g.rollActionPoints),
		sequence.Both("B.2", g.reinforcements),
		sequence.Both("B.3", func(t *adjudicator.Table) {
			t.Phase("B.3", adjudicator.Observer)
			g.actions().Play(t, g.Initiative)
		}),
		sequence.Both("C", g.works),
		sequence.Each(sequence.Step{Name: "D.1", Play: w.KeepOne}, sequence.Step{Name: "D.2", Play: g.redeploy}),
		sequence.Each(sequence.Step{Name: "D.3", Play: w.RecoverUnits}, sequence.Step{Name: "D.4", Play: g.sendHome},
			sequence.Step{Name: "D.5", Play: g.sieges}, sequence.Step{Name: "D.6", Play: w.Attrition}),
		sequence.Both("D.7", g.finish),
	}}
}

// actions are the action phases (B.3).
func (g *game) actions() sequence.Actions {
	return sequence.Actions{Battles: g.war(), Activate: g.activations, Begin: func(active adjudicator.Side) {
		g.beginPhase(active)
		g.steps.Operations[mainMap] = 1
	}}
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

// finish is D.7: removals of the scenario, and victory (9, 10.4).
func (g *game) finish(t *adjudicator.Table) {
	t.Phase("D.7", adjudicator.Observer)
	g.removals(t)
	g.victory(t)
}

// tell records a public event of this game's own.
func (g *game) tell(t *adjudicator.Table, rule string, depth int, key string, args ...any) {
	if t.Heard() {
		t.Tell(adjudicator.Event{Rule: rule, Depth: depth, Public: g.Say("amphipolis.event."+key, args...)})
	}
}

// The junctures of this game's own, by the kinds of their questions.
const (
	atArrive    = "arrive"
	atWorks     = "works"
	atRedeploy  = "redeploy"
	atHome      = "home"
	atDesert    = "desertion-stratagem"
	atSiege     = "siege"
	atSiegeRuse = "siege-stratagem"
)

// junctures are those of them that a turn can be entered at.
var junctures = []string{atWorks, atRedeploy, atHome, atDesert, atSiege, atArrive, atSiegeRuse}

// resumes are where a turn goes on that is entered at a juncture.
func (g *game) resumes() map[string]sequence.Resume {
	all := g.actions().Resumes("D.6")
	type table = adjudicator.Table
	maps.Copy(all, map[string]sequence.Resume{
		field.AtReinforcing: {Step: "B.2", Rest: func(t *table, j field.Juncture) {
			t.Phase("B.2", adjudicator.Observer)
			g.war().MomentsOn(t, field.Reinforcing, j)
			g.arrivals(t)
		}},
		atArrive: {Step: "B.2", Rest: func(t *table, j field.Juncture) {
			t.Phase("B.2", adjudicator.Observer)
			g.arrivalsOf(t, j.Side, j.First, g.steps.Group)
		}},
		field.AtDepart: {Step: "B.2", Rest: func(t *table, j field.Juncture) {
			t.Phase("B.2", j.Side)
			g.departuresOn(t, j.Side, j.Zone, j.Last)
		}},
		atWorks:    {Step: "C"},
		atRedeploy: {Step: "D.2", Rest: func(t *table, j field.Juncture) { g.operations(t, j.Side, toCity) }},
		atHome:     {Step: "D.4", Rest: func(t *table, j field.Juncture) { g.operations(t, j.Side, toBase) }},
		atDesert:   {Step: "D.5"},
		atSiege:    {Step: "D.5", Rest: func(t *table, j field.Juncture) { g.siegesOf(t, j.Side, j.Open) }},
		atSiegeRuse: {Step: "D.5", Rest: func(t *table, j field.Juncture) {
			g.besiege(t, &siege{besieger: j.Side, garrison: g.garrisonHere(j.Zone), how: g.steps.besieging, open: j.Open})
			g.siegesOf(t, j.Side, j.Open)
		}},
	})
	return all
}
