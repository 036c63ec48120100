package hellespont

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/ruletest"
)

// TestChooseNoneIsLegalInAnyGame gives "choose none" as it was answered in one game to
// another: a turn that is played again is another game.
func TestChooseNoneIsLegalInAnyGame(t *testing.T) {
	for _, e := range editions {
		form := &startForm{g: &game{Field: field.Field{Habits: e.Habits}}}
		form.numbers.Add(3)
		err := form.Check(starting{g: &game{}})
		if legal := err == nil; legal == e.MustTake {
			t.Errorf("version %s: %v", e.Version, err)
		}
	}
}

// begun is a game that waits for both sides to choose what they begin with.
func begun(t *testing.T) *adjudicator.Session {
	t.Helper()
	snap, err := adjudicator.Begin(Default(), adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := adjudicator.Open(Default(), snap, dice.NewQuick(rand.New(rand.NewPCG(1, 1))), 1, dice.Head{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestStartAfterGifts: whatever a referee gives the enemy in secret before the sides choose, a
// side is asked the same; what it wants and cannot have is told when it has chosen.
func TestStartAfterGifts(t *testing.T) {
	total := 0
	for side, given := range map[adjudicator.Side][]string{athens: {"give sparta S5", "give sparta S9"}, sparta: {"give athens S5", "give athens S9"}} {
		seen := map[string]bool{}
		for _, line := range given {
			s := begun(t)
			a, faults := adjudicator.ReadAmendment(Default(), line)
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			if out, err := s.Amend(adjudicator.Input{Entry: 1}, a); err != nil || len(out.Faults) > 0 {
				t.Fatal(out.Faults, err)
			}
			q := s.Asked(side)
			text := fmt.Sprint(q.Facts)
			gone := 0
			for _, c := range q.Form.Choices() {
				text += ruletest.Written(c.Words) + "; "
			}
			seen[text] = true
			for n := field.StratagemNo(1); n <= 10; n++ {
				again := begun(t)
				if _, err := again.Amend(adjudicator.Input{Entry: 1}, a); err != nil {
					t.Fatal(err)
				}
				form := again.Asked(side).Form.(*startForm)
				if !form.has(n) {
					continue
				}
				for _, answers := range []adjudicator.Side{side, side.Other()} {
					answer := adjudicator.Answer(starting{g: form.g})
					if answers == side {
						answer = starting{g: form.g, n: n}
					}
					if err := again.Answer(answers, answer); err != nil {
						t.Fatal(err)
					}
				}
				if q := again.Asked(side); q != nil && q.Kind == atStart {
					gone++
				}
			}
			total += gone
			if gone > 1 {
				t.Errorf("%s: %d stratagems are gone with one counter", line, gone)
			}
		}
		if len(seen) != 1 {
			t.Errorf("side %d sees what its enemy was given: %v", side, seen)
		}
	}
	if total == 0 {
		t.Error("nothing was gone")
	}
}

// TestStartWithNothingLeft: who has nothing to choose, since a referee has given him all of it,
// chooses none.
func TestStartWithNothingLeft(t *testing.T) {
	for _, e := range editions {
		form := &startForm{g: &game{Field: field.Field{Habits: e.Habits}}}
		r := rand.New(rand.NewPCG(1, 1))
		for _, a := range []adjudicator.Answer{form.Default(), form.Sample(r)} {
			if err := form.Check(a); err != nil {
				t.Errorf("version %s: %v", e.Version, err)
			}
		}
	}
}
