package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// What rule 9 counts.
const (
	citadelPoints    = 5
	championsPoints  = 5 // of a combat of Brasidas and Cleon
	eionPoints       = 3
	hoplitePoints    = 2
	totalVictoryFrom = 2 // the first turn at whose end all garrisons win (9.1)
	victoryMargin    = 5 // victory points between a draw and a victory (9.2)
)

// victory looks at the end of a turn whether the game is over, and notes how it ended (9).
func (g *game) victory(t *adjudicator.Table) {
	g.Outcome = g.totalVictory()
	if g.Outcome == nil && g.LastTurn() {
		g.Outcome = g.victoryByPoints()
	}
	if g.Outcome == nil || !t.Heard() {
		return
	}
	rule := "9.2"
	if g.Outcome.Level == "total" {
		rule = "9.1"
	}
	g.tell(t, rule, 0, "game-over", "Winner", g.winnerPhrase(g.Outcome), "Level", adjudicator.Say("kit.level."+g.Outcome.Level),
		"Athens", g.Outcome.Points[athens], "Sparta", g.Outcome.Points[sparta])
	for _, why := range g.Outcome.Why {
		t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: why})
	}
}

func (g *game) winnerPhrase(r *adjudicator.Result) adjudicator.Phrase {
	if r.Winner == adjudicator.Observer {
		return adjudicator.Say("bey.result.nobody")
	}
	return adjudicator.Say("bey.result.winner", "Side", g.SideTerm(r.Winner))
}

// totalVictory is rule 9.1: all garrisons are of one side, from turn 2 on.
func (g *game) totalVictory() *adjudicator.Result {
	for _, face := range g.faces {
		if face != g.faces[0] || g.turnNumber() < totalVictoryFrom {
			return nil
		}
	}
	points, _ := g.victoryPoints()
	return &adjudicator.Result{Winner: g.faces[0], Level: "total", Points: points,
		Why: []adjudicator.Phrase{adjudicator.Say("amphipolis.why.total", "Side", g.SideTerm(g.faces[0]))}}
}

// victoryByPoints compares the victory points after the last turn (9.2).
func (g *game) victoryByPoints() *adjudicator.Result {
	points, why := g.victoryPoints()
	r := &adjudicator.Result{Winner: athens, Points: points, Why: why}
	high, low := points[athens], points[sparta]
	if low > high {
		r.Winner, high, low = sparta, low, high
	}
	if r.Level = level(high, low); r.Level == "draw" {
		r.Winner = adjudicator.Observer
	}
	return r
}

// level is that of a victory by points: a draw below a lead of five, strategic with at
// least twice the points of the other side.
func level(high, low int) string {
	switch {
	case high-low < victoryMargin:
		return "draw"
	case high >= 2*low:
		return "strategic"
	}
	return "tactical"
}

// victoryPoints counts the points of both sides, with the reasons (9.2, 10).
func (g *game) victoryPoints() (points [2]int, why []adjudicator.Phrase) {
	for side := range points {
		c := count{g: g, side: adjudicator.Side(side)}
		c.garrisons()
		c.made()
		c.places()
		c.awards()
		points[side], why = c.points, append(why, c.why...)
	}
	return points, why
}

// count adds up the points of one side.
type count struct {
	g      *game
	side   adjudicator.Side
	points int
	why    []adjudicator.Phrase
}

// add adds points for a reason, if there are any.
func (c *count) add(n int, reason string, args ...any) {
	if n > 0 {
		c.points += n
		c.why = append(c.why, adjudicator.Say("amphipolis.why."+reason, append(args, "Side", c.g.SideTerm(c.side), "Points", n)...))
	}
}

// garrisons counts those that show the face of the side.
func (c *count) garrisons() {
	g := c.g
	if g.faces[g.citadel] == c.side {
		c.add(citadelPoints, "citadel")
	}
	held := g.garrisonsOf(c.side).Minus(board.SetOf(g.amphipolis))
	c.add(held.Len(), "garrisons", "Garrisons", g.garrisonTerms(held))
}

// garrisonsOf are the zones whose garrisons show the face of a side.
func (g *game) garrisonsOf(s adjudicator.Side) (zones board.Set) {
	for n, face := range g.faces {
		if face == s {
			zones.Add(g.placeOf(n))
		}
	}
	return zones
}

// made counts what a side has made for good.
func (c *count) made() {
	s := c.g.scored(c.side)
	c.add(championsPoints*s.duels, "champions", "Count", s.duels)
	c.add(hoplitePoints*s.phalanx, "hoplites", "Count", s.phalanx)
	c.add(s.others, "others", "Count", s.others)
	killed := 0
	for _, n := range c.g.Slain[c.side.Other()] {
		killed += int(n)
	}
	c.add(s.leaders, "leaders", "Count", killed)
	c.points += s.given
}

// places counts the walls, the Flotilla and Eion.
func (c *count) places() {
	g := c.g
	if c.side == sparta {
		if g.walls == data.WallStanding {
			c.add(1, "wall")
		}
		if g.flotilla {
			c.add(1, "flotilla")
		}
		return
	}
	if g.walls == data.WallDestroyed {
		c.add(1, "sapped")
	}
	if g.HeldByLand[athens].Has(g.eion) {
		c.add(eionPoints, "eion")
	}
}

// awards counts what the scenario gives. That for the citadel is in its face already (10.2).
func (c *count) awards() {
	g := c.g
	for i := range g.setting.Awards {
		a := &g.setting.Awards[i]
		switch {
		case a.Side != c.side:
		case a.For == data.ForEion:
			c.add(a.Points, "eion")
		case a.For == data.ForShunning && g.avoided():
			c.add(a.Points, "shunned")
		case a.For == data.ForGarrisons && g.holdsAll(a):
			c.add(a.Points, "both-towns", "Garrisons", g.awarded(a))
		}
	}
}

// avoided reports whether Brasidas has never attacked a zone with Cleon, and both live if
// the game is played so (10.3).
func (g *game) avoided() bool {
	both := g.LeaderFate[g.brasidas] == field.InPlay && g.LeaderFate[g.cleon] == field.InPlay
	return g.shunned && (both || !g.options.shunnedBothAlive)
}

// holdsAll reports whether all garrisons of an award are of its side.
func (g *game) holdsAll(a *data.Award) bool {
	for _, n := range a.Garrisons {
		if g.faces[n] != a.Side {
			return false
		}
	}
	return true
}

// awarded names the garrisons of an award.
func (g *game) awarded(a *data.Award) (terms adjudicator.Terms) {
	for _, n := range a.Garrisons {
		terms = append(terms, g.garrisonTerm(n))
	}
	return terms
}
