package moor

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/orders"
)

// form is the form of every question: what is wrong with an answer, and those that are proposed.
type form struct {
	verbs []string
	// wrong says what is wrong with an order of one of the verbs, on what its side knows; nil if
	// nothing is.
	wrong func(a Act, s *orders.Statement) *orders.Diagnostic
	// open lists legal answers, the least committal first.
	open func() []Act
	// group, if set, are pieces of which any could act together.
	group func() []Act
}

// Accept implements [adjudicator.Form].
func (f form) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a := o.(Act)
	if d := f.wrong(a, s); d != nil {
		return nil, d
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f form) Check(a adjudicator.Answer) error {
	act, ok := a.(Act)
	if !ok || !slices.Contains(f.verbs, act.Verb) {
		return fmt.Errorf("%v is no answer to what is asked", a)
	}
	if d := f.wrong(act, &orders.Statement{}); d != nil {
		return fmt.Errorf("%v: %w", act, d)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f form) Sample(r *rand.Rand) adjudicator.Answer {
	if f.group != nil && r.IntN(2) == 0 {
		if wider := f.group(); len(wider) > 0 {
			a := wider[r.IntN(len(wider))]
			a.Pieces &= fog.Set(r.Uint64())
			if a.Pieces != 0 && f.wrong(a, &orders.Statement{}) == nil {
				return a
			}
		}
	}
	open := f.open()
	return open[r.IntN(len(open))]
}

// Default implements [adjudicator.Form].
func (f form) Default() adjudicator.Answer { return f.open()[0] }

// Choices implements [adjudicator.Form].
func (f form) Choices() (all []adjudicator.Choice) {
	for _, a := range f.open() {
		all = append(all, adjudicator.Choice{Words: a.Words()})
	}
	return all
}

// legal are those of some answers that are.
func (f form) legal(some []Act) (all []Act) {
	for _, a := range some {
		if f.wrong(a, &orders.Statement{}) == nil {
			all = append(all, a)
		}
	}
	return all
}

// one is the set of a piece.
func one(p int) (set fog.Set) {
	set.Add(fog.Piece(p))
	return set
}

// askHold asks how many efforts are held back.
func (g *Game) askHold(side adjudicator.Side) adjudicator.Question {
	f := form{verbs: []string{"hold"}, wrong: func(a Act, s *orders.Statement) *orders.Diagnostic {
		if a.Number < 0 || a.Number > efforts {
			return orders.IllegalAt(s, s.Span(), "too-many-held", "1", "Number", a.Number, "Limit", efforts)
		}
		return nil
	}}
	f.open = func() (open []Act) {
		for n := range efforts + 1 {
			open = append(open, Act{Verb: "hold", Number: n})
		}
		return open
	}
	return adjudicator.Question{Kind: "hold", Rule: "1", Prompt: adjudicator.Say("moor.ask.hold", "Efforts", efforts), Verbs: f.verbs, Slight: true, Form: f}
}

// askDeed asks who carries the chests, and who mends.
func (g *Game) askDeed(side adjudicator.Side) adjudicator.Question {
	f := form{verbs: []string{"give", "rest", "done"}, wrong: func(a Act, s *orders.Statement) *orders.Diagnostic { return g.wrongDeed(side, a, s) }}
	f.open = func() []Act {
		open := []Act{{Verb: "done"}}
		for p := range pieces {
			open = append(open, Act{Verb: "rest", Pieces: one(p)})
			for chest := range chests {
				open = append(open, Act{Verb: "give", Number: chest + 1, Pieces: one(p)})
			}
		}
		return f.legal(open)
	}
	return adjudicator.Question{Kind: "deed", Rule: "1", Prompt: adjudicator.Say("moor.ask.deed"), Verbs: f.verbs, Free: true, Form: f}
}

func (g *Game) wrongDeed(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	if a.Verb == "done" {
		return nil
	}
	if a.Pieces.Len() != 1 || a.Pieces&carriers == 0 {
		return orders.IllegalAt(s, s.Span(), "not-for-scarecrows", "1")
	}
	p := a.Pieces.Nth(0)
	at := g.place(side, p)
	if a.Verb == "rest" {
		if g.Steps[side][p] == full[p] || at != camp[side] {
			return orders.IllegalAt(s, s.Span(), "cannot-rest", "1", "Piece", piece(p))
		}
		return nil
	}
	l := &g.Loads[side]
	if a.Number < 1 || a.Number > chests || int(l.With[a.Number-1]) >= len(pieces) || g.place(side, l.With[a.Number-1]) != at {
		return orders.IllegalAt(s, s.Span(), "no-chest", "1", "Number", a.Number)
	}
	for i := range chests {
		if l.With[i] == p {
			return orders.IllegalAt(s, s.Span(), "has-chest", "1", "Piece", piece(p))
		}
	}
	return nil
}

// askMarch asks for a march.
func (g *Game) askMarch(side adjudicator.Side) adjudicator.Question {
	f := form{verbs: []string{"march", "scout", "end"}, wrong: func(a Act, s *orders.Statement) *orders.Diagnostic {
		switch a.Verb {
		case "march":
			return g.wrongMarch(side, a, s)
		case "scout":
			return g.wrongScout(side, a, s)
		}
		return nil
	}}
	each := func(groups []fog.Set) (open []Act) {
		for _, group := range groups {
			for z := range board.Zone(g.rules.board.Len()) {
				open = append(open, Act{Verb: "march", Pieces: group, Zone: z, Place: g.zone(z).ID})
			}
		}
		return open
	}
	f.open = func() []Act {
		open := []Act{{Verb: "end"}}
		var singles []fog.Set
		for p := range pieces {
			singles = append(singles, one(p))
			open = append(open, Act{Verb: "scout", Number: int(side.Other())*len(pieces) + p})
		}
		return f.legal(append(open, each(singles)...))
	}
	f.group = func() []Act {
		var stacks []fog.Set
		for z := range board.Zone(g.rules.board.Len()) {
			if who := g.unmoved(side, z); who != 0 {
				stacks = append(stacks, who)
			}
		}
		return each(stacks)
	}
	return adjudicator.Question{Kind: "march", Rule: "2", Prompt: adjudicator.Say("moor.ask.march", "Left", efforts-g.Held[side]-g.Marches[side]),
		Verbs: f.verbs, Free: true, Form: marching{f, g, side}}
}

// marching is the form of marches.
type marching struct {
	form
	g    *Game
	side adjudicator.Side
}

// Offers implements [adjudicator.Offerer]: where each piece can go, and all that stand together.
func (f marching) Offers() adjudicator.Offers {
	all := adjudicator.Offers{Rest: []adjudicator.Keyword{"scout", "end"}}
	for _, a := range f.legal(f.group()) {
		if a.Pieces.Len() > 1 {
			all.Moves = append(all.Moves, f.offer(a, true))
		}
	}
	for _, a := range f.open() {
		if a.Verb == "march" {
			all.Moves = append(all.Moves, f.offer(a, a.Pieces == f.g.unmoved(f.side, f.g.place(f.side, a.Pieces.Nth(0)))))
		}
	}
	return all
}

func (f marching) offer(a Act, whole bool) adjudicator.Offer {
	return adjudicator.Offer{From: f.g.zone(f.g.place(f.side, a.Pieces.Nth(0))), To: f.g.zone(a.Zone), Who: adjudicator.Words{called(a.Pieces)}, Whole: whole,
		Lines: []adjudicator.Words{a.Words()}}
}

// together finds the zone from which some pieces can go together; [vanished] if there is none.
func (g *Game) together(side adjudicator.Side, who fog.Set) board.Zone {
	if who == 0 {
		return vanished
	}
	from := g.place(side, who.Nth(0))
	if from == vanished || who&^g.unmoved(side, from) != 0 {
		return vanished
	}
	return from
}

func (g *Game) wrongMarch(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	from := g.together(side, a.Pieces)
	switch {
	case g.Marches[side] >= efforts-g.Held[side]:
		return orders.IllegalAt(s, s.Span(), "no-efforts", "2", "Held", g.Held[side])
	case from == vanished:
		return orders.IllegalAt(s, s.Span(), "not-together", "2", "Pieces", called(a.Pieces))
	case a.Zone == camp[side.Other()]:
		return orders.IllegalAt(s, s.Span(), "their-camp", "2", "Zone", g.zone(a.Zone))
	case a.Pieces.Len() >= 3 && a.Pieces&riders == 0:
		return orders.IllegalAt(s, s.Span(), "needs-rider", "2")
	case a.Zone == from || !g.reaches(side, from, a.Zone, a.Pieces&^riders == 0):
		return orders.IllegalAt(s, s.Span(), "too-far", "2", "Zone", g.zone(a.Zone), "From", g.zone(from))
	}
	return nil
}

// reaches reports whether pieces come from one zone to another: riders through one without
// enemies.
func (g *Game) reaches(side adjudicator.Side, from, to board.Zone, ride bool) bool {
	if g.rules.board.Adjacent(from, to) {
		return true
	}
	for _, z := range g.rules.board.Neighbours(from, board.Any) {
		if ride && g.names(side.Other(), z) == 0 && g.rules.board.Adjacent(z, to) {
			return true
		}
	}
	return false
}

func (g *Game) wrongScout(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	enemy := adjudicator.Side(a.Number / len(pieces))
	n := fog.Name(a.Number % len(pieces))
	switch {
	case g.Scouted[side]:
		return orders.IllegalAt(s, s.Span(), "has-scouted", "2.2")
	case enemy == side || g.Where[enemy][n] == vanished:
		return orders.IllegalAt(s, s.Span(), "nobody-there", "2.2", "Name", marker(enemy, n))
	case g.rules.leak == refusedForDecoy && scarecrows.Has(g.Veil[enemy].Of(n)):
		return orders.IllegalAt(s, s.Span(), "nobody-there", "2.2", "Name", marker(enemy, n))
	}
	return nil
}

// askIntercept asks whether some pieces fall upon those that have come next to them.
func (g *Game) askIntercept(side adjudicator.Side, at board.Zone) adjudicator.Question {
	f := form{verbs: []string{"intercept", "let"}, wrong: func(a Act, s *orders.Statement) *orders.Diagnostic { return g.wrongIntercept(side, at, a, s) }}
	stacks := func() (open []Act) {
		for _, z := range g.rules.board.Neighbours(at, board.Any) {
			if who := g.unmoved(side, z); who != 0 {
				open = append(open, Act{Verb: "intercept", Pieces: who})
			}
		}
		return open
	}
	f.open = func() []Act { return f.legal(append([]Act{{Verb: "let"}}, stacks()...)) }
	f.group = stacks
	return adjudicator.Question{Kind: "intercept", Rule: "2.1", Prompt: adjudicator.Say("moor.ask.intercept", "Zone", g.zone(at)),
		Verbs: f.verbs, Reaction: true, Free: true, Settled: g.rules.leak == settledByEfforts && g.Held[side] <= g.Tried[side], Form: reaction{f}}
}

func (g *Game) wrongIntercept(side adjudicator.Side, at board.Zone, a Act, s *orders.Statement) *orders.Diagnostic {
	if a.Verb == "let" {
		return nil
	}
	from := g.together(side, a.Pieces)
	switch {
	case g.Held[side] <= g.Tried[side]:
		return orders.IllegalAt(s, s.Span(), "none-held", "2.1")
	case from == vanished:
		return orders.IllegalAt(s, s.Span(), "not-together", "2.1", "Pieces", called(a.Pieces))
	case !g.rules.board.Adjacent(from, at):
		return orders.IllegalAt(s, s.Span(), "too-far", "2.1", "Zone", g.zone(at), "From", g.zone(from))
	case a.Pieces&riders == 0:
		return orders.IllegalAt(s, s.Span(), "needs-rider", "2.1")
	}
	return nil
}
