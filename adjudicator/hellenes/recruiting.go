package hellenes

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/adjudicator/hellenes/view"
	"keryx/orders"
)

// wrongRecruit says why a side cannot recruit.
func (g *Game) wrongRecruit(side adjudicator.Side, s *orders.Statement) *orders.Diagnostic {
	if g.Names(side, ground.Pool) == 0 {
		return orders.IllegalAt(s, s.Span(), "pool-empty", "4.22")
	}
	return g.wrongCost(side, 1, s)
}

// recruit draws three blocks of the pool, of which one is raised (4.22). None that can be: the action
// is lost.
func (g *Game) recruit(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	g.drawThree(t, side)
	g.pray(t, side, a.Prefer)
}

// pray lets a side have three others drawn, and then raise one (11.0).
func (g *Game) pray(t *adjudicator.Table, side adjudicator.Side, prefer []ground.Preference) {
	g.appeal(t, side, ground.Apollo, &ground.Moment{Prefer: prefer}, func() { g.drawThree(t, side) })
	g.raiseOne(t, side, prefer)
}

// goOn ends the action in the midst of which the turn is entered.
func (g *Game) goOn(t *adjudicator.Table, side adjudicator.Side, at entry) {
	switch {
	case at.Kind == "take":
		g.raiseOne(t, side, nil)
	case at.Kind == "free":
		g.freeMove(t, side, g.Pieces(side, g.Free).Nth(0))
		g.Drawn = 0
	case at.God == ground.Apollo && at.Side == side:
		g.pray(t, side, at.Prefer)
	case at.God == ground.Apollo:
		if g.lets(t, side, at.Raised) {
			g.Drawn = 0
		} else {
			g.raiseOne(t, side, nil)
		}
	}
}

// raiseOne has a side raise one of those that are drawn.
func (g *Game) raiseOne(t *adjudicator.Table, side adjudicator.Side, prefer []ground.Preference) {
	for {
		p, at, ok := g.take(t, side, prefer)
		if !ok {
			g.Left[side]--
			t.Tell(adjudicator.Event{Rule: "4.22", Public: adjudicator.Say("hellenes.event.norecruit", "Side", ground.Seat(side))})
			break
		}
		g.raise(t, side, p, at)
		if g.lets(t, side, g.NameOf(side, p)) {
			break
		}
	}
	g.Drawn = 0
}

// lets asks the enemy whether he has a recruit drawn anew that was just raised; if he does not, a barbarian moves (4.22,
// 11.0).
func (g *Game) lets(t *adjudicator.Table, side adjudicator.Side, n fog.Name) bool {
	at, raised := g.Where[side][n], true
	if g.appeal(t, side.Other(), ground.Apollo, &ground.Moment{Raised: n}, func() {
		if raised {
			g.Left[side] += g.Cost(at)
			g.unraise(side, g.Veil[side].Of(n), at)
			raised = false
		}
		g.drawThree(t, side)
	}) {
		return false
	}
	if p := g.Veil[side].Of(n); g.Block(side, p).Barbarian {
		g.freeMove(t, side, p)
	}
	return true
}

// drawThree draws the blocks of which one is raised.
func (g *Game) drawThree(t *adjudicator.Table, side adjudicator.Side) {
	left := g.In(side, ground.Pool)
	g.Drawn = 0
	for range min(g.Rules.Data.Tables.Counts.Recruits, left.Len()) {
		p := left.Nth(t.Draw(left.Len()))
		left.Drop(p)
		g.Drawn.Add(g.NameOf(side, p))
	}
	e := adjudicator.Event{Rule: "4.22", Depth: 1}
	if t.Heard() {
		e.Private[side] = adjudicator.Say("hellenes.event.draws", "Blocks", view.Recruits(&g.Position, side, g.Pieces(side, g.Drawn)))
	}
	t.Tell(e)
}

// take asks which of the three is raised, and where, unless the order has said what it prefers.
func (g *Game) take(t *adjudicator.Table, side adjudicator.Side, prefer []ground.Preference) (fog.Piece, board.Zone, bool) {
	open := func() []order.Act { return g.raisable(side) }
	all := open()
	if len(all) == 0 {
		return 0, ground.Nowhere, false
	}
	if a, ok := g.preferred(side, all, prefer); ok {
		return a.Pieces.Nth(0), a.Zone, true
	}
	f := order.Menu("no-such-recruit", "4.22", open, "take")
	a := g.asks(t, side, adjudicator.Question{Kind: "take", Rule: "4.22", Prompt: adjudicator.Say("hellenes.ask.take", "Blocks", view.Recruits(&g.Position, side, g.Pieces(side, g.Drawn))),
		Verbs: f.Verbs, Reaction: g.Rules.Since(3), Slight: true, Form: g.adviseTake(f, side)})
	return a.Pieces.Nth(0), a.Zone, true
}

