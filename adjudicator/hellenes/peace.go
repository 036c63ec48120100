package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/orders"
)

// place is a side's part of the set-up: where the blocks of a nation stand that has several places. It is
// hidden from the enemy until both are ready.
func (g *Game) place(d *adjudicator.Desk) {
	side := d.Side()
	for {
		a := d.Ask(g.askPlace(side)).(Act)
		if a.Verb == "ready" {
			return
		}
		for _, row := range a.Rows {
			for rest := row.Pieces; rest != 0; {
				g.Where[side][rest.Pop()] = row.To
			}
		}
	}
}

// askPlace asks where blocks are set up.
func (g *Game) askPlace(side adjudicator.Side) adjudicator.Question {
	f := form{verbs: []string{"ready", "place"}}
	f.wrong = func(a Act, s *orders.Statement) *orders.Diagnostic {
		for _, row := range a.Rows {
			for rest := row.Pieces; rest != 0; {
				if p := rest.Pop(); !g.placeable(side, p).Has(row.To) {
					return orders.IllegalAt(s, s.Span(), "not-placed-there", "15.0", "Block", pieceTerm(p), "Zone", zoneTerm(row.To))
				}
			}
		}
		return nil
	}
	f.open = func() []Act {
		open := []Act{act("ready")}
		for p := range fog.Piece(blocks) {
			for z := range g.placeable(side, p).All() {
				if z != g.Where[side][p] {
					open = append(open, Act{Verb: "place", Rows: []Row{{Pieces: one(p), To: z}}, Zone: nowhere})
				}
			}
		}
		return open
	}
	movable := fog.Set(0)
	for p := range fog.Piece(blocks) {
		if !g.placeable(side, p).Empty() {
			movable.Add(p)
		}
	}
	prompt := adjudicator.Say("hellenes.ask.unplaced")
	if movable != 0 {
		prompt = adjudicator.Say("hellenes.ask.place", "Blocks", pieceTerms(movable))
	}
	return adjudicator.Question{Kind: "place", Rule: "15.0", Prompt: prompt, Verbs: f.verbs, Free: true, Form: f}
}

// placeable are the zones in which a block may be set up by its owner; none if it is set up by the scenario.
func (g *Game) placeable(side adjudicator.Side, p fog.Piece) board.Set {
	for i := range g.scenario().Setup {
		if u := &g.scenario().Setup[i]; u.Side == side && u.Nation != data.None && u.Blocks.Has(p) {
			open := g.rules.places(g, u)
			if g.block(side, p).Arm == data.Fleet {
				for z := range open.All() {
					open.Put(z, g.rules.coastal(z))
				}
			}
			return open
		}
	}
	return board.Set{}
}

// breakable reports whether the peace may be broken (12.1).
func (g *Game) breakable() bool { return g.Peace && g.scenario().MayBreak }

// breakPeace asks a side at the beginning of a turn in which it plays an event whether it breaks the peace. In a turn of
// actions that is one of the orders that it can begin with.
func (g *Game) breakPeace(t *adjudicator.Table, side adjudicator.Side) {
	if !g.breakable() {
		return
	}
	cost := g.rules.data.Tables.Renewal.Cost(side, g.Year)
	f := menu("no-peace", "12.1", func() []Act { return []Act{act("let"), act("break")} }, "let", "break")
	a := g.asks(t, side, adjudicator.Question{Kind: "peace", Rule: "12.1", Prompt: adjudicator.Say("hellenes.ask.peace", "Cost", cost), Verbs: f.verbs, Free: true, Form: adviseAs[peaceful](f)})
	if a.Verb == "break" {
		g.renew(t, side)
	}
}

// renew renews the war, at a cost in prestige (12.1 to 12.13).
func (g *Game) renew(t *adjudicator.Table, side adjudicator.Side) {
	cost := g.rules.data.Tables.Renewal.Cost(side, g.Year)
	g.gain(side, -cost)
	g.Peace, g.Renewed = false, true
	for s := range adjudicator.Side(2) {
		for rest := g.scenario().Late[s]; rest != 0; {
			g.Where[s][g.nameOf(s, rest.Pop())] = pool
		}
	}
	t.Tell(adjudicator.Event{Rule: "12.1", Public: adjudicator.Say("hellenes.event.war", "Side", seat(side), "Number", cost)})
}
