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

// winterTurn is the winter (9.0), from some point on: both sides act before anybody fights; then each may break sieges,
// and then each besieges.
func (g *Game) winterTurn(t *adjudicator.Table, at entry) {
	order := []adjudicator.Side{g.First, g.First.Other()}
	if at.step < sallies {
		g.quarters(t, order, at)
		at = entry{}
	}
	if at.step <= battles {
		g.relief(t, order, at)
		at = entry{}
	}
	for _, side := range order {
		if at.within() && g.Active != side {
			continue // its sieges were over where this turn is entered
		}
		t.Phase("siege", side)
		if g.Active = side; !at.within() {
			g.Tended = nil
		}
		g.sieges(t, side, at)
		at = entry{}
		g.settle(t, true)
	}
	g.Forms = nil
}

// quarters are the actions of both sides in winter.
func (g *Game) quarters(t *adjudicator.Table, order []adjudicator.Side, at entry) {
	for i, side := range order {
		if at.within() && g.Active != side {
			continue // its winter was over where this turn is entered
		}
		t.Phase(ordinals[i], side)
		if !at.within() {
			g.begin(side)
			g.Left[side] = g.Actions(side)
		}
		g.winterActs(t, side, at)
		at = entry{}
	}
	g.settle(t, true)
}

// relief are the battles of winter, of those that sally or come home.
func (g *Game) relief(t *adjudicator.Table, order []adjudicator.Side, at entry) {
	for _, side := range order {
		if at.within() && g.Active != side {
			continue
		}
		t.Phase("relief", side)
		g.Active = side
		if at.step <= sallies {
			g.sorties(t, side)
		}
		g.battles(t, side, at)
		at = entry{}
		g.arriveHome(t, side)
		g.settle(t, true)
	}
}

// winterActs are a side's actions in winter, in any order (9.2). At their end all barbarians, and who is
// neither inside a city nor maintained, leave the map (9.24).
func (g *Game) winterActs(t *adjudicator.Table, side adjudicator.Side, at entry) {
	g.goOn(t, side, at)
	for at.God != ground.Poseidon {
		a := g.asks(t, side, g.askWinter(side))
		if a.Verb == "end" {
			break
		}
		switch a.Verb {
		case "card": // it is played already: there was no other
		case "canton", "home", "shelter":
			g.winterMove(t, side, a)
		case "build":
			g.build(t, side, a)
		case "reduce":
			g.reduce(t, side, a)
		case "recruit":
			g.recruit(t, side, a)
		case "maintain":
			g.maintain(t, side, a)
		case "disband":
			g.discharge(t, side, a.Pieces)
		}
	}
	g.storms(t, side, at)
	g.demobilise(t, side)
}

// askWinter asks for the next action of the winter.
func (g *Game) askWinter(side adjudicator.Side) adjudicator.Question {
	last := order.Just("end")
	f := order.Form{Verbs: []string{"canton", "home", "shelter", "build", "reduce", "recruit", "maintain", "disband", "end"}, Last: &last}
	f.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic {
		switch a.Verb {
		case "card":
			if a.Card != g.Played[side] {
				return orders.IllegalAt(s, s.Span(), "not-in-hand", "3.0", "Card", ground.CardTerm(a.Card))
			}
		case "canton", "home", "shelter":
			return g.wrongWinter(side, a, s)
		case "build":
			return g.wrongBuild(side, a, s)
		case "reduce":
			return g.wrongReduce(side, a, s)
		case "recruit":
			return g.wrongRecruit(side, s)
		case "maintain":
			return g.wrongMaintain(side, a, s)
		case "disband":
			return g.wrongDisband(side, a, s)
		}
		return nil
	}
	if g.Rules.Since(3) {
		f.Verbs = append(f.Verbs, "card")
	}
	f.Open = func() []order.Act { return f.Legal(g.winterProposals(side)) }
	f.Lines = func(all []order.Act) []order.Act { return g.winterLines(side, all) }
	f.Draw = func(r *rand.Rand) order.Act { return g.drawWinter(side, r) }
	f.Odds = func(a order.Act) adjudicator.Words { return g.oddsOf(side, a) }
	f.Rest = []adjudicator.Keyword{"canton", "home", "shelter", "build", "reduce", "maintain", "disband"}
	out := g.Outside(side)
	return adjudicator.Question{Kind: "winter", Rule: "9.2", Prompt: adjudicator.Say("hellenes.ask.winter", "Left", g.Left[side], "Blocks", ground.PieceTerms(out)),
		Verbs: f.Verbs, Free: true, Settled: g.Left[side] == 0 && out == 0 && g.Rules.Since(2), Form: f} // who disbands others besides does it before
}

