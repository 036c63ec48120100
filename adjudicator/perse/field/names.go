package field

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/order"
)

// Ashore are the names of a side's leaders and their decoys on land in a zone.
func (g *War) Ashore(side adjudicator.Side, z board.Zone) (names fog.Set) {
	for rest := g.Roster.Back[side][0]; rest != 0; {
		if n := rest.Pop(); g.Where[side][n] == z && g.Aboard[side][n] == 0 {
			names.Add(n)
		}
	}
	return names
}

// Afloat are the names of a side's fleets and their decoys in a zone. Names of leaders come
// first, so the sets of pieces by back are sets of names as well.
func (g *War) Afloat(side adjudicator.Side, z board.Zone) (names fog.Set) {
	for rest := g.Roster.Back[side][1]; rest != 0; {
		if n := rest.Pop(); g.Where[side][n] == z {
			names.Add(n)
		}
	}
	return names
}

// Passengers are the names of the leaders aboard a fleet.
func (g *War) Passengers(side adjudicator.Side, fleet fog.Name) (names fog.Set) {
	for rest := g.Roster.Back[side][0]; rest != 0; {
		if n := rest.Pop(); g.Aboard[side][n] == int8(fleet)+1 {
			names.Add(n)
		}
	}
	return names
}

// Loose are the counters of a side that stand in a zone without a marker: land units, or ships.
func (g *War) Loose(side int, z board.Zone, ships bool) (lots []int) {
	for i := range g.Roster.Lots {
		if c := &g.Lots[i]; !c.Out && c.At == z && int(c.Side) == side && g.Kind(i).Afloat() == ships {
			lots = append(lots, i)
		}
	}
	return lots
}

// Kind is what is printed on a counter.
func (g *War) Kind(lot int) *data.Kind { return &g.Rules.Kinds[g.Roster.Lots[lot].Kind] }

// Load lists the counters that go with a piece.
func (g *War) Load(side adjudicator.Side, p fog.Piece) (lots []int) {
	for things := g.Loads[side].Of(p); things != 0; {
		lots = append(lots, g.Roster.Slots[side][things.Pop()])
	}
	return lots
}

// Borne lists the counters that go with the pieces under some names.
func (g *War) Borne(side adjudicator.Side, names fog.Set) (lots []int) {
	for pieces := g.Veil[side].Pieces(names); pieces != 0; {
		lots = append(lots, g.Load(side, pieces.Pop())...)
	}
	return lots
}

// Points are the printed points of some counters.
func (g *War) Points(lots []int) (sum int) {
	for _, i := range lots {
		sum += g.Kind(i).Strength
	}
	return sum
}

// Head is the piece of the highest rank under some names; [draw.None] if there is no leader.
func (g *War) Head(side adjudicator.Side, names fog.Set) fog.Piece {
	best := fog.Piece(draw.None)
	for pieces := g.Veil[side].Pieces(names); pieces != 0; {
		if p := pieces.Pop(); g.Stars(side, p) > 0 && (best == draw.None || g.Stars(side, p) > g.Stars(side, best)) {
			best = p
		}
	}
	return best
}

// At is where a piece is.
func (g *War) At(side adjudicator.Side, p fog.Piece) board.Zone {
	return g.Where[side][g.Veil[side].Goes[p]]
}

// MayAct reports whether any of some names may be a leader or a fleet, for all that both know.
func (g *War) MayAct(side adjudicator.Side, names fog.Set) bool {
	for names != 0 {
		if g.Veil[side].May[names.Pop()]&g.Roster.Actors[side] != 0 {
			return true
		}
	}
	return false
}

// Alike are the names among some that nobody can tell from one by what they have done, and do.
func (g *War) Alike(side adjudicator.Side, among fog.Set, like fog.Name) (group fog.Set) {
	acting := g.Mine(side, g.Now.Names)
	for among != 0 {
		n := among.Pop()
		if g.Done[side].Has(n) == g.Done[side].Has(like) && acting.Has(n) == acting.Has(like) && g.Seas[side][n] < MostZones && g.Passengers(side, n) == g.Passengers(side, like) {
			group.Add(n)
		}
	}
	return group
}

// Show shows everybody what is under some names, and what goes with it.
func (g *War) Show(side adjudicator.Side, names fog.Set) {
	v := &g.Veil[side]
	g.Scouted[side] &^= names
	for pieces := v.Pieces(names); pieces != 0; {
		p := pieces.Pop()
		v.Show(p, 0)
		g.Loads[side].Show(v, p)
	}
}

// Remove takes a marker from the map, where all see what it is.
func (g *War) Remove(side adjudicator.Side, p fog.Piece) {
	v := &g.Veil[side]
	v.Show(p, 0)
	g.Loads[side].Show(v, p) // nothing goes with it any more
	n := v.Goes[p]
	g.Where[side][n], g.Aboard[side][n] = Nowhere, 0
	g.Dismiss(side, n)
}

// Dismiss takes a name out of the active force; the next in rank leads what is left of it.
func (g *War) Dismiss(side adjudicator.Side, n fog.Name) {
	if !g.Mine(side, g.Now.Names).Has(n) {
		return
	}
	g.Now.Names.Drop(n)
	if n == g.Now.Head && g.Now.Names != 0 {
		g.Now.Head = g.Now.Names.Nth(0)
		if next := g.Head(side, g.Now.Names); next != draw.None {
			g.Now.Head = g.Veil[side].Goes[next]
		}
	}
}

