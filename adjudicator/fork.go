package adjudicator

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"

	"keryx/adjudicator/dice"
)

// Cloner is a [Game] that can be copied at the beginning of a turn, as [Ruleset.Load]
// would make it anew, in a hundredth of the time. A game that a turn is entered in the
// middle of ([Imaginer]) can be copied before it has begun.
type Cloner interface {
	// Clone returns a game of the same type that shares nothing with this one that either
	// of them changes.
	Clone() Game
}

// Binder is a [Game] whose answers point into the game that they were made in, such as to
// say their words. Answers that are plain values need none of it.
type Binder interface {
	// Bind returns the same answer as one of this game. The answer given is not changed.
	Bind(a Answer) Answer
}

// bound makes an answer one of a game.
func bound(g Game, a Answer) Answer {
	if b, ok := g.(Binder); ok {
		return b.Bind(a)
	}
	return a
}

// ErrNotForked reports a session that cannot be copied.
var ErrNotForked = errors.New("the session cannot be copied")

// taped is one thing that was done to a game since its turn began.
type taped struct {
	side   Side
	answer Answer    // of the side; nil if what is hidden from it was imagined anew,
	seed   [2]uint64 // with these numbers
	// amendment is what a referee has corrected, instead of all that.
	amendment *Amendment
}

// redeal imagines anew what is hidden from a side.
func (x taped) redeal(g Game) {
	if g, ok := g.(Redealer); ok {
		g.Redeal(x.side, rand.New(rand.NewPCG(x.seed[0], x.seed[1])))
	}
}

// rerun are dice that fall once more as they have fallen.
type rerun struct{ tape []uint8 }

// Roll implements [dice.Source].
func (r *rerun) Roll(dice.Head, int, int) int { return r.next() }

// Draw implements [dice.Source].
func (r *rerun) Draw(dice.Head, int, int) int { return r.next() }

func (r *rerun) next() int {
	if len(r.tape) == 0 {
		panic("more is thrown than when the turn was played first")
	}
	n := r.tape[0]
	r.tape = r.tape[1:]
	return int(n)
}

// Copy returns a session that stands where this one does, and goes on with the same dice
// unless it is given others with [Session.Redice]. Neither is changed by what happens to
// the other. It costs what the rules cost since the turn began, and no more. The error
// wraps [ErrNotForked] if the session is spent, was opened by [Enter], or by [Imagine] on a
// game that is no [Cloner], and [ErrBroken] if the game's code has failed.
func (s *Session) Copy() (*Session, error) {
	c, err := s.again(slices.Clip(s.tape), Observer)
	if err != nil {
		return nil, err
	}
	t, from := &c.table, &s.table
	t.dice, t.rehearsing = from.dice, from.rehearsing
	t.events, c.answers = slices.Clip(from.events), slices.Clip(s.answers)
	t.asks, t.rowed = from.asks, from.rowed
	for side := range c.seats {
		c.seats[side] = s.seats[side].copied()
	}
	return c, nil
}

// Fork returns a session that goes on from here as the game might, as far as a side knows:
// what is hidden from it is imagined anew from r, if the game is a [Redealer], and so are
// the dice from now on; the enemy's orders and standing orders and an answer that he has
// sealed are gone. His questions are to be answered with [Session.Answer]; the one that is
// open has lost its prompt. So nothing that
// the fork comes to tells the side anything, and equal generators give equal forks of games
// that differ in what is hidden alone.
//
// A fork tells nothing of what happened before it, and composes no events and prompts if
// the session does not ([Session.Hush]), which makes it quick. It can be forked in its turn. The
// errors are those of [Session.Copy].
func (s *Session) Fork(side Side, r *rand.Rand) (*Session, error) {
	if side < 0 {
		return nil, fmt.Errorf("%w: an observer has no game of his own", ErrNotForked)
	}
	enemy := side.Other()
	imagined := taped{side: side, seed: [2]uint64{r.Uint64(), r.Uint64()}}
	tape, _ := s.sealedTape(enemy)
	c, err := s.again(append(tape, imagined), enemy)
	if err != nil {
		return nil, err
	}
	c.seats[side] = s.seats[side].copied()
	c.passed[enemy], c.planned, c.strayed = nil, 0, false
	c.table.fork(enemy, dice.NewQuick(rand.New(rand.NewPCG(r.Uint64(), r.Uint64()))))
	return c, nil
}

// fork goes on with other dice, and forgets what only the enemy knows: that he has written,
// which the number of the ledger's last entry would tell, how often he was asked in rows of
// secret questions, and what his question says of what he holds.
func (t *Table) fork(enemy Side, d dice.Source) {
	t.dice, t.entry, t.head, t.rolled, t.draws, t.dealt = d, 0, dice.Head{}, 0, 0, 0
	t.shown, t.working = false, Observer
	t.asks[enemy], t.rowed[enemy] = t.asks[enemy]-t.rowed[enemy], 0
	for i := range t.rolls {
		t.rolls[i].Entry, t.rolls[i].Index = 0, 0
	}
	if q := t.open[enemy]; q != nil {
		q.Prompt, q.Facts = Phrase{}, nil
	}
}

