package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// strike is an interception of a force that was in the zone already, in one's own segment (P-22).
func (g *Game) strike(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	came := g.striker(side, a)
	if a.Target == order.Neutrals {
		g.affront(t, side.Other(), came.At)
		a.Target = order.Loose
	}
	g.try(t, side, came, a)
}

// affront has a neutral city that is attacked join the other side (14.3, P-21), with its units.
func (g *Game) affront(t *adjudicator.Table, to adjudicator.Side, z board.Zone) {
	g.Joined[z] = int8(to)
	for _, i := range g.Loose(data.Neutral, z, false) {
		g.Lots[i].Side = int8(to)
	}
	t.Tell(adjudicator.Event{Rule: "14.3", Public: adjudicator.Say("perse.event.turned", "Zone", g.Zone(z), "Loyal", loyalty(int8(to)))})
	g.entered(t, to, z)
	g.Keeper[z] = int8(to)
}

// striker is the force that strikes: the active one, or ships.
func (g *Game) striker(side adjudicator.Side, a order.Act) field.Force {
	pieces := g.Set(side, a.With)
	if pieces&g.Roster.Back[side][1] != 0 {
		return field.Force{Side: side, Names: g.Veil[side].Names(pieces), At: g.At(side, pieces.Nth(0)), Sea: true}
	}
	return field.Force{Side: side, Names: g.Acting(side), At: g.Here(side)}
}

// wrongStrike judges an interception in one's own segment.
func (g *Game) wrongStrike(side adjudicator.Side, a order.Act) *order.Fault {
	came := g.striker(side, a)
	if came.Names == 0 || came.At == field.Nowhere || !g.Stands(came) {
		return order.Refuse("nobody-active", "4.1")
	}
	if why := g.stopped(); why != nil && !came.Sea {
		return why
	}
	if a.Target == order.Neutrals {
		if came.Sea || len(g.Loose(data.Neutral, came.At, false)) == 0 {
			return order.Refuse("nobody-there", "14.3", "Zone", g.Zone(came.At))
		}
	}
	return g.wrongIntercept(side, came, a)
}

// strikes lists the interceptions that a side could try in its own segment.
func (g *Game) strikes(side adjudicator.Side, all []order.Act) []order.Act {
	if here := g.Here(side); here != field.Nowhere {
		came := field.Force{Side: side, Names: g.Now.Names, At: here}
		all = g.intercepts(side, came, all)
		if p := g.Head(side, came.Names); p != draw.None && len(g.Loose(data.Neutral, here, false)) > 0 {
			all = append(all, order.Act{Verb: "intercept", Target: order.Neutrals, With: g.Roster.Pieces[side][p].ID})
		}
	}
	for rest := g.Roster.Back[side][1]; rest != 0; {
		if n := rest.Pop(); g.Where[side][n] != field.Nowhere {
			all = g.intercepts(side, field.Force{Side: side, Names: 1 << n, At: g.Where[side][n], Sea: true}, all)
		}
	}
	return all
}
