package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// deck gathers all cards that are in the game and not in play (9.54).
func (g *Game) deck() {
	g.Cards, g.Laid = draw.Pool{}, [2]draw.Set{}
	g.Cards.Cup = g.Campaign().Deck &^ g.InPlay &^ g.Gone
	for _, card := range g.Leaders {
		if card != 0 {
			g.Cards.Cup.Drop(ground.Lot(card))
		}
	}
}

// dealCards deals each side its hand (10.1).
func (g *Game) dealCards(t *adjudicator.Table) {
	g.deck()
	for side := range adjudicator.Side(2) {
		for range g.Rules.Data.Tables.Counts.Hand {
			g.Cards.Draw(side, t.Draw)
		}
	}
	t.Tell(adjudicator.Event{Rule: "10.1", Public: adjudicator.Say("hellenes.event.dealt")})
}

// commit asks both sides for their card of the season, and reveals them (3.3).
func (g *Game) commit(t *adjudicator.Table) {
	t.Phase("card", adjudicator.Observer)
	a, b := g.asksBoth(t, g.askCard(ground.Athens), g.askCard(ground.Sparta))
	g.reveal(t, a, b)
}

// reveal turns the cards of both sides up.
func (g *Game) reveal(t *adjudicator.Table, acts ...order.Act) {
	for side, a := range acts {
		g.Cards.Remove(adjudicator.Side(side), ground.Lot(a.Card))
		g.Played[side], g.AsEvent[side] = a.Card, a.Verb == "event"
	}
	g.Shown = true
	g.First = g.Initiative()
	for side, a := range acts {
		side := adjudicator.Side(side)
		e := adjudicator.Event{Rule: "3.3", Public: adjudicator.Say("hellenes.event.coins", "Side", ground.Seat(side), "Card", ground.CardTerm(a.Card), "Coins", g.Rules.Card(a.Card).Coins)}
		switch a.Verb {
		case "event":
			e.Public = adjudicator.Say("hellenes.event.plays", "Side", ground.Seat(side), "Card", ground.CardTerm(a.Card), "Event", g.Rules.EventName(a.Card))
		case "sacrifice":
			e.Public = adjudicator.Say("hellenes.event.sacrifices", "Side", ground.Seat(side), "Card", ground.CardTerm(a.Card), "God", a.God.Term())
		case "discard":
			e.Public = adjudicator.Say("hellenes.event.discards", "Side", ground.Seat(side), "Card", ground.CardTerm(a.Card))
		}
		t.Tell(e)
	}
	t.Tell(adjudicator.Event{Rule: "3.3", Depth: 1, Public: adjudicator.Say("hellenes.event.first", "Side", ground.Seat(g.First))})
}

// askCard asks a side for its card of the season: for its coins, or but for winter as an event.
func (g *Game) askCard(side adjudicator.Side) adjudicator.Question {
	f := order.Form{Verbs: []string{"card", "event"}}
	f.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic { return g.wrongCard(side, a, s) }
	f.Open = func() (open []order.Act) {
		for _, card := range g.Hand(side) {
			open = append(open, order.Act{Verb: "card", Card: card, Zone: ground.Nowhere}, order.Act{Verb: "event", Card: card, Zone: ground.Nowhere})
		}
		return f.Legal(open)
	}
	return adjudicator.Question{Kind: "card", Rule: "3.3", Prompt: adjudicator.Say("hellenes.ask.card"), Verbs: f.Verbs, Slight: true, Settled: g.Season == ground.Winter && len(g.Hand(side)) == 1 && g.Rules.Since(3), Form: f} // no event is played then
}

func (g *Game) wrongCard(side adjudicator.Side, a order.Act, s *orders.Statement) *orders.Diagnostic {
	if a.Card < 1 || !g.Cards.Hand[side].Has(ground.Lot(a.Card)) {
		return orders.IllegalAt(s, s.Span(), "not-in-hand", "3.0", "Card", ground.CardTerm(a.Card))
	}
	if a.Verb == "event" {
		if g.Season == ground.Winter {
			return orders.IllegalAt(s, s.Span(), "no-winter-event", "9.1")
		}
		return g.wrongEvent(side, a, s)
	}
	return nil
}

// wrongEvent says why a side may not play the event of a card (3.1).
func (g *Game) wrongEvent(side adjudicator.Side, a order.Act, s *orders.Statement) *orders.Diagnostic {
	c := g.Rules.Card(a.Card)
	switch {
	case g.Rules.Data.Events[c.Event].Side == side.Other():
		return orders.IllegalAt(s, s.Span(), "others-event", "3.1", "Card", ground.CardTerm(a.Card))
	case g.Peace && (c.Event == data.Revolt || c.Event == data.HelotUprising || c.Event == data.PersianAid || c.Event == data.Taxes):
		return orders.IllegalAt(s, s.Span(), "not-in-peace", "12.0", "Card", ground.CardTerm(a.Card))
	case c.Event == data.PlagueReturns && (!g.Plagued || g.Scenario == campaign431 && g.Plagues >= 2):
		return orders.IllegalAt(s, s.Span(), "no-plague", "3.1", "Card", ground.CardTerm(a.Card))
	case c.Event == data.PlagueStrikes && g.Scenario == campaign431 && g.Plagues >= 2:
		return orders.IllegalAt(s, s.Span(), "no-plague", "15.1", "Card", ground.CardTerm(a.Card))
	case c.Event == data.Atrocity && g.Bonus(side.Other()) < 1:
		return orders.IllegalAt(s, s.Span(), "no-atrocity", "3.1", "Card", ground.CardTerm(a.Card))
	}
	return nil
}
