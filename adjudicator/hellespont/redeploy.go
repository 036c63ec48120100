package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// redeploy is D.2: a side may send units and leaders back to its bases, and move
// others into ports next to them, as long as it likes.
func (g *game) redeploy(t *adjudicator.Table, s adjudicator.Side) {
	afloat, _ := g.totalNaval(s)
	g.home = homeward{budget: afloat / 2}
	g.redeployOn(t, g.goneHome(s))
}

// homeward is what sails home in D.2, in PF.
type homeward struct {
	budget  int // naval PF that may go home: half of those on the map
	fleet   int // naval PF that went
	carried int // PF of land units that went with them
}

// goneHome makes the question of D.2 to a side of which so much has gone home.
func (g *game) goneHome(s adjudicator.Side) *redeployForm {
	f := &redeployForm{portForm: portForm{g: g, side: s, act: actEnter, rule: "D.2"}, homeward: g.home}
	f.ports = g.ports.Minus(g.held[s.Other()])
	return f
}

// redeployOn asks the question until the side has done.
func (g *game) redeployOn(t *adjudicator.Table, f *redeployForm) {
	s := f.side
	for f.possible() {
		q := adjudicator.Question{Kind: "redeploy", Rule: "D.2", Verbs: verbsRedeploy, Reaction: true, Free: true, Form: f}
		if t.Heard() {
			q.Prompt = adjudicator.Say("hellespont.ask.redeploy", "Budget", f.budget-f.fleet,
				"Room", (f.budget-f.carried*5)/5, "Bases", g.zoneTerms(g.basesOf[s]))
		}
		g.home = f.homeward
		switch a := g.askAt(t, juncture{at: atRedeploy, side: s}, q).(type) {
		case entering:
			g.enterPort(t, a, "D.2")
			g.captureLeaders(t)
		case repatriation:
			g.repatriate(t, f, a)
		case *play:
			g.playNow(t, a)
		default:
			g.changed(t)
			return
		}
	}
	g.changed(t)
}

// redeployForm is the question of D.2.
type redeployForm struct {
	portForm
	homeward
}

// repatriation sends units and leaders to a base.
type repatriation struct {
	form  *redeployForm
	units unitSet
	men   leaderSet
	to    board.Zone
}

// asides are what may be played among the movements of D.2.
func (f *redeployForm) asides() asides { return f.g.asidesOf(f.side, adjusting) }

// Words implements [adjudicator.Answer].
func (a repatriation) Words() adjudicator.Words {
	return append(append(adjudicator.Words{verbOf[actRepatriate]}, a.form.g.locatedWords(a.units, a.men, "from")...),
		adjudicator.Keyword("to"), a.form.g.zoneTerm(a.to))
}

// staying ends D.2.
type staying struct{}

// Words implements [adjudicator.Answer].
func (staying) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("end")} }

// abroad returns the units and leaders of the side that could be sent home. The
// Persians do not sail (10.1); leaders who are ill stay (7, S20).
func (f *redeployForm) abroad() (unitSet, leaderSet) {
	g := f.g
	var units unitSet
	var men leaderSet
	for z := range g.held[f.side].Minus(g.bases).All() {
		units = units.or(g.unitsAt(f.side, z))
	}
	for rest := g.leadersInPlay(f.side); rest != 0; {
		if l := rest.pop(); !g.bases.Has(g.leaderWhere[l]) {
			men.add(l)
		}
	}
	return units.minus(g.landsmen), men &^ g.landLeaders &^ g.ill
}

// possible reports whether anything could still be done.
func (f *redeployForm) possible() bool {
	units, men := f.abroad()
	if men != 0 || !units.and(f.g.ships).empty() {
		return true
	}
	for port := range f.ports.All() {
		if !f.movers(port).empty() {
			return true
		}
	}
	return false
}

// judgeHome says which rule forbids a repatriation: of the ships on the map half go
// at most, with a fifth of their force points in land units (D.2, 3.3).
func (f *redeployForm) judgeHome(a *repatriation) *fault {
	g := f.g
	units, men := f.abroad()
	if stuck, held := a.units.minus(units), a.men&^men; !stuck.empty() || held != 0 {
		if !stuck.and(g.landsmen).empty() || held&g.landLeaders != 0 {
			return &fault{"persians-stay-ashore", "10.1", faultForce, []any{"Who", g.terms(stuck, held)}}
		}
		return &fault{"cannot-repatriate", "D.2", faultForce, []any{"Who", g.terms(stuck, held)}}
	}
	if a.units.empty() && a.men == 0 {
		return &fault{"nothing-moves", "D.2", faultForce, nil}
	}
	if !g.basesOf[f.side].Has(a.to) {
		return &fault{"not-own-base", "D.2", 0, []any{"Zone", g.zoneTerm(a.to), "Bases", g.zoneTerms(g.basesOf[f.side])}}
	}
	fleet, carried := f.fleet+g.sum(a.units.and(g.ships)), f.carried+g.sum(a.units.minus(g.ships))
	if fleet > f.budget {
		return &fault{"repatriates-too-many-ships", "D.2", faultForce, []any{"PF", fleet, "Limit", f.budget}}
	}
	if fleet < 5*carried {
		return &fault{"overloaded", "3.3", faultForce, []any{"Carried", carried, "Fleet", fleet, "Limit", fleet / 5}}
	}
	return g.judgeLeft(f.side, a.units, a.men, "D.2")
}

