package hellenes

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// newYear deals the cards and has both sides play one, as an event or a sacrifice (10.0), from some point on.
func (g *Game) newYear(t *adjudicator.Table, at entry) {
	t.Phase("newyear", adjudicator.Observer)
	if at.step == start {
		g.Appealed = [2]uint8{}
		g.dealCards(t)
		g.First = ground.Sparta
	}
	if at.step == start || at.God == ground.Zeus {
		for side := range adjudicator.Side(2) {
			if at.God != ground.Zeus || side >= at.Side {
				g.appeal(t, side, ground.Zeus, &ground.Moment{}, func() { g.redeal(t, side) })
			}
		}
		g.Fresh = [2]uint8{}
		at = entry{}
	}
	if at.step == start || at.Kind == "newyear" {
		g.greet(t)
		at = entry{}
	}
	for _, side := range []adjudicator.Side{g.First, g.First.Other()} {
		switch {
		case !g.AsEvent[side], at.step == newYear && at.Side != side: // it has no event, or this was over
		case g.Rules.Card(g.Played[side]).Event.Seasonal():
			g.tells(t, "10.2", adjudicator.Say("hellenes.event.vain", "Side", ground.Seat(side)))
		default:
			g.Early = true
			g.resolve(t, side, at)
			at, g.Early = entry{}, false
		}
	}
	g.Shown, g.AsEvent = false, [2]bool{}
	g.Quaked, g.Augured, g.Starving, g.Betrayed = [2]bool{}, [2]bool{}, ground.Nowhere, ground.Nowhere
	g.settle(t, false)
}

// greet has both sides play their card of the New Year, and takes the sacrifices.
func (g *Game) greet(t *adjudicator.Table) {
	a, b := g.asksBoth(t, g.askNewYear(ground.Athens), g.askNewYear(ground.Sparta))
	g.reveal(t, a, b)
	for side, a := range []order.Act{a, b} {
		if a.Verb == "sacrifice" {
			g.Offered[side] |= a.God.Bit()
			g.Fresh[side] |= a.God.Bit()
		}
	}
}

// redeal lays a hand off, face down, and draws six others (11.0, Zeus).
func (g *Game) redeal(t *adjudicator.Table, side adjudicator.Side) {
	g.Laid[side] |= g.Cards.Hand[side]
	for rest := g.Cards.Hand[side]; rest != 0; {
		g.Cards.Withdraw(rest.Pop())
	}
	for range g.Rules.Data.Tables.Counts.Hand {
		g.Cards.Draw(side, t.Draw)
	}
}

// askNewYear asks for the card of the New Year.
func (g *Game) askNewYear(side adjudicator.Side) adjudicator.Question {
	f := order.Form{Verbs: []string{"sacrifice", "event", "discard"}}
	f.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic {
		if a.Card < 1 || !g.Cards.Hand[side].Has(ground.Lot(a.Card)) {
			return orders.IllegalAt(s, s.Span(), "not-in-hand", "3.0", "Card", ground.CardTerm(a.Card))
		}
		switch a.Verb {
		case "sacrifice":
			if g.Offered[side]&a.God.Bit() != 0 {
				return orders.IllegalAt(s, s.Span(), "has-sacrificed", "10.3", "God", a.God.Term())
			}
		case "event":
			if !g.Rules.Data.Events[g.Rules.Card(a.Card).Event].NewYear {
				return orders.IllegalAt(s, s.Span(), "not-at-new-year", "10.2", "Card", ground.CardTerm(a.Card))
			}
			return g.wrongEvent(side, a, s)
		case "discard":
			if g.Offered[side] != 0xfe {
				return orders.IllegalAt(s, s.Span(), "must-sacrifice", "10.3")
			}
		}
		return nil
	}
	f.Open = func() (open []order.Act) {
		for _, card := range g.Hand(side) {
			for d := ground.Zeus; d <= ground.Hera; d++ {
				open = append(open, order.Act{Verb: "sacrifice", Card: card, God: d, Zone: ground.Nowhere})
			}
			open = append(open, order.Act{Verb: "event", Card: card, Zone: ground.Nowhere}, order.Act{Verb: "discard", Card: card, Zone: ground.Nowhere})
		}
		return f.Legal(open)
	}
	f.Lines = func(all []order.Act) []order.Act { return g.offerings(side, all) }
	f.Draw = func(r *rand.Rand) order.Act {
		hand := g.Hand(side)
		card := hand[r.IntN(len(hand))]
		if r.IntN(3) == 0 {
			return order.Act{Verb: "event", Card: card, Zone: ground.Nowhere}
		}
		return order.Act{Verb: "sacrifice", Card: card, God: ground.Zeus + ground.God(r.IntN(7)), Zone: ground.Nowhere}
	}
	return adjudicator.Question{Kind: "newyear", Rule: "10.1", Prompt: adjudicator.Say("hellenes.ask.newyear"), Verbs: f.Verbs, Slight: true, Form: f}
}

