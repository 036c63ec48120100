package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// redeploy is D.2: a side may send units and leaders back to its bases, and move
// others into ports next to them, as long as it likes.
func (g *game) redeploy(t *adjudicator.Table, s adjudicator.Side) {
	afloat, _ := g.TotalNaval(s)
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
	f := &redeployForm{portForm: portForm{g: g, side: s, act: order.ActEnter, rule: "D.2"}, homeward: g.home}
	f.ports = g.Ports.Minus(g.Held[s.Other()])
	return f
}

// redeployOn asks the question until the side has done.
func (g *game) redeployOn(t *adjudicator.Table, f *redeployForm) {
	s := f.side
	for f.possible() {
		q := adjudicator.Question{Kind: "redeploy", Rule: "D.2", Verbs: verbsRedeploy, Reaction: true, Free: true, Form: f}
		if t.Heard() {
			q.Prompt = adjudicator.Say("hellespont.ask.redeploy", "Budget", f.budget-f.fleet,
				"Room", (f.budget-f.carried*5)/5, "Bases", g.ZoneTerms(g.BasesOf[s]))
		}
		g.home = f.homeward
		switch a := g.war().AskAt(t, field.Juncture{At: atRedeploy, Side: s}, q).(type) {
		case entering:
			g.enterPort(t, a, "D.2")
			g.war().CaptureLeaders(t)
		case repatriation:
			g.repatriate(t, f, a)
		case *chit.Play:
			g.war().PlayNow(t, a)
		default:
			g.Changed(t)
			return
		}
	}
	g.Changed(t)
}

// redeployForm is the question of D.2.
type redeployForm struct {
	portForm
	homeward
}

// repatriation sends units and leaders to a base.
type repatriation struct {
	form  *redeployForm
	units field.UnitSet
	men   field.LeaderSet
	to    board.Zone
}

// asides are what may be played among the movements of D.2.
func (f *redeployForm) asides() chit.Asides { return f.g.war().AsidesOf(f.side, field.Redeploying) }

// Words implements [adjudicator.Answer].
func (a repatriation) Words() adjudicator.Words {
	return append(append(adjudicator.Words{actRepatriate.Word()}, a.form.g.war().LocatedWords(a.units, a.men, "from")...),
		adjudicator.Keyword("to"), a.form.g.ZoneTerm(a.to))
}

// abroad returns the units and leaders of the side that could be sent home. The
// Persians do not sail (10.1); leaders who are ill stay (7, S20).
func (f *redeployForm) abroad() (field.UnitSet, field.LeaderSet) {
	g := f.g
	var units field.UnitSet
	var men field.LeaderSet
	for z := range g.Held[f.side].Minus(g.Bases).All() {
		units = units.Or(g.UnitsAt(f.side, z))
	}
	for rest := g.LeadersInPlay(f.side); rest != 0; {
		if l := rest.Pop(); !g.Bases.Has(g.LeaderWhere[l]) {
			men.Add(l)
		}
	}
	return units.Minus(g.Landsmen), men &^ g.LandLeaders &^ g.Ill
}

// possible reports whether anything could still be done.
func (f *redeployForm) possible() bool {
	units, men := f.abroad()
	if men != 0 || !units.And(f.g.Ships).Empty() {
		return true
	}
	for port := range f.ports.All() {
		if !f.movers(port).Empty() {
			return true
		}
	}
	return false
}

// judgeHome says which rule forbids a repatriation: of the ships on the map half go
// at most, with a fifth of their force points in land units (D.2, 3.3).
func (f *redeployForm) judgeHome(a *repatriation) *field.Fault {
	g := f.g
	units, men := f.abroad()
	if stuck, held := a.units.Minus(units), a.men&^men; !stuck.Empty() || held != 0 {
		if !stuck.And(g.Landsmen).Empty() || held&g.LandLeaders != 0 {
			return g.Fault("persians-stay-ashore", "10.1", field.FaultForce, "Who", g.Terms(stuck, held))
		}
		return g.Fault("cannot-repatriate", "D.2", field.FaultForce, "Who", g.Terms(stuck, held))
	}
	if a.units.Empty() && a.men == 0 {
		return g.Fault("nothing-moves", "D.2", field.FaultForce)
	}
	if !g.BasesOf[f.side].Has(a.to) {
		return g.Fault("not-own-base", "D.2", 0, "Zone", a.to, "Bases", g.BasesOf[f.side])
	}
	fleet, carried := f.fleet+g.Sum(a.units.And(g.Ships)), f.carried+g.Sum(a.units.Minus(g.Ships))
	if fleet > f.budget {
		return g.Fault("repatriates-too-many-ships", "D.2", field.FaultForce, "PF", fleet, "Limit", f.budget)
	}
	if fleet < 5*carried {
		return g.Fault("overloaded", "3.3", field.FaultForce, "Carried", carried, "Fleet", fleet, "Limit", fleet/5)
	}
	return g.judgeLeft(f.side, a.units, a.men, "D.2")
}

