package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// The junctures of Amphipolis, by the kinds of their questions, beside those of the
// family.
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

// goOn plays the turn from a juncture to its end.
func (g *game) goOn(t *adjudicator.Table, j field.Juncture) (over bool) {
	switch j.At {
	case field.AtFortune, field.AtReinforcing, atArrive, field.AtDepart:
		g.goOnBefore(t, j)
		g.actions(t)
		g.works(t)
		g.adjust(t)
	case field.AtSpend, field.AtReact, field.AtAct:
		g.goOnActing(t, j)
		g.works(t)
		g.adjust(t)
	case atWorks:
		g.works(t)
		g.adjust(t)
	default:
		g.goOnAdjusting(t, j)
	}
	return g.endTurn()
}

// goOnBefore goes on from a juncture of B.1 or B.2 to the end of B.2.
func (g *game) goOnBefore(t *adjudicator.Table, j field.Juncture) {
	g.Active = adjudicator.Observer
	switch j.At {
	case field.AtFortune:
		t.Phase("B.1", adjudicator.Observer)
		g.war().MomentsOn(t, field.AfterDice, j)
		g.reinforcements(t)
	case field.AtReinforcing:
		t.Phase("B.2", adjudicator.Observer)
		g.war().MomentsOn(t, field.Reinforcing, j)
		g.arrivals(t)
	case atArrive:
		t.Phase("B.2", adjudicator.Observer)
		g.arrivalsOf(t, j.Side, j.First, g.steps.group)
	default:
		t.Phase("B.2", j.Side)
		g.departuresOn(t, j.Side, j.Zone, j.Last)
	}
}

// goOnActing goes on from a juncture of B.3 to its end.
func (g *game) goOnActing(t *adjudicator.Table, j field.Juncture) {
	active := j.Side
	if j.At == field.AtReact {
		active = j.Side.Other()
	}
	g.Active = active
	t.Phase("B.3", active)
	switch {
	case j.At == field.AtSpend:
		g.war().Announce(t, active)
		g.act(t, active)
	case j.At == field.AtReact && j.When == field.BeforeMoves:
		g.act(t, active)
	case j.At == field.AtReact:
		g.finishAction(t, active)
	default:
		g.activations(t, active, j.Zone)
		g.finishAction(t, active)
	}
	g.actionsFrom(t, active.Other())
}

// goOnAdjusting goes on from a juncture of D to the end of the adjustments.
func (g *game) goOnAdjusting(t *adjudicator.Table, j field.Juncture) {
	s := j.Side
	if j.At == field.AtRetest {
		s = j.Tests.Side // whose units are tested; the holder of the Advantage is asked
	}
	g.Active = s
	switch j.At {
	case field.AtKeep:
		g.tidy(t, s)
		g.tidied(t, s)
		return
	case atRedeploy:
		t.Phase("D.2", s)
		g.operations(t, s, toCity)
		g.tidied(t, s)
		return
	case field.AtRecovery, field.AtRecoverRuse:
		t.Phase("D.3", s)
		g.goOnHealing(t, j)
		g.adjustBy(t, s, "D.4")
	case atHome:
		t.Phase("D.4", s)
		g.operations(t, s, toBase)
		g.adjustBy(t, s, "D.5")
	case atDesert:
		g.adjustBy(t, s, "D.5")
	case atSiege:
		t.Phase("D.5", s)
		g.siegesOf(t, s, j.Open)
		g.adjustBy(t, s, "D.6")
	case atSiegeRuse:
		t.Phase("D.5", s)
		g.besiege(t, &siege{besieger: s, garrison: g.garrisonHere(j.Zone), how: g.steps.besieging, open: j.Open})
		g.siegesOf(t, s, j.Open)
		g.adjustBy(t, s, "D.6")
	case field.AtRetest:
		t.Phase("D.6", s)
		g.war().Suffer(t, j.Tests)
	}
	if s == g.Initiative {
		g.adjustBy(t, s.Other(), "D.3")
	}
	g.finish(t)
}

// tidied is what follows D.1 and D.2 of a side.
func (g *game) tidied(t *adjudicator.Table, s adjudicator.Side) {
	if s == g.Initiative {
		g.tidy(t, s.Other())
	}
	g.adjustOn(t)
}

// goOnHealing goes on from a juncture of D.3 to its end.
func (g *game) goOnHealing(t *adjudicator.Table, j field.Juncture) {
	switch {
	case j.At == field.AtRecoverRuse:
		g.war().RecoverByRuse(t, j.Side)
	case j.Heal.Rule == "D.3":
		g.war().Heal(t, j.Side, j.Heal)
		g.war().RecoverByRuse(t, j.Side)
	default:
		g.war().Heal(t, j.Side, j.Heal)
	}
}
