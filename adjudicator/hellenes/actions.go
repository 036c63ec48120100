package hellenes

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// act is the phase of actions of a side (4.0): as many as are left of those that its card and its bonuses
// give.
func (g *Game) act(t *adjudicator.Table, side adjudicator.Side, at entry) {
	g.goOn(t, side, at)
	for at.God != ground.Poseidon && (g.Left[side] > 0 || g.Opening && g.breakable()) {
		a := g.asks(t, side, g.askAct(side))
		g.Opening = a.Verb == "break"
		switch a.Verb {
		case "break":
			g.renew(t, side)
			g.Left[side] = g.Actions(side)
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
	last := order.Just("end")
	f := order.Form{Verbs: []string{"move", "gather", "build", "reduce", "recruit", "garrison", "pillage", "break", "end"}, Last: &last}
	if g.Rules.Since(3) && !g.Campaign().Peace {
		f.Verbs = slices.DeleteFunc(f.Verbs, func(verb string) bool { return verb == "break" })
	}
	f.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic {
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
	f.Open = func() []order.Act { return f.Legal(g.proposals(side)) }
	f.Draw = func(r *rand.Rand) order.Act { return g.drawAct(side, r) }
	f.Moves = func() []adjudicator.Offer { return g.movesOf(side, g.Pieces(side, g.OnMap(side)), f.Wrong) }
	f.Rest = []adjudicator.Keyword{"gather", "build", "reduce", "pillage", "garrison"}
	q := adjudicator.Question{Kind: "act", Rule: "4.0", Prompt: adjudicator.Say("hellenes.ask.act", "Left", g.Left[side]), Verbs: f.Verbs, Free: true, Form: f}
	if g.Opening && g.breakable() {
		q.Facts = []adjudicator.Phrase{adjudicator.Say("hellenes.ask.breakable", "Cost", g.Rules.Data.Tables.Renewal.Cost(side, g.Year))}
	}
	return q
}

// proposals are the actions of the template: what each place could do.
func (g *Game) proposals(side adjudicator.Side) []order.Act {
	open := []order.Act{order.Just("end"), order.Just("break"), {Verb: "recruit", Zone: ground.Nowhere}}
	for z := range board.Zone(ground.Zones) {
		who := g.Movable(side, z) &^ g.Pieces(side, g.Flat[side])
		if who != 0 {
			c := g.Column(side, who)
			w := g.Ways(&c, min(ground.Far, c.Steps))
			for to := range board.Zone(ground.Zones) {
				if a := (order.Act{Verb: "move", Rows: []order.Row{{Pieces: who, To: to}}, Zone: ground.Nowhere}); w.Steps[to] > 0 && g.wrongMove(side, a, &orders.Statement{}) == nil {
					open = append(open, a)
					break
				}
			}
		}
		for rest := g.In(side, z); rest != 0; {
			open = append(open, order.Act{Verb: "build", Pieces: ground.One(rest.Pop()), Times: 1, Zone: ground.Nowhere})
		}
		open = append(open, order.Act{Verb: "garrison", Zone: z})
		if g.Towns[z].Siege != 0 {
			for _, to := range g.Rules.Board.Neighbours(z, board.Any) {
				open = append(open, order.Act{Verb: "pillage", Zone: z, Rows: []order.Row{{Pieces: g.In(side, z), To: to}}})
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
func (g *Game) proposedGather(side adjudicator.Side) (best order.Act, ok bool) {
	for z := range board.Zone(ground.Zones) {
		if g.Rules.City(z).Value == 0 || g.Towns[z].Holder != side {
			continue
		}
		a, zonesOf := order.Act{Verb: "gather", Zone: z}, 0
		for _, near := range g.Rules.Board.Neighbours(z, board.ByLand) {
			who := g.Movable(side, near) &^ g.Rules.Fleets[side] &^ g.Pieces(side, g.Flat[side])
			if who != 0 && g.wrongGather(side, order.Act{Verb: "gather", Pieces: who, Zone: z}, &orders.Statement{}) == nil {
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
func (g *Game) drawAct(side adjudicator.Side, r *rand.Rand) order.Act {
	var held []board.Zone
	for z := range g.Stood(side).All() {
		held = append(held, z)
	}
	if len(held) == 0 {
		return order.Act{Verb: "recruit", Zone: ground.Nowhere}
	}
	z := held[r.IntN(len(held))]
	switch r.IntN(12) {
	case 0, 1:
		return order.Act{Verb: "recruit", Zone: ground.Nowhere}
	case 2:
		return order.Act{Verb: "build", Pieces: ground.One(g.In(side, z).Nth(0)), Times: 1, Zone: ground.Nowhere}
	case 3:
		return order.Act{Verb: "garrison", Zone: z}
	case 4:
		if n := g.Rules.Board.Neighbours(z, board.Any); len(n) > 0 {
			return order.Act{Verb: "pillage", Zone: z, Rows: []order.Row{{Pieces: g.In(side, z), To: n[r.IntN(len(n))]}}}
		}
	case 5:
		return g.drawGather(side, z, r)
	case 6:
		if r.IntN(8) == 0 {
			return order.Just("break")
		}
		return order.Just("end")
	}
	return g.drawMove(side, z, r)
}

// drawMove is a random movement out of a zone.
func (g *Game) drawMove(side adjudicator.Side, z board.Zone, r *rand.Rand) order.Act {
	who := g.Movable(side, z)
	if r.IntN(2) == 0 {
		who &= g.Pieces(side, g.Flat[side])
	} else {
		who &^= g.Pieces(side, g.Flat[side])
	}
	a := order.Act{Verb: "move", Zone: ground.Nowhere}
	for who != 0 && (len(a.Rows) == 0 || r.IntN(3) == 0) {
		part := ground.Some(who, r)
		if r.IntN(3) > 0 {
			part = who
		}
		who &^= part
		if row, ok := g.drawRow(side, part, r); ok {
			a.Rows = append(a.Rows, row)
		}
	}
	if len(a.Rows) == 0 {
		return order.Act{}
	}
	return a
}

// drawRow sends some blocks to a random zone within their reach.
func (g *Game) drawRow(side adjudicator.Side, who fog.Set, r *rand.Rand) (order.Row, bool) {
	c := g.Column(side, who)
	if c.Naval && !g.Carries(side, who) {
		who = g.Fleets(side, who)
		c = g.Column(side, who)
	}
	w := g.Ways(&c, min(ground.Far, c.Steps+1))
	var reach []board.Zone
	for to, n := range w.Steps {
		if n > 0 && (int(n) <= c.Steps || r.IntN(6) == 0 || c.Sure(&g.Position, board.Zone(to))) {
			reach = append(reach, board.Zone(to))
		}
	}
	for range order.Tries {
		if len(reach) == 0 {
			break
		}
		to := reach[r.IntN(len(reach))]
		if g.Upright(side.Other(), to) == 0 && r.IntN(2) == 0 {
			to = reach[r.IntN(len(reach))]
		}
		row := order.Row{Pieces: who, To: to, Force: int(w.Steps[to]) > c.Steps && !c.Sure(&g.Position, to)}
		if _, d := g.wrongRow(side, row, &orders.Statement{}); d == nil {
			return row, true
		}
	}
	return order.Row{}, false
}

// drawGather is a random gathering at a city.
func (g *Game) drawGather(side adjudicator.Side, z board.Zone, r *rand.Rand) order.Act {
	a := order.Act{Verb: "gather", Zone: z}
	for _, near := range g.Rules.Board.Neighbours(z, board.ByLand) {
		a.Pieces |= g.Movable(side, near) &^ g.Rules.Fleets[side]
	}
	if a.Pieces == 0 {
		return order.Act{}
	}
	a.Pieces = ground.Some(a.Pieces, r)
	return a
}
