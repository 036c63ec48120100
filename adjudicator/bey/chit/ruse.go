package chit

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Played makes the ruse that plays a stratagem without a target.
func Played(n field.StratagemNo) field.Ruse {
	return field.Ruse{Number: n, Zone: board.NoZone, Leader: field.NoLeader, Unit: field.NoUnit}
}

// Omens makes the ruse that plays good omens for something.
func (g Chits) Omens(as field.Omen) field.Ruse {
	r := Played(g.Roles.Omens)
	r.As = as
	return r
}

// AskRuse asks a side that holds counters whether it plays one in the adjustments,
// and does away with the one played. Omens played for the Advantage or to draw is done
// at once, and the side asked again.
func (g Chits) AskRuse(t *adjudicator.Table, s adjudicator.Side, rule, kind string, when standing.Occasions, offer func(*RuseForm), args ...any) field.Ruse {
	for g.Armed(s) {
		f := &RuseForm{G: g, Side: s, Rule: rule, When: when, Offered: make([]field.Ruse, 0, usualOffers)}
		offer(f)
		f.OfferOmens()
		r := g.AskAt(t, field.Juncture{At: kind, Side: s}, f.Question(t, kind, args...)).(RuseAnswer).Ruse
		g.SpendRuse(t, s, r)
		if r.As != field.OmenAdvantage && r.As != field.OmenDraw {
			return r
		}
	}
	return field.Ruse{}
}

// usualOffers is how many things there are to do with counters at most moments.
const usualOffers = 6

// RuseForm asks a side whether it plays a stratagem now. Who holds counters is
// asked whether or not they can be played here: that is what the enemy may not
// learn.
type RuseForm struct {
	G       Chits
	Side    adjudicator.Side
	Rule    string
	Offered []field.Ruse       // what there is to do for a side that holds the counters, "pass" left out
	In      Setting            // the combat or siege that it is asked in; nil among the adjustments
	When    standing.Occasions // which of the adjustments then
}

// Setting is a combat or a siege in which stratagems are played.
type Setting interface {
	// Occasion tells which orders to abstain from stratagems cover it.
	Occasion() standing.Occasions
	// Predicament tells which rules on stratagems a side's are.
	Predicament(adjudicator.Side) standing.Predicament
	// Covered reports whether a circumstance covers it.
	Covered(*standing.Circumstance) bool
	// Help returns the force points that a side can call on from a zone.
	Help(s adjudicator.Side, from board.Zone) int
}

// RuseAnswer is the answer to a RuseForm.
type RuseAnswer struct {
	G Chits
	field.Ruse
}

// Words implements [adjudicator.Answer].
func (a RuseAnswer) Words() adjudicator.Words {
	g := a.G
	if a.Ruse == (field.Ruse{}) {
		return Passing{}.Words()
	}
	if a.Discard > 0 {
		return append(adjudicator.Words{order.ActDiscard.Word()}, g.faceWords(a.Discard-1)...)
	}
	w := adjudicator.Words{adjudicator.Keyword("play"), g.StratagemTerm(a.Number)}
	if a.As != field.Plain {
		w = append(w, adjudicator.Keyword("for"), adjudicator.Keyword(order.OmenWords[a.As]))
	}
	if a.Leader != field.NoLeader {
		w = append(w, adjudicator.Keyword("on"), g.LeaderTerm(a.Leader))
	}
	if a.Unit != field.NoUnit && a.Zone != board.NoZone { // a unit of one's own comes from there
		w = append(w, g.Naming(field.UnitsOf(a.Unit), 0)...)
		return append(w, adjudicator.Keyword("from"), g.ZoneTerm(a.Zone))
	}
	if a.Unit != field.NoUnit {
		w = append(w, adjudicator.Keyword("on"))
		w = append(w, g.Naming(field.UnitsOf(a.Unit), 0)...)
		return append(w, adjudicator.Keyword("at"), g.ZoneTerm(g.Where[a.Unit]))
	}
	if a.Zone != board.NoZone {
		w = append(w, adjudicator.Keyword("from"), g.ZoneTerm(a.Zone))
	}
	return w
}