// offerings are the lines of the template: each card to one god, and the first card to each, besides events.
func (g *Game) offerings(side adjudicator.Side, all []order.Act) (lines []order.Act) {
	shown := map[int]bool{}
	for _, a := range all {
		if a.Verb != "sacrifice" || a.Card == g.Hand(side)[0] || !shown[a.Card] {
			lines = append(lines, a)
		}
		shown[a.Card] = true
	}
	return lines
}

// yearEnd takes the tribute, looks who has won, and begins the next year (9.5), from some point on.
func (g *Game) yearEnd(t *adjudicator.Table, at entry) {
	t.Phase("end", adjudicator.Observer)
	if !at.within() {
		g.settle(t, true)
		g.tribute(t)
		for side := range adjudicator.Side(2) {
			if g.PrestigeOf(side) >= g.Rules.Data.Tables.Prestige.Surrender {
				g.end(t, ground.Decisive)
				return
			}
		}
	}
	for side := range adjudicator.Side(2) {
		if at.Kind == "taxes" || at.Kind == "offer" && at.Side != side {
			continue // this was over where the turn is entered
		}
		at = entry{}
		if g.offers(t, side); g.Over {
			return
		}
	}
	if g.Year > g.Campaign().LastYear {
		g.dropTaxes(t)
	}
	for z := range g.Towns {
		g.Towns[z].Pillaged, g.Towns[z].Strife = false, false
	}
	g.Expedited = 0
	if g.Year == g.Campaign().LastYear {
		g.end(t, ground.Exhausted)
		return
	}
	g.Year--
}

// tribute is what the adverse cities give that each side holds (9.51), less what the alliances cost.
func (g *Game) tribute(t *adjudicator.Table) {
	s := g.Campaign()
	for side := range adjudicator.Side(2) {
		sum := 0
		for z := range board.Zone(ground.Zones) {
			if g.Rules.City(z).Value == 0 || g.Towns[z].Holder != side || g.Loyal(z) != side.Other() || s.TributeAbroad && !g.Rules.Abroad(z) {
				continue
			}
			sum += g.Rules.City(z).Value
		}
		if g.Renewed {
			sum /= 2
		}
		g.Gain(side, sum)
		t.Tell(adjudicator.Event{Rule: "9.51", Public: adjudicator.Say("hellenes.event.tribute", "Side", ground.Seat(side), "Number", sum)})
	}
	if n := g.CountInPlay(data.PersianAid) + g.CountInPlay(data.NoQuarter); n > 0 {
		g.Gain(ground.Sparta, -n)
		t.Tell(adjudicator.Event{Rule: "13.1", Depth: 1, Public: adjudicator.Say("hellenes.event.pays", "Side", ground.Seat(ground.Sparta), "Number", n)})
	}
	if s.AthensYearly != 0 {
		g.Gain(ground.Athens, s.AthensYearly)
		t.Tell(adjudicator.Event{Rule: "15.2", Depth: 1, Public: adjudicator.Say("hellenes.event.pays", "Side", ground.Seat(ground.Athens), "Number", -s.AthensYearly)})
	}
}

