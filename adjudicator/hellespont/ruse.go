package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// ruse is a stratagem played in a combat, a siege or the adjustments, or a counter
// discarded in a siege (5.1). The zero ruse is none. It can be compared with ==.
type ruse struct {
	number  field.StratagemNo // 0 when a counter is discarded, or for none
	discard chit              // plus one, so that 0 is none
	zone    board.Zone        // where S8 comes from, where S23 strikes; else NoZone
	leader  leader            // wounded by S15; else noLeader
	unit    unit              // struck by S7 or S23; else noUnit
	as      omen              // what S22 is used as
}

// played makes the ruse that plays a stratagem without a target.
func played(n field.StratagemNo) ruse {
	return ruse{number: n, zone: board.NoZone, leader: noLeader, unit: noUnit}
}

// discarding makes the ruse that gives a counter away unplayed (5.1).
func discarding(c chit) ruse {
	r := played(0)
	r.discard = c + 1
	return r
}

// omens makes the ruse that plays good omens for something.
func (g *game) omens(as omen) ruse {
	r := played(g.roles.omens)
	r.as = as
	return r
}

// askRuse asks a side that holds counters whether it plays one in the adjustments,
// and does away with the one played. S22 played for the Advantage or to draw is done
// at once, and the side asked again.
func (g *game) askRuse(t *adjudicator.Table, s adjudicator.Side, rule, kind string, when occasions, offer func(*ruseForm), args ...any) ruse {
	for g.armed(s) {
		f := &ruseForm{g: g, side: s, rule: rule, when: when}
		offer(f)
		f.offerOmens()
		r := g.askAt(t, juncture{at: kind, side: s}, f.question(t, kind, args...)).(ruseAnswer).ruse
		g.spendRuse(t, s, r)
		if r.as != omenAdvantage && r.as != omenDraw {
			return r
		}
	}
	return ruse{}
}

// ruseForm asks a side whether it plays a stratagem now. Who holds counters is
// asked whether or not they can be played here: that is what the enemy may not
// learn.
type ruseForm struct {
	g       *game
	side    adjudicator.Side
	rule    string
	offered []ruse    // what there is to do for a side that holds the counters, "pass" left out
	in      setting   // the combat or siege that it is asked in; nil among the adjustments
	when    occasions // which of the adjustments then
}

// setting is a combat or a siege in which stratagems are played.
type setting interface {
	// occasion tells which orders to abstain from stratagems cover it.
	occasion() occasions
	// predicament tells which rules on stratagems a side's are.
	predicament(adjudicator.Side) predicament
	// covered reports whether a circumstance covers it.
	covered(*circumstance) bool
	// help returns the force points that a side can call on from a zone.
	help(s adjudicator.Side, from board.Zone) int
}

// ruseAnswer is the answer to a ruseForm.
type ruseAnswer struct {
	g *game
	ruse
}

// Words implements [adjudicator.Answer].
func (a ruseAnswer) Words() adjudicator.Words {
	g := a.g
	if a.ruse == (ruse{}) {
		return passing{}.Words()
	}
	if a.discard > 0 {
		return append(adjudicator.Words{verbOf[actDiscard]}, g.faceWords(a.discard-1)...)
	}
	w := adjudicator.Words{adjudicator.Keyword("play"), g.stratagemTerm(a.number)}
	if a.as != plain {
		w = append(w, adjudicator.Keyword("for"), adjudicator.Keyword(omenWords[a.as]))
	}
	if a.leader != noLeader {
		w = append(w, adjudicator.Keyword("on"), g.leaderTerm(a.leader))
	}
	if a.unit != noUnit {
		w = append(w, adjudicator.Keyword("on"))
		w = append(w, g.words(unitsOf(a.unit), 0)...)
		return append(w, adjudicator.Keyword("at"), g.zoneTerm(g.where[a.unit]))
	}
	if a.zone != board.NoZone {
		w = append(w, adjudicator.Keyword("from"), g.zoneTerm(a.zone))
	}
	return w
}

// faceWords names a stratagem counter in an order, by both of its faces.
func (g *game) faceWords(c chit) adjudicator.Words {
	faces := g.faceTerms(c)
	return adjudicator.Words{faces[0], faces[1]}
}

// Accept implements [adjudicator.Form].
func (f *ruseForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	switch o := o.(type) {
	case passOrder:
		return ruseAnswer{f.g, ruse{}}, nil
	case facesOrder:
		return f.acceptDiscard(o, s)
	case playOrder:
		return f.acceptPlay(o, s)
	}
	return nil, notNow(s, f.rule)
}

func (f *ruseForm) acceptDiscard(o facesOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	for _, r := range f.options() {
		if r.discard > 0 && f.g.shows(r.discard-1, o.faces, o.colour) {
			return ruseAnswer{f.g, r}, nil
		}
	}
	return nil, orders.IllegalAt(s, o.span, "no-such-discard", f.rule, "Order", s.Text)
}

