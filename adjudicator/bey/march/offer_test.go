package march_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// TestOffersAreWhatCanBeDone: in random games, every line that a question of movements offers
// is accepted, and each zone that a stack or a piece of it can be ordered to is offered once.
// With -v it says how many questions offer how much.
func TestOffersAreWhatCanBeDone(t *testing.T) {
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		o := offering{T: t, rules: rules, asked: map[string]int{}, offered: map[string]int{}, lines: map[string]int{}}
		for i, scenario := range rules.Info().Scenarios {
			o.game(scenario, uint64(i))
		}
		for kind, n := range o.asked {
			t.Logf("%s: %-22s asked %4d, with offers %4d, lines %6d", rules.Info().Name, kind, n, o.offered[kind], o.lines[kind])
		}
		if o.offered["act"] == 0 || o.lines["depart"] == 0 {
			t.Errorf("%s offers nothing: %v", rules.Info().Name, o.lines)
		}
	}
}

// offering looks at the offers of games.
type offering struct {
	*testing.T
	rules                 adjudicator.Ruleset
	asked, offered, lines map[string]int
}

// game plays a game at random.
func (o *offering) game(scenario string, seed uint64) {
	snap, err := adjudicator.Begin(o.rules, adjudicator.Setup{Scenario: scenario})
	if err != nil {
		o.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 11))
	for over, turns := false, 0; !over && turns < 3; turns++ {
		s, err := adjudicator.Open(o.rules, snap, dice.NewQuick(r), 1, dice.Head{})
		if err != nil {
			o.Fatal(err)
		}
		for !s.Ended() {
			side := adjudicator.Side(0)
			if s.Asked(side) == nil {
				side = 1
			}
			q := s.Asked(side)
			o.asked[q.Kind]++
			if form, ok := q.Form.(adjudicator.Offerer); ok {
				o.look(s, side, form.Offers(), r)
			}
			if err := s.Answer(side, q.Form.Sample(r)); err != nil {
				o.Fatal(err)
			}
		}
		if over = s.Over(); !over {
			snap = s.Snapshot()
		}
		if s.Close(); o.Failed() {
			return
		}
	}
}

// look wants the offers of a question to be what can be done, some of them.
func (o *offering) look(s *adjudicator.Session, side adjudicator.Side, offers adjudicator.Offers, r *rand.Rand) {
	kind := s.Asked(side).Kind
	o.offered[kind]++
	seen := map[string][]string{} // zones, by who goes from where
	before := map[string][]string{}
	for _, x := range offers.Moves {
		o.lines[kind] += len(x.Lines)
		who := x.From.ID + ": " + ruletest.Written(x.Who)
		if slices.Contains(seen[who], x.To.ID) {
			o.Errorf("%s is offered twice to %s", x.To.ID, who)
		}
		seen[who] = append(seen[who], x.To.ID)
		lines := written(x.Lines)
		before[who] = lines[:len(lines)-1]
		if r.IntN(15) == 0 {
			if fault := o.judged(s, side, lines); fault != "" {
				o.Errorf("%s, %s of side %d: %q is offered and refused: %s", o.rules.Info().Name, kind, side, lines, fault)
			}
		}
	}
	if len(offers.Rest) == 0 || slices.Contains(offers.Rest, "move") {
		o.Errorf("the rest is %v", offers.Rest)
	}
	for _, who := range slices.Sorted(maps.Keys(seen)) {
		zones := seen[who]
		if r.IntN(30) != 0 {
			continue
		}
		from, names, _ := strings.Cut(who, ": ")
		for _, z := range o.zones() {
			if z == from || slices.Contains(zones, z) {
				continue
			}
			line := fmt.Sprintf("move %s from %s to %s", names, from, z)
			if fault := o.judged(s, side, append(slices.Clone(before[who]), line)); fault == "" {
				o.Errorf("%s, %s of side %d: %q is accepted behind %q, and not offered", o.rules.Info().Name, kind, side, line, before[who])
			}
		}
	}
}

// zones are those of the board.
func (o *offering) zones() (all []string) {
	m, _ := o.rules.(adjudicator.Charted).Chart()
	for z := range m.All().All() {
		all = append(all, m.Name(z))
	}
	return all
}

// judged is the first fault of some orders; empty for none. What the end of the movements would cost
// behind them is not theirs: others can follow.
func (o *offering) judged(s *adjudicator.Session, side adjudicator.Side, lines []string) string {
	fault := o.refused(s, side, lines)
	if fault == "surplus-lost" {
		fault = o.refused(s, side, append(slices.Clone(lines), "end surplus"))
	}
	return fault
}

func (o *offering) refused(s *adjudicator.Session, side adjudicator.Side, lines []string) string {
	c, err := s.Copy()
	if err != nil {
		o.Fatal(err)
	}
	defer c.Close()
	f, faults := orders.Parse("game x-1\nside a\nanswers K7Q2-9XWM\n\norders\n" + strings.Join(lines, "\n") + "\n")
	out, err := c.Rehearse(adjudicator.Input{Side: side, File: f}, rand.New(rand.NewPCG(1, 1)), faults...)
	if err != nil {
		o.Fatal(err)
	}
	if len(out.Faults) > 0 {
		return out.Faults[0].Code
	}
	if len(out.Answers) < len(lines) {
		return "it is not taken"
	}
	return ""
}

func written(all []adjudicator.Words) (lines []string) {
	for _, w := range all {
		lines = append(lines, ruletest.Written(w))
	}
	return lines
}
