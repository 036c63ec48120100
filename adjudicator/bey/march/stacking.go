package march

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Settle checks all stacks of a side at the end of its movements: what ships carry
// (3.3) and the stacking limits (3.6).
func (g Marches) Settle(t *adjudicator.Table, side adjudicator.Side) {
	for z := range g.Held[side].All() {
		g.SettleZone(t, side, z)
	}
	g.strandAll(t, side)
	g.CaptureLeaders(t)
	g.Changed(t)
}

// strandAll removes leaders of a side whom its movements have left at sea without a
// ship (3.1).
func (g Marches) strandAll(t *adjudicator.Table, side adjudicator.Side) {
	for men := g.Captains[side]; men != 0; {
		if z := g.LeaderWhere[men.Pop()]; z != board.NoZone && g.Seas.Has(z) {
			g.Strand(t, side, z)
		}
	}
}

// SettleZone checks one stack after movements and retreats. Land units at sea that
// the ships there cannot carry are weakened or eliminated (3.3); what exceeds the
// stacking limits is eliminated (3.6). Their owner chooses.
func (g Marches) SettleZone(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	if g.Seas.Has(z) {
		g.Lighten(t, side, z)
		return
	}
	for {
		over := g.Surplus(side, z)
		if over.Empty() {
			return
		}
		a := g.sacrificeOf(t, &SacrificeForm{G: g, Side: side, Zone: z, From: over, Rule: g.Sections.Stacking, outright: true})
		g.Tell(t, g.Sections.Stacking, 1, "surplus-lost", "Side", side, "Unit", a.Unit, "Zone", z)
		g.Eliminate(a.Unit)
	}
}

// Surplus returns the units of which one must go because a stack is over a limit.
func (g Marches) Surplus(side adjudicator.Side, z board.Zone) field.UnitSet {
	if over, _ := g.Board.Limit(z, board.AllUnits).Over(g.UnitsAt(side, z).Len(), 0); over > 0 {
		return g.UnitsAt(side, z)
	}
	troops, fleet := g.LandAt(side, z), g.NavalAt(side, z)
	units, pf := g.Board.Limit(z, board.LandUnits).Over(troops.Len(), g.LandPF(side, z))
	if units > 0 || pf > 0 {
		return troops
	}
	units, pf = g.Board.Limit(z, board.NavalUnits).Over(fleet.Len(), g.NavalPF(side, z))
	if units > 0 || pf > 0 {
		return fleet
	}
	return field.UnitSet{}
}

// Excess returns by how many units and force points a stack would be over a limit if more units
// of its side came there; both are 0 if there is room (3.6).
func (g Marches) Excess(side adjudicator.Side, z board.Zone, more field.UnitSet) (units, pf int) {
	over := func(c board.Class, set field.UnitSet, points int) {
		u, p := g.Board.Limit(z, c).Over(set.Len(), points)
		units, pf = max(units, u), max(pf, p)
	}
	all := g.UnitsAt(side, z).Or(more)
	over(board.AllUnits, all, 0)
	for _, c := range [...]field.Class{field.Naval, field.Land} {
		set := all.And(g.Ships)
		if c == field.Land {
			set = all.Minus(g.Ships)
		}
		over(BoardClass[c], set, g.Sum(set))
	}
	return units, pf
}

// RoomNote warns that units would find too little room in a zone; it is empty where there is
// enough.
func (g Marches) RoomNote(side adjudicator.Side, z board.Zone, more field.UnitSet) adjudicator.Phrase {
	units, pf := g.Excess(side, z, more)
	if units == 0 && pf == 0 {
		return adjudicator.Phrase{}
	}
	return adjudicator.Say("bey.note.overfull", "Zone", g.ZoneTerm(z), "Units", units, "PF", pf)
}

// Lighten makes a fleet carry no more than one PF of land units for five of its
// own (3.3).
func (g Marches) Lighten(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	for g.NavalPF(side, z) < 5*g.LandPF(side, z) {
		troops := g.LandAt(side, z)
		a := Sacrifice{G: g, Unit: troops.Nth(0), outright: true}
		if g.NavalPF(side, z) >= 5 {
			a = g.sacrificeOf(t, &SacrificeForm{G: g, Side: side, Zone: z, From: troops, Rule: g.Sections.Voyage, frugal: !g.Habits.FreeSurplus})
		}
		before := g.UnitTermOf(a.Unit)
		gone := a.outright || g.Weak.Has(a.Unit)
		if gone {
			g.Eliminate(a.Unit)
		} else {
			g.Weaken(a.Unit)
		}
		if t.Heard() {
			key := "cargo-weakened"
			if gone {
				key = "cargo-lost"
			}
			g.Tell(t, g.Sections.Voyage, 2, key, "Side", side, "Unit", before, "Zone", z,
				"Fleet", g.NavalPF(side, z))
		}
	}
}

