package hellenes

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/orders"
)

// Act is every order as read and every answer: a verb, and what it has besides.
type Act struct {
	Verb   string
	Card   int
	God    god
	Pieces fog.Set
	Zone   board.Zone
	Rows   []Row
	Prefer []preference // what is taken of three recruits
	Times  int
	Leader string
}

// Row are some blocks of an order and where they go: by which zones, or on the shortest way if
// none is named.
type Row struct {
	Pieces fog.Set
	Loads  []Pair // who is carried by whom, as far as the order says
	By     []board.Zone
	To     board.Zone
	Force  bool
}

// preference is a kind of blocks, and where one is to be raised; nowhere for any place.
type preference struct {
	Kind string
	At   board.Zone
}

// nowhere stands where no zone is named.
const nowhere = board.NoZone

// Words implements [adjudicator.Answer].
func (a Act) Words() adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword(a.Verb)}
	add := func(things ...any) { w = append(w, things...) }
	if a.Card > 0 {
		add(adjudicator.Term{Kind: "card", ID: fmt.Sprint(a.Card)})
	}
	if a.Leader != "" {
		add(adjudicator.Term{Kind: "leader", ID: a.Leader})
	}
	if a.God > 0 {
		add(adjudicator.Keyword("to"), a.God.term())
	}
	if a.Verb == "pillage" {
		add(zoneTerm(a.Zone))
	}
	for rest := a.Pieces; rest != 0; {
		add(pieceTerm(rest.Pop()))
	}
	if a.Times == 2 {
		add(adjudicator.Keyword("twice"))
	} else if a.Times > 2 {
		add(a.Times, adjudicator.Keyword("times"))
	}
	for i, row := range a.Rows {
		if i > 0 {
			add(comma)
		}
		add(row.words()...)
	}
	for i, p := range a.Prefer {
		if i == 0 {
			add(adjudicator.Keyword("prefer"))
		} else {
			add(comma)
		}
		add(adjudicator.Keyword(p.Kind))
		if p.At != nowhere {
			add(adjudicator.Keyword("at"), zoneTerm(p.At))
		}
	}
	if word, ok := joint[a.Verb]; ok && a.Zone != nowhere {
		if word != "" {
			add(adjudicator.Keyword(word))
		}
		add(zoneTerm(a.Zone))
	}
	return w
}

// comma parts the rows of an order.
const comma = ","

// joint are the words before the zone of an order, by its verb.
var joint = map[string]string{"gather": "at", "take": "at", "garrison": "", "assault": "", "starve": "", "target": "",
	"sortie": "from", "maintain": "", "betray": "", "begin": ""}

func (r Row) words() (w []any) {
	rest := r.Pieces
	for _, p := range r.Loads {
		rest.Drop(p.Ship)
		rest.Drop(p.Cargo)
		w = append(w, pieceTerm(p.Ship))
	}
	for rest != 0 {
		w = append(w, pieceTerm(rest.Pop()))
	}
	for i, p := range r.Loads {
		if i == 0 {
			w = append(w, adjudicator.Keyword("with"))
		}
		w = append(w, pieceTerm(p.Cargo))
	}
	if len(r.By) > 0 {
		w = append(w, adjudicator.Keyword("by"))
		for _, z := range r.By {
			w = append(w, zoneTerm(z))
		}
	}
	if r.Force {
		w = append(w, adjudicator.Keyword("force"))
	}
	return append(w, adjudicator.Keyword("to"), zoneTerm(r.To))
}

// form is the form of every question: what is wrong with an answer, and those that are proposed.
type form struct {
	verbs []string
	// wrong says what is wrong with an order of one of the verbs, on what its side knows; nil if
	// nothing is.
	wrong func(a Act, s *orders.Statement) *orders.Diagnostic
	// open lists legal answers, the least committal first.
	open func() []Act
	// lines, if set, are those of open that the template proposes, where all would be too many.
	lines func(all []Act) []Act
	// draw, if set, is a random answer, which may be illegal.
	draw func(r *rand.Rand) Act
	// last, if set, is the least committal answer, in the place of the first of open.
	last *Act
}

// Accept implements [adjudicator.Form].
func (f form) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a := o.(Act)
	if d := f.wrong(a, s); d != nil {
		return nil, d
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f form) Check(a adjudicator.Answer) error {
	act, ok := a.(Act)
	if !ok || !slices.Contains(f.verbs, act.Verb) {
		return fmt.Errorf("%v is no answer to what is asked", a)
	}
	if d := f.wrong(act, &orders.Statement{}); d != nil {
		return fmt.Errorf("%v: %w", act, d)
	}
	return nil
}

// tries is how often a random answer is looked for before one of the list is taken.
const tries = 8

// Sample implements [adjudicator.Form].
func (f form) Sample(r *rand.Rand) adjudicator.Answer {
	if f.draw != nil {
		for range tries {
			if a := f.draw(r); a.Verb != "" && f.wrong(a, &orders.Statement{}) == nil {
				return a
			}
		}
		if f.last != nil {
			return *f.last
		}
	}
	open := f.open()
	return open[r.IntN(len(open))]
}

// Default implements [adjudicator.Form].
func (f form) Default() adjudicator.Answer {
	if f.last != nil {
		return *f.last
	}
	return f.open()[0]
}

// Choices implements [adjudicator.Form].
func (f form) Choices() (all []adjudicator.Choice) {
	open := f.open()
	if f.lines != nil {
		open = f.lines(open)
	}
	for _, a := range open {
		all = append(all, adjudicator.Choice{Words: a.Words()})
	}
	return all
}

// legal are those of some answers that are.
func (f form) legal(some []Act) (all []Act) {
	for _, a := range some {
		if f.wrong(a, &orders.Statement{}) == nil {
			all = append(all, a)
		}
	}
	return all
}

// menu is the form of a question with a few answers: what is none of them is refused with a
// code.
func menu(code, rule string, open func() []Act, verbs ...string) form {
	f := form{verbs: verbs, open: open}
	f.wrong = func(a Act, s *orders.Statement) *orders.Diagnostic {
		for _, b := range open() {
			if same(a, b) {
				return nil
			}
		}
		return orders.IllegalAt(s, s.Span(), code, rule)
	}
	return f
}

// same reports whether two answers are one, but for rows.
func same(a, b Act) bool {
	return a.Verb == b.Verb && a.Card == b.Card && a.God == b.God && a.Pieces == b.Pieces && a.Zone == b.Zone && a.Leader == b.Leader && len(a.Rows) == len(b.Rows)
}

// act is an answer that is a verb alone.
func act(verb string) Act { return Act{Verb: verb, Zone: nowhere} }

// one is the set of a block.
func one(p fog.Piece) (set fog.Set) {
	set.Add(p)
	return set
}

// some are random ones of a set, at least one.
func some(set fog.Set, r *rand.Rand) fog.Set {
	if part := set & fog.Set(r.Uint64()); part != 0 {
		return part
	}
	return set
}
