package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// adjust is phase D: the side with the initiative first, D.1 and D.2 for both
// sides, then D.3 to D.5 for both.
func (g *game) adjust(t *adjudicator.Table) {
	g.tidy(t, g.initiative)
	g.tidy(t, g.initiative.Other())
	g.adjustOn(t)
}

// tidy is D.1 and D.2 of a side.
func (g *game) tidy(t *adjudicator.Table, s adjudicator.Side) {
	g.active = s
	t.Phase("D.1", s)
	g.keepOne(t, s)
	t.Phase("D.2", s)
	g.redeploy(t, s)
}

// adjustOn is what follows D.2.
func (g *game) adjustOn(t *adjudicator.Table) {
	g.adjustBy(t, g.initiative)
	g.adjustBy(t, g.initiative.Other())
	g.adjusted(t)
}

// adjustBy is D.3 to D.5 of a side.
func (g *game) adjustBy(t *adjudicator.Table, s adjudicator.Side) {
	g.active = s
	t.Phase("D.3", s)
	g.recoverUnits(t, s)
	g.supplyAndAttrition(t, s)
}

// supplyAndAttrition is D.4 and D.5 of a side.
func (g *game) supplyAndAttrition(t *adjudicator.Table, s adjudicator.Side) {
	t.Phase("D.4", s)
	g.moveSupply(t, s)
	g.replenish(t, s)
	g.decay(t, s)
}

// decay is what a side suffers at the end of D.4 and in D.5.
func (g *game) decay(t *adjudicator.Table, s adjudicator.Side) {
	g.starve(t, s)
	t.Phase("D.5", s)
	g.trickery(t, s)
	g.attrition(t, s)
}

// adjusted is what follows the adjustments of both sides.
func (g *game) adjusted(t *adjudicator.Table) {
	g.active = adjudicator.Observer
	if g.lastTurn() {
		g.moments(t, closing)
	}
}

// keepOne is D.1: of the stratagem counters in hand a side keeps one of its
// choice, or none; the others go back into the cup.
func (g *game) keepOne(t *adjudicator.Table, s adjudicator.Side) {
	kept := noChit
	for chosen := false; !chosen && g.armed(s); {
		q := adjudicator.Question{Kind: "keep", Rule: "D.1", Verbs: verbsKeep, Reaction: true, Form: &keepForm{g, s},
			Settled: g.chits.Hand[s].Len() == 1}
		if t.Heard() && !q.Settled {
			q.Prompt = adjudicator.Say("hellespont.ask.keep", "Hand", g.handTerms(s))
		}
		switch a := g.askAt(t, juncture{at: atKeep, side: s}, q).(type) {
		case *play:
			g.playNow(t, a)
		case keepAnswer:
			kept, chosen = a.chit, true
		}
	}
	returned := 0
	for hand := g.chits.Hand[s]; hand != 0; {
		if c := hand.Pop(); c != kept {
			g.chits.Return(c, false)
			returned++
		}
	}
	if returned > 0 && t.Heard() {
		e := adjudicator.Event{Rule: "D.1", Public: adjudicator.Say("hellespont.event.hand-returned", "Side", g.sideTerm(s), "Count", returned)}
		if e.Private[s] = adjudicator.Say("hellespont.event.hand-emptied", "Count", returned); kept != noChit {
			e.Private[s] = adjudicator.Say("hellespont.event.hand-kept", "Count", returned, "Faces", adjudicator.Either(g.faceTerms(kept)))
		}
		t.Tell(e)
	}
}

// keepForm is the question which stratagem counter to keep.
type keepForm struct {
	g    *game
	side adjudicator.Side
}

// keepAnswer is the counter that is kept, or noChit.
type keepAnswer struct {
	g    *game
	chit chit
}

// asides are what may be played before the others go back.
func (f *keepForm) asides() asides { return f.g.asidesOf(f.side, adjusting) }