// faceWords names a stratagem counter in an order, by both of its faces.
func (g Chits) faceWords(c field.ChitNo) adjudicator.Words {
	faces := g.FaceTerms(c)
	return adjudicator.Words{faces[0], faces[1]}
}

// Accept implements [adjudicator.Form].
func (f *RuseForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	switch o := o.(type) {
	case order.PassOrder:
		return RuseAnswer{f.G, field.Ruse{}}, nil
	case order.FacesOrder:
		return f.acceptDiscard(o, s)
	case order.PlayOrder:
		return f.acceptPlay(o, s)
	}
	return nil, field.NotNow(s, f.Rule)
}

func (f *RuseForm) acceptDiscard(o order.FacesOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	for _, r := range f.Options() {
		if r.Discard > 0 && f.G.shows(r.Discard-1, o.Faces, o.Colour) {
			return RuseAnswer{f.G, r}, nil
		}
	}
	return nil, orders.IllegalAt(s, o.Span, "no-such-discard", f.Rule, "Order", s.Text)
}

// shows reports whether a counter has all of the faces, and is of the colour if one
// is given.
func (g Chits) shows(c field.ChitNo, faces []field.StratagemNo, colour adjudicator.Side) bool {
	have := g.Counters[c].Faces
	for _, n := range faces {
		if have[0].Stratagem != n && have[1].Stratagem != n {
			return false
		}
	}
	return colour == adjudicator.Observer || g.colourOf(c) == colour
}

// acceptPlay finds the option that an order names. A target may be left out when
// there is only one.
func (f *RuseForm) acceptPlay(o order.PlayOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	g := f.G
	if o.Number == 0 {
		return nil, field.NotNow(s, "8")
	}
	name := g.StratagemTerm(o.Number)
	if g.outOfGame(f.Side, o.Number) {
		return nil, orders.IllegalAt(s, o.Span, "text-gone", g.TextRule(o.Number), "Stratagem", name)
	}
	if f.G.Holding(f.Side, o.Number) == field.NoChit {
		return nil, orders.IllegalAt(s, o.Span, "not-in-hand", "7", "Stratagem", name, "Hand", g.HandTerms(f.Side))
	}
	var fits []field.Ruse
	var ways []adjudicator.Phrase
	for _, r := range f.Options() {
		if r.Number != o.Number {
			continue
		}
		ways = append(ways, adjudicator.Say("bey.order", "Order", RuseAnswer{g, r}.Words()))
		if f.named(r, &o) {
			fits = append(fits, r)
		}
	}
	rule := "7 " + g.Stratagem(o.Number).ID
	switch {
	case len(fits) == 1:
		return RuseAnswer{g, fits[0]}, nil
	case len(ways) == 0:
		return nil, orders.IllegalAt(s, o.Span, "stratagem-not-now", rule, "Stratagem", name, "Phases", g.Stratagem(o.Number).Phases)
	}
	return nil, orders.IllegalAt(s, o.Span, "stratagem-target", rule, "Stratagem", name, "Ways", ways)
}

// named reports whether an option is aimed at what the order names.
func (f *RuseForm) named(r field.Ruse, o *order.PlayOrder) bool {
	g := f.G
	if as := order.OmenOf(o.Word); o.Number == g.Roles.Omens && as != r.As && (as != field.Plain || r.As != field.OmenRecover) {
		return false // by itself it is played to recover units, where that can be
	}
	for _, p := range o.Zones {
		if r.Zone != p.Zone && (r.Unit == field.NoUnit || g.Where[r.Unit] != p.Zone) {
			return false
		}
	}
	for _, n := range o.Force.Leaders {
		if r.Leader != n.Leader {
			return false
		}
	}
	for _, it := range o.Force.Items {
		if r.Unit == field.NoUnit || g.Pieces[r.Unit].Label != it.Label || g.Weak.Has(r.Unit) != it.Weak {
			return false
		}
	}
	return true
}

// Check implements [adjudicator.Form].
func (f *RuseForm) Check(x adjudicator.Answer) error {
	a, ok := x.(RuseAnswer)
	if !ok {
		return field.ErrIllegal
	}
	if a.Ruse == (field.Ruse{}) {
		return nil
	}
	for _, r := range f.Options() {
		if r == a.Ruse {
			return nil
		}
	}
	return field.ErrIllegal
}

