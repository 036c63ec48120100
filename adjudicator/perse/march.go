package perse

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// march moves the active force zone by zone (5.1). What is left of its way is hidden from the enemy
// who may intercept it, and so kept with the game.
func (g *Game) march(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	g.Way, g.Doing = a.Path, a
	g.marchOn(t, side, true)
}

// marchOn goes on with a march; on says that the force can.
func (g *Game) marchOn(t *adjudicator.Table, side adjudicator.Side, on bool) {
	for on && g.Way != "" && !g.Over {
		id, rest, _ := strings.Cut(g.Way, " ")
		g.Way = rest
		to := g.Rules.Zones[id]
		cost := g.Toll(g.Here(side), to)
		if cost > g.Left(side) {
			break // spent on interceptions
		}
		g.Spend(side, cost)
		g.step(t, side, to, cost)
		on = g.meet(t, g.Force(side, g.Acting(side), to, false)) && g.marched(t, side)
	}
	g.Way, g.Doing = "", order.Act{}
	if g.Now.Total >= field.MostZones {
		defer g.within("march")()
		g.halt(t)
	}
}

// marched has who came into a zone, and was met there at once (6.1), leave and take what he said. It reports
// whether the march goes on.
func (g *Game) marched(t *adjudicator.Table, side adjudicator.Side) bool {
	a := g.Doing
	if z := g.Here(side); z != field.Nowhere {
		if g.ZoneID(z) == a.At {
			g.dropHere(t, side, a.Units, "")
		}
		if g.ZoneID(z) == a.TakenAt {
			g.takeHere(t, side, a.Taken, "")
		}
	}
	return !g.Now.Laden
}

// step moves the active force into the next zone.
func (g *Game) step(t *adjudicator.Table, side adjudicator.Side, to board.Zone, cost int) {
	from := g.Here(side)
	for rest := g.Now.Names; rest != 0; {
		g.Where[side][rest.Pop()] = to
	}
	g.Now.Gone++
	g.Now.Total++
	g.Now.Taken = field.LotSet{}
	e := adjudicator.Event{Rule: "5.1", Marks: []adjudicator.Mark{{Kind: "move", Side: side, Zones: []string{g.ZoneID(from), g.ZoneID(to)}}}}
	e.Public = adjudicator.Say("perse.event.marched", "Side", field.Seat(side), "Many", field.Yes(g.Now.Names.Len() > 1), "Names", g.Markers(side, g.Now.Names), "From", g.Zone(from), "To", g.Zone(to), "Points", cost)
	e.Private[side] = adjudicator.Say("perse.event.marched-own", "Pieces", g.Called(side, g.Veil[side].Pieces(g.Now.Names)), "Names", g.Markers(side, g.Now.Names), "From", g.Zone(from), "To", g.Zone(to), "Points", cost)
	g.tell(t, side, g.Now.Names, e)
	g.changed(t, from)
	g.entered(t, side, to)
	if g.Scorched.Has(to) && !g.Supplied(side, to, g.Points(g.Borne(side, g.Now.Names))) {
		g.hunger(t, side, g.Now.Names, to)
	}
}

// dropHere leaves counters of the active force where it stands, and leaders (5.2).
func (g *Game) dropHere(t *adjudicator.Table, side adjudicator.Side, units, leaders string) {
	z := g.Here(side)
	lots, ok := g.Pick(g.Borne(side, g.Now.Names), g.Rules.Tally(units))
	if ok && len(lots) > 0 {
		for _, i := range lots {
			g.releaseSeen(i, z)
			if g.Now.Gone > 0 {
				g.Now.Left.Add(i)
			}
		}
		t.Tell(adjudicator.Event{Rule: "5.2", Depth: 1, Public: adjudicator.Say("perse.event.left", "Many", field.Yes(g.Now.Names.Len() > 1), "Names", g.Markers(side, g.Now.Names), "Zone", g.Zone(z), "Units", g.Units(lots))})
	}
	for _, id := range strings.Fields(leaders) {
		p, _ := g.Own(side, id)
		if p == g.Veil[side].Of(g.Now.Head) || !g.Now.Names.Has(g.Veil[side].Goes[p]) {
			continue
		}
		head := g.Veil[side].Of(g.Now.Head)
		gone := g.part(t, side, g.Now.Names, 1<<g.Veil[side].Goes[p])
		g.Now.Head = g.Veil[side].Goes[head]
		g.Now.Names &^= gone
		g.Done[side] |= gone
		g.tellDeed(t, "5.2", side, gone, "perse.event.stayed", "perse.event.stayed-own", "Zone", g.Zone(z))
	}
	g.changed(t, z)
}

