package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// sections are the numbers of the rules that the family's play cites.
var sections = field.Sections{March: "3.2", Pace: "1.1", Voyage: "3.3", Landing: "3.3", AtSea: "3.1", Ferry: "3.4", Stops: "3.5",
	Reckoning: "4.2.2", Losses: "4.2.3", Retreat: "4.2.4", Stacking: "3.6"}

// Fight resolves one combat (4.2).
func (g *game) Fight(t *adjudicator.Table, b *battle.Battle) {
	w := g.war()
	w.TellBattle(t, b)
	if g.evaded(t, b) { // 4.2.1
		return
	}
	w.Commit(t, b)         // 4.2.2
	loser := w.Clash(t, b) // 4.2.3
	w.Aftermath(t, b.Zone)
	g.pursue(t, b, loser.Other())
	w.Retreat(t, b, loser) // 4.2.4
	g.Changed(t)           // 6
}

// lose makes both sides take the losses of a result of the table, and all that follows
// from them (4.2.3).
func (g *game) lose(t *adjudicator.Table, b *battle.Battle, cell bey.Cell) {
	g.war().ApplyResults(t, b, cell)
	g.war().Aftermath(t, b.Zone)
}

// Doomed implements [battle.Rules]: troops aboard go down with their ships (3.3).
func (g *game) Doomed(b *battle.Battle, s adjudicator.Side) (field.UnitSet, field.LeaderSet) {
	return g.UnitsAt(s, b.Zone), g.LeadersOf(s, b.Zone)
}

// Refuges implements [march.Rules]: the zones next door, for ships by sea, for land units
// by land, never a base, nor where enemy units are (4.2.1, 4.2.4).
func (g *game) Refuges(s adjudicator.Side, z board.Zone, c field.Class) board.Set {
	way := board.ByLand
	if c == field.Naval {
		way = board.BySea
	}
	return g.Board.Near(z, way).Minus(g.Held[s.Other()]).Minus(g.war().ShutTo(s))
}

// JudgeRetreat implements [battle.Rules]: a fleet that divides leaves no group overloaded
// (3.3) and no leader without a ship (3.1).
func (g *game) JudgeRetreat(f *battle.RetreatForm, a *battle.Retirement) *field.Fault {
	if !g.Seas.Has(f.From) {
		return nil
	}
	for _, group := range [2]struct {
		units field.UnitSet
		men   field.LeaderSet
	}{{a.Units, a.Men}, {f.Units.Minus(a.Units), f.Men &^ a.Men}} {
		fleet, carried := g.Sum(group.units.And(g.Ships)), g.Sum(group.units.Minus(g.Ships))
		if fleet < 5*carried {
			return g.Fault("overloaded", "3.3", field.FaultForce, "Carried", carried, "Fleet", fleet, "Limit", fleet/5)
		}
		if fleet == 0 && group.men != 0 {
			return g.Fault("leader-without-ship", "3.1", field.FaultForce, "Leader", group.men)
		}
	}
	return nil
}
