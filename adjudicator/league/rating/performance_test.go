package rating_test

import (
	"math"
	"testing"
	"time"

	"keryx/adjudicator/league/rating"
)

// known is an opponent whose strength is known well.
func known(points float64) rating.Rating { return rating.Rating{Rating: points} }

// A performance is what the scores say: even with an even score, as far above as the logistic curve has it (three of
// four are 191 points), no farther than 800 points, and higher for who played the worse side.
func TestPerformance(t *testing.T) {
	score := func(opponent, edge float64, list ...float64) (all []rating.Encounter) {
		for _, s := range list {
			all = append(all, rating.Encounter{Opponent: known(opponent), Score: s, Edge: edge})
		}
		return all
	}
	for _, tt := range []struct {
		name  string
		games []rating.Encounter
		want  float64
	}{
		{"none", nil, 0},
		{"even", score(1600, 0, 1, 0), 1600},
		{"three of four", score(1500, 0, 1, 1, 1, 0), 1500 + 400*math.Log10(3)},
		{"all won", score(1400, 0, 1, 1, 1), 2200},
		{"all lost", score(1400, 0, 0), 600},
		{"the worse side", score(1500, -60, 0.5, 0.5), 1560},
		{"two opponents", append(score(1400, 0, 0.5), score(1600, 0, 0.5)...), 1500},
	} {
		if got := rating.Performance(tt.games); math.Abs(got-tt.want) > 0.6 {
			t.Errorf("%s: %.1f, want %.1f", tt.name, got, tt.want)
		}
	}
}

// The performance of a player counts his rated games of the pool, and of them those that are asked for.
func TestPerformanceInABook(t *testing.T) {
	at := func(day int) time.Time { return time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC) }
	book, err := rating.Compute(rating.Default(), []rating.Result{
		{Game: "a/1", Ruleset: "r", Scenario: "s", First: "anna", Second: "bruno", Score: 1, Ended: at(1), Turns: 5},
		{Game: "b/1", Ruleset: "r", Scenario: "s", First: "bruno", Second: "anna", Score: 1, Ended: at(2), Turns: 5},
		{Game: "b/2", Ruleset: "r", Scenario: "s", First: "anna", Second: "bruno", Score: 0, Ended: at(3), Turns: 5, Unrated: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	first := func(game string, _ time.Time) bool { return game == "a/1" }
	if points, n := book.Performance("r", "anna", first); n != 1 || points != 2300 {
		t.Errorf("one game won against a player of 1500: %.1f over %d games", points, n)
	}
	if points, n := book.Performance("r", "anna", nil); n != 2 || points < 1300 || points > 1500 {
		t.Errorf("one won and one lost: %.1f over %d games", points, n)
	}
	if _, n := book.Performance("r", "nobody", nil); n != 0 {
		t.Errorf("nobody has played %d games", n)
	}
}
