package form

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Group is the form of a question for some pieces to a place: which of those that can go,
// and where to. P is a set of pieces of the game. The default sends the usual pieces to the
// first zone.
type Group[P any, A adjudicator.Answer] struct {
	Zones board.Set // where they may go; not empty
	// Of is the answer that sends pieces to a zone, and In what an answer sends where.
	Of func(pieces P, to board.Zone) A
	In func(A) (P, board.Zone)
	// Some are pieces that may go to a zone: the usual ones, or with a source random ones.
	Some func(to board.Zone, r *rand.Rand) P
	// Read is what an order sends where, or what is wrong with it besides what Wrong finds.
	Read func(o adjudicator.Order, s *orders.Statement) (P, board.Zone, *orders.Diagnostic)
	// Wrong says why pieces cannot go to a zone, one of Zones or another; nil if they can.
	Wrong func(pieces P, to board.Zone) error
	// Refuse says it of an order.
	Refuse func(o adjudicator.Order, s *orders.Statement, pieces P, to board.Zone) *orders.Diagnostic
	// Note is the remark on an answer in the template; without it there is none.
	Note func(A) adjudicator.Phrase
}

// Accept implements [adjudicator.Form].
func (g *Group[P, A]) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	pieces, to, d := g.Read(o, s)
	if d == nil && (!g.Zones.Has(to) || g.Wrong(pieces, to) != nil) {
		d = g.Refuse(o, s, pieces, to)
	}
	if d != nil {
		return nil, d
	}
	return g.Of(pieces, to), nil
}

// Check implements [adjudicator.Form].
func (g *Group[P, A]) Check(given adjudicator.Answer) error {
	a, ok := given.(A)
	if !ok {
		return fmt.Errorf("%w: %v sends nothing anywhere", ErrIllegal, given)
	}
	pieces, to := g.In(a)
	if err := g.Wrong(pieces, to); err != nil {
		return err
	}
	if !g.Zones.Has(to) {
		return fmt.Errorf("%w: %v goes to none of the zones", ErrIllegal, given)
	}
	return nil
}

// Sample implements [adjudicator.Form]: each zone is as likely as any other.
func (g *Group[P, A]) Sample(r *rand.Rand) adjudicator.Answer {
	to := g.Zones.Nth(r.IntN(g.Zones.Len()))
	return g.Of(g.Some(to, r), to)
}

// Default implements [adjudicator.Form].
func (g *Group[P, A]) Default() adjudicator.Answer {
	if g.Zones.Empty() {
		panic("form: a Group without Zones: ask nothing where there is no place to go to")
	}
	return g.usual(g.Zones.First())
}

// usual sends the usual pieces to a zone.
func (g *Group[P, A]) usual(to board.Zone) A { return g.Of(g.Some(to, nil), to) }

// Offers implements [adjudicator.Offerer]: an example for each place; others are of the same kind.
func (g *Group[P, A]) Offers() adjudicator.Offers {
	all := g.Choices()
	return adjudicator.OfferChoices(all).With(adjudicator.OnlyKinds(all))
}

// Choices implements [adjudicator.Form]: the usual pieces to each zone.
func (g *Group[P, A]) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for z := range g.Zones.All() {
		a := g.usual(z)
		c := adjudicator.Choice{Words: a.Words()}
		if g.Note != nil {
			c.Note = g.Note(a)
		}
		all = append(all, c)
	}
	return all
}

// Rows is the form of a question for several such groups in one order, each with pieces and
// a place of its own: "move 1 3 to Corinth, 5 to Messenia". A is the answer with all rows, R
// that of one. What a row may be is the group's to say; how the rows go together, Together's.
type Rows[P any, R, A adjudicator.Answer] struct {
	Group[P, R]
	Fewest, Most int // how many rows there are; Fewest is 0 or 1
	// All is the answer that has rows, and Each the rows of an answer.
	All  func(rows []R) A
	Each func(A) []R
	// ReadAll are the rows of an order, or what is wrong with it besides what Wrong and
	// Together find.
	ReadAll func(o adjudicator.Order, s *orders.Statement) ([]R, *orders.Diagnostic)
	// Together returns the first row that does not go with those before it, a piece twice for
	// instance, and why; -1 if all do.
	Together func(rows []R) (row int, why error)
	// RefuseRow says what is wrong with a row of an order, at -1 that it has too few.
	RefuseRow func(o adjudicator.Order, s *orders.Statement, rows []R, row int) *orders.Diagnostic
}

// wrong is the first row that cannot be, and why; -1 where it is their number that is too
// small.
func (w *Rows[P, R, A]) wrong(rows []R) (row int, why error) {
	if len(rows) < w.Fewest {
		return -1, fmt.Errorf("%w: %d groups, and not %d", ErrIllegal, len(rows), w.Fewest)
	}
	for i, r := range rows {
		if i == w.Most {
			return i, fmt.Errorf("%w: more than %d groups", ErrIllegal, w.Most)
		}
		if err := w.Check(r); err != nil {
			return i, err
		}
	}
	return w.Together(rows)
}

// Form returns the form of the whole question.
func (w *Rows[P, R, A]) Form() adjudicator.Form { return rowsForm[P, R, A]{w} }

// rowsForm is the form of several groups, of which [Rows] has that of one.
type rowsForm[P any, R, A adjudicator.Answer] struct{ rows *Rows[P, R, A] }

// Accept implements [adjudicator.Form].
func (f rowsForm[P, R, A]) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	rows, d := f.rows.ReadAll(o, s)
	if d == nil {
		if at, err := f.rows.wrong(rows); err != nil {
			d = f.rows.RefuseRow(o, s, rows, at)
		}
	}
	if d != nil {
		return nil, d
	}
	return f.rows.All(rows), nil
}

// Check implements [adjudicator.Form].
func (f rowsForm[P, R, A]) Check(given adjudicator.Answer) error {
	a, ok := given.(A)
	if !ok {
		return fmt.Errorf("%w: %v is no list of groups", ErrIllegal, given)
	}
	_, err := f.rows.wrong(f.rows.Each(a))
	return err
}

// Sample implements [adjudicator.Form]: rows one after the other, as long as a coin says so
// and they go together.
func (f rowsForm[P, R, A]) Sample(r *rand.Rand) adjudicator.Answer {
	var rows []R
	for len(rows) < f.rows.Most && (len(rows) < f.rows.Fewest || r.IntN(2) == 0) {
		next := append(rows[:len(rows):len(rows)], f.rows.Group.Sample(r).(R))
		if _, err := f.rows.wrong(next); err != nil {
			break
		}
		rows = next
	}
	return f.rows.All(rows)
}

// Default implements [adjudicator.Form]: nothing, or where there must be a group, its default.
func (f rowsForm[P, R, A]) Default() adjudicator.Answer {
	if f.rows.Fewest == 0 {
		return f.rows.All(nil)
	}
	return f.rows.All([]R{f.rows.Group.Default().(R)})
}

// Choices implements [adjudicator.Form]: each choice of a group by itself, and nothing where
// there may be none.
func (f rowsForm[P, R, A]) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for z := range f.rows.Zones.All() {
		row := f.rows.usual(z)
		c := adjudicator.Choice{Words: f.rows.All([]R{row}).Words()}
		if f.rows.Note != nil {
			c.Note = f.rows.Note(row)
		}
		all = append(all, c)
	}
	if f.rows.Fewest == 0 {
		all = append(all, adjudicator.Choice{Words: f.rows.All(nil).Words()})
	}
	return all
}
