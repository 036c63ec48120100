package templates

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/BurntSushi/toml"
)

// TestNotesStandAlone: a long note stands in the order file above the lines that it is about, so
// none goes on from them as "or others" does.
func TestNotesStandAlone(t *testing.T) {
	files, err := filepath.Glob("../adjudicator/*/texts/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no texts of games: %v", err)
	}
	goesOn := regexp.MustCompile(`^(or|and|ou|et) `)
	read := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var tables struct {
			Note map[string]any `toml:"note"`
		}
		if _, err := toml.Decode(string(text), &tables); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for id, note := range tables.Note {
			if s, ok := note.(string); ok {
				if read++; goesOn.MatchString(s) {
					t.Errorf("%s: note.%s goes on from a line that may stand below it: %q", file, id, s)
				}
			}
		}
	}
	if read == 0 {
		t.Error("no note was read")
	}
}
