package league

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/league/standing"
)

// four is a league of four that has been drawn.
func four(t *testing.T, change func(*Rules)) *player {
	t.Helper()
	p := &player{t: t, rnd: rand.New(rand.NewPCG(1, 1)), state: &State{}}
	rules := Rules{
		Name: "Spring", Format: RoundRobin, Ruleset: "hellespont", Scenario: "10.1", Sides: [2]string{"athens", "sparta"},
		Divisions: []string{"first"}, Size: 4, Rounds: 3, Twice: true, Points: levels, Most: 4,
		Breaks: []standing.Break{standing.Direct, standing.Berger},
	}
	if change != nil {
		change(&rules)
	}
	p.write(Opened, Opening{Rules: rules})
	for range 4 {
		p.join(0)
	}
	lots, err := p.state.DrawLots(dice.NewQuick(p.rnd))
	if err != nil {
		t.Fatal(err)
	}
	p.write(Drawn, lots)
	return p
}

// pairAll pairs all rounds of the first division.
func (p *player) pairAll() {
	for {
		pairs, _, err := p.state.Pair(0)
		if err != nil {
			return
		}
		p.write(Paired, pairs)
	}
}

func TestAssign(t *testing.T) {
	r := Rules{Sides: [2]string{"athens", "sparta"}}
	for _, c := range []struct {
		home, away Bid
		draw       int
		winner     bool // credited with the winner's price
		want       Sides
	}{
		{Bid{"athens", 5}, Bid{"sparta", 9}, 0, false, Sides{true, [2]int{}}},
		{Bid{"sparta", 5}, Bid{"athens", 9}, 1, false, Sides{false, [2]int{}}},
		{Bid{"athens", 5}, Bid{"athens", 2}, 1, false, Sides{true, [2]int{0, 4}}},
		{Bid{"athens", 2}, Bid{"athens", 5}, 0, true, Sides{false, [2]int{5, 0}}},
		{Bid{"sparta", 3}, Bid{"sparta", 3}, 1, false, Sides{true, [2]int{3, 0}}},
		{Bid{}, Bid{"sparta", 3}, 1, false, Sides{true, [2]int{}}},
		{Bid{}, Bid{"athens", 3}, 0, false, Sides{false, [2]int{}}},
		{Bid{"sparta", 7}, Bid{}, 0, false, Sides{false, [2]int{}}},
		{Bid{}, Bid{}, 1, false, Sides{false, [2]int{}}},
	} {
		r.CreditWinner = c.winner
		if got, err := r.Assign([2]Bid{c.home, c.away}, c.draw); err != nil || got != c.want {
			t.Errorf("%v against %v: %v, not %v (%v)", c.home, c.away, got, c.want, err)
		}
	}
	for _, bad := range []Bid{{"thebes", 1}, {"athens", -1}} {
		if _, err := r.Assign([2]Bid{{}, bad}, 0); !errors.Is(err, ErrBid) {
			t.Errorf("%v is taken", bad)
		}
	}
}

// A bid is opened as it was sealed, or not at all.
func TestSealedBids(t *testing.T) {
	p := four(t, func(r *Rules) { r.Twice = false })
	pairs, _, err := p.state.Pair(0)
	if err != nil {
		t.Fatal(err)
	}
	p.write(Paired, pairs)
	f := pairs.Fixtures[0]
	bid := SealedBid{Bid: Bid{"sparta", 3}, Salt: dice.Head{1}}
	p.write(Sealed, Seal{f.ID, f.Home, bid.Digest()})
	if err := p.try(Sealed, Seal{f.ID, pairs.Fixtures[1].Home, bid.Digest()}); !errors.Is(err, ErrUnknown) {
		t.Errorf("a stranger bids: %v", err)
	}
	if err := p.try(Started, Start{Game: f.ID + "-1"}); !errors.Is(err, ErrOrder) {
		t.Errorf("it starts before sides are given: %v", err)
	}
	other := bid
	other.Price = 4
	for what, o := range map[string]Siding{
		"another price": {f.ID, [2]*SealedBid{&other, nil}, Sides{HomeFirst: false}},
		"hidden":        {f.ID, [2]*SealedBid{nil, nil}, Sides{HomeFirst: true}},
		"never sealed":  {f.ID, [2]*SealedBid{&bid, &other}, Sides{HomeFirst: true, Credit: [2]int{4, 0}}},
		"wrong sides":   {f.ID, [2]*SealedBid{&bid, nil}, Sides{HomeFirst: true}},
	} {
		if err := p.try(Sided, o); !errors.Is(err, ErrBid) {
			t.Errorf("%s: %v", what, err)
		}
	}
	p.write(Sided, Siding{f.ID, [2]*SealedBid{&bid, nil}, Sides{HomeFirst: false}})
	if g := p.state.Games(0)[0]; g.First != f.Away || g.Second != f.Home {
		t.Errorf("%+v", g)
	}
}

