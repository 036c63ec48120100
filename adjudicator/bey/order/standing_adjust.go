package order

import (
	"keryx/adjudicator/board"
)

// List reads places that commas, "then" or "or" separate, of a whole alternative.
func (r *Reader) List(read func()) {
	for {
		for r.TakeComma() || r.TakeKeyword("or", "ou", "and", "et", "then", "puis") {
		}
		r.Take("to")
		read()
		if r.Done() || len(r.Faults) > 0 {
			return
		}
	}
}

// Havens reads places to go to: zones, "port" for any port, "anywhere". The words
// may stand before each of them.
func (r *Reader) Havens(to *[]board.Set, words ...string) {
	r.List(func() {
		if r.TakeKeyword(words...) {
			r.Take("to")
		}
		*to = append(*to, r.haven())
	})
}

// haven reads a place to go to: a zone, "port" for any port, "anywhere".
func (r *Reader) haven() board.Set {
	switch {
	case r.TakeKeyword("port", "ports"):
		return r.P.Ports
	case r.TakeKeyword("anywhere", "partout"), r.Pair([]string{"n'importe"}, []string{"ou"}):
		return r.P.Board.All()
	}
	return board.SetOf(r.Zone().Zone)
}
