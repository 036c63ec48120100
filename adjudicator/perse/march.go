package perse

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/order"
)

// mostZones is how far a force goes in a turn (5.1, 9.1).
const mostZones = 6

// toll is what it costs to go from one zone to the next (3, 5.4).
func (g *Game) toll(from, to board.Zone) int {
	n := g.rules.Cost.March
	if g.zoneID(to) == "Thermopyles" {
		n += g.rules.Cost.Thermopylae
	}
	if g.rules.Pindus[from].Has(to) {
		n += g.rules.Cost.Pindus
	}
	return n
}

// march moves the active force zone by zone (5.1). What is left of its way is hidden from the enemy
// who may intercept it, and so kept with the game.
func (g *Game) march(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	g.way, g.doing = a.Path, a
	g.marchOn(t, side, true)
}

// marchOn goes on with a march; on says that the force can.
func (g *Game) marchOn(t *adjudicator.Table, side adjudicator.Side, on bool) {
	for on && g.way != "" && !g.Over {
		id, rest, _ := strings.Cut(g.way, " ")
		g.way = rest
		to := g.rules.zones[id]
		cost := g.toll(g.here(side), to)
		if cost > g.left(side) {
			break // spent on interceptions
		}
		g.spend(side, cost)
		g.step(t, side, to, cost)
		on = g.meet(t, g.force(side, g.group4(side), to, false)) && g.marched(t, side)
	}
	g.way, g.doing = "", order.Act{}
	if g.now.Total >= mostZones {
		defer g.within("march")()
		g.halt(t)
	}
}

// marched has who came into a zone, and was met there at once (6.1), leave and take what he said. It reports
// whether the march goes on.
func (g *Game) marched(t *adjudicator.Table, side adjudicator.Side) bool {
	a := g.doing
	if z := g.here(side); z != nowhere {
		if g.zoneID(z) == a.At {
			g.dropHere(t, side, a.Units, "")
		}
		if g.zoneID(z) == a.TakenAt {
			g.takeHere(t, side, a.Taken, "")
		}
	}
	return !g.now.Laden
}

// step moves the active force into the next zone.
func (g *Game) step(t *adjudicator.Table, side adjudicator.Side, to board.Zone, cost int) {
	from := g.here(side)
	for rest := g.now.Names; rest != 0; {
		g.Where[side][rest.Pop()] = to
	}
	g.now.Gone++
	g.now.Total++
	e := adjudicator.Event{Rule: "5.1", Marks: []adjudicator.Mark{{Kind: "move", Side: side, Zones: []string{g.zoneID(from), g.zoneID(to)}}}}
	e.Public = adjudicator.Say("perse.event.marched", "Side", seat(side), "Many", yes(g.now.Names.Len() > 1), "Names", g.markers(side, g.now.Names), "From", g.zone(from), "To", g.zone(to), "Points", cost)
	e.Private[side] = adjudicator.Say("perse.event.marched-own", "Pieces", g.called(side, g.Veil[side].Pieces(g.now.Names)), "Names", g.markers(side, g.now.Names), "From", g.zone(from), "To", g.zone(to), "Points", cost)
	g.tell(t, side, g.now.Names, e)
	g.changed(t, from)
	g.entered(t, side, to)
	if g.Scorched.has(to) && !g.supplied(side, to, g.points(g.borne(side, g.now.Names))) {
		g.hunger(t, side, g.now.Names, to)
	}
}

// dropHere leaves counters of the active force where it stands, and leaders (5.2).
func (g *Game) dropHere(t *adjudicator.Table, side adjudicator.Side, units, leaders string) {
	z := g.here(side)
	lots, ok := g.pick(g.borne(side, g.now.Names), g.rules.tally(units))
	if ok && len(lots) > 0 {
		for _, i := range lots {
			g.releaseSeen(i, z)
			if g.now.Gone > 0 {
				g.now.Left.add(i)
			}
		}
		t.Tell(adjudicator.Event{Rule: "5.2", Depth: 1, Public: adjudicator.Say("perse.event.left", "Many", yes(g.now.Names.Len() > 1), "Names", g.markers(side, g.now.Names), "Zone", g.zone(z), "Units", g.units(lots))})
	}
	for _, id := range strings.Fields(leaders) {
		p, _ := g.own(side, id)
		if p == g.Veil[side].Of(g.now.Head) || !g.now.Names.Has(g.Veil[side].Goes[p]) {
			continue
		}
		head := g.Veil[side].Of(g.now.Head)
		gone := g.part(t, side, g.now.Names, 1<<g.Veil[side].Goes[p])
		g.now.Head = g.Veil[side].Goes[head]
		g.now.Names &^= gone
		g.Done[side] |= gone
		g.tellDeed(t, "5.2", side, gone, "perse.event.stayed", "perse.event.stayed-own", "Zone", g.zone(z))
	}
	g.changed(t, z)
}

