package hellenes

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// retires asks a side, when the first of its blocks would attack in a round, whether all of it
// retreats (6.4). It reports whether the battle is over for it.
func (b *battle) retires(side adjudicator.Side) bool {
	who := b.Sides[side] &^ ground.One(ground.Garrison)
	going, stuck := b.assign(side, who, nil)
	if len(going) == 0 {
		return false
	}
	f := b.standForm(side, who, who&^stuck)
	f.Here = board.SetOf(b.At)
	a := b.g.asksIn(b.t, side, ground.Moment{Zone: b.At}, adjudicator.Question{Kind: "stand", Rule: "6.4", Prompt: adjudicator.Say("hellenes.ask.stand", "Zone", ground.ZoneTerm(b.At), "Round", b.Round),
		Verbs: f.Verbs, Reaction: side != b.Attacker || b.g.Rules.Since(3), Free: true, Form: adviseStand(f, b.Round)})
	if a.Verb == "fight" {
		return false
	}
	b.t.Tell(adjudicator.Event{Rule: "6.4", Depth: 1, Public: adjudicator.Say("hellenes.event.retreats", "Side", ground.Seat(side))})
	unhurt := !b.Bled[side] && !b.g.Rules.Sea(b.At)
	b.harass(side)
	left := b.flee(side, b.Sides[side]&^ground.One(ground.Garrison), a.Rows, false)
	if !unhurt || left {
		b.prize(side.Other(), 1)
	}
	b.Sides[side] = b.staying(side)
	if b.fighting(side) == 0 {
		b.Over, b.Winner = true, side.Other()
	}
	b.check() // who is left may all be routed
	return b.Over
}

// standForm is whether some blocks fight or retreat, and if their owner likes to where at once: all that can go must.
func (b *battle) standForm(side adjudicator.Side, who, must fog.Set) order.Form {
	f := order.Form{Verbs: []string{"fight", "retreat"}}
	f.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic {
		if a.Verb == "retreat" && len(a.Rows) > 0 {
			return b.wrongRetreat(side, who, must, a, s)
		}
		return nil
	}
	f.Meant = everybody(must)
	f.Open = func() []order.Act {
		open := []order.Act{order.Just("fight"), order.Just("retreat")}
		if b.Form.Home && side == b.Attacker || b.only(side, who) {
			return open
		}
		return append(open, b.together(side, who, must)...)
	}
	return f
}

// everybody is what an order to retreat to a zone means that names no block: all who must go.
func everybody(must fog.Set) func(order.Act) order.Act {
	return func(a order.Act) order.Act {
		if len(a.Rows) == 1 && a.Rows[0].Pieces == 0 {
			a.Rows = []order.Row{{Pieces: must, To: a.Rows[0].To, By: a.Rows[0].By, Force: a.Rows[0].Force}}
		}
		return a
	}
}

// together are the retreats of all blocks that must go to one zone.
func (b *battle) together(side adjudicator.Side, who, must fog.Set) (all []order.Act) {
	open := board.Set{}
	for rest := must; rest != 0; {
		open = open.Union(b.refuges(side, rest.Pop()))
	}
	for z := range open.All() {
		a := order.Act{Verb: "retreat", Rows: []order.Row{{Pieces: must, To: z}}, Zone: ground.Nowhere}
		if b.wrongRetreat(side, who, must, a, &orders.Statement{}) == nil {
			all = append(all, a)
		}
	}
	return all
}

// staying are those of a side that are still in the battle.
func (b *battle) staying(side adjudicator.Side) (left fog.Set) {
	for rest := b.Sides[side]; rest != 0; {
		if p := rest.Pop(); p == ground.Garrison || !b.Gone.Has(p) || b.GoneSide != side {
			left.Add(p)
		}
	}
	return left
}

// withdraw ends an assault by treachery that has not taken the city in its round (3.1).
func (b *battle) withdraw() {
	b.Over, b.Winner = true, b.Attacker.Other()
	b.t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.retreats", "Side", ground.Seat(b.Attacker))})
	bled := b.Bled[b.Attacker]
	b.harass(b.Attacker)
	if bled {
		b.prize(b.Attacker.Other(), 1)
	}
}

