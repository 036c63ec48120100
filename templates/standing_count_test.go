package templates

import "testing"

// TestRulesIn counts standing orders as who wrote them does: one that is wrapped is one.
func TestRulesIn(t *testing.T) {
	for text, want := range map[string]int{
		"":                              0,
		"stratagems: none\n":            1,
		"stratagems: none\nlosses: all": 2,
		"stratagems: none\n\nwhen attacked at sea: evade to port, else \\\n  hold\nlosses: all\n": 3,
	} {
		if n := rulesIn(text); n != want {
			t.Errorf("%q: %d standing orders, want %d", text, n, want)
		}
	}
}
