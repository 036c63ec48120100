package hellenes

import (
	"keryx/adjudicator/hellenes/data"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/orders"
)

// act is the phase of actions of a side (4.0): as many as its card and its bonuses give.
func (g *Game) act(t *adjudicator.Table, side adjudicator.Side) {
	g.Left[side], g.Opening = g.actions(side), true
	for g.Left[side] > 0 || g.Opening && g.breakable() {
		a := t.Ask(side, g.askAct(side)).(Act)
		g.Opening = a.Verb == "break"
		switch a.Verb {
		case "break":
			g.renew(t, side)
			g.Left[side] = g.actions(side)
		case "move":
			g.move(t, side, a)
		case "gather":
			g.gather(t, side, a)
		case "build":
			g.build(t, side, a)
		case "reduce":
			g.reduce(t, side, a)
		case "recruit":
			g.recruit(t, side, a)
		case "garrison":
			g.garrison(t, side, a)
		case "pillage":
			g.pillage(t, side, a)
		case "end":
			g.Left[side] = 0
		}
	}
	g.force(t, side)
	g.storms(t, side)
	g.settle(t, false)
}

// askAct asks for the next action.
func (g *Game) askAct(side adjudicator.Side) adjudicator.Question {
	last := act("end")
	f := form{verbs: []string{"move", "gather", "build", "reduce", "recruit", "garrison", "pillage", "break", "end"}, last: &last}
	f.wrong = func(a Act, s *orders.Statement) *orders.Diagnostic {
		switch a.Verb {
		case "break":
			if !g.Opening || !g.breakable() {
				return orders.IllegalAt(s, s.Span(), "no-peace", "12.1")
			}
		case "move":
			return g.wrongMove(side, a, s)
		case "gather":
			return g.wrongGather(side, a, s)
		case "build":
			return g.wrongBuild(side, a, s)
		case "reduce":
			return g.wrongReduce(side, a, s)
		case "recruit":
			return g.wrongRecruit(side, s)
		case "garrison":
			return g.wrongGarrison(side, a, s)
		case "pillage":
			return g.wrongPillage(side, a, s)
		}
		return nil
	}
	f.open = func() []Act { return f.legal(g.proposals(side)) }
	f.draw = func(r *rand.Rand) Act { return g.drawAct(side, r) }
	q := adjudicator.Question{Kind: "act", Rule: "4.0", Prompt: adjudicator.Say("hellenes.ask.act", "Left", g.Left[side]), Verbs: f.verbs, Free: true, Form: f}
	if g.Opening && g.breakable() {
		q.Facts = []adjudicator.Phrase{adjudicator.Say("hellenes.ask.breakable", "Cost", g.rules.data.Tables.Renewal.Cost(side, g.Year))}
	}
	return q
}

// proposals are the actions of the template: what each place could do.
func (g *Game) proposals(side adjudicator.Side) []Act {
	open := []Act{act("end"), act("break"), {Verb: "recruit", Zone: nowhere}}
	for z := range board.Zone(zones) {
		who := g.movable(side, z) &^ g.pieces(side, g.Flat[side])
		if who != 0 {
			c := g.column(side, who)
			w := g.ways(&c, min(far, c.steps))
			for to := range board.Zone(zones) {
				if a := (Act{Verb: "move", Rows: []Row{{Pieces: who, To: to}}, Zone: nowhere}); w.steps[to] > 0 && g.wrongMove(side, a, &orders.Statement{}) == nil {
					open = append(open, a)
					break
				}
			}
		}
		for rest := g.in(side, z); rest != 0; {
			open = append(open, Act{Verb: "build", Pieces: one(rest.Pop()), Times: 1, Zone: nowhere})
		}
		open = append(open, Act{Verb: "garrison", Zone: z})
		if g.Towns[z].Siege != 0 {
			for _, to := range g.rules.board.Neighbours(z, board.Any) {
				open = append(open, Act{Verb: "pillage", Zone: z, Rows: []Row{{Pieces: g.in(side, z), To: to}}})
			}
		}
	}
	return open
}