// shows reports whether a counter has all of the faces, and is of the colour if one
// is given.
func (g *game) shows(c chit, faces []field.StratagemNo, colour adjudicator.Side) bool {
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
func (f *ruseForm) acceptPlay(o playOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	g := f.g
	if o.number == 0 {
		return nil, notNow(s, "8")
	}
	name := g.stratagemTerm(o.number)
	if f.g.holding(f.side, o.number) == noChit {
		return nil, orders.IllegalAt(s, o.span, "not-in-hand", "7", "Stratagem", name, "Hand", g.handTerms(f.side))
	}
	var fits []ruse
	var ways []adjudicator.Phrase
	for _, r := range f.options() {
		if r.number != o.number {
			continue
		}
		ways = append(ways, adjudicator.Say("hellespont.order", "Order", ruseAnswer{g, r}.Words()))
		if f.named(r, &o) {
			fits = append(fits, r)
		}
	}
	rule := "7 " + g.Stratagem(o.number).ID
	switch {
	case len(fits) == 1:
		return ruseAnswer{g, fits[0]}, nil
	case len(ways) == 0:
		return nil, orders.IllegalAt(s, o.span, "stratagem-not-now", rule, "Stratagem", name, "Phases", g.Stratagem(o.number).Phases)
	}
	return nil, orders.IllegalAt(s, o.span, "stratagem-target", rule, "Stratagem", name, "Ways", ways)
}

// named reports whether an option is aimed at what the order names.
func (f *ruseForm) named(r ruse, o *playOrder) bool {
	g := f.g
	if as := omenNamed(o.word); o.number == g.roles.omens && as != r.as && (as != plain || r.as != omenRecover) {
		return false // by itself it is played to recover units, where that can be
	}
	for _, p := range o.zones {
		if r.zone != p.zone && (r.unit == noUnit || g.where[r.unit] != p.zone) {
			return false
		}
	}
	for _, n := range o.force.leaders {
		if r.leader != n.leader {
			return false
		}
	}
	for _, it := range o.force.items {
		if r.unit == noUnit || g.units[r.unit].label != it.label || g.weak.has(r.unit) != it.weak {
			return false
		}
	}
	return true
}

// Check implements [adjudicator.Form].
func (f *ruseForm) Check(x adjudicator.Answer) error {
	a, ok := x.(ruseAnswer)
	if !ok {
		return errIllegal
	}
	if a.ruse == (ruse{}) {
		return nil
	}
	for _, r := range f.options() {
		if r == a.ruse {
			return nil
		}
	}
	return errIllegal
}

// Sample implements [adjudicator.Form].
func (f *ruseForm) Sample(r *rand.Rand) adjudicator.Answer {
	options := f.options()
	if n := r.IntN(len(options) + 1); n < len(options) {
		return ruseAnswer{f.g, options[n]}
	}
	return f.Default()
}

// Default implements [adjudicator.Form].
func (f *ruseForm) Default() adjudicator.Answer { return ruseAnswer{f.g, ruse{}} }

// Choices implements [adjudicator.Form].
func (f *ruseForm) Choices() []adjudicator.Choice {
	options := f.options()
	choices := make([]adjudicator.Choice, 0, len(options)+1)
	for _, r := range options {
		choices = append(choices, adjudicator.Choice{Words: ruseAnswer{f.g, r}.Words()})
	}
	return append(choices, adjudicator.Choice{Words: passing{}.Words()})
}

// occasion tells which orders to abstain from stratagems cover the question.
func (f *ruseForm) occasion() occasions {
	if f.in != nil {
		return f.in.occasion()
	}
	return f.when
}

var ruseVerbs = []string{"play", "pass"}

// question asks for a stratagem.
func (f *ruseForm) question(t *adjudicator.Table, kind string, args ...any) adjudicator.Question {
	q := adjudicator.Question{Kind: kind, Rule: f.rule, Verbs: ruseVerbs, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask."+kind, args...)
	}
	return q
}

// offer adds what the side can do if it holds a counter for it.
func (f *ruseForm) offer(r ruse) { f.offered = append(f.offered, r) }

// options are what the side can do with what it holds. That is looked at anew each time,
// since it is exchanged where the enemy imagines the game.
func (f *ruseForm) options() []ruse {
	own := f.g.ownColour(f.side)
	var options []ruse
	for _, r := range f.offered {
		if r.discard > 0 && own.Has(r.discard-1) || r.discard == 0 && f.g.holding(f.side, r.number) != noChit {
			options = append(options, r)
		}
	}
	return options
}

// offerOmens adds what good omens can be played for at any moment (7).
func (f *ruseForm) offerOmens() {
	if f.g.advantage != f.side {
		f.offer(f.g.omens(omenAdvantage))
	}
	if f.g.chits.Cup != 0 {
		f.offer(f.g.omens(omenDraw))
	}
}

// spendRuse takes the counter of a ruse out of the hand and tells of it.
func (g *game) spendRuse(t *adjudicator.Table, s adjudicator.Side, r ruse) {
	switch {
	case r.discard > 0:
		if t.Heard() {
			g.tell(t, "5.1", 1, "discarded", "Side", g.sideTerm(s), "Faces", adjudicator.Either(g.faceTerms(r.discard-1)))
		}
		g.chits.Return(r.discard-1, true)
	case r.number > 0:
		if t.Heard() {
			g.tell(t, "7 "+g.Stratagem(r.number).ID, 1, "played", "Side", g.sideTerm(s), "Stratagem", g.stratagemTerm(r.number))
		}
		g.spendChit(s, g.holding(s, r.number), r.number)
	}
	switch {
	case r.as == omenAdvantage && g.advantage != s:
		g.passAdvantage(t)
	case r.as == omenDraw:
		g.drawChits(t, s, 1)
	}
}
