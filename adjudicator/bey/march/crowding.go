package march

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// Overfull reports whether so many units and force points of a class are too many
// for a zone (3.6).
func (g Marches) Overfull(z board.Zone, c field.Class, units, pf int) bool {
	over, overPF := g.Board.Limit(z, BoardClass[c]).Over(units, pf)
	return over > 0 || overPF > 0
}

// BoardClass gives the class of a board's limits for each class of units.
var BoardClass = [2]board.Class{field.Naval: board.NavalUnits, field.Land: board.LandUnits}

// Relieve moves units out of a zone that a retreat has overfilled, to zones next
// door without enemy units, where there is room (4.2.4). Those for which there is
// none are eliminated like any surplus (3.6).
func (g Marches) Relieve(t *adjudicator.Table, s adjudicator.Side, z board.Zone) {
	for {
		f := g.relieving(s, z)
		if f.units.Empty() {
			return
		}
		exits := f.open()
		if len(exits) == 0 {
			g.SettleZone(t, s, z)
			return
		}
		a := exits[0]
		if len(exits) > 1 {
			q := adjudicator.Question{Kind: "crowded", Rule: g.Sections.Retreat, Verbs: order.VerbsRetreat, Reaction: true, Form: f}
			if t.Heard() {
				q.Prompt = adjudicator.Say("bey.ask.crowded", "Zone", g.ZoneTerm(z), "Units", g.Terms(f.units, 0))
			}
			a = t.Ask(s, q).(Displacement)
		}
		if t.Heard() {
			g.Show(t, g.Sections.Retreat, 1, g.Mark("retreat", s, z, a.To), "pushed-on", "Side", s,
				"Unit", a.Unit, "From", z, "To", a.To)
		}
		g.Place(a.Unit, a.To)
		g.Strand(t, s.Other(), a.To)
	}
}

// CrowdForm is the question which unit leaves an overfull zone, and where it goes.
type CrowdForm struct {
	form.Menu[Displacement]
	g     Marches
	Side  adjudicator.Side
	from  board.Zone
	units field.UnitSet
}

// relieving makes one of a side and its zone.
func (g Marches) relieving(s adjudicator.Side, z board.Zone) *CrowdForm {
	f := &CrowdForm{g: g, Side: s, from: z, units: g.Surplus(s, z)}
	f.Menu = form.Menu[Displacement]{Open: f.open, Of: f.meant, Refuse: f.refuse, Draw: f.draw,
		Same: func(a, b Displacement) bool { return a.Unit == b.Unit && a.To == b.To }}
	return f
}

// Displacement is the answer to a CrowdForm.
type Displacement struct {
	G    Marches
	Unit field.UnitNo
	To   board.Zone
}

// Words implements [adjudicator.Answer].
func (a Displacement) Words() adjudicator.Words {
	return field.Join(adjudicator.Words{order.ActRetreat.Word()}, a.G.Naming(field.UnitsOf(a.Unit), 0),
		adjudicator.Words{adjudicator.Keyword("to"), a.G.ZoneTerm(a.To)})
}

// rooms returns where a unit can be displaced to.
func (f *CrowdForm) rooms(u field.UnitNo) board.Set {
	g := f.g
	c := g.Pieces[u].Class
	var rooms board.Set
	for z := range g.Refuges(f.Side, f.from, c).All() {
		there := g.UnitsAt(f.Side, z).And(g.Ships)
		if c == field.Land {
			there = g.LandAt(f.Side, z)
		}
		all, _ := g.Board.Limit(z, board.AllUnits).Over(g.UnitsAt(f.Side, z).Len()+1, 0)
		if all == 0 && !g.Overfull(z, c, there.Len()+1, int(g.PF[f.Side][c][z])+g.Strength(u)) {
			rooms.Add(z)
		}
	}
	return rooms
}

// open are the different displacements that are possible.
func (f *CrowdForm) open() (all []Displacement) {
	f.Each(func(a Displacement) bool { all = append(all, a); return true })
	return all
}

// Each calls yield with the possible displacements, of equal units one only, until
// it returns false.
func (f *CrowdForm) Each(yield func(Displacement) bool) {
	for rest := f.units; !rest.Empty(); {
		u := rest.Pop()
		rest = rest.Minus(f.g.Equal(rest, f.g.Pieces[u].Label, f.g.Weak.Has(u)))
		for z := range f.rooms(u).All() {
			if !yield(Displacement{f.g, u, z}) {
				return
			}
		}
	}
}

// named are the units that an order displaces, or what is wrong with it.
func (f *CrowdForm) named(o adjudicator.Order, s *orders.Statement) (field.UnitSet, *orders.Diagnostic) {
	sel, ok := o.(order.Selection)
	if !ok {
		return field.UnitSet{}, field.NotNow(s, f.g.Sections.Retreat)
	}
	units, _, d := order.Resolve(f.g.Field, s, sel.Parts, f.units, 0, f.g.Sections.Retreat)
	if d == nil && units.Len() != 1 {
		d = orders.IllegalAt(s, s.Span(), "one-at-a-time", f.g.Sections.Retreat, "Units", f.g.Terms(units, 0), "Present", f.g.Terms(f.units, 0))
	}
	return f.g.Canonical(units, f.units), d
}

// meant is the displacement of an order.
func (f *CrowdForm) meant(o adjudicator.Order) (Displacement, bool) {
	units, d := f.named(o, &orders.Statement{})
	if d != nil {
		return Displacement{}, false
	}
	return Displacement{f.g, units.Nth(0), o.(order.Selection).To.Zone}, true
}

// refuse says what is wrong with an order that is none of them.
func (f *CrowdForm) refuse(o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	units, d := f.named(o, s)
	if d != nil {
		return d
	}
	to := o.(order.Selection).To
	return orders.IllegalAt(s, to.Span, "no-retreat-there", f.g.Sections.Retreat, "To", f.g.ZoneTerm(to.Zone),
		"Zone", f.g.ZoneTerm(f.from), "Zones", f.g.ZoneTerms(f.rooms(units.Nth(0))))
}

// draw takes one of them, each as likely as any other.
func (f *CrowdForm) draw(r *rand.Rand, open []Displacement) (found Displacement) {
	for i, a := range open {
		if r.IntN(i+1) == 0 {
			found = a
		}
	}
	return found
}
