package adjudicator_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/internal/ford"
	"keryx/orders"
)

// fordTurn opens the first turn of a tiny game.
func fordTurn(t *testing.T, seed uint64) (adjudicator.Ruleset, *adjudicator.Session) {
	t.Helper()
	rules := ford.New("ford", ford.None)
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := adjudicator.Open(rules, snap, dice.NewQuick(rand.New(rand.NewPCG(seed, 1))), 1, dice.Head{})
	if err != nil {
		t.Fatal(err)
	}
	return rules, s
}

// anybody plays a turn to its end, and returns the kinds that were asked.
func anybody(t *testing.T, s *adjudicator.Session, r *rand.Rand) (asked []string) {
	t.Helper()
	for !s.Ended() {
		side := north
		if s.Asked(north) == nil {
			side = south
		}
		asked = append(asked, s.Asked(side).Kind)
		if err := s.Answer(side, (adjudicator.Random{Rand: r}).Answer(s, side, s.Asked(side))); err != nil {
			t.Fatal(err)
		}
	}
	return asked
}

// TestOnward: a fork that has been played to its end goes on into the next turn, and can be forked
// there again; one whose turn has not ended does not.
func TestOnward(t *testing.T) {
	_, s := fordTurn(t, 1)
	defer s.Close()
	f, err := s.Fork(north, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Onward(dice.NewCommon(1)); err == nil {
		t.Error("a turn that has not ended goes on into the next")
	}
	for turn := 2; ; turn++ {
		anybody(t, f, rand.New(rand.NewPCG(uint64(turn), 3)))
		if f.Over() {
			if _, err := f.Onward(dice.NewCommon(1)); err == nil {
				t.Error("a game that is over goes on")
			}
			f.Close()
			break
		}
		next, err := f.Onward(dice.NewCommon(uint64(turn)))
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if f = next; f.Turn() != turn {
			t.Fatalf("turn %d behind turn %d", f.Turn(), turn-1)
		}
		again, err := f.Fork(north, rand.New(rand.NewPCG(4, 5)))
		if err != nil {
			t.Fatal(err)
		}
		anybody(t, again, rand.New(rand.NewPCG(6, 7)))
		again.Close()
	}
	if s.Ended() || s.Turn() != 1 {
		t.Error("the session itself has gone on")
	}
}

// TestCommonDice: numbers hang on where they are thrown, not on how many were thrown elsewhere.
func TestCommonDice(t *testing.T) {
	throw := func(d *dice.Common, phase, place string, n int) (faces []int) {
		for range n {
			d.At(dice.Spot{Phase: phase, Count: 1, Place: place})
			faces = append(faces, d.Roll(dice.Head{}, 0, 6))
		}
		return faces
	}
	one, other := dice.NewCommon(7), dice.NewCommon(7)
	throw(one, "B.3", "M4", 20)
	mixed := append(throw(one, "B.3", "T7", 10), throw(one, "C", "M4", 10)...)
	if alone := append(throw(other, "B.3", "T7", 10), throw(other, "C", "M4", 10)...); !slices.Equal(mixed, alone) {
		t.Errorf("behind other throws they are %v, without them %v", mixed, alone)
	}
	if slices.Equal(mixed[:10], mixed[10:]) || slices.Equal(throw(dice.NewCommon(8), "B.3", "T7", 10), mixed[:10]) {
		t.Error("other spots or seeds give the same numbers")
	}
	var seen [7]int
	for _, face := range throw(one, "A", "", 6000) {
		seen[face]++
	}
	for face, n := range seen[1:] {
		if n < 850 || n > 1150 {
			t.Errorf("%d falls %d times of 6000", face+1, n)
		}
	}
}

// TestPlanIsFollowed: what is left of a plan is carried out by another as by who began it, and it says
// when it is done.
func TestPlanIsFollowed(t *testing.T) {
	rules, s := fordTurn(t, 3)
	defer s.Close()
	side := north
	if s.Asked(north) == nil {
		side = south
	}
	plan := adjudicator.Plans(rules, s, side, 3, rand.New(rand.NewPCG(1, 1)))[0]
	p := plan.Player(rand.New(rand.NewPCG(1, 2)))
	if !adjudicator.Follow(p, s, side) {
		t.Fatal("a plan that has just been made cannot be followed")
	}
	rest := p.(adjudicator.Follower).Rest().Player(rand.New(rand.NewPCG(1, 2)))
	a, b := p.Answer(s, side, s.Asked(side)), rest.Answer(s, side, s.Asked(side))
	if fmt.Sprint(a.Words()...) != fmt.Sprint(b.Words()...) {
		t.Errorf("%v, and what is left of it says %v", a.Words(), b.Words())
	}
	if adjudicator.Follow(p, s, side) || p.(adjudicator.Follower).Rest() != nil {
		t.Error("a plan of one answer goes on behind it")
	}
}

// guided is the tiny game with standing orders to propose.
type guided struct{ adjudicator.Ruleset }

// Starter implements [adjudicator.Guide].
func (guided) Starter(adjudicator.Side, string) string { return "reaction: hold\nreaction: ambush\n" }

// TestStandingPlans: standing orders are tried out from none upward, and hold in the forks that they
// are tried in.
func TestStandingPlans(t *testing.T) {
	plain, s := fordTurn(t, 5)
	rules := guided{plain}
	defer s.Close()
	texts := adjudicator.StandingPlans(rules, south, "en", 50)
	if len(texts) != 4 || texts[0] != "" || !strings.Contains(texts[len(texts)-1], texts[1]) {
		t.Fatalf("they are %q", texts)
	}
	for _, text := range texts {
		f, err := s.Fork(south, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Instruct(south, text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		again, err := f.Fork(south, rand.New(rand.NewPCG(1, 3)))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(again.Standing(south, orders.English)); strings.Count(got, "\n") != strings.Count(text, "\n") || (got == "") != (text == "") {
			t.Errorf("of %q there is %q in force", text, got)
		}
		again.Close()
		f.Close()
	}
	if s.Standing(south, orders.English) != "" {
		t.Error("what is tried in a fork holds in the session itself")
	}
	if err := s.Instruct(south, "no such thing: at all"); err == nil || s.Standing(south, orders.English) != "" {
		t.Errorf("what does not read is in force: %v", err)
	}
}