// Words implements [adjudicator.Answer].
func (a keepAnswer) Words() adjudicator.Words {
	w := adjudicator.Words{verbOf[actKeep]}
	if a.chit == noChit {
		return append(w, adjudicator.Keyword("none"))
	}
	w = append(w, a.g.faceWords(a.chit)...)
	if colour := a.g.colourApart(a.chit); colour != adjudicator.Observer {
		w = append(w, a.g.sideTerm(colour))
	}
	return w
}

// colourApart returns the colour by which a counter differs from another one that
// the same hand holds with the same texts, or Observer.
func (g *game) colourApart(c chit) adjudicator.Side {
	faces := g.Counters[c].Faces
	for _, hand := range g.chits.Hand {
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
func (g *game) colourOf(c chit) adjudicator.Side {
	faces := g.Counters[c].Faces
	if faces[0].Colour == field.Neutral {
		return adjudicator.Side(faces[1].Colour)
	}
	return adjudicator.Side(faces[0].Colour)
}

// Accept implements [adjudicator.Form].
func (f *keepForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	if p, d, ok := f.asides().accept(o, s); ok {
		return p, d
	}
	faces, ok := o.(facesOrder)
	if !ok || faces.act != actKeep {
		return nil, notNow(s, "D.1")
	}
	if faces.none {
		if f.g.habits.mustTake {
			return nil, orders.IllegalAt(s, faces.span, "keep-one", "D.1", "Hand", f.g.handTerms(f.side))
		}
		return keepAnswer{f.g, noChit}, nil
	}
	var found []chit
	for hand := f.g.chits.Hand[f.side]; hand != 0; {
		if c := hand.Pop(); f.g.shows(c, faces.faces, faces.colour) {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 0:
		return nil, orders.IllegalAt(s, faces.span, "not-in-hand", "D.1",
			"Stratagem", f.g.stratagemTerm(faces.faces[0]), "Hand", f.g.handTerms(f.side))
	case 1:
		return keepAnswer{f.g, found[0]}, nil
	}
	return nil, orders.IllegalAt(s, faces.span, "name-both-faces", "D.1", "Hand", f.g.handTerms(f.side))
}

// Check implements [adjudicator.Form].
func (f *keepForm) Check(x adjudicator.Answer) error {
	if err, ok := f.asides().check(x); ok {
		return err
	}
	if a, ok := x.(keepAnswer); !ok || !f.g.chits.Hand[f.side].Has(a.chit) && (a.chit != noChit || f.g.habits.mustTake) {
		return errIllegal
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *keepForm) Sample(r *rand.Rand) adjudicator.Answer {
	if p := f.asides().sample(r); p != nil {
		return p
	}
	hand := f.g.chits.Hand[f.side]
	if !f.g.habits.mustTake && r.IntN(12) == 0 {
		return keepAnswer{f.g, noChit}
	}
	return keepAnswer{f.g, hand.Nth(r.IntN(hand.Len()))}
}

// Default implements [adjudicator.Form].
func (f *keepForm) Default() adjudicator.Answer {
	return keepAnswer{f.g, f.g.chits.Hand[f.side].Nth(0)}
}

// Choices implements [adjudicator.Form].
func (f *keepForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	for hand := f.g.chits.Hand[f.side]; hand != 0; {
		choices = append(choices, adjudicator.Choice{Words: keepAnswer{f.g, hand.Pop()}.Words()})
	}
	if !f.g.habits.mustTake {
		choices = append(choices, adjudicator.Choice{Words: keepAnswer{f.g, noChit}.Words()})
	}
	return append(choices, f.asides().choices()...)
}

// recoverUnits is D.3: a side turns as many weakened units to their front as its
// leaders in play have swords in all; leaders on their reverse have none. Persian
// units do not recover this way (10.1). S11 and S12 recover one and two more.
func (g *game) recoverUnits(t *adjudicator.Table, s adjudicator.Side) {
	swords := 0
	for men := g.leadersInPlay(s); men != 0; {
		swords += g.swords(men.pop())
	}
	g.heal(t, s, healing{"D.3", swords})
	g.recoverByRuse(t, s)
}

// recoverByRuse is what S11 and S12 recover in D.3.
func (g *game) recoverByRuse(t *adjudicator.Table, s adjudicator.Side) {
	if g.worn(s).empty() {
		return
	}
	r := g.askRuse(t, s, "D.3", atRecoverRuse, inRecovery, func(f *ruseForm) {
		f.offer(played(g.roles.mend))
		if !g.worn(s).minus(g.landsmen).empty() {
			f.offer(played(g.roles.rally))
			f.offer(g.omens(omenRecover))
		}
	}, "Units", g.terms(g.worn(s), 0))
	switch r.number {
	case 0:
	case g.roles.mend:
		g.heal(t, s, healing{g.textRule(g.roles.mend), 1})
	case g.roles.rally, g.roles.omens:
		g.heal(t, s, healing{g.textRule(g.roles.rally), 2})
	}
}

// worn returns the weakened units of a side that can recover: those in play, but for
// land units at sea that their ships could not carry then (3.3).
func (g *game) worn(s adjudicator.Side) unitSet {
	worn := g.weak.and(g.of[s])
	for rest := worn; !rest.empty(); {
		if u := rest.pop(); g.where[u] == board.NoZone || !g.carriesFresh(u) {
			worn.drop(u)
		}
	}
	return worn
}

// carriesFresh reports whether the ships with a unit could carry it at full strength.
func (g *game) carriesFresh(u unit) bool {
	z, c := g.where[u], &g.units[u]
	return c.class == naval || !g.seas.Has(z) ||
		g.navalPF(c.side, z) >= 5*(g.landPF(c.side, z)-g.strength(u)+c.full)
}

// healing is how many units may recover, and by which rule: "D.3", "7 S11" or "7 S12".
type healing struct {
	rule string
	n    int
}

// heal lets a side turn some of its weakened units to their front. Persians recover by
// S11 alone (10.1).
func (g *game) heal(t *adjudicator.Table, s adjudicator.Side, h healing) {
	worn := g.worn(s)
	if h.rule != g.textRule(g.roles.mend) {
		worn = worn.minus(g.landsmen)
	}
	rule, n := h.rule, min(h.n, worn.len())
	if n == 0 {
		return
	}
	f := &unitsForm{g: g, act: actRecover, rule: rule, from: worn, max: n, located: true}
	q := adjudicator.Question{Kind: atRecovery, Rule: rule, Verbs: verbsRecover, Reaction: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.recovery", "Count", n, "Units", g.terms(worn, 0))
	}
	units := g.askAt(t, juncture{at: atRecovery, side: s, heal: h}, q).(unitsAnswer).units
	if units.empty() {
		return
	}
	if t.Heard() {
		g.tell(t, rule, 0, "recovered", "Side", g.sideTerm(s), "Units", g.terms(units, 0))
	}
	zones := g.zonesOf(units)
	for !units.empty() {
		g.recover(units.pop())
	}
	for z := range zones.Intersect(g.seas).All() {
		g.lighten(t, s, z) // each could be carried, but not all of them
	}
	g.changed(t)
}

// replenish is S19, at the end of D.4: the supply marker of the side moves one
// space toward 3.
func (g *game) replenish(t *adjudicator.Table, s adjudicator.Side) {
	if g.supply[s] == 3 {
		return
	}
	r := g.askRuse(t, s, "D.4", atSupplyRuse, inSupply, func(f *ruseForm) { f.offer(played(19)) }, "Level", g.supply[s])
	if r.number != 19 {
		return
	}
	g.supply[s]++
	g.tellSupply(t, s, "7 S19", g.supply[s]-1)
}

// starve is rule 6.3: a side in want with its marker at 0 has its units in bases
// weakened; those weakened already are eliminated.
func (g *game) starve(t *adjudicator.Table, s adjudicator.Side) {
	if !g.shortage[s] || g.supply[s] > 0 {
		return
	}
	for z := range g.bases.Intersect(g.held[s]).All() {
		g.weakenAll(t, "6.3", s, z, g.unitsAt(s, z))
	}
	g.changed(t)
}
