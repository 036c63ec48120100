package ruletest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
)

// settled looks for what a side could learn by not having to wait: questions to its enemy that are
// answered by themselves ([adjudicator.Question.Settled]), or not asked, because of something
// that is hidden from it. Such a question says nothing of what is hidden, and no view does; the
// pace of the game tells it. So each turn is played on from where somebody was asked with what
// the side cannot see exchanged as well, with the same answer and dice; and as long as the
// side sees the same, its enemy is waited for in either game or in none.
func settled(t *trial) {
	if t.Open {
		return
	}
	s := &settling{trial: t, kinds: map[string]int{}}
	for more := uint64(0); more < mostSettled && !t.failed(); more++ {
		w := walker{trial: t, salt: 90 + more, begun: s.begin, look: s.look, pick: s.pick, done: s.done}
		w.games(t.Games)
		s.forget()
	}
	t.note("answers that were given once more with what is hidden exchanged: %d; behind them the enemy saw the same %d times; questions settled there: %v",
		s.tried, s.same, s.kinds)
}

const (
	mostSettled = 2  // walks are made
	redealt     = 3  // times what is hidden is exchanged behind an answer with which something was settled
	ofAKind     = 50 // such answers of each kind are tried
	others      = 8  // and one of so many others
)

// settling gives answers of games once more.
type settling struct {
	*trial
	before  *adjudicator.Session // a copy from before the last answer; nil where both were asked in secret
	side    adjudicator.Side     // which gave it,
	answer  adjudicator.Answer
	dicing  uint64   // with these dice
	settled []string // behind it
	watched *adjudicator.Session

	tried, same int
	kinds       map[string]int
}

// forget closes the copy.
func (s *settling) forget() {
	if s.before != nil {
		s.before.Close()
	}
	s.before = nil
}

func (s *settling) begin() { s.forget() }

// look compares what followed from the last answer, and keeps the game as it is before the next.
func (s *settling) look(p *place) error {
	if err := s.compared(p.rnd); err != nil {
		return err
	}
	if s.watched != p.session {
		s.watched = p.session
		p.session.Watch(func() { s.settled = append(s.settled, passes(p.session)...) })
	}
	if p.session.Sealed() {
		return nil
	}
	var err error
	if s.before, err = p.session.Copy(); err != nil {
		return err
	}
	s.dicing = p.rnd.Uint64()
	p.session.Redice(dice.NewQuick(random(s.dicing, 91)))
	return nil
}

// pick answers, and notes it.
func (s *settling) pick(p *place) adjudicator.Answer {
	s.settled, s.side, s.answer = nil, p.side, p.question.Form.Sample(p.rnd)
	return s.answer
}

// done compares what followed from the last answer of a turn.
func (s *settling) done(at *adjudicator.Session) error { return s.compared(random(s.dicing, 92)) }

// passes names what is asked where a game has stopped, and answered by itself.
func passes(at *adjudicator.Session) (kinds []string) {
	for side := range adjudicator.Side(2) {
		if q := at.Asked(side); q != nil && q.Settled {
			kinds = append(kinds, q.Kind)
		}
	}
	return kinds
}

// compared gives the last answer once more, for either side: where something was settled behind it, and else now and then.
func (s *settling) compared(rnd *rand.Rand) error {
	if s.before == nil {
		return nil
	}
	defer s.forget()
	times := 1
	for _, kind := range s.settled {
		if s.kinds[kind]++; s.kinds[kind] <= ofAKind {
			times = redealt
		}
	}
	if times == 1 && rnd.IntN(others) != 0 {
		return nil
	}
	for side := range adjudicator.Side(2) {
		for range times {
			if err := s.again(side, rnd); err != nil {
				return fmt.Errorf("after it was asked and answered %q: %w", fmt.Sprint(s.answer.Words()...), err)
			}
		}
	}
	return nil
}

// again gives the answer in the game as it is, and in one that is the same for all that a side knows.
func (s *settling) again(side adjudicator.Side, rnd *rand.Rand) error {
	first, err := s.before.Copy()
	if err != nil {
		return err
	}
	defer first.Close()
	was, err := s.follow(first, side)
	if err != nil {
		return err
	}
	second, err := s.before.Fork(side, rnd)
	if err != nil {
		return err
	}
	defer second.Close()
	now, err := s.follow(second, side)
	if err != nil {
		return nil // the answer cannot be given there
	}
	s.tried++
	return s.pace(was, now)
}

// stop is where a game has come to, as a side sees it.
type stop struct {
	seen  string
	who   [2]bool // is waited for, by side
	kinds [2]string
	least [2]adjudicator.Answer // to what is asked
	ended bool
}

