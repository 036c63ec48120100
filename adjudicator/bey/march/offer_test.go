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

// TestEachZoneIsOffered: in random games of both sorts, each zone that a stack or a piece of it can be
// ordered to is offered to it. That what is offered is accepted, and that nothing else can be said, is a
// promise of every ruleset (see [ruletest.Run]). With -v it says how many questions offer how much.
func TestEachZoneIsOffered(t *testing.T) {
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		o := offering{T: t, rules: rules, asked: map[string]int{}, lines: map[string]int{}}
		for i, scenario := range rules.Info().Scenarios {
			o.game(scenario, uint64(i), adjudicator.Random{Rand: rand.New(rand.NewPCG(1, 11))}, rand.New(rand.NewPCG(1, 13)))
			o.game(scenario, uint64(i), rules.(adjudicator.Bot).Player(rand.New(rand.NewPCG(0, 12))), rand.New(rand.NewPCG(0, 14)))
		}
		for _, kind := range slices.Sorted(maps.Keys(o.asked)) {
			n := o.asked[kind]
			t.Logf("%s: %-22s asked %4d, lines offered %6d", rules.Info().Name, kind, n, o.lines[kind])
		}
		for _, kind := range []string{"act", "depart", "retreat", "siege", "redeploy"} {
			if o.lines[kind] == 0 {
				t.Errorf("%s offers nothing to %s", rules.Info().Name, kind)
			}
		}
	}
}

// offering looks at the offers of games.
type offering struct {
	*testing.T
	rules        adjudicator.Ruleset
	asked, lines map[string]int
}

// game plays three turns of a game.
func (o *offering) game(scenario string, seed uint64, player adjudicator.Player, r *rand.Rand) {
	snap, err := adjudicator.Begin(o.rules, adjudicator.Setup{Scenario: scenario})
	if err != nil {
		o.Fatal(err)
	}
	for over, turns := false, 0; !over && turns < 3; turns++ {
		s, err := adjudicator.Open(o.rules, snap, dice.NewQuick(rand.New(rand.NewPCG(seed, uint64(turns)))), 1, dice.Head{})
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
			offers := adjudicator.OffersOf(q.Form)
			for _, x := range offers.Moves {
				o.lines[q.Kind] += len(x.Lines)
			}
			if q.Kind == "act" || q.Kind == "depart" {
				o.moves(s, side, offers, r)
			}
			if err := s.Answer(side, player.Answer(s, side, q)); err != nil {
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

// moves wants each zone that those of an offer can be ordered to to be offered to them.
func (o *offering) moves(s *adjudicator.Session, side adjudicator.Side, offers adjudicator.Offers, r *rand.Rand) {
	kind := s.Asked(side).Kind
	seen := map[string][]string{} // zones, by who goes from where
	before := map[string][]string{}
	for _, x := range offers.Moves {
		if x.Lines[len(x.Lines)-1][0] != adjudicator.Keyword("move") {
			continue
		}
		who := x.From.ID + ": " + ruletest.Written(x.Who)
		seen[who] = append(seen[who], x.To.ID)
		lines := written(x.Lines)
		before[who] = lines[:len(lines)-1]
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
