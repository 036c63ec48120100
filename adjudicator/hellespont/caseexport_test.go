package hellespont

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// playedTurns plays a game at random, by order files, and returns its turns.
func playedTurns(t *testing.T, setup adjudicator.Setup, seed uint64) (turns []cases.Turn) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 5))
	snap, err := adjudicator.Begin(Default(), setup)
	if err != nil {
		t.Fatal(err)
	}
	snap.Standing[sparta] = "stratagems: none\nlosses: fresh first, smallest first"
	for over := false; !over; {
		secret := dice.Secret{byte(seed), byte(snap.Turn)}
		turn := cases.Turn{Start: snap, Entry: 1, Dice: dice.NewTurn(dice.ByOrders, secret, "hel-1", snap.Turn)}
		s, err := adjudicator.Open(Default(), snap, turn.Dice, 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		for n := 2; !s.Ended(); n++ {
			in := adjudicator.Input{Entry: n, Head: dice.Head{byte(n), byte(n >> 8)}, Side: athens}
			if s.Asked(athens) == nil {
				in.Side = sparta
			}
			if rnd.IntN(10) > 0 { // else the deadline passes
				words := ruletest.Written(s.Asked(in.Side).Form.Sample(rnd).Words())
				in.File, _ = orders.Parse("game hel-1\nside athens\nanswers K7Q2-9XWM\n\norders\n  " + words + "\n")
			}
			turn.Inputs = append(turn.Inputs, in)
			if out, err := s.Take(in); err != nil || len(out.Faults) > 0 {
				t.Fatal(err, out.Faults)
			}
		}
		turns = append(turns, turn)
		snap, over = s.Snapshot(), s.Over()
		s.Close()
	}
	return turns
}

// A played turn written as a case passes as one, and fails if what came of it is
// changed.
func TestWriteCase(t *testing.T) {
	for seed := range uint64(4) {
		for _, turn := range playedTurns(t, setups[seed%3], seed) {
			text, err := cases.Write(Default().(cases.Rules), "hel-1-1", turn)
			if err != nil {
				t.Fatalf("seed %d, turn %d: %v", seed, turn.Start.Turn, err)
			}
			if err := runText(t, text); err != nil {
				t.Fatalf("seed %d, turn %d: %v\n%s", seed, turn.Start.Turn, err, text)
			}
			wantRules(t, text)
			if changed := strings.Replace(text, "supply athens 3", "supply athens 2", 1); changed != text && runText(t, changed) == nil {
				t.Errorf("seed %d, turn %d: a false supply went unnoticed", seed, turn.Start.Turn)
			}
		}
	}
}

// wantRules wants the case to name rules that cases can be asked of.
func wantRules(t *testing.T, text string) {
	t.Helper()
	_, rest, _ := strings.Cut(text, "\nrule ")
	line, _, _ := strings.Cut(rest, "\n")
	named := strings.Split(line, "; ")
	if len(named) < 3 {
		t.Errorf("a whole turn names only %q", named)
	}
	list, err := cases.ReadCoverage("cases/rules.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range list.Enter([]cases.Result{{ID: "hel-1-1", Gives: named}}) {
		t.Error(fault)
	}
}

func runText(t *testing.T, text string) error {
	t.Helper()
	read, err := cases.Read(strings.NewReader(text))
	if err != nil || len(read) != 1 {
		t.Fatalf("%d cases, %v:\n%s", len(read), err, text)
	}
	return read[0].Play(Default().(cases.Rules))
}
