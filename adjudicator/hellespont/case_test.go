package hellespont

import (
	"strings"
	"testing"

	"keryx/adjudicator/cases"
)

// A line of a case that lacks something, or stands where it cannot, is an error that
// names it.
func TestCaseLinesThatLackSomething(t *testing.T) {
	for _, word := range []string{"scenario", "option", "month", "state", "place", "ill", "wounded", "well", "hand", "points", "supply", "shortage",
		"advantage", "initiative", "standing", "play", "dice", "draws", "deadline", "refused", "told", "untold", "asked", "offered", "unoffered", "answered", "stands", "fate",
		"near", "entries", "scores", "result", "nonsense"} {
		for _, rest := range []string{"", "nobody", "nobody nowhere", "athens", "athens nowhere:", ":", "fight nowhere"} {
			for _, before := range []string{"", "play B.3 athens\n"} {
				text := "case X1: a title\n" + before + word + " " + rest + "\n"
				read, err := cases.Read(strings.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				err = read[0].Play(Default().(cases.Rules))
				if err == nil && rest == "" || err != nil && !strings.Contains(err.Error(), "line ") {
					t.Errorf("%q: %v", text, err)
				}
			}
		}
	}
}