// Who withdraws before half of his games is struck; from half on the rest are forfeits.
func TestWithdrawal(t *testing.T) {
	for rounds := 1; rounds <= 2; rounds++ {
		p := four(t, nil)
		p.pairAll()
		leaver := p.state.Divisions[0].Order[0]
		for _, g := range p.state.Games(0) {
			if int(g.ID[2]-'0') <= rounds {
				p.write(Ended, Result{Game: g.ID, Winner: g.First, Level: "tactical", How: ByPlay, Turns: 5})
			}
		}
		p.write(Left, Leaving{Entrant: leaver})
		table := p.state.Table(0)
		i := slices.IndexFunc(table.Rows, func(r standing.Row) bool { return r.Entrant == leaver })
		if struck := rounds == 1; table.Rows[i].Struck != struck {
			t.Errorf("after %d rounds: struck %v", rounds, table.Rows[i].Struck)
		} else if !struck && table.Rows[i].Score.String() != "10 = 5 + 5 + 0" {
			t.Errorf("after %d rounds: %v", rounds, table.Rows[i].Score)
		}
		if open := p.state.Open(); len(open) != 2*(3-rounds) {
			t.Errorf("after %d rounds %d games are open", rounds, len(open))
		}
		for _, g := range p.state.Open() {
			p.write(Ended, Result{Game: g.ID, Level: Draw, How: ByAdjudication})
		}
		c, err := p.state.Close()
		if err != nil || slices.Contains(c.Next[0], leaver) || len(c.Champions) == 0 {
			t.Errorf("%+v %v", c, err)
		}
	}
}

