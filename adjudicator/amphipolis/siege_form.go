package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// siegeVerbs are the orders of sieges.
func siegeVerbs(d *data.Game) []order.Verb {
	all := make([]order.Verb, 0, methods)
	for how := negotiation; how < methods; how++ {
		all = append(all, order.Verb{Id: manners[how].word, Read: func(r *order.Reader) adjudicator.Order { return siegeOrder{how, readGarrison(r, d)} }})
	}
	return append(all, order.Verb{Id: manners[noSiege].word, Read: readNoSiege})
}

var verbsSiege = []string{"negotiate", "assault", "blockade", "siege"}

// siegeOrder besieges a garrison, or none.
type siegeOrder struct {
	how method
	at  order.Place // where it stands
}

// Closes implements [adjudicator.Closing]: after "siege none" nothing is asked for.
func (o siegeOrder) Closes() ([]string, bool) {
	if o.how == noSiege {
		return verbsSiege, false
	}
	return nil, false
}

// readGarrison reads the name of a garrison, or of its zone.
func readGarrison(r *order.Reader, d *data.Game) order.Place {
	if !r.AtNameOf(data.GarrisonKind) && r.AtNameOf(field.ZoneKind) {
		return r.Zone()
	}
	span := r.Span()
	e, bad := r.TakeName(r.Lex, data.GarrisonKind)
	if bad != nil {
		r.Fail(bad)
		return order.Nowhere
	}
	return order.Place{Zone: d.Garrisons[d.Garrison(e.ID)].Zone, Span: span.Join(r.Last())}
}

func readNoSiege(r *order.Reader) adjudicator.Order {
	if verb := r.Last(); !r.Take("none") {
		r.Fail(r.Illegal(verb, "siege-order", "4.3"))
		r.Rest()
	}
	return siegeOrder{how: noSiege, at: order.Nowhere}
}

// siegeForm asks which garrison to besiege next, and how.
type siegeForm struct {
	form.Menu[siegeAnswer]
	g    *game
	side adjudicator.Side
	open board.Set // the zones of those that have not been besieged yet
}

// siegeForm makes one.
func (g *game) siegeForm(s adjudicator.Side, open board.Set) *siegeForm {
	f := &siegeForm{g: g, side: s, open: open}
	f.Menu = form.Menu[siegeAnswer]{Open: f.answers, Last: true, Of: f.meant, Refuse: f.refuse, Note: f.note}
	return f
}

// siegeAnswer is an answer to a siegeForm: the garrison is 0 with noSiege, and has no name.
type siegeAnswer struct {
	how      method
	garrison int
	name     adjudicator.Term
}

// by is the answer to besiege a garrison by a method.
func (f *siegeForm) by(how method, garrison int) siegeAnswer {
	return siegeAnswer{how, garrison, f.g.garrisonTerm(garrison)}
}

// Words implements [adjudicator.Answer].
func (a siegeAnswer) Words() adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword(manners[a.how].word)}
	switch {
	case a.how == noSiege:
		return append(w, adjudicator.Keyword("none"))
	case a.name.ID == data.Citadel:
		return append(w, adjudicator.Keyword("citadel"))
	}
	return append(w, a.name)
}

// siege is the one that an answer begins.
func (f *siegeForm) siege(a siegeAnswer) *siege {
	return &siege{besieger: f.side, garrison: a.garrison, how: a.how}
}

// answers are all that are allowed, "siege none" last.
func (f *siegeForm) answers() (all []siegeAnswer) {
	for n := range f.g.own.Garrisons {
		for how := negotiation; how < methods; how++ {
			if a := f.by(how, n); f.allowed(a) {
				all = append(all, a)
			}
		}
	}
	return append(all, siegeAnswer{})
}

// Offers implements [adjudicator.Offerer]: by which methods each garrison can be besieged.
func (f *siegeForm) Offers() adjudicator.Offers {
	var all adjudicator.Offers
	var rest []adjudicator.Choice
	for _, a := range f.answers() {
		if a.how == noSiege {
			rest = append(rest, adjudicator.Choice{Words: a.Words()})
			continue
		}
		units, men := f.g.besiegers(f.siege(a))
		at := f.g.ZoneTerm(f.g.placeOf(a.garrison))
		all.Moves = append(all.Moves, adjudicator.Offer{From: at, To: at, Who: f.g.Naming(units, men), Whole: true,
			Lines: []adjudicator.Words{a.Words()}, Note: f.note(a)})
	}
	return all.With(adjudicator.OnlyKinds(rest))
}