// drawAct is a random action, which may be illegal.
func (g *Game) drawAct(side adjudicator.Side, r *rand.Rand) Act {
	var held []board.Zone
	for z := range board.Zone(zones) {
		if g.names(side, z) != 0 {
			held = append(held, z)
		}
	}
	if len(held) == 0 {
		return Act{Verb: "recruit", Zone: nowhere}
	}
	z := held[r.IntN(len(held))]
	switch r.IntN(12) {
	case 0, 1:
		return Act{Verb: "recruit", Zone: nowhere}
	case 2:
		return Act{Verb: "build", Pieces: one(g.in(side, z).Nth(0)), Times: 1, Zone: nowhere}
	case 3:
		return Act{Verb: "garrison", Zone: z}
	case 4:
		if n := g.rules.board.Neighbours(z, board.Any); len(n) > 0 {
			return Act{Verb: "pillage", Zone: z, Rows: []Row{{Pieces: g.in(side, z), To: n[r.IntN(len(n))]}}}
		}
	case 5:
		return g.drawGather(side, z, r)
	case 6:
		if r.IntN(8) == 0 {
			return act("break")
		}
		return act("end")
	}
	return g.drawMove(side, z, r)
}

// drawMove is a random movement out of a zone.
func (g *Game) drawMove(side adjudicator.Side, z board.Zone, r *rand.Rand) Act {
	who := g.movable(side, z)
	if r.IntN(2) == 0 {
		who &= g.pieces(side, g.Flat[side])
	} else {
		who &^= g.pieces(side, g.Flat[side])
	}
	a := Act{Verb: "move", Zone: nowhere}
	for who != 0 && (len(a.Rows) == 0 || r.IntN(3) == 0) {
		part := some(who, r)
		if r.IntN(3) > 0 {
			part = who
		}
		who &^= part
		if row, ok := g.drawRow(side, part, r); ok {
			a.Rows = append(a.Rows, row)
		}
	}
	if len(a.Rows) == 0 {
		return Act{}
	}
	return a
}

// drawRow sends some blocks to a random zone within their reach.
func (g *Game) drawRow(side adjudicator.Side, who fog.Set, r *rand.Rand) (Row, bool) {
	c := g.column(side, who)
	if c.naval && !g.carries(side, who) {
		who = g.fleets(side, who)
		c = g.column(side, who)
	}
	w := g.ways(&c, min(far, c.steps+1))
	var reach []board.Zone
	for to, n := range w.steps {
		if n > 0 && (int(n) <= c.steps || r.IntN(6) == 0 || c.sure(g, board.Zone(to))) {
			reach = append(reach, board.Zone(to))
		}
	}
	for range tries {
		if len(reach) == 0 {
			break
		}
		to := reach[r.IntN(len(reach))]
		if g.upright(side.Other(), to) == 0 && r.IntN(2) == 0 {
			to = reach[r.IntN(len(reach))]
		}
		row := Row{Pieces: who, To: to, Force: int(w.steps[to]) > c.steps && !c.sure(g, to)}
		if _, d := g.wrongRow(side, row, &orders.Statement{}); d == nil {
			return row, true
		}
	}
	return Row{}, false
}

// drawGather is a random gathering at a city.
func (g *Game) drawGather(side adjudicator.Side, z board.Zone, r *rand.Rand) Act {
	a := Act{Verb: "gather", Zone: z}
	for _, near := range g.rules.board.Neighbours(z, board.ByLand) {
		a.Pieces |= g.movable(side, near) &^ g.rules.fleets[side]
	}
	if a.Pieces == 0 {
		return Act{}
	}
	a.Pieces = some(a.Pieces, r)
	return a
}

// buildable reports whether a side can build and recruit in a city: it holds it, and it is not besieged; a port
// only where it is blockaded as well (4.2, 8.21).
func (g *Game) buildable(side adjudicator.Side, z board.Zone) bool {
	town := &g.Towns[z]
	if town.Holder != side || g.rules.city(z).Value == 0 {
		return false
	}
	return town.Siege == 0 && g.upright(side.Other(), z) == 0 || g.rules.city(z).Port() && !g.blocked(z)
}

