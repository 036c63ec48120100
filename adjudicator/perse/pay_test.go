package perse

import (
	"math/rand/v2"
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/data"
)

// TestEveryLossCanBePaid wants counters to be found that pay a result, from the weakest as from the strongest, whatever an army
// has: with a hoplite, an Immortal or a horseman among them from ten points on, and none that could be spared (7.3, P-47).
func TestEveryLossCanBePaid(t *testing.T) {
	g := staged(t, "14.3")
	r := rand.New(rand.NewPCG(7, 3))
	for range 20_000 {
		side := adjudicator.Side(r.IntN(2))
		var lots []int
		for i, l := range g.Roster.Lots {
			if l.Slot[side] >= 0 && l.Slot[side.Other()] < 0 && !g.Kind(i).Afloat() && r.IntN(3) == 0 {
				lots = append(lots, i)
			}
		}
		points := 1 + r.IntN(15)
		fits := g.Paying(lots, points, points >= 10, g.Melee)
		for _, ranked := range [][]int{g.Cheapest(lots), g.Dearest(lots)} {
			if c, ok := g.Gather(ranked, fits); len(lots) > 0 && (!ok || fits(c) != nil) {
				t.Fatalf("nothing pays %d points of %s: %s is found", points, g.Rules.Write(g.Sum(lots)), g.Rules.Write(c))
			}
		}
	}
}

// TestVersionOneProposesAsItDid wants a game that was begun under version 1 to go on as it did: where several counters have to be
// spared at once it proposed the strongest alone.
func TestVersionOneProposesAsItDid(t *testing.T) {
	for version, want := range map[string]int{"1": 1, "2": 2} {
		rules := in(data.Default(), version)
		made, err := rules.New(adjudicator.Setup{Scenario: "14.3"})
		if err != nil {
			t.Fatal(err)
		}
		g := made.(*Game)
		var lots []int
		for _, kind := range []string{"4A-Athens", "4A-Athens", "4C-Athens", "4*D", "4*D"} {
			for i := range g.Roster.Lots {
				if g.Kind(i).ID == kind && !slices.Contains(lots, i) {
					lots = append(lots, i)
					break
				}
			}
		}
		open := g.lossForm(these(lots), g.Paying(lots, 13, true, g.Melee)).Open()
		if len(open) != want || rules.Info().Version != version {
			t.Errorf("version %s (%s) proposes %v", version, rules.Info().Version, open)
		}
	}
}
