package adjudicator

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"keryx/orders"
)

// Step is one thing that both sides have seen happen in a turn: an answer, or dice.
type Step struct {
	Side  Side   `json:"side"`            // who answered
	Order string `json:"order,omitempty"` // the order that says the answer, with the names of the data
	Dice  []int  `json:"dice,omitempty"`  // the faces that fell, if nobody answered
}

// Trail is what has happened in a turn since a point of it, as far as both sides have seen it:
// see [Table.Mark]. A game that keeps it tells a side in its [View.Data] how the turn got from
// there to a question in the midst of something, and can be imagined there: see [Retracer].
type Trail struct {
	table  *Table
	steps  []Step
	sealed []string // kinds of the questions that both sides were asked at once
	hidden bool     // something happened that not both have seen
}

// Mark begins a trail. What has happened before is not on it.
func (t *Table) Mark() *Trail {
	t.trail = &Trail{table: t}
	return t.trail
}

// Way is what has happened since the mark, for a side that is asked something now; false if
// it is asked nothing, or if not all that has happened was seen by both: a hidden draw, a row
// of secret questions, or an answer that one side has given in secret and that is kept while
// the other is asked once more.
func (tr *Trail) Way(side Side) ([]Step, bool) {
	if tr == nil || side < 0 || tr.hidden {
		return nil, false
	}
	q := tr.table.open[side]
	if q == nil || slices.Contains(tr.sealed, q.Kind) {
		return nil, false
	}
	return slices.Clone(tr.steps), true
}

// answered notes an answer, in the words that it has before anything follows from it.
func (tr *Trail) answered(side Side, a Answer) {
	if tr != nil && !tr.hidden {
		tr.steps = append(tr.steps, Step{Side: side, Order: a.Words().plain()})
	}
}

// together notes that both sides have answered a question of some kinds at once.
func (tr *Trail) together(kinds ...string) {
	if tr != nil {
		tr.sealed = append(tr.sealed, kinds...)
	}
}

// thrown notes dice.
func (tr *Trail) thrown(faces []int) {
	if tr != nil {
		tr.steps = append(tr.steps, Step{Side: Observer, Dice: slices.Clone(faces)})
	}
}

// hide notes that something has happened that not both sides have seen.
func (tr *Trail) hide() {
	if tr != nil {
		tr.hidden = true
	}
}

// plain is an order with the names of the data, which every language reads.
func (w Words) plain() string {
	all := make([]string, 0, len(w))
	for _, part := range w {
		switch part := part.(type) {
		case Term:
			all = append(all, part.ID)
		case Terms:
			for _, term := range part {
				all = append(all, term.ID)
			}
		case Path:
			for _, term := range part {
				all = append(all, term.ID)
			}
		default:
			all = append(all, fmt.Sprint(part))
		}
	}
	return strings.Join(all, " ")
}

// Retracer is a [Game] that [Imaginer] has made, whose Turn begins before the question that
// the side is asked: at a point that the side has seen as well, from which the turn has come
// to the question by some steps.
type Retracer interface {
	// Way is what has happened from there to the question; nil for nothing.
	Way() []Step
}

// errAstray reports a way that does not lead to where it led in the game.
var errAstray = errors.New("what has happened does not lead there")

// retrace plays what has happened since the point at which a game is entered. The error wraps
// errAstray where that cannot be played.
func (s *Session) retrace(way []Step) error {
	t := &s.table
	tape := &rerun{}
	for _, x := range way {
		for _, face := range x.Dice {
			tape.tape = append(tape.tape, uint8(face))
		}
	}
	t.dice, t.rehearsing = tape, false
	s.resume()
	for _, x := range way {
		if x.Dice != nil {
			continue // they fall by themselves
		}
		if err := s.step(x); err != nil {
			return err
		}
	}
	if t.dice, t.rehearsing, t.events, t.shown = nil, true, nil, false; len(tape.tape) > 0 {
		return fmt.Errorf("%w: fewer dice fall", errAstray)
	}
	return s.broken
}

// step gives the answer of a step.
func (s *Session) step(x Step) error {
	t := &s.table
	if s.broken != nil {
		return s.broken
	}
	if x.Side < 0 || int(x.Side) >= len(t.open) || s.ended || t.open[x.Side] == nil {
		return fmt.Errorf("%w: side %d is not asked for %q", errAstray, x.Side, x.Order)
	}
	q := t.open[x.Side]
	a := q.Form.Default()
	if !q.Settled {
		var err error
		if a, err = s.said(q, x.Order); err != nil {
			return err
		}
	}
	s.accept(x.Side, a)
	if t.open[0] == nil && t.open[1] == nil {
		t.sealed = false
		s.resume()
	}
	return nil
}

// said is the answer that an order gives to a question.
func (s *Session) said(q *Question, text string) (Answer, error) {
	all, faults := orders.ParseStatements(text)
	if len(faults) > 0 || len(all) != 1 {
		return nil, fmt.Errorf("%w: %q is no order", errAstray, text)
	}
	verb, o, faults := ReadOrder(s.rules, &all[0])
	if len(faults) > 0 || !slices.Contains(q.Verbs, verb) {
		return nil, fmt.Errorf("%w: %q is no answer to %s", errAstray, text, q.Kind)
	}
	a, fault := q.Form.Accept(o, &all[0])
	if fault != nil {
		return nil, fmt.Errorf("%w: %q: %w", errAstray, text, fault)
	}
	return a, nil
}

// Viewer is a [Ruleset] that shows what a side knows of a game from nothing but the JSON of
// its [View.Data], whether or not a turn can be entered there: to a page, to whoever asks for
// odds, or to a program.
type Viewer interface {
	// Show is the view that the side had. What hangs on the moment of the turn alone, such as
	// the Data itself, is left out. It returns an error for a position that is none of the
	// setup's.
	Show(s Setup, side Side, position []byte) (View, error)
}

// ErrNotShown reports a ruleset that shows no position without a game.
var ErrNotShown = errors.New("the ruleset shows no position without a game")

// Show is what a side knows of a game, from the JSON of its [View.Data]: see [Viewer]. The
// error wraps [ErrNotShown] for a ruleset that is none.
func Show(rules Ruleset, s Setup, side Side, position []byte) (View, error) {
	viewer, ok := rules.(Viewer)
	if !ok {
		return View{}, ErrNotShown
	}
	v, err := viewer.Show(s, side, position)
	if err != nil {
		return View{}, fmt.Errorf("showing a position of %s: %w", rules.Info().Name, err)
	}
	return v, nil
}

// entered is a session that begins where a game that was imagined does.
func entered(rules Ruleset, g Game, scenario string, side Side) *Session {
	s := &Session{rules: rules, lex: rules.Lexicon(), setup: Setup{Scenario: scenario}, turn: 1, game: g}
	if c, ok := g.(Cloner); ok {
		s.first = c.Clone()
	}
	s.table = Table{active: Observer, working: side, counts: [2]map[string]int{{}, {}}, rehearsing: true}
	return s
}

// arrive plays a game that was imagined to the question that the side is asked.
func (s *Session) arrive() error {
	s.start()
	if way, ok := s.game.(Retracer); ok {
		if steps := way.Way(); len(steps) > 0 {
			return s.retrace(steps)
		}
	}
	s.resume()
	return s.broken
}
