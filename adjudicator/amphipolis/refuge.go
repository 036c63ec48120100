package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Refuges implements [march.Rules] (4.2.2).
func (g *game) Refuges(s adjudicator.Side, z board.Zone, c field.Class) board.Set {
	var to board.Set
	switch {
	case g.theatre.Has(z):
		to = g.refugesOver(s, z, c)
	case c == field.Land:
		to = g.refugesByLand(s, z).Union(g.basesBeside(s, z))
	}
	to = to.Minus(g.Held[s.Other()])
	if s == g.Active {
		to = to.Minus(g.Phase.Barred)
	}
	return to
}

// refugesOver are those on the map of operations: zones with a garrison of one's own, and
// the rear bases of the side. Ships go to Thasos alone.
func (g *game) refugesOver(s adjudicator.Side, z board.Zone, c field.Class) board.Set {
	bases := g.BasesOf[s]
	if c == field.Naval {
		bases = bases.Intersect(board.SetOf(g.thasos))
	}
	own := g.garrisonsOf(s).Intersect(g.theatre)
	own.Remove(z)
	return bases.Union(own)
}

// refugesByLand are the land zones next door that a movement of the side could reach,
// whatever it costs.
func (g *game) refugesByLand(s adjudicator.Side, z board.Zone) (to board.Set) {
	cost := g.StepCost(s, march.ByLand)
	for i := range g.Board.Edges(z) {
		if e := &g.Board.Edges(z)[i]; g.Lands.Has(e.To) && cost(z, e) != board.Never {
			to.Add(e.To)
		}
	}
	return to
}

// basesBeside are the rear bases of a side beside a zone, unless an option closes them; from
// Eion Thasos, with a ship of Athens in its port.
func (g *game) basesBeside(s adjudicator.Side, z board.Zone) (to board.Set) {
	if s == athens && z == g.eion && g.harbour.Meets(g.HeldBySea[athens]) {
		to.Add(g.thasos)
	}
	if g.options.NoRetreatToBase {
		return to
	}
	for base := range g.BasesOf[s].All() {
		if g.Board.Near(base, board.ByLand).Has(z) {
			to.Add(base)
		}
	}
	return to
}

// JudgeRetreat implements [battle.Rules]: from the map of operations land units sail to
// Thasos aboard ships that go with them, one for each naval PF, and ships nowhere but there
// or to other zones of operations (4.2.2).
func (g *game) JudgeRetreat(f *battle.RetreatForm, a *battle.Retirement) *field.Fault {
	if !g.theatre.Has(f.From) || !f.Near.Has(a.To) {
		return nil
	}
	fleet, troops := a.Units.And(g.Ships), a.Units.Minus(g.Ships)
	switch {
	case a.To == g.thasos && troops.Len() > g.Sum(fleet):
		return g.Fault("operation-ships", "3.2.2", field.FaultForce, "To", a.To, "Count", troops.Len(), "Fleet", g.Sum(fleet),
			"Ships", f.Units.And(g.Ships).Minus(fleet))
	case g.Bases.Has(a.To) && a.To != g.thasos && !fleet.Empty():
		return g.Fault("no-retreat-there", "4.2.2", 0, "To", a.To, "Zone", f.From, "Zones", g.Refuges(f.Side, f.From, field.Naval))
	}
	return nil
}
