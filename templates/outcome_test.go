package templates

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/outcome"
)

// A result is told in one line, and its history says where the line comes from.
func TestOutcomeTold(t *testing.T) {
	names := [2]string{"Athens", "Sparta"}
	day := time.Date(2027, 5, 5, 9, 0, 0, 0, time.UTC)
	board := outcome.Step{Kind: outcome.Rules, At: day, Verdict: outcome.Verdict{How: outcome.Play, Winner: 0, Level: "tactical", Scored: true, Score: [2]int{12, 6}}}
	credited := outcome.Step{Kind: outcome.Counted, At: day.Add(time.Hour), Verdict: outcome.Verdict{How: outcome.Play, Winner: -1, Level: "draw", Scored: true, Score: [2]int{12, 6}, Credit: [2]int{0, 2}}}
	ruled := outcome.Step{Kind: outcome.Ruled, At: day.AddDate(0, 0, 1), Why: "The map was wrong.", Verdict: outcome.Verdict{How: outcome.Forfeit, Winner: 1, Ruled: true}}
	for _, c := range []struct {
		of           outcome.Outcome
		lang, result string
		history      []string
	}{
		{outcome.Of(board), "en", "Athens wins, tactical victory (12–6)", nil},
		{outcome.Of(board).With(outcome.Of(credited)), "en", "draw (12–8 with the bid, 12–6 on the board)", []string{"by its rules: Athens wins", "The league counts: draw (12–8"}},
		{outcome.Of(board).With(outcome.Of(credited, ruled)), "en", "forfeit, Sparta wins, by ruling", []string{"12–6", "12–8", "6 May 2027: The referee of the league ruled: forfeit, Sparta wins. Reason: The map was wrong."}},
		{outcome.Of(board).With(outcome.Of(credited, ruled)), "fr", "forfait, Sparta gagne, par décision de l’arbitre", []string{"selon ses règles", "compte", "Motif\u00a0: The map was wrong."}},
		{outcome.Outcome{Verdict: outcome.Verdict{How: outcome.BothForfeit, Winner: adjudicator.Observer, Struck: true}}, "en", "forfeit by both; it counts for nobody", nil},
		{outcome.Outcome{}, "en", "", nil},
	} {
		p := For(c.lang, "tiny")
		if got := p.Result(c.of.Verdict, names); got != c.result {
			t.Errorf("%q, want %q", got, c.result)
		}
		lines := p.History(c.of, names)
		if len(lines) != len(c.history) {
			t.Errorf("history of %q: %q", c.result, lines)
			continue
		}
		for i, want := range c.history {
			if !strings.Contains(lines[i], want) {
				t.Errorf("%q does not say %q", lines[i], want)
			}
		}
	}
}
