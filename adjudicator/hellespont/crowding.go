package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// overfull reports whether so many units and force points of a class are too many
// for a zone (3.6).
func (g *game) overfull(z board.Zone, c class, units, pf int) bool {
	over, overPF := g.board.Limit(z, boardClass[c]).Over(units, pf)
	return over > 0 || overPF > 0
}

var boardClass = [2]board.Class{naval: board.NavalUnits, land: board.LandUnits}

// relieve moves units out of a zone that a retreat has overfilled, to zones next
// door without enemy units, where there is room (4.2.4). Those for which there is
// none are eliminated like any surplus (3.6).
func (g *game) relieve(t *adjudicator.Table, s adjudicator.Side, z board.Zone) {
	for {
		f := &crowdForm{g: g, side: s, from: z, units: g.surplus(s, z)}
		if f.units.empty() {
			return
		}
		exits := f.exits()
		if exits == 0 {
			g.settleZone(t, s, z)
			return
		}
		a := f.Default().(displacement)
		if exits > 1 {
			q := adjudicator.Question{Kind: "crowded", Rule: "4.2.4", Verbs: verbsRetreat, Reaction: true, Form: f}
			if t.Heard() {
				q.Prompt = adjudicator.Say("hellespont.ask.crowded", "Zone", g.zoneTerm(z), "Units", g.terms(f.units, 0))
			}
			a = t.Ask(s, q).(displacement)
		}
		if t.Heard() {
			g.show(t, "4.2.4", 1, g.mark("retreat", s, z, a.to), "pushed-on", "Side", g.sideTerm(s),
				"Unit", g.unitTermOf(a.unit), "From", g.zoneTerm(z), "To", g.zoneTerm(a.to))
		}
		g.place(a.unit, a.to)
		g.strand(t, s.Other(), a.to)
	}
}

// crowdForm is the question which unit leaves an overfull zone, and where it goes.
type crowdForm struct {
	g     *game
	side  adjudicator.Side
	from  board.Zone
	units unitSet
}

// displacement is the answer to a crowdForm.
type displacement struct {
	g    *game
	unit unit
	to   board.Zone
}

// Words implements [adjudicator.Answer].
func (a displacement) Words() adjudicator.Words {
	return join(adjudicator.Words{verbOf[actRetreat]}, a.g.words(unitsOf(a.unit), 0),
		adjudicator.Words{adjudicator.Keyword("to"), a.g.zoneTerm(a.to)})
}

// rooms returns where a unit can be displaced to.
func (f *crowdForm) rooms(u unit) board.Set {
	g := f.g
	way, c := board.ByLand, g.units[u].class
	if c == naval {
		way = board.BySea
	}
	var rooms board.Set
	for z := range g.board.Near(f.from, way).Minus(g.held[f.side.Other()]).Minus(g.shutTo(f.side)).All() {
		there := g.unitsAt(f.side, z).and(g.ships)
		if c == land {
			there = g.landAt(f.side, z)
		}
		if !g.overfull(z, c, there.len()+1, int(g.pf[f.side][c][z])+g.strength(u)) {
			rooms.Add(z)
		}
	}
	return rooms
}

// exits counts the different displacements that are possible.
func (f *crowdForm) exits() int {
	n := 0
	f.each(func(displacement) bool { n++; return true })
	return n
}

// each calls yield with the possible displacements, of equal units one only, until
// it returns false.
func (f *crowdForm) each(yield func(displacement) bool) {
	for rest := f.units; !rest.empty(); {
		u := rest.pop()
		rest = rest.minus(f.g.equal(rest, f.g.units[u].label, f.g.weak.has(u)))
		for z := range f.rooms(u).All() {
			if !yield(displacement{f.g, u, z}) {
				return
			}
		}
	}
}

// Accept implements [adjudicator.Form].
func (f *crowdForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	sel, ok := o.(selection)
	if !ok {
		return nil, notNow(s, "4.2.4")
	}
	units, _, d := resolve(f.g, s, sel.parts, f.units, 0, "4.2.4")
	if d != nil {
		return nil, d
	}
	if units.len() != 1 {
		return nil, orders.IllegalAt(s, s.Span(), "one-at-a-time", "4.2.4",
			"Units", f.g.terms(units, 0), "Present", f.g.terms(f.units, 0))
	}
	a := displacement{f.g, f.g.canonical(units, f.units).nth(0), sel.to.zone}
	if rooms := f.rooms(a.unit); !rooms.Has(a.to) {
		return nil, orders.IllegalAt(s, sel.to.span, "no-retreat-there", "4.2.4", "To", f.g.zoneTerm(a.to),
			"Zone", f.g.zoneTerm(f.from), "Zones", f.g.zoneTerms(rooms))
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *crowdForm) Check(x adjudicator.Answer) error {
	if a, ok := x.(displacement); !ok || !f.units.has(a.unit) || !f.rooms(a.unit).Has(a.to) {
		return errIllegal
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *crowdForm) Sample(r *rand.Rand) adjudicator.Answer {
	var found displacement
	n := 0
	f.each(func(a displacement) bool {
		if n++; r.IntN(n) == 0 {
			found = a
		}
		return true
	})
	return found
}

// Default implements [adjudicator.Form].
func (f *crowdForm) Default() adjudicator.Answer {
	var first displacement
	f.each(func(a displacement) bool { first = a; return false })
	return first
}

// Choices implements [adjudicator.Form].
func (f *crowdForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	f.each(func(a displacement) bool {
		choices = append(choices, adjudicator.Choice{Words: a.Words()})
		return true
	})
	return choices
}
