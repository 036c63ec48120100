package amphipolis

import (
	"errors"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// A played turn written as a case passes as one, and names rules alone that the list of
// cases knows, so that it can be put among them. Enough turns are played for combats
// and attrition.
func TestWriteCase(t *testing.T) {
	list, err := cases.ReadCoverage("cases/rules.toml")
	if err != nil {
		t.Fatal(err)
	}
	cited := map[string]bool{}
	for seed := range uint64(8) {
		for _, turn := range playedTurns(t, adjudicator.Setup{Scenario: []string{"10.1", "10.2", "10.3", "10.4"}[seed%4]}, seed) {
			text, err := cases.Write(Default().(cases.Rules), "amp-1-1", turn)
			if err != nil {
				t.Fatalf("seed %d, turn %d: %v", seed, turn.Start.Turn, err)
			}
			results, err := cases.Play(Default().(cases.Rules), strings.NewReader(text))
			if err = errors.Join(err, results[0].Err); err != nil {
				t.Fatalf("seed %d, turn %d: %v\n%s", seed, turn.Start.Turn, err, text)
			}
			for _, fault := range list.Enter(results) {
				t.Errorf("seed %d, turn %d: %s", seed, turn.Start.Turn, fault)
			}
			for _, rule := range results[0].Gives {
				cited[rule] = true
			}
		}
	}
	for _, rule := range []string{"3.1", "4.2", "4.2.1", "6", "A", "B.2"} {
		if !cited[rule] {
			t.Errorf("no turn cites rule %s", rule)
		}
	}
}

// playedTurns plays the first turns of a game of sensible players by order files.
func playedTurns(t *testing.T, setup adjudicator.Setup, seed uint64) (turns []cases.Turn) {
	t.Helper()
	players := sensiblePair(seed)
	snap, err := adjudicator.Begin(Default(), setup)
	if err != nil {
		t.Fatal(err)
	}
	for over := false; !over && snap.Turn <= 4; {
		turn := cases.Turn{Start: snap, Entry: 1, Dice: dice.NewTurn(dice.ByOrders, dice.Secret{byte(seed), byte(snap.Turn)}, "amp-1", snap.Turn)}
		s, err := adjudicator.Open(Default(), snap, turn.Dice, 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		for n := 2; !s.Ended(); n++ {
			in := adjudicator.Input{Entry: n, Head: dice.Head{byte(n), byte(n >> 8)}, Side: athens}
			if s.Asked(athens) == nil {
				in.Side = sparta
			}
			words := ruletest.Written(players[in.Side].Answer(s, in.Side, s.Asked(in.Side)).Words())
			in.File, _ = orders.Parse("game amp-1\nside athens\nanswers K7Q2-9XWM\n\norders\n  " + words + "\n")
			turn.Inputs = append(turn.Inputs, in)
			if out, err := s.Take(in); err != nil || len(out.Faults) > 0 {
				t.Fatal(words, err, out.Faults)
			}
		}
		turns = append(turns, turn)
		snap, over = s.Snapshot(), s.Over()
		s.Close()
	}
	return turns
}
