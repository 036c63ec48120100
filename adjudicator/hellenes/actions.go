package hellenes

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/orders"
)

// act is the phase of actions of a side (4.0): as many as are left of those that its card and its bonuses
// give.
func (g *Game) act(t *adjudicator.Table, side adjudicator.Side, at entry) {
	g.goOn(t, side, at)
	for at.God != poseidon && (g.Left[side] > 0 || g.Opening && g.breakable()) {
		a := g.asks(t, side, g.askAct(side))
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
	g.storms(t, side, at)
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
	if a, ok := g.proposedGather(side); ok {
		open = append(open, a)
	}
	return open
}

// proposedGather is the gathering of most blocks that come to a city from two neighbours by land or more; false if there
// is none.
func (g *Game) proposedGather(side adjudicator.Side) (best Act, ok bool) {
	for z := range board.Zone(zones) {
		if g.rules.city(z).Value == 0 || g.Towns[z].Holder != side {
			continue
		}
		a, zonesOf := Act{Verb: "gather", Zone: z}, 0
		for _, near := range g.rules.board.Neighbours(z, board.ByLand) {
			who := g.movable(side, near) &^ g.rules.fleets[side] &^ g.pieces(side, g.Flat[side])
			if who != 0 && g.wrongGather(side, Act{Verb: "gather", Pieces: who, Zone: z}, &orders.Statement{}) == nil {
				a.Pieces |= who
				zonesOf++
			}
		}
		if zonesOf > 1 && a.Pieces.Len() > best.Pieces.Len() {
			best, ok = a, true
		}
	}
	return best, ok
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
