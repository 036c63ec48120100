package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/orders"
)

// movable are the blocks of a side in a zone that may still move in this turn.
func (g *Game) movable(side adjudicator.Side, z board.Zone) fog.Set {
	if side == athens && g.bound() && z == g.rules.athens {
		return g.pieces(side, g.names(side, z)&^g.Moved[side]&^g.Sailing[1])
	}
	return g.pieces(side, g.names(side, z)&^g.Moved[side])
}

// group are the blocks of a side that one order moves: all of one zone and posture; none if they
// are not.
func (g *Game) group(side adjudicator.Side, who fog.Set) board.Zone {
	if who == 0 {
		return nowhere
	}
	from := g.at(side, who.Nth(0))
	flat := g.Flat[side] & g.called(side, who)
	if from >= zones || who&^g.movable(side, from) != 0 || flat != 0 && flat != g.called(side, who) {
		return nowhere
	}
	return from
}

// wrongRow says why some blocks cannot go where a row sends them; and which way they go.
func (g *Game) wrongRow(side adjudicator.Side, row Row, s *orders.Statement) ([]board.Zone, *orders.Diagnostic) {
	from := g.group(side, row.Pieces)
	if from == nowhere {
		return nil, orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", pieceTerms(row.Pieces))
	}
	c := g.column(side, row.Pieces)
	if (c.naval || len(row.Loads) > 0) && !g.laden(side, row) && !(len(row.Loads) == 0 && row.To < zones && !g.rules.sea(row.To) && len(row.By) == 0 && g.rules.board.Adjacent(from, row.To)) {
		return nil, orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", pieceTerms(row.Pieces))
	}
	path := append(slices.Clone(row.By), row.To)
	if len(row.By) == 0 {
		if path = g.ways(&c, min(far, c.steps+1)).path(row.To); path == nil {
			return nil, orders.IllegalAt(s, s.Span(), "too-far", "5.0", "Zone", zoneTerm(row.To), "From", zoneTerm(from))
		}
	} else if !g.goes(&c, path) {
		return nil, orders.IllegalAt(s, s.Span(), "no-such-way", "5.0", "Zone", zoneTerm(row.To), "From", zoneTerm(from))
	}
	switch forced := len(path) > c.steps; {
	case len(path) > c.steps+1, forced && !row.Force && !c.sure(g, row.To):
		return nil, orders.IllegalAt(s, s.Span(), "too-far", "5.3", "Zone", zoneTerm(row.To), "From", zoneTerm(from))
	case !forced && row.Force:
		return nil, orders.IllegalAt(s, s.Span(), "needs-no-force", "5.3", "Zone", zoneTerm(row.To))
	}
	return path, g.wrongEnd(&c, path, s)
}

// wrongEnd says why a column may not end its movement in a zone.
func (g *Game) wrongEnd(c *column, path []board.Zone, s *orders.Statement) *orders.Diagnostic {
	to := path[len(path)-1]
	enemies := g.upright(c.side.Other(), to) != 0
	switch {
	case c.peace && g.rules.greece(to) && !g.homeLand(c, to):
		return wrongZone(s, "not-at-home", "12.0", to)
	case c.peace && g.rules.greece(to):
	case enemies && g.Augured[c.side]:
		return wrongZone(s, "augured", "3.1", to)
	}
	if c.side == athens && g.rules.abroad(to) {
		if d := g.wrongExpedition(c, to, s); d != nil {
			return d
		}
	}
	if g.rules.leavesSicily(c.from, to) {
		for rest := c.who; rest != 0; {
			if g.block(c.side, rest.Pop()).Sicilian {
				return wrongZone(s, "stays-in-sicily", "15.2", to)
			}
		}
	}
	return nil
}

// homeLand reports whether a column may end its movement in a zone of Greece in the Peace of Nicias: its own
// nation's, a sea beside it, and for Athens Corcyra's (12.0).
func (g *Game) homeLand(c *column, to board.Zone) bool {
	for rest := c.who; rest != 0; {
		b := g.block(c.side, rest.Pop())
		home := b.Homes
		if c.side == athens {
			home = home.Union(g.rules.corcyra)
		}
		if g.rules.sea(to) {
			if !g.rules.board.Near(to, board.Any).Meets(home) {
				return false
			}
		} else if !home.Has(to) || g.rules.city(to).Value > 0 && g.Towns[to].Holder != c.side {
			return false
		}
	}
	return true
}

