package ruletest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
)

// place is where a game stands when somebody is asked something.
type place struct {
	session  *adjudicator.Session
	side     adjudicator.Side
	question *adjudicator.Question
	rnd      *rand.Rand // of the walk
	seed     uint64     // of the game
	answers  int        // given before, in the whole game
}

// walker plays games with random answers.
type walker struct {
	*trial
	salt     uint64 // tells the walks of different promises apart
	hushed   bool
	standing [2]string
	// begun, if set, is called before every game, look before every answer, and done at the
	// end of every turn.
	begun func()
	look  func(*place) error
	done  func(*adjudicator.Session) error
	// pick chooses the answers; a sample by default.
	pick func(*place) adjudicator.Answer
	// enduring, if set, has the games go from turn to turn as they stand, and not by what is stored of them.
	enduring *enduring

	answers int
}

// errEnough ends a game of a walk without a fault.
var errEnough = errors.New("enough was seen of this game")

// games plays as many, and notes what is wrong in them.
func (w *walker) games(n int) {
	for seed := range w.seeds(n) {
		if err := w.game(seed); err != nil {
			w.fail("%v", err)
		}
		if w.failed() {
			return
		}
	}
}

// setup is the setting of a game.
func (t *trial) setup(seed uint64) adjudicator.Setup { return t.Setups[seed%uint64(len(t.Setups))] }

// game plays one game to its end.
func (w *walker) game(seed uint64) error {
	setup := w.setup(seed)
	snap, err := adjudicator.Begin(w.rules, setup)
	if err != nil {
		return fmt.Errorf("the setup %v: %w", setup, err)
	}
	snap.Standing = w.standing
	if w.answers = 0; w.begun != nil {
		w.begun()
	}
	for over := false; !over; {
		turn := snap.Turn
		snap, over, err = w.turn(snap, seed)
		if errors.Is(err, errEnough) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("game %d (%s), turn %d, after %d answers: %w", seed, described(setup), turn, w.answers, err)
		}
		if turn >= w.Turns && !over {
			return fmt.Errorf("game %d (%s) goes on after %d turns", seed, described(setup), turn)
		}
	}
	return nil
}

// described names a setup.
func described(s adjudicator.Setup) string {
	if len(s.Options) == 0 {
		return s.Scenario
	}
	return fmt.Sprint(s.Scenario, " with ", s.Options)
}

// thrown are the dice of a turn.
func thrown(seed uint64, turn int) dice.Source { return dice.NewQuick(random(seed, uint64(turn))) }

// turn plays one turn, from a snapshot as it would be stored.
func (w *walker) turn(snap adjudicator.Snapshot, seed uint64) (next adjudicator.Snapshot, over bool, err error) {
	if snap, err = stored(snap); err != nil {
		return snap, true, err
	}
	rules := w.rules
	if w.enduring != nil {
		rules = w.enduring
	}
	s, err := adjudicator.Open(rules, snap, thrown(seed, snap.Turn), 1, dice.Head{})
	if err != nil {
		return snap, true, err
	}
	defer s.Close()
	if w.hushed {
		s.Hush()
	}
	rnd := random(seed, w.salt<<16|uint64(snap.Turn))
	for n := 0; !s.Ended(); n++ {
		if n > w.Answers {
			return snap, true, fmt.Errorf("the turn does not end after %d answers", n)
		}
		if err := w.step(s, rnd, seed); err != nil {
			return snap, true, err
		}
	}
	if w.done != nil {
		if err := w.done(s); err != nil {
			return snap, true, err
		}
	}
	if w.enduring != nil {
		w.enduring.game = s.Game()
	}
	return s.Snapshot(), s.Over(), nil
}

// enduring is a ruleset of which the game that has played a turn plays the next as well, with all that it
// has in mind, where the server would load what State stored.
type enduring struct {
	adjudicator.Ruleset
	game adjudicator.Game // that has played the turn before; nil before the first, and once it plays the next
}

// Load gives the game that has played the turn before.
func (e *enduring) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	if g := e.game; g != nil {
		e.game = nil
		return g, nil
	}
	return e.Ruleset.Load(s, state)
}

// step looks at what is asked, and answers it.
func (w *walker) step(s *adjudicator.Session, rnd *rand.Rand, seed uint64) error {
	p := &place{session: s, side: asked(s), rnd: rnd, seed: seed, answers: w.answers}
	p.question = s.Asked(p.side)
	who := w.info.Sides[p.side]
	if w.look != nil {
		if err := w.look(p); err != nil {
			return fmt.Errorf("%s is asked %s: %w", who, p.question.Kind, err)
		}
	}
	var a adjudicator.Answer
	if w.pick != nil {
		a = w.pick(p)
	} else {
		a = p.question.Form.Sample(rnd)
	}
	if err := s.Answer(p.side, a); err != nil {
		return fmt.Errorf("%s is asked %s: %w", who, p.question.Kind, err)
	}
	w.answers++
	return nil
}

// asked is the side that is to answer next.
func asked(s *adjudicator.Session) adjudicator.Side {
	if s.Asked(0) == nil {
		return 1
	}
	return 0
}

// stored is a snapshot as it comes back from where it was put.
func stored(snap adjudicator.Snapshot) (back adjudicator.Snapshot, err error) {
	b, err := json.Marshal(snap)
	if err != nil {
		return snap, fmt.Errorf("storing the position: %w", err)
	}
	return back, json.Unmarshal(b, &back)
}
