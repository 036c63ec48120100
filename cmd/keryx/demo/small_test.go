package demo

import (
	"bytes"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/ferry"
	"keryx/adjudicator/host"
	"keryx/adjudicator/moor"
	"keryx/cmd/keryx/screen"
)

// TestDemoOfSmallGames plays the small games of the kit by mail, in each language, and wants them proved.
func TestDemoOfSmallGames(t *testing.T) {
	adjudicator.Register(ferry.New())
	adjudicator.Register(moor.New())
	for _, name := range []string{"ferry", "moor"} {
		for seed, lang := range []string{"en", "fr"} {
			var out, faults bytes.Buffer
			demo := Cmd{Game: name, Turns: 2, Lang: lang, Seed: uint64(seed)}
			if err := demo.Run(&screen.Globals{Ctx: t.Context(), Out: &out, Err: &faults}); err != nil {
				t.Errorf("%s, %s: %v\n%s%s", name, lang, err, out.String(), faults.String())
			}
			if !strings.Contains(out.String(), "replayed from the ledger") {
				t.Errorf("%s, %s: nothing is said of the proof:\n%s", name, lang, out.String())
			}
		}
	}
}

// TestProven: a game in which nobody throws is proved by what is published of its turns, one with throws by these.
func TestProven(t *testing.T) {
	for what, c := range map[string]struct {
		results []host.Verification
		turns   int
		want    bool
	}{
		"a throw":                               {[]host.Verification{{Rolls: 1, Turns: 2}}, 2, true},
		"a throw, and one that waits":           {[]host.Verification{{Rolls: 1, Turns: 1, Pending: 1}}, 2, true},
		"no throw in two turns":                 {[]host.Verification{{Turns: 2}}, 2, true},
		"no throw, and nothing published":       {[]host.Verification{{}}, 2, false},
		"throws that nothing is published of":   {[]host.Verification{{Pending: 3}}, 2, false},
		"throws of a turn that were not proved": {[]host.Verification{{Pending: 3, Turns: 1}}, 2, false},
		"no throw in one turn":                  {[]host.Verification{{}}, 1, true},
		"a throw of one turn that waits":        {[]host.Verification{{Pending: 1}}, 1, false},
		"no game":                               {nil, 2, false},
		"two games":                             {[]host.Verification{{Rolls: 1}, {Rolls: 1}}, 2, false},
	} {
		if got := proven(c.results, c.turns); got != c.want {
			t.Errorf("%s: proven is %v", what, got)
		}
	}
}
