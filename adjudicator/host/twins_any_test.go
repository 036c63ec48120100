package host_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
	"keryx/templates"
)

// twinned are the rulesets that twins play: every one that is registered and hides something,
// but for those of the tests that are another one under a name of their own.
func twinned(t *testing.T) (names []string) {
	t.Helper()
	for _, name := range adjudicator.Rulesets() {
		rules, err := adjudicator.Lookup(name)
		hosttest.Check(t, err)
		if texted, ok := rules.(adjudicator.Texted); !ok || texted.Texts()[0].Owner != name {
			continue
		}
		g, err := rules.New(adjudicator.Setup{Scenario: rules.Info().Scenarios[0]})
		hosttest.Check(t, err)
		if _, hides := g.(adjudicator.Resampler); hides {
			names = append(names, name)
		}
	}
	return names
}

// twinGameOf is what twins have to know of a game: what [twinGames] says, and for the rest what
// can be found out of any ruleset.
func twinGameOf(t *testing.T, name string) *twinGame {
	t.Helper()
	rules, err := adjudicator.Lookup(name)
	hosttest.Check(t, err)
	g := twinGame{ruleset: name, share: 1}
	if known := twinGames[name]; known != nil {
		g = *known
	}
	if g.own == nil {
		parts := ownParts(t, rules)
		g.own = func(v adjudicator.View) any {
			var all []any
			for _, name := range parts {
				all = append(all, part(v, name))
			}
			return all
		}
	}
	words := helped(name, ".help")
	for side := range g.rules {
		if g.rules[side] == nil {
			g.rules[side] = helped(name, ".help.standing")
			if guide, ok := rules.(adjudicator.Guide); ok {
				g.rules[side] = append(g.rules[side], strings.Split(strings.TrimSpace(guide.Starter(adjudicator.Side(side), "en")), "\n")...)
			}
		}
	}
	if g.odd == nil {
		g.odd = words
	}
	if g.later == nil {
		for _, phase := range rules.Info().Phases {
			g.later = append(g.later, "phase "+phase+" again/"+words[0], "phase "+phase+" again/"+words[len(words)-1])
		}
	}
	if g.corrects == nil {
		g.corrects = corrections(rules)
	}
	return &g
}

// helped are the lines of a page of help that are to be copied.
func helped(name, page string) (lines []string) {
	for line := range strings.Lines(templates.For("en", name).Say(name + page)) {
		if text, ok := strings.CutPrefix(line, "    "); ok {
			lines = append(lines, strings.TrimSpace(text))
		}
	}
	return lines
}

// ownParts are the parts of the situation for programs that a side has of its own: those that
// change if what is hidden from its enemy is dealt anew.
func ownParts(t *testing.T, rules adjudicator.Ruleset) (names []string) {
	t.Helper()
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 5))
		snap := wanderer{rules, r}.wander(t, adjudicator.Setup{Scenario: rules.Info().Scenarios[0]}, int(seed%4))
		s, err := adjudicator.Open(rules, snap, dice.NewQuick(r), 1, dice.Head{})
		hosttest.Check(t, err)
		side := adjudicator.Side(seed % 2)
		before := s.Game().View(side)
		s.Game().(adjudicator.Redealer).Redeal(side.Other(), r)
		for _, name := range differing(t, before, s.Game().View(side)) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		s.Close()
	}
	if len(names) == 0 {
		t.Fatalf("%s: nothing that a side holds was found", rules.Info().Name)
	}
	return names
}

// differing names the parts of the situation for programs that are not the same in two views.
func differing(t *testing.T, a, b adjudicator.View) (names []string) {
	t.Helper()
	var parts [2]map[string]json.RawMessage
	for i, v := range []adjudicator.View{a, b} {
		text, err := json.Marshal(v.Data)
		hosttest.Check(t, err)
		hosttest.Check(t, json.Unmarshal(text, &parts[i]))
	}
	for name, text := range parts[0] {
		if string(text) != string(parts[1][name]) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// usage is the example of a correction in the text that tells how it is written.
var usage = regexp.MustCompile("`([^`]+)`")

// corrections are those that a referee can make for one side alone, by their examples; %s is the
// side and %d a number.
func corrections(rules adjudicator.Ruleset) (all []string) {
	amending, ok := rules.(adjudicator.Amending)
	if !ok {
		return nil
	}
	printer := templates.For("en", rules.Info().Name)
	for _, kind := range amending.Rulings().Kinds {
		for _, m := range usage.FindAllStringSubmatch(printer.Phrase(kind.Usage), -1) {
			statements, faults := orders.ParseStatements(m[1])
			if len(faults) > 0 || len(statements) != 1 {
				continue
			}
			c, faults := kind.Read(&statements[0])
			if len(faults) > 0 || c.Hidden() == adjudicator.Observer {
				continue
			}
			words := strings.Fields(m[1])
			for i, word := range words {
				if _, side := rules.Info().Seat(word); side {
					words[i] = "%s"
				}
			}
			if last := len(words) - 1; strings.Trim(words[last], "0123456789") == "" {
				words[last] = "%d"
			}
			all = append(all, strings.Join(words, " "))
		}
	}
	return all
}

// seen plans for a side as a random player does, in one club, and notes which answers tell
// nothing by themselves and look the same to the enemy in the other club.
type seen struct {
	rnd    *rand.Rand
	given  []adjudicator.Answer // in the first club
	looks  []string
	again  bool // in the second
	n, cut int  // answers, and those that look the same
}

// Answer implements [adjudicator.Player].
func (p *seen) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	overt := s.Game().(adjudicator.Overt)
	n := p.n
	p.n++
	if p.again {
		if n == p.cut && n < len(p.given) && q.Form.Check(p.given[n]) == nil && overt.Overt(side, p.given[n]) == p.looks[n] {
			p.cut++
			return p.given[n]
		}
		return q.Form.Sample(p.rnd)
	}
	a := q.Form.Sample(p.rnd)
	if look := overt.Overt(side, a); look != "" && n == len(p.given) {
		p.given, p.looks = append(p.given, a), append(p.looks, look)
	}
	return a
}

// looking is the beginning of what a side would write that looks the same in both clubs, as far as
// its enemy sees.
func (tw *twins) looking(side adjudicator.Side) (lines []string) {
	tw.t.Helper()
	p := &seen{rnd: tw.rnd}
	printer := templates.For("en", tw.game.ruleset)
	for i, c := range tw.clubs {
		p.again, p.n = i == 1, 0
		plan, err := c.Intake.Plan(tw.t.Context(), c.Game, tw.info.Sides[side], p)
		hosttest.Check(tw.t, err)
		lines = lines[:0]
		for _, words := range plan {
			lines = append(lines, "  "+printer.Words(words))
		}
	}
	return lines[:min(p.cut, len(lines))]
}
