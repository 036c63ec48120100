package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// wrongRow says why some blocks cannot go where a row sends them; and which way they go.
func (g *Game) wrongRow(side adjudicator.Side, row order.Row, s *orders.Statement) ([]board.Zone, *orders.Diagnostic) {
	from := g.Group(side, row.Pieces)
	if from == ground.Nowhere {
		return nil, orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", ground.PieceTerms(row.Pieces))
	}
	if !row.From.Empty() && !row.From.Has(from) {
		return nil, orders.IllegalAt(s, s.Span(), "not-from-there", "5.0", "Blocks", ground.PieceTerms(row.Pieces), "Zone", ground.ZoneTerm(from))
	}
	c := g.Column(side, row.Pieces)
	stray := (c.Naval || len(row.Loads) > 0) && !g.laden(side, row) // only along the coast or ashore can they go together
	if stray && !(len(row.Loads) == 0 && row.To < ground.Zones && !g.Rules.Sea(row.To) && len(row.By) == 0 && g.Rules.Board.Adjacent(from, row.To)) {
		return nil, orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", ground.PieceTerms(row.Pieces))
	}
	path := append(slices.Clone(row.By), row.To)
	if len(row.By) == 0 {
		w := g.Ways(&c, min(ground.Far, c.Steps+1))
		if path = w.Path(row.To); path == nil {
			return nil, g.unreached(&c, row.To, s)
		}
		if len(path) > c.Steps && !row.Force && g.Rules.Since(3) { // within its movement it may have to cross more of the high sea
			near := g.Ways(&c, min(ground.Far, c.Steps))
			if way := near.Path(row.To); way != nil {
				path = way
			}
		}
	} else if d := g.wrongWay(&c, path, s); d != nil {
		return nil, d
	}
	switch forced := len(path) > c.Steps; {
	case stray && len(path) > 1 && g.Rules.Since(2):
		return nil, orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", ground.PieceTerms(row.Pieces))
	case len(path) > c.Steps+1, forced && !row.Force && !c.Sure(&g.Position, row.To):
		return nil, orders.IllegalAt(s, s.Span(), "too-far", "5.3", "Zone", ground.ZoneTerm(row.To), "From", ground.ZoneTerm(from))
	case !forced && row.Force:
		return nil, orders.IllegalAt(s, s.Span(), "needs-no-force", "5.3", "Zone", ground.ZoneTerm(row.To))
	}
	return path, g.wrongEnd(&c, path, s)
}

// unreached says why a column does not come to a zone on any way.
func (g *Game) unreached(c *ground.Column, to board.Zone, s *orders.Statement) *orders.Diagnostic {
	if d := g.wrongEntry(c, to, s); d != nil {
		return d
	}
	if pass := *c; !c.Winter {
		pass.Winter = true
		w := g.Ways(&pass, min(ground.Far, c.Steps+1))
		if way := w.Path(to); way != nil {
			for i, z := range way[:len(way)-1] {
				if g.Upright(c.Side.Other(), z) != 0 && g.Halts(c, z) {
					return orders.IllegalAt(s, s.Span(), "way-barred", "5.4", "Zone", ground.ZoneTerm(to), "At", ground.ZoneTerm(way[i]))
				}
			}
		}
	}
	return orders.IllegalAt(s, s.Span(), "too-far", "5.0", "Zone", ground.ZoneTerm(to), "From", ground.ZoneTerm(c.From))
}

// wrongEntry says why a column may not enter a zone from anywhere.
func (g *Game) wrongEntry(c *ground.Column, to board.Zone, s *orders.Statement) *orders.Diagnostic {
	switch {
	case to >= ground.Zones:
		return nil
	case g.Closed(c.Side, to):
		return wrongZone(s, "neutral", "1.31", to)
	case g.Stripped[to] && c.Side == g.Active:
		return wrongZone(s, "stripped", "5.5", to)
	case g.Rules.Sea(to) && !c.Naval:
		return wrongZone(s, "no-ship", "5.2", to)
	case c.Flat && !(c.Naval && g.Rules.City(c.From).Port()):
		return wrongZone(s, "shut-in", "7.4", c.From)
	}
	return nil
}

