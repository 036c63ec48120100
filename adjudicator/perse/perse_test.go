package perse

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/ruletest"
)

var update = flag.Bool("update", false, "write what is kept on disk anew")

// options are what the game is tried with. KERYX_GAMES sets in how many games.
func options(t *testing.T) ruletest.Options {
	t.Helper()
	games, err := strconv.Atoi(os.Getenv("KERYX_GAMES"))
	if err != nil {
		games = 4
	}
	return ruletest.Options{Cases: ruletest.Cases{Dir: "cases", Update: *update, How: "go test ./adjudicator/perse -run TestRules/cases -update"},
		Source: []string{".", "data", "field", "odds", "order", "player", "view"}, Games: games, First: seed.First(t, 0),
		Probes: []string{"activate Mardonios", "move Ephese", "intercept p1 with Strategos2", "intercept g1 with Mardonios", "play reconnaissance on p1", "sail Fleet1 to Chios"}}
}

// TestRules proves what the kit promises of every ruleset.
func TestRules(t *testing.T) { ruletest.Run(t, New(data.Default()), options(t)) }

// TestTablesAreNamed wants the result of a reconstructed table to be told as such, and that of a printed one,
// which the owner of the game has put in its place, not.
func TestTablesAreNamed(t *testing.T) {
	for _, printed := range []bool{false, true} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("data")); err != nil {
			t.Fatal(err)
		}
		if printed {
			file := filepath.Join(dir, "combat.toml")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text = bytes.Replace(text, []byte(`source = "reconstruction"`), []byte(`source = "printed table of combat"`), 1)
			if err := os.WriteFile(file, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		d, err := data.LoadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if field.Ours(d.Combat) != field.Yes(!printed) || field.Ours(d.Naval) != 1 {
			t.Errorf("printed %v: the table of combat is told as %d, that of naval combat as %d", printed, field.Ours(d.Combat), field.Ours(d.Naval))
		}
	}
}
