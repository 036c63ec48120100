package hellenes

import (
	"maps"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// gather moves blocks of several zones to a friendly city-state (5.0).
func (g *Game) gather(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	g.spend(t, side, g.Cost(g.gatherZones(side, a)...), a.Zone)
	for rest := a.Pieces; rest != 0; {
		from := g.At(side, rest.Nth(0))
		group := rest & g.In(side, from)
		rest &^= group
		for _, row := range g.gatherRows(side, group, a.Zone) {
			if path, d := g.wrongRow(side, row, order.Unwritten); d == nil {
				g.march(t, side, row, from, path)
			}
		}
	}
}

// gatherRows are the formations in which blocks of one zone gather: together if they can, or else who comes by land by
// itself, each as far as it goes, and the others with the fleets.
func (g *Game) gatherRows(side adjudicator.Side, group fog.Set, to board.Zone) (rows []order.Row) {
	comes := func(who fog.Set) bool {
		path, d := g.wrongRow(side, order.Row{Pieces: who, To: to}, order.Unwritten)
		c := g.Column(side, who)
		return d == nil && len(path) <= c.Steps
	}
	if comes(group) {
		return []order.Row{{Pieces: group, To: to}}
	}
	byMove := map[int]fog.Set{}
	rest := group
	for some := group &^ g.Rules.Fleets[side]; some != 0; {
		p := some.Pop()
		if comes(ground.One(p)) {
			byMove[g.Block(side, p).Move] |= ground.One(p)
			rest.Drop(p)
		}
	}
	for _, move := range slices.Sorted(maps.Keys(byMove)) {
		rows = append(rows, order.Row{Pieces: byMove[move], To: to})
	}
	if rest != 0 {
		rows = append(rows, order.Row{Pieces: rest, To: to})
	}
	return rows
}

func (g *Game) gatherZones(side adjudicator.Side, a order.Act) []board.Zone {
	at := []board.Zone{a.Zone}
	for rest := a.Pieces; rest != 0; {
		at = append(at, g.At(side, rest.Pop()))
	}
	return at
}

// wrongGather says what is wrong with a gathering (5.0).
func (g *Game) wrongGather(side adjudicator.Side, a order.Act, s *orders.Statement) *orders.Diagnostic {
	switch {
	case g.Quaked[side]:
		return orders.IllegalAt(s, s.Span(), "quaked", "3.1")
	case a.Zone >= ground.Zones || g.Rules.City(a.Zone).Value == 0 || g.Towns[a.Zone].Holder != side || g.Upright(side.Other(), a.Zone) != 0:
		return wrongZone(s, "not-friendly", "5.0", a.Zone)
	}
	for rest := a.Pieces; rest != 0; {
		from := g.At(side, rest.Nth(0))
		if from >= ground.Zones || from == a.Zone {
			return orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", ground.PieceTerms(ground.One(rest.Nth(0))))
		}
		group := rest & g.In(side, from)
		rest &^= group
		if g.Stranded(side, from, group) {
			return orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", ground.PieceTerms(g.In(side, from)&^group))
		}
		for _, row := range g.gatherRows(side, group, a.Zone) {
			path, d := g.wrongRow(side, row, s)
			if c := g.Column(side, row.Pieces); d == nil && len(path) > c.Steps {
				d = orders.IllegalAt(s, s.Span(), "too-far", "5.0", "Zone", ground.ZoneTerm(a.Zone), "From", ground.ZoneTerm(from))
			}
			if d != nil {
				return d
			}
		}
	}
	return g.wrongCost(side, g.Cost(g.gatherZones(side, a)...), s)
}