// refuges are the zones to which a block may retreat (6.4); that of the battle itself stands for the
// city there, or for the province around the city that is assaulted.
func (b *battle) refuges(side adjudicator.Side, p fog.Piece) (open board.Set) {
	g, bl := b.g, b.g.Block(side, p)
	if side == b.Attacker {
		switch {
		case b.Assault, b.Form.Sortie:
			return board.SetOf(b.At)
		case b.Form.From != b.At:
			if b.suits(side, p, b.Form.From) && (b.backIn(side, b.Form.From) || !g.Hostile(side, b.Form.From)) {
				open.Add(b.Form.From)
			}
			return open
		}
	}
	if b.Assault {
		c := g.Rules.City(b.At)
		if c.Port() && g.Names(side.Other(), c.Harbour) == 0 && !g.Closed(side, c.Harbour) && !bl.Barbarian {
			open.Add(c.Harbour)
		}
		return open
	}
	inside := g.Rules.City(b.At).Value > 0 && g.Towns[b.At].Holder == side && side != b.Attacker && (bl.Arm != data.Fleet || g.Rules.City(b.At).Port())
	if inside && g.Inside(side, b.At).Len() < g.Capacity(b.At) {
		open.Add(b.At)
	}
	if bl.Arm == data.Fleet && b.Form.Landing && side != b.Attacker {
		return open // trapped ashore (6.6)
	}
	for _, e := range g.Rules.Board.Edges(b.At) {
		if !slices.Contains(b.Barred, e.To) && b.suits(side, p, e.To) && !g.Hostile(side, e.To) {
			open.Add(e.To)
		}
	}
	return open
}

// suits reports whether a block may go into the next zone at all: on land by land, with a fleet over the sea.
func (b *battle) suits(side adjudicator.Side, p fog.Piece, to board.Zone) bool {
	g := b.g
	if g.Closed(side, to) || g.Stripped[to] && side == g.Active || g.Block(side, p).Sicilian && g.Rules.LeavesSicily(b.At, to) {
		return false
	}
	fromSea, toSea := g.Rules.Sea(b.At), g.Rules.Sea(to)
	switch {
	case (g.Block(side, p).Arm == data.Fleet):
		return fromSea || toSea || g.Rules.ShareSea(b.At, to)
	case fromSea || toSea:
		return !g.Block(side, p).Barbarian && g.Fleets(side, b.Sides[side]) != 0
	}
	return true
}

// backIn reports whether a zone is the besieged port of a side that opens to the sea of the battle: who came out of it to
// fight there falls back into it (5.2, 7.4).
func (b *battle) backIn(side adjudicator.Side, to board.Zone) bool {
	c := b.g.Rules.City(to)
	return c.Port() && c.Harbour == b.At && b.g.Towns[to].Holder == side && b.g.Upright(side.Other(), to) != 0
}

// assign sends some blocks to zones that they may retreat to: each to the first that is a friendly city, or else
// to any; with a source to random ones. It returns who is left, since it cannot go.
func (b *battle) assign(side adjudicator.Side, who fog.Set, r *rand.Rand) (rows []order.Row, stuck fog.Set) {
	g := b.g
	ships := g.Fleets(side, who)
	room := g.Capacity(b.At) - g.Inside(side, b.At).Len()
	if b.Assault && side == b.Attacker || b.Form.Sortie && side == b.Attacker {
		room = ground.Blocks
	}
	send := func(p fog.Piece, to board.Zone) {
		if to == b.At {
			room--
		}
		for i := range rows {
			if rows[i].To == to {
				rows[i].Pieces.Add(p)
				return
			}
		}
		rows = append(rows, order.Row{Pieces: ground.One(p), To: to})
	}
	harbour := ground.Nowhere // where all ships go together
	if ships != 0 {
		open := b.refuges(side, ships.Nth(0))
		if room < ships.Len() {
			open.Remove(b.At)
		}
		if harbour = g.prefer(side, open, r); harbour == ground.Nowhere {
			stuck |= ships
		} else {
			for rest := ships; rest != 0; {
				send(rest.Pop(), harbour)
			}
		}
	}
	aboard := ships
	for rest := who &^ ships; rest != 0; {
		p := rest.Pop()
		var dry board.Set
		for z := range b.refuges(side, p).All() {
			if !g.Rules.Sea(z) && !g.Rules.Sea(b.At) && (z != b.At || room > 0) {
				dry.Add(z)
			}
		}
		to := g.prefer(side, dry, r)
		if to == ground.Nowhere && harbour != ground.Nowhere && harbour != b.At && b.refuges(side, p).Has(harbour) && g.Carries(side, aboard|ground.One(p)) {
			aboard.Add(p)
			to = harbour
		}
		if to == ground.Nowhere {
			stuck.Add(p)
			continue
		}
		send(p, to)
	}
	return rows, stuck
}

