package amend

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/draw"
	"keryx/orders"
)

// dealing is what is done with a stratagem counter of a side.
type dealing struct {
	verb string
	// secret tells that the other side must not know which it is.
	secret bool
	among  func(g *field.Field, s adjudicator.Side) field.ChitSet // those that can be meant
	do     func(g *field.Field, s adjudicator.Side, c field.ChitNo)
}

// hand is what a side holds.
func hand(g *field.Field, s adjudicator.Side) field.ChitSet { return g.Pool.Hand[s] }

var dealings = []*dealing{
	{"give", true, func(g *field.Field, _ adjudicator.Side) field.ChitSet { return g.Pool.Cup },
		func(g *field.Field, s adjudicator.Side, c field.ChitNo) { g.Pool.Take(s, c) }},
	{"take", true, hand, func(g *field.Field, _ adjudicator.Side, c field.ChitNo) { g.Pool.Return(c, false) }},
	{"discard", false, hand, func(g *field.Field, s adjudicator.Side, c field.ChitNo) { g.Pool.Remove(s, c) }},
	{"return", false, func(g *field.Field, _ adjudicator.Side) field.ChitSet {
		return draw.All(len(g.Counters)) &^ g.Pool.All()
	}, func(g *field.Field, _ adjudicator.Side, c field.ChitNo) { g.Pool.Return(c, true) }},
	{"show", false, hand, func(*field.Field, adjudicator.Side, field.ChitNo) {}},
}

// deal is a counter to be dealt with, as a line says it.
type deal struct {
	*dealing
	p    *field.Printed
	side adjudicator.Side
	text field.StratagemNo
}

// read reads "north S4".
func (d *dealing) read(r *order.Reader) adjudicator.Correction {
	c := deal{dealing: d, p: r.P, side: side(r)}
	if len(r.Faults) == 0 {
		c.text, _ = r.Stratagem()
	}
	return c
}

// term names a stratagem.
func (c deal) term() adjudicator.Term {
	return adjudicator.Term{Kind: field.StratagemKind, ID: c.p.Stratagem(c.text).ID}
}

// Words implements [adjudicator.Correction].
func (c deal) Words() adjudicator.Words {
	return adjudicator.Words{adjudicator.Keyword(c.verb), c.p.SideTerm(c.side), c.term()}
}

// Hidden implements [adjudicator.Correction].
func (c deal) Hidden() adjudicator.Side {
	if c.secret {
		return c.side
	}
	return adjudicator.Observer
}

// Correct implements [adjudicator.Correction].
func (c deal) Correct(game adjudicator.Game, line *orders.Statement) (e adjudicator.Event, d *orders.Diagnostic) {
	g := of(game)
	chit := c.find(g)
	if chit == field.NoChit {
		return e, illegal(line, "no-counter-"+c.verb, "Side", g.SideTerm(c.side), "Stratagem", c.term())
	}
	c.do(g, c.side, chit)
	args := []any{"Side", g.SideTerm(c.side), "Stratagem", c.faces(g, chit)}
	e.Public = adjudicator.Say("bey.event.amended-"+c.verb, args...)
	if c.secret {
		e.Private[c.side] = adjudicator.Say("bey.event.amended-"+c.verb+"-yours", args[2:]...)
		e.Public = adjudicator.Say("bey.event.amended-"+c.verb, args[:2]...)
	}
	return e, nil
}

// faces names both texts of a counter.
func (c deal) faces(g *field.Field, chit field.ChitNo) adjudicator.Either {
	var faces adjudicator.Either
	for _, f := range g.Counters[chit].Faces {
		faces = append(faces, g.StratagemTerm(f.Stratagem))
	}
	return faces
}

// find is the first counter with the text among those that can be meant: one on which its
// side may play it, if there is one.
func (c deal) find(g *field.Field) field.ChitNo {
	found := field.NoChit
	for set := c.among(g, c.side); set != 0; {
		chit := set.Pop()
		for _, f := range g.Counters[chit].Faces {
			switch {
			case f.Stratagem != c.text:
			case f.Colour.PlayableBy(c.side):
				return chit
			case found == field.NoChit:
				found = chit
			}
		}
	}
	return found
}

// sample is a counter of those that can be meant.
func (d *dealing) sample(game adjudicator.Game, rnd *rand.Rand) adjudicator.Correction {
	g := of(game)
	c := deal{dealing: d, p: g.Printed, side: adjudicator.Side(rnd.IntN(2))}
	set := d.among(g, c.side)
	if set == 0 {
		return nil
	}
	c.text = g.Counters[set.Nth(rnd.IntN(set.Len()))].Faces[rnd.IntN(2)].Stratagem
	return c
}