// releaseSeen leaves a counter, of whose carrier all know now that he is no decoy.
func (g *Game) releaseSeen(lot int, z board.Zone) {
	side := adjudicator.Side(g.Lots[lot].Side)
	p := g.Loads[side].With[g.roster.lots[lot].slot[side]]
	g.Veil[side].Narrow(p, g.roster.actors[side])
	g.release(lot, z)
}

// takeHere takes counters up that stand where the active force does, and lower leaders (5.2).
func (g *Game) takeHere(t *adjudicator.Table, side adjudicator.Side, units, leaders string) {
	z := g.here(side)
	lots, ok := g.pick(g.fresh(side, z), g.rules.tally(units))
	p := g.head(side, g.now.Names)
	if ok && len(lots) > 0 && p != draw.None {
		for _, i := range lots {
			g.now.Laden = g.now.Laden || g.Lots[i].Moved
			g.join(i, side, p, 1<<g.Veil[side].Goes[p])
		}
		g.Veil[side].Narrow(p, g.roster.actors[side])
		t.Tell(adjudicator.Event{Rule: "5.2", Depth: 1, Public: adjudicator.Say("perse.event.took", "Names", g.markers(side, 1<<g.Veil[side].Goes[p]), "Zone", g.zone(z), "Units", g.units(lots))})
	}
	for _, id := range strings.Fields(leaders) {
		q, _ := g.own(side, id)
		n := g.part(t, side, g.alike(side, g.ashore(side, z)&^g.now.Names, g.Veil[side].Goes[q]), 1<<g.Veil[side].Goes[q])
		g.now.Names |= n
		g.tellDeed(t, "5.2", side, n, "perse.event.came-along", "perse.event.came-along-own", "Zone", g.zone(z))
	}
}

// wrongMarch judges a march.
func (g *Game) wrongMarch(side adjudicator.Side, a order.Act) *order.Fault {
	at := g.here(side)
	zones := strings.Fields(a.Path)
	switch {
	case at == nowhere:
		return order.Refuse("nobody-active", "4.1")
	case g.stopped() != nil:
		return g.stopped()
	case g.now.Total+len(zones) > mostZones || len(zones) == 0:
		return order.Refuse("too-many-zones", "5.1", "Limit", mostZones)
	}
	cost, passes, takes := 0, a.At == "", a.TakenAt == ""
	for _, id := range zones {
		to := g.rules.zones[id]
		if !g.rules.Land[at].Has(to) {
			return order.Refuse("not-next", "5.1", "From", g.zone(at), "Zone", order.Term("zone", id))
		}
		if why := g.barred(side, to); why != nil {
			return why
		}
		cost += g.toll(at, to)
		at = to
		passes, takes = passes || id == a.At, takes || id == a.TakenAt
	}
	if cost > g.left(side) {
		return order.Refuse("no-points", "3", "Points", cost, "Left", g.left(side))
	}
	if !passes || !takes {
		return order.Refuse("not-on-way", "5.2")
	}
	if _, ok := g.pick(g.borne(side, g.now.Names), g.rules.tally(a.Units)); !ok {
		return order.Refuse("no-such-units", "5.2", "Units", order.Counted(a.Units))
	}
	if a.Taken != "" {
		return g.wrongTaken(side, g.rules.zones[a.TakenAt], a.Taken, slices.Index(zones, a.TakenAt) < len(zones)-1)
	}
	return nil
}

// stopped says why the active force neither marches on nor attacks: it has lost a fight (4.1), or taken up
// who was activated before (5.2).
func (g *Game) stopped() *order.Fault {
	switch {
	case g.now.Lost:
		return order.Refuse("beaten", "4.1")
	case g.now.Laden:
		return order.Refuse("laden", "5.2")
	}
	return nil
}

// barred says why a force cannot go into a zone: Spartan isolationism (11.2, 9).
func (g *Game) barred(side adjudicator.Side, to board.Zone) *order.Fault {
	if g.kept(side, g.now.Names, g.borne(side, g.now.Names), to) {
		return order.Refuse("isolated", "11.2")
	}
	return nil
}

