package field

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Reading is the reading of one data file: it keeps the first fault.
type Reading struct {
	File  string
	Sides []string // the identifiers of the sides, in their order
	Err   error    // nil, or a *board.LoadError
}

// Fail notes a fault unless there is one already.
func (r *Reading) Fail(key string, err error, detail string) {
	if r.Err == nil {
		r.Err = &board.LoadError{File: r.File, Key: key, Err: err, Detail: detail}
	}
}

// Source refuses sources that have none of the forms of a [board.Source].
func (r *Reading) Source(key string, sources ...board.Source) {
	for _, s := range sources {
		if !s.Valid() {
			r.Fail(key+".source", board.ErrSource, strconv.Quote(string(s)))
		}
	}
}

// Names refuses a name that lacks a language.
func (r *Reading) Names(key, en, fr string) board.Names {
	n := board.Names{EN: en, FR: fr}
	if !n.Complete() {
		r.Fail(key, board.ErrMissing, "en and fr")
	}
	return n
}

// Side resolves the identifier of a side. It returns the first one for a name that
// there is not.
func (r *Reading) Side(key, id string) adjudicator.Side {
	i := slices.Index(r.Sides, id)
	if i < 0 {
		r.Fail(key+".side", board.ErrUnknown, strconv.Quote(id))
		return 0
	}
	return adjudicator.Side(i)
}

// Among requires each word to be one of those allowed.
func (r *Reading) Among(key string, words []string, allowed ...string) {
	for _, w := range words {
		if !slices.Contains(allowed, w) {
			r.Fail(key, board.ErrUnknown, fmt.Sprintf("%q, want one of %s", w, strings.Join(allowed, ", ")))
		}
	}
}