func (f *siegeForm) allowed(a siegeAnswer) bool {
	return f.open.Has(f.g.placeOf(a.garrison)) && f.g.siegeBar(f.siege(a)) == ""
}

// meant is the answer that an order gives.
func (f *siegeForm) meant(o adjudicator.Order) (siegeAnswer, bool) {
	x, ok := o.(siegeOrder)
	if ok && x.at.Given() && f.g.garrisonHere(x.at.Zone) >= 0 {
		return f.by(x.how, f.g.garrisonHere(x.at.Zone)), true
	}
	return siegeAnswer{}, ok && x.how == noSiege
}

// refuse says what is wrong with an order for a siege that is not allowed.
func (f *siegeForm) refuse(o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	x, ok := o.(siegeOrder)
	if !ok {
		return field.NotNow(s, "4.3")
	}
	n := f.g.garrisonHere(x.at.Zone)
	if n >= 0 && f.open.Has(f.g.placeOf(n)) {
		return f.g.judgeSiege(f.siege(f.by(x.how, n))).In(s, x.at.Span)
	}
	var meant any = f.g.Perhaps(x.at.Zone)
	if n >= 0 {
		meant = f.g.garrisonTerm(n)
	}
	return orders.IllegalAt(s, x.at.Span, "siege-where", "4.3", "Garrison", meant, "Garrisons", f.g.garrisonTerms(f.g.hopeful(f.side, f.open)))
}

// note tells what the die of a siege needs.
func (f *siegeForm) note(a siegeAnswer) (note adjudicator.Phrase) {
	if a.how != noSiege {
		note = adjudicator.Say("amphipolis.note."+manners[a.how].word, "Need", f.g.need(f.siege(a)))
	}
	return note
}

// Advise implements [adjudicator.Adviser]: the first rule that covers a garrison and names
// a method that is allowed there decides.
func (f *siegeForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	left := f.g.hopeful(f.side, f.open)
	for i, st := range rules {
		x, ok := st.(siegeRule)
		if !ok {
			continue
		}
		for z := range left.All() {
			if !x.when.Where(&f.g.Field, z) {
				continue
			}
			if x.none {
				left.Remove(z)
				continue
			}
			if a, ok := f.first(x.methods, f.g.garrisonHere(z)); ok {
				return a, i, true
			}
		}
		if left.Empty() {
			return siegeAnswer{}, i, true
		}
	}
	return nil, 0, false
}

// first is the first of several methods that is allowed against a garrison.
func (f *siegeForm) first(wanted []siegeMethod, garrison int) (siegeAnswer, bool) {
	for _, w := range wanted {
		a := f.by(w.how, garrison)
		if f.allowed(a) && w.met(f.g, f.siege(a)) {
			return a, true
		}
	}
	return siegeAnswer{}, false
}

// askSiege asks which garrison to besiege next.
func (g *game) askSiege(t *adjudicator.Table, s adjudicator.Side, open board.Set) siegeAnswer {
	f := g.siegeForm(s, open)
	q := adjudicator.Question{Kind: atSiege, Rule: "4.3", Verbs: verbsSiege, Reaction: true, Free: true, Around: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("amphipolis.ask.siege", "Garrisons", g.garrisonTerms(g.hopeful(s, open)))
		for _, a := range f.answers() {
			if a.how != noSiege {
				q.Facts = append(q.Facts, adjudicator.Say("amphipolis.fact."+manners[a.how].word, "Garrison", g.garrisonTerm(a.garrison),
					"PF", g.own.Garrisons[a.garrison].PF, "VA", g.defence(a.garrison), "Need", g.need(f.siege(a))))
			}
		}
	}
	return g.war().AskAt(t, field.Juncture{At: atSiege, Side: s, Open: open}, q).(siegeAnswer)
}

