package hellespont

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCases plays the files of cases: one file for each section of the rules, one
// subtest for each case, named by its identifier.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("cases/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	seen := map[string]string{}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := ReadCases(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, c := range cases {
			if seen[c.ID] != "" {
				t.Errorf("case %s stands in %s and in %s", c.ID, seen[c.ID], name)
			}
			seen[c.ID] = name
			t.Run(c.ID, func(t *testing.T) {
				if err := c.Run(Default()); err != nil {
					t.Errorf("%s: %s: %v", name, c.Title, err)
				}
			})
		}
	}
}

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
