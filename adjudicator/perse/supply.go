package perse

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// limit is how many points live off a zone without a line (10).
const limit = 10

// supply is the phase of supply (10): both sides' forces ashore, zone by zone, and troops at sea.
func (g *Game) supply(t *adjudicator.Table) { g.supplyFrom(t, greeks, 0, 0) }

// supplyFrom goes on with the phase at a marker of a side in a zone.
func (g *Game) supplyFrom(t *adjudicator.Table, side adjudicator.Side, z board.Zone, n fog.Name) {
	defer g.within("supply")()
	for ; side <= persians; side, z = side+1, 0 {
		for ; z < board.Zone(g.rules.Map.Len()); z, n = z+1, 0 {
			g.supplyMarkers(t, side, z, n)
			g.supplyLoose(t, side, z)
		}
	}
}

// supplyMarkers looks at the markers of a zone: each is a force. Whether a marker has supply hangs on
// its points, which the enemy does not see; so a die is thrown for each that could have none, and it
// has no effect on who has supply, or no troops.
func (g *Game) supplyMarkers(t *adjudicator.Table, side adjudicator.Side, z board.Zone, from fog.Name) {
	for names := (g.ashore(side, z) | g.passengersIn(side, z)) >> from << from; names != 0; {
		n := names.Pop()
		aboard := g.Aboard[side][n] != 0
		if g.Over || !g.mayAct(side, 1<<n) || !aboard && g.supplied(side, z, 99) {
			continue
		}
		points := g.points(g.borne(side, 1<<n))
		if aboard && points <= limit || !aboard && g.supplied(side, z, points) {
			points = 0 // in supply
		}
		g.hungry(t, side, 1<<n, z, points)
	}
}

// hungry is the attrition of a marker; points are 0 if it has supply.
func (g *Game) hungry(t *adjudicator.Table, side adjudicator.Side, set fog.Set, z board.Zone, points int) {
	g.starve(t, z, g.Aboard[side][set.Nth(0)] != 0, g.points(g.borne(side, set)), func(n int) {
		if points == 0 {
			n = 0
		}
		t.Tell(adjudicator.Event{Rule: "10", Public: adjudicator.Say("perse.event.hunger", "Side", seat(side), "Many", yes(set.Len() > 1), "Names", g.markers(side, set), "Zone", g.zone(z), "Number", n, "Ours", ours(g.rules.UnsuppliedWear))})
		g.pay(t, side, set, n, "10")
	})
}

// supplyLoose looks at the units of a zone that have no marker: they are a force. Greeks who stand where
// they were set up live at home.
func (g *Game) supplyLoose(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	lots := g.loose(int(side), z, false)
	if !g.present(side.Other(), z) && !g.Scorched.has(z) {
		lots = slices.DeleteFunc(lots, func(i int) bool { return side == greeks && g.roster.lots[i].home == z || g.confined(i) })
	}
	if g.Over || len(lots) == 0 || g.supplied(side, z, g.points(lots)) {
		return
	}
	g.starve(t, z, false, g.points(lots), func(n int) {
		t.Tell(adjudicator.Event{Rule: "10", Public: adjudicator.Say("perse.event.hunger-loose", "Side", seat(side), "Units", g.units(lots), "Zone", g.zone(z), "Number", n, "Ours", ours(g.rules.UnsuppliedWear))})
		g.payLoose(t, side, z, lots, n, "10")
	})
}

// supplied reports whether a force of so many points is in supply in a zone (10).
func (g *Game) supplied(side adjudicator.Side, z board.Zone, points int) bool {
	if side == greeks {
		own := g.coalition(z)
		if g.opt.ByControl {
			own = g.controls(z) == int8(greeks)
		}
		return own && !g.present(persians, z) && !g.Scorched.has(z)
	}
	if g.present(greeks, z) {
		return g.fed(z, points)
	}
	if g.shore(z) {
		return true
	}
	if len(g.coasts(z)) == 0 && !(g.opt.Thirty && points > 30) {
		for next := range g.rules.Land[z].All() {
			if g.shore(next) {
				return true
			}
		}
	}
	return g.fed(z, points) || g.line(z)
}

// fed is the clause of ten points, which live off the land.
func (g *Game) fed(z board.Zone, points int) bool { return points <= limit && !g.Scorched.has(z) }

// coasts are the seas before a zone.
func (g *Game) coasts(z board.Zone) (seas []board.Zone) {
	for s := range g.rules.Coast[z].All() {
		seas = append(seas, s)
	}
	if k := g.rules.Map.Kind(z); k == board.Sea {
		return nil
	}
	return seas
}

// shore reports whether a zone is a coast without enemies, with own ships alone in a sea before it and
// no enemy's in another (P-38).
func (g *Game) shore(z board.Zone) bool {
	if g.present(greeks, z) {
		return false
	}
	own := false
	for _, s := range g.coasts(z) {
		if g.fleetIn(greeks, s) {
			return false
		}
		own = own || g.fleetIn(persians, s)
	}
	return own
}

// fleetIn reports whether a side has ships, or a fleet's marker, in a sea.
func (g *Game) fleetIn(side adjudicator.Side, s board.Zone) bool {
	return g.afloat(side, s) != 0 || len(g.loose(int(side), s, true)) > 0
}

// line reports whether a line of zones leads to Aeolis that the Persian controls, or that nobody does;
// zones of neutrals do not break it, a Greek leader or decoy does, and so does a scorched zone, which
// nobody controls but for victory (12).
func (g *Game) line(z board.Zone) bool {
	source := g.rules.Map.MustZone("Eolide")
	reached, queue := board.SetOf(z), []board.Zone{z}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if at == source {
			return !g.present(greeks, source)
		}
		for next := range g.rules.Land[at].All() {
			if open := g.controls(next) != int8(greeks) && !g.present(greeks, next) && !g.Scorched.has(next); open && !reached.Has(next) {
				reached.Add(next)
				queue = append(queue, next)
			}
		}
	}
	return false
}

// coalition reports whether a zone is of the coalition against the Persians (P-49): printed as Greek,
// held by the Greeks at the beginning, or a neutral that has joined them.
func (g *Game) coalition(z board.Zone) bool {
	if g.Joined[z] == int8(greeks) || g.rules.Map.Tagged("colour-greek").Has(z) {
		return true
	}
	for _, own := range g.roster.Control[greeks] {
		if own == z {
			return true
		}
	}
	return false
}
