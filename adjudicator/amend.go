package adjudicator

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"keryx/orders"
)

// Amending is a [Ruleset] whose running games a referee can correct. It is optional: what
// a ruleset offers is read, judged and written by this one definition, as its questions are.
type Amending interface {
	Ruleset
	// Rulings are the kinds of corrections that there are.
	Rulings() Rulings
}

// Amendable is a [Game] that an [Amending] ruleset can correct.
type Amendable interface {
	Game
	// Anew returns a copy of the game as it stands at the question that is open, whose Turn
	// begins at that very question and plays the turn to its end: the code that was
	// suspended there is left behind. False if a turn cannot be entered at the question.
	Anew() (Game, bool)
	// Unsound lists what is wrong with the position as it stands. A correction wants force if
	// it adds something to the list; one of [ErrNever] is of a position that the game cannot
	// be played on from, which even force does not make. Errors of type *[UnsoundError] are
	// in words for people.
	Unsound() []error
}

// ErrNever reports a position that no referee may make, since the game cannot go on from it.
var ErrNever = errors.New("the game cannot go on from it")

// Rulings are what a referee can correct in the games of a ruleset.
type Rulings struct {
	// Verbs are the words that the lines begin with, entries of kind [orders.VerbKind]: see
	// [Vocabulary.TeachRulings]. They are apart from those of the orders.
	Verbs *orders.Lexicon
	Kinds []RulingKind
}

// RulingKind is one kind of correction.
type RulingKind struct {
	Verb string // canonical
	// Usage says how it is written, and what it does.
	Usage Phrase
	// Read resolves the names of a line that begins with the verb. It reports every fault
	// that can be found without knowing the game's state.
	Read func(s *orders.Statement) (Correction, []*orders.Diagnostic)
	// Sample returns a correction that could be made in a game, or nil if there is none.
	// Most of them are taken.
	Sample func(g Game, r *rand.Rand) Correction
}

// Kind returns the kind of a canonical verb, or nil.
func (r Rulings) Kind(verb string) *RulingKind {
	for i := range r.Kinds {
		if r.Kinds[i].Verb == verb {
			return &r.Kinds[i]
		}
	}
	return nil
}

// Correction is one thing that a referee corrects, as a ruleset has read it.
type Correction interface {
	// Words is the line that says it, in canonical form.
	Words() Words
	// Hidden is the one side that may read the line, since it names what the other side may
	// not know; [Observer] if everybody may.
	Hidden() Side
	// Correct makes the correction in a game of the ruleset, and tells what was and what is,
	// as each side and an observer may know it; or it says why it cannot be made, and has
	// changed nothing. The line is what it was read from, or nil.
	Correct(g Game, line *orders.Statement) (Event, *orders.Diagnostic)
}

// Amendment is what a referee corrects at once, read by [ReadAmendment].
type Amendment struct {
	Lines []AmendmentLine
	Force bool // the position may be unsound
}

// AmendmentLine is one line of it.
type AmendmentLine struct {
	Statement  *orders.Statement
	Correction Correction
}

// Amended is what became of an amendment.
type Amended struct {
	// Faults are all reasons for which it is not made. The session is then as it was.
	Faults []*orders.Diagnostic
	// Told is what was and what is, line by line: see [Event.For]. It stands among
	// [Session.Events] as well.
	Told []Event
	// Broken is what the position breaks that was made by force.
	Broken []*orders.Diagnostic
}

// The codes of the faults that an amendment as a whole can have.
const (
	CodeNotAmending     = "not-amending"      // the ruleset has no rulings
	CodeUnknownRuling   = "unknown-ruling"    // a line begins with none of their words
	CodeAmendedEnded    = "amended-ended"     // the turn is over, nothing is asked
	CodeAmendedNotNow   = "amended-not-now"   // in the midst of a combat, or the like
	CodeAmendedUnsound  = "amended-unsound"   // it wants force
	CodeAmendedNever    = "amended-never"     // force does not help either
	CodeAmendmentNeeded = "amendment-missing" // there is no line
)

// maxAmendment is the most lines that an amendment has.
const maxAmendment = 100

