package adjudicator_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/internal/ford"
)

// amend makes corrections in a game at an entry.
func amend(t *testing.T, s *adjudicator.Session, entry int, force bool, text string) adjudicator.Amended {
	t.Helper()
	a, faults := adjudicator.ReadAmendment(ford.New("ford", ford.None), text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	a.Force = force
	out, err := s.Amend(adjudicator.Input{Entry: entry, Head: dice.Head{byte(entry)}}, a)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A correction is made at the question that is open, which is asked again of the corrected
// game; it is told to each side as far as it may know it, and copies come to the same.
func TestAmend(t *testing.T) {
	m := begin(t, ford.None, dice.NewTurn(dice.ByOrders, dice.Secret{3}, "ford-1", 1))
	m.take(north, "bid 3")
	if out := amend(t, m.Session, 7, false, "paces south 2\ngive south 1"); len(out.Faults) > 0 {
		t.Fatal(out.Faults)
	} else if public, private := fmt.Sprint(out.Told[1].For(north)), fmt.Sprint(out.Told[1].For(south)); public == private {
		t.Errorf("both are told the same of a hidden chit: %s", public)
	}
	if m.Asked(north) != nil {
		t.Error("what was bid in secret is asked again")
	}
	m.take(south, "bid 0")
	if got := m.Session.Game().(*ford.Game).Paces[south]; got != 2 {
		t.Errorf("south is at %d", got)
	}
	c, err := m.Session.Copy()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	playOut(t, m.Session, 5)
	playOut(t, c, 5)
	if d := cmp.Diff(told(t, m.Session), told(t, c)); d != "" {
		t.Errorf("a copy goes on otherwise (-game +copy):\n%s", d)
	}
}

// A correction that breaks an invariant wants force; and one that is refused changes nothing.
func TestAmendRefuses(t *testing.T) {
	m := begin(t, ford.None, dice.NewTurn(dice.ByOrders, dice.Secret{3}, "ford-1", 1))
	was := told(t, m.Session)
	for text, code := range map[string]string{
		"paces south 7":  adjudicator.CodeAmendedUnsound,
		"paces south 10": "too-many",
	} {
		out := amend(t, m.Session, 7, false, "give north 1\n"+text)
		if len(out.Faults) != 1 || out.Faults[0].Code != code {
			t.Errorf("%s: %v", text, out.Faults)
		}
	}
	if d := cmp.Diff(was, told(t, m.Session)); d != "" {
		t.Errorf("what is refused has changed the game:\n%s", d)
	}
	if out := amend(t, m.Session, 7, true, "paces south 7"); len(out.Faults) > 0 || len(out.Broken) == 0 {
		t.Errorf("by force: %+v", out)
	}
	for text, code := range map[string]string{"": adjudicator.CodeAmendmentNeeded, "jump north 3": adjudicator.CodeUnknownRuling} {
		if _, faults := adjudicator.ReadAmendment(ford.New("ford", ford.None), text); len(faults) != 1 || faults[0].Code != code {
			t.Errorf("%q: %v", text, faults)
		}
	}
}

// A correction that changes nothing changes nothing until the end of the turn, wherever it
// is made; where a turn cannot be entered it is refused, and changes nothing either.
func TestAmendNothing(t *testing.T) {
	source := dice.NewTurn(dice.ByOrders, dice.Secret{9}, "ford-1", 1)
	made := 0
	for seed := range uint64(40) {
		plain, amended := begin(t, ford.None, source), begin(t, ford.None, source)
		r := rand.New(rand.NewPCG(seed, 4))
		for n := 0; !plain.Ended(); n++ {
			g := amended.Session.Game().(*ford.Game)
			in := adjudicator.Input{Head: dice.Head{byte(n)}, Entry: n}
			a, _ := adjudicator.ReadAmendment(ford.New("ford", ford.None), fmt.Sprintf("paces north %d", g.Paces[north]))
			events := len(amended.Session.Events())
			out, err := amended.Session.Amend(in, a)
			if err != nil {
				t.Fatal(err)
			}
			if len(out.Faults) == 0 {
				made++
			} else if out.Faults[0].Code != adjudicator.CodeAmendedNotNow {
				t.Fatal(out.Faults)
			}
			if got := len(amended.Session.Events()) - events; got != len(out.Told) {
				t.Fatalf("%d events are told of %d corrections", got, len(out.Told))
			}
			for _, e := range amended.Session.Events()[events:] {
				if e.Phase != adjudicator.ByRuling {
					t.Fatalf("a correction tells that it was made in %s", e.Phase)
				}
			}
			side := adjudicator.Side(r.IntN(2))
			if plain.Asked(side) == nil {
				side = side.Other()
			}
			answer := plain.Asked(side).Form.Sample(r)
			for _, s := range []*adjudicator.Session{plain.Session, amended.Session} {
				in.Side, in.File = side, file(t, fmt.Sprintln([]any(answer.Words())...))
				if out, err := s.Take(in); err != nil || len(out.Faults) > 0 {
					t.Fatal(out.Faults, err)
				}
			}
		}
		if got, want := string(amended.Session.Game().State()), string(plain.Session.Game().State()); got != want {
			t.Fatalf("seed %d: another game:\n%s\n%s", seed, got, want)
		}
	}
	if made == 0 {
		t.Error("no correction was made")
	}
}
