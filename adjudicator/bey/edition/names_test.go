package edition_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellespont"
)

// number is a counter, an area or an entry by its number alone, which any game may have.
var number = regexp.MustCompile(`^[A-Z]{0,2}\d+[a-z+]*$`)

// TestTheFamilyNamesNoGame: no line of the family's code, comments included, names one of
// its games, a side, a leader, a zone by its name, or a turn.
func TestTheFamilyNamesNoGame(t *testing.T) {
	t.Chdir("..") // among the tests of the family itself, every package of it would be compiled once more
	forbidden := map[string]string{}
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		forbidden[rules.Info().Name] = "game"
		for _, kind := range []string{"side", "leader", "zone", "month"} {
			for _, name := range rules.Lexicon().Names(kind) {
				if name = strings.ToLower(name); len(name) > 3 && !number.MatchString(strings.ToUpper(name)) {
					forbidden[name] = kind
				}
			}
		}
	}
	if len(forbidden) < 50 {
		t.Fatalf("only %d names are known", len(forbidden))
	}
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	own, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile(`\p{L}+`)
	for _, file := range append(files, own...) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, w := range word.FindAllString(line, -1) {
				if w == "march" { // a movement by land, not the month
					continue
				}
				if kind := forbidden[strings.ToLower(w)]; kind != "" && w != "March" && w != "Marches" {
					t.Errorf("%s:%d names a %s, %s", file, i+1, kind, w)
				}
			}
		}
	}
}