// ReadAmendment reads corrections, one a line; empty lines and comments are passed over. It
// reports every fault that can be found without knowing the game's state. The numbers of
// lines in the faults count from 1 in the text. The diagnostics are for the texts of the
// ruleset.
func ReadAmendment(r Ruleset, text string) (Amendment, []*orders.Diagnostic) {
	var a Amendment
	amending, ok := r.(Amending)
	if !ok {
		return a, []*orders.Diagnostic{{Code: CodeNotAmending, Kind: orders.Illegal}}
	}
	rulings := amending.Rulings()
	var faults []*orders.Diagnostic
	statements, unread := orders.ParseStatements(text)
	if faults = append(faults, unread...); len(statements) > maxAmendment {
		statements = statements[:maxAmendment]
	}
	for i := range statements {
		st := &statements[i]
		c, found := rulings.read(st)
		if len(found) > 0 {
			faults = append(faults, found...)
			continue
		}
		a.Lines = append(a.Lines, AmendmentLine{st, c})
	}
	if len(a.Lines) == 0 && len(faults) == 0 {
		faults = append(faults, &orders.Diagnostic{Code: CodeAmendmentNeeded, Kind: orders.Unreadable, Span: orders.Span{Line: 1},
			Args: []any{"Verbs", Keywords(rulings.verbs())}})
	}
	return a, faults
}

// read resolves one line.
func (r Rulings) read(st *orders.Statement) (Correction, []*orders.Diagnostic) {
	e, d := r.Verbs.Lookup(st.Verb, orders.VerbKind)
	kind := r.Kind(e.ID)
	if d != nil || kind == nil {
		return nil, []*orders.Diagnostic{orders.UnknownAt(st, st.Verb.Span, CodeUnknownRuling, "Word", st.Verb.Text, "Verbs", Keywords(r.verbs()))}
	}
	return kind.Read(st)
}

// verbs are the canonical verbs.
func (r Rulings) verbs() []string {
	all := make([]string, len(r.Kinds))
	for i := range r.Kinds {
		all[i] = r.Kinds[i].Verb
	}
	return all
}

// Amend makes a referee's corrections at the question that is open, and goes on at that very
// question. Side and File of the input do not count: what is thrown and drawn from now on
// hangs on its Head. Whoever stores the input stores the lines, and gives them again in a
// replay. Nothing is changed if there is a fault. The error is that of a game that fails in
// its own code, before or after the correction.
//
// The orders that wait and the standing orders of both sides stay as they are, and so does
// an answer given in secret, unless the correction has made it illegal: its side is then
// asked again. In a row of secret questions ([Table.Apart]) the correction is made where the
// row begins, so that nothing that is told of it hangs on what was answered there; the
// answers are then given again.
func (s *Session) Amend(in Input, a Amendment) (Amended, error) {
	if s.broken != nil {
		return Amended{}, s.broken
	}
	var sealed []taped
	if s.table.row != nil {
		var err error
		if sealed, err = s.rewind(0, 1); err != nil {
			if errors.Is(err, ErrNotForked) {
				return Amended{Faults: notAmended(CodeAmendedNotNow)}, nil
			}
			return Amended{}, err
		}
	}
	out := s.amend(in, a)
	s.giveAgain(sealed)
	if len(out.Faults) == 0 {
		s.settle()
	}
	return out, s.broken
}

// amend makes corrections in the game, which then stands at the question that is open.
func (s *Session) amend(in Input, a Amendment) Amended {
	g, faults := s.anew()
	if faults != nil {
		return Amended{Faults: faults}
	}
	out := a.correct(g)
	if len(out.Faults) > 0 {
		return out
	}
	in.Side = Observer
	s.table.begin(in)
	for _, e := range out.Told {
		s.table.aside(e)
	}
	s.tape = append(s.tape, taped{amendment: &a})
	s.enterAnew(g)
	return out
}

// notAmended is why nothing is corrected.
func notAmended(code string) []*orders.Diagnostic {
	return []*orders.Diagnostic{{Code: code, Kind: orders.Illegal}}
}

// anew is a copy of the game that begins at the question that is open, or why there is none.
func (s *Session) anew() (Amendable, []*orders.Diagnostic) {
	g, ok := s.game.(Amendable)
	_, amending := s.rules.(Amending)
	switch {
	case !ok || !amending:
		return nil, notAmended(CodeNotAmending)
	case s.ended:
		return nil, notAmended(CodeAmendedEnded)
	}
	again, ok := g.Anew()
	if !ok {
		return nil, notAmended(CodeAmendedNotNow)
	}
	return again.(Amendable), nil
}

