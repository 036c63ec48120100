package chit

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// KeepOne is D.1: of the stratagem counters in hand a side keeps one of its
// choice, or none; the others go back into the cup.
func (g Chits) KeepOne(t *adjudicator.Table, s adjudicator.Side) {
	kept := field.NoChit
	for chosen := false; !chosen && g.Armed(s); {
		q := adjudicator.Question{Kind: "keep", Rule: "D.1", Verbs: order.VerbsKeep, Reaction: true, Form: &KeepForm{g, s},
			Settled: g.Pool.Hand[s].Len() == 1}
		if t.Heard() && !q.Settled {
			q.Prompt = adjudicator.Say("bey.ask.keep", "Hand", g.HandTerms(s))
		}
		switch a := g.AskAt(t, field.Juncture{At: field.AtKeep, Side: s}, q).(type) {
		case *Play:
			g.PlayNow(t, a)
		case KeepAnswer:
			kept, chosen = a.Chit, true
		}
	}
	returned := 0
	for hand := g.Pool.Hand[s]; hand != 0; {
		if c := hand.Pop(); c != kept {
			g.Pool.Return(c, false)
			returned++
		}
	}
	if returned > 0 && t.Heard() {
		e := adjudicator.Event{Rule: "D.1", Public: adjudicator.Say("bey.event.hand-returned", "Side", g.SideTerm(s), "Count", returned)}
		if e.Private[s] = adjudicator.Say("bey.event.hand-emptied", "Count", returned); kept != field.NoChit {
			e.Private[s] = adjudicator.Say("bey.event.hand-kept", "Count", returned, "Faces", adjudicator.Either(g.FaceTerms(kept)))
		}
		t.Tell(e)
	}
}

// KeepForm is the question which stratagem counter to keep.
type KeepForm struct {
	G    Chits
	Side adjudicator.Side
}

// KeepAnswer is the counter that is kept, or NoChit.
type KeepAnswer struct {
	G    Chits
	Chit field.ChitNo
}

// asides are what may be played before the others go back.
func (f *KeepForm) asides() Asides { return f.G.AsidesOf(f.Side, field.Adjusting) }

// Words implements [adjudicator.Answer].
func (a KeepAnswer) Words() adjudicator.Words {
	w := adjudicator.Words{order.VerbOf[order.ActKeep]}
	if a.Chit == field.NoChit {
		return append(w, adjudicator.Keyword("none"))
	}
	w = append(w, a.G.faceWords(a.Chit)...)
	if colour := a.G.colourApart(a.Chit); colour != adjudicator.Observer {
		w = append(w, a.G.SideTerm(colour))
	}
	return w
}

// colourApart returns the colour by which a counter differs from another one that
// the same hand holds with the same texts, or Observer.
func (g Chits) colourApart(c field.ChitNo) adjudicator.Side {
	faces := g.Counters[c].Faces
	for _, hand := range g.Pool.Hand {
		if !hand.Has(c) {
			continue // of the enemy's hand nothing may be told
		}
		for hand.Drop(c); hand != 0; {
			if twin := g.Counters[hand.Pop()].Faces; twin[0].Stratagem == faces[0].Stratagem && twin[1].Stratagem == faces[1].Stratagem {
				return g.colourOf(c)
			}
		}
	}
	return adjudicator.Observer
}

// colourOf returns the colour of a counter's first face that is not neutral.
func (g Chits) colourOf(c field.ChitNo) adjudicator.Side {
	faces := g.Counters[c].Faces
	if faces[0].Colour == field.Neutral {
		return adjudicator.Side(faces[1].Colour)
	}
	return adjudicator.Side(faces[0].Colour)
}

// Accept implements [adjudicator.Form].
func (f *KeepForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	if p, d, ok := f.asides().Accept(o, s); ok {
		return p, d
	}
	faces, ok := o.(order.FacesOrder)
	if !ok || faces.Act != order.ActKeep {
		return nil, field.NotNow(s, "D.1")
	}
	if faces.None {
		if f.G.Habits.MustTake {
			return nil, orders.IllegalAt(s, faces.Span, "keep-one", "D.1", "Hand", f.G.HandTerms(f.Side))
		}
		return KeepAnswer{f.G, field.NoChit}, nil
	}
	var found []field.ChitNo
	for hand := f.G.Pool.Hand[f.Side]; hand != 0; {
		if c := hand.Pop(); f.G.shows(c, faces.Faces, faces.Colour) {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 0:
		return nil, orders.IllegalAt(s, faces.Span, "not-in-hand", "D.1",
			"Stratagem", f.G.StratagemTerm(faces.Faces[0]), "Hand", f.G.HandTerms(f.Side))
	case 1:
		return KeepAnswer{f.G, found[0]}, nil
	}
	return nil, orders.IllegalAt(s, faces.Span, "name-both-faces", "D.1", "Hand", f.G.HandTerms(f.Side))
}

// Check implements [adjudicator.Form].
func (f *KeepForm) Check(x adjudicator.Answer) error {
	if err, ok := f.asides().Check(x); ok {
		return err
	}
	if a, ok := x.(KeepAnswer); !ok || !f.G.Pool.Hand[f.Side].Has(a.Chit) && (a.Chit != field.NoChit || f.G.Habits.MustTake) {
		return field.ErrIllegal
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *KeepForm) Sample(r *rand.Rand) adjudicator.Answer {
	if p := f.asides().Sample(r); p != nil {
		return p
	}
	hand := f.G.Pool.Hand[f.Side]
	if !f.G.Habits.MustTake && r.IntN(12) == 0 {
		return KeepAnswer{f.G, field.NoChit}
	}
	return KeepAnswer{f.G, hand.Nth(r.IntN(hand.Len()))}
}

// Default implements [adjudicator.Form].
func (f *KeepForm) Default() adjudicator.Answer {
	return KeepAnswer{f.G, f.G.Pool.Hand[f.Side].Nth(0)}
}

// Choices implements [adjudicator.Form].
func (f *KeepForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	for hand := f.G.Pool.Hand[f.Side]; hand != 0; {
		choices = append(choices, adjudicator.Choice{Words: KeepAnswer{f.G, hand.Pop()}.Words()})
	}
	if !f.G.Habits.MustTake {
		choices = append(choices, adjudicator.Choice{Words: KeepAnswer{f.G, field.NoChit}.Words()})
	}
	return append(choices, f.asides().Choices()...)
}

// Worn returns the weakened units of a side that can recover: those in play, but for
// land units at sea that their ships could not carry then (3.3).
func (g Chits) Worn(s adjudicator.Side) field.UnitSet {
	worn := g.Weak.And(g.Of[s])
	for rest := worn; !rest.Empty(); {
		if u := rest.Pop(); g.Where[u] == board.NoZone || !g.carriesFresh(u) {
			worn.Drop(u)
		}
	}
	return worn
}

// carriesFresh reports whether the ships with a unit could carry it at full strength.
func (g Chits) carriesFresh(u field.UnitNo) bool {
	z, c := g.Where[u], &g.Pieces[u]
	return c.Class == field.Naval || !g.Seas.Has(z) ||
		g.NavalPF(c.Side, z) >= 5*(g.LandPF(c.Side, z)-g.Strength(u)+c.Full)
}
