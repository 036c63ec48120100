package ladder

import (
	"errors"
	"fmt"
	"time"
)

// What is done on a ladder.
type What string

// What is done.
const (
	Joins      What = "joins"
	Leaves     What = "leaves"
	Challenges What = "challenges"
	Accepts    What = "accepts"
	Declines   What = "declines"
	Ends       What = "ends"   // a game
	Passes     What = "passes" // time, see [Ladder.Tick]
	Postpones  What = "postpones"
	Spares     What = "spares"
	Nothing    What = "nothing" // an act that was withdrawn
)

// Act is something that was done on a ladder. A ladder is what its acts come to.
type Act struct {
	What   What
	Player string // who joins, leaves, challenges, or declines
	Other  string // who is challenged
	Most   int    // of one who joins
	Number int    // of the challenge that is answered, or whose game ends
	Ending Ending
	Until  time.Time // to which something is put off
	At     time.Time
}

// Do does an act, or fails and changes nothing.
func (l *Ladder) Do(a Act) ([]Move, error) {
	switch a.What {
	case Joins:
		return nil, l.Join(a.Player, a.Most, a.At)
	case Leaves:
		return l.Leave(a.Player, a.At)
	case Challenges:
		_, err := l.Challenge(a.Player, a.Other, a.At)
		return nil, err
	case Accepts:
		return nil, l.Accept(a.Number, a.At)
	case Declines:
		return l.Decline(a.Number, a.Player, a.At)
	case Ends:
		return l.End(a.Number, a.Ending, a.At)
	case Passes:
		return l.Tick(a.At), nil
	case Postpones:
		return nil, l.Postpone(a.Number, a.Until)
	case Spares:
		return nil, l.Spare(a.Player, a.Until)
	case Nothing:
		return nil, nil
	}
	return nil, fmt.Errorf("%w: %q cannot be done on a ladder", ErrChallenge, a.What)
}

// Replay does acts once more of which one has changed: the result of a game, by a ruling. What
// was done after it was done in good faith, and stands: a challenge too, although he who
// made it stands elsewhere now. Challenges keep their numbers.
func Replay(r Rules, acts []Act) (*Ladder, error) {
	l, err := New(r)
	if err != nil {
		return nil, err
	}
	for _, a := range acts {
		if a.What == Challenges {
			l.challenge(a.Player, a.Other, a.At)
			continue
		}
		if _, err := l.Do(a); err != nil && !errors.Is(err, ErrChallenge) {
			return nil, err
		}
	}
	return l, nil
}
