package adjudicator

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator/dice"
)

// Onward opens the turn behind the one that has been played, for searches that look farther than a
// turn: with dice of its own, and the standing orders in force. The session that it is called on is
// spent, and need not be closed; one that was forked goes on with what its side knows, as [Session.Fork]
// says. The error says that the turn has not ended, or the game has, or that its code has failed.
func (s *Session) Onward(d dice.Source) (*Session, error) {
	switch {
	case s.broken != nil:
		return nil, s.broken
	case !s.ended || s.over:
		return nil, fmt.Errorf("%w: its turn has not ended, or there is none behind it", ErrNotForked)
	}
	return s.onward(d, nil)
}

// onward opens the turn behind the one that has been played, with the standing orders in
// force, for play in process: what would be stored between turns is neither written nor
// read. A [Cloner] goes on as it stands, and so can be forked; any other game as its State
// has it. State is that, or nil if it has not been asked for.
func (s *Session) onward(d dice.Source, state json.RawMessage) (*Session, error) {
	next := &Session{rules: s.rules, lex: s.lex, setup: s.setup, turn: s.turn + 1, state: state,
		tape: make([]taped, 0, len(s.tape)+len(s.tape)/2)} // about as much is done in every turn
	if _, ok := s.game.(Cloner); ok {
		next.first = s.game
	} else if state == nil {
		next.state = s.game.State()
	}
	var err error
	if next.game, err = next.beginning(); err != nil {
		return nil, err
	}
	for side := range next.seats {
		next.seats[side] = s.seats[side].inForce()
	}
	next.begin(Table{dice: d, quiet: s.table.quiet})
	return next, next.broken
}

// inForce is a seat at the beginning of a turn: its standing orders, which are never
// changed once they have been read, and nothing else.
func (s *seat) inForce() seat {
	return seat{rules: s.rules, standing: s.standing, read: s.read, canAct: s.canAct}
}