// wrongBuild says what is wrong with a step built (4.21).
func (g *Game) wrongBuild(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	if a.Pieces.Len() != 1 || a.Times < 1 {
		return orders.IllegalAt(s, s.Span(), "build-one", "4.21")
	}
	p := a.Pieces.Nth(0)
	at, b := g.at(side, p), g.block(side, p)
	switch {
	case at >= zones || !b.Homes.Has(at) || !g.buildable(side, at):
		return orders.IllegalAt(s, s.Span(), "not-home", "4.21", "Block", pieceTerm(p))
	case int(g.VC[side][p])+a.Times > b.VC:
		return orders.IllegalAt(s, s.Span(), "full", "4.21", "Block", pieceTerm(p))
	}
	return g.wrongCost(side, a.Times*g.cost(at), s)
}

// build adds steps to a block. The enemy sees where, not to whom.
func (g *Game) build(t *adjudicator.Table, side adjudicator.Side, a Act) {
	p := a.Pieces.Nth(0)
	at := g.at(side, p)
	g.fade(side, g.names(side, at))
	g.VC[side][p] += int8(a.Times)
	for range a.Times {
		g.spend(t, side, g.cost(at), at)
	}
	e := adjudicator.Event{Rule: "4.21", Depth: 1}
	e.Private[side] = adjudicator.Say("hellenes.event.builds", "Block", pieceTerm(p), "VC", int(g.VC[side][p]))
	t.Tell(e)
}

// wrongReduce says what is wrong with steps that a block gives up to be carried: a fleet has to be with it that could not
// carry it as it is, and then can (5.21).
func (g *Game) wrongReduce(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	if a.Pieces.Len() != 1 || a.Times < 1 {
		return orders.IllegalAt(s, s.Span(), "build-one", "5.21")
	}
	p := a.Pieces.Nth(0)
	at, b, vc := g.at(side, p), g.block(side, p), int(g.VC[side][p])
	useful := false
	if at < zones && b.Arm != data.Fleet && !b.Barbarian && vc > a.Times {
		for ships := g.fleets(side, g.in(side, at)); ships != 0; {
			ship := int(g.VC[side][ships.Pop()])
			useful = useful || ship <= vc && ship > vc-a.Times
		}
	}
	if !useful {
		return orders.IllegalAt(s, s.Span(), "cannot-reduce", "5.21", "Block", pieceTerm(p))
	}
	return nil
}

// reduce takes steps from a block that is to be carried. It costs no action, and the enemy does not see it.
func (g *Game) reduce(t *adjudicator.Table, side adjudicator.Side, a Act) {
	p := a.Pieces.Nth(0)
	g.fade(side, g.names(side, g.at(side, p)))
	g.VC[side][p] -= int8(a.Times)
	e := adjudicator.Event{Rule: "5.21", Depth: 1}
	e.Private[side] = adjudicator.Say("hellenes.event.reduces", "Block", pieceTerm(p), "VC", int(g.VC[side][p]))
	t.Tell(e)
}

// wrongRecruit says why a side cannot recruit.
func (g *Game) wrongRecruit(side adjudicator.Side, s *orders.Statement) *orders.Diagnostic {
	if g.names(side, pool) == 0 {
		return orders.IllegalAt(s, s.Span(), "pool-empty", "4.22")
	}
	return g.wrongCost(side, 1, s)
}

// recruit draws three blocks of the pool, of which one is raised (4.22). None that can be: the action
// is lost.
func (g *Game) recruit(t *adjudicator.Table, side adjudicator.Side, a Act) {
	redraw := func() { g.drawThree(t, side) }
	redraw()
	g.appeal(t, side, apollo, redraw)
	for {
		p, at, ok := g.take(t, side, a.Prefer)
		if !ok {
			g.Left[side]--
			t.Tell(adjudicator.Event{Rule: "4.22", Public: adjudicator.Say("hellenes.event.norecruit", "Side", seat(side))})
			break
		}
		g.raise(t, side, p, at)
		n := g.nameOf(side, p)
		raised := true
		if g.appeal(t, side.Other(), apollo, func() {
			if raised {
				g.Left[side] += g.cost(at)
				g.unraise(side, g.Veil[side].Of(n), at)
				raised = false
			}
			redraw()
		}) {
			continue
		}
		if p = g.Veil[side].Of(n); g.block(side, p).Barbarian {
			g.freeMove(t, side, p)
		}
		break
	}
	g.Drawn = 0
}

