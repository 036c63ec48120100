package perse

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
)

// supply is the phase of supply (10): both sides' forces ashore, zone by zone, and troops at sea.
func (g *Game) supply(t *adjudicator.Table) { g.supplyFrom(t, field.Greeks, 0, 0) }

// supplyFrom goes on with the phase at a marker of a side in a zone.
func (g *Game) supplyFrom(t *adjudicator.Table, side adjudicator.Side, z board.Zone, n fog.Name) {
	defer g.within("supply")()
	for ; side <= field.Persians; side, z = side+1, 0 {
		for ; z < board.Zone(g.Rules.Map.Len()); z, n = z+1, 0 {
			g.supplyMarkers(t, side, z, n)
			g.supplyLoose(t, side, z)
		}
	}
}

// supplyMarkers looks at the markers of a zone: each is a force. Whether a marker has supply hangs on
// its points, which the enemy does not see; so a die is thrown for each that could have none, and it
// has no effect on who has supply, or no troops.
func (g *Game) supplyMarkers(t *adjudicator.Table, side adjudicator.Side, z board.Zone, from fog.Name) {
	for names := (g.Ashore(side, z) | g.PassengersIn(side, z)) >> from << from; names != 0; {
		n := names.Pop()
		aboard := g.Aboard[side][n] != 0
		if g.Over || !g.MayAct(side, 1<<n) || !aboard && g.Supplied(side, z, 99) {
			continue
		}
		points := g.Points(g.Borne(side, 1<<n))
		if aboard && points <= field.Limit || !aboard && g.Supplied(side, z, points) {
			points = 0 // in supply
		}
		g.hungry(t, side, 1<<n, z, points)
	}
}

// hungry is the attrition of a marker; points are 0 if it has supply.
func (g *Game) hungry(t *adjudicator.Table, side adjudicator.Side, set fog.Set, z board.Zone, points int) {
	g.starve(t, z, g.Aboard[side][set.Nth(0)] != 0, g.Points(g.Borne(side, set)), func(n int) {
		if points == 0 {
			n = 0
		}
		t.Tell(adjudicator.Event{Rule: "10", Public: adjudicator.Say("perse.event.hunger", "Side", field.Seat(side), "Many", field.Yes(set.Len() > 1), "Names", g.Markers(side, set), "Zone", g.Zone(z), "Number", n, "Ours", field.Ours(g.Rules.UnsuppliedWear))})
		g.pay(t, side, set, n, "10")
	})
}

// supplyLoose looks at the units of a zone that have no marker: they are a force. Greeks who stand where
// they were set up live at home.
func (g *Game) supplyLoose(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	lots := g.Loose(int(side), z, false)
	if !g.Present(side.Other(), z) && !g.Scorched.Has(z) {
		lots = slices.DeleteFunc(lots, func(i int) bool { return side == field.Greeks && g.Roster.Lots[i].Home == z || g.Confined(i) })
	}
	if g.Over || len(lots) == 0 || g.Supplied(side, z, g.Points(lots)) {
		return
	}
	g.starve(t, z, false, g.Points(lots), func(n int) {
		t.Tell(adjudicator.Event{Rule: "10", Public: adjudicator.Say("perse.event.hunger-loose", "Side", field.Seat(side), "Units", g.Units(lots), "Zone", g.Zone(z), "Number", n, "Ours", field.Ours(g.Rules.UnsuppliedWear))})
		g.payLoose(t, side, z, lots, n, "10")
	})
}