// wrongWinter says what is wrong with a movement to winter quarters (9.21).
func (g *Game) wrongWinter(side adjudicator.Side, a order.Act, s *orders.Statement) *orders.Diagnostic {
	from, all, arriving := ground.Nowhere, fog.Set(0), map[board.Zone]int{}
	for _, row := range a.Rows {
		if row.Pieces == 0 || row.Pieces&all != 0 || row.Force {
			return orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", ground.PieceTerms(row.Pieces))
		}
		path, d := g.wrongRow(side, row, s)
		if d == nil {
			d = g.wrongQuarters(side, a.Verb, row, path, s)
		}
		if d != nil {
			return d
		}
		z := g.At(side, row.Pieces.Nth(0))
		if from != ground.Nowhere && from != z {
			return orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", ground.PieceTerms(row.Pieces))
		}
		from, all = z, all|row.Pieces
		arriving[row.To] += row.Pieces.Len()
	}
	if g.Stranded(side, from, all) {
		return orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", ground.PieceTerms(g.In(side, from)&^all))
	}
	if a.Verb == "shelter" {
		return g.wrongCost(side, g.Cost(ends(from, a.Rows)...), s)
	}
	if g.Rules.City(from).Value == 0 || g.Towns[from].Holder != side {
		return nil
	}
	switch over := g.Excess(side, from); {
	case a.Verb == "canton" && all.Len() > over:
		return orders.IllegalAt(s, s.Span(), "is-inside", "9.211", "Zone", ground.ZoneTerm(from))
	case a.Verb == "home" && g.Athome(side, all, from) > over:
		return orders.IllegalAt(s, s.Span(), "is-inside", "9.212", "Zone", ground.ZoneTerm(from))
	}
	return nil
}

// wrongQuarters says why blocks cannot winter where a row sends them.
func (g *Game) wrongQuarters(side adjudicator.Side, verb string, row order.Row, path []board.Zone, s *orders.Statement) *orders.Diagnostic {
	to := row.To
	c := g.Rules.City(to)
	from := g.At(side, row.Pieces.Nth(0))
	switch {
	case c.Value == 0 || g.Towns[to].Holder != side:
		return wrongZone(s, "not-friendly", "9.21", to)
	case verb == "canton" && len(path) > 1:
		return wrongZone(s, "too-far-to-canton", "9.211", to)
	}
	if verb == "home" {
		for rest := row.Pieces; rest != 0; {
			p := rest.Pop()
			b := g.Block(side, p)
			if !b.Homes.Has(to) || b.Barbarian {
				return wrongZone(s, "not-their-home", "9.212", to)
			}
		}
		return nil
	}
	last := from
	if len(path) > 1 {
		last = path[len(path)-2]
	}
	bySea := g.Rules.Sea(last)
	switch {
	case g.Peace && g.Rules.Greece(to): // enemies at sea are passed (12.0)
	case bySea && last == c.Harbour && g.Names(side.Other(), last) != 0,
		g.Upright(side.Other(), to) != 0 && !(bySea && c.Port() && last == c.Harbour && g.Inside(side, to).Len()+row.Pieces.Len() <= g.Capacity(to)):
		return wrongZone(s, "held-against", "9.21", to)
	}
	return nil
}

// winterMove moves blocks to winter quarters. Who comes home where enemies besiege or blockade will
// fight for it (9.31).
func (g *Game) winterMove(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	from := g.At(side, a.Rows[0].Pieces.Nth(0))
	if a.Verb == "shelter" {
		g.spend(t, side, g.Cost(ends(from, a.Rows)...), from)
	}
	for _, row := range a.Rows {
		path, d := g.wrongRow(side, row, &orders.Statement{})
		if d != nil {
			continue
		}
		if a.Verb == "home" {
			home := fog.Set(0)
			for p := range fog.Piece(ground.Blocks) {
				if b := g.Block(side, p); b.Homes.Has(row.To) && !b.Barbarian {
					home.Add(p)
				}
			}
			g.comeHome(t, side, row, from, path, home)
			continue
		}
		g.quarter(t, side, row, from, path)
	}
}

