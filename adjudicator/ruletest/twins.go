package ruletest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// twins are two turns that a side cannot tell apart, since they differ in what is hidden
// from it alone.
type twins struct {
	*forker
	side  adjudicator.Side
	rnd   *rand.Rand
	games [2]*adjudicator.Session
	told  [2]int // events that have been compared
	exact bool   // nothing is hidden from anybody: they never part
}

// errParted ends the life of twins.
var errParted = errors.New("they can be told apart")

// hides makes twins, plays them on with the same answers of the side as long as it cannot
// tell them apart, and compares what it would imagine in either.
func (f *forker) hides(p *place, side adjudicator.Side) error {
	w := &twins{forker: f, side: side, rnd: p.rnd}

	fork, err := p.session.Fork(side, random(p.seed, 16))
	if err != nil {
		return err
	}
	defer fork.Close()
	if err := w.known(p.session, fork); err != nil {
		return err
	}
	if w.games[0], err = p.session.Copy(); err != nil {
		return err
	}
	defer w.games[0].Close()
	if w.games[1], err = p.session.Fork(side, random(p.seed, 17)); err != nil {
		return err
	}
	defer w.games[1].Close()
	enemy := side.Other()
	w.exact = f.Open && p.session.Standing(enemy, orders.English) == "" && (fork.Asked(enemy) == nil) == (p.session.Asked(enemy) == nil)
	dicing := p.rnd.Uint64()
	for i, s := range w.games {
		s.Redice(dice.NewQuick(random(dicing, 2)))
		w.told[i] = len(s.Events())
	}
	return w.live()
}

// misdealt is the randomness of a turn of which one hidden draw is another.
type misdealt struct {
	dice.Turn
	draw, by int // the draw, and by how much
}

// Draw implements [dice.Source].
func (m misdealt) Draw(head dice.Head, i, n int) int {
	drawn := m.Turn.Draw(head, i, n)
	if i == m.draw {
		drawn = (drawn + m.by) % n
	}
	return drawn
}

// misdeals plays a turn twice from its beginning, with one hidden draw made otherwise: if
// the side cannot see it, the turns are twins.
func (f *forker) misdeals(snap adjudicator.Snapshot, rnd *rand.Rand) error {
	source := dice.NewTurn(dice.ByOrders, dice.Secret{byte(rnd.Uint32()), byte(snap.Turn)}, "x-1", snap.Turn)
	w := &twins{forker: f, side: adjudicator.Side(rnd.IntN(2)), rnd: rnd}
	for i, d := range []dice.Source{source, misdealt{source, rnd.IntN(4), 1 + rnd.IntN(9)}} {
		var err error
		if w.games[i], err = adjudicator.Open(f.rules, snap, d, 1, dice.Head{}); err != nil {
			return err
		}
		defer w.games[i].Close()
	}
	if err := w.live(); err != nil {
		return fmt.Errorf("turn %d, a fork for %s: %w", snap.Turn, f.info.Sides[w.side], err)
	}
	return nil
}

// live plays the twins on as long as they are ones.
func (w *twins) live() (err error) {
	for n := 0; n < 4 && err == nil; n++ {
		if err = w.turns(); err == nil {
			err = w.compare()
		}
		if err == nil {
			err = w.answer()
		}
	}
	if errors.Is(err, errParted) {
		return nil
	}
	return err
}

// turns lets the enemy answer in both games what he likes, until the side is asked. It
// returns errParted if the side can tell the games apart then: how far its enemy has got
// meanwhile it does not see.
func (w *twins) turns() error {
	for {
		var behind [2]bool
		for i, s := range w.games {
			behind[i] = s.Asked(w.side) == nil && !s.Ended()
		}
		if behind == [2]bool{} {
			return w.same()
		}
		if behind[0] && behind[1] && w.rnd.IntN(2) == 0 && w.abreast() && w.same() == nil {
			if err := w.compare(); err != nil {
				return err
			}
		}
		if err := w.enemy(behind); err != nil {
			return err
		}
	}
}

// abreast reports whether the enemy has come to the same question in both games.
func (w *twins) abreast() bool {
	enemy := w.side.Other()
	return w.games[0].Asks(enemy) == w.games[1].Asks(enemy) && w.games[0].Asked(enemy).Kind == w.games[1].Asked(enemy).Kind
}

// enemy answers in those games that are behind: in both the same or not.
func (w *twins) enemy(behind [2]bool) error {
	enemy := w.side.Other()
	var first adjudicator.Answer
	for i, s := range w.games {
		if !behind[i] {
			continue
		}
		q := s.Asked(enemy)
		a := q.Form.Sample(w.rnd)
		if first != nil && (w.exact || w.rnd.IntN(3) != 0) {
			if same := bound(s, first); q.Form.Check(same) == nil {
				a = same
			}
		}
		first = a
		if err := s.Answer(enemy, a); err != nil {
			return err
		}
	}
	return nil
}

