package source_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"keryx/adjudicator/ruletest/source"
)

// TestRead finds phrases and faults with the arguments that all who say them supply, and keys that are put together.
func TestRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rules.go")
	text := `package rules
func turn() {
	Say("game.event.sailed", "Side", s, "Zone", z)
	Say("game.event.sailed", "Zone", z, "Depth", 2)
	Say("game.event.sank", args...)
	orders.IllegalAt(st, span, "too-far", "3.1", "Limit", 4)
	field.Fault{Code: "other"}
	orders.Diagnostic{Code: "bare", Args: []any{"Word", w}}
	Say("game.event.storm-" + kind, "Zone", z)
	_ = "storm-"
	_ = "north"
}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	code, err := source.Read([]string{file})
	if err != nil {
		t.Fatal(err)
	}
	if got := code.Phrases["game.event.sailed"]; !slices.Equal(got.Names, []string{"Zone"}) || got.Open || got.Where != "rules.go:3" {
		t.Errorf("a phrase that is said twice: %+v", got)
	}
	if !code.Phrases["game.event.sank"].Open {
		t.Error("arguments that are passed on are not open")
	}
	if got := code.Faults["too-far"]; !slices.Equal(got.Names, []string{"Limit"}) {
		t.Errorf("a fault of a call: %+v", got)
	}
	if got := code.Faults["bare"]; !slices.Equal(got.Names, []string{"Word"}) {
		t.Errorf("a fault that is a literal: %+v", got)
	}
	none := func(string) bool { return false }
	north := func(part string) bool { return part == "north" }
	if !code.Composed("storm-north", north) || code.Composed("storm-north", none) || code.Composed("calm-north", north) {
		t.Error("what can be put together is wrong")
	}
	if source.Unowned("game.event.sailed") != "event.sailed" || source.Unowned("sailed") != "sailed" {
		t.Error("the owner of a key")
	}
	if _, err := source.Read([]string{t.TempDir()}); err == nil {
		t.Error("an empty folder is a source")
	}
}
