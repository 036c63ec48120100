package adjudicator_test

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
)

// searcher is a player of any game who tries plans out: he plays each of them to the end
// of the turn in games that he imagines, the same ones for every plan, and follows the one
// that comes to the most on the mean.
type searcher struct {
	rules adjudicator.Ruleset
	plans int // that he looks at
	games int // that he plays with each
	rnd   *rand.Rand
}

// Answer implements [adjudicator.Player].
func (p searcher) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	plans := adjudicator.Plans(p.rules, s, side, p.plans, p.rnd)
	best, most := 0, 0.0
	if seed := p.rnd.Uint64(); len(plans) > 1 {
		for i, plan := range plans {
			sum := 0.0
			for n := range p.games {
				sum += p.try(s, side, plan, rand.New(rand.NewPCG(seed, uint64(n))))
			}
			if i == 0 || sum > most {
				best, most = i, sum
			}
		}
	}
	return plans[best].Player(p.rnd).Answer(s, side, q)
}

// try plays a plan out in one imagined game, and returns what it comes to.
func (p searcher) try(s *adjudicator.Session, side adjudicator.Side, plan adjudicator.Plan, r *rand.Rand) float64 {
	f, err := s.Fork(side, r)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	var players [2]adjudicator.Player
	players[side], players[side.Other()] = plan.Player(r), adjudicator.Random{Rand: r}
	if bot, ok := p.rules.(adjudicator.Bot); ok {
		players[side.Other()] = bot.Player(r)
	}
	for !f.Ended() {
		now := north
		if f.Asked(north) == nil {
			now = south
		}
		if err := f.Answer(now, players[now].Answer(f, now, f.Asked(now))); err != nil {
			panic(err)
		}
	}
	return adjudicator.Value(f.Game(), side)
}

// TestSearchBeatsRandomPlay: a search that knows nothing of the game but what the kit
// tells of any wins nine of ten games against random play.
func TestSearchBeatsRandomPlay(t *testing.T) {
	const games = 60
	rules := ford.New("ford", ford.None)
	won, lost := 0, 0
	for seed := range uint64(games) {
		r := rand.New(rand.NewPCG(seed, 3))
		us := adjudicator.Side(seed % 2)
		p := adjudicator.Selfplay{Rules: rules, Seed: seed, MaxAnswers: 100, Check: true, Replay: true}
		p.Players[us] = searcher{rules, 5, 6, r}
		p.Players[us.Other()] = adjudicator.Random{Rand: r}
		played, err := p.Run()
		if err != nil {
			t.Fatalf("game %d: %v", seed, err)
		}
		switch played.Result.Winner {
		case us:
			won++
		case us.Other():
			lost++
		}
	}
	if t.Logf("%d won, %d lost of %d", won, lost, games); won < 9*games/10 {
		t.Errorf("the search won %d of %d games, and lost %d", won, games, lost)
	}
}