// answer gives the same answer of the side in both games.
func (w *twins) answer() error {
	if w.games[0].Ended() {
		return errParted
	}
	a := w.games[0].Asked(w.side).Form.Sample(w.rnd)
	for _, s := range w.games {
		if err := s.Answer(w.side, bound(s, a)); err != nil {
			return fmt.Errorf("what it may answer hangs on what is hidden from it: %w", err)
		}
	}
	return nil
}

// known wants a fork to be what the side knows, and to hold nothing of its enemy's.
func (w *twins) known(s, fork *adjudicator.Session) error {
	enemy := w.side.Other()
	if text := fork.Standing(enemy, orders.English); text != "" {
		return fmt.Errorf("it has the enemy's standing orders: %s", text)
	}
	if len(fork.Events())+len(fork.Answers()) > 0 {
		return errors.New("it tells what happened before")
	}
	if was, now := w.seen(s), w.seen(fork); was != now {
		return fmt.Errorf("it is not what the side sees:\n%s", apart(was, now))
	}
	return nil
}

// seen is what the side sees.
func (w *twins) seen(s *adjudicator.Session) string {
	b, err := json.Marshal([]any{s.Game().View(w.side), w.question(s, w.side), s.Phase(), s.Ended()})
	if err != nil {
		panic(fmt.Sprintf("what a side sees does not encode: %v", err))
	}
	return string(b)
}

// compare wants what the side imagines to be the same in both games.
func (w *twins) compare() error {
	seed := w.rnd.Uint64()
	var forks [2]*adjudicator.Session
	for i, s := range w.games {
		var err error
		if forks[i], err = s.Fork(w.side, random(seed, 18)); err != nil {
			return err
		}
		defer forks[i].Close()
	}
	w.twins++
	for n := 0; ; n++ {
		was, now := w.glance(forks[0], n), w.glance(forks[1], n)
		switch {
		case was != now:
			return fmt.Errorf("two games that differ only in what is hidden from it are imagined otherwise (%d answers later):\n%s\n%s",
				n, apart(was, now), w.imagined(seed))
		case forks[0].Ended() || n == 32:
			return nil
		}
		side := asked(forks[0])
		for _, s := range forks {
			if err := s.Answer(side, s.Asked(side).Form.Sample(random(seed, uint64(n)))); err != nil {
				return fmt.Errorf("it does not play on: %w", err)
			}
		}
	}
}

// imagined says what differs in the state of what is imagined in either, before anybody has
// answered there, and what that usually comes from.
func (w *twins) imagined(seed uint64) string {
	const causes = "Usual causes: Redeal hangs on what is hidden, as where it shuffles things in the order in which they lie (sort them first, " +
		"or take all that could be there in an order of its own); or things that nobody can tell apart, such as equal cards of a draw.Pool, " +
		"are told apart in the state and not in the view (give the numbers of the lots that a side sees in View.Data)."
	var states [2]string
	for i, s := range w.games {
		fork, err := s.Fork(w.side, random(seed, 18))
		if err != nil {
			return causes
		}
		states[i] = middle(fork)
		fork.Close()
	}
	if place := differing(states[0], states[1]); place != "" {
		return "In the state that Redeal leaves, " + place + ".\n" + causes
	}
	return "Redeal leaves the same state in both: look for variables of Turn and Forms that keep what is hidden.\n" + causes
}

// middle is the state of a game in the middle of a turn; nothing of a game that cannot give it there.
func middle(s *adjudicator.Session) (state string) {
	defer func() {
		if recover() != nil {
			state = ""
		}
	}()
	return string(s.Game().State())
}

// same returns errParted if the side can tell the games apart, by what it sees or by what
// it was told since it could not.
func (w *twins) same() error {
	var texts [2]string
	for i, s := range w.games {
		var told []adjudicator.Phrase
		for _, e := range s.Events()[w.told[i]:] {
			if phrase, any := e.For(w.side); any {
				told = append(told, phrase)
			}
		}
		b, err := json.Marshal(told)
		if err != nil {
			panic(fmt.Sprintf("an event does not encode: %v", err))
		}
		texts[i] = w.seen(s) + string(b)
	}
	switch {
	case texts[0] == texts[1]:
		w.told = [2]int{len(w.games[0].Events()), len(w.games[1].Events())}
		return nil
	case w.exact:
		return fmt.Errorf("with the same dice and answers it comes to something else than the game:\n%s", apart(texts[0], texts[1]))
	}
	return errParted
}
