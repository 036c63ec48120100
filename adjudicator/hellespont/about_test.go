package hellespont

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/templates"
)

// TestAboutStratagems: each stratagem is told in a line, in both languages, and where
// the line names a phase it is that of the data.
func TestAboutStratagems(t *testing.T) {
	phase := regexp.MustCompile(`^([A-D](?:\.[0-9])?)[\x{00a0} ]?:`)
	rules := Default().(*ruleset)
	for _, lang := range []string{"en", "fr"} {
		p := templates.For(lang, "hellespont")
		for _, s := range rules.Stratagems {
			id := s.ID
			key := "hellespont.about." + id
			if !p.Has(key) {
				t.Errorf("%s: nothing is said of %s", lang, id)
				continue
			}
			text := p.Say(key)
			if m := phase.FindStringSubmatch(text); m != nil && !slices.Contains(s.Phases, m[1]) {
				t.Errorf("%s: %s is said to be played in %s, by the data in %v", lang, id, m[1], s.Phases)
			}
			if len([]rune(text)) > 95 || strings.Contains(text, "\n") {
				t.Errorf("%s: %s takes more than a line: %s", lang, id, text)
			}
		}
	}
}

// TestGoals: what wins is told, with what is missing, and a place by the same name in
// orders as in tables.
func TestGoals(t *testing.T) {
	g, err := Default().New(adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(athens)
	if v.Number != 1 || v.Last != 10 {
		t.Errorf("month %d of %d", v.Number, v.Last)
	}
	p := templates.For("en", "hellespont")
	var all []string
	for _, goal := range v.Goals {
		all = append(all, p.Phrase(goal))
	}
	text := strings.Join(all, "\n")
	for _, want := range []string{"Athens 7, Sparta 11", "Athens wins outright with 8 ports", "Sparta wins outright with 7 ports", "40 naval PF or more"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, text)
		}
	}
	base := adjudicator.Term{Kind: "zone", ID: "B3"}
	if orders, table := p.Words(adjudicator.Words{adjudicator.Keyword("activate"), base}), p.Term(base); orders != "activate "+table {
		t.Errorf("%q in orders, %q in tables", orders, table)
	}
}

// TestThrowsAreExplained: whoever is asked for a second throw reads what the first comes
// to as it stands.
func TestThrowsAreExplained(t *testing.T) {
	p := templates.For("en", "hellespont")
	explained := map[string]int{}
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		snap, err := adjudicator.Begin(Default(), adjudicator.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			s, err := adjudicator.Open(Default(), snap, dice.NewQuick(rnd), 1, dice.Head{})
			if err != nil {
				t.Fatal(err)
			}
			for !s.Ended() {
				side := adjudicator.Side(0)
				if s.Asked(side) == nil {
					side = 1
				}
				q := s.Asked(side)
				if q.Kind == "reroll" {
					text := p.Phrase(q.Prompt)
					for _, fact := range q.Facts {
						text += " " + p.Phrase(fact)
						explained[fact.Key]++
					}
					if !strings.Contains(text, "By this roll") && !strings.Contains(text, " wins.") {
						t.Fatalf("nothing is said of what the throw means: %s", text)
					}
				}
				if err := s.Answer(side, q.Form.Sample(rnd)); err != nil {
					t.Fatal(err)
				}
			}
			over := s.Over()
			if !over {
				snap = s.Snapshot()
			}
			s.Close()
			if over {
				break
			}
		}
	}
	if len(explained) < 4 {
		t.Errorf("too few kinds of throws were met: %v", explained)
	}
}
