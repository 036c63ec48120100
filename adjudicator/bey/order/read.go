package order

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Verb is one order: its canonical word and the reader of what follows it.
type Verb struct {
	Id   string
	Read func(r *Reader) adjudicator.Order
}

// UnitKind is the kind of the lexicon's entries for combat units: "T10", and
// "T10w" for one that is weakened.
const UnitKind = "unit"

// Between are the words that can stand between the names of an order.
var Between = []string{"all", "and", "with", "from", "to", "by", "drop", "at", "on", "for", "first", "advantage", "none", "unpaid",
	"surplus", "points", "initiative", "recover", "return", "draw", "reinforcements"}

// ReadOrder resolves the names of a statement, whose verb is one of those that a game
// knows. It reports every fault that can be found without knowing the game's state.
func ReadOrder(id string, s *orders.Statement, verbs map[string]*Verb, p *field.Printed, lex *orders.Lexicon) (adjudicator.Order, []*orders.Diagnostic) {
	v, ok := verbs[id]
	if !ok {
		return nil, []*orders.Diagnostic{orders.UnknownAt(s, s.Verb.Span, orders.CodeUnknownVerb,
			"Word", s.Verb.Text, "Suggestions", orders.Guesses(nil))}
	}
	r := NewReader(orders.NewCursor(s), p, lex)
	order := v.Read(r)
	if len(r.Faults) == 0 {
		r.Fail(r.End())
	}
	return order, r.Faults
}

// Reader reads the words after a verb.
type Reader struct {
	adjudicator.Reader
	P *field.Printed
}

// NewReader returns a reader over what a cursor walks.
func NewReader(c *orders.Cursor, p *field.Printed, lex *orders.Lexicon) *Reader {
	return &Reader{adjudicator.Reader{Cursor: c, Lex: lex}, p}
}

// Place is a zone as an order names it.
type Place struct {
	Zone board.Zone
	Span orders.Span
}

// Nowhere is the place that an order does not name.
var Nowhere = Place{Zone: board.NoZone}

// Given reports whether the order names a place.
func (p Place) Given() bool { return p.Zone != board.NoZone }

// Zone reads the name of a zone.
func (r *Reader) Zone() Place {
	span := r.Span()
	e, d := r.TakeName(r.Lex, field.ZoneKind)
	if d != nil {
		r.Fail(d)
		r.Next()
		return Nowhere
	}
	return Place{r.P.Board.MustZone(e.ID), span.Join(r.Last())}
}

// number reads a whole number and its place.
func (r *Reader) number() (int, orders.Span) {
	n, d := r.TakeNumber()
	if d != nil {
		r.Fail(d)
		r.Next()
	}
	return n, r.Last()
}

// Stratagem reads the number or the name of a stratagem.
func (r *Reader) Stratagem() (field.StratagemNo, orders.Span) {
	span := r.Span()
	e, d := r.TakeName(r.Lex, field.StratagemKind)
	if d != nil {
		r.Fail(d)
		r.Next()
		return 0, span
	}
	for i := range r.P.Stratagems {
		if r.P.Stratagems[i].ID == e.ID {
			return r.P.Stratagems[i].Number, span.Join(r.Last())
		}
	}
	return 0, span
}

// Force is combat units and leaders as an order names them.
type Force struct {
	All     bool
	Items   []item
	Leaders []named
	Span    orders.Span
}

// item is a number of equal units.
type item struct {
	Label uint8
	Weak  bool
	Count int
	Span  orders.Span
}

// term names it as the order does.
func (it item) term(p *field.Printed) adjudicator.Term {
	return field.UnitTerm(it.Count, p.Labels[it.Label], it.Weak)
}

// named is a leader.
type named struct {
	Leader field.LeaderNo
	Span   orders.Span
}

// Empty reports whether nobody is named.
func (f Force) Empty() bool { return !f.All && len(f.Items) == 0 && len(f.Leaders) == 0 }

// Terms are the units that an order names, whether they are there or not.
func (f Force) Terms(p *field.Printed) (terms adjudicator.Terms) {
	for _, it := range f.Items {
		terms = append(terms, it.term(p))
	}
	return terms
}

// Force reads units and leaders: "T10 2xT4 with H4", or "all".
func (r *Reader) Force() Force {
	f := r.optionalForce()
	if f.Empty() && len(r.Faults) == 0 {
		_, d := r.TakeName(r.Lex, UnitKind, field.LeaderKind)
		r.Fail(d)
	}
	return f
}

// optionalForce reads units and leaders as far as they go, perhaps none.
func (r *Reader) optionalForce() Force {
	f := Force{Span: r.Span()}
	if r.Take("all") {
		f.All = true
		return f
	}
	for {
		mark := r.Mark()
		for r.TakeComma() || r.Take("and") || r.Take("with") {
		}
		if !r.counters(&f) {
			if r.Mark() != mark && len(r.Faults) == 0 {
				r.Reset(mark)
			}
			return f
		}
		f.Span = f.Span.Join(r.Last())
	}
}

// counters reads one name, with its number, into a force.
func (r *Reader) counters(f *Force) bool {
	span := r.Span()
	t, ok := r.Peek()
	if !ok || t.Kind != orders.Word && t.Kind != orders.Quantity && t.Kind != orders.Quoted {
		return false
	}
	quantity := t.Kind == orders.Quantity
	n := r.TakeQuantity()
	if !r.AtName(r.Lex, UnitKind, field.LeaderKind) && !quantity &&
		(r.anyKeyword() || len(f.Items)+len(f.Leaders) > 0) {
		return false // the list is at its end
	}
	e, d := r.TakeName(r.Lex, UnitKind, field.LeaderKind)
	if d != nil {
		r.Fail(d)
		r.Next()
		return false
	}
	span = span.Join(r.Last())
	if e.Kind == field.LeaderKind {
		f.Leaders = append(f.Leaders, named{field.LeaderNo(r.P.Leader(e.ID)), span})
		return true
	}
	label, weak := e.ID, false
	if label[len(label)-1] == 'w' {
		label, weak = label[:len(label)-1], true
	}
	f.Items = append(f.Items, item{r.P.LabelOf(label), weak, n, span})
	return true
}

// anyKeyword reports whether a word of the order language is next.
func (r *Reader) anyKeyword() bool {
	for _, word := range Between {
		if r.At(word) {
			return true
		}
	}
	return false
}
