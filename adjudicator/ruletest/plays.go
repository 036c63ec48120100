package ruletest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// info looks at what a ruleset says of itself.
func info(t *trial) {
	for _, x := range []struct {
		what    string
		missing bool
	}{{"name", t.info.Name == ""}, {"prefix", t.info.Prefix == ""}, {"version", t.info.Version == ""}, {"pair of sides", len(t.info.Sides) != 2},
		{"scenario", len(t.info.Scenarios) == 0}, {"phases", len(t.info.Phases) == 0}} {
		if x.missing {
			t.fail("Info has no %s", x.what)
		}
	}
	for _, setup := range t.everySetup() {
		if _, err := t.rules.New(setup); err != nil {
			t.fail("New does not know what Info offers, %s: %v", described(setup), err)
		}
	}
	if texted, ok := t.rules.(adjudicator.Texted); ok && !slices.ContainsFunc(texted.Texts(), func(own adjudicator.Texts) bool { return own.Owner == t.info.Name }) {
		t.fail("no texts are owned by %q, which Info names: Texts.Owner is that name", t.info.Name)
	}
	lexicon := t.rules.Lexicon()
	for _, name := range lexicon.Names(orders.VerbKind) {
		if _, d := lexicon.LookupString(name, orders.VerbKind); d != nil {
			t.fail("the verb %q is in the lexicon, and cannot be looked up: %v", name, d)
		}
	}
}

// questions looks at what is asked, and at the phases it is asked in.
func questions(t *trial) {
	w := walker{trial: t, salt: 1, look: t.asksWell}
	w.games(t.Games)
}

// everySetup is each scenario, and each value of each option.
func (t *trial) everySetup() (all []adjudicator.Setup) {
	for _, id := range t.info.Scenarios {
		all = append(all, adjudicator.Setup{Scenario: id})
		for _, option := range t.info.Options {
			for _, value := range option.Values {
				all = append(all, adjudicator.Setup{Scenario: id, Options: map[string]string{option.ID: value}})
			}
		}
	}
	return append(all, t.Setups...)
}

// asksWell looks at the outside of a question.
func (t *trial) asksWell(p *place) error {
	q := p.question
	switch {
	case q.Kind == "":
		return fmt.Errorf("the question has no kind")
	case q.Prompt.IsZero():
		return fmt.Errorf("the question says nothing: its Prompt is empty")
	case !slices.Contains(t.info.Phases, p.session.Phase()):
		return fmt.Errorf("it is asked in the phase %q, which Info.Phases does not have: %v", p.session.Phase(), t.info.Phases)
	case len(q.Verbs) == 0:
		return fmt.Errorf("no verb answers the question")
	}
	for _, id := range q.Verbs {
		if _, d := t.rules.Lexicon().LookupString(id, orders.VerbKind); d != nil {
			return fmt.Errorf("its verb %q is not in the lexicon: %w", id, d)
		}
	}
	words := q.Form.Default().Words()
	if len(words) == 0 {
		return fmt.Errorf("the default has no words")
	}
	if verb, ok := words[0].(adjudicator.Keyword); !ok || !slices.Contains(q.Verbs, string(verb)) {
		return fmt.Errorf("the default is the order %v, whose verb is none of the question's: %v", []any(words), q.Verbs)
	}
	return nil
}

// plays looks for games that end, and fail nowhere.
func plays(t *trial) {
	w := walker{trial: t, salt: 2, look: goesOn}
	w.done = func(s *adjudicator.Session) error {
		if s.Over() && s.Game().Result() == nil {
			return fmt.Errorf("the game is over, and Result is nil")
		}
		return nil
	}
	w.games(2 * t.Games)
}

// goesOn wants a game in which somebody is asked something to be without a result: a letter that has
// one takes no orders.
func goesOn(p *place) error {
	if p.session.Game().Result() != nil {
		return errors.New("somebody is asked something, and Result says that the game is over: it is to be nil until Turn returns")
	}
	return nil
}

// invariants looks at the game before every answer.
func invariants(t *trial) {
	w := walker{trial: t, salt: 3, hushed: true}
	w.look = func(p *place) error { return p.session.Game().Invariants() }
	w.done = func(s *adjudicator.Session) error {
		if err := s.Game().Invariants(); err != nil || s.Over() || t.Settled == nil {
			return err
		}
		return t.Settled(s.Game())
	}
	w.games(2 * t.Games)
}

// record is what is to be the same when a game is played again.
type record struct {
	questions []string
	events    []string // of each turn
	states    []string // after each turn
}

// replay plays games again with the same dice and answers, the last time without a turn being loaded from
// what was stored of the one before.
func replay(t *trial) {
	for seed := range t.seeds(4 * t.Games) {
		hushed := seed%2 == 0 // as the server plays again what is known already
		first, err := t.recorded(seed, false, nil)
		if err == nil {
			var again record
			if again, err = t.recorded(seed, hushed, nil); err == nil {
				err = first.compare(again, hushed)
			}
		}
		if err == nil {
			if err = t.remembers(seed, first); err != nil {
				err = fmt.Errorf("a game that plays on as it stands is another than one whose turns are loaded from State: %w", err)
			}
		}
		if err != nil {
			t.fail("game %d (%s): %v", seed, described(t.setup(seed)), err)
		}
		if t.failed() {
			return
		}
	}
}

