package amphipolis

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/victory"
)

// TestPointsAreThePrintedOnes: the victory points of random positions are those of rules 9.2
// and 10, added up from the counters on the table, and so are the levels.
func TestPointsAreThePrintedOnes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 2))
	levels := map[string]int{}
	for range 3000 {
		id := []string{"10.1", "10.2", "10.3", "10.4"}[rnd.IntN(4)]
		g, err := Default().(*ruleset).empty(adjudicator.Setup{Scenario: id})
		if err != nil {
			t.Fatal(err)
		}
		var points [2]int
		first := rnd.IntN(5)
		for n := range g.faces {
			s := rnd.IntN(2)
			if first == 0 && n > 0 {
				s = int(g.faces[0])
			}
			if id == "10.2" && n == 8 {
				s = 1
			}
			g.faces[n] = adjudicator.Side(s)
			if points[s]++; n == 8 {
				points[s] += 4
			}
		}
		g.walls = []data.WallState{data.NoWall, data.WallStanding, data.WallDestroyed}[rnd.IntN(3)]
		switch g.walls {
		case data.WallStanding:
			points[1]++
		case data.WallDestroyed:
			points[0]++
		}
		if g.flotilla = rnd.IntN(2) == 0; g.flotilla {
			points[1]++
		}
		switch {
		case id == "10.2":
			points[0] += 3
			if g.faces[0] == athens && g.faces[1] == athens {
				points[0] += 5
			}
		case rnd.IntN(2) == 0:
			g.Place(spareUnit(g, athens, []string{"P5", "H6+", "A3"}[rnd.IntN(3)]), g.Board.MustZone("T5"))
			points[0] += 3
		}
		if g.shunned = rnd.IntN(2) == 0; g.shunned && (id == "10.3" || id == "10.4") {
			points[0] += 2
		}
		for side, list := range [2]string{"H6+ H6 P5 A3 C5 T10", "H8+ H7 P6 C5"} {
			for _, class := range strings.Fields(list) {
				if u := spareUnit(g, adjudicator.Side(side), class); rnd.IntN(3) == 0 {
					g.Place(u, g.Board.MustZone("T7"))
					g.Eliminate(u)
					points[1-side] += map[byte]int{'H': 2, 'T': 0}[class[0]]
					if !strings.Contains("HT", class[:1]) {
						points[1-side]++
					}
				}
			}
		}
		for _, man := range []struct {
			name         string
			side, points int
		}{{"Nicias", 0, 2}, {"Cleon", 0, 1}, {"Eucles", 0, 1}, {"Brasidas", 1, 2}, {"Clearidas", 1, 1}, {"Polydamidas", 1, 1}} {
			l := field.LeaderNo(g.Leader(man.name))
			switch rnd.IntN(6) {
			case 0:
				g.PlaceLeader(l, g.Board.MustZone("T7"))
				g.Dismiss(l, field.Eliminated)
				points[1-man.side] += man.points
			case 1:
				g.PlaceLeader(l, g.Board.MustZone("T7"))
				g.Dismiss(l, field.Captured)
			}
		}
		if s := rnd.IntN(6); s < 2 {
			g.duels[s]++
			points[s] += 5
		}
		got, _ := g.victoryPoints()
		if got != points {
			t.Fatalf("%s: %v points, printed %v", id, got, points)
		}
		g.TurnNo = g.Playing.Last - g.Playing.First
		end := ending(g, points)
		levels[end]++
		r := g.totalVictory()
		if r == nil {
			r = victory.ByPoints(points, nil, level)
		}
		if found := r.Level + " " + sideIn(r.Winner); found != end {
			t.Fatalf("%s, %v points: %s, printed %s", id, points, found, end)
		}
	}
	for _, end := range []string{"total athens", "total sparta", "strategic athens", "strategic sparta", "tactical athens", "tactical sparta", "draw nobody"} {
		if levels[end] == 0 {
			t.Errorf("no game ended with %s: %v", end, levels)
		}
	}
}

// sideIn names the winner of a game.
func sideIn(s adjudicator.Side) string {
	if s == adjudicator.Observer {
		return "nobody"
	}
	return sideIDs[s]
}

// ending is how the last turn ends by rule 9 with so many points.
func ending(g *game, points [2]int) string {
	held := 0
	for _, s := range g.faces {
		held += int(s)
	}
	switch held {
	case 0:
		return "total athens"
	case len(g.faces):
		return "total sparta"
	}
	winner := 0
	if points[1] > points[0] {
		winner = 1
	}
	high, low := points[winner], points[1-winner]
	switch {
	case high-low <= 4:
		return "draw nobody"
	case high >= low+low:
		return "strategic " + sideIDs[winner]
	}
	return "tactical " + sideIDs[winner]
}

// TestGoalsCanBeReached: where the main map is not used, who has not the citadel is not told
// that he wins with it; everywhere else both are told what they lack.
func TestGoalsCanBeReached(t *testing.T) {
	for id, want := range map[string]string{"10.1": "athens sparta", "10.2": "sparta", "10.3": "athens sparta", "10.4": "athens sparta"} {
		g, err := Default().(*ruleset).empty(adjudicator.Setup{Scenario: id})
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, goal := range g.goals() {
			if !strings.HasPrefix(goal.Key, "amphipolis.goal.garrisons") {
				continue
			}
			for i, arg := range goal.Args {
				if arg == "Side" {
					told = append(told, goal.Args[i+1].(adjudicator.Term).ID)
				}
			}
		}
		if got := strings.Join(told, " "); got != want {
			t.Errorf("in %s %q can win with all garrisons, want %q", id, got, want)
		}
	}
}
