package chit

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// KeepOne is D.1: of the stratagem counters in hand a side keeps one of its
// choice, or none; the others go back into the cup.
func (g Chits) KeepOne(t *adjudicator.Table, s adjudicator.Side) {
	kept := field.NoChit
	for chosen := false; !chosen && g.Armed(s); {
		q := adjudicator.Question{Kind: "keep", Rule: "D.1", Verbs: order.VerbsKeep, Reaction: true, Form: g.Keeping(s),
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

// KeepForm is the question which stratagem counter to keep. Something may be played before
// the others go back.
type KeepForm struct {
	form.Besides
	G    Chits
	Side adjudicator.Side
}

// Keeping makes one.
func (g Chits) Keeping(s adjudicator.Side) *KeepForm {
	f := &KeepForm{G: g, Side: s}
	f.Besides = form.Besides{Aside: g.AsidesOf(s, field.Adjusting), Form: form.Menu[KeepAnswer]{Open: f.open,
		Same: func(a, b KeepAnswer) bool { return a.Chit == b.Chit }, Of: f.meant, Refuse: f.refuse, Note: f.note, Draw: f.draw}}
	return f
}

// note names the counter of an answer by both its faces: one counter, not two.
func (f *KeepForm) note(a KeepAnswer) adjudicator.Phrase {
	if a.Chit == field.NoChit {
		return adjudicator.Phrase{}
	}
	return adjudicator.Say("bey.note.counter", "Faces", adjudicator.Either(f.G.FaceTerms(a.Chit)))
}

// KeepAnswer is the counter that is kept, or NoChit.
type KeepAnswer struct {
	G    Chits
	Chit field.ChitNo
}

// Words implements [adjudicator.Answer].
func (a KeepAnswer) Words() adjudicator.Words {
	w := adjudicator.Words{order.ActKeep.Word()}
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

// open are the counters in hand, and none unless one must be taken.
func (f *KeepForm) open() (all []KeepAnswer) {
	for hand := f.G.Pool.Hand[f.Side]; hand != 0; {
		all = append(all, KeepAnswer{f.G, hand.Pop()})
	}
	if !f.G.Habits.MustTake {
		all = append(all, KeepAnswer{f.G, field.NoChit})
	}
	return all
}

// fitting are the counters in hand that show the faces of an order.
func (f *KeepForm) fitting(o order.FacesOrder) (found []field.ChitNo) {
	for hand := f.G.Pool.Hand[f.Side]; hand != 0; {
		if c := hand.Pop(); f.G.shows(c, o.Faces, o.Colour) {
			found = append(found, c)
		}
	}
	return found
}

// meant is the counter that an order keeps, the only one that fits, or none.
func (f *KeepForm) meant(o adjudicator.Order) (KeepAnswer, bool) {
	faces, ok := o.(order.FacesOrder)
	switch {
	case !ok || faces.Act != order.ActKeep:
		return KeepAnswer{}, false
	case faces.None:
		return KeepAnswer{f.G, field.NoChit}, true
	}
	if found := f.fitting(faces); len(found) == 1 {
		return KeepAnswer{f.G, found[0]}, true
	}
	return KeepAnswer{}, false
}

// refuse says what is wrong with an order that keeps nothing of what there is.
func (f *KeepForm) refuse(o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	faces, ok := o.(order.FacesOrder)
	switch hand := f.G.HandTerms(f.Side); {
	case !ok || faces.Act != order.ActKeep:
		return field.NotNow(s, "D.1")
	case faces.None:
		return orders.IllegalAt(s, faces.Span, "keep-one", "D.1", "Hand", hand)
	case len(f.fitting(faces)) == 0:
		return orders.IllegalAt(s, faces.Span, "not-in-hand", "D.1", "Stratagem", f.G.StratagemTerm(faces.Faces[0]), "Hand", hand)
	default:
		return orders.IllegalAt(s, faces.Span, "name-both-faces", "D.1", "Hand", hand)
	}
}

// draw keeps nothing once in a while where that can be.
func (f *KeepForm) draw(r *rand.Rand, open []KeepAnswer) KeepAnswer {
	if none := len(open) - 1; !f.G.Habits.MustTake {
		if r.IntN(12) == 0 {
			return open[none]
		}
		open = open[:none]
	}
	return open[r.IntN(len(open))]
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
