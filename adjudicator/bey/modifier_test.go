package bey

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestModifiers(t *testing.T) {
	leaders := &Clause{Letter: "a", Key: "leaders", Rule: "table, die a"}
	hoplites := &Clause{Letter: "b", Key: "hoplites", Rule: "table, die b"}
	var m Modifiers
	m.Add(leaders, -2)
	m.Add(hoplites, 0)
	m.AddIf(false, hoplites, 5)
	m.AddIf(true, hoplites, 1)
	if got := m.Sum(); got != -1 {
		t.Errorf("the sum is %d, want -1", got)
	}
	want := []Modifier{{leaders, -2}, {hoplites, 1}}
	if diff := cmp.Diff(want, m.All()); diff != "" {
		t.Errorf("modifiers (-want +got):\n%s", diff)
	}
}

func TestModifiersDoNotAllocate(t *testing.T) {
	c := &Clause{Letter: "a"}
	n := testing.AllocsPerRun(100, func() {
		var m Modifiers
		for range maxModifiers {
			m.Add(c, 1)
		}
		if m.Sum() != maxModifiers {
			t.Fatal("wrong sum")
		}
	})
	if n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
