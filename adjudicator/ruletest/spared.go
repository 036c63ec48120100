package ruletest

import (
	"encoding/json"
	"fmt"
	"reflect"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// canAct is the standing order of [adjudicator.CanAct].
const canAct = "ask: when I can act"

// spared plays games with one side that is asked only when it can act, and wants nothing but
// the number of its questions to differ from the same games without: its enemy and an observer
// see and are told the same. Then it plays them with a side that passes for the rest of a phase
// wherever it can only pass, and wants no more than one such question a phase.
func spared(t *trial) {
	s := &sparing{trial: t, public: map[string]int{}, must: map[string]int{}, passes: map[string]int{}}
	if rules, faults := orders.ParseStanding(canAct); len(faults) > 0 {
		t.fail("%q does not parse: %v", canAct, faults[0])
	} else if st, faults := adjudicator.ReadStanding(t.rules, &rules[0]); len(faults) > 0 || st != (adjudicator.CanAct{}) {
		t.fail("%q is read as %T: %v", canAct, st, faults)
	}
	if guide, ok := t.rules.(adjudicator.Guide); ok {
		for side := range t.info.Sides {
			for _, p := range t.printers {
				if adjudicator.AsksWhenAble(guide.Starter(adjudicator.Side(side), p.Lang())) {
					t.fail("Starter proposes %q in force", canAct)
				}
			}
		}
	}
	for seed := range t.seeds(t.Games) {
		for _, play := range []func(uint64) error{s.beside, s.passing} {
			if err := play(seed); err != nil {
				t.fail("game %d: %v", seed, err)
				return
			}
		}
	}
	t.note("of %d questions %d had one legal answer; where that was tried, both sides could see it at these: %v", s.asked, s.single, s.public)
	t.note("that must be answered, and seem to have one answer: %v", s.must)
	t.note("questions with nothing but “pass”: %v; in games of a side that writes %q at each: %d", s.passes, passPhase, s.once)
}

// passPhase is the order that passes for the rest of a phase.
const passPhase = "pass for this phase"

// sparing counts the questions of games.
type sparing struct {
	*trial
	asked, single int            // questions, and those with one legal answer
	must          map[string]int // those that must be answered and seem to have one, by kind
	public        map[string]int // of these, by kind, those at which both sides see that
	passes        map[string]int // questions with nothing but “pass”, by kind
	once          int            // and those that were left of them
}

// beside plays a game with and without the standing order, side by side.
func (s *sparing) beside(seed uint64) error {
	side := adjudicator.Side(seed % 2)
	snap, err := adjudicator.Begin(s.rules, s.setup(seed))
	for over := false; !over && err == nil; {
		snap, over, err = s.turnBeside(snap, seed, side)
	}
	return err
}

func (s *sparing) turnBeside(snap adjudicator.Snapshot, seed uint64, side adjudicator.Side) (next adjudicator.Snapshot, over bool, err error) {
	with := snap
	with.Standing[side] = canAct
	var games [2]*adjudicator.Session // without, and with
	for i, from := range []adjudicator.Snapshot{snap, with} {
		if games[i], err = adjudicator.Open(s.rules, from, thrown(seed, snap.Turn), 1, dice.Head{}); err != nil {
			return snap, true, err
		}
		defer games[i].Close()
	}
	rnd := random(seed, 31<<16|uint64(snap.Turn))
	for n := 0; !games[0].Ended() && n <= s.Answers; n++ {
		if q := games[0].Asked(side); q != nil {
			s.asked++
			if q.OnlyPass() {
				s.passes[q.Kind]++
			}
			if a, only := q.Only(); only {
				if err := s.alone(games[0], side, q, a, seed+uint64(n)); err != nil {
					return snap, true, err
				}
				if err := games[0].Answer(side, a); err != nil {
					return snap, true, err
				}
				continue
			}
			s.forced(q, seed+uint64(n))
		}
		if err := s.alike(games, side); err != nil {
			return snap, true, fmt.Errorf("turn %d, %s has %q: %w", snap.Turn, s.info.Sides[side], canAct, err)
		}
		who := asked(games[0])
		a := games[0].Asked(who).Form.Sample(rnd)
		for _, g := range games {
			if err := g.Answer(who, bound(g, a)); err != nil {
				return snap, true, err
			}
		}
	}
	if !games[0].Ended() || !games[1].Ended() {
		return snap, true, fmt.Errorf("turn %d ends in one game, or in neither", snap.Turn)
	}
	if err := s.alike(games, side); err != nil {
		return snap, true, fmt.Errorf("turn %d, at its end: %w", snap.Turn, err)
	}
	return games[0].Snapshot(), games[0].Over(), nil
}

// forced counts a question that must be answered and seems to have one answer.
func (s *sparing) forced(q *adjudicator.Question, seed uint64) {
	if choices := q.Form.Choices(); q.Free || len(choices) != 1 {
		return
	}
	rnd, words := random(seed, 35), q.Form.Default().Words()
	for range 16 {
		if !reflect.DeepEqual(q.Form.Sample(rnd).Words(), words) {
			return
		}
	}
	s.must[q.Kind]++
}

// alone wants a question that offers one answer to have no other, and finds out whether the
// enemy could know that.
func (s *sparing) alone(g *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question, a adjudicator.Answer, seed uint64) error {
	s.single++
	rnd := random(seed, 32)
	for range 16 {
		if other := q.Form.Sample(rnd); !reflect.DeepEqual(other.Words(), a.Words()) {
			return fmt.Errorf("%s is asked %s and offered %v alone, and could answer %v", s.info.Sides[side], q.Kind, []any(a.Words()), []any(other.Words()))
		}
	}
	if s.Open || s.single%16 != 0 {
		return nil
	}
	for n := range uint64(200) { // what would let him act may be rare among what he could hold
		fork, err := g.Fork(side.Other(), random(seed, 33+n))
		if err != nil {
			return err
		}
		_, only := fork.Asked(side).Only()
		fork.Close()
		if !only {
			return nil
		}
	}
	s.public[q.Kind]++
	return nil
}

// alike wants the enemy of a side, and an observer, to be shown and told the same in both games,
// and the side itself to be asked the same.
func (s *sparing) alike(games [2]*adjudicator.Session, side adjudicator.Side) error {
	for _, who := range []adjudicator.Side{side.Other(), adjudicator.Observer} {
		var shown [2]string
		for i, g := range games {
			var told []adjudicator.Event
			for _, e := range g.Events() {
				if said, ok := e.For(who); ok {
					told = append(told, adjudicator.Event{Phase: e.Phase, Rule: e.Rule, Depth: e.Depth, Public: said, Rolls: e.Rolls})
				}
			}
			b, err := json.Marshal([]any{g.Game().View(who), g.Phase(), g.Ended(), told})
			if err != nil {
				return err
			}
			shown[i] = string(b)
		}
		if shown[0] != shown[1] {
			return fmt.Errorf("who may not know it can tell:\n%s", apart(shown[0], shown[1]))
		}
	}
	for who := range s.info.Sides {
		a, b := games[0].Asked(adjudicator.Side(who)), games[1].Asked(adjudicator.Side(who))
		if (a == nil) != (b == nil) || a != nil && (a.Kind != b.Kind || !reflect.DeepEqual(a.Prompt, b.Prompt)) {
			return fmt.Errorf("%s is asked something else", s.info.Sides[who])
		}
	}
	return nil
}

// passing plays a game in which one side writes “pass for this phase” wherever it can only pass.
func (s *sparing) passing(seed uint64) error {
	side := adjudicator.Side(seed % 2)
	snap, err := adjudicator.Begin(s.rules, s.setup(seed))
	for over := false; !over && err == nil; {
		snap, over, err = s.turnPassing(snap, seed, side)
	}
	return err
}

func (s *sparing) turnPassing(snap adjudicator.Snapshot, seed uint64, side adjudicator.Side) (next adjudicator.Snapshot, over bool, err error) {
	g, err := adjudicator.Open(s.rules, snap, thrown(seed, snap.Turn), 1, dice.Head{})
	if err != nil {
		return snap, true, err
	}
	defer g.Close()
	rnd := random(seed, 34<<16|uint64(snap.Turn))
	passed := -1 // the phase, by how many had begun
	for n := 0; !g.Ended() && n <= s.Answers; n++ {
		who := asked(g)
		q := g.Asked(who)
		if who != side || !q.OnlyPass() {
			if err := g.Answer(who, q.Form.Sample(rnd)); err != nil {
				return snap, true, err
			}
			continue
		}
		if passed == g.Phases() {
			return snap, true, fmt.Errorf("turn %d: %s is asked %s again after %q", snap.Turn, s.info.Sides[side], q.Kind, passPhase)
		}
		passed = g.Phases()
		s.once++
		st, err := Statement(passPhase)
		if err != nil {
			return snap, true, err
		}
		file := &orders.File{HasOrders: true, Groups: []orders.Group{{Statements: []orders.Statement{*st}}}}
		out, err := g.Take(adjudicator.Input{Entry: 1, Side: side, File: file})
		if err != nil || len(out.Faults) > 0 {
			return snap, true, fmt.Errorf("%q is refused at %s: %v %w", passPhase, q.Kind, out.Faults, err)
		}
	}
	if !g.Ended() {
		return snap, true, fmt.Errorf("turn %d does not end", snap.Turn)
	}
	return g.Snapshot(), g.Over(), nil
}