// played is a game in which the answer was given once more, and what came of it: all that the game stopped at as far as somebody was waited for, with the questions
// that were settled on the way.
type played struct {
	game  *adjudicator.Session
	stops []stop
	side  adjudicator.Side // who looks on
	told  int              // events from before
}

// follow gives the answer in a game.
func (s *settling) follow(at *adjudicator.Session, side adjudicator.Side) (*played, error) {
	at.Redice(dice.NewQuick(random(s.dicing, 91)))
	x := &played{game: at, side: side, told: len(at.Events())}
	q := at.Asked(s.side)
	if q == nil {
		return nil, fmt.Errorf("side %d is not asked", s.side)
	}
	a := bound(at, s.answer)
	if err := q.Form.Check(a); err != nil {
		return nil, err
	}
	return x, x.answer(s.side, a)
}

// answer gives an answer, and notes what comes of it.
func (x *played) answer(side adjudicator.Side, a adjudicator.Answer) error {
	x.stops = nil
	x.game.Watch(func() { x.stops = append(x.stops, x.stop()) })
	if err := x.game.Answer(side, a); err != nil {
		return err
	}
	if x.game.Sealed() { // how far either is nobody sees
		secret := x.stop()
		secret.who = [2]bool{true, true}
		x.stops = append(x.stops, secret)
	}
	return nil
}

// stop is where the game has come to. Who has only his default left is not waited for.
func (x *played) stop() stop {
	at := stop{ended: x.game.Ended()}
	for who := range adjudicator.Side(2) {
		if q := x.game.Asked(who); q != nil {
			at.who[who], at.kinds[who], at.least[who] = !q.Settled, q.Kind, q.Form.Default()
		}
	}
	var phrases []adjudicator.Phrase
	for _, e := range x.game.Events()[x.told:] {
		if phrase, any := e.For(x.side); any {
			phrases = append(phrases, phrase)
		}
	}
	b, err := json.Marshal([]any{x.game.Game().View(x.side), phrases, x.game.Phase()})
	if err != nil {
		panic(fmt.Sprintf("what side %d sees does not encode: %v", x.side, err))
	}
	at.seen = string(b)
	return at
}

// last is where somebody is waited for, or the turn is over.
func (x *played) last() stop { return x.stops[len(x.stops)-1] }

// passes is the stop at which the enemy of who looks on had only his default left, and was not waited for, while all looked
// as it does at another.
func (x *played) passes(end stop) (stop, bool) {
	enemy := x.side.Other()
	for _, at := range x.stops {
		if at.seen == end.seen && at.kinds[enemy] != "" && !at.who[enemy] {
			return at, true
		}
	}
	return stop{}, false
}

// pace wants the side that looks on to wait alike in two games, at each moment at which it sees the same in both.
func (s *settling) pace(was, now *played) error {
	first, second := was.last(), now.last()
	if first.seen == second.seen {
		s.same++
	}
	for _, g := range [][2]*played{{was, now}, {now, was}} {
		waits := g[1].last()
		if !waits.who[g[1].side.Other()] {
			continue
		}
		if at, ok := g[0].passes(waits); ok {
			return s.shown(at, g[0], g[1])
		}
	}
	if first.seen == second.seen && (first.who != second.who || first.ended != second.ended) {
		return s.hangs(first, second, was.side)
	}
	return nil
}

// shown looks at what comes next where a question was settled in one game and is asked in another: if no answer there looks
// like the settled one, since it shows who stays or leaves, the pace tells nothing more.
func (s *settling) shown(at stop, settled, asked *played) error {
	waits, enemy := asked.last(), asked.side.Other()
	a, q := bound(asked.game, at.least[enemy]), asked.game.Asked(enemy)
	if q.Kind != at.kinds[enemy] || q.Form.Check(a) != nil {
		a = q.Form.Default()
	}
	if err := asked.answer(enemy, a); err != nil {
		return err
	}
	if settled.last().seen != asked.last().seen {
		return nil
	}
	return s.hangs(at, waits, asked.side)
}

func (s *settling) hangs(x, y stop, side adjudicator.Side) error {
	return fmt.Errorf("%s sees the same in two games that differ in what is hidden from it, and can tell them apart by who is waited for: in one %s, in the other %s",
		s.info.Sides[side], s.told(x), s.told(y))
}

// told says who is asked where a game has come to.
func (s *settling) told(x stop) (text string) {
	if x.ended {
		return "the turn ends"
	}
	for side, kind := range x.kinds {
		switch {
		case kind == "":
		case x.who[side]:
			text += fmt.Sprintf("%s is asked %s", s.info.Sides[side], kind)
		default:
			text += fmt.Sprintf("%s of %s is answered by itself", kind, s.info.Sides[side])
		}
	}
	return text
}