// prefer takes one of some zones: a friendly city first, else any; with a source a random one.
func (g *Game) prefer(side adjudicator.Side, open board.Set, r *rand.Rand) board.Zone {
	if open.Empty() {
		return ground.Nowhere
	}
	if r != nil {
		return open.Nth(r.IntN(open.Len()))
	}
	for z := range open.All() {
		if g.Rules.City(z).Value > 0 && g.Towns[z].Holder == side {
			return z
		}
	}
	return open.First()
}

// flee has blocks retreat, where their owner has said or says. Of those that cannot, the panicked are lost, and others
// stay in the battle. It reports whether any has gone into its city, which is a retreat whatever was
// suffered before (7.1).
func (b *battle) flee(side adjudicator.Side, who fog.Set, said []order.Row, panicked bool) (inside bool) {
	g := b.g
	rows, stuck := b.assign(side, who, nil)
	if b.Form.Home && side == b.Attacker {
		g.beaten(b.t, side, who)
		b.Sides[side] = 0
		return false
	}
	if said = b.still(side, who, who&^stuck, said); len(said) > 0 {
		rows, stuck = said, left(who, said)
	} else if len(rows) > 0 && !b.only(side, who) {
		f := b.retreatForm(side, who, who&^stuck)
		a := b.t.Ask(side, adjudicator.Question{Kind: "retreat", Rule: "6.4", Prompt: adjudicator.Say("hellenes.ask.retreat", "Zone", ground.ZoneTerm(b.At), "Blocks", ground.PieceTerms(who&^stuck)),
			Verbs: f.Verbs, Reaction: true, Slight: true, Form: b.adviseRetreat(f, side, who&^stuck)}).(order.Act)
		rows, stuck = a.Rows, left(who, a.Rows)
	}
	for _, row := range rows {
		inside = inside || row.To == b.At && side != b.Attacker
		b.fall(side, row)
	}
	b.Gone, b.GoneSide = who&^stuck, side
	if panicked {
		for rest := stuck; rest != 0; {
			b.remove(side, rest.Pop())
		}
		b.Sides[side] &^= who
	}
	if g.Rules.Sea(b.At) {
		g.Embark(side, g.In(side, b.At), nil)
	}
	g.storms(b.t, side, entry{})
	return inside
}

// left are those of some blocks that no row names.
func left(who fog.Set, rows []order.Row) fog.Set {
	for _, row := range rows {
		who &^= row.Pieces
	}
	return who
}

// still is where those of a retreat go that are left after the harassing; nothing if they no longer can.
func (b *battle) still(side adjudicator.Side, who, must fog.Set, said []order.Row) (rows []order.Row) {
	for _, row := range said {
		row.Loads = slices.DeleteFunc(slices.Clone(row.Loads), func(p ground.Pair) bool { return !who.Has(p.Ship) || !who.Has(p.Cargo) })
		if row.Pieces &= who; row.Pieces != 0 {
			rows = append(rows, row)
		}
	}
	if b.wrongRetreat(side, who, must, order.Act{Verb: "retreat", Rows: rows, Zone: ground.Nowhere}, &orders.Statement{}) != nil {
		return nil
	}
	return rows
}

// only reports whether none of the blocks has a choice.
func (b *battle) only(side adjudicator.Side, who fog.Set) bool {
	for rest := who; rest != 0; {
		if b.refuges(side, rest.Pop()).Len() > 1 {
			return false
		}
	}
	return true
}

