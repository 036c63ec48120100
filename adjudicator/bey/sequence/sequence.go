// Package sequence is the sequence of play of a game of the family, as its ruleset lists it:
// which steps a turn has, who goes through them in which order, and where a turn goes on that
// is entered at a question in its midst.
package sequence

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Turn is a turn of a game in play. It is made for the moment.
type Turn struct {
	State  *field.Field
	Rounds []Round
	// Resume says by the kinds of their questions where turns go on that are entered there.
	Resume map[string]Resume
	// Keep copies the game, so that it can be imagined from a question in the midst of
	// something: see [field.Trace].
	Keep func() any
}

// Round is a part of the turn that both sides go through together, in one step, or the one
// with the initiative first and then the other.
type Round struct {
	each  bool
	steps []Step
}

// Step is what is done of a round, under the name of its phase.
type Step struct {
	Name string
	Play func(t *adjudicator.Table, s adjudicator.Side)
}

// Resume is where a turn goes on: in a step, with Rest, which is what is left of it; without
// one the step begins there.
type Resume struct {
	Step string
	Rest func(t *adjudicator.Table, j field.Juncture)
}

// Both is a step of both sides, which announces its phase itself.
func Both(name string, play func(t *adjudicator.Table)) Round {
	return Round{steps: []Step{{name, func(t *adjudicator.Table, _ adjudicator.Side) { play(t) }}}}
}

// Each are steps that each side goes through, all of them before the other side begins.
func Each(steps ...Step) Round { return Round{each: true, steps: steps} }

// Play plays the turn from its beginning, or from the juncture that it is entered at, and
// moves the turn marker on. It reports whether the game is over.
func (turn Turn) Play(t *adjudicator.Table) (over bool) {
	turn.State.Trace = &field.Trace{Keep: turn.Keep, Can: turn.can}
	if j, ok := turn.State.Entered(); ok {
		turn.from(t, j)
	} else {
		turn.play(t, turn.Rounds)
	}
	turn.State.Trace = nil
	turn.State.TurnNo++
	return turn.State.Outcome != nil
}

// can reports whether a turn can be entered at a juncture.
func (turn Turn) can(at string) bool {
	_, ok := turn.Resume[at]
	return ok || at == field.AtStep
}

// Part returns what a part of the turn does for both sides, "C" or "D", with all steps whose
// names begin so; nil for one that there is not.
func (turn Turn) Part(name string) func(t *adjudicator.Table) {
	var part []Round
	for _, round := range turn.Rounds {
		if first := round.steps[0].Name; first == name || strings.HasPrefix(first, name+".") {
			part = append(part, round)
		}
	}
	if part == nil {
		return nil
	}
	return func(t *adjudicator.Table) { turn.play(t, part) }
}

// PartOf returns what a step does that each side goes through by itself, "D.1"; nil for one
// that there is not.
func (turn Turn) PartOf(name string) func(t *adjudicator.Table, s adjudicator.Side) {
	for _, round := range turn.Rounds {
		if n := round.index(name); round.each && n >= 0 {
			return func(t *adjudicator.Table, s adjudicator.Side) { turn.step(t, s, round.steps[n], nil) }
		}
	}
	return nil
}

// from plays the turn from a juncture on.
func (turn Turn) from(t *adjudicator.Table, j field.Juncture) {
	at, s := turn.Resume[j.At], j.Side
	if j.At == field.AtStep {
		at = Resume{Step: j.Step}
	}
	if j.At == field.AtRetest {
		s = j.Tests.Side // whose units are tested; the holder of the Advantage is asked
	}
	for i, round := range turn.Rounds {
		n := round.index(at.Step)
		if n < 0 {
			continue
		}
		if !round.each {
			s, turn.State.Active = adjudicator.Observer, adjudicator.Observer
		}
		var rest func()
		if at.Rest != nil {
			rest = func() { at.Rest(t, j) }
		}
		turn.step(t, s, round.steps[n], rest)
		turn.steps(t, s, round.steps[n+1:])
		if round.each && s == turn.State.Initiative {
			turn.steps(t, s.Other(), round.steps)
		}
		turn.State.Active = adjudicator.Observer
		turn.play(t, turn.Rounds[i+1:])
		return
	}
	panic("sequence: a turn cannot go on at " + j.At)
}

// index is the place of a step in a round, or -1.
func (r Round) index(name string) int {
	for i := range r.steps {
		if r.steps[i].Name == name {
			return i
		}
	}
	return -1
}

// play plays some rounds.
func (turn Turn) play(t *adjudicator.Table, rounds []Round) {
	for _, round := range rounds {
		if !round.each {
			turn.steps(t, adjudicator.Observer, round.steps)
			continue
		}
		first := turn.State.Initiative
		turn.steps(t, first, round.steps)
		turn.steps(t, first.Other(), round.steps)
		turn.State.Active = adjudicator.Observer
	}
}

// steps plays some steps of a side.
func (turn Turn) steps(t *adjudicator.Table, s adjudicator.Side, steps []Step) {
	for _, step := range steps {
		turn.step(t, s, step, nil)
	}
}

// step plays one step of a side, or of both for [adjudicator.Observer]; or the rest of it.
func (turn Turn) step(t *adjudicator.Table, s adjudicator.Side, step Step, rest func()) {
	if s != adjudicator.Observer {
		turn.State.Active = s
		t.Phase(step.Name, s)
	}
	if rest != nil {
		rest()
		return
	}
	turn.State.Pass(t, field.Juncture{At: field.AtStep, Side: s, Step: step.Name, Zone: board.NoZone, First: adjudicator.Observer})
	step.Play(t, s)
}