// repatriate carries out a repatriation.
func (g *game) repatriate(t *adjudicator.Table, f *redeployForm, a repatriation) {
	f.fleet += g.Sum(a.units.And(g.Ships))
	f.carried += g.Sum(a.units.Minus(g.Ships))
	if t.Heard() {
		g.Tell(t, "D.2", 0, "repatriated", "Side", f.side, "Who", g.Terms(a.units, a.men), "Zone", a.to)
	}
	g.PlaceAll(a.units, a.men, a.to)
	g.war().CaptureLeaders(t)
}

// Accept implements [adjudicator.Form].
func (f *redeployForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	if p, d, ok := f.asides().Accept(o, s); ok {
		return p, d
	}
	switch o := o.(type) {
	case order.EndOrder:
		return chit.Staying{}, nil
	case noRedeployment:
		return chit.Staying{}, nil
	case order.Selection:
		if o.Act == actRepatriate {
			return f.acceptHome(o, s)
		}
		return f.portForm.Accept(o, s)
	}
	return nil, field.NotNow(s, "D.2")
}

func (f *redeployForm) acceptHome(sel order.Selection, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	g := f.g
	units, men := f.abroad()
	a := repatriation{form: f, to: sel.To.Zone}
	var d *orders.Diagnostic
	if a.units, a.men, d = order.Resolve(&g.Field, s, sel.Parts, units.Or(g.Landsmen.And(g.OnMap(f.side))), men|g.LeadersInPlay(f.side), "D.2"); d != nil {
		return nil, d
	}
	if bad := f.judgeHome(&a); bad != nil {
		return nil, bad.AtZone(s, sel.To.Span)
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *redeployForm) Check(x adjudicator.Answer) error {
	switch a := x.(type) {
	case chit.Staying:
		return nil
	case repatriation:
		return f.judgeHome(&a).Err()
	case *chit.Play:
		err, _ := f.asides().Check(a)
		return err
	}
	return f.portForm.Check(x)
}

// Sample implements [adjudicator.Form].
func (f *redeployForm) Sample(r *rand.Rand) adjudicator.Answer {
	if p := f.asides().Sample(r); p != nil {
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
		if a := f.portForm.sample(r, f.ports.Nth(r.IntN(f.ports.Len()))); a.to != board.NoZone {
			return a
		}
	}
	return chit.Staying{}
}

// sampleHome sends a few random ships and whoever they can take.
func (f *redeployForm) sampleHome(r *rand.Rand) repatriation {
	units, men := f.abroad()
	bases := f.g.BasesOf[f.side]
	a := repatriation{form: f, to: bases.Nth(r.IntN(bases.Len()))}
	for range 4 {
		if units.Empty() {
			break
		}
		b := a
		b.units.Add(units.Nth(r.IntN(units.Len())))
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
func (f *redeployForm) Default() adjudicator.Answer { return chit.Staying{} }

// Choices implements [adjudicator.Form].
func (f *redeployForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	for base := range f.g.BasesOf[f.side].All() {
		if a, ok := f.goesHome(base); ok {
			choices = append(choices, adjudicator.Choice{Words: a.Words(),
				Note: adjudicator.Say("hellespont.note.repatriate", "Budget", f.budget-f.fleet)})
		}
	}
	choices = append(choices, f.portForm.Choices()...)
	choices = append(choices, f.asides().Choices()...)
	return append(choices, adjudicator.Choice{Words: chit.Staying{}.Words()})
}

// goesHome is one unit or leader that may go home to a base: a ship where one may, since most can go with it, else
// whoever still has room on those that went before.
func (f *redeployForm) goesHome(base board.Zone) (repatriation, bool) {
	units, men := f.abroad()
	ships := units.And(f.g.Ships)
	for _, some := range []field.UnitSet{ships, units.Minus(ships)} {
		for rest := some; !rest.Empty(); {
			if a := (repatriation{form: f, units: field.UnitsOf(rest.Pop()), to: base}); f.judgeHome(&a) == nil {
				return a, true
			}
		}
	}
	for ; men != 0; men &= men - 1 {
		if a := (repatriation{form: f, men: men & -men, to: base}); f.judgeHome(&a) == nil {
			return a, true
		}
	}
	return repatriation{}, false
}
