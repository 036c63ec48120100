package templates

import (
	"testing"

	"golang.org/x/text/language"

	"keryx/adjudicator"
	"keryx/templates/say"
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
	for left, want := range map[int]string{0: "Current turn: May, the last one.", 1: "Current turn: May; one more can follow.", 2: "Current turn: May; 2 more can follow."} {
		if got := p.Say("league.told.judge.turn", "Turn", "May", "Left", left); got != want {
			t.Errorf("%d left: %q, want %q", left, got, want)
		}
	}
}

// TestNoneIsNotOne: French has one form for none and one; where it says "one" in a word, none goes
// with the other.
func TestNoneIsNotOne(t *testing.T) {
	for _, c := range []struct {
		text adjudicator.Text
		want [3]string
	}{
		{adjudicator.Text{Forms: map[string]string{"one": "un coup", "other": "{{.Count}} coups"}}, [3]string{"0 coups", "un coup", "2 coups"}},
		{adjudicator.Text{Forms: map[string]string{"one": "{{.Count}} coup", "other": "{{.Count}} coups"}}, [3]string{"0 coup", "1 coup", "2 coups"}},
		{adjudicator.Text{Forms: map[string]string{"one": "{{if .Count}}un{{else}}aucun{{end}} coup", "other": "{{.Count}} coups"}}, [3]string{"aucun coup", "un coup", "2 coups"}},
	} {
		m := &message{Text: c.text, lang: language.French}
		for n, want := range c.want {
			got, err := m.say(say.Data{"Count": n}, map[string]int{"Count": n})
			if err != nil || got != want {
				t.Errorf("%v, %d: %q, %v, want %q", c.text.Forms, n, got, err, want)
			}
		}
	}
}
