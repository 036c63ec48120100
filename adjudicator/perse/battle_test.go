package perse

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// TestBattlesEnd wants a battle to end in which neither can hurt the other, though neither breaks off.
func TestBattlesEnd(t *testing.T) {
	rules := New(data.Default())
	made, err := rules.Bare(adjudicator.Setup{Scenario: "14.3"})
	if err != nil {
		t.Fatal(err)
	}
	g := made.(*Game)
	for _, l := range []cases.Line{line("control", "Eubee greeks"), line("units", "greeks Eubee 4B-Chalcis"), line("leader", "Xerxes Eubee"), line("with", "Xerxes 2x3C")} {
		if _, err := (stage{Game: g}).Prepare(l); err != nil {
			t.Fatal(err)
		}
	}
	for seed := range uint64(40) {
		c := g.Clone().(*Game)
		played, _ := stage{Game: c}.Part("battle persians Eubee")
		s, err := adjudicator.Enter(rules, played, adjudicator.Snapshot{Setup: adjudicator.Setup{Scenario: "14.3"}, Turn: 1}, dice.NewQuick(rand.New(rand.NewPCG(seed, 5))), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; !s.Ended(); n++ {
			if n > 200 {
				t.Fatalf("battle %d goes on in round %d", seed, c.Fight.Round)
			}
			for side := range adjudicator.Side(2) {
				if q := s.Asked(side); q != nil {
					a := q.Form.Default()
					if q.Kind == "city" {
						a = order.Act{Verb: "inside"}
					}
					if err := s.Answer(side, a); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		s.Close()
	}
}
