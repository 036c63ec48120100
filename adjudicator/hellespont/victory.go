package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
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
	last := g.LastTurn()
	g.Outcome = g.totalVictory(last)
	if g.Outcome == nil && last {
		g.Outcome = g.marginalVictory()
	}
	if g.Outcome == nil {
		return
	}
	t.Phase("D", adjudicator.Observer)
	if t.Heard() {
		rule := "9.2"
		if g.Outcome.Level == "total" {
			rule = "9.1"
		}
		e := adjudicator.Event{Rule: rule, Public: adjudicator.Say("hellespont.event.game-over",
			"Winner", g.winnerPhrase(g.Outcome), "Level", adjudicator.Say("kit.level."+g.Outcome.Level),
			"Athens", g.Outcome.Points[athens], "Sparta", g.Outcome.Points[sparta])}
		t.Tell(e)
		for _, why := range g.Outcome.Why {
			t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: why})
		}
	}
}

func (g *game) winnerPhrase(r *adjudicator.Result) adjudicator.Phrase {
	if r.Winner == adjudicator.Observer {
		return adjudicator.Say("hellespont.result.nobody")
	}
	return adjudicator.Say("hellespont.result.winner", "Side", g.SideTerm(r.Winner))
}

// totalVictory is rule 9.1: by the ports held at any end of turn, by the fleets
// left at the end of the game.
func (g *game) totalVictory(last bool) *adjudicator.Result {
	total := func(s adjudicator.Side, why adjudicator.Phrase) *adjudicator.Result {
		points, _ := g.victoryPoints()
		return &adjudicator.Result{Winner: s, Level: "total", Points: points, Why: []adjudicator.Phrase{why}}
	}
	for _, s := range []adjudicator.Side{athens, sparta} {
		if needed := g.portsToWin(s); needed.Within(g.Held[s]) {
			return total(s, adjudicator.Say("hellespont.why.ports", "Side", g.SideTerm(s), "Zones", g.ZoneTerms(needed)))
		}
	}
	if !last {
		return nil
	}
	var fleet [2]int
	for s := range fleet {
		abroad, home := g.TotalNaval(adjudicator.Side(s))
		fleet[s] = abroad + home
	}
	switch {
	case fleet[athens] <= fleetLost && fleet[sparta] >= fleetKept:
		return total(sparta, adjudicator.Say("hellespont.why.fleet", "Side", g.SideTerm(sparta), "Own", fleet[sparta], "Enemy", fleet[athens]))
	case fleet[sparta] <= enemyFleetLost && fleet[athens] >= athensFleetKept:
		return total(athens, adjudicator.Say("hellespont.why.fleet", "Side", g.SideTerm(athens), "Own", fleet[athens], "Enemy", fleet[sparta]))
	}
	return nil
}

// portsToWin are the ports that a side has to hold for a total victory: all of them,
// and for Sparta all but Cardia (9.1).
func (g *game) portsToWin(s adjudicator.Side) board.Set {
	needed := g.Ports
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
				why = append(why, adjudicator.Say("hellespont.why."+key, append(args, "Side", g.SideTerm(side), "Points", n)...))
			}
		}
		for port := range g.Ports.Intersect(g.Held[side]).All() {
			add(g.portValue[port], "port", "Zone", g.ZoneTerm(port))
		}
		add(3*(g.supply[side]-g.supply[side.Other()]), "supply", "Own", g.supply[side], "Enemy", g.supply[side.Other()])
		afloat, _ := g.TotalNaval(side)
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
	for set := g.Of[s].Minus(g.Ships); !set.Empty(); {
		switch u := set.Pop(); {
		case g.UnitFate[u] != field.Eliminated:
		case g.ByArm[field.HopliteArm].Has(u):
			phalanx++
		default:
			others++
		}
	}
	for men := g.Captains[s]; men != 0; {
		if g.LeaderFate[men.Pop()] == field.Eliminated {
			leaders++
		}
	}
	return phalanx, others, leaders
}