// drawThree draws the blocks of which one is raised.
func (g *Game) drawThree(t *adjudicator.Table, side adjudicator.Side) {
	left := g.in(side, pool)
	g.Drawn = 0
	for range min(g.rules.data.Tables.Counts.Recruits, left.Len()) {
		p := left.Nth(t.Draw(left.Len()))
		left.Drop(p)
		g.Drawn.Add(g.nameOf(side, p))
	}
	e := adjudicator.Event{Rule: "4.22", Depth: 1}
	e.Private[side] = adjudicator.Say("hellenes.event.draws", "Blocks", pieceTerms(g.pieces(side, g.Drawn)))
	t.Tell(e)
}

// take asks which of the three is raised, and where, unless the order has said what it prefers.
func (g *Game) take(t *adjudicator.Table, side adjudicator.Side, prefer []preference) (fog.Piece, board.Zone, bool) {
	open := func() []Act { return g.raisable(side) }
	all := open()
	if len(all) == 0 {
		return 0, nowhere, false
	}
	if a, ok := g.preferred(side, all, prefer); ok {
		return a.Pieces.Nth(0), a.Zone, true
	}
	f := menu("no-such-recruit", "4.22", open, "take")
	a := t.Ask(side, adjudicator.Question{Kind: "take", Rule: "4.22", Prompt: adjudicator.Say("hellenes.ask.take", "Blocks", pieceTerms(g.pieces(side, g.Drawn))),
		Verbs: f.verbs, Slight: true, Form: g.adviseTake(f, side)}).(Act)
	return a.Pieces.Nth(0), a.Zone, true
}

// preferred is the recruit of a kind that is preferred, and where it is raised; false if there is none.
func (g *Game) preferred(side adjudicator.Side, all []Act, prefer []preference) (Act, bool) {
	for _, want := range prefer {
		for _, a := range all {
			if g.block(side, a.Pieces.Nth(0)).Arm.String() == want.Kind && (want.At == nowhere || want.At == a.Zone) {
				return a, true
			}
		}
	}
	return Act{}, false
}

// raisable lists which of the three could be raised where.
func (g *Game) raisable(side adjudicator.Side) (all []Act) {
	for rest := g.pieces(side, g.Drawn); rest != 0; {
		p := rest.Pop()
		for z := range board.Zone(zones) {
			if g.raises(side, p, z) && g.cost(z) <= g.Left[side] {
				all = append(all, Act{Verb: "take", Pieces: one(p), Zone: z})
			}
		}
	}
	return all
}

// raises reports whether a block may be raised in a zone (4.22).
func (g *Game) raises(side adjudicator.Side, p fog.Piece, z board.Zone) bool {
	b := g.block(side, p)
	switch {
	case !b.Homes.Has(z) || g.closed(side, z) || b.Arm == data.Fleet && !g.rules.coastal(z):
		return false
	case b.Only == data.WithoutLeader && g.Leaders[athens] != 0,
		b.Only == data.WithPersianAid && g.inPlay(data.PersianAid) == 0,
		b.Rebel && g.Peace,
		side == athens && b.Arm == data.Fleet && b.Elite && g.inPlay(data.NoQuarter) > 0:
		return false
	case b.Barbarian:
		return g.rules.city(z).Town && g.rules.city(z).Value == 0 && g.names(side.Other(), z) == 0
	case b.Rebel:
		return g.rules.city(z).Value > 0 && (g.empty(z) || g.buildable(side, z))
	}
	return g.buildable(side, z) && (g.upright(side.Other(), z) == 0 || g.inside(side, z).Len() < g.capacity(z))
}

