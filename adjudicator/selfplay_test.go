package adjudicator_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
)

func selfplay(fault ford.Fault, seed uint64) adjudicator.Selfplay {
	random := func(n uint64) adjudicator.Random { return adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, n))} }
	return adjudicator.Selfplay{Rules: ford.New("ford", fault), Players: [2]adjudicator.Player{random(1), random(2)},
		Seed: seed, Check: true, Replay: true, MaxAnswers: 100}
}

func TestSelfplay(t *testing.T) {
	for seed := range uint64(200) {
		played, err := selfplay(ford.None, seed).Run()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if played.Result == nil || played.Turns > ford.Last || played.Asked[0]+played.Asked[1] != played.Answers {
			t.Fatalf("seed %d: %+v", seed, played)
		}
		sent := 0
		for i, m := range played.Mails {
			sent += m[0] + m[1] - played.Receipts[i][0] - played.Receipts[i][1] - 2 // the end of a turn is told to both
		}
		for kind, n := range played.Asking {
			if sent -= n; n < 1 || kind == "" {
				t.Errorf("seed %d: %d mails ask %q", seed, n, kind)
			}
		}
		if sent != 0 {
			t.Errorf("seed %d: %d mails too many or too few for the questions that they ask: %+v", seed, sent, played)
		}
	}
}

// Selfplay finds what it is there to find.
func TestSelfplayFindsFaults(t *testing.T) {
	for fault, want := range map[ford.Fault]string{
		ford.Weak:    "a march broke the bridge",
		ford.Forgets: "does not replay to the same state",
		ford.Endless: "does not end",
		ford.Panics:  "the bridge fell down",
		ford.Refuses: "march 99",
	} {
		t.Run(string(fault), func(t *testing.T) {
			for seed := range uint64(50) {
				if _, err := selfplay(fault, seed).Run(); err != nil {
					if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "turn 1, answer") {
						t.Fatalf("the error is %q, want one about %q", err, want)
					}
					return
				}
			}
			t.Fatal("nothing was found in 50 games")
		})
	}
}

// TestSelfplayFindsAStateThatForgets: a game that goes on otherwise than what is stored of
// it would is found, as soon as what was forgotten counts.
func TestSelfplayFindsAStateThatForgets(t *testing.T) {
	for seed := range uint64(50) {
		if _, err := selfplay(ford.Drops, seed).Run(); err != nil {
			if !strings.Contains(err.Error(), "does not replay") || strings.Contains(err.Error(), "turn 1,") {
				t.Fatalf("the error is %q, want one about the replay of a later turn", err)
			}
			return
		}
	}
	t.Fatal("nothing was found in 50 games")
}

func TestSelfplayCallsEach(t *testing.T) {
	stop := errors.New("enough")
	n := 0
	p := selfplay(ford.None, 1)
	p.Each = func(*adjudicator.Session) error {
		if n++; n == 3 {
			return stop
		}
		return nil
	}
	if played, err := p.Run(); !errors.Is(err, stop) || played.Answers != 3 {
		t.Errorf("%v after %d answers", err, played.Answers)
	}
}
