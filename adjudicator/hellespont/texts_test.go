package hellespont

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/templates"
)

// Whatever a game says has a text in the catalogue, and every field of the text
// is supplied: games are played at random, aloud, and everything is rendered.
func TestEverythingSaidHasAText(t *testing.T) {
	missing := map[string]string{}
	p := templates.For("en", "hellespont")
	look := func(what, text string) {
		for _, mark := range []string{"‹", "<no value>"} {
			if i := strings.Index(text, mark); i >= 0 {
				key, _, _ := strings.Cut(text[i:], " ")
				missing[what+" "+key] = text
			}
		}
	}
	for seed := range uint64(40) {
		for _, scenario := range Default().Info().Scenarios {
			speakGame(t, scenario, seed, func(s *adjudicator.Session) {
				for side := adjudicator.Side(-1); side <= 1; side++ {
					look("view", sayView(p, s.Game().View(side)))
				}
				for side := adjudicator.Side(0); side <= 1; side++ {
					if q := s.Asked(side); q != nil {
						look("question", p.OrderTemplate(templates.Template{Question: q}))
					}
				}
			}, func(e adjudicator.Event) {
				for side := adjudicator.Side(-1); side <= 1; side++ {
					if phrase, ok := e.For(side); ok {
						look("event", p.Phrase(phrase))
					}
				}
			})
		}
	}
	for _, what := range slices.Sorted(func(yield func(string) bool) {
		for key := range missing {
			if !yield(key) {
				return
			}
		}
	}) {
		t.Errorf("%s: %s", what, missing[what])
	}
}

// sayView renders every phrase of a view.
func sayView(p *templates.Printer, v adjudicator.View) string {
	var b strings.Builder
	fmt.Fprintln(&b, p.Phrase(v.Turn))
	for _, list := range v.Tables {
		fmt.Fprintln(&b, p.Phrase(list.Title))
		for _, c := range list.Columns {
			fmt.Fprintln(&b, p.Phrase(c))
		}
		for _, row := range list.Rows {
			for _, cell := range row {
				fmt.Fprintln(&b, p.Value(cell))
			}
		}
	}
	for _, row := range v.Balance {
		fmt.Fprintln(&b, p.Phrase(row.Name))
	}
	if v.Result != nil {
		for _, why := range v.Result.Why {
			fmt.Fprintln(&b, p.Phrase(why))
		}
	}
	return b.String()
}

// speakGame plays a random game whose events are composed.
func speakGame(t *testing.T, scenario string, seed uint64, asked func(*adjudicator.Session), told func(adjudicator.Event)) {
	t.Helper()
	rules := Default()
	rnd := rand.New(rand.NewPCG(seed, 7))
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	for {
		s, err := adjudicator.Open(rules, snap, dice.NewQuick(rnd), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; !s.Ended(); n++ {
			side := adjudicator.Side(0)
			if s.Asked(0) == nil {
				side = 1
			}
			if n%7 == 0 {
				asked(s)
			}
			if err := s.Answer(side, s.Asked(side).Form.Sample(rnd)); err != nil {
				t.Fatal(err)
			}
		}
		for _, e := range s.Events() {
			told(e)
		}
		asked(s)
		over := s.Over()
		if !over {
			snap = s.Snapshot()
		}
		s.Close()
		if over {
			return
		}
	}
}