// raise puts a recruit on the map: Greeks as a cadre in a city, barbarians at full strength in a town.
func (g *Game) raise(t *adjudicator.Table, side adjudicator.Side, p fog.Piece, z board.Zone) {
	g.part(t, side, one(p))
	b, v := g.block(side, p), &g.Veil[side]
	g.put(side, one(p), z)
	n := v.Goes[p]
	g.VC[side][p] = 1
	if b.Barbarian {
		g.VC[side][p] = int8(b.VC)
	}
	may := fog.Set(0)
	for q := range fog.Piece(blocks) {
		if o := g.block(side, q); o.Barbarian == b.Barbarian && o.Homes.Has(z) {
			may.Add(q)
		}
	}
	v.Narrow(p, may)
	if side == athens && g.Scenario == campaign415 && g.Year >= 414 {
		g.Sailing[2].Add(n)
	}
	switch {
	case g.upright(side.Other(), z) != 0:
		g.Flat[side].Add(n)
	case g.Towns[z].Holder == side.Other():
		g.Towns[z] = Town{Holder: side, Pillaged: g.Towns[z].Pillaged, Strife: g.Towns[z].Strife}
	}
	g.spend(t, side, g.cost(z), z)
	e := adjudicator.Event{Rule: "4.22", Depth: 1, Public: adjudicator.Say("hellenes.event.raises", "Side", seat(side), "Name", marker(side, n), "Zone", zoneTerm(z))}
	e.Private[side] = adjudicator.Say("hellenes.event.raises", "Side", seat(side), "Name", pieceTerm(p), "Zone", zoneTerm(z))
	t.Tell(e)
}

// unraise takes a recruit back that Apollo has the enemy draw again.
func (g *Game) unraise(side adjudicator.Side, p fog.Piece, z board.Zone) {
	g.drop(side, p)
	if g.rules.city(z).Value > 0 && g.empty(z) && g.Towns[z].Siege == 0 {
		g.Towns[z].Holder = g.loyal(z)
	}
}

// freeMove lets a barbarian move that was just raised (4.22). No action is spent, and no march is
// forced.
func (g *Game) freeMove(t *adjudicator.Table, side adjudicator.Side, p fog.Piece) {
	if g.Quaked[side] || g.Season == winter {
		return
	}
	g.Free = one(g.nameOf(side, p))
	last := act("end")
	f := form{verbs: []string{"move", "end"}, last: &last}
	f.wrong = func(a Act, s *orders.Statement) *orders.Diagnostic {
		if a.Verb == "end" {
			return nil
		}
		if len(a.Rows) != 1 || a.Rows[0].Pieces != g.pieces(side, g.Free) || a.Rows[0].Force {
			return orders.IllegalAt(s, s.Span(), "free-alone", "4.22")
		}
		return g.wrongMove(side, a, s)
	}
	f.draw = func(r *rand.Rand) Act {
		row, ok := g.drawRow(side, g.pieces(side, g.Free), r)
		if !ok {
			return act("end")
		}
		return Act{Verb: "move", Rows: []Row{row}, Zone: nowhere}
	}
	f.open = func() []Act {
		open := []Act{last}
		c := g.column(side, g.pieces(side, g.Free))
		w := g.ways(&c, c.steps)
		for to := range board.Zone(zones) {
			if w.steps[to] > 0 {
				open = append(open, Act{Verb: "move", Rows: []Row{{Pieces: c.who, To: to}}, Zone: nowhere})
			}
		}
		return f.legal(open)
	}
	a := t.Ask(side, adjudicator.Question{Kind: "free", Rule: "4.22", Prompt: adjudicator.Say("hellenes.ask.free", "Block", pieceTerm(p)), Verbs: f.verbs, Free: true, Form: f}).(Act)
	if a.Verb == "move" {
		g.move(t, side, a)
	}
	g.Free = 0
}

