package march

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
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
		f := &CrowdForm{g: g, Side: s, from: z, units: g.Surplus(s, z)}
		if f.units.Empty() {
			return
		}
		exits := f.exits()
		if exits == 0 {
			g.SettleZone(t, s, z)
			return
		}
		a := f.Default().(Displacement)
		if exits > 1 {
			q := adjudicator.Question{Kind: "crowded", Rule: g.Sections.Retreat, Verbs: order.VerbsRetreat, Reaction: true, Form: f}
			if t.Heard() {
				q.Prompt = adjudicator.Say("bey.ask.crowded", "Zone", g.ZoneTerm(z), "Units", g.Terms(f.units, 0))
			}
			a = t.Ask(s, q).(Displacement)
		}
		if t.Heard() {
			g.Show(t, g.Sections.Retreat, 1, g.Mark("retreat", s, z, a.To), "pushed-on", "Side", g.SideTerm(s),
				"Unit", g.UnitTermOf(a.Unit), "From", g.ZoneTerm(z), "To", g.ZoneTerm(a.To))
		}
		g.Place(a.Unit, a.To)
		g.Strand(t, s.Other(), a.To)
	}
}

// CrowdForm is the question which unit leaves an overfull zone, and where it goes.
type CrowdForm struct {
	g     Marches
	Side  adjudicator.Side
	from  board.Zone
	units field.UnitSet
}

// Displacement is the answer to a CrowdForm.
type Displacement struct {
	G    Marches
	Unit field.UnitNo
	To   board.Zone
}

// Words implements [adjudicator.Answer].
func (a Displacement) Words() adjudicator.Words {
	return field.Join(adjudicator.Words{order.VerbOf[order.ActRetreat]}, a.G.Naming(field.UnitsOf(a.Unit), 0),
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

// exits counts the different displacements that are possible.
func (f *CrowdForm) exits() int {
	n := 0
	f.Each(func(Displacement) bool { n++; return true })
	return n
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

// Accept implements [adjudicator.Form].
func (f *CrowdForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	sel, ok := o.(order.Selection)
	if !ok {
		return nil, field.NotNow(s, f.g.Sections.Retreat)
	}
	units, _, d := order.Resolve(f.g.Field, s, sel.Parts, f.units, 0, f.g.Sections.Retreat)
	if d != nil {
		return nil, d
	}
	if units.Len() != 1 {
		return nil, orders.IllegalAt(s, s.Span(), "one-at-a-time", f.g.Sections.Retreat,
			"Units", f.g.Terms(units, 0), "Present", f.g.Terms(f.units, 0))
	}
	a := Displacement{f.g, f.g.Canonical(units, f.units).Nth(0), sel.To.Zone}
	if rooms := f.rooms(a.Unit); !rooms.Has(a.To) {
		return nil, orders.IllegalAt(s, sel.To.Span, "no-retreat-there", f.g.Sections.Retreat, "To", f.g.ZoneTerm(a.To),
			"Zone", f.g.ZoneTerm(f.from), "Zones", f.g.ZoneTerms(rooms))
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *CrowdForm) Check(x adjudicator.Answer) error {
	if a, ok := x.(Displacement); !ok || !f.units.Has(a.Unit) || !f.rooms(a.Unit).Has(a.To) {
		return field.ErrIllegal
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *CrowdForm) Sample(r *rand.Rand) adjudicator.Answer {
	var found Displacement
	n := 0
	f.Each(func(a Displacement) bool {
		if n++; r.IntN(n) == 0 {
			found = a
		}
		return true
	})
	return found
}

// Default implements [adjudicator.Form].
func (f *CrowdForm) Default() adjudicator.Answer {
	var first Displacement
	f.Each(func(a Displacement) bool { first = a; return false })
	return first
}

// Choices implements [adjudicator.Form].
func (f *CrowdForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	f.Each(func(a Displacement) bool {
		choices = append(choices, adjudicator.Choice{Words: a.Words()})
		return true
	})
	return choices
}
