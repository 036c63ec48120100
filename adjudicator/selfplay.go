package adjudicator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator/dice"
)

// Player chooses answers in games without mail. It may look at whatever its
// side may see through the session's game; a fair one uses only the View.
type Player interface {
	Answer(s *Session, side Side, q *Question) Answer
}

// Random is the [Player] that answers every question with one of its legal
// answers, drawn from Rand.
type Random struct{ Rand *rand.Rand }

// Answer implements [Player].
func (r Random) Answer(_ *Session, _ Side, q *Question) Answer { return q.Form.Sample(r.Rand) }

// Selfplay is a game played without mail, to find faults and measure speed.
type Selfplay struct {
	Rules   Ruleset
	Setup   Setup
	Players [2]Player
	Seed    uint64 // of the dice
	// Standing are standing orders of the sides. They answer what they can before
	// the players are asked.
	Standing [2]string
	// Read keeps what they read as, if other games are played under the same; else they are
	// read for this one.
	Read *Standings
	// Check makes the game's invariants be looked at after every answer.
	Check bool
	// Replay makes every turn be played again from its answers and compared.
	Replay bool
	// Digest makes the game's digest be taken, which costs its phrases.
	Digest bool
	// Each, if set, is called after every answer.
	Each func(*Session) error
	// MaxAnswers in one turn; more is taken for a game that does not end.
	MaxAnswers int
}

// Played is what came of a game of [Selfplay].
type Played struct {
	Turns   int
	Answers int
	Asked   [2]int   // answers that each side gave
	Mails   [][2]int // by turn, how many mails each side would have been sent
	// Receipts are those of them that tell their reader no more than that his orders are
	// carried out: if what follows comes soon, the server joins them with it.
	Receipts [][2]int
	// Asking are the mails that ask something, by the kind of the question that they were
	// sent for; the letter about the end of a turn is not among them.
	Asking map[string]int
	Result *Result
	Digest Digest // if it was asked for
}

// mailing counts the mails that a game would take, as they would be sent. A side is
// mailed when it is asked something that it could not have answered in the file it sent
// before: the first question of a turn, and every one that comes after the other side
// had to be asked, or after dice were thrown or something was drawn. What standing
// orders answer interrupts nothing, since orders that a file holds for later are taken up
// behind it. Whoever has sent a file gets a receipt, in the same mail with the next
// question to him if that follows from it; and both are mailed when a turn ends.
type mailing struct {
	side     Side    // who was asked last
	opening  [2]bool // the letter about the end of a turn asks the side, which has not answered
	throws   int     // how much had been thrown and drawn by then
	sent     [2]int
	receipts [2]int // of those sent, receipts that ask nothing
	asking   map[string]int
}

// asked notes a question that a player is to answer himself.
func (m *mailing) asked(s *Session, side Side) {
	throws := s.table.throws()
	if side == m.side && throws == m.throws {
		return
	}
	if m.side == Observer { // both may be asked at once
		m.opening = [2]bool{s.turn > 1 && s.Asked(0) != nil, s.turn > 1 && s.Asked(1) != nil}
	}
	if m.side != Observer && side != m.side { // his file is at its end, and he is asked nothing
		m.sent[m.side]++
		m.receipts[m.side]++
	}
	if !m.opening[side] {
		m.sent[side]++
		m.asking[s.Asked(side).Kind]++
	}
	m.opening[side] = false
	m.side, m.throws = side, throws
}

// ended notes the end of a turn, of which both sides are told.
func (m *mailing) ended() {
	m.sent[0]++
	m.sent[1]++
}

// recorded is an answer as given.
type recorded struct {
	side   Side
	answer Answer
}

// course is a game of [Selfplay] while it is played.
type course struct {
	Selfplay
	played Played
	notes  *digester // of what there is for the game's digest; nil if none is taken
	stored [2]seat   // the standing orders as they are read from what is stored of them
	mails  mailing   // of the turn
	record []recorded
}

// Run plays the game to its end. The error says which turn, and after how many
// answers, something was wrong.
//
// A game that can be copied goes from turn to turn as it stands. Where turns are played
// again, the second play begins with what would be stored, so that a State which forgets
// something is found as well.
func (p Selfplay) Run() (Played, error) {
	c := &course{Selfplay: p, played: Played{Asking: map[string]int{}}}
	if p.Digest {
		c.notes = newDigester()
	}
	s, err := c.open()
	for err == nil {
		var next *Session
		next, err = c.turn(s)
		if err != nil {
			err = fmt.Errorf("turn %d, answer %d: %w", s.turn, c.played.Answers, err)
		}
		if s.Close(); next == nil {
			break
		}
		s = next
	}
	if err == nil && c.notes != nil {
		c.played.Digest = c.notes.digest()
	}
	return c.played, err
}

