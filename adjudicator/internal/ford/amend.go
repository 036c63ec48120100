package ford

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/orders"
)

// sides are the identifiers of the two seats.
var sides = []string{"north", "south"}

// newRulings are the corrections that there are: "paces north 3", and "give south 1", which is
// a trap, or "give south 0", which is none: south alone may read it.
func newRulings(words *adjudicator.Vocabulary) adjudicator.Rulings {
	l := orders.NewLexicon()
	words.TeachRulings(l, "paces", "give")
	for _, id := range sides {
		l.Add("side", id, map[string]string{"north": "nord", "south": "sud"}[id])
	}
	r := adjudicator.Rulings{Verbs: l}
	for _, verb := range []string{"paces", "give"} {
		r.Kinds = append(r.Kinds, adjudicator.RulingKind{Verb: verb, Usage: adjudicator.Say("ford.usage." + verb),
			Read: func(s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) {
				return readCorrection(l, verb, s)
			},
			Sample: func(g adjudicator.Game, rnd *rand.Rand) adjudicator.Correction {
				return correction{verb, adjudicator.Side(rnd.IntN(2)), rnd.IntN(map[string]int{"paces": 6, "give": 2}[verb])}
			}})
	}
	return r
}

// Rulings implements [adjudicator.Amending].
func (r *Rules) Rulings() adjudicator.Rulings { return r.rulings }

// correction is one of them.
type correction struct {
	verb   string
	side   adjudicator.Side
	number int
}

func readCorrection(l *orders.Lexicon, verb string, s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) {
	r := &adjudicator.Reader{Cursor: orders.NewCursor(s), Lex: l}
	e, d := r.TakeName(l, "side")
	r.Fail(d)
	c := correction{verb: verb}
	if d == nil && e.ID == sides[1] {
		c.side = 1
	}
	if d == nil {
		c.number, d = r.TakeNumber()
		r.Fail(d)
	}
	if len(r.Faults) == 0 {
		r.Fail(r.End())
	}
	return c, r.Faults
}

// Words implements [adjudicator.Correction].
func (c correction) Words() adjudicator.Words {
	return adjudicator.Words{adjudicator.Keyword(c.verb), adjudicator.Term{Kind: "side", ID: sides[c.side]}, c.number}
}

// Hidden implements [adjudicator.Correction].
func (c correction) Hidden() adjudicator.Side {
	if c.verb == "give" {
		return c.side
	}
	return adjudicator.Observer
}

// Correct implements [adjudicator.Correction].
func (c correction) Correct(of adjudicator.Game, line *orders.Statement) (e adjudicator.Event, d *orders.Diagnostic) {
	g := of.(*Game)
	side := adjudicator.Term{Kind: "side", ID: sides[c.side]}
	if c.verb == "give" {
		trap := c.number > 0
		g.Hands[c.side] = append(g.Hands[c.side], trap)
		e.Public = adjudicator.Say("ford.event.given", "Side", side)
		e.Private[c.side] = adjudicator.Say("ford.event.drew-chit", "Trap", map[bool]string{true: "true", false: "false"}[trap])
		return e, nil
	}
	if c.number > 9 {
		return e, orders.IllegalAt(line, line.Span(), "too-many", "3", "Number", c.number, "Limit", 9)
	}
	e.Public = adjudicator.Say("ford.event.paced", "Side", side, "Was", g.Paces[c.side], "Paces", c.number)
	g.Paces[c.side] = c.number
	return e, nil
}

// Anew implements [adjudicator.Amendable].
func (g *Game) Anew() (adjudicator.Game, bool) {
	other := g.Clone().(*Game)
	other.at, other.now = g.now, Moment{}
	return other, other.at.Kind != ""
}

// Unsound implements [adjudicator.Amendable].
func (g *Game) Unsound() []error {
	if err := g.Invariants(); err != nil {
		return []error{err}
	}
	return nil
}

var _ adjudicator.Amending = (*Rules)(nil)
