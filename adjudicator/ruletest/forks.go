package ruletest

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
)

// forks copies turns in their middle, and lets the copies be played on: one that is exact
// comes to what the game itself comes to, and one that a side imagines hangs on nothing
// that is hidden from it.
func forks(t *trial) {
	g, err := t.rules.New(t.Setups[0])
	if err != nil {
		t.fail("%v", err)
		return
	}
	if c, ok := g.(adjudicator.Cloner); ok {
		if copied := c.Clone(); reflect.TypeOf(copied) != reflect.TypeOf(g) {
			t.fail("Clone of a %T gives a %T, which may play another turn", g, copied)
			return
		}
	}
	f := &forker{trial: t}
	for i, standing := range [2][2]string{{}, t.standingText()} {
		w := walker{trial: t, salt: uint64(14 + i), standing: standing, begun: f.lose, look: f.look, pick: f.pick, done: f.done}
		w.games(t.Games / 2)
		f.lose()
	}
	for seed := range t.seeds(t.Games / 2) {
		if t.failed() {
			return
		}
		snap, err := adjudicator.Begin(t.rules, t.setup(seed))
		if err == nil {
			err = f.misdealt(snap, 100+seed)
		}
		if err != nil {
			t.fail("%v", err)
			return
		}
	}
	if _, ok := g.(adjudicator.Overt); ok {
		for more := uint64(0); f.alikes.compared < t.Games && more < mostMore && !t.failed(); more++ { // a game in which little is asked has few such moments
			w := walker{trial: t, salt: 70 + more, look: f.compares}
			w.games(t.Games)
		}
		t.note("games that look the same to a side were compared %d times", f.alikes.compared)
		if f.alikes.compared < t.Games && len(t.faults) == 0 {
			t.fail("%s", f.alikes.few(t.Games))
		}
	}
	t.note("%d copies were played to the end of their turns, and %d forks compared with those of a twin", f.copies, f.twins)
}

// mostMore is how many walks more are made to find moments at which games look the same.
const mostMore = 8

// forker takes copies of the games of a walk.
type forker struct {
	*trial
	copied   *adjudicator.Session // of the turn in play, to be played when the turn is over
	since    []step               // what has been answered since it was taken
	copies   int
	twins    int
	compared int // games of this one that look the same to a side
	alikes   alikes
}

// step is a question of a turn and its answer.
type step struct {
	side   adjudicator.Side
	asked  string
	answer adjudicator.Answer
	words  string
}

// lose forgets the copy of a turn.
func (f *forker) lose() {
	if f.copied != nil {
		f.copied.Close()
	}
	f.copied, f.since = nil, nil
}

// look takes a copy now and then. The game goes on with dice that the copy has as well.
func (f *forker) look(p *place) (err error) {
	defer func() {
		if err != nil {
			f.lose()
		}
	}()
	if err := f.compares(p); err != nil {
		return err
	}
	if p.rnd.IntN(8) != 0 {
		return nil
	}
	if f.copied == nil {
		if f.copied, err = p.session.Copy(); err != nil {
			return err
		}
		seed := p.rnd.Uint64()
		p.session.Redice(dice.NewQuick(random(seed, 1)))
		f.copied.Redice(dice.NewQuick(random(seed, 1)))
	}
	if p.rnd.IntN(2) == 0 {
		return f.disturbs(p)
	}
	side := adjudicator.Side(p.rnd.IntN(2))
	if err := f.hides(p, side); err != nil {
		return fmt.Errorf("a fork for %s: %w", f.info.Sides[side], err)
	}
	return nil
}

// compares makes games that look the same now and then, at random of its own, so that what else
// is tried does not hang on it.
func (f *forker) compares(p *place) error {
	const most = 16 // in a game
	if p.answers == 0 {
		f.compared = 0
	}
	rnd := random(p.seed, 60+uint64(p.answers))
	if f.compared >= most || rnd.IntN(5) != 0 {
		return nil
	}
	f.compared++
	side := adjudicator.Side(rnd.IntN(2))
	if err := f.alike(p, side, rnd); err != nil {
		return fmt.Errorf("%s: %w", f.info.Sides[side], err)
	}
	return nil
}

// pick answers, and writes it down for the copy.
func (f *forker) pick(p *place) adjudicator.Answer {
	a := p.question.Form.Sample(p.rnd)
	if f.copied != nil {
		f.since = append(f.since, step{p.side, f.glance(p.session, len(f.since)), a, fmt.Sprint(a.Words()...)})
	}
	return a
}

// misdealt makes some pairs of twins of a turn.
func (f *forker) misdealt(snap adjudicator.Snapshot, salt uint64) error {
	for n := range uint64(2) {
		if err := f.misdeals(snap, random(salt, n)); err != nil {
			return err
		}
	}
	return nil
}

