package ruletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/orders"
)

// secrets exchanges what a side cannot see for something that it could be as well, in
// the middle of games, and compares what the side is given: its view and an observer's,
// the question, the template in every language, and what becomes of its orders.
func secrets(t *trial) {
	if t.Open {
		w := walker{trial: t, salt: 8, hushed: true, look: openly}
		w.games(t.Games)
		return
	}
	g, err := t.rules.New(t.Setups[0])
	if err != nil {
		t.fail("%v", err)
		return
	}
	if _, can := g.(adjudicator.Redealer); !can {
		t.fail("the game is no adjudicator.Redealer; if nothing in it is hidden from anybody, say so with Options.Open")
		return
	}
	if _, tells := g.(adjudicator.Overt); !tells && !t.Drawn {
		t.fail("the game is no adjudicator.Overt, and so no leak would be found in what is told; if all that is hidden is drawn and kept until it is played, say so with Options.Drawn")
		return
	}
	s := &snoop{trial: t}
	for _, text := range t.Probes {
		if err := s.learn(text); err != nil {
			t.fail("a probe: %v", err)
		}
	}
	w := walker{trial: t, salt: 8, hushed: true, look: s.look, done: s.resampled}
	w.games(2 * t.Games)
	t.note("%d positions of %d had something else that was hidden", s.exchanged, s.looked)
	if few := min(2*t.Games, s.looked/8); (s.exchanged == 0 || s.exchanged < few) && len(t.faults) == 0 {
		t.fail("in %d games, at %d questions, Redeal exchanged something %d times only: what is hidden from a side has to change, if not at every question",
			2*t.Games, s.looked, s.exchanged)
	}
}

// openly wants everybody to see the same.
func openly(p *place) error {
	var seen [2]string
	for side := range adjudicator.Side(2) {
		v := p.session.Game().View(side)
		v.Side = 0
		seen[side] = text(v)
	}
	if seen[0] != seen[1] {
		return fmt.Errorf("Options.Open says that nothing is hidden, and the sides see different things: take it out and write Redeal, or show both the same\n%s", apart(seen[0], seen[1]))
	}
	return nil
}

// snoop tries to learn what is hidden.
type snoop struct {
	*trial
	probes    []probe
	looked    int // questions at which something was to be exchanged
	exchanged int
}

// probe is an order that somebody tries for what its refusal tells.
type probe struct {
	text      string
	verb      string
	order     adjudicator.Order
	statement *orders.Statement
}

// learn adds a probe.
func (s *snoop) learn(text string) error {
	if slices.ContainsFunc(s.probes, func(p probe) bool { return p.text == text }) {
		return nil
	}
	st, err := Statement(text)
	if err != nil {
		return err
	}
	verb, o, err := s.read(st)
	if err == nil {
		s.probes = append(s.probes, probe{text, verb, o, st})
	}
	return err
}

// most probes that are kept of what comes up in play.
const most = 48

// look compares what a side is given before and after an exchange. The game goes on with
// what was hidden exchanged, since that is a game as good as the one before.
func (s *snoop) look(p *place) error {
	if a := p.question.Form.Sample(p.rnd); len(s.probes) < most && p.rnd.IntN(8) == 0 {
		if err := s.learn(written(s.printers[0], a)); err != nil {
			return err
		}
	}
	both := p.session.Asked(0) != nil && p.session.Asked(1) != nil
	if p.rnd.IntN(10) != 0 {
		return nil
	}
	if both { // the enemy's own question is about what he no longer holds
		if p.rnd.IntN(4) != 0 {
			return nil
		}
		p.side = adjudicator.Side(p.rnd.IntN(2))
		p.question = p.session.Asked(p.side)
	}
	s.looked++
	before, enemy := s.given(p), s.data(p, p.side.Other())
	p.session.Game().(adjudicator.Redealer).Redeal(p.side, p.rnd)
	after := s.given(p)
	if s.data(p, p.side.Other()) != enemy {
		s.exchanged++
	}
	for i, text := range before {
		if text != after[i] {
			what, _, _ := strings.Cut(text, ":")
			return fmt.Errorf("%s can tell by %s that something else is hidden from it:\n%s", s.info.Sides[p.side], what, apart(text, after[i]))
		}
	}
	if both {
		return errEnough
	}
	return nil
}

// data is all that a side, or an observer, is shown of the game.
func (s *snoop) data(p *place, side adjudicator.Side) string {
	b, err := json.Marshal(p.session.Game().View(side))
	if err != nil {
		panic(fmt.Sprintf("the view of side %d does not encode: %v", side, err))
	}
	return string(b)
}

// given is all that a side is given at a moment, part by part.
func (s *snoop) given(p *place) []string {
	q := p.question
	asked := struct {
		Kind, Rule              string
		Prompt                  adjudicator.Phrase
		Facts                   []adjudicator.Phrase
		Verbs                   []string
		Reaction, Settled, Free bool
	}{q.Kind, q.Rule, q.Prompt, q.Facts, q.Verbs, q.Reaction, q.Settled, q.Free}
	all := []string{
		"its view: " + s.data(p, p.side),
		"an observer's view: " + s.data(p, adjudicator.Observer),
		"its question: " + fmt.Sprintf("%+v", asked),
	}
	printer := s.printers[p.answers%len(s.printers)]
	all = append(all, "its template: "+s.template(printer, p))
	for _, probe := range s.probes {
		if !slices.Contains(q.Verbs, probe.verb) {
			continue // it is refused without a look at the game
		}
		if a, fault := q.Form.Accept(probe.order, probe.statement); fault != nil {
			all = append(all, "what is said to "+probe.text+": "+fmt.Sprint(fault.Code, fault.Rule, fault.Span, fault.Args))
		} else {
			all = append(all, "what is said to "+probe.text+": "+fmt.Sprint([]any(a.Words())...))
		}
	}
	return all
}

// resampled looks at the games that are imagined at the end of a turn.
func (s *snoop) resampled(at *adjudicator.Session) error {
	g, can := at.Game().(adjudicator.Resampler)
	if !can {
		return nil
	}
	view := func(g adjudicator.Game, side adjudicator.Side) string {
		b, err := json.Marshal(g.View(side))
		if err != nil {
			panic(err)
		}
		return string(b)
	}
	snap := at.Snapshot()
	for side := adjudicator.Side(0); side <= 1; side++ {
		rnd := random(uint64(at.Turn()), uint64(side))
		other := g.Resample(side, rnd)
		if a, b := view(at.Game(), side), view(other, side); a != b {
			return fmt.Errorf("%s can tell the game from one that Resample makes:\n%s", s.info.Sides[side], apart(a, b))
		}
		if !bytes.Equal(at.Game().State(), snap.State) {
			return fmt.Errorf("Resample has changed the game itself:\n%s", apart(string(snap.State), string(at.Game().State())))
		}
		if _, err := s.rules.Load(snap.Setup, other.State()); err != nil {
			return fmt.Errorf("the game that Resample makes does not load: %w", err)
		}
		if err := other.Invariants(); err != nil && at.Game().Invariants() == nil {
			return fmt.Errorf("the game that Resample makes: %w", err)
		}
	}
	return nil
}
