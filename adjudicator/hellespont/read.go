package hellespont

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// verb is one order: its canonical word, other words for it in both languages,
// and the reader of what follows it.
type verb struct {
	id   string
	also []string
	read func(r *reader) adjudicator.Order
}

// verbs lists every order of the game.
func verbs() []verb { return slices.Concat(moveVerbs, playVerbs, combatVerbs) }

// unitKind is the kind of the lexicon's entries for combat units: "T10", and
// "T10w" for one that is weakened.
const unitKind = "unit"

// keywords gives the words of the order language, in folded form, that stand for
// each canonical one.
var keywords = map[string][]string{
	"all":       {"all", "tout", "tous", "toutes"},
	"and":       {"and", "et"},
	"with":      {"with", "avec"},
	"from":      {"from", "de", "depuis"},
	"to":        {"to", "vers", "a"},
	"by":        {"by", "par", "via", "through", "then", "puis"},
	"drop":      {"drop", "land", "deposer", "depose", "debarquer"},
	"at":        {"at", "in", "a", "en", "dans"},
	"on":        {"on", "against", "sur", "contre"},
	"for":       {"for", "pour"},
	"first":     {"first", "d'abord"},
	"advantage": {"advantage", "avantage", "l'avantage"},
	"none":      {"none", "nothing", "aucun", "aucune", "rien"},
	"unpaid":    {"unpaid", "impaye", "impayee", "impayes"},
	"surplus":   {"surplus", "excess", "exces"},

	"points":         {"points"},
	"initiative":     {"initiative", "invert", "inverser"},
	"recover":        {"recover", "retablir", "recuperer"},
	"return":         {"return", "ramener", "retour"},
	"draw":           {"draw", "tirer", "tirage"},
	"reinforcements": {"reinforcements", "renforts"},
}

// ReadOrder implements [adjudicator.Ruleset].
func (rs *ruleset) ReadOrder(id string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	return readOrder(id, s, rs.verbs, rs.printed, rs.lexicon)
}

// readOrder resolves the names of a statement, whose verb is one of those that a game
// knows. It reports every fault that can be found without knowing the game's state.
func readOrder(id string, s *orders.Statement, verbs map[string]*verb, p *printed, lex *orders.Lexicon) (adjudicator.Order, []*orders.Diagnostic) {
	v, ok := verbs[id]
	if !ok {
		return nil, []*orders.Diagnostic{orders.UnknownAt(s, s.Verb.Span, orders.CodeUnknownVerb,
			"Word", s.Verb.Text, "Suggestions", orders.Guesses(nil))}
	}
	r := &reader{Cursor: orders.NewCursor(s), p: p, lex: lex}
	order := v.read(r)
	if len(r.faults) == 0 {
		r.fail(r.End())
	}
	return order, r.faults
}

// reader reads the words after a verb. Once it has met a fault it reads on as
// well as it can.
type reader struct {
	*orders.Cursor
	p      *printed
	lex    *orders.Lexicon
	faults []*orders.Diagnostic
}

func (r *reader) fail(d *orders.Diagnostic) {
	if d != nil {
		r.faults = append(r.faults, d)
	}
}

// need fails with the words that would do, by which the catalogues name them. It is
// for a reader that has found none of them.
func (r *reader) need(words ...adjudicator.Keyword) { r.fail(r.Missing(words)) }

// require takes a keyword, which must be next.
func (r *reader) require(word string) {
	if !r.take(word) {
		r.need(adjudicator.Keyword(word))
	}
}

// take takes a keyword if it is next.
func (r *reader) take(word string) bool { return r.TakeKeyword(keywords[word]...) }

// at reports whether a keyword is next.
func (r *reader) at(word string) bool { return r.AtKeyword(keywords[word]...) }

// place is a zone as an order names it.
type place struct {
	zone board.Zone
	span orders.Span
}

// nowhere is the place that an order does not name.
var nowhere = place{zone: board.NoZone}

