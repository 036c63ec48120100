package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// What rule 9 counts.
const (
	fleetLost       = 30 // Athens with so few naval PF ...
	fleetKept       = 45 // ... and Sparta with so many: total victory of Sparta
	enemyFleetLost  = 20 // Sparta with so few ...
	athensFleetKept = 40 // ... and Athens with so many: total victory of Athens
	drawMargin      = 5  // victory points between a draw and a victory (9.2)
)

// victory checks the conditions of rule 9 at the end of a turn and, if the game is
// over, notes how it ended.
func (g *game) victory(t *adjudicator.Table) {
	last := g.lastTurn()
	g.result = g.totalVictory(last)
	if g.result == nil && last {
		g.result = g.marginalVictory()
	}
	if g.result == nil {
		return
	}
	t.Phase("D", adjudicator.Observer)
	if t.Heard() {
		rule := "9.2"
		if g.result.Level == "total" {
			rule = "9.1"
		}
		e := adjudicator.Event{Rule: rule, Public: adjudicator.Say("hellespont.event.game-over",
			"Winner", g.winnerPhrase(g.result), "Level", adjudicator.Say("kit.level."+g.result.Level),
			"Athens", g.result.Points[athens], "Sparta", g.result.Points[sparta])}
		t.Tell(e)
		for _, why := range g.result.Why {
			t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: why})
		}
	}
}

// lastTurn reports whether the month in play is the scenario's last.
func (g *game) lastTurn() bool { return g.turn >= g.scenario.Last-g.scenario.First }

func (g *game) winnerPhrase(r *adjudicator.Result) adjudicator.Phrase {
	if r.Winner == adjudicator.Observer {
		return adjudicator.Say("hellespont.result.nobody")
	}
	return adjudicator.Say("hellespont.result.winner", "Side", g.sideTerm(r.Winner))
}

// totalVictory is rule 9.1: by the ports held at any end of turn, by the fleets
// left at the end of the game.
func (g *game) totalVictory(last bool) *adjudicator.Result {
	total := func(s adjudicator.Side, why adjudicator.Phrase) *adjudicator.Result {
		points, _ := g.victoryPoints()
		return &adjudicator.Result{Winner: s, Level: "total", Points: points, Why: []adjudicator.Phrase{why}}
	}
	for _, s := range []adjudicator.Side{athens, sparta} {
		if needed := g.portsToWin(s); needed.Within(g.held[s]) {
			return total(s, adjudicator.Say("hellespont.why.ports", "Side", g.sideTerm(s), "Zones", g.zoneTerms(needed)))
		}
	}
	if !last {
		return nil
	}
	var fleet [2]int
	for s := range fleet {
		abroad, home := g.totalNaval(adjudicator.Side(s))
		fleet[s] = abroad + home
	}
	switch {
	case fleet[athens] <= fleetLost && fleet[sparta] >= fleetKept:
		return total(sparta, adjudicator.Say("hellespont.why.fleet", "Side", g.sideTerm(sparta), "Own", fleet[sparta], "Enemy", fleet[athens]))
	case fleet[sparta] <= enemyFleetLost && fleet[athens] >= athensFleetKept:
		return total(athens, adjudicator.Say("hellespont.why.fleet", "Side", g.sideTerm(athens), "Own", fleet[athens], "Enemy", fleet[sparta]))
	}
	return nil
}

// portsToWin are the ports that a side has to hold for a total victory: all of them,
// and for Sparta all but Cardia (9.1).
func (g *game) portsToWin(s adjudicator.Side) board.Set {
	needed := g.ports
	if s == sparta {
		needed.Remove(g.cardia)
	}
	return needed
}

// marginalVictory compares the victory points (9.2).
func (g *game) marginalVictory() *adjudicator.Result {
	points, why := g.victoryPoints()
	r := &adjudicator.Result{Winner: athens, Level: "tactical", Points: points, Why: why}
	high, low := points[athens], points[sparta]
	if low > high {
		r.Winner, high, low = sparta, low, high
	}
	switch {
	case high-low <= drawMargin:
		r.Winner, r.Level = adjudicator.Observer, "draw"
	case high > 2*low:
		r.Level = "strategic"
	}
	return r
}

// victoryPoints counts the points of rule 9.2 for both sides, with the reasons.
func (g *game) victoryPoints() ([2]int, []adjudicator.Phrase) {
	var points [2]int
	var why []adjudicator.Phrase
	for s := range points {
		side := adjudicator.Side(s)
		add := func(n int, key string, args ...any) {
			if n > 0 {
				points[s] += n
				why = append(why, adjudicator.Say("hellespont.why."+key, append(args, "Side", g.sideTerm(side), "Points", n)...))
			}
		}
		for port := range g.ports.Intersect(g.held[side]).All() {
			add(g.portValue[port], "port", "Zone", g.zoneTerm(port))
		}
		add(3*(g.supply[side]-g.supply[side.Other()]), "supply", "Own", g.supply[side], "Enemy", g.supply[side.Other()])
		afloat, _ := g.totalNaval(side)
		add(afloat/10*3, "afloat", "PF", afloat)
		hoplites, others, leaders := g.killed(side.Other())
		add(2*hoplites, "hoplites", "Count", hoplites)
		add(others, "troops", "Count", others)
		add(leaders, "leaders", "Count", leaders)
		if side == sparta {
			add(g.bounty, "alcibiades")
		}
	}
	return points, why
}

// killed counts a side's land units that are eliminated, hoplites and others, and
// its leaders killed in combat.
func (g *game) killed(s adjudicator.Side) (phalanx, others, leaders int) {
	for set := g.of[s].minus(g.ships); !set.empty(); {
		switch u := set.pop(); {
		case g.unitFate[u] != eliminated:
		case g.byArm[hoplites].has(u):
			phalanx++
		default:
			others++
		}
	}
	for men := g.captains[s]; men != 0; {
		if g.leaderFate[men.pop()] == eliminated {
			leaders++
		}
	}
	return phalanx, others, leaders
}
