package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// place is a side's part of the set-up: where the blocks of a nation stand that has several places. It is
// hidden from the enemy until both are ready.
func (g *Game) place(d *adjudicator.Desk) {
	side := d.Side()
	for {
		a := d.Ask(g.askPlace(side)).(order.Act)
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
	f := order.Form{Verbs: []string{"ready", "place"}}
	f.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic {
		for _, row := range a.Rows {
			for rest := row.Pieces; rest != 0; {
				if p := rest.Pop(); !g.Placeable(side, p).Has(row.To) {
					return orders.IllegalAt(s, s.Span(), "not-placed-there", "15.0", "Block", ground.PieceTerm(p), "Zone", ground.ZoneTerm(row.To))
				}
			}
		}
		return nil
	}
	f.Open = func() []order.Act {
		open := []order.Act{order.Just("ready")}
		for p := range fog.Piece(ground.Blocks) {
			for z := range g.Placeable(side, p).All() {
				if z != g.Where[side][p] {
					open = append(open, order.Act{Verb: "place", Rows: []order.Row{{Pieces: ground.One(p), To: z}}, Zone: ground.Nowhere})
				}
			}
		}
		return open
	}
	movable := fog.Set(0)
	for p := range fog.Piece(ground.Blocks) {
		if !g.Placeable(side, p).Empty() {
			movable.Add(p)
		}
	}
	prompt := adjudicator.Say("hellenes.ask.unplaced")
	if movable != 0 {
		prompt = adjudicator.Say("hellenes.ask.place", "Blocks", ground.PieceTerms(movable))
	}
	return adjudicator.Question{Kind: "place", Rule: "15.0", Prompt: prompt, Verbs: f.Verbs, Free: true, Form: f}
}

// breakable reports whether the peace may be broken (12.1).
func (g *Game) breakable() bool { return g.Peace && g.Campaign().MayBreak }

// breakPeace asks a side at the beginning of a turn in which it plays an event whether it breaks the peace. In a turn of
// actions that is one of the orders that it can begin with.
func (g *Game) breakPeace(t *adjudicator.Table, side adjudicator.Side) {
	if !g.breakable() {
		return
	}
	cost := g.Rules.Data.Tables.Renewal.Cost(side, g.Year)
	f := order.Menu("no-peace", "12.1", func() []order.Act { return []order.Act{order.Just("let"), order.Just("break")} }, "let", "break")
	a := g.asks(t, side, adjudicator.Question{Kind: "peace", Rule: "12.1", Prompt: adjudicator.Say("hellenes.ask.peace", "Cost", cost), Verbs: f.Verbs, Free: true, Form: adviseAs[order.Peaceful](f)})
	if a.Verb == "break" {
		g.renew(t, side)
	}
}

// renew renews the war, at a cost in prestige (12.1 to 12.13).
func (g *Game) renew(t *adjudicator.Table, side adjudicator.Side) {
	cost := g.Rules.Data.Tables.Renewal.Cost(side, g.Year)
	g.Gain(side, -cost)
	g.Peace, g.Renewed = false, true
	for s := range adjudicator.Side(2) {
		for rest := g.Campaign().Late[s]; rest != 0; {
			g.Where[s][g.NameOf(s, rest.Pop())] = ground.Pool
		}
	}
	t.Tell(adjudicator.Event{Rule: "12.1", Public: adjudicator.Say("hellenes.event.war", "Side", ground.Seat(side), "Number", cost)})
}
