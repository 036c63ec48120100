package perse

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// embark has a leader go aboard a fleet with some of his units (9.4); the others stay.
func (g *Game) embark(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	p, _ := g.Own(side, a.Piece)
	fleet, _ := g.Own(side, a.With)
	if n, aboard := g.Veil[side].Goes[p], g.Veil[side].Goes[fleet]; g.Acting(side).Has(n) {
		still := g.Now.Total == 0 && !g.Now.Fixed
		names := g.Now.Names
		g.rest(t)
		if still {
			g.Done[side] &^= names // who has not marched can be activated ashore (9.4)
		}
		if g.Where[side][n] == field.Nowhere {
			return
		}
		// The way's losses were asked for: names have stayed, and what is under them only as far as all know.
		p, fleet = g.Veil[side].Of(n), g.Veil[side].Of(aboard)
		left, _ := g.Pick(g.Load(side, p), g.Rules.Tally(a.Units))
		a.Piece, a.With, a.Units = g.Roster.Pieces[side][p].ID, g.Roster.Pieces[side][fleet].ID, g.Rules.Write(g.Sum(left))
		if g.wrongEmbark(side, a) != nil {
			return
		}
	}
	g.Spend(side, g.Rules.Cost.Embark)
	z := g.At(side, p)
	own := g.Load(side, p)
	with, _ := g.Pick(own, g.Rules.Tally(a.Units))
	n := g.leave(t, side, 1<<g.Veil[side].Goes[p]).Nth(0)
	var stay []int
	for _, i := range own {
		if !slices.Contains(with, i) {
			g.releaseSeen(i, z)
			stay = append(stay, i)
		}
	}
	g.goAboard(t, side, n, fleet)
	if len(stay) > 0 {
		t.Tell(adjudicator.Event{Rule: "9.4", Depth: 1, Public: adjudicator.Say("perse.event.left", "Many", 0, "Names", g.Markers(side, 1<<n), "Zone", g.Zone(z), "Units", g.Units(stay))})
	}
	g.changed(t, z)
}

// board has a leader begin the game aboard a fleet.
func (g *Game) board(t *adjudicator.Table, side adjudicator.Side, p, fleet fog.Piece) {
	z := g.At(side, p)
	n := g.leave(t, side, 1<<g.Veil[side].Goes[p]).Nth(0)
	if g.Needed(g.Load(side, p)) > g.Room(side, fleet) {
		for _, i := range g.Load(side, p) {
			g.releaseSeen(i, z)
		}
	}
	g.goAboard(t, side, n, fleet)
	g.changed(t, z)
}

// goAboard puts a marker into a fleet. Decoys do not (11.1).
func (g *Game) goAboard(t *adjudicator.Table, side adjudicator.Side, n fog.Name, fleet fog.Piece) {
	v := &g.Veil[side]
	v.Narrow(v.Of(n), g.Roster.Actors[side])
	v.Narrow(fleet, g.Roster.Actors[side])
	g.Aboard[side][n] = int8(v.Goes[fleet]) + 1
	g.Where[side][n] = g.At(side, fleet)
	g.tellDeed(t, "9.4", side, 1<<n, "perse.event.aboard", "perse.event.aboard-own", "Fleet", order.Term("marker", g.Roster.Marker(side, v.Goes[fleet])))
}

