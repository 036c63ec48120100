package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Recoil is the penalty for combats that the active player cannot pay (4.1): his
// units that entered a contested zone in this action phase go back to where they
// started, weakened; those weakened already are eliminated.
func (g Marches) Recoil(t *adjudicator.Table, active adjudicator.Side, due board.Set) {
	g.GoBack(t, active, due, &g.Phase.Origin)
}

// comeback is those of a side who leave a zone where no combat is paid for.
type comeback struct {
	zone  board.Zone
	units field.UnitSet
	men   field.LeaderSet
}

// GoBack returns the units of a side that came into some zones to where they
// started, weakened, and the leaders who came with them to where these did. All set
// out at once: nobody holds a start for the others by having returned there before.
func (g Marches) GoBack(t *adjudicator.Table, s adjudicator.Side, zones board.Set, from *field.Origins) {
	var all []comeback
	for z := range zones.All() {
		c := comeback{zone: z, units: from.Of(g.UnitsAt(s, z))}
		if c.units.Empty() {
			continue
		}
		for men := g.LeadersOf(s, z); men != 0; {
			if l := men.Pop(); from.Leaders[l] != board.NoZone {
				c.men.Add(l)
			}
		}
		if t.Heard() {
			g.Show(t, "4.1", 0, g.Mark("retreat", s, z), "combat-unpaid", "Side", s,
				"Units", c.units, "Zone", z)
		}
		all = append(all, c)
	}
	for _, c := range all {
		for rest := c.units; !rest.Empty(); {
			g.Lift(rest.Pop())
		}
	}
	var homes board.Set
	for _, c := range all {
		homes = homes.Union(g.goHome(t, s, c, from))
	}
	for _, c := range all {
		g.Aftermath(t, c.zone)
	}
	for h := range homes.All() {
		g.SettleZone(t, s, h)
		g.Strand(t, s, h)
	}
	g.CaptureLeaders(t)
	g.Changed(t)
}

// goHome puts those who leave a zone back to where they started, and returns the
// zones where that was. Units that were weakened before are eliminated, and so are
// those whose start the enemy holds alone by then: no unit enters a port of his
// (3.1), and there is no other way. Each of the three is told.
func (g Marches) goHome(t *adjudicator.Table, s adjudicator.Side, c comeback, from *field.Origins) (homes board.Set) {
	var lost field.UnitSet
	for rest := c.units; !rest.Empty(); {
		u := rest.Pop()
		h := from.Units[u]
		if g.Enemies(s, h) && !g.Holds(s, h) {
			lost.Add(u)
			continue
		}
		homes.Add(h)
	}
	back := c.units.Minus(lost)
	fresh := back.Minus(g.Weak)
	g.WeakenAll(t, "4.1", s, c.zone, back)
	for !fresh.Empty() {
		u := fresh.Pop()
		g.Place(u, from.Units[u])
	}
	if !lost.Empty() && t.Heard() {
		g.Tell(t, "4.1", 1, "no-retreat", "Side", s, "Zone", c.zone, "Units", lost)
	}
	for !lost.Empty() {
		g.Eliminate(lost.Pop())
	}
	for men := c.men; men != 0; {
		l := men.Pop()
		g.PlaceLeader(l, from.Leaders[l])
		homes.Add(from.Leaders[l])
	}
	return homes
}
