package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// ashore are the names of a side's leaders and their decoys on land in a zone.
func (g *Game) ashore(side adjudicator.Side, z board.Zone) (names fog.Set) {
	for rest := g.roster.back[side][0]; rest != 0; {
		if n := rest.Pop(); g.Where[side][n] == z && g.Aboard[side][n] == 0 {
			names.Add(n)
		}
	}
	return names
}

// afloat are the names of a side's fleets and their decoys in a zone. Names of leaders come
// first, so the sets of pieces by back are sets of names as well.
func (g *Game) afloat(side adjudicator.Side, z board.Zone) (names fog.Set) {
	for rest := g.roster.back[side][1]; rest != 0; {
		if n := rest.Pop(); g.Where[side][n] == z {
			names.Add(n)
		}
	}
	return names
}

// passengers are the names of the leaders aboard a fleet.
func (g *Game) passengers(side adjudicator.Side, fleet fog.Name) (names fog.Set) {
	for rest := g.roster.back[side][0]; rest != 0; {
		if n := rest.Pop(); g.Aboard[side][n] == int8(fleet)+1 {
			names.Add(n)
		}
	}
	return names
}

// loose are the counters of a side that stand in a zone without a marker: land units, or ships.
func (g *Game) loose(side int, z board.Zone, ships bool) (lots []int) {
	for i := range g.roster.lots {
		if c := &g.Lots[i]; !c.Out && c.At == z && int(c.Side) == side && g.kind(i).Afloat() == ships {
			lots = append(lots, i)
		}
	}
	return lots
}

// kind is what is printed on a counter.
func (g *Game) kind(lot int) *data.Kind { return &g.rules.Kinds[g.roster.lots[lot].kind] }

// load lists the counters that go with a piece.
func (g *Game) load(side adjudicator.Side, p fog.Piece) (lots []int) {
	for things := g.Loads[side].Of(p); things != 0; {
		lots = append(lots, g.roster.slots[side][things.Pop()])
	}
	return lots
}

// borne lists the counters that go with the pieces under some names.
func (g *Game) borne(side adjudicator.Side, names fog.Set) (lots []int) {
	for pieces := g.Veil[side].Pieces(names); pieces != 0; {
		lots = append(lots, g.load(side, pieces.Pop())...)
	}
	return lots
}

// points are the printed points of some counters.
func (g *Game) points(lots []int) (sum int) {
	for _, i := range lots {
		sum += g.kind(i).Strength
	}
	return sum
}

// head is the piece of the highest rank under some names; [draw.None] if there is no leader.
func (g *Game) head(side adjudicator.Side, names fog.Set) fog.Piece {
	best := fog.Piece(draw.None)
	for pieces := g.Veil[side].Pieces(names); pieces != 0; {
		if p := pieces.Pop(); g.stars(side, p) > 0 && (best == draw.None || g.stars(side, p) > g.stars(side, best)) {
			best = p
		}
	}
	return best
}

// at is where a piece is.
func (g *Game) at(side adjudicator.Side, p fog.Piece) board.Zone {
	return g.Where[side][g.Veil[side].Goes[p]]
}

// mayAct reports whether any of some names may be a leader or a fleet, for all that both know.
func (g *Game) mayAct(side adjudicator.Side, names fog.Set) bool {
	for names != 0 {
		if g.Veil[side].May[names.Pop()]&g.roster.actors[side] != 0 {
			return true
		}
	}
	return false
}

// alike are the names among some that nobody can tell from one by what they have done, and do.
func (g *Game) alike(side adjudicator.Side, among fog.Set, like fog.Name) (group fog.Set) {
	acting := g.mine(side, g.now.Names)
	for among != 0 {
		n := among.Pop()
		if g.Done[side].Has(n) == g.Done[side].Has(like) && acting.Has(n) == acting.Has(like) && g.Seas[side][n] < mostZones && g.passengers(side, n) == g.passengers(side, like) {
			group.Add(n)
		}
	}
	return group
}

// part has some names leave a group of which all look alike: names are dealt anew, loads and marks
// follow. It returns the names by which those that leave go then.
func (g *Game) part(t *adjudicator.Table, side adjudicator.Side, group, leave fog.Set) fog.Set {
	v := &g.Veil[side]
	who := v.Pieces(leave)
	acting, head := v.Pieces(g.mine(side, g.now.Names)), v.Pieces(g.mine(side, 1<<g.now.Head&g.now.Names))
	defer func() {
		if acting != 0 {
			g.now.Names = v.Names(acting)
		}
		if head != 0 {
			g.now.Head = v.Names(head).Nth(0)
		}
	}()
	if !v.Part(v.Pieces(group), who, t.Deal) {
		return leave
	}
	g.Loads[side].Part(group)
	var tried fog.Set
	var seas, spun int8
	for rest := group; rest != 0; {
		n := rest.Pop()
		tried, seas, spun = tried|g.Tried[side][n], max(seas, g.Seas[side][n]), max(spun, g.Spun[side][n])
	}
	for rest := group; rest != 0; {
		n := rest.Pop()
		g.Tried[side][n], g.Seas[side][n], g.Spun[side][n] = tried, seas, spun
	}
	if g.Scouted[side]&group != 0 {
		g.Scouted[side] |= group
	}
	for enemy, n := side.Other(), 0; n < len(g.Tried[enemy]); n++ {
		if g.Tried[enemy][n]&group != 0 {
			g.Tried[enemy][n] |= group
		}
	}
	return v.Names(who)
}