// Destroy takes a counter out of the game.
func (g *War) Destroy(lot int) {
	c := &g.Lots[lot]
	if c.Side != data.Neutral {
		if s := g.Roster.Lots[lot].Slot[c.Side]; g.Loads[c.Side].May[s] != 0 {
			g.Loads[c.Side].Leave(s)
		}
	}
	c.At, c.Out = Nowhere, true
}

// Release leaves a counter that goes with a piece in a zone, where all see it.
func (g *War) Release(lot int, z board.Zone) {
	c := &g.Lots[lot]
	side, s := adjudicator.Side(c.Side), g.Roster.Lots[lot].Slot[c.Side]
	c.Moved = c.Moved || (g.Done[side] | g.Mine(side, g.Now.Names)).Has(g.Veil[side].Goes[g.Loads[side].With[s]])
	g.Loads[side].Leave(s)
	c.At = z
}

// Join has a counter that stands without a marker go with a piece, as all see of its name.
func (g *War) Join(lot int, side adjudicator.Side, p fog.Piece, names fog.Set) {
	g.Lots[lot].At = Nowhere
	g.Loads[side].Put(g.Roster.Lots[lot].Slot[side], p, names)
}

// Pick finds counters of the kinds that are wanted among some; false if there are too few.
func (g *War) Pick(among []int, want Counts) (lots []int, ok bool) {
	for _, i := range among {
		if k := g.Roster.Lots[i].Kind; want[k] > 0 {
			want[k]--
			lots = append(lots, i)
		}
	}
	return lots, want == Counts{}
}

// Sum counts counters by kind.
func (g *War) Sum(lots []int) (c Counts) {
	for _, i := range lots {
		c[g.Roster.Lots[i].Kind]++
	}
	return c
}

// Zone is a zone as a word.
func (g *War) Zone(z board.Zone) adjudicator.Term {
	return order.Term("zone", g.Rules.Map.Place(z).ID)
}

// ZoneID is how the data call a zone.
func (g *War) ZoneID(z board.Zone) string { return g.Rules.Map.Place(z).ID }

// Seat is a side as a word.
func Seat(side adjudicator.Side) adjudicator.Term { return order.Term("side", data.SideIDs[side]) }

// Called are pieces as their owner calls them.
func (g *War) Called(side adjudicator.Side, pieces fog.Set) (all adjudicator.Terms) {
	for pieces != 0 {
		all = append(all, order.Term("piece", g.Roster.Pieces[side][pieces.Pop()].ID))
	}
	return all
}

// Markers are names as everybody calls them.
func (g *War) Markers(side adjudicator.Side, names fog.Set) (all adjudicator.Terms) {
	for names != 0 {
		all = append(all, order.Term("marker", g.Roster.Marker(side, names.Pop())))
	}
	return all
}

// Units tells of counters: "2x 4A Athens, 5C".
func (g *War) Units(lots []int) any {
	if len(lots) == 0 {
		return adjudicator.Say("perse.none")
	}
	var all []adjudicator.Phrase
	for k, n := range g.Sum(lots) {
		if n > 0 {
			all = append(all, adjudicator.Say("perse.some", "More", Yes(n > 1), "Number", int(n), "Unit", order.Term("unit", g.Rules.Kinds[k].ID)))
		}
	}
	return all
}

// Adrift are the zones in which a side has ships without a marker.
func (g *War) Adrift(side adjudicator.Side) (zones ZoneSet) {
	for i := range g.Roster.Lots {
		if c := &g.Lots[i]; !c.Out && c.At != Nowhere && int(c.Side) == int(side) && g.Kind(i).Afloat() {
			zones.Add(c.At)
		}
	}
	return zones
}

// PlainLabels puts a kind in the place of a label.
func (g *War) PlainLabels(units string, among []int) (string, *order.Fault) {
	if units == "" {
		return "", nil
	}
	have, want := g.Sum(among), Counts{}
	for _, f := range strings.Fields(units) {
		n, id := 1, f
		if many, rest, ok := strings.Cut(f, "x"); ok {
			n, id = atoi(many), rest
		}
		k := g.Rules.KindOf[id]
		if k < 0 || have[k] == 0 {
			k = -1
			for other := range g.Rules.Kinds {
				if g.Rules.Kinds[other].Label == id && have[other] > 0 {
					if k >= 0 {
						return "", order.Refuse("which-units", "1.2", "Label", id)
					}
					k = other
				}
			}
		}
		if k < 0 {
			return "", order.Refuse("no-such-units", "1.2", "Units", order.Counted(f))
		}
		want[k] += uint8(n)
	}
	for k := range want {
		if want[k] > have[k] {
			return "", order.Refuse("no-such-units", "1.2", "Units", order.Counted(units))
		}
	}
	return g.Rules.Write(want), nil
}

func atoi(s string) (n int) {
	for _, c := range s {
		n = 10*n + int(c-'0')
	}
	return min(n, 200)
}

// Columns are the heads of a table, by the keys of their texts.
func Columns(keys ...string) (all []adjudicator.Phrase) {
	for _, k := range keys {
		all = append(all, adjudicator.Phrase{Key: k})
	}
	return all
}

// Living are the counters of a kind that a side has in play.
func (g *War) Living(side adjudicator.Side, kind int) (lots []int) {
	for i := range g.Roster.Lots {
		if c := &g.Lots[i]; g.Roster.Lots[i].Kind == kind && !c.Out && c.Side == int8(side) {
			lots = append(lots, i)
		}
	}
	return lots
}