// correct makes the corrections in a game, or says what is wrong with them.
func (a *Amendment) correct(g Amendable) (out Amended) {
	was := map[string]bool{}
	for _, err := range g.Unsound() {
		was[err.Error()] = true
	}
	for _, line := range a.Lines {
		e, d := line.Correction.Correct(g, line.Statement)
		if d != nil {
			out.Faults = append(out.Faults, d.In(line.Statement))
			continue
		}
		out.Told = append(out.Told, e)
	}
	if len(out.Faults) > 0 {
		return Amended{Faults: out.Faults}
	}
	for _, err := range g.Unsound() {
		if was[err.Error()] {
			continue // no correction has broken it
		}
		d := unsound(err)
		if a.Force && d.Code == CodeAmendedUnsound {
			out.Broken = append(out.Broken, d)
			continue
		}
		out.Faults = append(out.Faults, d)
	}
	if len(out.Faults) > 0 {
		return Amended{Faults: out.Faults}
	}
	return out
}

// unsound is the fault of a position.
func unsound(err error) *orders.Diagnostic {
	d := &orders.Diagnostic{Code: CodeAmendedUnsound, Kind: orders.Illegal, Args: []any{"Why", err.Error()}}
	var typed *UnsoundError
	if errors.As(err, &typed) {
		d.Args, d.Rule = []any{"Why", typed.Why}, typed.Rule
	}
	if errors.Is(err, ErrNever) {
		d.Code = CodeAmendedNever
	}
	return d
}

// UnsoundError is an invariant of a game that a correction breaks, in words for people.
type UnsoundError struct {
	Rule string // that it follows from: "3.6"
	Why  Phrase
	Err  error // in technical terms; wraps [ErrNever] if no force helps
}

// Error is what is wrong in technical terms.
func (e *UnsoundError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *UnsoundError) Unwrap() error { return e.Err }

// enterAnew goes on with a game that begins at the question that is open.
func (s *Session) enterAnew(g Game) {
	t := &s.table
	rowed := t.rowed
	s.stop()
	t.rowed = rowed // a row that is left was not asked to its end
	was, given := t.leave()
	s.game = g
	s.start()
	s.resume()
	t.comeBack(was)
	for side, a := range given {
		if q := t.open[side]; a != nil && q != nil && t.sealed && !s.ended {
			if a = bound(g, a); q.Form.Check(a) == nil {
				t.given[side], t.open[side] = a, nil
			}
		}
	}
}

// amendAgain makes corrections once more that have been made at this question.
func (s *Session) amendAgain(a *Amendment) {
	g, faults := s.anew()
	if faults == nil {
		faults = a.correct(g).Faults
	}
	if faults != nil {
		s.broken = fmt.Errorf("%w: turn %d cannot be corrected when it is played again: %w", ErrBroken, s.turn, faults[0])
		return
	}
	s.enterAnew(g)
}

// left is what a table had come to at a question whose game is entered anew.
type left struct {
	kinds  [2]string
	asks   [2]int
	shown  bool
	throws int
}

// leave forgets the questions that are open, and returns the answers given in secret to
// those that both sides were asked.
func (t *Table) leave() (was left, given [2]Answer) {
	was = left{asks: t.asks, shown: t.shown, throws: t.throws()}
	for side := range t.open {
		if q := t.open[side]; q != nil {
			was.kinds[side] = q.Kind
		} else if t.sealed {
			was.kinds[side], given[side] = t.slots[side].Kind, t.given[side]
		}
	}
	t.open, t.given, t.sealed, t.anew = [2]*Question{}, [2]Answer{}, false, true
	return was, given
}

// comeBack makes nothing of the questions that are asked again.
func (t *Table) comeBack(was left) {
	t.anew = false
	if t.throws() != was.throws {
		return
	}
	for side := range t.open {
		if q := t.open[side]; (q == nil) != (was.kinds[side] == "") || q != nil && q.Kind != was.kinds[side] {
			return
		}
	}
	t.asks, t.shown = was.asks, was.shown
}

// aside records an event between two questions, without the dice that are still to be told of.
func (t *Table) aside(e Event) {
	if !t.quiet {
		e.Phase = ByRuling
		t.events = append(t.events, e)
	}
}

// Canonical writes the lines of an amendment that everybody may read, or those that one
// side alone may: what stands in an entry of the ledger that is for that side. A line is
// written as its author wrote it.
func (a Amendment) Canonical(side Side) string {
	var b strings.Builder
	for _, line := range a.Lines {
		if line.Correction.Hidden() == side && line.Statement != nil {
			b.WriteString(line.Statement.Canonical() + "\n")
		}
	}
	return b.String()
}
