package edition_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellespont"
	"keryx/orders"
)

// TestOwnDirectories: a directory's data make versions of their own, one for each edition,
// and the words of its texts are those of its orders.
func TestOwnDirectories(t *testing.T) {
	for _, game := range []adjudicator.Opener{hellespont.Opener, amphipolis.Opener} {
		from := filepath.Join("..", "..", game.Name)
		dir := t.TempDir()
		write(t, filepath.Join(dir, "map.toml"), read(t, filepath.Join(from, "data", "map.toml")))
		plain, err := game.FromDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(dir, "texts"), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, lang := range []string{"en", "fr"} {
			write(t, filepath.Join(dir, "texts", lang+".toml"), read(t, filepath.Join(from, "texts", lang+".toml")))
		}
		write(t, filepath.Join(dir, "texts", "eo.toml"), "[verb]\nmove = [\"movi\"]\n")
		own, err := game.FromDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		embedded := game.Embedded()
		if len(plain) != len(embedded) || len(own) != len(embedded) {
			t.Fatalf("%s: %d and %d versions of %d", game.Name, len(plain), len(own), len(embedded))
		}
		for i, rules := range embedded {
			was, now := rules.Info().Version, own[i].Info().Version
			if plain[i].Info().Version != now || !strings.HasPrefix(now, was+"+") {
				t.Errorf("%s: version %s of the directory is called %s, and %s with texts", game.Name, was, plain[i].Info().Version, now)
			}
			for j, rules := range []adjudicator.Ruleset{rules, plain[i], own[i]} {
				if _, fault := rules.Lexicon().LookupString("movi", orders.VerbKind); (fault == nil) != (j == 2) {
					t.Errorf("%s: a word of the directory's texts in ruleset %d: %v", game.Name, j, fault)
				}
			}
		}
		write(t, filepath.Join(dir, "map.toml"), read(t, filepath.Join(dir, "map.toml"))+"\n")
		if other, err := game.FromDir(dir); err != nil || other[0].Info().Version == own[0].Info().Version {
			t.Errorf("%s: another file has the same version: %v", game.Name, err)
		}
		if _, err := game.FromDir(t.TempDir()); err == nil {
			t.Errorf("%s: an empty directory is taken", game.Name)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
