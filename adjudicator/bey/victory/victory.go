// Package victory is how a game of the family ends: victory points are counted with their
// reasons, compared, and the end is told. What counts is the ruleset's.
package victory

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// Total is the level of a victory before points count (9.1).
const Total = "total"

// Count adds up the victory points of one side.
type Count struct {
	Side adjudicator.Side
	// Points are those of all reasons, and those that have none.
	Points int

	owner string
	term  adjudicator.Term
	why   []adjudicator.Phrase
}

// Add adds points for a reason, if there are any: "why.port" of the ruleset's texts, with
// its arguments, and with Side and Points.
func (c *Count) Add(n int, reason string, args ...any) {
	if n > 0 {
		c.Points += n
		c.why = append(c.why, adjudicator.Say(c.owner+".why."+reason, append(args, "Side", c.term, "Points", n)...))
	}
}

// Points counts those of both sides, with the reasons in the words of the ruleset.
func Points(g *field.Field, owner string, of func(c *Count)) (points [2]int, why []adjudicator.Phrase) {
	for i := range points {
		side := adjudicator.Side(i)
		c := Count{Side: side, owner: owner, term: g.SideTerm(side)}
		of(&c)
		points[i], why = c.Points, append(why, c.why...)
	}
	return points, why
}

// ByPoints is the result of a game in which points decide: who has more has won, by the level
// that the two numbers come to, unless that is "draw".
func ByPoints(points [2]int, why []adjudicator.Phrase, level func(high, low int) string) *adjudicator.Result {
	r := &adjudicator.Result{Points: points, Why: why}
	if points[1] > points[0] {
		r.Winner = 1
	}
	if r.Level = level(points[r.Winner], points[r.Winner.Other()]); r.Level == "draw" {
		r.Winner = adjudicator.Observer
	}
	return r
}

// Tell tells how a game ended that is over, and why: in the words of the ruleset, with those
// of another owner for who has won. The points are called like the sides that have them.
func Tell(t *adjudicator.Table, g *field.Field, owner, winners string) {
	r := g.Outcome
	if r == nil || !t.Heard() {
		return
	}
	rule := "9.2"
	if r.Level == Total {
		rule = "9.1"
	}
	winner := adjudicator.Say(winners + ".result.nobody")
	if r.Winner != adjudicator.Observer {
		winner = adjudicator.Say(winners+".result.winner", "Side", g.SideTerm(r.Winner))
	}
	t.Tell(adjudicator.Event{Rule: rule, Public: adjudicator.Say(owner+".event.game-over", "Winner", winner,
		"Level", adjudicator.Say("kit.level."+r.Level), capital(g, 0), r.Points[0], capital(g, 1), r.Points[1])})
	for _, why := range r.Why {
		t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: why})
	}
}

// capital is the identifier of a side with a capital letter.
func capital(g *field.Field, s int) string {
	id := g.Board.Sides()[s]
	return strings.ToUpper(id[:1]) + id[1:]
}

// Value is what a position is worth to a side: its lead in victory points, or the result once
// the game is over.
func Value(g *field.Field, side adjudicator.Side, points [2]int) float64 {
	if g.Outcome != nil {
		return g.Outcome.Value(side)
	}
	return float64(points[side] - points[side.Other()])
}
