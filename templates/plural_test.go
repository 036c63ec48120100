package templates

import (
	"testing"

	"keryx/adjudicator"
)

// TestPluralsNameTheirNumber: the form of a text follows the number that it is about, and not
// the first that its phrase brings.
func TestPluralsNameTheirNumber(t *testing.T) {
	for _, c := range []struct {
		forms map[string]string
		want  string
	}{
		{map[string]string{"one": "turn {{.Number}}; one more turn can follow", "other": "turn {{.Number}}; {{.Left}} more can follow"}, "Left"},
		{map[string]string{"one": "{{.Count}} of {{.Total}} game", "other": "{{.Count}} of {{.Total}} games"}, "Count"},
		{map[string]string{"one": "die {{.Faces}}", "other": "dice {{.Faces}}"}, "Count"},
		{map[string]string{"one": "{{.Left}}", "other": "{{.Left}}"}, ""},
	} {
		if got := numberOf(adjudicator.Text{Forms: c.forms}); got != c.want {
			t.Errorf("%v follow %q, want %q", c.forms, got, c.want)
		}
	}
	catalog, err := With()
	if err != nil {
		t.Fatal(err)
	}
	p := catalog.For("en", "hellespont")
	for left, want := range map[int]string{1: "It is May, turn 1; one more turn can follow.", 2: "It is May, turn 1; 2 more can follow."} {
		if got := p.Say("league.told.judge.turn", "Turn", "May", "Number", 1, "Left", left); got != want {
			t.Errorf("%d left: %q, want %q", left, got, want)
		}
	}
}