// leave has a side's names go from where they stand, after those that look alike were dealt anew.
func (g *Game) leave(t *adjudicator.Table, side adjudicator.Side, names fog.Set) fog.Set {
	first := names.Nth(0)
	z := g.Where[side][first]
	var among fog.Set
	switch {
	case g.roster.back[side][1].Has(first):
		among = g.afloat(side, z)
	case g.Aboard[side][first] != 0:
		among = g.passengers(side, fog.Name(g.Aboard[side][first]-1))
	default:
		among = g.ashore(side, z)
	}
	return g.part(t, side, g.alike(side, among, first)|names, names)
}

// show shows everybody what is under some names, and what goes with it.
func (g *Game) show(side adjudicator.Side, names fog.Set) {
	v := &g.Veil[side]
	g.Scouted[side] &^= names
	for pieces := v.Pieces(names); pieces != 0; {
		p := pieces.Pop()
		v.Show(p, 0)
		g.Loads[side].Show(v, p)
	}
}

// remove takes a marker from the map, where all see what it is.
func (g *Game) remove(side adjudicator.Side, p fog.Piece) {
	v := &g.Veil[side]
	v.Show(p, 0)
	g.Loads[side].Show(v, p) // nothing goes with it any more
	n := v.Goes[p]
	g.Where[side][n], g.Aboard[side][n] = nowhere, 0
	g.dismiss(side, n)
}

// dismiss takes a name out of the active force; the next in rank leads what is left of it.
func (g *Game) dismiss(side adjudicator.Side, n fog.Name) {
	if !g.mine(side, g.now.Names).Has(n) {
		return
	}
	g.now.Names.Drop(n)
	if n == g.now.Head && g.now.Names != 0 {
		g.now.Head = g.now.Names.Nth(0)
		if next := g.head(side, g.now.Names); next != draw.None {
			g.now.Head = g.Veil[side].Goes[next]
		}
	}
}

// destroy takes a counter out of the game.
func (g *Game) destroy(lot int) {
	c := &g.Lots[lot]
	if c.Side != data.Neutral {
		if s := g.roster.lots[lot].slot[c.Side]; g.Loads[c.Side].May[s] != 0 {
			g.Loads[c.Side].Leave(s)
		}
	}
	c.At, c.Out = nowhere, true
}

// release leaves a counter that goes with a piece in a zone, where all see it.
func (g *Game) release(lot int, z board.Zone) {
	c := &g.Lots[lot]
	side, s := adjudicator.Side(c.Side), g.roster.lots[lot].slot[c.Side]
	c.Moved = c.Moved || (g.Done[side] | g.mine(side, g.now.Names)).Has(g.Veil[side].Goes[g.Loads[side].With[s]])
	g.Loads[side].Leave(s)
	c.At = z
}

// join has a counter that stands without a marker go with a piece, as all see of its name.
func (g *Game) join(lot int, side adjudicator.Side, p fog.Piece, names fog.Set) {
	g.Lots[lot].At = nowhere
	g.Loads[side].Put(g.roster.lots[lot].slot[side], p, names)
}

// pick finds counters of the kinds that are wanted among some; false if there are too few.
func (g *Game) pick(among []int, want counts) (lots []int, ok bool) {
	for _, i := range among {
		if k := g.roster.lots[i].kind; want[k] > 0 {
			want[k]--
			lots = append(lots, i)
		}
	}
	return lots, want == counts{}
}

// sum counts counters by kind.
func (g *Game) sum(lots []int) (c counts) {
	for _, i := range lots {
		c[g.roster.lots[i].kind]++
	}
	return c
}

func (g *Game) zone(z board.Zone) adjudicator.Term {
	return order.Term("zone", g.rules.Map.Place(z).ID)
}

func (g *Game) zoneID(z board.Zone) string { return g.rules.Map.Place(z).ID }

func seat(side adjudicator.Side) adjudicator.Term { return order.Term("side", data.SideIDs[side]) }

// called are pieces as their owner calls them.
func (g *Game) called(side adjudicator.Side, pieces fog.Set) (all adjudicator.Terms) {
	for pieces != 0 {
		all = append(all, order.Term("piece", g.roster.pieces[side][pieces.Pop()].id))
	}
	return all
}

// markers are names as everybody calls them.
func (g *Game) markers(side adjudicator.Side, names fog.Set) (all adjudicator.Terms) {
	for names != 0 {
		all = append(all, order.Term("marker", g.roster.marker(side, names.Pop())))
	}
	return all
}

// units tells of counters: "2x 4A Athens, 5C".
func (g *Game) units(lots []int) any {
	if len(lots) == 0 {
		return adjudicator.Say("perse.none")
	}
	var all []adjudicator.Phrase
	for k, n := range g.sum(lots) {
		if n > 0 {
			all = append(all, adjudicator.Say("perse.some", "More", yes(n > 1), "Number", int(n), "Unit", order.Term("unit", g.rules.Kinds[k].ID)))
		}
	}
	return all
}

// adrift are the zones in which a side has ships without a marker.
func (g *Game) adrift(side adjudicator.Side) (zones zoneSet) {
	for i := range g.roster.lots {
		if c := &g.Lots[i]; !c.Out && c.At != nowhere && int(c.Side) == int(side) && g.kind(i).Afloat() {
			zones.add(c.At)
		}
	}
	return zones
}
