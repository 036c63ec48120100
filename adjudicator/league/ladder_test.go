package league

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/league/ladder"
	"keryx/adjudicator/league/standing"
)

// climb is a ladder as its ledger goes.
type climb struct {
	t       *testing.T
	state   *State
	entries []Entry
}

var start = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

func newClimb(t *testing.T, names string, change func(*Rules)) *climb {
	t.Helper()
	l := ladder.Default()
	r := Rules{Name: "climb", Format: Ladder, Ruleset: "ford", Scenario: "short", Sides: [2]string{"north", "south"}, Divisions: []string{"climb"}, Size: 20,
		Points: map[string]Worth{Draw: {standing.Points(1), standing.Points(1)}, "total": {standing.Points(2), 0}}, Most: 2, Ladder: &l, SidesBy: Alternating}
	if change != nil {
		change(&r)
	}
	c := &climb{t: t, state: &State{}}
	c.must(Opened, 0, Opening{Rules: r})
	for _, n := range strings.Split(names, "") {
		c.must(Joined, 0, Joining{Entrant: n})
	}
	return c
}

func (c *climb) try(kind Kind, day int, body any) error {
	c.t.Helper()
	var prev Entry
	if len(c.entries) > 0 {
		prev = c.entries[len(c.entries)-1]
	}
	e, err := NewEntry("climb", prev, kind, start.AddDate(0, 0, day), body)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.state.Apply(e); err != nil {
		return err
	}
	c.entries = append(c.entries, e)
	return nil
}

func (c *climb) must(kind Kind, day int, body any) {
	c.t.Helper()
	if err := c.try(kind, day, body); err != nil {
		c.t.Fatal(err)
	}
}

func (c *climb) order() (s string) {
	for _, p := range c.state.Ladder.Players {
		s += p.Name
	}
	return s
}

// play has one challenge another and both play; it returns the game.
func (c *climb) play(day int, challenger, challenged string) Acceptance {
	c.t.Helper()
	n := c.state.NextChallenge()
	c.must(Challenged, day, Challenge{Number: n, Challenger: challenger, Challenged: challenged})
	var secret dice.Secret
	a, err := c.state.Accepting(n, start.AddDate(0, 0, day), dice.NewTurn(dice.ByOrders, secret, "league climb", 1))
	if err != nil {
		c.t.Fatal(err)
	}
	c.must(Accepted, day, a)
	return a
}

// All that happens on a ladder is in its ledger, which folds to the same; sides change from
// game to game; a ruling on a result moves everybody to where he would be.
func TestLadderLedger(t *testing.T) {
	c := newClimb(t, "abcde", nil)
	one := c.play(1, "e", "b")
	if games := c.state.Startable(); len(games) != 1 || games[0].ID != "1-1-1-1" || one.Game != games[0].ID || games[0].First != one.First {
		t.Fatalf("to begin: %+v", games)
	}
	c.must(Started, 1, Start{Game: one.Game, Host: "for-1"})
	c.must(Ended, 9, Result{Game: one.Game, Winner: "e", Level: "total", Turns: 5, How: ByPlay})
	if c.order() != "aebcd" {
		t.Fatalf("after the first game: %s", c.order())
	}
	two := c.play(40, "b", "e")
	if two.First == one.First || two.Game != "1-2-1-1" {
		t.Errorf("the sides do not change: %+v, then %+v", one, two)
	}
	if wrong := (Acceptance{Number: 9, Game: "1-3-1-1", First: "a"}); c.try(Accepted, 40, wrong) == nil {
		t.Error("a challenge that nobody made is accepted")
	}
	c.must(Challenged, 41, Challenge{Number: 3, Challenger: "d", Challenged: "a"})
	if err := c.try(Lapsed, 45, Lapse{Overdue: []int{3}}); !errors.Is(err, ErrOrder) {
		t.Errorf("lapsed too early: %v", err)
	}
	lapse, any := c.state.Lapsing(start.AddDate(0, 0, 49))
	if !any || !slices.Equal(lapse.Overdue, []int{3}) {
		t.Fatalf("lapsed: %+v", lapse)
	}
	c.must(Lapsed, 49, lapse)
	if c.order() != "daebc" {
		t.Errorf("after a challenge that was not answered: %s", c.order())
	}
	c.must(Ended, 50, Result{Game: one.Game, Winner: "b", Level: "total", Turns: 5, How: ByPlay, Ruling: "he had won"})
	if c.order() != "dabce" {
		t.Errorf("after the ruling: %s", c.order())
	}
	c.must(Ended, 51, Result{Game: one.Game, How: Reopened, Ruling: "they play on"})
	if _, err := c.state.Ladder.Numbered(1); err != nil || c.state.Ladder.Rank("e") != 0 {
		t.Errorf("opened again: %v, rank %d", err, c.state.Ladder.Rank("e"))
	}
	c.must(Ended, 52, Result{Game: one.Game, Winner: "e", Level: "total", Turns: 9, How: ByPlay})
	if c.order() != "daebc" {
		t.Errorf("ended again: %s", c.order())
	}
	n := c.state.NextChallenge()
	c.must(Challenged, 53, Challenge{Number: n, Challenger: "c", Challenged: "d"})
	refusal, err := c.state.Refusing(n, "d", start.AddDate(0, 0, 53))
	if err != nil || c.try(Declined, 53, Refusal{Number: n, By: "d"}) == nil {
		t.Fatalf("a refusal without what it costs: %v", err)
	}
	c.must(Declined, 53, refusal)
	if _, err := c.state.Close(); !errors.Is(err, ErrOrder) || c.order() != "cdaeb" {
		t.Errorf("closed with a game open: %v, %s", err, c.order())
	}
	c.must(Left, 54, Leaving{Entrant: "b"})
	if closing, err := c.state.Close(); err != nil || !slices.Equal(closing.Champions, []string{"e"}) || strings.Join(closing.Next[0], "") != "cdae" {
		t.Errorf("%+v %v", closing, err)
	}
	again, err := Fold(c.entries)
	if err != nil || !slices.Equal(again.Ladder.Players, c.state.Ladder.Players) {
		t.Errorf("folded again: %v", err)
	}
}

