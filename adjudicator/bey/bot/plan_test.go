package bot_test

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
)

// seer plays, and looks at what its player plans while he announces points and at where what
// lands in B.2 is then.
type seer struct {
	*bot.Player
	t       *testing.T
	landing *march.Move
	made    *field.Field

	announced, attacks, landed int
}

// Answer implements [adjudicator.Player].
func (p *seer) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	g := p.Position(s.Game())
	if p.landing != nil {
		p.landed++
		for rest := p.landing.Units; !rest.Empty(); {
			if u := rest.Pop(); g.Where[u] != p.made.Where[u] {
				p.t.Errorf("%d is at %s, and was imagined at %s", g.Pieces[u].Label, g.ZoneTerm(g.Where[u]).ID, p.made.ZoneTerm(p.made.Where[u]).ID)
			}
		}
		p.landing = nil
	}
	if q.Kind == "spend" {
		p.announced++
		for _, m := range p.Planned(s.Game(), side, 5) {
			if g.Held[side.Other()].Has(m.To()) {
				p.attacks++
				break
			}
		}
	}
	a := p.Player.Answer(s, side, q)
	if m, ok := a.(*march.Move); ok && q.Kind == "depart" && m.Drops > 0 {
		p.landing, p.made = m, p.Made(s.Game(), side, m)
	}
	return a
}

// TestPlansMadeWhileAnnouncing: who announces points sees what he can attack with them, and
// whom a fleet lands stands ashore in his plans.
func TestPlansMadeWhileAnnouncing(t *testing.T) {
	rules, announced, attacks, landed := amphipolis.Default(), 0, 0, 0
	for _, scenario := range []string{"10.1", "10.3"} {
		for seed := range uint64(4) {
			game := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: scenario}, Seed: seed, MaxAnswers: 5000}
			var players [2]*seer
			for side := range players {
				players[side] = &seer{Player: rules.(adjudicator.Bot).Player(rand.New(rand.NewPCG(seed, uint64(side)))).(*bot.Player), t: t}
				game.Players[side] = players[side]
			}
			if _, err := game.Run(); err != nil {
				t.Fatal(err)
			}
			for _, p := range players {
				announced, attacks, landed = announced+p.announced, attacks+p.attacks, landed+p.landed
			}
		}
	}
	t.Logf("attacks planned at %d of %d announcements; %d landings", attacks, announced, landed)
	if attacks < announced/10 || landed < 3 {
		t.Errorf("attacks planned at %d of %d announcements; %d landings", attacks, announced, landed)
	}
}