// releaseSeen leaves a counter, of whose carrier all know now that he is no decoy.
func (g *Game) releaseSeen(lot int, z board.Zone) {
	side := adjudicator.Side(g.Lots[lot].Side)
	p := g.Loads[side].With[g.Roster.Lots[lot].Slot[side]]
	g.Veil[side].Narrow(p, g.Roster.Actors[side])
	g.Release(lot, z)
}

// takeHere takes counters up that stand where the active force does, and lower leaders (5.2).
func (g *Game) takeHere(t *adjudicator.Table, side adjudicator.Side, units, leaders string) {
	z := g.Here(side)
	lots, ok := g.Pick(g.Fresh(side, z), g.Rules.Tally(units))
	p := g.Head(side, g.Now.Names)
	if ok && len(lots) > 0 && p != draw.None {
		for _, i := range lots {
			g.Now.Laden = g.Now.Laden || g.Lots[i].Moved
			g.Join(i, side, p, 1<<g.Veil[side].Goes[p])
			g.Now.Taken.Add(i)
		}
		g.Veil[side].Narrow(p, g.Roster.Actors[side])
		t.Tell(adjudicator.Event{Rule: "5.2", Depth: 1, Public: adjudicator.Say("perse.event.took", "Names", g.Markers(side, 1<<g.Veil[side].Goes[p]), "Zone", g.Zone(z), "Units", g.Units(lots))})
	}
	for _, id := range strings.Fields(leaders) {
		q, _ := g.Own(side, id)
		n := g.part(t, side, g.Alike(side, g.Ashore(side, z)&^g.Now.Names, g.Veil[side].Goes[q]), 1<<g.Veil[side].Goes[q])
		g.Now.Names |= n
		g.tellDeed(t, "5.2", side, n, "perse.event.came-along", "perse.event.came-along-own", "Zone", g.Zone(z))
	}
}

// wrongMarch judges a march.
func (g *Game) wrongMarch(side adjudicator.Side, a order.Act) *order.Fault {
	at := g.Here(side)
	zones := strings.Fields(a.Path)
	switch {
	case at == field.Nowhere:
		return order.Refuse("nobody-active", "4.1")
	case g.stopped() != nil:
		return g.stopped()
	case g.Now.Total+len(zones) > field.MostZones || len(zones) == 0:
		return order.Refuse("too-many-zones", "5.1", "Limit", field.MostZones)
	}
	cost, passes, takes := 0, a.At == "", a.TakenAt == ""
	for _, id := range zones {
		to := g.Rules.Zones[id]
		if !g.Rules.Land[at].Has(to) {
			return order.Refuse("not-next", "5.1", "From", g.Zone(at), "Zone", order.Term("zone", id))
		}
		if why := g.barred(side, to); why != nil {
			return why
		}
		cost += g.Toll(at, to)
		at = to
		passes, takes = passes || id == a.At, takes || id == a.TakenAt
	}
	if cost > g.Left(side) {
		return order.Refuse("no-points", "3", "Points", cost, "Left", g.Left(side))
	}
	if !passes || !takes {
		return order.Refuse("not-on-way", "5.2")
	}
	if _, ok := g.Pick(g.Borne(side, g.Now.Names), g.Rules.Tally(a.Units)); !ok {
		return order.Refuse("no-such-units", "5.2", "Units", order.Counted(a.Units))
	}
	if a.Taken != "" {
		return g.wrongTaken(side, g.Rules.Zones[a.TakenAt], a.Taken, slices.Index(zones, a.TakenAt) < len(zones)-1)
	}
	return nil
}