// remembers wants a game to have nothing in mind between two turns that is not stored.
func (t *trial) remembers(seed uint64, loaded record) error {
	standing, err := t.record(walker{enduring: &enduring{Ruleset: t.rules}, hushed: true}, seed)
	if err != nil {
		return err
	}
	return loaded.compare(standing, true)
}

// recorded plays a game, and writes down how it went. If look is set, it is called before
// every answer.
func (t *trial) recorded(seed uint64, hushed bool, look func(*place) error) (record, error) {
	return t.record(walker{hushed: hushed, look: look}, seed)
}

// record plays a game as a walker does that gives random answers, and writes down how it went.
func (t *trial) record(w walker, seed uint64) (r record, err error) {
	w.trial, w.salt = t, 4
	w.pick = func(p *place) adjudicator.Answer {
		a, q := p.question.Form.Sample(p.rnd), p.question
		r.questions = append(r.questions, fmt.Sprintf("side %d is asked %s by rule %s, answer %v", p.side, q.Kind, q.Rule, []any(a.Words())))
		return a
	}
	w.done = func(s *adjudicator.Session) error {
		events, err := json.Marshal(s.Events())
		if err != nil {
			return fmt.Errorf("the events do not encode: %w", err)
		}
		state := s.Game().State()
		if r.events, r.states = append(r.events, string(events)), append(r.states, string(state)); s.Over() {
			return nil // nothing is loaded from it
		}
		return t.restores(s.Snapshot())
	}
	return r, w.game(seed)
}

// restores wants the state that was stored to be the state that is loaded.
func (t *trial) restores(snap adjudicator.Snapshot) error {
	g, err := t.rules.Load(snap.Setup, snap.State)
	if err != nil {
		return fmt.Errorf("Load does not take what State gave: %w", err)
	}
	if again := g.State(); !bytes.Equal(again, snap.State) {
		return fmt.Errorf("what State gave is not what it gives once that is loaded:\n%s", apart(string(snap.State), string(again)))
	}
	return nil
}

// compare says where a game went another way the second time.
func (r record) compare(again record, hushed bool) error {
	for i, q := range r.questions {
		if a := at(again.questions, i); a != q {
			return fmt.Errorf("question %d is another when the game is played again:\n%s", i+1, apart(q, a))
		}
	}
	for i, state := range r.states {
		if a := at(again.states, i); a != state {
			return fmt.Errorf("the state after turn %d is another when the game is played again:\n%s", i+1, apart(state, a))
		}
		if a := at(again.events, i); a != r.events[i] && !hushed {
			return fmt.Errorf("the events of turn %d are others when the game is played again:\n%s", i+1, apart(r.events[i], a))
		}
	}
	return nil
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "(nothing)"
}

// defaults looks at the answers of who does not answer, and plays games of them alone.
func defaults(t *trial) {
	w := walker{trial: t, salt: 5, hushed: true}
	w.look = func(p *place) error {
		q := p.question
		a := q.Form.Default()
		if err := q.Form.Check(a); err != nil {
			return fmt.Errorf("Default is not legal: %w", err)
		}
		if first, second := fmt.Sprint(a.Words()...), fmt.Sprint(q.Form.Default().Words()...); first != second {
			return fmt.Errorf("Default is %q, and asked again %q", first, second)
		}
		return t.readsBack(t.printers[p.answers%len(t.printers)], q, a)
	}
	w.games(2 * t.Games)
	for _, setup := range t.Setups {
		if err := t.absent(setup); err != nil {
			t.fail("where nobody ever writes (%s): %v", described(setup), err)
		}
	}
}

// unattended is how many turns are played on defaults alone.
const unattended = 20

// absent lets every deadline pass, as the server would.
func (t *trial) absent(setup adjudicator.Setup) error {
	snap, err := adjudicator.Begin(t.rules, setup)
	for turn := 1; err == nil; turn++ {
		if turn > min(t.Turns, unattended) {
			return nil // a game in which nobody does anything need not end
		}
		var over bool
		if snap, over, err = t.absentTurn(snap); over {
			return err
		}
	}
	return err
}

func (t *trial) absentTurn(snap adjudicator.Snapshot) (next adjudicator.Snapshot, over bool, err error) {
	s, err := adjudicator.Open(t.rules, snap, thrown(7, snap.Turn), 1, dice.Head{})
	if err != nil {
		return snap, true, err
	}
	defer s.Close()
	for n := 0; !s.Ended(); n++ {
		if n > t.Answers {
			return snap, true, fmt.Errorf("turn %d does not end after %d deadlines", snap.Turn, n)
		}
		side := asked(s)
		kind := s.Asked(side).Kind
		out, err := s.Take(adjudicator.Input{Entry: n + 2, Side: side})
		if err != nil {
			return snap, true, err
		}
		if len(out.Answers) == 0 {
			return snap, true, fmt.Errorf("turn %d: a deadline of %s passed, and %s was not answered", snap.Turn, t.info.Sides[side], kind)
		}
	}
	return s.Snapshot(), s.Over(), nil
}