// wrongWay says why a column cannot go a way that is named; nil if it can.
func (g *Game) wrongWay(c *ground.Column, path []board.Zone, s *orders.Statement) *orders.Diagnostic {
	at := c.From
	for i, z := range path {
		switch {
		case !g.Rules.Board.Adjacent(at, z):
			return orders.IllegalAt(s, s.Span(), "no-such-way", "5.0", "Zone", ground.ZoneTerm(z), "From", ground.ZoneTerm(at))
		case i > 0 && g.Halts(c, at) && g.Upright(c.Side.Other(), at) != 0:
			return orders.IllegalAt(s, s.Span(), "way-barred", "5.4", "Zone", ground.ZoneTerm(z), "At", ground.ZoneTerm(at))
		case i > 0 && g.Halts(c, at):
			return orders.IllegalAt(s, s.Span(), "has-to-stop", "5.1", "Zone", ground.ZoneTerm(z), "At", ground.ZoneTerm(at))
		case !g.Step(c, at, z, i == 0):
			if d := g.wrongEntry(c, z, s); d != nil {
				return d
			}
			return orders.IllegalAt(s, s.Span(), "no-crossing", "5.1", "Zone", ground.ZoneTerm(z), "From", ground.ZoneTerm(at))
		}
		at = z
	}
	return nil
}

// wrongEnd says why a column may not end its movement in a zone.
func (g *Game) wrongEnd(c *ground.Column, path []board.Zone, s *orders.Statement) *orders.Diagnostic {
	to := path[len(path)-1]
	enemies := g.Upright(c.Side.Other(), to) != 0
	switch {
	case c.Peace && g.Rules.Greece(to) && !g.HomeLand(c, to):
		return wrongZone(s, "not-at-home", "12.0", to)
	case c.Peace && g.Rules.Greece(to):
	case enemies && g.Augured[c.Side]:
		return wrongZone(s, "augured", "3.1", to)
	}
	if c.Side == ground.Athens && g.Rules.Abroad(to) {
		if d := g.wrongExpedition(c, to, s); d != nil {
			return d
		}
	}
	if g.Rules.LeavesSicily(c.From, to) {
		for rest := c.Who; rest != 0; {
			if g.Block(c.Side, rest.Pop()).Sicilian {
				return wrongZone(s, "stays-in-sicily", "15.2", to)
			}
		}
	}
	return nil
}

// wrongExpedition says why blocks of Athens may not go to Sicily or Italy in the campaign of 415: in 415 only the
// first expedition, in 414 only the second (15.4).
func (g *Game) wrongExpedition(c *ground.Column, to board.Zone, s *orders.Statement) *orders.Diagnostic {
	if g.Scenario != campaign415 || g.Year < 414 {
		return nil
	}
	for rest := c.Who; rest != 0; {
		p := rest.Pop()
		if g.Block(ground.Athens, p).Sicilian || g.Rules.Abroad(c.From) {
			continue
		}
		n := g.NameOf(ground.Athens, p)
		if g.Year == 415 && !g.Sailing[0].Has(n) || g.Year == 414 && !(g.Sailing[1]|g.Sailing[2]).Has(n) {
			return wrongZone(s, "not-this-expedition", "15.4", to)
		}
	}
	return nil
}

// wrongMove says what is wrong with a movement of a group (5.0).
func (g *Game) wrongMove(side adjudicator.Side, a order.Act, s *orders.Statement) *orders.Diagnostic {
	if g.Quaked[side] {
		return orders.IllegalAt(s, s.Span(), "quaked", "3.1")
	}
	from, all := ground.Nowhere, fog.Set(0)
	for _, row := range a.Rows {
		if row.Pieces == 0 || row.Pieces&all != 0 {
			return orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", ground.PieceTerms(row.Pieces))
		}
		if _, d := g.wrongRow(side, row, s); d != nil {
			return d
		}
		z := g.At(side, row.Pieces.Nth(0))
		if from != ground.Nowhere && from != z {
			return orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", ground.PieceTerms(row.Pieces))
		}
		from, all = z, all|row.Pieces
	}
	if g.Stranded(side, from, all) {
		return orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", ground.PieceTerms(g.In(side, from)&^all))
	}
	if g.Free != 0 {
		return nil
	}
	return g.wrongCost(side, g.Cost(ends(from, a.Rows)...), s)
}

