package perse

import (
	"fmt"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/field"
)

// TestFightsTellTheirColumns wants what shifts a column, and what is added to a die at sea, to be told by name: fifteen points
// against a city fight two columns further left, and four ships know the coast of Attica.
func TestFightsTellTheirColumns(t *testing.T) {
	g := staged(t, "14.2", line("control", "Attique greeks"), line("leader", "Miltiade Attique"), line("with", "Miltiade 2x4A-Athens"), line("units", "greeks Attique 3PN-Athens 1PN-Athens"),
		line("leader", "Datis Attique"), line("with", "Datis 3x5C"))
	z := g.Rules.Zones["Attique"]
	ashore := func(side adjudicator.Side) field.Force {
		return field.Force{Side: side, Names: g.Ashore(side, z), At: z}
	}
	f := g.Muster(field.Force{}, ashore(field.Greeks), ashore(field.Persians))
	f.Armies[field.Greeks].Inside = true
	told := func(p adjudicator.Phrase) string { return strings.TrimSpace(fmt.Sprintln(p.Args...)) }
	if text := told(g.shifts(f, f.Armies[field.Persians])); !strings.Contains(text, "City -2") {
		t.Errorf("the Persians before the city are told %q", text)
	}
	if text := told(g.shifts(f, f.Armies[field.Greeks])); !strings.Contains(text, "Support 1") {
		t.Errorf("the Greeks inside are told %q", text)
	}
	sea := g.Muster(field.Force{}, field.Force{Side: field.Greeks, Loose: true, At: z, Sea: true}, ashore(field.Persians))
	if text := told(g.crew(sea, sea.Armies[field.Greeks])); !strings.Contains(text, "Coast 1") {
		t.Errorf("the ships of Athens are told %q", text)
	}
}
