package hellespont

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// settle checks all stacks of a side at the end of its movements: what ships carry
// (3.3) and the stacking limits (3.6).
func (g *game) settle(t *adjudicator.Table, side adjudicator.Side) {
	for z := range g.held[side].All() {
		g.settleZone(t, side, z)
	}
	g.strandAll(t, side)
	g.captureLeaders(t)
	g.changed(t)
}

// strandAll removes leaders of a side whom its movements have left at sea without a
// ship (3.1).
func (g *game) strandAll(t *adjudicator.Table, side adjudicator.Side) {
	for men := g.captains[side]; men != 0; {
		if z := g.leaderWhere[men.pop()]; z != board.NoZone && g.seas.Has(z) {
			g.strand(t, side, z)
		}
	}
}

// settleZone checks one stack after movements and retreats. Land units at sea that
// the ships there cannot carry are weakened or eliminated (3.3); what exceeds the
// stacking limits is eliminated (3.6). Their owner chooses.
func (g *game) settleZone(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	if g.seas.Has(z) {
		g.lighten(t, side, z)
		return
	}
	for {
		over := g.surplus(side, z)
		if over.empty() {
			return
		}
		a := g.sacrificeOf(t, &sacrificeForm{g: g, side: side, zone: z, from: over, rule: "3.6", outright: true})
		if t.Heard() {
			g.tell(t, "3.6", 1, "surplus-lost", "Side", g.sideTerm(side), "Unit", g.unitTermOf(a.unit), "Zone", g.zoneTerm(z))
		}
		g.eliminate(a.unit)
	}
}

// surplus returns the units of which one must go because a stack is over a limit.
func (g *game) surplus(side adjudicator.Side, z board.Zone) unitSet {
	troops, fleet := g.landAt(side, z), g.navalAt(side, z)
	units, pf := g.board.Limit(z, board.LandUnits).Over(troops.len(), g.landPF(side, z))
	if units > 0 || pf > 0 {
		return troops
	}
	units, pf = g.board.Limit(z, board.NavalUnits).Over(fleet.len(), g.navalPF(side, z))
	if units > 0 || pf > 0 {
		return fleet
	}
	return unitSet{}
}

// lighten makes a fleet carry no more than one PF of land units for five of its
// own (3.3).
func (g *game) lighten(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	for g.navalPF(side, z) < 5*g.landPF(side, z) {
		troops := g.landAt(side, z)
		a := sacrifice{g: g, unit: troops.nth(0), outright: true}
		if g.navalPF(side, z) >= 5 {
			a = g.sacrificeOf(t, &sacrificeForm{g: g, side: side, zone: z, from: troops, rule: "3.3", frugal: !g.habits.freeSurplus})
		}
		before := g.unitTermOf(a.unit)
		gone := a.outright || g.weak.has(a.unit)
		if gone {
			g.eliminate(a.unit)
		} else {
			g.weaken(a.unit)
		}
		if t.Heard() {
			key := "cargo-weakened"
			if gone {
				key = "cargo-lost"
			}
			g.tell(t, "3.3", 2, key, "Side", g.sideTerm(side), "Unit", before, "Zone", g.zoneTerm(z),
				"Fleet", g.navalPF(side, z))
		}
	}
}

// sacrificeOf asks which unit to give up, unless there is nothing to choose.
func (g *game) sacrificeOf(t *adjudicator.Table, f *sacrificeForm) sacrifice {
	if f.outright && g.oneKind(f.from) {
		return sacrifice{g, f.from.nth(0), true}
	}
	q := adjudicator.Question{Kind: "surplus", Rule: f.rule, Verbs: sacrificeVerbs, Reaction: f.side != g.active, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.surplus", "Zone", g.zoneTerm(f.zone), "Who", g.terms(f.from, 0),
			"Fleet", g.navalPF(f.side, f.zone), "Carried", g.landPF(f.side, f.zone))
	}
	return t.Ask(f.side, q).(sacrifice)
}