// kept reports whether Spartan isolationism keeps a force out of a zone (11.2, 9).
func (g *Game) kept(side adjudicator.Side, names fog.Set, lots []int, to board.Zone) bool {
	if !g.Isolated || side != greeks || g.peloponnese(to) {
		return false
	}
	for pieces := g.Veil[side].Pieces(names); pieces != 0; {
		if l := g.roster.pieces[side][pieces.Pop()].Leader; l != nil && l.City == "spartan" {
			return true
		}
	}
	return slices.ContainsFunc(lots, func(i int) bool { return g.kind(i).City == "sparta" })
}

// peloponnese reports whether a zone is in it, without Corinth and Argolis.
func (g *Game) peloponnese(z board.Zone) bool {
	id := g.zoneID(z)
	return g.rules.Map.Tagged("peloponnese").Has(z) && id != "Corinthe" && id != "Argolide"
}

// confined reports whether a counter cannot leave its zone: the Thracians of 14.1 (P-11).
func (g *Game) confined(lot int) bool {
	return g.roster.ID == "14.1" && g.kind(lot).City == "thebes"
}

// fresh are the counters of a zone that a force could take up, those first that have not been activated.
func (g *Game) fresh(side adjudicator.Side, z board.Zone) (lots []int) {
	lots = g.loose(int(side), z, false)
	slices.SortStableFunc(lots, func(i, j int) int { return yes(g.Lots[i].Moved) - yes(g.Lots[j].Moved) })
	return lots
}

// wrongTaken judges counters that are to be taken up; on says that the march goes on then.
func (g *Game) wrongTaken(side adjudicator.Side, z board.Zone, units string, on bool) *order.Fault {
	if g.head(side, g.now.Names) == draw.None {
		return order.Refuse("decoys-carry-nothing", "11.1")
	}
	lots, ok := g.pick(g.fresh(side, z), g.rules.tally(units))
	if !ok {
		return order.Refuse("no-such-units", "5.2", "Units", order.Counted(units))
	}
	for _, i := range lots {
		switch {
		case g.confined(i):
			return order.Refuse("confined", "14.1", "Units", order.Counted(units))
		case g.Lots[i].Moved && on:
			return order.Refuse("laden", "5.2")
		}
	}
	return nil
}

// wrongLeft judges what is left or taken where the active force stands.
func (g *Game) wrongLeft(side adjudicator.Side, a order.Act) *order.Fault {
	z := g.here(side)
	switch {
	case z == nowhere:
		return order.Refuse("nobody-active", "4.1")
	case a.Units == "" && a.Piece == "":
		return order.Refuse("no-such-units", "5.2", "Units", adjudicator.Words{adjudicator.Keyword("none")})
	}
	for _, id := range strings.Fields(a.Piece) {
		p, ok := g.own(side, id)
		if !ok {
			return order.Refuse("not-yours", "4", "Piece", order.Term("piece", id))
		}
		n := g.Veil[side].Goes[p]
		switch {
		case a.Verb == "drop" && (!g.now.Names.Has(n) || n == g.now.Head):
			return order.Refuse("not-together", "5.2", "Piece", order.Term("piece", id), "With", g.called(side, 1<<g.Veil[side].Of(g.now.Head)))
		case a.Verb == "take" && (!g.ashore(side, z).Has(n) || g.now.Names.Has(n)):
			return order.Refuse("not-together", "5.2", "Piece", order.Term("piece", id), "With", g.called(side, 1<<g.Veil[side].Of(g.now.Head)))
		case a.Verb == "take" && g.Done[side].Has(n):
			return order.Refuse("activated", "5.2", "Piece", order.Term("piece", id))
		case a.Verb == "take" && g.stars(side, p) >= g.stars(side, g.Veil[side].Of(g.now.Head)):
			return order.Refuse("not-lower", "4.2", "Piece", order.Term("piece", id), "With", g.called(side, 1<<g.Veil[side].Of(g.now.Head)))
		}
	}
	if a.Verb == "drop" {
		if _, ok := g.pick(g.borne(side, g.now.Names), g.rules.tally(a.Units)); !ok {
			return order.Refuse("no-such-units", "5.2", "Units", order.Counted(a.Units))
		}
		return nil
	}
	if a.Units == "" {
		return nil
	}
	return g.wrongTaken(side, z, a.Units, false)
}

// force is what moves or stands together: names, or units without a marker.
type force struct {
	Side  adjudicator.Side
	Names fog.Set
	Loose bool
	At    board.Zone
	Sea   bool
}

func (g *Game) force(side adjudicator.Side, names fog.Set, at board.Zone, sea bool) force {
	return force{Side: side, Names: names, At: at, Sea: sea}
}

// lots are the counters of a force.
func (g *Game) lotsOf(f force) []int {
	if f.Loose {
		return g.loose(int(f.Side), f.At, f.Sea)
	}
	return g.borne(f.Side, f.Names)
}