// again plays the turn again from its beginning by a tape, with the dice that fell. The
// session has no orders, standing orders, events or dice to go on with. One side may be
// asked where it was not, or another question, since its sealed answers are not on the tape.
func (s *Session) again(tape []taped, unsealed Side) (*Session, error) {
	switch {
	case s.broken != nil:
		return nil, s.broken
	case s.table.held || s.refusing():
		return nil, fmt.Errorf("%w: it is spent", ErrNotForked)
	}
	g, err := s.beginning()
	if err != nil {
		return nil, err
	}
	c := &Session{rules: s.rules, lex: s.lex, setup: s.setup, turn: s.turn, first: s.first, state: s.state,
		planned: s.planned, strayed: s.strayed}
	c.replayed(g, tape, &s.table)
	if c.broken == nil && !c.standsAs(s, unsealed) {
		c.broken = notTheSame(s.turn)
	}
	if c.broken != nil {
		c.Close()
		return nil, c.broken
	}
	c.table.follow(&s.table)
	for side := range c.passed {
		c.passed[side] = slices.Clone(s.passed[side])
	}
	return c, nil
}

// replayed plays a turn from its beginning by a tape, with the dice that have fallen on
// another table of it.
func (s *Session) replayed(beginning Game, tape []taped, was *Table) {
	s.game, s.tape = beginning, tape
	s.table = Table{dice: &rerun{was.tape}, active: Observer, working: Observer, quiet: was.quiet,
		counts: [2]map[string]int{{}, {}}}
	s.start()
	s.resume()
	for _, x := range tape {
		s.replay(x)
	}
}

// notTheSame is the fault of a game that does not come to the same twice.
func notTheSame(turn int) error {
	return fmt.Errorf("%w: turn %d comes to another question when it is played again", ErrBroken, turn)
}

// beginning is the game as it was when the turn began.
func (s *Session) beginning() (Game, error) {
	if s.first == nil {
		if s.state == nil {
			return nil, fmt.Errorf("%w: it was entered in the middle of its turn, and the game has no Clone", ErrNotForked)
		}
		g, err := s.rules.Load(s.setup, s.state)
		if err != nil {
			return nil, fmt.Errorf("restoring the beginning of turn %d: %w", s.turn, err)
		}
		if _, ok := g.(Cloner); !ok {
			return g, nil
		}
		s.first = g
	}
	g := s.first.(Cloner).Clone()
	if reflect.TypeOf(g) != reflect.TypeOf(s.first) { // the Clone of something that is embedded
		return nil, fmt.Errorf("%w: Clone of a %T gives a %T", ErrNotForked, s.first, g)
	}
	return g, nil
}

// replay does what is on a tape.
func (s *Session) replay(x taped) {
	t := &s.table
	switch {
	case s.broken != nil:
	case x.amendment != nil:
		s.amendAgain(x.amendment)
	case x.answer == nil:
		x.redeal(s.game)
	case s.ended || t.open[x.side] == nil:
		s.broken = fmt.Errorf("%w: turn %d does not ask side %d when it is played again", ErrBroken, s.turn, x.side)
	default:
		t.given[x.side], t.open[x.side] = bound(s.game, x.answer), nil
		for t.parted() && !s.ended {
			s.resume()
		}
		if !s.ended && t.open[0] == nil && t.open[1] == nil {
			t.sealed = false
			s.resume()
		}
	}
}

// standsAs reports whether a session is at the same question as another, but for a side
// whose sealed answers were taken back.
func (s *Session) standsAs(other *Session, unsealed Side) bool {
	if s.ended != other.ended {
		return false
	}
	for side := range s.table.open {
		q, was := s.Asked(Side(side)), other.Asked(Side(side))
		if q != nil && Side(side) == unsealed && (was == nil || other.table.row != nil) {
			continue
		}
		if (q == nil) != (was == nil) || q != nil && q.Kind != was.Kind {
			return false
		}
	}
	return true
}

// follow makes what a table has counted the same as on another, where the game stands at
// the same question.
func (t *Table) follow(other *Table) {
	t.entry, t.head, t.rolled, t.draws, t.dealt = other.entry, other.head, other.rolled, other.draws, other.dealt
	t.shown, t.working = other.shown, other.working
	t.tape, t.rolls, t.events = slices.Clip(other.tape), slices.Clone(other.rolls), nil
}

// copied is a seat of its own. What a file says is never changed, but which of its orders
// are left is.
func (s *seat) copied() seat {
	c := *s
	c.queue.groups = slices.Clone(s.queue.groups)
	for i := range c.queue.groups {
		c.queue.groups[i].orders = slices.Clone(c.queue.groups[i].orders)
	}
	c.queue.last = maps.Clone(s.queue.last)
	return c
}
