package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// recoil is the penalty for combats that the active player cannot pay (4.1): his
// units that entered a contested zone in this action phase go back to where they
// started, weakened; those weakened already are eliminated.
func (g *game) recoil(t *adjudicator.Table, active adjudicator.Side, due board.Set) {
	g.goBack(t, active, due, &g.phase.origin)
}

// overdue sees to combats that are still due when the points of both sides are
// spent: over zones that both have been in since B.2, which nobody has paid for. The
// units that sailed there in B.2 go back to their base as in 4.1.
func (g *game) overdue(t *adjudicator.Table) {
	due := g.contested()
	for _, s := range [2]adjudicator.Side{g.initiative, g.initiative.Other()} {
		g.goBack(t, s, due, &g.berth)
	}
}

// comeback is those of a side who leave a zone where no combat is paid for.
type comeback struct {
	zone  board.Zone
	units unitSet
	men   leaderSet
}

// goBack returns the units of a side that came into some zones to where they
// started, weakened, and the leaders who came with them to where these did. All set
// out at once: nobody holds a start for the others by having returned there before.
func (g *game) goBack(t *adjudicator.Table, s adjudicator.Side, zones board.Set, from *origins) {
	var all []comeback
	for z := range zones.All() {
		c := comeback{zone: z, units: from.of(g.unitsAt(s, z))}
		if c.units.empty() {
			continue
		}
		for men := g.leadersOf(s, z); men != 0; {
			if l := men.pop(); from.leaders[l] != board.NoZone {
				c.men.add(l)
			}
		}
		if t.Heard() {
			g.show(t, "4.1", 0, g.mark("retreat", s, z), "combat-unpaid", "Side", g.sideTerm(s),
				"Units", g.terms(c.units, 0), "Zone", g.zoneTerm(z))
		}
		all = append(all, c)
	}
	for _, c := range all {
		for rest := c.units; !rest.empty(); {
			g.lift(rest.pop())
		}
	}
	var homes board.Set
	for _, c := range all {
		homes = homes.Union(g.goHome(t, s, c, from))
	}
	for _, c := range all {
		g.aftermath(t, c.zone)
	}
	for h := range homes.All() {
		g.settleZone(t, s, h)
		g.strand(t, s, h)
	}
	g.captureLeaders(t)
	g.changed(t)
}

// of returns the units of a set that have an origin.
func (o *origins) of(set unitSet) unitSet {
	var came unitSet
	for !set.empty() {
		if u := set.pop(); o.units[u] != board.NoZone {
			came.add(u)
		}
	}
	return came
}

// goHome puts those who leave a zone back to where they started, and returns the
// zones where that was. Units that were weakened before are eliminated, and so are
// those whose start the enemy holds alone by then: no unit enters a port of his
// (3.1), and there is no other way.
func (g *game) goHome(t *adjudicator.Table, s adjudicator.Side, c comeback, from *origins) (homes board.Set) {
	var lost unitSet
	for rest := c.units; !rest.empty(); {
		u := rest.pop()
		h := from.units[u]
		if g.enemies(s, h) && !g.holds(s, h) {
			lost.add(u)
			continue
		}
		homes.Add(h)
		if !g.weaken(u) {
			g.place(u, h)
		}
	}
	if !lost.empty() && t.Heard() {
		g.tell(t, "4.1", 1, "no-retreat", "Side", g.sideTerm(s), "Zone", g.zoneTerm(c.zone), "Units", g.terms(lost, 0))
	}
	for !lost.empty() {
		g.eliminate(lost.pop())
	}
	for men := c.men; men != 0; {
		l := men.pop()
		g.placeLeader(l, from.leaders[l])
		homes.Add(from.leaders[l])
	}
	return homes
}
