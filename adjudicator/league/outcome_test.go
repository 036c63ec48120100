package league

import (
	"testing"

	"keryx/adjudicator/outcome"
)

// What a bid credits is told apart from what stood on the board, where a level was read off their sum, and nowhere
// else; what older ledgers do not part is not guessed.
func TestVerdictOfCredits(t *testing.T) {
	credited := &State{Entrants: map[string]*Entrant{"a": {}, "b": {}}, fixtures: map[string]*match{"1-1-1": {Fixture: Fixture{ID: "1-1-1", Home: "b", Away: "a"}, credit: [2]int{2, 0}}}}
	g := Game{ID: "1-1-1-1", Fixture: "1-1-1", First: "a", Second: "b"}
	for name, c := range map[string]struct {
		result Result
		want   outcome.Verdict
	}{
		"credited": {Result{Level: Draw, How: ByPlay, Victory: [2]int{12, 8}, Board: &[2]int{12, 6}},
			outcome.Verdict{How: outcome.Play, Winner: -1, Level: Draw, Scored: true, Score: [2]int{12, 6}, Credit: [2]int{0, 2}}},
		"cut short": {Result{Winner: "b", Level: "total", How: ByPlay, Victory: [2]int{11, 2}, Board: &[2]int{11, 2}},
			outcome.Verdict{How: outcome.Play, Winner: 1, Level: "total", Scored: true, Score: [2]int{11, 2}}},
		"forfeit":        {Result{Winner: "a", How: ByForfeit, Board: &[2]int{3, 1}}, outcome.Verdict{How: outcome.Forfeit, Scored: true, Score: [2]int{3, 1}}},
		"an older entry": {Result{Level: Draw, How: ByPlay, Victory: [2]int{12, 8}}, outcome.Verdict{How: outcome.Play, Winner: -1, Level: Draw}},
	} {
		if got := credited.verdict(g, &c.result); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
