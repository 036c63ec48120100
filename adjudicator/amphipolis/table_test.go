package amphipolis

import (
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
)

// printedTable is the combat table as the rulebook of this game prints it, a row for each
// die from -1, a column for each ratio from 1:3.
const printedTable = `
E/R   A/R     3/4/R   1/2/R   1/2/R   1/2/R   1/2/R
E/R   3/4/R   1/2/R   1/2/R   1/2/R   1/2/R   1/4/1/4
A/R   1/2/R   1/2/R   1/2/R   1/2/R   1/4/1/4 1/4/1/4
A/R   1/2/R   1/2/R   1/4/R   1/4/1/4 1/4/1/4 1/4/1/2
3/4/R 1/2/R   1/4/R   1/4/1/4 1/4/1/4 1/4/1/4 R/1/2
1/2/R 1/4/1/4 1/4/1/4 1/4/1/4 1/4/1/4 R/1/2   R/3/4
1/2/1/4 1/4/1/4 1/4/1/4 R/1/4 R/1/2   R/1/2   R/A
1/4/1/4 1/4/1/4 R/1/4 R/1/2   R/1/2   R/3/4   R/A
1/4/1/4 R/1/4 R/1/2   R/1/2   R/1/2   R/3/4   R/E
R/1/2 R/1/2   R/1/2   R/1/2   R/3/4   R/A     R/E`

// TestTableIsTheOneOfThisGame: the table of the series is this game's, cell by cell, and so
// are its ratios, each reached by no less.
func TestTableIsTheOneOfThisGame(t *testing.T) {
	g := bare(t, nil)
	rows := strings.Split(strings.TrimSpace(printedTable), "\n")
	for i, row := range rows {
		for c, want := range strings.Fields(row) {
			cell := g.CRT.At(i-1, c)
			if got := cell.Attacker.String() + "/" + cell.Defender.String(); got != want {
				t.Errorf("die %d, column %d: %s, printed %s", i-1, c, got, want)
			}
		}
	}
	for _, beyond := range []struct{ die, as int }{{-2, -1}, {-9, -1}, {9, 8}, {14, 8}} {
		if g.CRT.At(beyond.die, 3) != g.CRT.At(beyond.as, 3) {
			t.Errorf("a die of %d is not read as %d", beyond.die, beyond.as)
		}
	}
	for _, x := range []struct {
		attacker, defender int
		want               string
	}{
		{1, 9, "1:3"}, {9, 27, "1:3"}, {13, 27, "1:3"}, {10, 20, "1:2"}, {13, 20, "1:2"}, {14, 21, "2:3"}, {20, 21, "2:3"},
		{21, 21, "1:1"}, {29, 20, "1:1"}, {30, 20, "3:2"}, {39, 20, "3:2"}, {40, 20, "2:1"}, {59, 20, "2:1"}, {60, 20, "3:1"}, {99, 20, "3:1"},
	} {
		if got := g.CRT.ColumnName(g.CRT.Column(x.attacker, x.defender)); got != x.want {
			t.Errorf("%d to %d is %s, not %s", x.attacker, x.defender, got, x.want)
		}
	}
}

// TestPhasesOfStratagems: each stratagem that is no part of a combat or a siege can be
// played in the phases that the rulebook names for it, at some moment, and in no others.
func TestPhasesOfStratagems(t *testing.T) {
	printed := map[int]string{1: "D.2 D.4", 2: "B.3", 3: "B.2", 4: "B.3", 11: "B.3", 14: "B.2", 15: "B.2", 16: "B.2", 21: "B.3"}
	phases := map[field.Moment]string{field.AfterDice: "B.1", field.Reinforcing: "B.2", field.AnsweringCall: "B.2", field.Departing: "B.2",
		field.BeforeMoves: "B.3", field.DuringMoves: "B.3", field.AfterMoves: "B.3", field.Adjusting: "D.1", field.Redeploying: "D.2 D.4"}
	g := bare(t, nil)
	for n := 1; n <= 21; n++ {
		var found []string
		for m, phase := range phases {
			for _, have := range g.Timely(m) {
				if int(have) == n {
					found = append(found, strings.Fields(phase)...)
				}
			}
		}
		for _, phase := range found {
			if !strings.Contains(printed[n], phase) {
				t.Errorf("S%d can be played in %s", n, phase)
			}
		}
		for _, phase := range strings.Fields(printed[n]) {
			if !strings.Contains(strings.Join(found, " "), phase) {
				t.Errorf("S%d cannot be played in %s", n, phase)
			}
		}
	}
	for m, phase := range phases {
		if m != field.AnsweringCall && !slices.Contains(g.Timely(m), 22) {
			t.Errorf("S22 cannot be played in %s", phase)
		}
	}
}

// TestWhatIsNotHeldIsRefusedForThat: a stratagem that a side does not hold is not refused for
// its moment, as if another would do.
func TestWhatIsNotHeldIsRefusedForThat(t *testing.T) {
	g := bare(t, nil)
	g.Pool.Hand[athens] = 0
	w := g.war()
	for _, m := range []field.Moment{field.AfterDice, field.BeforeMoves} {
		if bad := w.JudgePlay(&chit.Play{G: w.Chits, Side: athens, Number: 4}, m); bad == nil || bad.Code != "not-in-hand" {
			t.Errorf("at %d: %+v", m, bad)
		}
	}
}

// TestOptionsOfOtherScenarios: who plays a scenario is not told how readings are played that
// make no difference in it.
func TestOptionsOfOtherScenarios(t *testing.T) {
	want := map[string]string{"10.1": "", "10.2": "works", "10.3": "shunned", "10.4": "initiative s16"}
	for _, scenario := range Default().Info().Scenarios {
		var only []string
		for _, o := range Default().Info().Options {
			if o.In(scenario) && o.Scenarios != nil {
				only = append(only, o.ID)
			}
		}
		if got := strings.Join(only, " "); got != want[scenario] {
			t.Errorf("%s alone has the options %q, not %q", scenario, got, want[scenario])
		}
	}
}