// offers asks a side with enough prestige whether it offers peace: it pays, both throw a die, and if the sum is
// below what is left it has won (14.22).
func (g *Game) offers(t *adjudicator.Table, side adjudicator.Side) {
	p := &g.Rules.Data.Tables.Prestige
	from, cost := p.OfferFrom, p.OfferCost
	if g.CountInPlay(data.PeaceFaction) > 0 {
		from, cost = p.FactionFrom, p.FactionCost
	}
	if g.PrestigeOf(side) < from {
		return
	}
	f := order.Menu("no-offer", "14.22", func() []order.Act { return []order.Act{order.Just("let"), order.Just("offer")} }, "let", "offer")
	a := g.asks(t, side, adjudicator.Question{Kind: "offer", Rule: "14.22", Prompt: adjudicator.Say("hellenes.ask.offer", "Cost", cost, "Left", g.PrestigeOf(side)-cost),
		Verbs: f.Verbs, Free: true, Form: f})
	if a.Verb == "let" {
		return
	}
	g.Gain(side, -cost)
	dice := t.Roll(2)
	won := dice[0]+dice[1] < g.PrestigeOf(side)
	t.Tell(adjudicator.Event{Rule: "14.22", Public: adjudicator.Say("hellenes.event.offers", "Side", ground.Seat(side), "Sum", dice[0]+dice[1], "Number", g.PrestigeOf(side), "Won", ground.Btoi(won))})
	if won {
		g.end(t, ground.Negotiated)
	}
}

// dropTaxes lets Athens take its taxes out of the game (3.1).
func (g *Game) dropTaxes(t *adjudicator.Table) {
	for g.CountInPlay(data.Taxes) > 0 {
		f := order.Menu("no-taxes", "3.1", func() []order.Act {
			open := []order.Act{order.Just("end")}
			for rest := g.InPlay; rest != 0; {
				if card := int(rest.Pop()) + 1; g.Rules.Card(card).Event == data.Taxes {
					open = append(open, order.Act{Verb: "drop", Card: card, Zone: ground.Nowhere})
				}
			}
			return open
		}, "end", "drop")
		a := g.asks(t, ground.Athens, adjudicator.Question{Kind: "taxes", Rule: "3.1", Prompt: adjudicator.Say("hellenes.ask.taxes"), Verbs: f.Verbs, Free: true, Form: f})
		if a.Verb == "end" {
			return
		}
		g.InPlay.Drop(draw.Lot(a.Card - 1))
		g.Gone.Add(ground.Lot(a.Card))
		t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.drops", "Card", ground.CardTerm(a.Card))})
	}
}

// end ends the game.
func (g *Game) end(t *adjudicator.Table, how ground.Ending) {
	g.Over, g.Ended = true, how
	e := adjudicator.Event{Rule: "14.23", Public: adjudicator.Say("hellenes.event.exhausted")}
	switch how {
	case ground.Decisive:
		e = adjudicator.Event{Rule: "14.21", Public: adjudicator.Say("hellenes.event.decisive")}
	case ground.Negotiated:
		e = adjudicator.Event{Rule: "14.22", Public: adjudicator.Say("hellenes.event.negotiated")}
	}
	t.Tell(e)
}

// Value implements [adjudicator.Valuer]: the prestige of a side.
func (g *Game) Value(side adjudicator.Side) float64 {
	if r := g.Result(); r != nil {
		return r.Value(side)
	}
	return float64(g.PrestigeOf(side))
}

// Levels implements [adjudicator.Leveller].
func (r *Rules) Levels() (levels []string, resigned string) {
	return []string{"decisive", "major", "minor", "draw"}, "major"
}
