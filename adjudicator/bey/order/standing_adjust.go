package order

import (
	"keryx/adjudicator/board"
)

// Havens reads places to go to: zones, "port" for any port, "anywhere". The words
// may stand before each of them.
func (r *Reader) Havens(to *[]board.Set, word string) {
	r.List(func() {
		if r.Take(word) {
			r.Take("to")
		}
		*to = append(*to, r.Haven())
	})
}

// Haven reads a place to go to: a zone, "port" for any port, "anywhere".
func (r *Reader) Haven() board.Set {
	switch {
	case r.Take("port"):
		return r.P.Ports
	case r.Take("anywhere"), r.Pair("no-matter", "where"):
		return r.P.Board.All()
	}
	return board.SetOf(r.Zone().Zone)
}
