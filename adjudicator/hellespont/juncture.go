package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// juncture is a point of the sequence of play at which a side is asked, and at which a
// turn can be entered: what is on the way there besides the state of the game.
type juncture struct {
	at    string // kind of the question; empty for none
	side  adjudicator.Side
	both  bool             // "start": the other side is asked as well
	zone  board.Zone       // "act" and "depart": the one activated last, or NoZone
	last  bool             // "depart": the other side has sailed before
	open  board.Set        // "siege": the ports that may still be besieged
	when  moment           // "react": before the movements of the enemy or after them
	first adjudicator.Side // of the moments that both sides are asked in: who is asked first
	again bool             // and that somebody has played something since he was
	heal  healing          // "recovery"
	tests attritionTests   // "reroll-attrition"
}

// The junctures that the games of the series share, by the kinds of their questions.
const (
	atFortune     = "fortune"
	atReinforcing = "reinforcing"
	atDepart      = "depart"
	atSpend       = "spend"
	atReact       = "react"
	atAct         = "act"
	atKeep        = "keep"
	atRecovery    = "recovery"
	atRecoverRuse = "recovery-stratagem"
	atRetest      = "reroll-attrition"
	atClosing     = "closing"
)

// Those of Hellespont.
const (
	atStart      = "start"
	atSiege      = "siege"
	atRedeploy   = "redeploy"
	atSupplyRuse = "supply-stratagem"
	atDecayRuse  = "attrition-stratagem"
)

// askAt asks at a juncture.
func (g *game) askAt(t *adjudicator.Table, j juncture, q adjudicator.Question) adjudicator.Answer {
	g.juncture = j
	a := t.Ask(j.side, q)
	g.juncture = juncture{}
	return a
}

// goOn plays the month from a juncture to its end.
func (g *game) goOn(t *adjudicator.Table, j juncture) (over bool) {
	switch j.at {
	case atStart:
		g.active = adjudicator.Observer
		return g.Turn(t)
	case atFortune, atReinforcing, atDepart:
		g.goOnBefore(t, j)
		g.actions(t)
		g.sieges(t)
		return g.endMonth(t, g.adjust)
	case atSpend, atReact, atAct:
		g.goOnActing(t, j)
		g.sieges(t)
		return g.endMonth(t, g.adjust)
	case atSiege:
		t.Phase("C", j.side)
		g.siegesOf(t, j.side, j.open)
		if j.side == g.initiative {
			g.siegesBy(t, j.side.Other())
		}
		return g.endMonth(t, g.adjust)
	}
	return g.endMonth(t, func(t *adjudicator.Table) { g.goOnAdjusting(t, j) })
}

// goOnBefore goes on from a juncture of B.1 or B.2 to the end of B.2.
func (g *game) goOnBefore(t *adjudicator.Table, j juncture) {
	switch j.at {
	case atFortune:
		g.active = adjudicator.Observer
		t.Phase("B.1", adjudicator.Observer)
		g.momentsOn(t, afterDice, j)
		g.bringReinforcements(t)
	case atReinforcing:
		g.active = adjudicator.Observer
		t.Phase("B.2", adjudicator.Observer)
		g.momentsOn(t, reinforcing, j)
		g.reinforce(t)
	default:
		t.Phase("B.2", j.side)
		g.departures(t, j.side, j.zone, j.last)
		g.berth = g.phase.origin
	}
}

// goOnActing goes on from a juncture of B.3 to its end.
func (g *game) goOnActing(t *adjudicator.Table, j juncture) {
	active := j.side
	if j.at == atReact {
		active = j.side.Other()
	}
	g.active = active
	t.Phase("B.3", active)
	switch {
	case j.at == atSpend:
		g.announce(t, active)
		g.act(t, active)
	case j.at == atReact && j.when == beforeMoves:
		g.act(t, active)
	case j.at == atReact:
		g.finishAction(t, active)
	default:
		g.activations(t, active, j.zone)
		g.finishAction(t, active)
	}
	g.actionsFrom(t, active.Other())
}

// goOnAdjusting goes on from a juncture of D to the end of the adjustments.
func (g *game) goOnAdjusting(t *adjudicator.Table, j juncture) {
	s := j.side
	switch j.at {
	case atKeep, atRedeploy:
		g.active = s
		if j.at == atKeep {
			t.Phase("D.1", s)
			g.keepOne(t, s)
			t.Phase("D.2", s)
			g.redeploy(t, s)
		} else {
			t.Phase("D.2", s)
			g.redeployOn(t, g.goneHome(s))
		}
		if s == g.initiative {
			g.tidy(t, s.Other())
		}
		g.adjustOn(t)
		return
	case atClosing:
		t.Phase("D.5", g.initiative.Other())
		g.momentsOn(t, closing, j)
		return
	case atRecovery, atRecoverRuse:
		g.active = s
		t.Phase("D.3", s)
		switch {
		case j.at == atRecoverRuse:
			g.recoverByRuse(t, s)
		case j.heal.rule == "D.3":
			g.heal(t, s, j.heal)
			g.recoverByRuse(t, s)
		default:
			g.heal(t, s, j.heal)
		}
		g.supplyAndAttrition(t, s)
	case atSupplyRuse:
		g.active = s
		t.Phase("D.4", s)
		g.replenish(t, s)
		g.decay(t, s)
	case atDecayRuse:
		g.active = s
		t.Phase("D.5", s)
		g.trickery(t, s)
		g.attrition(t, s)
	case atRetest:
		s = j.tests.side // whose units are tested; the holder of the Advantage is asked
		g.active = s
		t.Phase("D.5", s)
		g.suffer(t, j.tests)
	}
	if s == g.initiative {
		g.adjustBy(t, s.Other())
	}
	g.adjusted(t)
}

// endMonth plays the adjustments, or what is left of them, and what follows (D, 9).
func (g *game) endMonth(t *adjudicator.Table, adjust func(*adjudicator.Table)) (over bool) {
	g.active = adjudicator.Observer
	adjust(t)
	g.victory(t) // D, 9
	g.turn++     // D: the turn marker moves on
	return g.result != nil
}
