package hellespont

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
	"keryx/templates"
)

// A side cannot tell a game from another with different counters in the enemy's
// hand: view, question, order template and the faults of its orders are the same.
func TestNothingTellsTheEnemysHand(t *testing.T) {
	rules, printer := Default(), templates.For("en", "hellespont")
	probes := probeOrders(t)
	compared := 0
	for seed := range uint64(12) {
		p := &player{rules: rules, rnd: rand.New(rand.NewPCG(seed, 3))}
		p.inspect = func(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question, _ adjudicator.Answer) error {
			if p.answers%7 != 0 {
				return nil
			}
			g := s.Game().(*game)
			before := known(printer, g, side, q, probes)
			cup, hand := g.cup, g.hand
			g.redeal(side, p.rnd)
			changed := g.hand != hand
			after := known(printer, g, side, q, probes)
			g.cup, g.hand = cup, hand
			if changed {
				compared++
			}
			if before != after {
				return fmt.Errorf("side %d sees another hand of the enemy:\n%s\n\n%s", side, before, after)
			}
			return nil
		}
		if _, err := p.game(setups[seed%3], seed); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if compared < 500 {
		t.Errorf("only %d positions had another hand to compare", compared)
	}
}

// known renders all that a side is given at a moment.
func known(printer *templates.Printer, g *game, side adjudicator.Side, q *adjudicator.Question, probes []probe) string {
	view, err := json.Marshal(g.View(side))
	if err != nil {
		return err.Error()
	}
	text := string(view) + printer.OrderTemplate(templates.Template{Question: q})
	for _, probe := range probes {
		a, fault := q.Form.Accept(probe.order, probe.statement)
		if fault != nil {
			text += printer.Diagnostic(fault) + "\n"
		} else {
			text += printer.Words(a.Words()) + "\n"
		}
	}
	return text
}

// probe is an order that a curious player might try.
type probe struct {
	order     adjudicator.Order
	statement *orders.Statement
}

func probeOrders(t *testing.T) []probe {
	t.Helper()
	var all []probe
	for _, text := range []string{"spend 2", "activate Sestos", "activate B3", "move all to M5", "move T10 by M5 M6", "end",
		"pass", "play S4", "play S6 at T22", "play S13 at B3", "play S14 at B3", "play S16 on Mindarus", "play S17", "play S18",
		"play S22 for advantage", "play S22 for draw", "use advantage to points", "use advantage to recover T10w at M5",
		"keep S4 S11", "fight M5 first", "stand", "lose T10"} {
		st, err := statement(text)
		if err != nil {
			t.Fatal(err)
		}
		v, fault := Default().Lexicon().Lookup(st.Verb, orders.VerbKind)
		if fault != nil {
			t.Fatal(fault)
		}
		o, faults := Default().ReadOrder(v.ID, st)
		if len(faults) > 0 {
			t.Fatalf("%s: %v", text, faults[0])
		}
		all = append(all, probe{o, st})
	}
	return all
}

// An observer's view is the same whatever the hands are.
func TestNothingTellsAnObserverTheHands(t *testing.T) {
	compared := 0
	for seed := range uint64(6) {
		p := &player{rules: Default(), rnd: rand.New(rand.NewPCG(seed, 4))}
		p.inspect = func(s *adjudicator.Session, _ adjudicator.Side, _ *adjudicator.Question, _ adjudicator.Answer) error {
			g := s.Game().(*game)
			other := g.Resample(adjudicator.Observer, p.rnd).(*game)
			if other.hand == g.hand {
				return nil
			}
			compared++
			before, _ := json.Marshal(g.View(adjudicator.Observer))
			after, _ := json.Marshal(other.View(adjudicator.Observer))
			if !bytes.Equal(before, after) {
				return fmt.Errorf("an observer sees the hands:\n%s\n%s", before, after)
			}
			return nil
		}
		if _, err := p.game(setups[seed%3], seed); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if compared < 500 {
		t.Errorf("only %d positions had other hands to compare", compared)
	}
}

func TestResampleKeepsWhatIsKnown(t *testing.T) {
	g, err := Default().(*ruleset).empty(adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	g.hand[athens], g.hand[sparta] = 0b11, 0b1100
	g.cup = 0b11110000
	g.inCup[athens] = 0b00110000
	r := rand.New(rand.NewPCG(1, 1))
	seen := chitSet(0)
	for range 200 {
		other := g.Resample(athens, r).(*game)
		if other.hand[athens] != g.hand[athens] || other.hand[sparta].len() != 2 || other.cup|other.hand[sparta] != 0b11111100 {
			t.Fatalf("cup %b, hands %b", other.cup, other.hand)
		}
		seen |= other.hand[sparta]
	}
	if seen != 0b11001100 {
		t.Errorf("counters imagined in the enemy's hand: %b", seen)
	}
	if g.cup != 0b11110000 {
		t.Error("the game itself was changed")
	}
}
