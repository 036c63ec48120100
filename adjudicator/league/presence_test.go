package league

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"keryx/adjudicator/dice"
	"keryx/adjudicator/league/standing"
)

// begun is a season of n players whose lots are drawn.
func begun(t *testing.T, rules Rules, n int) *player {
	t.Helper()
	p := &player{t: t, rnd: rand.New(rand.NewPCG(7, 7)), state: &State{}}
	p.write(Opened, Opening{Rules: rules})
	for range n {
		p.join(0)
	}
	lots, err := p.state.DrawLots(dice.NewQuick(p.rnd))
	if err != nil {
		t.Fatal(err)
	}
	p.write(Drawn, lots)
	return p
}

func swissRules(rounds, halves int) Rules {
	return Rules{Name: "Spring", Format: Swiss, Ruleset: "hellespont", Scenario: "10.1", Sides: [2]string{"athens", "sparta"},
		Divisions: []string{"first"}, Size: 16, Rounds: rounds, Twice: true, Points: levels, HalfByes: halves, Most: 4,
		Breaks: []standing.Break{standing.Buchholz, standing.Lots}}
}

// nextRound pairs a round and has the first side win every game of it.
func (p *player) nextRound() {
	p.t.Helper()
	pairs, _, err := p.state.Pair(0)
	if err != nil {
		p.t.Fatal(err)
	}
	p.write(Paired, pairs)
	for _, g := range p.state.Open() {
		p.write(Ended, Result{Game: g.ID, How: ByPlay, Winner: g.First, Level: "tactical", Turns: 5})
	}
}

// how is how each round of an entrant went.
func (p *player) how(name string) (out []standing.How) {
	for _, c := range p.state.Cards(0) {
		if c.Entrant == name {
			for _, r := range c.Rounds {
				out = append(out, r.How)
			}
		}
	}
	return out
}

// Who comes late, withdraws and comes back, or sits a round out has half-point byes for what he
// missed: at most as many as the rules say, and for nothing before he is there again.
func TestHalfByes(t *testing.T) {
	p := begun(t, swissRules(6, 2), 7)
	gone, away := p.state.Divisions[0].Order[0], p.state.Divisions[0].Order[1]
	p.nextRound()
	p.join(0)
	late := "p08"
	p.write(Left, Leaving{Entrant: gone})
	confirmed := slices.DeleteFunc(p.state.Joined(), func(e string) bool { return e == away || e == gone })
	m, err := p.state.MusterRound(0, confirmed)
	if err != nil {
		t.Fatal(err)
	}
	p.write(Mustered, m)
	p.nextRound()
	p.nextRound()
	absent := []standing.How{standing.Absent, standing.Absent}
	for _, name := range []string{gone, away} {
		if got := p.how(name)[1:]; !slices.Equal(got, absent) {
			t.Errorf("%s is not there, and has %v", name, got)
		}
	}
	p.write(Returned, Returning{Entrant: gone})
	all := slices.DeleteFunc(p.state.Joined(), func(e string) bool { return p.state.Entrants[e].Left })
	if m, err = p.state.MusterRound(0, all); err != nil {
		t.Fatal(err)
	}
	p.write(Mustered, m)
	p.nextRound()
	halves := []standing.How{standing.HalfBye, standing.HalfBye}
	for _, name := range []string{gone, away} {
		if got := p.how(name)[1:3]; !slices.Equal(got, halves) {
			t.Errorf("%s is back, and has %v", name, got)
		}
		if got := p.how(name)[3]; got != standing.Played && got != standing.FreeBye {
			t.Errorf("%s is back, and is not paired: %s", name, got)
		}
	}
	if got := p.how(late)[0]; got != standing.HalfBye {
		t.Errorf("late, and has %s", got)
	}
	// A third missed round is one too many.
	p.write(Left, Leaving{Entrant: gone})
	p.nextRound()
	p.write(Returned, Returning{Entrant: gone})
	if got := p.how(gone)[4]; got != standing.Absent {
		t.Errorf("a third half-point bye: %s", got)
	}
	p.nextRound()
	p.write(Left, Leaving{Entrant: gone})
	if err := p.try(Returned, Returning{Entrant: gone}); !errors.Is(err, ErrEntrant) {
		t.Errorf("back after the last round: %v", err)
	}
	if _, err := Fold(p.ledger); err != nil {
		t.Error(err)
	}
}

// The forfeits of one who withdrew stay when he comes back, and are theirs who were to meet him.
func TestForfeitsStay(t *testing.T) {
	p := begun(t, swissRules(4, 1), 4)
	pairs, _, err := p.state.Pair(0)
	if err != nil {
		t.Fatal(err)
	}
	p.write(Paired, pairs)
	f := pairs.Fixtures[0]
	p.write(Left, Leaving{Entrant: f.Home})
	p.write(Returned, Returning{Entrant: f.Home})
	for _, g := range p.state.GamesOf(f.ID) {
		if g.Result == nil || g.Result.How != ByForfeit || g.Result.Winner != f.Away {
			t.Errorf("%s: %+v", g.ID, g.Result)
		}
	}
	if got := p.how(f.Home); got[0] != standing.ForfeitLost {
		t.Errorf("the round of him who left: %s", got[0])
	}
}

// In a league whose fixtures are fixed nobody comes back once it has begun, but before that anybody does.
func TestReturnElsewhere(t *testing.T) {
	rules := swissRules(3, 1)
	rules.Format = RoundRobin
	p := &player{t: t, rnd: rand.New(rand.NewPCG(1, 1)), state: &State{}}
	p.write(Opened, Opening{Rules: rules})
	p.join(0)
	p.join(0)
	if err := p.try(Returned, Returning{Entrant: "p01"}); !errors.Is(err, ErrEntrant) {
		t.Errorf("back who never left: %v", err)
	}
	p.write(Left, Leaving{Entrant: "p01"})
	p.write(Returned, Returning{Entrant: "p01"})
	lots, err := p.state.DrawLots(dice.NewQuick(p.rnd))
	if err != nil || len(lots.Divisions[0]) != 2 {
		t.Fatalf("he is not there: %v %v", lots, err)
	}
	p.write(Drawn, lots)
	p.write(Left, Leaving{Entrant: "p01"})
	if err := p.try(Returned, Returning{Entrant: "p01"}); !errors.Is(err, ErrEntrant) {
		t.Errorf("back in a round robin: %v", err)
	}
}

// As many move up from the reserve list as do not confirm, of those who do.
func TestReservesMoveUp(t *testing.T) {
	rules := swissRules(4, 0)
	rules.Size = 4
	p := begun(t, rules, 7)
	p.nextRound()
	out := p.state.Divisions[0].Order[2]
	reserves := slices.Clone(p.state.Reserves)
	confirmed := slices.DeleteFunc(p.state.Joined(), func(e string) bool { return e == out || e == reserves[0] })
	m, err := p.state.MusterRound(0, confirmed)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Up, reserves[1:2]) {
		t.Fatalf("%v move up, of %v", m.Up, reserves)
	}
	more := m
	more.Up = reserves[1:]
	if err := p.try(Mustered, more); !errors.Is(err, ErrOrder) {
		t.Errorf("two move up for one: %v", err)
	}
	p.write(Mustered, m)
	p.nextRound()
	if got := p.how(m.Up[0]); got[0] != standing.Absent || got[1] != standing.Played {
		t.Errorf("he who moved up: %v", got)
	}
	if got := p.how(out); got[1] != standing.Absent {
		t.Errorf("he who was silent: %v", got)
	}
}
