package amend

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/saved"
	"keryx/orders"
)

// Rulings are those of a game with these words: of the family, and of the markers that it
// has besides.
func Rulings(book *order.Book, own ...Track) adjudicator.Rulings {
	r := adjudicator.Rulings{Verbs: orders.NewLexicon()}
	var verbs []string
	add := func(verb string, read func(r *order.Reader) adjudicator.Correction, sample func(g adjudicator.Game, rnd *rand.Rand) adjudicator.Correction) {
		verbs = append(verbs, verb)
		r.Kinds = append(r.Kinds, adjudicator.RulingKind{Verb: verb, Usage: adjudicator.Say("bey.usage." + verb), Sample: sample,
			Read: func(s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) {
				in := order.NewReader(orders.NewCursor(s), book.Printed, book.Lexicon())
				c := read(in)
				if len(in.Faults) == 0 {
					in.Fail(in.End())
				}
				return c, in.Faults
			}})
	}
	for _, d := range deeds {
		add(d.verb, d.read, d.sample)
	}
	for _, t := range slices.Concat(tracks(book.Printed), own) {
		add(t.Verb, t.read, t.sample)
	}
	for _, d := range dealings {
		add(d.verb, d.read, d.sample)
	}
	book.TeachRulings(r.Verbs, verbs...)
	return r
}

// of is the state of a game of the family.
func of(g adjudicator.Game) *field.Field { return g.(interface{ Position() *field.Field }).Position() }

// Enter has the turn of a copy of a game begin at the question that is open, and reports
// whether it can: at one of the family's junctures, or of those of the ruleset.
func Enter(g *field.Field, own []string) bool {
	j := g.Juncture
	if !slices.Contains(saved.Junctures, j.At) && !slices.Contains(own, j.At) {
		return false
	}
	g.Entry, g.Juncture = j, field.Juncture{}
	return true
}

// side reads the name of a side.
func side(r *order.Reader) adjudicator.Side {
	e, d := r.TakeName(r.Lex, field.SideKind)
	if d != nil {
		r.Fail(d)
		r.Next()
		return 0
	}
	s, err := r.P.SideByID(e.ID)
	if err != nil {
		return 0
	}
	return s
}

// illegal is the fault of a line against the position.
func illegal(line *orders.Statement, code string, args ...any) *orders.Diagnostic {
	if line == nil {
		line = &orders.Statement{}
	}
	return orders.IllegalAt(line, line.Span(), code, "", args...)
}
