package hellenes

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
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
			g.Left[side] = g.actions(side)
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
	for at.God != poseidon {
		a := g.asks(t, side, g.askWinter(side))
		if a.Verb == "end" {
			break
		}
		switch a.Verb {
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
	last := act("end")
	f := form{verbs: []string{"canton", "home", "shelter", "build", "reduce", "recruit", "maintain", "disband", "end"}, last: &last}
	f.wrong = func(a Act, s *orders.Statement) *orders.Diagnostic {
		switch a.Verb {
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
	f.open = func() []Act { return f.legal(g.winterProposals(side)) }
	f.lines = func(all []Act) []Act { return g.winterLines(side, all) }
	f.draw = func(r *rand.Rand) Act { return g.drawWinter(side, r) }
	return adjudicator.Question{Kind: "winter", Rule: "9.2", Prompt: adjudicator.Say("hellenes.ask.winter", "Left", g.Left[side], "Blocks", pieceTerms(g.outside(side))),
		Verbs: f.verbs, Free: true, Form: f}
}

// sheltered are the names of a side that are inside a city that it holds, within its capacity (9.213): those first
// that have moved there in this winter, then the strongest, but for who is maintained, or leaves in any case. Their owner
// demobilises others if he wants these to leave.
func (g *Game) sheltered(side adjudicator.Side, z board.Zone) fog.Set {
	if z >= zones || g.rules.city(z).Value == 0 || g.Towns[z].Holder != side {
		return 0
	}
	in := g.inside(side, z)
	if g.upright(side.Other(), z) != 0 {
		return in
	}
	room := g.capacity(z) - in.Len()
	for _, some := range []fog.Set{g.Moved[side], ^g.Moved[side]} {
		who := g.pieces(side, g.upright(side, z)&some&^g.Kept[side]) & g.rules.greeks(side)
		for ; room > 0 && who != 0; room-- {
			p := g.strongest(side, who).Nth(0)
			who.Drop(p)
			in.Add(g.nameOf(side, p))
		}
	}
	return in
}

// outside are the blocks of a side that would leave the map at the end of its winter actions.
func (g *Game) outside(side adjudicator.Side) (out fog.Set) {
	for z := range board.Zone(zones) {
		left := g.names(side, z) &^ g.Kept[side]
		if left != 0 {
			out |= g.pieces(side, left&^g.sheltered(side, z))
		}
	}
	for rest := g.pieces(side, g.onMap(side)); rest != 0; {
		if p := rest.Pop(); g.block(side, p).Barbarian {
			out.Add(p)
		}
	}
	for _, f := range g.Forms {
		if f.Side == side && f.Home {
			out &^= g.pieces(side, f.Names)
		}
	}
	return out
}

// over reports how many blocks of a side in a zone its city has no room for, of those that could winter in it: neither
// barbarians nor who is maintained.
func (g *Game) over(side adjudicator.Side, z board.Zone) int {
	may := g.called(side, g.pieces(side, g.names(side, z)&^g.Kept[side])&g.rules.greeks(side))
	return (may &^ g.sheltered(side, z)).Len()
}

// wrongWinter says what is wrong with a movement to winter quarters (9.21).
func (g *Game) wrongWinter(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	from, all, arriving := nowhere, fog.Set(0), map[board.Zone]int{}
	for _, row := range a.Rows {
		if row.Pieces == 0 || row.Pieces&all != 0 || row.Force {
			return orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", pieceTerms(row.Pieces))
		}
		path, d := g.wrongRow(side, row, s)
		if d == nil {
			d = g.wrongQuarters(side, a.Verb, row, path, s)
		}
		if d != nil {
			return d
		}
		z := g.at(side, row.Pieces.Nth(0))
		if from != nowhere && from != z {
			return orders.IllegalAt(s, s.Span(), "not-together", "5.0", "Blocks", pieceTerms(row.Pieces))
		}
		from, all = z, all|row.Pieces
		arriving[row.To] += row.Pieces.Len()
	}
	if g.stranded(side, from, all) {
		return orders.IllegalAt(s, s.Span(), "cannot-carry", "5.21", "Blocks", pieceTerms(g.in(side, from)&^all))
	}
	if a.Verb == "shelter" {
		return g.wrongCost(side, g.cost(ends(from, a.Rows)...), s)
	}
	if g.rules.city(from).Value == 0 || g.Towns[from].Holder != side {
		return nil
	}
	switch over := g.over(side, from); {
	case a.Verb == "canton" && all.Len() > over:
		return orders.IllegalAt(s, s.Span(), "is-inside", "9.211", "Zone", zoneTerm(from))
	case a.Verb == "home" && g.athome(side, all, from) > over:
		return orders.IllegalAt(s, s.Span(), "is-inside", "9.212", "Zone", zoneTerm(from))
	}
	return nil
}

// athome counts those of some blocks whose home a zone is.
func (g *Game) athome(side adjudicator.Side, who fog.Set, z board.Zone) (n int) {
	for who != 0 {
		n += btoi(g.block(side, who.Pop()).Homes.Has(z))
	}
	return n
}

// wrongQuarters says why blocks cannot winter where a row sends them.
func (g *Game) wrongQuarters(side adjudicator.Side, verb string, row Row, path []board.Zone, s *orders.Statement) *orders.Diagnostic {
	to := row.To
	c := g.rules.city(to)
	from := g.at(side, row.Pieces.Nth(0))
	switch {
	case c.Value == 0 || g.Towns[to].Holder != side:
		return wrongZone(s, "not-friendly", "9.21", to)
	case verb == "canton" && len(path) > 1:
		return wrongZone(s, "too-far-to-canton", "9.211", to)
	}
	if verb == "home" {
		for rest := row.Pieces; rest != 0; {
			p := rest.Pop()
			b := g.block(side, p)
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
	bySea := g.rules.sea(last)
	switch {
	case g.Peace && g.rules.greece(to): // enemies at sea are passed (12.0)
	case bySea && last == c.Harbour && g.names(side.Other(), last) != 0,
		g.upright(side.Other(), to) != 0 && !(bySea && c.Port() && last == c.Harbour && g.inside(side, to).Len()+row.Pieces.Len() <= g.capacity(to)):
		return wrongZone(s, "held-against", "9.21", to)
	}
	return nil
}

// winterMove moves blocks to winter quarters. Who comes home where enemies besiege or blockade will
// fight for it (9.31).
func (g *Game) winterMove(t *adjudicator.Table, side adjudicator.Side, a Act) {
	from := g.at(side, a.Rows[0].Pieces.Nth(0))
	if a.Verb == "shelter" {
		g.spend(t, side, g.cost(ends(from, a.Rows)...), from)
	}
	for _, row := range a.Rows {
		path, d := g.wrongRow(side, row, &orders.Statement{})
		if d != nil {
			continue
		}
		if a.Verb == "home" {
			home := fog.Set(0)
			for p := range fog.Piece(blocks) {
				if b := g.block(side, p); b.Homes.Has(row.To) && !b.Barbarian {
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
func (g *Game) quarter(t *adjudicator.Table, side adjudicator.Side, row Row, from board.Zone, path []board.Zone) fog.Set {
	all := append([]board.Zone{from}, path...)
	g.crossed(side, row.Pieces, all, false)
	to := path[len(path)-1]
	names := g.depart(t, side, row, all, to)
	g.Moved[side] |= names
	g.Flat[side] &^= names
	if g.upright(side.Other(), to) != 0 && !g.rules.sea(to) {
		g.Flat[side] |= names
	}
	if from == g.rules.gela && side == sparta {
		g.GelaLeft = true
	}
	if n := len(g.Storms); n > 0 && g.Storms[n-1].Names == 0 {
		g.Storms[n-1].Names = names
	}
	c := g.column(side, row.Pieces)
	c.from = from
	g.deduce(side, &c, path, row.Pieces, false)
	g.told(t, side, row.Pieces, all)
	return names
}

// wrongMaintain says what is wrong with the maintenance of blocks: an action for each (9.22).
func (g *Game) wrongMaintain(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	cost := 0
	for rest := a.Pieces; rest != 0; {
		p := rest.Pop()
		if g.at(side, p) >= zones || g.Kept[side].Has(g.nameOf(side, p)) || g.block(side, p).Barbarian {
			return orders.IllegalAt(s, s.Span(), "cannot-maintain", "9.22", "Block", pieceTerm(p))
		}
		cost += g.cost(g.at(side, p))
	}
	return g.wrongCost(side, max(1, cost), s)
}

// maintain keeps blocks through the winter where they are. All see which.
func (g *Game) maintain(t *adjudicator.Table, side adjudicator.Side, a Act) {
	g.part(t, side, a.Pieces)
	for rest := a.Pieces; rest != 0; {
		p := rest.Pop()
		g.Kept[side].Add(g.nameOf(side, p))
		g.spend(t, side, g.cost(g.at(side, p)), g.at(side, p))
	}
	names := g.called(side, a.Pieces)
	t.Tell(adjudicator.Event{Rule: "9.22", Depth: 1, Public: adjudicator.Say("hellenes.event.maintains", "Side", seat(side), "Names", markers(side, names))})
}

func (g *Game) wrongDisband(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	for rest := a.Pieces; rest != 0; {
		if p := rest.Pop(); g.at(side, p) >= zones {
			return orders.IllegalAt(s, s.Span(), "not-together", "9.24", "Blocks", pieceTerms(a.Pieces))
		}
	}
	if a.Pieces == 0 || g.strands(side, a.Pieces) {
		return orders.IllegalAt(s, s.Span(), "not-together", "9.24", "Blocks", pieceTerms(a.Pieces))
	}
	return nil
}

// discharge takes blocks from the map, which lie face down in the pool.
func (g *Game) discharge(t *adjudicator.Table, side adjudicator.Side, who fog.Set) {
	if who == 0 {
		return
	}
	g.part(t, side, who)
	names := g.called(side, who)
	e := adjudicator.Event{Rule: "9.24", Depth: 1, Public: adjudicator.Say("hellenes.event.disbands", "Side", seat(side), "Names", markers(side, names))}
	e.Private[side] = adjudicator.Say("hellenes.event.disbands", "Side", seat(side), "Names", pieceTerms(who))
	for rest := who; rest != 0; {
		g.drop(side, rest.Pop())
	}
	for z := range g.rules.board.OfKind(board.Sea).All() {
		g.embark(side, g.in(side, z), nil)
	}
	t.Tell(e)
}

// demobilise takes from the map who may not winter on it (9.24). All that are left are Greeks.
func (g *Game) demobilise(t *adjudicator.Table, side adjudicator.Side) {
	out := g.outside(side)
	for z := range board.Zone(zones) { // who is left at sea has to be carried
		if g.stranded(side, z, out) {
			out |= g.in(side, z) &^ g.rules.fleets[side]
		}
	}
	g.discharge(t, side, out)
	g.narrow(side, g.pieces(side, g.onMap(side)), g.rules.greeks(side))
	g.Homing = slices.Clone(g.Forms)
	g.settle(t, false)
}
