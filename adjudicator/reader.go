package adjudicator

import (
	"slices"

	"keryx/orders"
)

// Reader reads the words of one order or standing order in a ruleset's lexicon, and gathers
// the faults that it meets, so that what reads an order says only what may stand in it:
//
//	r := &adjudicator.Reader{Cursor: orders.NewCursor(s), Lex: words}
//	if r.Take("all") { ... }
//	r.Require("from")
//	return order, r.Faults
//
// Words are named by what they mean; see [Vocabulary.Teach]. Once it has met a fault it
// reads on as well as it can.
type Reader struct {
	*orders.Cursor
	Lex    *orders.Lexicon
	Faults []*orders.Diagnostic
}

// Fail notes a fault; nil is none. Where a fault stands already, a word that is missing at the
// same place is no second one: what stands there in its place has been told.
func (r *Reader) Fail(d *orders.Diagnostic) {
	if d == nil || d.Code == orders.CodeKeywordExpected && r.failedAt(d.Span) {
		return
	}
	r.Faults = append(r.Faults, d)
}

// failedAt reports whether a fault stands at a place.
func (r *Reader) failedAt(span orders.Span) bool {
	return slices.ContainsFunc(r.Faults, func(d *orders.Diagnostic) bool { return d.Span == span })
}

// Plain returns the reader without what a ruleset has put around it.
func (r *Reader) Plain() *Reader { return r }

// Need fails with the words that would do, by which the catalogues name them. It is for a
// reader that has found none of them.
func (r *Reader) Need(words ...Keyword) { r.Fail(r.Missing(words)) }

// Require takes a word, which must be next.
func (r *Reader) Require(word string) {
	if !r.Take(word) {
		r.Need(Keyword(word))
	}
}

// Take takes a word if it is next.
func (r *Reader) Take(word string) bool { return r.TakeWord(r.Lex, word) }

// At reports whether a word is next.
func (r *Reader) At(word string) bool { return r.AtWord(r.Lex, word) }

// AtNameOf reports whether the next words name a thing of one of the kinds.
func (r *Reader) AtNameOf(kinds ...string) bool { return r.AtName(r.Lex, kinds...) }

// Pair takes two words that belong together, or neither.
func (r *Reader) Pair(first, second string) bool {
	mark := r.Mark()
	if r.Take(first) && r.Take(second) {
		return true
	}
	r.Reset(mark)
	return false
}

// List reads one thing after another, to the end of an order or to the first fault: commas
// or "then" (the word "next") may stand between them, and "to" before each.
func (r *Reader) List(read func()) {
	for {
		for r.TakeComma() || r.Take("next") {
		}
		r.Take("to")
		read()
		if r.Done() || len(r.Faults) > 0 {
			return
		}
	}
}
