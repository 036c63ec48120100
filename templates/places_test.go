package templates

import (
	"strings"
	"testing"
)

// TestZoneWithoutNeighbours: a zone that no step leads to says so in the list of adjacent zones. An empty
// cell would seem to be forgotten.
func TestZoneWithoutNeighbours(t *testing.T) {
	for lang, want := range map[string]string{"en": "O1 Mende no zone", "fr": "O1 Mende aucune zone"} {
		r := tinyReport(t)
		r.Kind, r.Lang = Welcome, lang
		r.Places = []Place{{Name: "T1 Eion", Near: "T2"}, {Name: "O1 Mende"}}
		l, err := Render(r)
		if err != nil {
			t.Fatal(err)
		}
		if flat := strings.Join(strings.Fields(l.Text), " "); !strings.Contains(flat, want) {
			t.Errorf("%s: nothing of %q in:\n%s", lang, want, l.Text)
		}
	}
}