// wrongGarrison says what is wrong with a garrison (4.23).
func (g *Game) wrongGarrison(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	z := a.Zone
	if z >= zones || g.rules.city(z).Value == 0 || g.loyal(z) != side.Other() || g.Towns[z].Holder != side || g.Towns[z].Garrison || g.Towns[z].Siege != 0 {
		return wrongZone(s, "no-garrison", "4.23", z)
	}
	if g.in(side, z)&g.rules.greeks(side) == 0 {
		return wrongZone(s, "no-garrison", "4.23", z)
	}
	return g.wrongCost(side, g.cost(z), s)
}

// garrison leaves a garrison in an adverse city (4.23).
func (g *Game) garrison(t *adjudicator.Table, side adjudicator.Side, a Act) {
	g.Towns[a.Zone].Garrison, g.Towns[a.Zone].Built = true, true
	g.spend(t, side, g.cost(a.Zone), a.Zone)
	t.Tell(adjudicator.Event{Rule: "4.23", Depth: 1, Public: adjudicator.Say("hellenes.event.garrisons", "Side", seat(side), "Zone", zoneTerm(a.Zone))})
}

// wrongPillage says what is wrong with a pillage (4.3, 5.5): all besiegers leave for zones without
// enemies.
func (g *Game) wrongPillage(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	z := a.Zone
	switch {
	case g.Quaked[side]:
		return orders.IllegalAt(s, s.Span(), "quaked", "3.1")
	case z >= zones || g.Towns[z].Siege == 0 || g.Towns[z].Siege > g.Number || g.Towns[z].Holder != side.Other() || g.loyal(z) != side.Other():
		return wrongZone(s, "not-besieged", "5.5", z)
	case g.Towns[z].Pillaged:
		return wrongZone(s, "pillaged-before", "5.5", z)
	}
	who := g.in(side, z)
	all := fog.Set(0)
	for _, row := range a.Rows {
		if row.Pieces == 0 {
			row.Pieces = who
		}
		if row.Pieces&^who != 0 || row.Pieces&all != 0 || !g.rules.board.Adjacent(z, row.To) || g.names(side.Other(), row.To) != 0 || g.closed(side, row.To) {
			return wrongZone(s, "no-way-out", "5.5", row.To)
		}
		all |= row.Pieces
		for rest := row.Pieces; rest != 0; {
			p := rest.Pop()
			if fleet := (g.block(side, p).Arm == data.Fleet); fleet && !g.rules.sea(row.To) && !g.rules.shareSea(z, row.To) {
				return wrongZone(s, "no-way-out", "5.5", row.To)
			}
		}
		if g.rules.sea(row.To) && !g.laden(side, row) {
			return orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", pieceTerms(row.Pieces))
		}
	}
	if all != who || g.names(side, z)&g.Moved[side] != 0 {
		return orders.IllegalAt(s, s.Span(), "all-leave", "5.5", "Blocks", pieceTerms(who&^all))
	}
	return g.wrongCost(side, g.cost(z), s)
}

// pillage has the besiegers ravage a province and leave it (5.5, 14.12). In neutral Sicily there is no
// prestige in it.
func (g *Game) pillage(t *adjudicator.Table, side adjudicator.Side, a Act) {
	z, who := a.Zone, g.in(side, a.Zone)
	cost := g.cost(z)
	g.spend(t, side, cost, z)
	g.Towns[z].Pillaged = true
	prize := 1
	if z == g.rules.athens || z == g.rules.sparta {
		prize = 2
	}
	if cost > 1 {
		prize = 0
	}
	if z == g.rules.athens {
		g.Ravaged = g.Number
	}
	g.gain(side, prize)
	t.Tell(adjudicator.Event{Rule: "14.12", Public: adjudicator.Say("hellenes.event.pillages", "Side", seat(side), "Zone", zoneTerm(z), "Number", prize)})
	for _, row := range a.Rows {
		if row.Pieces == 0 {
			row.Pieces = who
		}
		names := g.depart(t, side, row, []board.Zone{z, row.To}, row.To)
		g.Moved[side] |= names
		g.told(t, side, row.Pieces, []board.Zone{z, row.To})
		if g.rules.board.Edge(z, row.To).Tags&g.rules.high != 0 {
			g.Storms = append(g.Storms, Crossing{Names: names, Lines: 1})
		}
	}
	g.Stripped[z] = true
}