// sacrificeOf asks which unit to give up, unless there is nothing to choose.
func (g Marches) sacrificeOf(t *adjudicator.Table, f *SacrificeForm) Sacrifice {
	if f.outright && g.oneKind(f.From) {
		return Sacrifice{g, f.From.Nth(0), true}
	}
	q := adjudicator.Question{Kind: "surplus", Rule: f.Rule, Verbs: sacrificeVerbs, Reaction: f.Side != g.Active, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("bey.ask.surplus", "Zone", g.ZoneTerm(f.Zone), "Who", g.Terms(f.From, 0),
			"Fleet", g.NavalPF(f.Side, f.Zone), "Carried", g.LandPF(f.Side, f.Zone))
	}
	return t.Ask(f.Side, q).(Sacrifice)
}

// oneKind reports whether all units of a set show the same face.
func (g Marches) oneKind(set field.UnitSet) bool {
	first := set.Nth(0)
	return g.Equal(set, g.Pieces[first].Label, g.Weak.Has(first)) == set
}

var sacrificeVerbs = []string{"lose", "remove"}

// SacrificeForm asks for one unit to give up: "lose" weakens it, or eliminates one
// that is weakened already; "remove" eliminates it whatever its state.
type SacrificeForm struct {
	G        Marches
	Side     adjudicator.Side
	Zone     board.Zone
	From     field.UnitSet
	Rule     string
	outright bool // it is eliminated in any case
	frugal   bool // it is eliminated only where weakening it would not be enough (3.3)
}

// Sacrifice is the unit given up.
type Sacrifice struct {
	G        Marches
	Unit     field.UnitNo
	outright bool
}

// Words implements [adjudicator.Answer].
func (a Sacrifice) Words() adjudicator.Words {
	verb := adjudicator.Keyword("lose")
	if a.outright {
		verb = "remove"
	}
	return append(adjudicator.Words{verb}, a.G.Naming(field.UnitsOf(a.Unit), 0)...)
}

// Accept implements [adjudicator.Form].
func (f *SacrificeForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	given, ok := o.(order.Selection)
	if !ok || given.Act != order.ActLose && given.Act != order.ActRemove || len(given.Parts) != 1 {
		return nil, field.NotNow(s, f.Rule)
	}
	part := given.Parts[0]
	units, _, d := order.Pick(f.G.Field, s, part.Force, f.From, 0, f.Zone, f.Rule)
	if d != nil {
		return nil, d
	}
	if units.Len() != 1 {
		return nil, orders.IllegalAt(s, part.Force.Span, "one-unit", f.Rule, "Units", f.G.Terms(f.From, 0))
	}
	u := units.Nth(0)
	if given.Act == order.ActRemove && !f.removable(u) {
		return nil, orders.IllegalAt(s, part.Force.Span, "weakening-is-enough", f.Rule,
			"Unit", f.G.UnitTermOf(u), "Zone", f.G.ZoneTerm(f.Zone))
	}
	return f.made(u, given.Act == order.ActRemove), nil
}

// removable reports whether a unit may be eliminated in one step: it is weakened
// already, it has to go, or weakened it would still be too much for the ships.
func (f *SacrificeForm) removable(u field.UnitNo) bool {
	g := f.G
	return !f.frugal || f.outright || g.Weak.Has(u) ||
		g.NavalPF(f.Side, f.Zone) < 5*(g.LandPF(f.Side, f.Zone)-g.Pieces[u].Full+g.Pieces[u].Reverse)
}

// made gives equal choices one form: a weakened unit is eliminated by "lose".
func (f *SacrificeForm) made(u field.UnitNo, outright bool) Sacrifice {
	return Sacrifice{f.G, u, f.outright || outright && !f.G.Weak.Has(u)}
}

// Check implements [adjudicator.Form].
func (f *SacrificeForm) Check(a adjudicator.Answer) error {
	if s, ok := a.(Sacrifice); !ok || s.Unit == field.NoUnit || !f.From.Has(s.Unit) || s.outright && !f.removable(s.Unit) {
		return fmt.Errorf("%w: %v is not among the units to give up", field.ErrIllegal, a)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *SacrificeForm) Sample(r *rand.Rand) adjudicator.Answer {
	u := f.G.Canonical(field.UnitsOf(f.From.Nth(r.IntN(f.From.Len()))), f.From).Nth(0)
	return f.made(u, r.IntN(3) == 0 && f.removable(u))
}

// Default implements [adjudicator.Form]: the weakest unit.
func (f *SacrificeForm) Default() adjudicator.Answer {
	return f.made(f.From.Best(1, func(u field.UnitNo) int { return -f.G.Strength(u) }).Nth(0), false)
}

// Choices implements [adjudicator.Form].
func (f *SacrificeForm) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for rest := f.From; !rest.Empty(); {
		u := rest.Pop()
		if f.G.TwinBelow(u, f.From) != field.NoUnit {
			continue
		}
		all = append(all, adjudicator.Choice{Words: f.made(u, false).Words()})
		if !f.outright && !f.G.Weak.Has(u) && f.removable(u) {
			all = append(all, adjudicator.Choice{Words: f.made(u, true).Words()})
		}
	}
	return all
}

// Offers implements [adjudicator.Offerer]: nobody goes anywhere.
func (f *SacrificeForm) Offers() adjudicator.Offers { return adjudicator.OnlyKinds(f.Choices()) }