// Sample implements [adjudicator.Form].
func (f *RuseForm) Sample(r *rand.Rand) adjudicator.Answer {
	options := f.Options()
	if n := r.IntN(len(options) + 1); n < len(options) {
		return RuseAnswer{f.G, options[n]}
	}
	return f.Default()
}

// Default implements [adjudicator.Form].
func (f *RuseForm) Default() adjudicator.Answer { return RuseAnswer{f.G, field.Ruse{}} }

// Choices implements [adjudicator.Form].
func (f *RuseForm) Choices() []adjudicator.Choice {
	options := f.Options()
	choices := make([]adjudicator.Choice, 0, len(options)+1)
	for _, r := range options {
		choices = append(choices, adjudicator.Choice{Words: RuseAnswer{f.G, r}.Words()})
	}
	return append(choices, adjudicator.Choice{Words: Passing{}.Words()})
}

// occasion tells which orders to abstain from stratagems cover the question.
func (f *RuseForm) occasion() standing.Occasions {
	if f.In != nil {
		return f.In.Occasion()
	}
	return f.When
}

var ruseVerbs = []string{"play", "pass"}

// Question asks for a stratagem.
func (f *RuseForm) Question(t *adjudicator.Table, kind string, args ...any) adjudicator.Question {
	q := adjudicator.Question{Kind: kind, Rule: f.Rule, Verbs: ruseVerbs, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("bey.ask."+kind, append([]any{"Play", len(f.Options()) > 0}, args...)...)
	}
	return q
}

// Offer adds what the side can do if it holds a counter for it.
func (f *RuseForm) Offer(r field.Ruse) { f.Offered = append(f.Offered, r) }

// OfferEach adds a stratagem that names a unit, once for each face that some units show; those
// of the side's own come from a zone, else it is NoZone.
func (f *RuseForm) OfferEach(n field.StratagemNo, units field.UnitSet, from board.Zone) {
	f.G.EachFace(units, func(u field.UnitNo) {
		r := Played(n)
		r.Unit, r.Zone = u, from
		f.Offer(r)
	})
}

// Options are what the side can do with what it holds. That is looked at anew each time,
// since it is exchanged where the enemy imagines the game.
func (f *RuseForm) Options() []field.Ruse {
	own := f.G.OwnColour(f.Side)
	var options []field.Ruse
	for _, r := range f.Offered {
		if r.Discard > 0 && own.Has(r.Discard-1) || r.Discard == 0 && f.G.Holding(f.Side, r.Number) != field.NoChit {
			options = append(options, r)
		}
	}
	return options
}

// OfferOmens adds what good omens can be played for at any moment (7).
func (f *RuseForm) OfferOmens() {
	if f.G.Advantage != f.Side {
		f.Offer(f.G.Omens(field.OmenAdvantage))
	}
	if f.G.Pool.Cup != 0 {
		f.Offer(f.G.Omens(field.OmenDraw))
	}
}

// SpendRuse takes the counter of a ruse out of the hand and tells of it.
func (g Chits) SpendRuse(t *adjudicator.Table, s adjudicator.Side, r field.Ruse) {
	switch {
	case r.Discard > 0:
		if t.Heard() {
			g.Tell(t, "5.1", 1, "discarded", "Side", s, "Faces", adjudicator.Either(g.FaceTerms(r.Discard-1)))
		}
		g.Pool.Return(r.Discard-1, true)
	case r.Number > 0:
		if t.Heard() {
			g.Tell(t, "7 "+g.Stratagem(r.Number).ID, 1, "played", "Side", s, "Stratagem", g.StratagemTerm(r.Number))
		}
		g.SpendChit(s, g.Holding(s, r.Number), r.Number)
	}
	switch {
	case r.As == field.OmenAdvantage && g.Advantage != s:
		g.PassAdvantage(t)
	case r.As == field.OmenDraw:
		g.DrawChits(t, s, 1)
	}
}

// Offers implements [adjudicator.Offerer]: the kinds of what can be played, since its choices are
// patterns.
func (f *RuseForm) Offers() adjudicator.Offers { return adjudicator.OnlyKinds(f.Choices()) }