// oneKind reports whether all units of a set show the same face.
func (g *game) oneKind(set unitSet) bool {
	first := set.nth(0)
	return g.equal(set, g.units[first].label, g.weak.has(first)) == set
}

var sacrificeVerbs = []string{"lose", "remove"}

// sacrificeForm asks for one unit to give up: "lose" weakens it, or eliminates one
// that is weakened already; "remove" eliminates it whatever its state.
type sacrificeForm struct {
	g        *game
	side     adjudicator.Side
	zone     board.Zone
	from     unitSet
	rule     string
	outright bool // it is eliminated in any case
	frugal   bool // it is eliminated only where weakening it would not be enough (3.3)
}

// sacrifice is the unit given up.
type sacrifice struct {
	g        *game
	unit     unit
	outright bool
}

// Words implements [adjudicator.Answer].
func (a sacrifice) Words() adjudicator.Words {
	verb := adjudicator.Keyword("lose")
	if a.outright {
		verb = "remove"
	}
	return append(adjudicator.Words{verb}, a.g.words(unitsOf(a.unit), 0)...)
}

// Accept implements [adjudicator.Form].
func (f *sacrificeForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	given, ok := o.(selection)
	if !ok || given.act != actLose && given.act != actRemove || len(given.parts) != 1 {
		return nil, notNow(s, f.rule)
	}
	part := given.parts[0]
	units, _, d := pick(f.g, s, part.force, f.from, 0, f.zone, f.rule)
	if d != nil {
		return nil, d
	}
	if units.len() != 1 {
		return nil, orders.IllegalAt(s, part.force.span, "one-unit", f.rule, "Units", f.g.terms(f.from, 0))
	}
	u := units.nth(0)
	if given.act == actRemove && !f.removable(u) {
		return nil, orders.IllegalAt(s, part.force.span, "weakening-is-enough", f.rule,
			"Unit", f.g.unitTermOf(u), "Zone", f.g.zoneTerm(f.zone))
	}
	return f.made(u, given.act == actRemove), nil
}

// removable reports whether a unit may be eliminated in one step: it is weakened
// already, it has to go, or weakened it would still be too much for the ships.
func (f *sacrificeForm) removable(u unit) bool {
	g := f.g
	return !f.frugal || f.outright || g.weak.has(u) ||
		g.navalPF(f.side, f.zone) < 5*(g.landPF(f.side, f.zone)-g.units[u].full+g.units[u].reverse)
}

// made gives equal choices one form: a weakened unit is eliminated by "lose".
func (f *sacrificeForm) made(u unit, outright bool) sacrifice {
	return sacrifice{f.g, u, f.outright || outright && !f.g.weak.has(u)}
}

// Check implements [adjudicator.Form].
func (f *sacrificeForm) Check(a adjudicator.Answer) error {
	if s, ok := a.(sacrifice); !ok || s.unit == noUnit || !f.from.has(s.unit) || s.outright && !f.removable(s.unit) {
		return fmt.Errorf("%w: %v is not among the units to give up", errIllegal, a)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *sacrificeForm) Sample(r *rand.Rand) adjudicator.Answer {
	u := f.g.canonical(unitsOf(f.from.nth(r.IntN(f.from.len()))), f.from).nth(0)
	return f.made(u, r.IntN(3) == 0 && f.removable(u))
}

// Default implements [adjudicator.Form]: the weakest unit.
func (f *sacrificeForm) Default() adjudicator.Answer {
	least := f.from.nth(0)
	for rest := f.from; !rest.empty(); {
		if u := rest.pop(); f.g.strength(u) < f.g.strength(least) {
			least = u
		}
	}
	return f.made(least, false)
}

// Choices implements [adjudicator.Form].
func (f *sacrificeForm) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for rest := f.from; !rest.empty(); {
		u := rest.pop()
		if f.g.twinBelow(u, f.from) != noUnit {
			continue
		}
		all = append(all, adjudicator.Choice{Words: f.made(u, false).Words()})
		if !f.outright && !f.g.weak.has(u) && f.removable(u) {
			all = append(all, adjudicator.Choice{Words: f.made(u, true).Words()})
		}
	}
	return all
}