// open opens the first turn.
func (c *course) open() (*Session, error) {
	snap, err := Begin(c.Rules, c.Setup)
	if err != nil {
		return nil, err
	}
	g, err := c.Rules.Load(snap.Setup, snap.State)
	if err != nil {
		return nil, fmt.Errorf("turn %d: restoring the game: %w", snap.Turn, err)
	}
	read := c.Read
	if read == nil {
		read = new(Standings)
	}
	standing, err := read.of(c.Rules, c.Standing)
	if err != nil {
		return nil, fmt.Errorf("turn %d: %w", snap.Turn, err)
	}
	c.stored = standing.stored
	s := &Session{rules: c.Rules, lex: c.Rules.Lexicon(), setup: snap.Setup, turn: snap.Turn, game: g, state: snap.State, seats: standing.seats}
	s.begin(Table{dice: c.dice(snap.Turn), quiet: c.notes == nil})
	if s.broken != nil {
		s.Close()
		return nil, s.broken
	}
	return s, nil
}

// dice are the same for a turn and for its replay.
func (p Selfplay) dice(turn int) dice.Source {
	return dice.NewQuick(rand.New(rand.NewPCG(p.Seed, uint64(turn))))
}

// turn plays one turn and returns the session of the next, or nil at the game's end.
func (c *course) turn(s *Session) (*Session, error) {
	c.mails, c.record = mailing{side: Observer, asking: c.played.Asking}, c.record[:0]
	for n := 0; !s.Ended(); n++ {
		if n > c.MaxAnswers {
			return nil, fmt.Errorf("the turn does not end after %d answers", n)
		}
		if err := c.answer(s); err != nil {
			return nil, err
		}
	}
	if c.notes != nil {
		if err := c.notes.ended(s); err != nil {
			return nil, err
		}
	}
	c.mails.ended()
	c.played.Turns++
	c.played.Mails = append(c.played.Mails, c.mails.sent)
	c.played.Receipts = append(c.played.Receipts, c.mails.receipts)
	var state json.RawMessage
	if c.Replay {
		state = s.game.State()
		if err := c.compare(s, state); err != nil {
			return nil, err
		}
	}
	if s.Over() {
		c.played.Result = s.Game().Result()
		return nil, nil
	}
	return s.onward(c.dice(s.turn+1), state)
}

// answer has the next question answered.
func (c *course) answer(s *Session) error {
	side := Side(0)
	if s.Asked(0) == nil {
		side = 1
	}
	q := s.Asked(side)
	c.mails.asked(s, side)
	if c.notes != nil {
		c.notes.asked(s, side, q)
	}
	a := c.Players[side].Answer(s, side, q)
	if c.Replay {
		c.record = append(c.record, recorded{side, a})
	}
	if err := s.Answer(side, a); err != nil {
		return fmt.Errorf("%s: %w", q.Kind, err)
	}
	c.played.Answers++
	c.played.Asked[side]++
	return c.inspect(s)
}

// inspect looks for what must never be.
func (p Selfplay) inspect(s *Session) error {
	if p.Check {
		if err := s.Game().Invariants(); err != nil {
			return err
		}
	}
	if p.Each != nil {
		return p.Each(s)
	}
	return nil
}

// compare plays a turn again, from what was stored before it, and compares where it ends
// with what would be stored behind it.
func (c *course) compare(first *Session, state json.RawMessage) error {
	g, err := c.Rules.Load(first.setup, first.state)
	if err != nil {
		return fmt.Errorf("restoring the beginning of the turn: %w", err)
	}
	s := &Session{rules: first.rules, lex: first.lex, setup: first.setup, turn: first.turn, game: g, seats: c.stored,
		tape: make([]taped, 0, len(first.tape))}
	s.begin(Table{dice: c.dice(s.turn), quiet: true})
	defer s.Close()
	if s.broken != nil {
		return s.broken
	}
	for _, r := range c.record {
		q := s.Asked(r.side)
		if q == nil {
			return fmt.Errorf("the turn does not replay: nothing is asked of side %d", r.side)
		}
		a := bound(s.game, r.answer)
		if err := q.Form.Check(a); err != nil {
			return fmt.Errorf("the turn does not replay: %s: %w", q.Kind, err)
		}
		if s.give(r.side, a); s.broken != nil {
			return s.broken
		}
	}
	if !s.Ended() {
		return fmt.Errorf("the turn does not replay: it asks for more")
	}
	if s.Over() != first.Over() || !bytes.Equal(s.game.State(), state) {
		return fmt.Errorf("the turn does not replay to the same state")
	}
	return nil
}
