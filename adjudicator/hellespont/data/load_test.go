package data

import "testing"

func TestDefaultLoads(t *testing.T) {
	g := Default()
	if n := g.Map.Len(); n != 64 {
		t.Errorf("%d zones", n)
	}
	t.Log(len(g.Units), len(g.Leaders), len(g.Counters), len(g.Scenarios))
}
