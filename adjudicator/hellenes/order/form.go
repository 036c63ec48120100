package order

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/orders"
)

// Act is every order as read and every answer: a verb, and what it has besides.
type Act struct {
	Verb   string
	Card   int
	God    ground.God
	Pieces fog.Set
	Zone   board.Zone
	Rows   []Row
	Prefer []ground.Preference // what is taken of three recruits
	Times  int
	Leader string
	Site   board.Set // the place that an answer names besides
}

// Row are some blocks of an order and where they go: by which zones, or on the shortest way if
// none is named.
type Row struct {
	Pieces fog.Set
	From   board.Set     // where they stand, if the order says it
	Loads  []ground.Pair // who is carried by whom, as far as the order says
	By     []board.Zone
	To     board.Zone
	Force  bool
}

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
		add(adjudicator.Keyword("to"), a.God.Term())
	}
	if a.Verb == "pillage" {
		add(ground.ZoneTerm(a.Zone))
	}
	for rest := a.Pieces; rest != 0; {
		add(ground.PieceTerm(rest.Pop()))
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
		if p.At != ground.Nowhere {
			add(adjudicator.Keyword("at"), ground.ZoneTerm(p.At))
		}
	}
	if word, ok := joint[a.Verb]; ok && a.Zone != ground.Nowhere {
		if word != "" {
			add(adjudicator.Keyword(word))
		}
		add(ground.ZoneTerm(a.Zone))
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
		w = append(w, ground.PieceTerm(p.Ship))
	}
	for rest != 0 {
		w = append(w, ground.PieceTerm(rest.Pop()))
	}
	for i, p := range r.Loads {
		if i == 0 {
			w = append(w, adjudicator.Keyword("with"))
		}
		w = append(w, ground.PieceTerm(p.Cargo))
	}
	if len(r.By) > 0 {
		w = append(w, adjudicator.Keyword("by"))
		for _, z := range r.By {
			w = append(w, ground.ZoneTerm(z))
		}
	}
	if r.Force {
		w = append(w, adjudicator.Keyword("force"))
	}
	return append(w, adjudicator.Keyword("to"), ground.ZoneTerm(r.To))
}

// Form is the form of every question: what is wrong with an answer, and those that are proposed.
type Form struct {
	Verbs []string
	// wrong says what is wrong with an order of one of the verbs, on what its side knows; nil if
	// nothing is.
	Wrong func(a Act, s *orders.Statement) *orders.Diagnostic
	// Meant, if set, is what an order means that leaves out what goes without saying.
	Meant func(a Act) Act
	// Here, if set, is the place that the question is about, and the only one that an answer may name.
	Here board.Set
	// open lists legal answers, the least committal first.
	Open func() []Act
	// lines, if set, are those of open that the template proposes, where all would be too many.
	Lines func(all []Act) []Act
	// draw, if set, is a random answer, which may be illegal.
	Draw func(r *rand.Rand) Act
	// last, if set, is the least committal answer, in the place of the first of open.
	Last *Act
	// moves, if set, are all movements of a stack or of a single block, as offers; rest are verbs of answers that open does
	// not list, though there may be some.
	Moves func() []adjudicator.Offer
	Rest  []adjudicator.Keyword
	// odds, if set, asks for the chances of what an answer leads to.
	Odds func(a Act) adjudicator.Words
}

// Accept implements [adjudicator.Form].
func (f Form) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a := o.(Act)
	if !a.Site.Empty() && !f.Here.Empty() && a.Site != f.Here {
		return nil, orders.UnknownAt(s, s.Span(), "asked-elsewhere", "Zone", ground.ZoneTerm(f.Here.First()))
	}
	a.Site = board.Set{}
	if f.Meant != nil {
		a = f.Meant(a)
	}
	if d := f.Wrong(a, s); d != nil {
		return nil, d
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f Form) Check(a adjudicator.Answer) error {
	act, ok := a.(Act)
	if !ok || !slices.Contains(f.Verbs, act.Verb) {
		return fmt.Errorf("%v is no answer to what is asked", a)
	}
	if d := f.Wrong(act, &orders.Statement{}); d != nil {
		return fmt.Errorf("%v: %w", act, d)
	}
	return nil
}

// Denied has a form take "no" for its "end".
func (f *Form) Denied() {
	f.Verbs = append(f.Verbs, "let")
	meant := f.Meant
	f.Meant = func(a Act) Act {
		if a.Verb == "let" {
			return Just("end")
		}
		if meant != nil {
			return meant(a)
		}
		return a
	}
}

// Fits reports whether an answer may be given, as [Form.Check] does, without saying what is wrong.
func (f Form) Fits(a Act) bool {
	return slices.Contains(f.Verbs, a.Verb) && f.Wrong(a, &orders.Statement{}) == nil
}

// Tries is how often a random answer is looked for before one of the list is taken.
const Tries = 8

// Sample implements [adjudicator.Form].
func (f Form) Sample(r *rand.Rand) adjudicator.Answer {
	if f.Draw != nil {
		for range Tries {
			if a := f.Draw(r); a.Verb != "" && f.Wrong(a, &orders.Statement{}) == nil {
				return a
			}
		}
		if f.Last != nil {
			return *f.Last
		}
	}
	open := f.Open()
	return open[r.IntN(len(open))]
}

// Default implements [adjudicator.Form].
func (f Form) Default() adjudicator.Answer {
	if f.Last != nil {
		return *f.Last
	}
	return f.Open()[0]
}

// Choices implements [adjudicator.Form].
func (f Form) Choices() (all []adjudicator.Choice) {
	open := f.Open()
	if f.Lines != nil {
		open = f.Lines(open)
	}
	for _, a := range open {
		all = append(all, adjudicator.Choice{Words: a.Words()})
	}
	return all
}

// Offers implements [adjudicator.Offerer]: the movements, and what else of the list names a zone. What may be said besides
// is named by its verb.
func (f Form) Offers() (all adjudicator.Offers) {
	if f.Moves != nil {
		all.Moves = f.Moves()
	}
	for _, a := range f.Open() {
		if f.Moves != nil && a.Verb == "move" {
			continue
		}
		choices := []adjudicator.Choice{{Words: a.Words()}}
		one := adjudicator.OfferChoices(choices)
		for i := range one.Moves {
			if f.Odds != nil {
				one.Moves[i].Odds = f.Odds(a)
			}
		}
		all = all.With(one).With(adjudicator.OnlyKinds(choices))
	}
	return all.With(adjudicator.Offers{Rest: f.Rest})
}

// Legal are those of some answers that are.
func (f Form) Legal(some []Act) (all []Act) {
	for _, a := range some {
		if f.Wrong(a, &orders.Statement{}) == nil {
			all = append(all, a)
		}
	}
	return all
}

// Menu is the form of a question with a few answers: what is none of them is refused with a
// code.
func Menu(code, rule string, open func() []Act, verbs ...string) Form {
	f := Form{Verbs: verbs, Open: open}
	f.Wrong = func(a Act, s *orders.Statement) *orders.Diagnostic {
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

// Just is an answer that is a verb alone.
func Just(verb string) Act { return Act{Verb: verb, Zone: ground.Nowhere} }

// Advise implements [adjudicator.Adviser] of a form that standing orders can answer.
func (f Advised) Advise(standing []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range standing {
		if a, ok := f.Advice(st); ok && f.Check(a) == nil {
			return a, i, true
		}
	}
	return nil, 0, false
}

// Advised is a form that standing orders can answer.
type Advised struct {
	Form
	Advice func(st adjudicator.Standing) (Act, bool)
}
