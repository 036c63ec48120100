package moor

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/orders"
)

// Act is every order as read and every answer: a verb, and what it has besides.
type Act struct {
	Verb   string
	Pieces fog.Set
	Zone   board.Zone
	Number int    // efforts, a chest, or a name: those of north first
	Place  string // the zone's identifier, to say it
}

// Words implements [adjudicator.Answer].
func (a Act) Words() adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword(a.Verb)}
	switch a.Verb {
	case "hold", "give":
		w = append(w, a.Number)
	case "scout":
		w = append(w, marker(adjudicator.Side(a.Number/len(pieces)), fog.Name(a.Number%len(pieces))))
	}
	if a.Verb == "give" {
		w = append(w, adjudicator.Keyword("to"))
	}
	for set := a.Pieces; set != 0; {
		w = append(w, piece(set.Pop()))
	}
	if a.Verb == "march" {
		w = append(w, adjudicator.Keyword("to"), adjudicator.Term{Kind: "zone", ID: a.Place})
	}
	return w
}

// ReadOrder implements [adjudicator.Ruleset].
func (r *Rules) ReadOrder(verb string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	c := &adjudicator.Reader{Cursor: orders.NewCursor(s), Lex: r.lexicon}
	a := Act{Verb: verb}
	switch verb {
	case "hold":
		a.Number = number(c)
	case "give":
		a.Number = number(c)
		c.Require("to")
		a.Pieces = onePiece(c)
	case "rest":
		a.Pieces = onePiece(c)
	case "scout":
		a.Number = name(c)
	case "march", "intercept":
		for a.Pieces = onePiece(c); c.AtNameOf("piece") && len(c.Faults) == 0; {
			a.Pieces |= onePiece(c)
		}
		if verb == "march" && len(c.Faults) == 0 {
			c.Require("to")
			a.Zone, a.Place = r.readZone(c)
		}
	}
	if len(c.Faults) == 0 {
		c.Fail(c.End())
	}
	return a, c.Faults
}

func number(c *adjudicator.Reader) int {
	n, d := c.TakeNumber()
	c.Fail(d)
	return n
}

// onePiece reads one of the author's own pieces.
func onePiece(c *adjudicator.Reader) (set fog.Set) {
	if len(c.Faults) > 0 {
		return 0
	}
	e, d := c.TakeName(c.Lex, "piece")
	c.Fail(d)
	for p, id := range pieces {
		if id == e.ID {
			set.Add(fog.Piece(p))
		}
	}
	return set
}

// name reads a name that a piece goes by.
func name(c *adjudicator.Reader) int {
	e, d := c.TakeName(c.Lex, "marker")
	if c.Fail(d); d != nil {
		return 0
	}
	n := int(e.ID[1] - '1')
	if strings.HasPrefix(e.ID, sides[1][:1]) {
		n += len(pieces)
	}
	return n
}

func (r *Rules) readZone(c *adjudicator.Reader) (board.Zone, string) {
	if len(c.Faults) > 0 {
		return 0, ""
	}
	e, d := c.TakeName(c.Lex, "zone")
	c.Fail(d)
	z, _ := r.board.Zone(e.ID)
	return z, e.ID
}

// ReadStanding reads "reaction: intercept, else let".
func (r *Rules) ReadStanding(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	var tried []string
	if len(rule.Subject) != 1 || rule.Subject[0].Fold != "reaction" || len(rule.Actions) != 1 {
		return nil, []*orders.Diagnostic{orders.IllegalAt(rule, orders.Span{Line: rule.Line}, "no-such-standing", "2.1")}
	}
	for _, words := range rule.Actions[0].Alternatives {
		verb, d := r.lexicon.Lookup(words[0], orders.VerbKind)
		if d != nil {
			return nil, []*orders.Diagnostic{d.In(rule)}
		}
		tried = append(tried, verb.ID)
	}
	return tried, nil
}

// reaction is a form that standing orders can answer.
type reaction struct{ form }

// Advise implements [adjudicator.Adviser].
func (f reaction) Advise(standing []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(standing, func(tried []string) (adjudicator.Answer, bool) {
		for _, verb := range tried {
			for _, a := range f.open() {
				if a.Verb == verb {
					return a, true
				}
			}
		}
		return nil, false
	})
}
