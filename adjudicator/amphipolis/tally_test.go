package amphipolis

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/tally"
	"keryx/adjudicator/dice"
)

// TestTallyKeepsCount: at the end of every turn of random games, the force points that the
// tally says a side lost are those that it had, and that came, less those that it has.
func TestTallyKeepsCount(t *testing.T) {
	rules := Default().(*ruleset)
	lost, won := 0, 0
	for seed := range uint64(12) {
		rnd := rand.New(rand.NewPCG(seed, 11))
		for _, scenario := range rules.Info().Scenarios {
			snap, err := adjudicator.Begin(rules, adjudicator.Setup{Scenario: scenario})
			if err != nil {
				t.Fatal(err)
			}
			for over := false; !over; {
				var l *tally.Ledger
				if l, snap, over = tallied(t, rules, snap, rnd); t.Failed() {
					t.Fatalf("%s, seed %d", scenario, seed)
				}
				for s := range l.Of {
					lost += l.Of[s].Lost[field.Naval] + l.Of[s].Lost[field.Land]
					won += l.Of[s].Won
				}
			}
		}
	}
	if lost == 0 || won == 0 {
		t.Errorf("%d PF lost and %d combats won: the games were too quiet to show anything", lost, won)
	}
}

// tallied plays a turn and compares its accounts with the counters.
func tallied(t *testing.T, rules *ruleset, snap adjudicator.Snapshot, rnd *rand.Rand) (*tally.Ledger, adjudicator.Snapshot, bool) {
	t.Helper()
	s, err := adjudicator.Open(rules, snap, dice.NewQuick(rnd), 1, dice.Head{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	l := tally.Open(rules.Printed, tallyCustoms)
	before := musteredPF(s.Game().(*game))
	for !s.Ended() {
		for side := athens; side <= sparta; side++ {
			if q := s.Asked(side); q != nil {
				if err := s.Answer(side, q.Form.Sample(rnd)); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
	var gained [2]int
	for _, e := range s.Events() {
		l.Read(e.Rule, e.Public)
		countGains(rules, e.Public, &gained)
	}
	l.Close()
	after := musteredPF(s.Game().(*game))
	for side := range l.Of {
		want := before[side] + gained[side] - after[side]
		if got := l.Of[side].Lost[field.Naval] + l.Of[side].Lost[field.Land]; got != want {
			t.Errorf("turn %d, %s: the tally says %d PF lost, the counters %d", snap.Turn, sideIDs[side], got, want)
		}
	}
	return l, s.Snapshot(), s.Over()
}

// musteredPF is what each side has in play.
func musteredPF(g *game) (pf [2]int) {
	for u := range g.Pieces {
		if g.UnitFate[u] == field.InPlay {
			pf[g.Pieces[u].Side] += g.Strength(field.UnitNo(u))
		}
	}
	return pf
}

// countGains adds what comes into play and what recovers, and takes off what the scenario
// calls away. Who deserts is lost.
func countGains(rules *ruleset, said adjudicator.Phrase, gained *[2]int) {
	args := tally.Arguments(said)
	side := tally.Open(rules.Printed, tallyCustoms).SideOf(args["Side"])
	add := func(name string, sign int, whole bool) {
		for _, term := range tally.Terms(args[name]) {
			n, c, weak := tally.CountersNamed(rules.Printed, term)
			switch {
			case c == nil:
			case whole && weak:
				gained[side] += sign * n * c.Reverse
			case whole:
				gained[side] += sign * n * c.Full
			default:
				gained[side] += sign * n * (c.Full - c.Reverse)
			}
		}
	}
	switch _, key, _ := strings.Cut(said.Key, ".event."); key {
	case "arrived":
		add("Who", 1, true)
	case "recovered":
		add("Units", 1, false)
	case "advantage-recover":
		add("Who", 1, false)
	case "retired":
		add("Who", -1, true)
	}
}