// fall has the blocks of a row fall back.
func (b *battle) fall(side adjudicator.Side, row order.Row) {
	g := b.g
	names := g.Called(side, row.Pieces)
	b.t.Tell(adjudicator.Event{Rule: "6.4", Depth: 1, Public: adjudicator.Say("hellenes.event.goes", "Side", ground.Seat(side), "Blocks", ground.PieceTerms(row.Pieces), "Zone", ground.ZoneTerm(row.To)),
		Marks: []adjudicator.Mark{{Kind: "retreat", Side: side, Zones: []string{g.Rules.Board.Name(b.At), g.Rules.Board.Name(row.To)}}}})
	if row.To == b.At {
		if !(b.Assault && side == b.Attacker) {
			g.Flat[side] |= names
		}
		return
	}
	if g.Rules.Sea(b.At) || g.Rules.Sea(row.To) {
		pairs, _ := g.ordered(side, row)
		g.Embark(side, row.Pieces, pairs)
	}
	g.Put(side, row.Pieces, row.To)
	if g.Flat[side] &^= names; b.backIn(side, row.To) {
		g.Flat[side] |= names
	}
	g.Moved[side] |= names
	if side == g.Active {
		g.Late |= names // they do not fight again in this turn
	}
	if e := g.Rules.Board.Edge(b.At, row.To); e.Tags&g.Rules.High != 0 {
		g.Storms = append(g.Storms, ground.Crossing{Names: names, Lines: 1})
	}
}

// retreatForm is where each of some blocks goes: all that can go must.
func (b *battle) retreatForm(side adjudicator.Side, who, must fog.Set) order.Form {
	f := order.Form{Verbs: []string{"retreat"}}
	f.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic {
		return b.wrongRetreat(side, who, must, a, s)
	}
	f.Meant = everybody(must)
	f.Open = func() []order.Act {
		rows, _ := b.assign(side, who, nil)
		first := order.Act{Verb: "retreat", Rows: rows, Zone: ground.Nowhere}
		return append([]order.Act{first}, slices.DeleteFunc(b.together(side, who, must), func(a order.Act) bool {
			return len(rows) == 1 && a.Rows[0].To == rows[0].To
		})...)
	}
	f.Draw = func(r *rand.Rand) order.Act {
		rows, _ := b.assign(side, who, r)
		return order.Act{Verb: "retreat", Rows: rows, Zone: ground.Nowhere}
	}
	return f
}

func (b *battle) wrongRetreat(side adjudicator.Side, who, must fog.Set, a order.Act, s *orders.Statement) *orders.Diagnostic {
	g, all, in := b.g, fog.Set(0), 0
	for _, row := range a.Rows {
		if row.Pieces == 0 || row.Pieces&all != 0 || row.Pieces&^who != 0 || len(row.By) > 0 || row.Force {
			return orders.IllegalAt(s, s.Span(), "not-together", "6.4", "Blocks", ground.PieceTerms(row.Pieces))
		}
		all |= row.Pieces
		loaded := false
		for rest := row.Pieces; rest != 0; {
			p := rest.Pop()
			if !b.refuges(side, p).Has(row.To) {
				return wrongZone(s, "no-refuge", "6.4", row.To)
			}
			loaded = loaded || g.Block(side, p).Arm != data.Fleet && (g.Rules.Sea(b.At) || g.Rules.Sea(row.To))
		}
		if (loaded || len(row.Loads) > 0) && !g.laden(side, row) {
			return orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", ground.PieceTerms(row.Pieces))
		}
		if row.To == b.At {
			in += row.Pieces.Len()
		}
	}
	if all.Len() < must.Len() || g.Rules.Sea(b.At) && !g.Carries(side, who&^all) {
		return orders.IllegalAt(s, s.Span(), "all-retreat", "6.4", "Blocks", ground.PieceTerms(must&^all))
	}
	if room := g.Capacity(b.At) - g.Inside(side, b.At).Len(); side != b.Attacker && in > room {
		return orders.IllegalAt(s, s.Span(), "no-room", "7.1", "Zone", ground.ZoneTerm(b.At), "Room", room)
	}
	return nil
}