func TestLadderRefuses(t *testing.T) {
	c := newClimb(t, "abcde", func(r *Rules) { r.Size, r.SidesBy = 5, ByDice })
	for what, err := range map[string]error{
		"full":      c.try(Joined, 1, Joining{Entrant: "f"}),
		"rounds":    c.try(Paired, 1, Pairing{Round: 1}),
		"below":     c.try(Challenged, 1, Challenge{Number: 1, Challenger: "a", Challenged: "b"}),
		"number":    c.try(Challenged, 1, Challenge{Number: 7, Challenger: "b", Challenged: "a"}),
		"no ladder": (&State{Entrants: map[string]*Entrant{}}).Apply(Entry{Kind: Challenged, Body: []byte("{}")}),
	} {
		if err == nil {
			t.Errorf("%s is not refused", what)
		}
	}
	if err := c.try(Joined, 1, Joining{Entrant: "f"}); !errors.Is(err, ErrFull) {
		t.Errorf("full: %v", err)
	}
	firsts := map[string]bool{}
	for day := 1; day < 20; day++ {
		a := c.play(day*40, "b", "a")
		firsts[a.First] = true
		c.must(Ended, day*40+1, Result{Game: a.Game, Winner: "a", Level: "total", Turns: 5, How: ByPlay})
	}
	if len(firsts) != 2 {
		t.Errorf("the dice always say %v", firsts)
	}
	for _, change := range []func(*Rules){
		func(r *Rules) { r.Ladder = nil }, func(r *Rules) { r.SidesBy = "chance" }, func(r *Rules) { r.Size = 900 },
		func(r *Rules) { r.Format = Swiss }, func(r *Rules) { r.Ladder.Reach = 0 }, func(r *Rules) { r.Ladder.AtOnce = 99 }, func(r *Rules) { r.Twice = true },
	} {
		r := c.state.Rules
		l := *r.Ladder
		r.Ladder = &l
		change(&r)
		if err := r.Check(); !errors.Is(err, ErrRules) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

// A challenge of two games is decided by both: points, then victory points; one that is put off is
// lost later; where sides are bid for no game begins before they are given.
func TestLadderPairs(t *testing.T) {
	c := newClimb(t, "abcd", func(r *Rules) { r.SidesBy, r.Twice = Swapped, true })
	a := c.play(1, "d", "a")
	if games := c.state.Startable(); len(games) != 1 || games[0].ID != a.Game {
		t.Fatalf("to begin: %+v", games)
	}
	other := strings.TrimSuffix(a.Game, "1") + "2"
	g, err := c.state.Game(other)
	if err != nil || g.Second != a.First {
		t.Fatalf("%+v %v", g, err)
	}
	c.must(Ended, 9, Result{Game: a.Game, Winner: "d", Level: "total", Turns: 5, How: ByPlay, Victory: [2]int{1, 1}})
	if c.order() != "abcd" || c.state.Ladder.Rank("d") != 0 {
		t.Errorf("after one game of two: %s", c.order())
	}
	c.must(Ended, 12, Result{Game: other, Winner: "a", Level: "total", Turns: 5, How: ByPlay})
	if c.order() != "abcd" || c.state.Ladder.Rank("d") != 2 {
		t.Errorf("one win each: %s, rank %d", c.order(), c.state.Ladder.Rank("d"))
	}
	won := Result{Game: other, Winner: "a", Level: "total", Turns: 5, How: ByPlay, Victory: [2]int{0, 9}, Ruling: "counted again"}
	if g.First == "d" {
		won.Victory = [2]int{9, 0}
	}
	c.must(Ended, 13, won)
	if c.order() != "dabc" {
		t.Errorf("more victory points: %s", c.order())
	}
	n := c.state.NextChallenge()
	c.must(Challenged, 14, Challenge{Number: n, Challenger: "c", Challenged: "b"})
	c.must(Postponed, 15, Postponing{Number: n, Until: start.AddDate(0, 0, 30), Why: "absent"})
	if _, any := c.state.Lapsing(start.AddDate(0, 0, 29)); any {
		t.Error("lost while he is absent")
	}
	if err := c.try(Postponed, 16, Postponing{Number: 99, Until: start.AddDate(0, 0, 30)}); err == nil {
		t.Error("no such challenge, and yet it is put off")
	}
	bids := newClimb(t, "abcd", func(r *Rules) { r.SidesBy = ByBids })
	a = bids.play(1, "d", "a")
	if f := bids.state.Unsided(); a.First != "" || len(f) != 1 || len(bids.state.Startable()) != 0 {
		t.Errorf("bids: %+v", f)
	}
	bids.must(Sided, 2, Siding{Fixture: "1-1-1", Sides: Sides{HomeFirst: true}})
	if games := bids.state.Startable(); len(games) != 1 || games[0].First != "d" {
		t.Errorf("with sides: %+v", games)
	}
}