// done plays the copy of the turn as the turn was played.
func (f *forker) done(s *adjudicator.Session) error {
	defer f.lose()
	if s.Over() {
		if err := f.worth(s.Game()); err != nil {
			return err
		}
	} else if err := f.misdealt(s.Snapshot(), uint64(s.Turn())); err != nil {
		return err
	}
	if f.copied == nil {
		return nil
	}
	for i, x := range f.since {
		if now := f.glance(f.copied, i); now != x.asked {
			return fmt.Errorf("after %d answers a copy of the turn stands otherwise than the turn itself:\n%s", i, apart(x.asked, now))
		}
		a := bound(f.copied, x.answer)
		if words := fmt.Sprint(a.Words()...); words != x.words {
			return fmt.Errorf("the answer %q is %q in a copy of its game: what it points to is another game's", x.words, words)
		}
		if err := f.copied.Answer(x.side, a); err != nil {
			return fmt.Errorf("after %d answers a copy of the turn does not take what the turn itself took: %w", i, err)
		}
	}
	f.copies++
	if was, now := f.described(s), f.described(f.copied); was != now {
		return fmt.Errorf("a copy of the turn ends otherwise than the turn itself:\n%s", apart(was, now))
	}
	return nil
}

// disturbs plays a copy to the end of the turn at random, which must not change the game.
func (f *forker) disturbs(p *place) error {
	c, err := p.session.Copy()
	if err != nil {
		return err
	}
	defer c.Close()
	before := f.described(p.session)
	if now := f.described(c); now != before {
		return fmt.Errorf("a copy of the turn stands otherwise than the turn itself:\n%s", apart(before, now))
	}
	c.Redice(dice.NewQuick(random(p.seed, p.rnd.Uint64())))
	for n := 0; !c.Ended() && n < f.Answers; n++ {
		side := asked(c)
		if err := c.Answer(side, c.Asked(side).Form.Sample(p.rnd)); err != nil {
			return fmt.Errorf("a copy of the turn: %w", err)
		}
	}
	if now := f.described(p.session); now != before {
		return fmt.Errorf("a copy of the turn was played on, and the turn itself has changed:\n%s", apart(before, now))
	}
	return nil
}

// bound is an answer of another game as one of a session's.
func bound(s *adjudicator.Session, a adjudicator.Answer) adjudicator.Answer {
	if b, ok := s.Game().(adjudicator.Binder); ok {
		return b.Bind(a)
	}
	return a
}

// glance is what a session stands at after some answers: all of it now and then, and else
// who is asked what.
func (f *forker) glance(s *adjudicator.Session, answers int) string {
	if answers%16 == 0 || s.Ended() {
		return f.described(s)
	}
	return text(map[string]any{"phase": s.Phase(), "events": len(s.Events()), "asked": map[string]string{
		f.info.Sides[0]: fmt.Sprintf("%s, number %d", f.kind(s, 0), s.Asks(0)), f.info.Sides[1]: fmt.Sprintf("%s, number %d", f.kind(s, 1), s.Asks(1))}})
}

// kind names what a side is asked.
func (f *forker) kind(s *adjudicator.Session, side adjudicator.Side) string {
	if q := s.Asked(side); q != nil {
		return q.Kind
	}
	return "nothing"
}

// described is all that a session stands at, for whoever may see everything.
func (f *forker) described(s *adjudicator.Session) string {
	all := map[string]any{"phase": s.Phase(), "sealed": s.Sealed(), "ended": s.Ended(), "over": s.Over(), "events": s.Events(), "answers": s.Answers(),
		"view of an observer": s.Game().View(adjudicator.Observer)}
	for side, id := range f.info.Sides {
		side := adjudicator.Side(side)
		all["view of "+id] = s.Game().View(side)
		all["question to "+id] = f.question(s, side)
		all["questions to "+id] = s.Asks(side)
	}
	if s.Ended() {
		all["state"] = s.Game().State()
	}
	return text(all)
}

// text is a value in JSON.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("what a session stands at does not encode: %v", err))
	}
	return string(b)
}

// question is what a side is asked, and what it can answer.
func (f *forker) question(s *adjudicator.Session, side adjudicator.Side) []any {
	q := s.Asked(side)
	if q == nil {
		return nil
	}
	all := []any{q.Kind, q.Rule, q.Prompt, q.Facts, q.Verbs, q.Reaction, q.Settled, q.Free, q.Slight, q.Form.Default().Words()}
	for _, c := range q.Form.Choices() {
		all = append(all, c.Words, c.Note)
	}
	return all
}

// worth looks at the value of a game that is over.
func (f *forker) worth(g adjudicator.Game) error {
	r := g.Result()
	for side := range adjudicator.Side(2) {
		v, sign := adjudicator.Value(g, side), 0
		switch {
		case r == nil || r.Winner == adjudicator.Observer:
		case r.Winner == side:
			sign = 1
		default:
			sign = -1
		}
		if math.IsNaN(v) || math.IsInf(v, 0) || v > 0 != (sign > 0) || v < 0 != (sign < 0) {
			return fmt.Errorf("the game is over, and Value says that it is worth %v to %s, whose result is %+d", v, f.info.Sides[side], sign)
		}
	}
	return nil
}