// repatriate carries out a repatriation.
func (g *game) repatriate(t *adjudicator.Table, f *redeployForm, a repatriation) {
	f.fleet += g.sum(a.units.and(g.ships))
	f.carried += g.sum(a.units.minus(g.ships))
	if t.Heard() {
		g.tell(t, "D.2", 0, "repatriated", "Side", g.sideTerm(f.side), "Who", g.terms(a.units, a.men), "Zone", g.zoneTerm(a.to))
	}
	for rest := a.units; !rest.empty(); {
		g.place(rest.pop(), a.to)
	}
	for rest := a.men; rest != 0; {
		g.placeLeader(rest.pop(), a.to)
	}
	g.captureLeaders(t)
}

// Accept implements [adjudicator.Form].
func (f *redeployForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	if p, d, ok := f.asides().accept(o, s); ok {
		return p, d
	}
	switch o := o.(type) {
	case endOrder:
		return staying{}, nil
	case selection:
		switch {
		case o.none:
			return staying{}, nil
		case o.act == actRepatriate:
			return f.acceptHome(o, s)
		}
		return f.portForm.Accept(o, s)
	}
	return nil, notNow(s, "D.2")
}

func (f *redeployForm) acceptHome(sel selection, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	g := f.g
	units, men := f.abroad()
	a := repatriation{form: f, to: sel.to.zone}
	var d *orders.Diagnostic
	if a.units, a.men, d = resolve(g, s, sel.parts, units.or(g.landsmen.and(g.onMap(f.side))), men|g.leadersInPlay(f.side), "D.2"); d != nil {
		return nil, d
	}
	if bad := f.judgeHome(&a); bad != nil {
		span := s.Span()
		if bad.step != faultForce {
			span = sel.to.span
		}
		return nil, bad.in(s, span)
	}
	return a, nil
}

// onMap returns the units of a side that are on the map or in a base.
func (g *game) onMap(s adjudicator.Side) unitSet {
	var units unitSet
	for z := range g.held[s].All() {
		units = units.or(g.unitsAt(s, z))
	}
	return units
}

// Check implements [adjudicator.Form].
func (f *redeployForm) Check(x adjudicator.Answer) error {
	switch a := x.(type) {
	case staying:
		return nil
	case repatriation:
		if bad := f.judgeHome(&a); bad != nil {
			return bad
		}
		return nil
	case *play:
		err, _ := f.asides().check(a)
		return err
	}
	return f.portForm.Check(x)
}

// Sample implements [adjudicator.Form].
func (f *redeployForm) Sample(r *rand.Rand) adjudicator.Answer {
	if p := f.asides().sample(r); p != nil {
		return p
	}
	switch r.IntN(4) {
	case 0:
		if a := f.sampleHome(r); f.judgeHome(&a) == nil {
			return a
		}
	case 1:
		if f.ports.Empty() {
			break
		}
		if a := f.portForm.sample(r, nthZone(f.ports, r.IntN(f.ports.Len()))); a.to != board.NoZone {
			return a
		}
	}
	return staying{}
}

// sampleHome sends a few random ships and whoever they can take.
func (f *redeployForm) sampleHome(r *rand.Rand) repatriation {
	units, men := f.abroad()
	bases := f.g.basesOf[f.side]
	a := repatriation{form: f, to: nthZone(bases, r.IntN(bases.Len()))}
	for range 4 {
		if units.empty() {
			break
		}
		b := a
		b.units.add(units.nth(r.IntN(units.len())))
		if f.judgeHome(&b) == nil {
			a = b
		}
	}
	if men != 0 && r.IntN(3) == 0 {
		b := a
		b.men = men & -men
		if f.judgeHome(&b) == nil {
			a = b
		}
	}
	return a
}

// Default implements [adjudicator.Form]: everybody stays.
func (f *redeployForm) Default() adjudicator.Answer { return staying{} }

// Choices implements [adjudicator.Form].
func (f *redeployForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	units, _ := f.abroad()
	for base := range f.g.basesOf[f.side].All() {
		for rest := units.and(f.g.ships); !rest.empty(); {
			a := repatriation{form: f, units: unitsOf(rest.pop()), to: base}
			if f.judgeHome(&a) == nil {
				choices = append(choices, adjudicator.Choice{Words: a.Words(),
					Note: adjudicator.Say("hellespont.note.repatriate", "Budget", f.budget-f.fleet)})
				break
			}
		}
	}
	choices = append(choices, f.portForm.Choices()...)
	choices = append(choices, f.asides().choices()...)
	return append(choices, adjudicator.Choice{Words: staying{}.Words()})
}
