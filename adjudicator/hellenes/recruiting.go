package hellenes

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/orders"
)

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
	g.drawThree(t, side)
	g.pray(t, side, a.Prefer)
}

// pray lets a side have three others drawn, and then raise one (11.0).
func (g *Game) pray(t *adjudicator.Table, side adjudicator.Side, prefer []preference) {
	g.appeal(t, side, apollo, &Moment{Prefer: prefer}, func() { g.drawThree(t, side) })
	g.raiseOne(t, side, prefer)
}

// goOn ends the action in the midst of which the turn is entered.
func (g *Game) goOn(t *adjudicator.Table, side adjudicator.Side, at entry) {
	switch {
	case at.Kind == "take":
		g.raiseOne(t, side, nil)
	case at.Kind == "free":
		g.freeMove(t, side, g.pieces(side, g.Free).Nth(0))
		g.Drawn = 0
	case at.God == apollo && at.Side == side:
		g.pray(t, side, at.Prefer)
	case at.God == apollo:
		if g.lets(t, side, at.Raised) {
			g.Drawn = 0
		} else {
			g.raiseOne(t, side, nil)
		}
	}
}

// raiseOne has a side raise one of those that are drawn.
func (g *Game) raiseOne(t *adjudicator.Table, side adjudicator.Side, prefer []preference) {
	for {
		p, at, ok := g.take(t, side, prefer)
		if !ok {
			g.Left[side]--
			t.Tell(adjudicator.Event{Rule: "4.22", Public: adjudicator.Say("hellenes.event.norecruit", "Side", seat(side))})
			break
		}
		g.raise(t, side, p, at)
		if g.lets(t, side, g.nameOf(side, p)) {
			break
		}
	}
	g.Drawn = 0
}

// lets asks the enemy whether he has a recruit drawn anew that was just raised; if he does not, a barbarian moves (4.22,
// 11.0).
func (g *Game) lets(t *adjudicator.Table, side adjudicator.Side, n fog.Name) bool {
	at, raised := g.Where[side][n], true
	if g.appeal(t, side.Other(), apollo, &Moment{Raised: n}, func() {
		if raised {
			g.Left[side] += g.cost(at)
			g.unraise(side, g.Veil[side].Of(n), at)
			raised = false
		}
		g.drawThree(t, side)
	}) {
		return false
	}
	if p := g.Veil[side].Of(n); g.block(side, p).Barbarian {
		g.freeMove(t, side, p)
	}
	return true
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
	a := g.asks(t, side, adjudicator.Question{Kind: "take", Rule: "4.22", Prompt: adjudicator.Say("hellenes.ask.take", "Blocks", pieceTerms(g.pieces(side, g.Drawn))),
		Verbs: f.verbs, Slight: true, Form: g.adviseTake(f, side)})
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
	a := g.asks(t, side, adjudicator.Question{Kind: "free", Rule: "4.22", Prompt: adjudicator.Say("hellenes.ask.free", "Block", pieceTerm(p)), Verbs: f.verbs, Free: true, Form: f})
	if a.Verb == "move" {
		g.move(t, side, a)
	}
	g.Free = 0
}