// wrongExpedition says why blocks of Athens may not go to Sicily or Italy in the campaign of 415: in 415 only the
// first expedition, in 414 only the second (15.4).
func (g *Game) wrongExpedition(c *column, to board.Zone, s *orders.Statement) *orders.Diagnostic {
	if g.Scenario != campaign415 || g.Year < 414 {
		return nil
	}
	for rest := c.who; rest != 0; {
		p := rest.Pop()
		if g.block(athens, p).Sicilian || g.rules.abroad(c.from) {
			continue
		}
		n := g.nameOf(athens, p)
		if g.Year == 415 && !g.Sailing[0].Has(n) || g.Year == 414 && !(g.Sailing[1]|g.Sailing[2]).Has(n) {
			return wrongZone(s, "not-this-expedition", "15.4", to)
		}
	}
	return nil
}

// bound reports whether the blocks of Athens that the scenario keeps back may not move yet: until 414, in the campaign of
// 415 until the war is renewed (15.2, 15.4).
func (g *Game) bound() bool { return g.Year > 414 && !g.Renewed }

// cost is how many actions something costs that begins and ends in some zones: twice as many
// in Sicily as long as it is neutral (15.2, 15.4).
func (g *Game) cost(at ...board.Zone) int {
	if g.scenario().NeutralSicily && (g.Expedited == 0 || g.Expedited == g.Number) &&
		slices.ContainsFunc(at, func(z board.Zone) bool { return g.rules.sicily.Has(z) }) {
		return 2
	}
	return 1
}

// wrongMove says what is wrong with a movement of a group (5.0).
func (g *Game) wrongMove(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	if g.Quaked[side] {
		return orders.IllegalAt(s, s.Span(), "quaked", "3.1")
	}
	from, all := nowhere, fog.Set(0)
	for _, row := range a.Rows {
		if row.Pieces == 0 || row.Pieces&all != 0 {
			return orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", pieceTerms(row.Pieces))
		}
		if _, d := g.wrongRow(side, row, s); d != nil {
			return d
		}
		z := g.at(side, row.Pieces.Nth(0))
		if from != nowhere && from != z {
			return orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", pieceTerms(row.Pieces))
		}
		from, all = z, all|row.Pieces
	}
	if g.stranded(side, from, all) {
		return orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", pieceTerms(g.in(side, from)&^all))
	}
	if g.Free != 0 {
		return nil
	}
	return g.wrongCost(side, g.cost(ends(from, a.Rows)...), s)
}

// ends are the zones in which the way of a group begins and ends.
func ends(from board.Zone, rows []Row) []board.Zone {
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
	t.Tell(adjudicator.Event{Rule: "4.0", Public: adjudicator.Say("hellenes.event.spends", "Side", seat(side), "Zone", zoneTerm(at), "Left", g.Left[side])})
}

// move moves a group, in as many formations as its order has rows.
func (g *Game) move(t *adjudicator.Table, side adjudicator.Side, a Act) {
	from := g.at(side, a.Rows[0].Pieces.Nth(0))
	if g.Free == 0 {
		g.spend(t, side, g.cost(ends(from, a.Rows)...), from)
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
func (g *Game) formed(side adjudicator.Side, rows []Row) (all []Row) {
	way := func(row Row) []board.Zone {
		path, _ := g.wrongRow(side, row, &orders.Statement{})
		return path
	}
	for _, row := range rows {
		i := slices.IndexFunc(all, func(other Row) bool {
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
func (g *Game) march(t *adjudicator.Table, side adjudicator.Side, row Row, from board.Zone, path []board.Zone) {
	c := g.column(side, row.Pieces)
	to := path[len(path)-1]
	forced := len(path) > c.steps && !c.sure(g, to)
	slow := fog.Set(0)
	for rest := row.Pieces; forced && rest != 0; {
		p := rest.Pop()
		if b := g.block(side, p); b.Move < len(path) && (b.Arm == data.Fleet || !c.naval) {
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
	if from == g.rules.gela && side == sparta {
		g.GelaLeft = true
	}
	g.told(t, side, row.Pieces, all[:len(all)-btoi(forced)])
	if len(g.Storms) > 0 {
		last := &g.Storms[len(g.Storms)-1]
		if last.Names == 0 {
			last.Names = names
		}
	}
	g.arrive(side, Forced{Names: names, Slow: g.called(side, slow)}, all, forced)
}

// depart has the blocks of a row leave for the zone in which they stop, aboard their fleets if any of the zones of their
// way is a sea.
func (g *Game) depart(t *adjudicator.Table, side adjudicator.Side, row Row, all []board.Zone, stop board.Zone) fog.Set {
	from := all[0]
	if slices.ContainsFunc(all, g.rules.sea) {
		pairs, _ := g.ordered(side, row)
		g.embark(side, row.Pieces, pairs)
	}
	names := g.leave(t, side, row.Pieces, stop)
	if g.rules.sea(from) {
		g.embark(side, g.in(side, from), nil)
	}
	return names
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
