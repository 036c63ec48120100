package hellespont

import (
	"strings"
	"testing"
)

// TestCaseRoundTrip: a case is written as it was read, and what is none is refused.
func TestCaseRoundTrip(t *testing.T) {
	text := "case X1: a title\nrule 3\nplace athens Sestos: T10\nplay B.3 athens\nathens:\n  spend 1\n  end\ntold announced\n"
	cases, err := ReadCases(strings.NewReader(text))
	if err != nil || len(cases) != 1 {
		t.Fatal(cases, err)
	}
	if got := cases[0].String(); got != text {
		t.Errorf("written back:\n%s", got)
	}
	for _, bad := range []string{"rule 3\n", "case X\n", "  spend 1\n"} {
		if _, err := ReadCases(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read without a fault", bad)
		}
	}
}

// A line of a case that lacks something, or stands where it cannot, is an error that
// names it.
func TestCaseLinesThatLackSomething(t *testing.T) {
	for _, word := range []string{"scenario", "option", "month", "state", "place", "ill", "wounded", "well", "hand", "points", "supply", "shortage",
		"advantage", "initiative", "standing", "play", "dice", "draws", "deadline", "refused", "told", "untold", "asked", "stands", "fate",
		"near", "entries", "scores", "result", "nonsense"} {
		for _, rest := range []string{"", "nobody", "nobody nowhere", "athens", "athens nowhere:", ":", "fight nowhere"} {
			for _, before := range []string{"", "play B.3 athens\n"} {
				text := "case X1: a title\n" + before + word + " " + rest + "\n"
				cases, err := ReadCases(strings.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				err = cases[0].Run(Default())
				if err == nil && rest == "" || err != nil && !strings.Contains(err.Error(), "line ") {
					t.Errorf("%q: %v", text, err)
				}
			}
		}
	}
}