// A ruling replaces a result; nothing else does.
func TestRuling(t *testing.T) {
	p := four(t, nil)
	p.pairAll()
	g := p.state.Games(0)[0]
	p.write(Ended, Result{Game: g.ID, Winner: g.First, Level: "total", How: ByPlay})
	if err := p.try(Ended, Result{Game: g.ID, Winner: g.Second, Level: "total", How: ByPlay}); !errors.Is(err, ErrResult) {
		t.Errorf("a second result: %v", err)
	}
	p.write(Ended, Result{Game: g.ID, Winner: g.Second, Level: "total", How: ByPlay, Ruling: "the dice of turn 4 were read wrong"})
	for _, c := range p.state.Cards(0) {
		if c.Entrant == g.First && c.Rounds[0].Points != 0 {
			t.Errorf("%s keeps %v", g.First, c.Rounds[0].Points)
		}
	}
	for _, bad := range []Result{
		{Winner: "nobody", Level: "total", How: ByPlay}, {Winner: g.First, Level: Draw, How: ByPlay}, {Level: "total", How: ByPlay},
		{Winner: g.First, Level: "great", How: ByPlay}, {How: ByForfeit}, {Winner: g.First, How: BothForfeit}, {How: "luck"},
	} {
		bad.Game, bad.Ruling = g.ID, "x"
		if err := p.try(Ended, bad); !errors.Is(err, ErrResult) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if _, err := p.state.Close(); !errors.Is(err, ErrOrder) {
		t.Errorf("closed with open games: %v", err)
	}
}

func TestMiddleVerdict(t *testing.T) {
	p := four(t, nil)
	p.pairAll()
	g := p.state.Games(0)[0]
	verdicts := [3]Verdict{{"m1", g.Second, "total", "x"}, {"m2", g.First, "total", "x"}, {"m3", g.Second, "tactical", "x"}}
	if v, err := p.state.Middle(g.ID, verdicts); err != nil || v.Member != "m3" {
		t.Errorf("%+v %v", v, err)
	}
	verdicts[2].Member = g.First
	if _, err := p.state.Middle(g.ID, verdicts); !errors.Is(err, ErrResult) {
		t.Errorf("a player judges his own game: %v", err)
	}
	verdicts[2].Member = "m1"
	if _, err := p.state.Middle(g.ID, verdicts); !errors.Is(err, ErrResult) {
		t.Errorf("one member judges twice: %v", err)
	}
}

// Pairings that do not follow from the results are refused, and so is a closing.
func TestEntriesThatDoNotFollow(t *testing.T) {
	p := four(t, nil)
	pairs, _, _ := p.state.Pair(0)
	pairs.Fixtures[0].Home, pairs.Fixtures[0].Away = pairs.Fixtures[0].Away, pairs.Fixtures[0].Home
	if err := p.try(Paired, pairs); !errors.Is(err, ErrOrder) {
		t.Errorf("pairings turned round: %v", err)
	}
	if err := p.try(Joined, Joining{Entrant: "p01"}); !errors.Is(err, ErrEntrant) {
		t.Errorf("joined twice: %v", err)
	}
	if err := p.try(Opened, Opening{}); !errors.Is(err, ErrOrder) {
		t.Errorf("opened twice: %v", err)
	}
	p.join(0)
	if !slices.Equal(p.state.Reserves, []string{"p05"}) {
		t.Errorf("late to a round robin: %v", p.state.Reserves)
	}
}

// Promotion and relegation: as many go up as go down.
func TestMoved(t *testing.T) {
	s := &State{Rules: Rules{Moves: 1}}
	next := s.moved([][]string{{"a", "b", "c"}, {"d", "e"}, {"f"}})
	want := [][]string{{"a", "b", "d"}, {"c", "f"}, {"e"}}
	if !slices.EqualFunc(next, want, slices.Equal[[]string]) {
		t.Errorf("%v", next)
	}
	if next := s.moved([][]string{{"a"}, {"d"}, {"f"}}); len(next[0]) != 1 || len(next[1]) != 1 || len(next[2]) != 1 {
		t.Errorf("%v", next)
	}
}

func TestRulesAreChecked(t *testing.T) {
	good := four(t, nil).state.Rules
	for what, change := range map[string]func(*Rules){
		"format": func(r *Rules) { r.Format = "ladder-ish" }, "sides": func(r *Rules) { r.Sides[1] = r.Sides[0] },
		"size": func(r *Rules) { r.Size = 1 }, "rounds": func(r *Rules) { r.Format, r.Rounds = Swiss, 0 },
		"draw": func(r *Rules) { r.Points = map[string]Worth{"total": {5, 0}} }, "load": func(r *Rules) { r.Most, r.Together = 1, true },
		"moves": func(r *Rules) { r.Moves = 3 }, "breaks": func(r *Rules) { r.Breaks = []standing.Break{"luck"} },
		"level": func(r *Rules) { r.Points = map[string]Worth{Draw: {1, 1}, "total": {1, 1}} },
	} {
		r := good
		change(&r)
		if err := r.Check(); !errors.Is(err, ErrRules) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// The first of the reserve list takes the place of one who withdrew before he finished a
// game, and nobody else's.
func TestReplaced(t *testing.T) {
	p := four(t, nil)
	p.join(0)
	p.join(0)
	p.pairAll()
	order := p.state.Divisions[0].Order
	g := p.state.Games(0)[0]
	p.write(Started, Start{Game: g.ID})
	if err := p.try(Replaced, Replacing{g.First, "p05"}); !errors.Is(err, ErrOrder) {
		t.Errorf("he has not withdrawn: %v", err)
	}
	p.write(Left, Leaving{Entrant: g.First})
	if err := p.try(Replaced, Replacing{g.First, "p06"}); !errors.Is(err, ErrOrder) {
		t.Errorf("out of turn: %v", err)
	}
	p.write(Replaced, Replacing{g.First, "p05"})
	if now := p.state.Games(0)[0]; now.First != "p05" || now.Started || now.Result != nil || slices.Contains(p.state.Divisions[0].Order, g.First) || len(order) != 4 {
		t.Errorf("%+v", now)
	}
	p.write(Ended, Result{Game: g.ID, Winner: "p05", Level: "total", How: ByPlay})
	p.write(Left, Leaving{Entrant: "p05"})
	if err := p.try(Replaced, Replacing{"p05", "p06"}); !errors.Is(err, ErrOrder) {
		t.Errorf("he has finished a game: %v", err)
	}
	again, err := Fold(p.ledger)
	if err != nil || !slices.Equal(again.Divisions[0].Order, p.state.Divisions[0].Order) {
		t.Errorf("replayed: %v", err)
	}
}

func TestBarred(t *testing.T) {
	p := four(t, func(r *Rules) { r.Flags = 2 })
	p.pairAll()
	var want []string
	for i, g := range p.state.Games(0)[:2] { // both games of a pair
		p.write(Ended, Result{Game: g.ID, Level: Draw, How: ByPlay, Flags: [2]int{2 - i, i + 1}})
		want = []string{g.Second}
	}
	if got := p.state.Barred(); !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}