// wrongEmbark judges who goes aboard.
func (g *Game) wrongEmbark(side adjudicator.Side, a order.Act) *order.Fault {
	p, ok := g.Own(side, a.Piece)
	fleet, known := g.Own(side, a.With)
	switch {
	case !ok || !known:
		return order.Refuse("not-yours", "4", "Piece", order.Term("piece", a.Piece))
	case g.Roster.Pieces[side][p].Sort != field.Leader || g.At(side, p) == field.Nowhere || g.Aboard[side][g.Veil[side].Goes[p]] != 0:
		return order.Refuse("no-leader", "9.4", "Piece", order.Term("piece", a.Piece))
	case g.Roster.Pieces[side][fleet].Sort != field.Fleet || g.At(side, fleet) == field.Nowhere || !g.Beside(side, p, g.At(side, fleet)):
		return order.Refuse("not-aboard", "9.4", "Piece", order.Term("piece", a.Piece), "Zone", g.zoneOr(g.At(side, fleet)))
	case g.Now.Lost && g.Acting(side).Has(g.Veil[side].Goes[p]):
		return order.Refuse("beaten", "4.1")
	}
	with, ok := g.Pick(g.Load(side, p), g.Rules.Tally(a.Units))
	if !ok {
		return order.Refuse("no-such-units", "9.4", "Units", order.Counted(a.Units))
	}
	all := append(g.Borne(side, g.Passengers(side, g.Veil[side].Goes[fleet])), with...)
	if needed, room := g.Needed(all), g.Points(g.Load(side, fleet)); needed > room {
		return order.Refuse("no-room", "9.4", "Needed", needed, "Room", room)
	}
	if g.Left(side) < g.Rules.Cost.Embark {
		return order.Refuse("no-points", "3", "Points", g.Rules.Cost.Embark, "Left", g.Left(side))
	}
	if l := g.Roster.Pieces[side][p].Leader; g.Isolated && (l.City == "spartan" || slices.ContainsFunc(with, func(i int) bool { return g.Kind(i).City == "sparta" })) {
		return order.Refuse("isolated", "11.2")
	}
	return nil
}

// zoneOr is a zone as a word; the first if it is none.
func (g *Game) zoneOr(z board.Zone) adjudicator.Term {
	if z == field.Nowhere {
		z = 0
	}
	return g.Zone(z)
}

// land puts a leader ashore with all that he has (9.4). The fleet's voyage takes its attrition first.
func (g *Game) land(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	p, _ := g.Own(side, a.Piece)
	who := g.Veil[side].Goes[p]
	fleet := fog.Name(g.Aboard[side][who] - 1)
	to := g.Rules.Zones[a.Path]
	g.Spend(side, g.landing(to))
	g.docked(t, side, fleet)
	if g.Over || g.Where[side][who] == field.Nowhere {
		return
	}
	names := g.leave(t, side, 1<<who)
	n := names.Nth(0)
	g.Where[side][n], g.Aboard[side][n] = to, 0
	g.tellDeed(t, "9.4", side, names, "perse.event.ashore", "perse.event.ashore-own", "Zone", g.Zone(to))
	g.entered(t, side, to)
	if g.Scorched.Has(to) && !g.Supplied(side, to, g.Points(g.Borne(side, names))) {
		g.hunger(t, side, names, to)
	}
	g.meet(t, g.Force(side, names, to, false))
}

// wrongLand judges who goes ashore.
func (g *Game) wrongLand(side adjudicator.Side, a order.Act) *order.Fault {
	p, ok := g.Own(side, a.Piece)
	if !ok || g.At(side, p) == field.Nowhere || g.Aboard[side][g.Veil[side].Goes[p]] == 0 {
		return order.Refuse("not-afloat", "9.4", "Piece", order.Term("piece", a.Piece))
	}
	if to, known := g.Rules.Zones[a.Path]; !known || !g.Rules.Coast[g.At(side, p)].Has(to) || g.Rules.Map.Kind(to) == board.Sea {
		return order.Refuse("no-coast", "9.4", "Zone", order.Term("zone", a.Path))
	}
	if cost := g.landing(g.Rules.Zones[a.Path]); g.Left(side) < cost {
		return order.Refuse("no-points", "3", "Points", cost, "Left", g.Left(side))
	}
	return nil
}

// landing is what it costs to go ashore: Thermopylae costs more however it is entered (5.4).
func (g *Game) landing(to board.Zone) int {
	if g.ZoneID(to) == "Thermopyles" {
		return g.Rules.Cost.Embark + g.Rules.Cost.Thermopylae
	}
	return g.Rules.Cost.Embark
}