// stopped says why the active force neither marches on nor attacks: it has lost a fight (4.1), or taken up
// who was activated before (5.2).
func (g *Game) stopped() *order.Fault {
	switch {
	case g.Now.Lost:
		return order.Refuse("beaten", "4.1")
	case g.Now.Laden:
		return order.Refuse("laden", "5.2")
	}
	return nil
}

// barred says why a force cannot go into a zone: Spartan isolationism (11.2, 9).
func (g *Game) barred(side adjudicator.Side, to board.Zone) *order.Fault {
	if g.Kept(side, g.Now.Names, g.Borne(side, g.Now.Names), to) {
		return order.Refuse("isolated", "11.2")
	}
	return nil
}

// wrongTaken judges counters that are to be taken up; on says that the march goes on then.
func (g *Game) wrongTaken(side adjudicator.Side, z board.Zone, units string, on bool) *order.Fault {
	if g.Head(side, g.Now.Names) == draw.None {
		return order.Refuse("decoys-carry-nothing", "11.1")
	}
	lots, ok := g.Pick(g.Fresh(side, z), g.Rules.Tally(units))
	if !ok {
		return order.Refuse("no-such-units", "5.2", "Units", order.Counted(units))
	}
	for _, i := range lots {
		switch {
		case g.Confined(i):
			return order.Refuse("confined", "14.1", "Units", order.Counted(units))
		case g.Lots[i].Moved && on:
			return order.Refuse("laden", "5.2")
		}
	}
	return nil
}

// wrongLeft judges what is left or taken where the active force stands.
func (g *Game) wrongLeft(side adjudicator.Side, a order.Act) *order.Fault {
	z := g.Here(side)
	switch {
	case z == field.Nowhere:
		return order.Refuse("nobody-active", "4.1")
	case a.Units == "" && a.Piece == "":
		return order.Refuse("no-such-units", "5.2", "Units", adjudicator.Words{adjudicator.Keyword("none")})
	}
	for _, id := range strings.Fields(a.Piece) {
		p, ok := g.Own(side, id)
		if !ok {
			return order.Refuse("not-yours", "4", "Piece", order.Term("piece", id))
		}
		n := g.Veil[side].Goes[p]
		switch {
		case a.Verb == "drop" && (!g.Now.Names.Has(n) || n == g.Now.Head):
			return order.Refuse("not-together", "5.2", "Piece", order.Term("piece", id), "With", g.Called(side, 1<<g.Veil[side].Of(g.Now.Head)))
		case a.Verb == "take" && (!g.Ashore(side, z).Has(n) || g.Now.Names.Has(n)):
			return order.Refuse("not-together", "5.2", "Piece", order.Term("piece", id), "With", g.Called(side, 1<<g.Veil[side].Of(g.Now.Head)))
		case a.Verb == "take" && g.Done[side].Has(n):
			return order.Refuse("activated", "5.2", "Piece", order.Term("piece", id))
		case a.Verb == "take" && g.Stars(side, p) >= g.Stars(side, g.Veil[side].Of(g.Now.Head)):
			return order.Refuse("not-lower", "4.2", "Piece", order.Term("piece", id), "With", g.Called(side, 1<<g.Veil[side].Of(g.Now.Head)))
		}
	}
	if a.Verb == "drop" {
		if _, ok := g.Pick(g.Borne(side, g.Now.Names), g.Rules.Tally(a.Units)); !ok {
			return order.Refuse("no-such-units", "5.2", "Units", order.Counted(a.Units))
		}
		return nil
	}
	if a.Units == "" {
		return nil
	}
	return g.wrongTaken(side, z, a.Units, false)
}
