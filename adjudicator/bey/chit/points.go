package chit

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// TellTaken tells a side which counter has come from the cup into its hand, and the other
// that one has.
func (g Chits) TellTaken(t *adjudicator.Table, side adjudicator.Side, c field.ChitNo, key string) {
	if !t.Heard() {
		return
	}
	e := adjudicator.Event{Rule: "A", Public: adjudicator.Say("bey.event."+key, "Side", g.SideTerm(side))}
	e.Private[side] = adjudicator.Say("bey.event."+key+"-yours", "Faces", adjudicator.Either(g.FaceTerms(c)))
	t.Tell(e)
}

// FaceTerms names the two faces of a counter.
func (g Chits) FaceTerms(c field.ChitNo) adjudicator.Terms {
	faces := g.Counters[c].Faces
	return adjudicator.Terms{g.StratagemTerm(faces[0].Stratagem), g.StratagemTerm(faces[1].Stratagem)}
}

// DrawChits draws counters from the cup, as many as there are.
func (g Chits) DrawChits(t *adjudicator.Table, side adjudicator.Side, n int) {
	for ; n > 0 && g.Pool.Cup != 0; n-- {
		g.TellTaken(t, side, g.Pool.Draw(side, t.Draw), "drew")
	}
}

// DrawPhase is phase A: each side draws so many counters in secret.
func (g Chits) DrawPhase(t *adjudicator.Table, n int) {
	t.Phase("A", adjudicator.Observer)
	for side := range g.Pool.Hand {
		g.DrawChits(t, adjudicator.Side(side), n)
	}
}

// RollActionPoints is B.1: both sides throw dice for initiative and points.
func (g Chits) RollActionPoints(t *adjudicator.Table) {
	t.Phase("B.1", adjudicator.Observer)
	g.Active, g.Phase.Fortune = adjudicator.Observer, false
	var totals [2]int
	for side := range totals {
		for _, face := range t.Roll(g.Now().Dice) {
			totals[side] += face
		}
		g.Points[side] = g.Now().Points(totals[side])
		g.Tell(t, "B.1", 1, "dice", "Side", adjudicator.Side(side), "Total", totals[side], "Points", g.Points[side])
	}
	given, whatever := g.GivenInitiative()
	switch {
	case whatever:
		g.Initiative = given
	case totals[field.First] > totals[field.Second]:
		g.Initiative = field.First
	case totals[field.First] < totals[field.Second]:
		g.Initiative = field.Second
	default:
		g.Initiative = g.Advantage
	}
	if t.Heard() {
		key := "initiative"
		switch {
		case whatever:
			key = "initiative-given"
		case totals[field.First] == totals[field.Second]:
			key = "initiative-tie"
		}
		g.Tell(t, "B.1", 0, key, "Side", g.Initiative)
	}
	g.Moments(t, field.AfterDice)
}

// occasionOfBoth is what the question is called that both sides are asked at a moment, and
// its rule.
type occasionOfBoth struct{ kind, rule string }

var momentsOfBoth = map[field.Moment]occasionOfBoth{field.AfterDice: {field.AtFortune, "B.1"}, field.Reinforcing: {field.AtReinforcing, "B.2"}, field.Closing: {field.AtClosing, "8"}}

// Moments asks both sides whether they play something, the holder of the Advantage
// first, until neither does.
func (g Chits) Moments(t *adjudicator.Table, m field.Moment) {
	g.MomentsOn(t, m, field.Juncture{Side: g.Advantage, First: g.Advantage})
}

// MomentsOn asks them from a side on.
func (g Chits) MomentsOn(t *adjudicator.Table, m field.Moment, j field.Juncture) {
	o := momentsOfBoth[m]
	j.At = o.kind
	for {
		for g.Armed(j.Side) || g.Advantage == j.Side && (m == field.AfterDice || g.advantageHelps(j.Side)) {
			p, ok := g.AskPlay(t, j, m, o.rule)
			if !ok {
				break
			}
			g.PlayNow(t, p)
			j.Again = true
		}
		switch {
		case j.Side == j.First:
			j.Side = j.First.Other()
		case !j.Again:
			return
		default:
			j.Side, j.Again = j.First, false
		}
	}
}
