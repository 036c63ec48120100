package perse

import (
	"strings"
	"testing"

	"keryx/templates"
)

// TestSideIsSpokenOf: who plays a people is told so with its article, in the first letter and in its subject.
func TestSideIsSpokenOf(t *testing.T) {
	if err := Opener.Register(""); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][2]string{
		"en": {"you play the Persians", "You command the Persians in this game"},
		"fr": {"vous jouez les Perses", "Vous commandez les Perses dans"},
	} {
		l, err := templates.Render(templates.Report{Kind: templates.Welcome, Lang: lang, Game: "per-1", Ruleset: Opener.Name,
			Sides: [2]string{"greeks", "persians"}, Side: 1, Player: "Anna", Opponent: "Bruno"})
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(strings.Fields(l.Text), " "); !strings.Contains(l.Subject, want[0]) || !strings.Contains(text, want[1]) {
			t.Errorf("%s: %s\n%.900s", lang, l.Subject, l.Text)
		}
	}
}
