package adjudicator

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"keryx/orders"
)

// Imaginer is a [Ruleset] that can open a turn in its middle, on nothing but what one
// side knows of it.
type Imaginer interface {
	// Imagine makes a game that the side cannot tell from its own, of the JSON of the
	// side's [View.Data]; what is hidden from it comes from r. The game's Turn begins at
	// the question that the side is asked there, and plays the turn to its end. The error
	// wraps [ErrNotImagined] if the position is of a moment that a turn cannot be entered
	// at, or of none.
	Imagine(scenario string, side Side, position []byte, r *rand.Rand) (Game, error)
}

// ErrNotImagined reports a position that a turn cannot be entered at. A file can then be
// judged by its form alone, with [Vet].
var ErrNotImagined = errors.New("the turn cannot be entered at this question")

// Imagine opens a turn at the question that a side is asked, on what it knows: the JSON
// of its [View.Data], its standing orders, and the kind of the question. The session is
// for [Session.Rehearse], and for [Session.Fork] if the game is a [Cloner]; it has no dice
// of its own. The error wraps [ErrNotImagined] if the
// ruleset cannot, or if the question that it comes to is of another kind.
func Imagine(rules Ruleset, scenario string, side Side, position []byte, standing, kind string, r *rand.Rand) (*Session, error) {
	imaginer, ok := rules.(Imaginer)
	if !ok || kind == "" || side < 0 {
		return nil, ErrNotImagined
	}
	g, err := imaginer.Imagine(scenario, side, position, r)
	if err != nil {
		return nil, err
	}
	s := entered(rules, g, scenario, side)
	if strings.TrimSpace(standing) != "" {
		f, faults := orders.ParseStanding(standing)
		if len(faults) == 0 {
			s.setStanding(side, f)
			faults = s.faults
		}
		if len(faults) > 0 {
			return nil, fmt.Errorf("the standing orders do not read: %w", faults[0])
		}
	}
	err = s.arrive()
	if err != nil || s.ended || s.table.held || s.Asked(side) == nil || s.Asked(side).Kind != kind {
		s.Close()
		return nil, errors.Join(ErrNotImagined, err)
	}
	return s, nil
}

// Known is what one side knows of a game at a question: enough to judge its files by.
type Known struct {
	Scenario string
	Side     Side
	Position []byte // the JSON of the side's [View.Data]
	Standing string // its standing orders in force
	Asked    string // the kind of the question; empty if nothing is asked
}

// Judgement is what is found in a file without playing it.
type Judgement struct {
	Outcome
	// Whole tells that the file was judged against the position, as far as it does not hang
	// on dice or the enemy; else its form and its names were, and nothing more.
	Whole bool
}

// Judge judges a file on what its author knows, in the words in which it would be refused.
// The faults are those that have been found in it before.
func Judge(rules Ruleset, k Known, f *orders.File, r *rand.Rand, faults ...*orders.Diagnostic) Judgement {
	s, err := Imagine(rules, k.Scenario, k.Side, k.Position, k.Standing, k.Asked, r)
	if err == nil {
		defer s.Close()
		var out Outcome
		if out, err = s.Rehearse(Input{Side: k.Side, File: f}, r, faults...); err == nil {
			return Judgement{Outcome: out, Whole: true}
		}
	}
	return Judgement{Outcome: Outcome{Faults: append(faults, Vet(rules, f)...)}}
}
