package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// inPlay is the game that is played, or nil if it is another ruleset's. A sensible player
// of it ([bot.Player]) goes for ports and besieges them with ships and troops, and minds his
// supply.
func inPlay(g adjudicator.Game) bot.Rules {
	if g, ok := g.(*game); ok {
		return g
	}
	return nil
}

// Think implements [bot.Rules].
func (g *game) Think(p *bot.Player, here *bot.Planner, side adjudicator.Side, form adjudicator.Form) adjudicator.Answer {
	x := thinker{p, here, g}
	switch f := form.(type) {
	case *startForm:
		return x.start(f)
	case *zoneMenu:
		if f.act == actEvade {
			return x.evade(side, f)
		}
		return x.besiege(side, f)
	case *portForm:
		return x.enter(f)
	case *redeployForm:
		return x.redeploy(f)
	}
	return nil // losses and recoveries: the defaults give up the least and recover the most
}

// thinker answers what Hellespont alone asks.
type thinker struct {
	*bot.Player
	here *bot.Planner
	g    *game
}

// SetOut implements [bot.Rules]: fleets with the troops that they carry, without those who
// hold a port, without troops, the weakest ship and half of them; and the troops.
func (g *game) SetOut(w *bot.Wanderer, z board.Zone, who bot.Party) {
	ships, troops := who.Units.And(g.Ships), who.Units.Minus(g.Ships)
	sailors := who.Leaders &^ g.LandLeaders
	sail := func(units field.UnitSet, men field.LeaderSet) { w.Sail(z, bot.Party{Units: units, Leaders: men}) }
	if !ships.Empty() {
		aboard := troops.Minus(g.Landsmen)
		sail(g.laden(ships, aboard), sailors)
		if keep := keeper(w.G, who.Units); g.Ports.Has(z) && keep != field.NoUnit {
			rest := field.UnitsOf(keep)
			sail(g.laden(ships.Minus(rest), aboard.Minus(rest)), sailors)
		}
		if !aboard.Empty() && !g.Seas.Has(z) {
			sail(ships, sailors)
		}
		if ships.Len() > 1 {
			sail(field.UnitsOf(w.G.Weakest(ships)), 0)
			half := g.laden(bot.Half(ships), aboard)
			sail(half, sailors)
			sail(half, 0)
		}
	}
	if !troops.Empty() && !g.Seas.Has(z) {
		g.walk(w, z, troops, who.Leaders)
	}
}

// keeper is the unit that holds a port for the least: the weakest on land, else
// the weakest ship; none if one unit is all there is.
func keeper(g *bot.Planner, units field.UnitSet) field.UnitNo {
	if units.Len() < 2 {
		return field.NoUnit
	}
	if troops := units.Minus(g.Ships); !troops.Empty() {
		return g.Weakest(troops)
	}
	return g.Weakest(units)
}

// walk offers all troops, all but the weakest, and the weakest by itself.
func (g *game) walk(w *bot.Wanderer, z board.Zone, troops field.UnitSet, men field.LeaderSet) {
	w.Walk(z, bot.Party{Units: troops, Leaders: men})
	if troops.Len() > 1 {
		weakest := field.UnitsOf(w.G.Weakest(troops))
		w.Walk(z, bot.Party{Units: troops.Minus(weakest), Leaders: men})
		w.Walk(z, bot.Party{Units: weakest})
	}
}

// laden adds to a fleet the troops that it can carry, the strongest first (3.3).
func (g *game) laden(fleet, troops field.UnitSet) field.UnitSet {
	room := g.Sum(fleet) / 5
	for !troops.Empty() {
		u := bot.Strongest(&g.Field, troops)
		troops.Drop(u)
		if n := g.Strength(u); n <= room {
			fleet.Add(u)
			room -= n
		}
	}
	return fleet
}

// MayPart implements [bot.Rules].
func (g *game) MayPart(s adjudicator.Side, units field.UnitSet, men field.LeaderSet) bool {
	return g.judgeLeft(s, units, men, "3.3") == nil
}

// Bearing implements [bot.Rules]: the zones next door (4.2.2, 4.2.4).
func (g *game) Bearing(z board.Zone) board.Set {
	return g.Board.Near(z, board.Any).Union(g.Board.Beaches(z)).Union(board.SetOf(z))
}

// Alike implements [bot.Rules].
func (g *game) Alike(other battle.Model) bool {
	o := other.(*game)
	return g.Field.Alike(&o.Field) && g.landmarks == o.landmarks && g.edition == o.edition && g.setting == o.setting &&
		g.options == o.options && g.supply == o.supply && g.shortage == o.shortage && g.bounty == o.bounty && g.home == o.home
}
