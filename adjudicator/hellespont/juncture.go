package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// juncture is a point of the sequence of play at which a side is asked, and at which a
// turn can be entered: what is on the way there besides the state of the game.
type juncture struct {
	at   string // kind of the question; empty for none
	side adjudicator.Side
	act  *actForm      // of "act" and "depart"
	last bool          // "depart": the other side has sailed before
	open board.Set     // "siege": the ports that may still be besieged
	home *redeployForm // "redeploy"
}

// The junctures, by the kinds of their questions.
const (
	atDepart   = "depart"
	atSpend    = "spend"
	atAct      = "act"
	atSiege    = "siege"
	atKeep     = "keep"
	atRedeploy = "redeploy"
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
	switch s := j.side; j.at {
	case atDepart:
		t.Phase("B.2", s)
		g.departures(t, s, j.act.current, j.last)
		g.berth = g.phase.origin
		g.actions(t)
	case atSpend:
		t.Phase("B.3", s)
		g.announce(t, s)
		g.act(t, s)
		g.actionsFrom(t, s.Other())
	case atAct:
		t.Phase("B.3", s)
		g.activations(t, s, j.act.current)
		g.finishAction(t, s)
		g.actionsFrom(t, s.Other())
	case atSiege:
		t.Phase("C", s)
		g.siegesOf(t, s, j.open)
		if s == g.initiative {
			g.siegesBy(t, s.Other())
		}
	case atKeep, atRedeploy:
		if j.at == atKeep {
			t.Phase("D.1", s)
			g.keepOne(t, s)
			t.Phase("D.2", s)
			g.redeploy(t, s)
		} else {
			t.Phase("D.2", s)
			g.redeployOn(t, j.home)
		}
		if s == g.initiative {
			g.tidy(t, s.Other())
		}
		return g.endMonth(t, g.adjustOn)
	}
	if j.at != atSiege {
		g.sieges(t)
	}
	return g.endMonth(t, g.adjust)
}

// endMonth plays the adjustments, or what is left of them, and what follows (D, 9).
func (g *game) endMonth(t *adjudicator.Table, adjust func(*adjudicator.Table)) (over bool) {
	g.active = adjudicator.Observer
	adjust(t)
	g.victory(t) // D, 9
	g.turn++     // D: the turn marker moves on
	return g.result != nil
}
