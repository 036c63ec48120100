package data

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The embedded data contradict nothing that the rulebook fixes.
func TestCheck(t *testing.T) {
	for _, f := range Check(Default()) {
		t.Error(f)
	}
	if lines := strings.Join(Origins(Default()), "\n"); !strings.Contains(lines, "table of combat: 1 of 1 reconstructed") {
		t.Errorf("the reconstructed table is not named:\n%s", lines)
	}
}

// An owner's table stands in the place of the reconstructed one, a fact that is changed is found,
// and a file of another name is refused.
func TestLoadDir(t *testing.T) {
	dir := t.TempDir()
	text, err := embedded.ReadFile("interception.toml")
	if err != nil {
		t.Fatal(err)
	}
	own := strings.Replace(strings.Replace(string(text), `source = "reconstruction"`, `source = "printed table"`, 1), `die = 1
cells = ["-", "-", "-", "-", "-", "-", "-"]`, `die = 1
cells = ["-", "-", "-", "-", "-", "-", "B"]`, 1)
	if err := os.WriteFile(filepath.Join(dir, "interception.toml"), []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := LoadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if g.Own == "" || Default().Own != "" {
		t.Error("the owner's files have no name in the version")
	}
	if got := g.Interception.At(1, 6); got != Pitched || Default().Interception.At(1, 6) != Fails {
		t.Errorf("a die of 1 at +3 gives %v", got)
	}
	action, err := embedded.ReadFile("action.toml")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "action.toml"), []byte(strings.Replace(string(action), "thermopylae = 4", "thermopylae = 3", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if g, err = LoadDir(dir); err != nil || len(Check(g)) != 1 {
		t.Errorf("found %v, %v", Check(g), err)
	}
	if err := os.WriteFile(filepath.Join(dir, "tables.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadDir(dir); err == nil {
		t.Error("a file of an unknown name was taken")
	}
}
