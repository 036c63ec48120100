package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// courtable are the zones whose cities can be won over.
func (g *Game) courtable() (zones []board.Zone) {
	if g.Roster.ID != "14.3" {
		return nil
	}
	for z := range board.Zone(g.Rules.Map.Len()) {
		if _, ok := field.Courting[g.ZoneID(z)]; ok {
			zones = append(zones, z)
		}
	}
	return zones
}

// loyal is the side that a city holds with; [data.Neutral] if with none.
func (g *Game) loyal(z board.Zone) int8 {
	if !g.Freed.Has(z) && field.Courting[g.ZoneID(z)][field.Persians] == 0 {
		return int8(field.Persians) // a city of Asia that nobody has won over yet (P-44)
	}
	return g.Joined[z]
}

// court is an attempt to win a city over (14.3): two dice and points against the city's number.
func (g *Game) court(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	z := g.Rules.Zones[a.Path]
	g.halt(t) // as before a fight
	if g.Over || a.Number > g.Left(side) || a.Play != "" && g.Holds(side, a.Play) == draw.None {
		return // the last two where the enemy imagines what there is otherwise
	}
	g.Spend(side, a.Number)
	g.Courted[side].Add(z)
	bonus := a.Number
	if a.Play == "manoeuvre" {
		g.discard(t, side, a.Play)
		bonus += field.Favour
	} else if a.Play == "oracle" {
		g.discard(t, side, a.Play)
		bonus += g.oracle(t, field.Favour)
	}
	there := g.Present(side, z)
	if there {
		bonus += field.Presence[side]
	}
	dice := t.Roll(2)
	sum, need := dice[0]+dice[1]+bonus, field.Courting[a.Path][side]
	t.Tell(adjudicator.Event{Rule: "14.3", Public: adjudicator.Say("perse.event.courted", "Side", field.Seat(side), "Zone", g.Zone(z), "Points", a.Number, "Sum", sum, "Bonus", bonus-a.Number, "Need", need, "Won", field.Yes(sum >= need))})
	if sum >= need {
		g.turned(t, side, z)
		return
	}
	if there {
		g.exposed(t, side, z)
	}
}

// mostDice is the most that two dice can give.
const mostDice = 12

// courts lists attempts to win cities over, alone and with each stratagem that helps: with two points, or with
// as many as the highest throw needs. Those that no throw can win are left out.
func (g *Game) courts(side adjudicator.Side, all []order.Act) []order.Act {
	for _, z := range g.courtable() {
		id := g.ZoneID(z)
		for _, play := range []string{"", "manoeuvre", "oracle"} {
			if play != "" && g.Holds(side, play) == draw.None {
				continue
			}
			a := order.Act{Verb: "court", Path: id, Play: play}
			a.Number = max(min(2, g.Left(side)), field.Courting[id][side]-g.leaning(side, a)-mostDice)
			if a.Number > 0 && a.Number <= g.Left(side) {
				all = append(all, a)
			}
		}
	}
	return all
}

// leaning is what helps an attempt besides its points: who is there, and a stratagem at its best.
func (g *Game) leaning(side adjudicator.Side, a order.Act) (n int) {
	if g.Present(side, g.Rules.Zones[a.Path]) {
		n += field.Presence[side]
	}
	if a.Play != "" {
		n += field.Favour
	}
	return n
}

// exposed takes decoys from a zone where they alone gave presence to an attempt that failed (13).
func (g *Game) exposed(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	names := g.Ashore(side, z)
	if len(g.Loose(int(side), z, false)) > 0 {
		return
	}
	pieces := g.Veil[side].Pieces(names)
	if pieces&g.Roster.Actors[side] == 0 {
		for pieces != 0 {
			g.unmask(t, side, pieces.Pop())
		}
		return
	}
	if names.Len() == 1 {
		g.Veil[side].Narrow(pieces.Nth(0), g.Roster.Actors[side])
	}
}

// turned has a city change: a neutral one joins, one of either side becomes neutral, and its units go
// home.
func (g *Game) turned(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	was := g.loyal(z)
	now := int8(side)
	if was != data.Neutral {
		now = data.Neutral
	}
	g.Joined[z] = now
	g.Freed.Add(z)
	for i := range g.Roster.Lots {
		if l := g.Roster.Lots[i]; l.Home != z || g.Lots[i].Out || g.Kind(i).Afloat() || l.Slot[0] < 0 || l.Slot[1] < 0 {
			continue
		}
		g.convert(t, i, now, z)
	}
	t.Tell(adjudicator.Event{Rule: "14.3", Depth: 1, Public: adjudicator.Say("perse.event.turned", "Zone", g.Zone(z), "Loyal", loyalty(now))})
	g.changed(t, z)
}

func loyalty(side int8) adjudicator.Phrase {
	return adjudicator.Phrase{Key: "perse.loyalty." + [...]string{"greeks", "persians", "neutral"}[side]}
}

// convert has a counter go over to a side, or home to be neutral.
func (g *Game) convert(t *adjudicator.Table, lot int, to int8, home board.Zone) {
	c := &g.Lots[lot]
	if c.Side != data.Neutral && c.At == field.Nowhere {
		at := g.whereabouts(lot)
		g.Release(lot, at)
		defer g.changed(t, at)
	}
	if to == data.Neutral {
		c.At = home
	}
	c.Side = to
}

// wrongCourt judges an attempt.
func (g *Game) wrongCourt(side adjudicator.Side, a order.Act) *order.Fault {
	need, ok := field.Courting[a.Path]
	z := g.Rules.Zones[a.Path]
	switch {
	case g.Roster.ID != "14.3" || !ok || need[side] == 0:
		return order.Refuse("no-courting", "14.3")
	case g.loyal(z) == int8(side):
		return order.Refuse("loyal-already", "14.3", "Zone", g.Zone(z))
	case g.Courted[side].Has(z):
		return order.Refuse("courted-already", "14.3", "Zone", g.Zone(z))
	case g.Acting(side) != 0 && g.Now.Lost:
		return order.Refuse("beaten", "4.1")
	case g.Begun[side] > 1 || g.Begun[side] == 1 && g.Acting(side) == 0:
		return order.Refuse("first-activation", "14.3")
	case a.Number > g.Left(side) || a.Number < 0:
		return order.Refuse("no-points", "3", "Points", a.Number, "Left", g.Left(side))
	case a.Play != "" && (a.Play != "manoeuvre" && a.Play != "oracle" || g.Holds(side, a.Play) == draw.None):
		return order.Refuse("not-in-hand", "11.2", "Stratagem", order.Term("stratagem", a.Play))
	}
	return nil
}