func (p place) given() bool { return p.zone != board.NoZone }

// zone reads the name of a zone.
func (r *reader) zone() place {
	span := r.Span()
	e, d := r.TakeName(r.lex, field.ZoneKind)
	if d != nil {
		r.fail(d)
		r.Next()
		return nowhere
	}
	return place{r.p.board.MustZone(e.ID), span.Join(r.Last())}
}

// atName reports whether the next words name a thing of one of the kinds.
func (r *reader) atName(kinds ...string) bool {
	return r.AtName(r.lex, kinds...)
}

// number reads a whole number and its place.
func (r *reader) number() (int, orders.Span) {
	n, d := r.TakeNumber()
	if d != nil {
		r.fail(d)
		r.Next()
	}
	return n, r.Last()
}

// stratagem reads the number or the name of a stratagem.
func (r *reader) stratagem() (field.StratagemNo, orders.Span) {
	span := r.Span()
	e, d := r.TakeName(r.lex, field.StratagemKind)
	if d != nil {
		r.fail(d)
		r.Next()
		return 0, span
	}
	for i := range r.p.Stratagems {
		if r.p.Stratagems[i].ID == e.ID {
			return r.p.Stratagems[i].Number, span.Join(r.Last())
		}
	}
	return 0, span
}

// force is combat units and leaders as an order names them.
type force struct {
	all     bool
	items   []item
	leaders []named
	span    orders.Span
}

// item is a number of equal units.
type item struct {
	label uint8
	weak  bool
	count int
	span  orders.Span
}

// named is a leader.
type named struct {
	leader leader
	span   orders.Span
}

func (f force) empty() bool { return !f.all && len(f.items) == 0 && len(f.leaders) == 0 }

// force reads units and leaders: "T10 2xT4 Alcibiades with H4", or "all".
func (r *reader) force() force {
	f := r.optionalForce()
	if f.empty() && len(r.faults) == 0 {
		_, d := r.TakeName(r.lex, unitKind, field.LeaderKind)
		r.fail(d)
	}
	return f
}

// optionalForce reads units and leaders as far as they go, perhaps none.
func (r *reader) optionalForce() force {
	f := force{span: r.Span()}
	if r.take("all") {
		f.all = true
		return f
	}
	for {
		mark := r.Mark()
		for r.TakeComma() || r.take("and") || r.take("with") {
		}
		if !r.counters(&f) {
			if r.Mark() != mark && len(r.faults) == 0 {
				r.Reset(mark)
			}
			return f
		}
		f.span = f.span.Join(r.Last())
	}
}

// counters reads one name, with its number, into a force.
func (r *reader) counters(f *force) bool {
	span := r.Span()
	t, ok := r.Peek()
	if !ok || t.Kind != orders.Word && t.Kind != orders.Quantity && t.Kind != orders.Quoted {
		return false
	}
	quantity := t.Kind == orders.Quantity
	n := r.TakeQuantity()
	if !r.AtName(r.lex, unitKind, field.LeaderKind) && !quantity &&
		(r.anyKeyword() || len(f.items)+len(f.leaders) > 0) {
		return false // the list is at its end
	}
	e, d := r.TakeName(r.lex, unitKind, field.LeaderKind)
	if d != nil {
		r.fail(d)
		r.Next()
		return false
	}
	span = span.Join(r.Last())
	if e.Kind == field.LeaderKind {
		f.leaders = append(f.leaders, named{leader(r.p.Leader(e.ID)), span})
		return true
	}
	label, weak := e.ID, false
	if label[len(label)-1] == 'w' {
		label, weak = label[:len(label)-1], true
	}
	f.items = append(f.items, item{r.p.labelOf(label), weak, n, span})
	return true
}

// anyKeyword reports whether a word of the order language is next.
func (r *reader) anyKeyword() bool {
	for word := range keywords {
		if r.at(word) {
			return true
		}
	}
	return false
}
