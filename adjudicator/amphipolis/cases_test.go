package amphipolis

import (
	"os"
	"path/filepath"
	"testing"

	"keryx/adjudicator/cases"
)

// TestCases: what the cases say of the rules holds.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("cases/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		results, err := cases.Play(Default().(cases.Rules), f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			for _, r := range results {
				t.Run(r.ID, func(t *testing.T) {
					if r.Err != nil {
						t.Errorf("%s: %v", r.Title, r.Err)
					}
				})
			}
		})
	}
}