// ends are the zones in which the way of a group begins and ends.
func ends(from board.Zone, rows []order.Row) []board.Zone {
	at := []board.Zone{from}
	for _, row := range rows {
		at = append(at, row.To)
	}
	return at
}

func (g *Game) wrongCost(side adjudicator.Side, cost int, s *orders.Statement) *orders.Diagnostic {
	if cost > g.Left[side] {
		return orders.IllegalAt(s, s.Span(), "no-actions", "4.0", "Left", g.Left[side], "Cost", cost)
	}
	return nil
}

// spend takes the actions that something costs, and has all see where (4.2).
func (g *Game) spend(t *adjudicator.Table, side adjudicator.Side, cost int, at board.Zone) {
	g.Left[side] -= cost
	t.Tell(adjudicator.Event{Rule: "4.0", Public: adjudicator.Say("hellenes.event.spends", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(at), "Left", g.Left[side])})
}

// move moves a group, in as many formations as its order has rows.
func (g *Game) move(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	from := g.At(side, a.Rows[0].Pieces.Nth(0))
	if g.Free == 0 {
		g.spend(t, side, g.Cost(ends(from, a.Rows)...), from)
	}
	for _, row := range g.formed(side, a.Rows) {
		path, d := g.wrongRow(side, row, &orders.Statement{})
		if d != nil {
			continue // those that went before have shown more than was known
		}
		g.march(t, side, row, from, path)
	}
}

// formed are the formations of a group: those of its blocks that go the same way are one, on however many rows their
// order has them (5.41).
func (g *Game) formed(side adjudicator.Side, rows []order.Row) (all []order.Row) {
	way := func(row order.Row) []board.Zone {
		path, _ := g.wrongRow(side, row, &orders.Statement{})
		return path
	}
	for _, row := range rows {
		i := slices.IndexFunc(all, func(other order.Row) bool {
			return other.To == row.To && other.Force == row.Force && slices.Equal(way(other), way(row))
		})
		if i < 0 {
			all = append(all, row)
			continue
		}
		joined := all[i]
		joined.Pieces, joined.Loads = joined.Pieces|row.Pieces, slices.Concat(joined.Loads, row.Loads)
		if !slices.Equal(way(joined), way(row)) {
			all = append(all, row) // they cannot be carried together
			continue
		}
		all[i] = joined
	}
	return all
}

// march moves one formation along its way.
func (g *Game) march(t *adjudicator.Table, side adjudicator.Side, row order.Row, from board.Zone, path []board.Zone) {
	c := g.Column(side, row.Pieces)
	to := path[len(path)-1]
	forced := len(path) > c.Steps && !c.Sure(&g.Position, to)
	slow := fog.Set(0)
	for rest := row.Pieces; forced && rest != 0; {
		p := rest.Pop()
		if b := g.Block(side, p); b.Move < len(path) && (b.Arm == data.Fleet || !c.Naval) {
			slow.Add(p)
		}
	}
	stop := to
	if forced {
		stop = path[len(path)-2]
	}
	all := append([]board.Zone{from}, path...)
	g.crossed(side, row.Pieces, all, forced)
	names := g.depart(t, side, row, all, stop)
	g.Moved[side] |= names
	g.Flat[side] &^= names
	g.deduce(side, &c, path, row.Pieces, forced)
	if from == g.Rules.Gela && side == ground.Sparta {
		g.GelaLeft = true
	}
	g.told(t, side, row.Pieces, all[:len(all)-ground.Btoi(forced)])
	if len(g.Storms) > 0 {
		last := &g.Storms[len(g.Storms)-1]
		if last.Names == 0 {
			last.Names = names
		}
	}
	g.arrive(side, ground.Forced{Names: names, Slow: g.Called(side, slow)}, all, forced)
}

// depart has the blocks of a row leave for the zone in which they stop, aboard their fleets if any of the zones of their
// way is a sea.
func (g *Game) depart(t *adjudicator.Table, side adjudicator.Side, row order.Row, all []board.Zone, stop board.Zone) fog.Set {
	from := all[0]
	if slices.ContainsFunc(all, g.Rules.Sea) {
		pairs, _ := g.ordered(side, row)
		g.Embark(side, row.Pieces, pairs)
	}
	names := g.leave(t, side, row.Pieces, stop)
	if g.Rules.Sea(from) {
		g.Embark(side, g.In(side, from), nil)
	}
	return names
}
