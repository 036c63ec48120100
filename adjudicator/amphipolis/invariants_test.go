package amphipolis

import (
	"strings"
	"testing"
)

// TestInvariantsFind: counters where none can be, and what else there cannot be, are found.
func TestInvariantsFind(t *testing.T) {
	for _, c := range []struct{ place, says string }{
		{"athens T7: T20", "ships on land"},
		{"athens Thrace: T20", "without a sea"},
		{"athens M1: H6", "at sea"},
		{"sparta Thasos: H7", "enemy's base"},
		{"sparta Thasos: Brasidas", "enemy's base"},
		{"athens Macedonia: H6", "enemy's base"},
		{"athens Thasos: T20 H6 Cleon", ""},
	} {
		err := bare(t, nil, c.place).Invariants()
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.place, err, c.says)
		}
	}
	for says, spoil := range map[string]func(g *game){
		"action points": func(g *game) { g.Points[sparta] = -1 },
		"of nobody":     func(g *game) { g.faces[0] = 2 },
		"both sides": func(g *game) {
			g.Held[athens].Add(g.Board.MustZone("Thrace"))
			g.Held[sparta].Add(g.Board.MustZone("Thrace"))
		},
		"main map, which": func(g *game) { g.setting.WithoutMainMap = true; g.TurnNo = 1 },
	} {
		g := bare(t, nil, "athens T7: H6")
		setting := *g.setting
		g.setting = &setting
		if spoil(g); g.Invariants() == nil || !strings.Contains(g.Invariants().Error(), says) {
			t.Errorf("%v, want %q", g.Invariants(), says)
		}
	}
}
