package moor

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/orders"
)

// correction is what a referee corrects: "points north 3", and "steps north F1 2", which north
// alone may read.
type correction struct {
	verb   string
	side   adjudicator.Side
	piece  fog.Piece
	number int
}

func newRulings(words *adjudicator.Vocabulary) adjudicator.Rulings {
	l := orders.NewLexicon()
	words.TeachRulings(l, "points", "steps")
	for side, id := range sides {
		l.Add("side", id, []string{"nord", "sud"}[side])
	}
	for _, id := range pieces {
		l.Add("piece", id)
	}
	r := adjudicator.Rulings{Verbs: l}
	for _, verb := range []string{"points", "steps"} {
		r.Kinds = append(r.Kinds, adjudicator.RulingKind{Verb: verb, Usage: adjudicator.Say("moor.usage." + verb),
			Read: func(s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) {
				return readCorrection(l, verb, s)
			},
			Sample: func(g adjudicator.Game, r *rand.Rand) adjudicator.Correction {
				return correction{verb, adjudicator.Side(r.IntN(2)), fog.Piece(r.IntN(5)), 1 + r.IntN(2)}
			}})
	}
	return r
}

// Rulings implements [adjudicator.Amending].
func (r *Rules) Rulings() adjudicator.Rulings { return r.rulings }

func readCorrection(l *orders.Lexicon, verb string, s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) {
	r := &adjudicator.Reader{Cursor: orders.NewCursor(s), Lex: l}
	c := correction{verb: verb}
	e, d := r.TakeName(l, "side")
	if r.Fail(d); e.ID == sides[1] {
		c.side = 1
	}
	if verb == "steps" {
		c.piece = onePiece(r).Nth(0)
	}
	if len(r.Faults) == 0 {
		c.number = number(r)
	}
	if len(r.Faults) == 0 {
		r.Fail(r.End())
	}
	return c, r.Faults
}

// Words implements [adjudicator.Correction].
func (c correction) Words() adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword(c.verb), seat(c.side)}
	if c.verb == "steps" {
		w = append(w, piece(c.piece))
	}
	return append(w, c.number)
}

// Hidden implements [adjudicator.Correction].
func (c correction) Hidden() adjudicator.Side {
	if c.verb == "steps" {
		return c.side
	}
	return adjudicator.Observer
}

// Correct implements [adjudicator.Correction].
func (c correction) Correct(of adjudicator.Game, line *orders.Statement) (e adjudicator.Event, d *orders.Diagnostic) {
	g := of.(*Game)
	if line == nil {
		line = &orders.Statement{}
	}
	if c.verb == "points" {
		if c.number > toWin {
			return e, orders.IllegalAt(line, line.Span(), "too-many-points", "4", "Number", c.number, "Limit", toWin)
		}
		e.Public = adjudicator.Say("moor.event.points", "Side", seat(c.side), "Was", g.Points[c.side], "Number", c.number)
		g.Points[c.side] = c.number
		return e, nil
	}
	if most := int(full[c.piece]); c.number < 1 || c.number > most || g.place(c.side, c.piece) == vanished {
		return e, orders.IllegalAt(line, line.Span(), "no-such-steps", "3", "Piece", piece(c.piece), "Limit", most)
	}
	e.Public = adjudicator.Say("moor.event.corrected", "Side", seat(c.side))
	e.Private[c.side] = adjudicator.Say("moor.event.steps", "Piece", piece(c.piece), "Was", int(g.Steps[c.side][c.piece]), "Number", c.number)
	g.Steps[c.side][c.piece] = int8(c.number)
	if g.Named {
		g.Veil[c.side].Fade(all) // which of them it was is not told
	}
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

var (
	_ adjudicator.Amending  = (*Rules)(nil)
	_ adjudicator.Imaginer  = (*Rules)(nil)
	_ adjudicator.Amendable = (*Game)(nil)
	_ adjudicator.Redealer  = (*Game)(nil)
	_ adjudicator.Overt     = (*Game)(nil)
)