// preferred is the recruit of a kind that is preferred, and where it is raised; false if there is none.
func (g *Game) preferred(side adjudicator.Side, all []order.Act, prefer []ground.Preference) (order.Act, bool) {
	for _, want := range prefer {
		for _, a := range all {
			if g.Block(side, a.Pieces.Nth(0)).Arm.String() == want.Kind && (want.At == ground.Nowhere || want.At == a.Zone) {
				return a, true
			}
		}
	}
	return order.Act{}, false
}

// raisable lists which of the three could be raised where.
func (g *Game) raisable(side adjudicator.Side) (all []order.Act) {
	for rest := g.Pieces(side, g.Drawn); rest != 0; {
		p := rest.Pop()
		for z := range g.Block(side, p).Homes.All() {
			if g.Raises(side, p, z) && g.Cost(z) <= g.Left[side] {
				all = append(all, order.Act{Verb: "take", Pieces: ground.One(p), Zone: z})
			}
		}
	}
	return all
}

// raise puts a recruit on the map: Greeks as a cadre in a city, barbarians at full strength in a town.
func (g *Game) raise(t *adjudicator.Table, side adjudicator.Side, p fog.Piece, z board.Zone) {
	g.part(t, side, ground.One(p))
	b, v := g.Block(side, p), &g.Veil[side]
	g.Put(side, ground.One(p), z)
	n := v.Goes[p]
	g.VC[side][p] = 1
	if b.Barbarian {
		g.VC[side][p] = int8(b.VC)
	}
	may := fog.Set(0)
	for q := range fog.Piece(ground.Blocks) {
		if o := g.Block(side, q); o.Barbarian == b.Barbarian && o.Homes.Has(z) {
			may.Add(q)
		}
	}
	v.Narrow(p, may)
	if side == ground.Athens && g.Scenario == campaign415 && g.Year >= 414 {
		g.Sailing[2].Add(n)
	}
	switch {
	case g.Upright(side.Other(), z) != 0:
		g.Flat[side].Add(n)
	case g.Towns[z].Holder == side.Other():
		g.Towns[z] = ground.Town{Holder: side, Pillaged: g.Towns[z].Pillaged, Strife: g.Towns[z].Strife}
	}
	g.spend(t, side, g.Cost(z), z)
	e := adjudicator.Event{Rule: "4.22", Depth: 1, Public: adjudicator.Say("hellenes.event.raises", "Side", ground.Seat(side), "Name", ground.Marker(side, n), "Zone", ground.ZoneTerm(z))}
	e.Private[side] = adjudicator.Say("hellenes.event.raises", "Side", ground.Seat(side), "Name", ground.PieceTerm(p), "Zone", ground.ZoneTerm(z))
	t.Tell(e)
}

// unraise takes a recruit back that Apollo has the enemy draw again.
func (g *Game) unraise(side adjudicator.Side, p fog.Piece, z board.Zone) {
	g.Drop(side, p)
	if g.Rules.City(z).Value > 0 && g.Empty(z) && g.Towns[z].Siege == 0 {
		g.Towns[z].Holder = g.Loyal(z)
	}
}

// freeMove lets a barbarian move that was just raised (4.22). No action is spent, and no march is
// forced.
func (g *Game) freeMove(t *adjudicator.Table, side adjudicator.Side, p fog.Piece) {
	if g.Quaked[side] || g.Season == ground.Winter {
		return
	}
	g.Free = ground.One(g.NameOf(side, p))
	last := order.Just("end")
	f := order.Form{Verbs: []string{"move", "end"}, Last: &last}
	f.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic {
		if a.Verb == "end" {
			return nil
		}
		if len(a.Rows) != 1 || a.Rows[0].Pieces != g.Pieces(side, g.Free) || a.Rows[0].Force {
			return orders.IllegalAt(s, s.Span(), "free-alone", "4.22")
		}
		return g.wrongMove(side, a, s)
	}
	f.Draw = func(r *rand.Rand) order.Act {
		row, ok := g.drawRow(side, g.Pieces(side, g.Free), r)
		if !ok {
			return order.Just("end")
		}
		return order.Act{Verb: "move", Rows: []order.Row{row}, Zone: ground.Nowhere}
	}
	f.Moves = func() []adjudicator.Offer { return g.movesOf(side, g.Pieces(side, g.Free), f.Wrong) }
	if g.Rules.Since(3) {
		f.Denied()
	}
	f.Open = func() []order.Act {
		open := []order.Act{last}
		c := g.Column(side, g.Pieces(side, g.Free))
		w := g.Ways(&c, c.Steps)
		for to := range board.Zone(ground.Zones) {
			if w.Steps[to] > 0 {
				open = append(open, order.Act{Verb: "move", Rows: []order.Row{{Pieces: c.Who, To: to}}, Zone: ground.Nowhere})
			}
		}
		return f.Legal(open)
	}
	a := g.asks(t, side, adjudicator.Question{Kind: "free", Rule: "4.22", Prompt: adjudicator.Say("hellenes.ask.free", "Block", ground.PieceTerm(p)), Verbs: f.Verbs, Reaction: g.Rules.Since(3), Free: true, Form: f})
	if a.Verb == "move" {
		g.move(t, side, a)
	}
	g.Free = 0
}
