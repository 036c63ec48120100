package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// Those of Hellespont.
const (
	atStart      = "start"
	atSiege      = "siege"
	atRedeploy   = "redeploy"
	atSupplyRuse = "supply-stratagem"
	atDecayRuse  = "attrition-stratagem"
)

// junctures are those of them that a turn can be entered at.
var junctures = []string{atStart, atSiege, atRedeploy, atSupplyRuse, atDecayRuse}

// goOn plays the month from a juncture to its end.
func (g *game) goOn(t *adjudicator.Table, j field.Juncture) (over bool) {
	switch j.At {
	case atStart:
		g.Active = adjudicator.Observer
		return g.Turn(t)
	case field.AtFortune, field.AtReinforcing, field.AtDepart:
		g.goOnBefore(t, j)
		g.actions(t)
		g.sieges(t)
		return g.endMonth(t, g.adjust)
	case field.AtSpend, field.AtReact, field.AtAct:
		g.goOnActing(t, j)
		g.sieges(t)
		return g.endMonth(t, g.adjust)
	case atSiege:
		t.Phase("C", j.Side)
		g.siegesOf(t, j.Side, j.Open)
		if j.Side == g.Initiative {
			g.siegesBy(t, j.Side.Other())
		}
		return g.endMonth(t, g.adjust)
	}
	return g.endMonth(t, func(t *adjudicator.Table) { g.goOnAdjusting(t, j) })
}

// goOnBefore goes on from a juncture of B.1 or B.2 to the end of B.2.
func (g *game) goOnBefore(t *adjudicator.Table, j field.Juncture) {
	switch j.At {
	case field.AtFortune:
		g.Active = adjudicator.Observer
		t.Phase("B.1", adjudicator.Observer)
		g.war().MomentsOn(t, field.AfterDice, j)
		g.war().BringReinforcements(t)
	case field.AtReinforcing:
		g.Active = adjudicator.Observer
		t.Phase("B.2", adjudicator.Observer)
		g.war().MomentsOn(t, field.Reinforcing, j)
		g.war().Reinforce(t)
	default:
		t.Phase("B.2", j.Side)
		g.war().Departures(t, j.Side, j.Zone, j.Last)
		g.Berth = g.Phase.Origin
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
		g.war().Activations(t, active, j.Zone)
		g.finishAction(t, active)
	}
	g.actionsFrom(t, active.Other())
}

// goOnAdjusting goes on from a juncture of D to the end of the adjustments.
func (g *game) goOnAdjusting(t *adjudicator.Table, j field.Juncture) {
	s := j.Side
	switch j.At {
	case field.AtKeep, atRedeploy:
		g.Active = s
		if j.At == field.AtKeep {
			t.Phase("D.1", s)
			g.war().KeepOne(t, s)
			t.Phase("D.2", s)
			g.redeploy(t, s)
		} else {
			t.Phase("D.2", s)
			g.redeployOn(t, g.goneHome(s))
		}
		if s == g.Initiative {
			g.tidy(t, s.Other())
		}
		g.adjustOn(t)
		return
	case field.AtClosing:
		t.Phase("D.5", g.Initiative.Other())
		g.war().MomentsOn(t, field.Closing, j)
		return
	case field.AtRecovery, field.AtRecoverRuse:
		g.Active = s
		t.Phase("D.3", s)
		switch {
		case j.At == field.AtRecoverRuse:
			g.war().RecoverByRuse(t, s)
		case j.Heal.Rule == "D.3":
			g.war().Heal(t, s, j.Heal)
			g.war().RecoverByRuse(t, s)
		default:
			g.war().Heal(t, s, j.Heal)
		}
		g.supplyAndAttrition(t, s)
	case atSupplyRuse:
		g.Active = s
		t.Phase("D.4", s)
		g.replenish(t, s)
		g.decay(t, s)
	case atDecayRuse:
		g.Active = s
		t.Phase("D.5", s)
		g.trickery(t, s)
		g.war().Attrition(t, s)
	case field.AtRetest:
		s = j.Tests.Side // whose units are tested; the holder of the Advantage is asked
		g.Active = s
		t.Phase("D.5", s)
		g.war().Suffer(t, j.Tests)
	}
	if s == g.Initiative {
		g.adjustBy(t, s.Other())
	}
	g.adjusted(t)
}

// endMonth plays the adjustments, or what is left of them, and what follows (D, 9).
func (g *game) endMonth(t *adjudicator.Table, adjust func(*adjudicator.Table)) (over bool) {
	g.Active = adjudicator.Observer
	adjust(t)
	g.victory(t) // D, 9
	g.TurnNo++   // D: the turn marker moves on
	return g.Outcome != nil
}
