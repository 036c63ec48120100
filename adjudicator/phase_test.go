package adjudicator_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
)

// namedPhases is the ford with names for two of its phases, of which B and C need not come.
type namedPhases struct{ *ford.Rules }

func (n namedPhases) Info() adjudicator.Info {
	info := n.Rules.Info()
	info.Phases = append(slices.Clone(info.Phases), "second")
	info.Optional = []string{"C", "second"}
	return info
}

// withNames begins a turn of it.
func withNames(t *testing.T) *match {
	t.Helper()
	words := func(list string) *fstest.MapFile { return &fstest.MapFile{Data: []byte("[heading]\n" + list)} }
	names := adjudicator.Texts{Owner: "names", Files: fstest.MapFS{
		"texts/en.toml": words(`C = ["crossing"]` + "\n" + `second = ["second"]` + "\n"),
		"texts/fr.toml": words(`C = ["traversée"]` + "\n" + `second = ["deuxième"]` + "\n"),
	}}
	rules, err := ford.With("ford", ford.None, ford.Texts, names)
	if err != nil {
		t.Fatal(err)
	}
	named := namedPhases{rules}
	snap, err := adjudicator.Begin(named, adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return open(t, named, snap, fixed{face: 1})
}

// TestPhasesByName: a heading gives its phase by any of its names; two headings of one
// phase are a fault however they are written, and a name that no phase has is one.
func TestPhasesByName(t *testing.T) {
	for _, c := range []struct {
		orders string
		faults []string
	}{
		{"bid 1/phase crossing/pass/phase Traversee again/pass/phase d/loot 0/loot 0", nil},
		{"bid 1/phase crossing/pass/phase C/pass", []string{"doubled-phase"}},
		{"bid 1/phase ford/pass", []string{"no-such-phase"}},
	} {
		m := withNames(t)
		m.take(south, restOfSouth)
		var got []string
		for _, d := range m.try(north, c.orders).Faults {
			got = append(got, d.Code)
		}
		if diff := cmp.Diff(c.faults, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.orders, diff)
		}
		if c.faults == nil && m.asks() != "- -" {
			t.Errorf("%s: asked is %q", c.orders, m.asks())
		}
	}
}

// TestOptionalPhases: orders under a heading whose phase need not come, and did not, pass
// without a word; what is left of a phase that came is told.
func TestOptionalPhases(t *testing.T) {
	for orders, want := range map[string][]string{
		"bid 1/phase second/shoot/phase C/pass/phase C again/pass/phase D/loot 0/loot 0": nil,
		"bid 1/phase C/pass/phase C again/pass/phase D/loot 0/loot 0/phase second/shoot": nil,
		"bid 1/phase C/pass/shoot/phase C again/pass/phase D/loot 0/loot 0":              {"order-passed 8 shoot"},
		"bid 1/phase A/shoot/phase C/pass/phase C again/pass/phase D/loot 0/loot 0":      {"order-passed 7 shoot"},
	} {
		m := withNames(t)
		m.take(south, restOfSouth)
		m.take(north, orders)
		if d := cmp.Diff(want, m.told(north)); d != "" || m.asks() != "- -" {
			t.Errorf("%s: asked is %q, told (-want +got):\n%s", orders, m.asks(), d)
		}
	}
}

// TestPartsAreRefused: an order in parts whose verb takes none is refused at its marks.
func TestPartsAreRefused(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	out := m.try(north, "bid 1/march 1: 2; 3")
	if len(out.Faults) != 2 || out.Faults[0].Code != "stray-colon" || out.Faults[1].Code != "stray-semicolon" {
		t.Errorf("it gives %v", out.Faults)
	}
}
