package hellenes

import (
	"os"
	"path/filepath"
	"testing"

	"keryx/adjudicator/cases"
)

// The worked examples of the rulebook and of the sheet come out as they say.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("cases/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	rules, seen := Cased{New()}, map[string]bool{}
	list, err := cases.ReadCoverage("cases/rules.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		results, err := cases.Play(rules, f)
		f.Close()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, fault := range list.Enter(results) {
			t.Error(fault)
		}
		for _, r := range results {
			if r.Err != nil {
				t.Errorf("%s, case %s: %s: %v", name, r.ID, r.Title, r.Err)
			}
			if seen[r.ID] {
				t.Errorf("%s: case %s is there twice", name, r.ID)
			}
			seen[r.ID] = true
		}
	}
	for _, fault := range list.Missing() {
		t.Error(fault)
	}
	if len(seen) < 120 {
		t.Errorf("%d cases, want one for each worked example at the least", len(seen))
	}
}

// The rules hold their data against the rulebook, and tell what is reconstructed.
func TestFacts(t *testing.T) {
	f := New().Facts()
	for _, wrong := range f.Wrong {
		t.Error(wrong)
	}
	if len(f.Origins) == 0 {
		t.Error("nothing is told of where the data come from")
	}
}