// quarter moves blocks along a way into a city.
func (g *Game) quarter(t *adjudicator.Table, side adjudicator.Side, row order.Row, from board.Zone, path []board.Zone) fog.Set {
	all := append([]board.Zone{from}, path...)
	g.crossed(side, row.Pieces, all, false)
	to := path[len(path)-1]
	names := g.depart(t, side, row, all, to)
	g.Moved[side] |= names
	g.Flat[side] &^= names
	if g.Upright(side.Other(), to) != 0 && !g.Rules.Sea(to) {
		g.Flat[side] |= names
	}
	if from == g.Rules.Gela && side == ground.Sparta {
		g.GelaLeft = true
	}
	if n := len(g.Storms); n > 0 && g.Storms[n-1].Names == 0 {
		g.Storms[n-1].Names = names
	}
	c := g.Column(side, row.Pieces)
	c.From = from
	g.deduce(side, &c, path, row.Pieces, false)
	g.told(t, side, row.Pieces, all)
	return names
}

// wrongMaintain says what is wrong with the maintenance of blocks: an action for each (9.22).
func (g *Game) wrongMaintain(side adjudicator.Side, a order.Act, s *orders.Statement) *orders.Diagnostic {
	cost := 0
	for rest := a.Pieces; rest != 0; {
		p := rest.Pop()
		if g.At(side, p) >= ground.Zones || g.Kept[side].Has(g.NameOf(side, p)) || g.Block(side, p).Barbarian {
			return orders.IllegalAt(s, s.Span(), "cannot-maintain", "9.22", "Block", ground.PieceTerm(p))
		}
		cost += g.Cost(g.At(side, p))
	}
	return g.wrongCost(side, max(1, cost), s)
}

// maintain keeps blocks through the winter where they are. All see which.
func (g *Game) maintain(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	g.part(t, side, a.Pieces)
	for rest := a.Pieces; rest != 0; {
		p := rest.Pop()
		g.Kept[side].Add(g.NameOf(side, p))
		g.spend(t, side, g.Cost(g.At(side, p)), g.At(side, p))
	}
	names := g.Called(side, a.Pieces)
	e := adjudicator.Event{Rule: "9.22", Depth: 1, Public: adjudicator.Say("hellenes.event.maintains", "Side", ground.Seat(side), "Names", ground.Markers(side, names))}
	e.Private[side] = adjudicator.Say("hellenes.event.maintains", "Side", ground.Seat(side), "Names", ground.PieceTerms(a.Pieces))
	t.Tell(e)
}

func (g *Game) wrongDisband(side adjudicator.Side, a order.Act, s *orders.Statement) *orders.Diagnostic {
	for rest := a.Pieces; rest != 0; {
		if p := rest.Pop(); g.At(side, p) >= ground.Zones {
			return orders.IllegalAt(s, s.Span(), "not-together", "9.24", "Blocks", ground.PieceTerms(a.Pieces))
		}
	}
	if a.Pieces == 0 || g.Strands(side, a.Pieces) {
		return orders.IllegalAt(s, s.Span(), "not-together", "9.24", "Blocks", ground.PieceTerms(a.Pieces))
	}
	return nil
}

// discharge takes blocks from the map, which lie face down in the pool.
func (g *Game) discharge(t *adjudicator.Table, side adjudicator.Side, who fog.Set) {
	if who == 0 {
		return
	}
	g.part(t, side, who)
	names := g.Called(side, who)
	e := adjudicator.Event{Rule: "9.24", Depth: 1, Public: adjudicator.Say("hellenes.event.disbands", "Side", ground.Seat(side), "Names", ground.Markers(side, names))}
	e.Private[side] = adjudicator.Say("hellenes.event.disbands", "Side", ground.Seat(side), "Names", ground.PieceTerms(who))
	for rest := who; rest != 0; {
		g.Drop(side, rest.Pop())
	}
	for z := range g.Rules.Board.OfKind(board.Sea).All() {
		g.Embark(side, g.In(side, z), nil)
	}
	t.Tell(e)
}

// demobilise takes from the map who may not winter on it (9.24). All that are left are Greeks.
func (g *Game) demobilise(t *adjudicator.Table, side adjudicator.Side) {
	out := g.Outside(side)
	for z := range board.Zone(ground.Zones) { // who is left at sea has to be carried
		if g.Stranded(side, z, out) {
			out |= g.In(side, z) &^ g.Rules.Fleets[side]
		}
	}
	g.discharge(t, side, out)
	g.Narrow(side, g.Pieces(side, g.OnMap(side)), g.Rules.Greeks(side))
	g.Homing = slices.Clone(g.Forms)
	g.settle(t, false)
}
