package amphipolis

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// player plays whole games at random.
type player struct {
	rules   adjudicator.Ruleset
	rnd     *rand.Rand
	inspect func(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question, a adjudicator.Answer) error
	quiet   bool
	answers int
}

// turn plays one turn and returns the snapshot behind it.
func (p *player) turn(snap adjudicator.Snapshot, seed uint64) (adjudicator.Snapshot, bool, error) {
	d := dice.NewQuick(rand.New(rand.NewPCG(seed, uint64(snap.Turn))))
	s, err := adjudicator.Open(p.rules, snap, d, 1, dice.Head{})
	if err != nil {
		return snap, true, err
	}
	defer s.Close()
	if p.quiet {
		s.Hush()
	}
	for !s.Ended() {
		for side := athens; side <= sparta; side++ {
			q := s.Asked(side)
			if q == nil {
				continue
			}
			a := q.Form.Sample(p.rnd)
			if p.inspect != nil {
				if err := p.inspect(s, side, q, a); err != nil {
					return snap, true, fmt.Errorf("turn %d, %s: %w", snap.Turn, q.Kind, err)
				}
			}
			if err := s.Answer(side, a); err != nil {
				return snap, true, fmt.Errorf("turn %d, %s: %w", snap.Turn, q.Kind, err)
			}
			p.answers++
			break
		}
	}
	if err := s.Game().Invariants(); err != nil {
		return snap, true, fmt.Errorf("after turn %d: %w", snap.Turn, err)
	}
	if g := s.Game().(*game); g.Outcome == nil {
		if err := g.settled(); err != nil {
			return snap, true, fmt.Errorf("after turn %d: %w", snap.Turn, err)
		}
	}
	return s.Snapshot(), s.Over(), nil
}

// game plays a whole game and returns the state at its end.
func (p *player) game(setup adjudicator.Setup, seed uint64) (adjudicator.Snapshot, error) {
	snap, err := adjudicator.Begin(p.rules, setup)
	if err != nil {
		return snap, err
	}
	for over := false; !over; {
		if snap, over, err = p.turn(snap, seed); err != nil {
			return snap, err
		}
		if snap.Turn > 11 {
			return snap, fmt.Errorf("the game goes on after turn %d", snap.Turn-1)
		}
	}
	return snap, nil
}

// render writes an order as a player would.
func render(w adjudicator.Words) string {
	var b strings.Builder
	for i, part := range w {
		if i > 0 {
			b.WriteByte(' ')
		}
		switch part := part.(type) {
		case adjudicator.Term:
			b.WriteString(part.ID)
		case adjudicator.Terms:
			for j, term := range part {
				if j > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(term.ID)
			}
		default:
			fmt.Fprint(&b, part)
		}
	}
	return b.String()
}

// statement parses one order.
func statement(text string) (*orders.Statement, error) {
	f, faults := orders.Parse("game amp-1\nside athens\nanswers K7Q2-9XWM\n\norders\n  " + text + "\n")
	if len(faults) > 0 {
		return nil, fmt.Errorf("%q does not parse: %w", text, faults[0])
	}
	return &f.Groups[0].Statements[0], nil
}

// setups are the games that random play goes through.
var setups = []adjudicator.Setup{
	{Scenario: "10.1"},
	{Scenario: "10.2"},
	{Scenario: "10.3"},
	{Scenario: "10.4"},
	{Scenario: "10.4", Options: map[string]string{"initiative": "first", "wall": "always", "escort": "none", "entry": "any",
		"retreat-to-base": "no", "attrition": "one", "annulled-s15": "again", "s16": "counter", "shunned": "both-alive"}},
	{Scenario: "10.2", Options: map[string]string{"works": "always"}},
}

func BenchmarkRandomGame(b *testing.B) {
	rules := Default()
	p := &player{rules: rules, rnd: rand.New(rand.NewPCG(1, 2)), quiet: true}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := p.game(setups[0], uint64(i)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(p.answers)/b.Elapsed().Seconds(), "answers/s")
}

// TestRandomGames: random games of every scenario end, and nothing is where it cannot be.
func TestRandomGames(t *testing.T) {
	for _, setup := range setups {
		for seed := range uint64(20) {
			p := &player{rules: Default(), rnd: rand.New(rand.NewPCG(seed, 7)), quiet: seed%4 != 0}
			if _, err := p.game(setup, seed); err != nil {
				t.Errorf("%s, seed %d: %v", setup.Scenario, seed, err)
			}
		}
	}
}