// ruseForm asks a side for a stratagem of D.5, and says of one in hand that does not serve
// what it is good for.
type ruseForm struct {
	*chit.RuseForm
	g     *game
	siege *siege // that it is played in, or nil before the sieges
}

// ruseForm makes a form for the play of a text.
func (g *game) ruseForm(s adjudicator.Side, n field.StratagemNo, in *siege) *ruseForm {
	return &ruseForm{&chit.RuseForm{G: g.war().Chits, Side: s, Rule: g.war().TextRule(n), When: standing.InSieges}, g, in}
}

// askRuse asks what a side plays, for the sake of a text, of what it is offered. What it takes or draws by good omens
// is done at once, and it is asked again; the rest is the caller's to spend.
func (g *game) askRuse(t *adjudicator.Table, j field.Juncture, n field.StratagemNo, in *siege, offer func(*chit.RuseForm), args ...any) field.Ruse {
	for g.Armed(j.Side) {
		f := g.ruseForm(j.Side, n, in)
		offer(f.RuseForm)
		f.OfferOmens()
		q := f.Question(t, j.At, args...)
		if q.Form = f; in != nil {
			q.Around = true
			g.steps.besieging = in.how
		}
		r := g.war().AskAt(t, j, q).(chit.RuseAnswer).Ruse
		if r.As == field.Plain {
			return r
		}
		g.war().SpendRuse(t, j.Side, r)
	}
	return field.Ruse{}
}

// Accept implements [adjudicator.Form].
func (f *ruseForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a, d := f.RuseForm.Accept(o, s)
	if x, ok := o.(order.PlayOrder); ok && d != nil && (d.Code == "stratagem-not-now" || d.Code == "stratagem-target") {
		if bad := f.fault(x.Number); bad != nil {
			return nil, bad.In(s, x.Span)
		}
	}
	return a, d
}

// fault tells what a text of D.5 is good for, nil for one that the family speaks of.
func (f *ruseForm) fault(n field.StratagemNo) *field.Fault {
	g, rule := f.g, f.G.TextRule(n)
	switch {
	case f.siege == nil && n == desertionText:
		return g.Fault("desertion-target", rule, 0, "Units", g.deserters(f.Side.Other()))
	case f.siege != nil && (n == diplomacyText || n == defectionText):
		return g.Fault("siege-no-dice-ruse", rule, 0, "Stratagem", g.StratagemTerm(n))
	}
	return nil
}

// siegeThrown is the die of a siege.
type siegeThrown struct {
	g     *game
	siege *siege
	die   int
}

// Judge implements what [battle.Battles.Reroll] asks of a throw. That a siege fails
// disappoints the besieger alone, that it does not the besieged.
func (x siegeThrown) Judge(st adjudicator.Standing) (order.Single, battle.Fit) {
	rule, ok := st.(standing.ThrowRule)
	if !ok || rule.Kind != standing.ThrowSiege || !x.covered(&rule.When) {
		return order.Single{}, battle.NoFit
	}
	feared := standing.OutcomeSucceeds
	if x.g.Advantage == x.siege.besieger {
		feared = standing.OutcomeFails
	}
	if rule.Outcomes&feared == 0 {
		return order.Single{}, battle.NoFit
	}
	came := x.g.falls(x.siege, x.die) == (feared == standing.OutcomeSucceeds)
	return battle.Decide(came, rule.Again)
}

// covered reports whether a circumstance covers the siege.
func (x siegeThrown) covered(c *standing.Circumstance) bool {
	_, men := x.g.besiegers(x.siege)
	return c.Met(&x.g.Field, x.g.placeOf(x.siege.garrison), men, 0)
}

// Occasion tells which orders on the Advantage cover the throw.
func (x siegeThrown) Occasion() standing.Occasions { return standing.InSieges }

// Means says what the die comes to as it stands.
func (x siegeThrown) Means() []adjudicator.Phrase {
	id := "siege-fails"
	if x.g.falls(x.siege, x.die) {
		id = "siege-succeeds"
	}
	return battle.Meaning(id, "Garrison", x.g.garrisonTerm(x.siege.garrison), "Side", x.g.SideTerm(x.siege.besieger))
}
