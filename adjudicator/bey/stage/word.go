package stage

import (
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
)

// Word is a word that cases of one game have beside those of the family: "supply north 3",
// or, where it says nothing of one side, "month may".
type Word struct {
	Name string
	Both bool // it says nothing of a side
	// Put puts the value into the position; nil if the word is expected alone.
	Put func(s adjudicator.Side, value string) error
	// Is compares the value with the position; nil if the word is put there alone.
	Is func(s adjudicator.Side, want string) error
	// Shown is the value in a position that is written; nil for one that is not written.
	Shown func(s adjudicator.Side) string
}

// Amount is a number of each side: "supply north 3".
func Amount(name string, of func(s adjudicator.Side) int, put func(s adjudicator.Side, n int)) Word {
	w := Counted(name, of)
	w.Put = func(s adjudicator.Side, value string) error {
		n, err := strconv.Atoi(value)
		put(s, n)
		return err
	}
	w.Shown = func(s adjudicator.Side) string { return strconv.Itoa(of(s)) }
	return w
}

// Counted is a number of each side that follows from the position.
func Counted(name string, of func(s adjudicator.Side) int) Word {
	return Word{Name: name, Is: func(s adjudicator.Side, want string) error { return Count(want, of(s)) }}
}

// Flag is yes or no, of each side: "shortage north yes".
func Flag(name string, is func(s adjudicator.Side) bool, put func(s adjudicator.Side, yes bool)) Word {
	shown := func(s adjudicator.Side) string { return cases.YesNo(is(s)) }
	return Word{Name: name, Shown: shown,
		Is:  func(s adjudicator.Side, want string) error { return cases.Same([]string{want}, []string{shown(s)}) },
		Put: func(s adjudicator.Side, value string) error { put(s, value == "yes"); return nil }}
}

// word is the one of that name, or nil.
func (s Stage) word(name string) *Word {
	i := slices.IndexFunc(s.Words, func(w Word) bool { return w.Name == name })
	if i < 0 {
		return nil
	}
	return &s.Words[i]
}

// say has a word of the ruleset's do something with what a line says of it, and reports
// whether it does.
func (s Stage) say(l cases.Line, how func(w *Word) func(adjudicator.Side, string) error) (bool, error) {
	w := s.word(l.Word)
	if w == nil || how(w) == nil {
		return false, nil
	}
	if w.Both {
		return true, how(w)(adjudicator.Observer, l.Rest)
	}
	side, value, err := s.OfSide(l.Rest)
	if err != nil {
		return true, err
	}
	return true, how(w)(side, value)
}

// written are the words of a position, of one side or of both.
func (s Stage) written(side adjudicator.Side) (all []cases.Line) {
	for _, w := range s.Words {
		switch {
		case w.Shown == nil || w.Both != (side == adjudicator.Observer):
		case w.Both:
			all = append(all, cases.Line{Word: w.Name, Rest: w.Shown(side)})
		default:
			all = append(all, cases.Line{Word: w.Name, Rest: strings.TrimSpace(s.Board.Sides()[side] + " " + w.Shown(side))})
		}
	}
	return all
}
