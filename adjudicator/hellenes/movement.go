package hellenes

import (
	"keryx/adjudicator/hellenes/data"
	"maps"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
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
	for _, row := range a.Rows {
		path, d := g.wrongRow(side, row, &orders.Statement{})
		if d != nil {
			continue // those that went before have shown more than was known
		}
		g.march(t, side, row, from, path)
	}
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

// crossed notes the lines of the high sea on a way, but for one that a forced voyage has not crossed
// yet.
func (g *Game) crossed(side adjudicator.Side, who fog.Set, all []board.Zone, forced bool) {
	lines := 0
	for i := 1; i < len(all)-btoi(forced); i++ {
		if g.rules.board.Edge(all[i-1], all[i]).Tags&g.rules.high != 0 {
			lines++
		}
	}
	if lines > 0 {
		g.Storms = append(g.Storms, Crossing{Lines: lines})
	}
}

// arrive notes what a formation does where its way ends: it meets enemies, or tries to go on, or
// enters a besieged port.
func (g *Game) arrive(side adjudicator.Side, f Forced, all []board.Zone, forced bool) {
	f.From, f.To = all[len(all)-2], all[len(all)-1]
	if forced {
		g.Forces = append(g.Forces, f)
		return
	}
	g.meet(side, f.Names, f.From, f.To)
}

// meet has a formation come into a zone from the one before.
func (g *Game) meet(side adjudicator.Side, names fog.Set, from, to board.Zone) {
	enemy := side.Other()
	r := g.rules
	if g.Peace && r.greece(to) {
		return
	}
	if g.entersPort(side, from, to) && g.inside(side, to).Len()+names.Len() <= g.capacity(to) {
		g.Flat[side] |= names
		return
	}
	if g.Arrived[to] > 0 && g.Towns[to].Siege != 0 {
		g.Late |= names
	}
	g.Arrived[to]++
	if g.upright(enemy, to) == 0 {
		return
	}
	e := r.board.Edge(from, to)
	g.Forms = append(g.Forms, Formation{Side: side, Names: names, From: from, To: to,
		Strait: e != nil && e.Tags&r.strait != 0, Landing: r.sea(from) && !r.sea(to)})
}

// entersPort reports whether who comes from a sea into a province enters its besieged port there.
func (g *Game) entersPort(side adjudicator.Side, from, to board.Zone) bool {
	c := g.rules.city(to)
	return c.Port() && c.Harbour == from && g.Towns[to].Holder == side && g.upright(side.Other(), to) != 0 && g.Towns[to].Siege != 0
}

// deduce tells the enemy what a movement shows of who has gone: three zones by land unforced or four only
// cavalry, two by land no fleet, at sea at least as many fleets as others.
func (g *Game) deduce(side adjudicator.Side, c *column, path []board.Zone, who fog.Set, forced bool) {
	r := g.rules
	unforced := len(path) - btoi(forced || c.sure(g, path[len(path)-1]))
	if c.naval && (r.sea(path[0]) || r.sea(c.from)) {
		g.narrow(side, who, r.fleets[side]|r.greeks(side))
	}
	switch {
	case !c.naval && unforced >= 3:
		g.narrow(side, who, r.cavalry[side])
	case !c.naval && len(path) >= 2:
		g.narrow(side, who, r.all(side)&^r.fleets[side])
	case !c.naval && !g.rules.shareSea(c.from, path[0]):
		g.narrow(side, who, r.all(side)&^r.fleets[side])
	case c.naval && who.Len() == 1 && (r.sea(path[0]) || r.sea(c.from)):
		g.narrow(side, who, r.fleets[side])
	}
}

// told says of a movement what the enemy sees, and to its owner who it was.
func (g *Game) told(t *adjudicator.Table, side adjudicator.Side, who fog.Set, all []board.Zone) {
	way := make(adjudicator.Path, len(all))
	ids := make([]string, len(all))
	for i, z := range all {
		way[i], ids[i] = zoneTerm(z), g.rules.board.Name(z)
	}
	names := markers(side, g.Veil[side].Names(who))
	e := adjudicator.Event{Rule: "5.0", Depth: 1, Public: adjudicator.Say("hellenes.event.moves", "Side", seat(side), "Names", names, "Way", way),
		Marks: []adjudicator.Mark{{Kind: "move", Side: side, Zones: ids}}}
	e.Private[side] = adjudicator.Say("hellenes.event.went", "Blocks", pieceTerms(who), "Names", names, "Way", way)
	t.Tell(e)
}

// gather moves blocks of several zones to a friendly city-state (5.0).
func (g *Game) gather(t *adjudicator.Table, side adjudicator.Side, a Act) {
	g.spend(t, side, g.cost(g.gatherZones(side, a)...), a.Zone)
	for rest := a.Pieces; rest != 0; {
		from := g.at(side, rest.Nth(0))
		group := rest & g.in(side, from)
		rest &^= group
		for _, row := range g.gatherRows(side, group, a.Zone) {
			if path, d := g.wrongRow(side, row, &orders.Statement{}); d == nil {
				g.march(t, side, row, from, path)
			}
		}
	}
}

// gatherRows are the formations in which blocks of one zone gather: together if they can, or else who comes by land by
// itself, each as far as it goes, and the others with the fleets.
func (g *Game) gatherRows(side adjudicator.Side, group fog.Set, to board.Zone) (rows []Row) {
	comes := func(who fog.Set) bool {
		path, d := g.wrongRow(side, Row{Pieces: who, To: to}, &orders.Statement{})
		c := g.column(side, who)
		return d == nil && len(path) <= c.steps
	}
	if comes(group) {
		return []Row{{Pieces: group, To: to}}
	}
	byMove := map[int]fog.Set{}
	rest := group
	for some := group &^ g.rules.fleets[side]; some != 0; {
		p := some.Pop()
		if comes(one(p)) {
			byMove[g.block(side, p).Move] |= one(p)
			rest.Drop(p)
		}
	}
	for _, move := range slices.Sorted(maps.Keys(byMove)) {
		rows = append(rows, Row{Pieces: byMove[move], To: to})
	}
	if rest != 0 {
		rows = append(rows, Row{Pieces: rest, To: to})
	}
	return rows
}

func (g *Game) gatherZones(side adjudicator.Side, a Act) []board.Zone {
	at := []board.Zone{a.Zone}
	for rest := a.Pieces; rest != 0; {
		at = append(at, g.at(side, rest.Pop()))
	}
	return at
}

// wrongGather says what is wrong with a gathering (5.0).
func (g *Game) wrongGather(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	switch {
	case g.Quaked[side]:
		return orders.IllegalAt(s, s.Span(), "quaked", "3.1")
	case a.Zone >= zones || g.rules.city(a.Zone).Value == 0 || g.Towns[a.Zone].Holder != side || g.upright(side.Other(), a.Zone) != 0:
		return wrongZone(s, "not-friendly", "5.0", a.Zone)
	}
	for rest := a.Pieces; rest != 0; {
		from := g.at(side, rest.Nth(0))
		if from >= zones || from == a.Zone {
			return orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", pieceTerms(one(rest.Nth(0))))
		}
		group := rest & g.in(side, from)
		rest &^= group
		if g.stranded(side, from, group) {
			return orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", pieceTerms(g.in(side, from)&^group))
		}
		for _, row := range g.gatherRows(side, group, a.Zone) {
			path, d := g.wrongRow(side, row, s)
			if c := g.column(side, row.Pieces); d == nil && len(path) > c.steps {
				d = orders.IllegalAt(s, s.Span(), "too-far", "5.0", "Zone", zoneTerm(a.Zone), "From", zoneTerm(from))
			}
			if d != nil {
				return d
			}
		}
	}
	return g.wrongCost(side, g.cost(g.gatherZones(side, a)...), s)
}

// force throws for the forced marches of a side once all its actions are done (5.3). Who has
// failed stays in the zone before.
func (g *Game) force(t *adjudicator.Table, side adjudicator.Side) {
	forces := g.Forces
	g.Forces = nil
	for _, f := range forces {
		able := g.called(side, g.throwForce(t, side, f))
		if able == 0 {
			g.meet(side, f.Names, f.From, f.From)
			continue
		}
		a := t.Ask(side, g.askForce(side, f, able)).(Act)
		g.onward(t, side, f, g.pieces(side, able)&^g.together(side, a.Pieces))
	}
}

// onward moves those of a forced march that go on.
func (g *Game) onward(t *adjudicator.Table, side adjudicator.Side, f Forced, going fog.Set) {
	if going == 0 {
		g.meet(side, f.Names, f.From, f.From)
		return
	}
	g.forcedPart(t, side, f, going)
	names := g.put(side, going, f.To)
	if g.rules.board.Edge(f.From, f.To).Tags&g.rules.high != 0 {
		g.Storms = append(g.Storms, Crossing{Names: names, Lines: 1})
	}
	g.told(t, side, going, []board.Zone{f.From, f.To})
	if left := f.Names &^ names; left != 0 {
		g.meet(side, left, f.From, f.From)
	}
	g.meet(side, names, f.From, f.To)
}

// forcedPart deals the names of a formation anew of which some go on.
func (g *Game) forcedPart(t *adjudicator.Table, side adjudicator.Side, f Forced, going fog.Set) {
	v := &g.Veil[side]
	v.Part(v.Pieces(f.Names), going, t.Deal)
}

// throwForce throws a die for each block of a forced march that needs one, by name, and returns who may go
// on. Who is carried goes with the fleets.
func (g *Game) throwForce(t *adjudicator.Table, side adjudicator.Side, f Forced) (able fog.Set) {
	who := g.pieces(side, f.Names)
	rolled := g.pieces(side, f.Slow)
	if able = who &^ rolled; g.fleets(side, who) != 0 {
		able = 0
	}
	throw := func(some fog.Set) {
		dice := t.Roll(some.Len())
		for i := 0; some != 0; i++ {
			p := some.Pop()
			least := g.rules.data.Tables.Throws.Regular
			if g.block(side, p).Elite {
				least = g.rules.data.Tables.Throws.Elite
			}
			if able.Drop(p); dice[i] >= least {
				able.Add(p)
			}
		}
		t.Tell(adjudicator.Event{Rule: "5.3", Depth: 1, Public: adjudicator.Say("hellenes.event.forces", "Side", seat(side), "Zone", zoneTerm(f.To), "Faces", adjudicator.Faces(dice))})
	}
	throw(rolled)
	if failed := rolled &^ able; failed != 0 { // Hermes has those thrown again that failed
		g.appeals(t, hermes, func() { throw(failed) })
	}
	return g.together(side, able) & who // who is carried goes with its fleet
}

// askForce asks who of those that may go on does not (5.3).
func (g *Game) askForce(side adjudicator.Side, f Forced, names fog.Set) adjudicator.Question {
	form := form{verbs: []string{"go", "decline"}}
	form.wrong = func(a Act, s *orders.Statement) *orders.Diagnostic {
		able := g.pieces(side, names)
		if a.Verb == "go" && a.Pieces != 0 || a.Verb == "decline" && (a.Pieces == 0 || a.Pieces&^able != 0) {
			return orders.IllegalAt(s, s.Span(), "not-able", "5.3", "Blocks", pieceTerms(able))
		}
		return nil
	}
	form.open = func() []Act {
		return form.legal([]Act{act("go"), {Verb: "decline", Pieces: g.pieces(side, names), Zone: nowhere}})
	}
	return adjudicator.Question{Kind: "force", Rule: "5.3", Prompt: adjudicator.Say("hellenes.ask.force", "Zone", zoneTerm(f.To), "Blocks", pieceTerms(g.pieces(side, names))),
		Verbs: form.verbs, Free: true, Form: adviseForce(form)}
}
