package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/hellenes/data"
	"keryx/orders"
)

// lot is a card in the pool of cards.
func lot(card int) draw.Lot { return draw.Lot(card - 1) }

// deck gathers all cards that are in the game and not in play (9.54).
func (g *Game) deck() {
	g.Cards, g.Laid = draw.Pool{}, [2]draw.Set{}
	g.Cards.Cup = g.scenario().Deck &^ g.InPlay &^ g.Gone
	for _, card := range g.Leaders {
		if card != 0 {
			g.Cards.Cup.Drop(lot(card))
		}
	}
}

// dealCards deals each side its hand (10.1).
func (g *Game) dealCards(t *adjudicator.Table) {
	g.deck()
	for side := range adjudicator.Side(2) {
		for range g.rules.data.Tables.Counts.Hand {
			g.Cards.Draw(side, t.Draw)
		}
	}
	t.Tell(adjudicator.Event{Rule: "10.1", Public: adjudicator.Say("hellenes.event.dealt")})
}

// hand lists the cards that a side holds.
func (g *Game) hand(side adjudicator.Side) (cards []int) {
	for rest := g.Cards.Hand[side]; rest != 0; {
		cards = append(cards, int(rest.Pop())+1)
	}
	return cards
}

// commit asks both sides for their card of the season, and reveals them (3.3).
func (g *Game) commit(t *adjudicator.Table) {
	t.Phase("card", adjudicator.Observer)
	a, b := g.asksBoth(t, g.askCard(athens), g.askCard(sparta))
	g.reveal(t, a, b)
}

// reveal turns the cards of both sides up.
func (g *Game) reveal(t *adjudicator.Table, acts ...Act) {
	for side, a := range acts {
		g.Cards.Remove(adjudicator.Side(side), lot(a.Card))
		g.Played[side], g.AsEvent[side] = a.Card, a.Verb == "event"
	}
	g.Shown = true
	g.First = g.initiative()
	for side, a := range acts {
		side := adjudicator.Side(side)
		e := adjudicator.Event{Rule: "3.3", Public: adjudicator.Say("hellenes.event.coins", "Side", seat(side), "Card", cardTerm(a.Card), "Coins", g.rules.card(a.Card).Coins)}
		switch a.Verb {
		case "event":
			e.Public = adjudicator.Say("hellenes.event.plays", "Side", seat(side), "Card", cardTerm(a.Card), "Event", g.rules.eventName(a.Card))
		case "sacrifice":
			e.Public = adjudicator.Say("hellenes.event.sacrifices", "Side", seat(side), "Card", cardTerm(a.Card), "God", a.God.term())
		case "discard":
			e.Public = adjudicator.Say("hellenes.event.discards", "Side", seat(side), "Card", cardTerm(a.Card))
		}
		t.Tell(e)
	}
	t.Tell(adjudicator.Event{Rule: "3.3", Depth: 1, Public: adjudicator.Say("hellenes.event.first", "Side", seat(g.First))})
}

// initiative is the side that begins: the lower value of action, an event counts 0, and Sparta
// wins ties (3.3).
func (g *Game) initiative() adjudicator.Side {
	if g.value(athens) < g.value(sparta) {
		return athens
	}
	return sparta
}

// value is what a side's card counts for the initiative.
func (g *Game) value(side adjudicator.Side) int {
	if g.AsEvent[side] {
		return 0
	}
	return g.rules.card(g.Played[side]).Coins
}

// askCard asks a side for its card of the season: for its coins, or but for winter as an event.
func (g *Game) askCard(side adjudicator.Side) adjudicator.Question {
	f := form{verbs: []string{"card", "event"}}
	f.wrong = func(a Act, s *orders.Statement) *orders.Diagnostic { return g.wrongCard(side, a, s) }
	f.open = func() (open []Act) {
		for _, card := range g.hand(side) {
			open = append(open, Act{Verb: "card", Card: card, Zone: nowhere}, Act{Verb: "event", Card: card, Zone: nowhere})
		}
		return f.legal(open)
	}
	return adjudicator.Question{Kind: "card", Rule: "3.3", Prompt: adjudicator.Say("hellenes.ask.card"), Verbs: f.verbs, Slight: true, Form: f}
}

func (g *Game) wrongCard(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	if a.Card < 1 || !g.Cards.Hand[side].Has(lot(a.Card)) {
		return orders.IllegalAt(s, s.Span(), "not-in-hand", "3.0", "Card", cardTerm(a.Card))
	}
	if a.Verb == "event" {
		if g.Season == winter {
			return orders.IllegalAt(s, s.Span(), "no-winter-event", "9.1")
		}
		return g.wrongEvent(side, a, s)
	}
	return nil
}

// wrongEvent says why a side may not play the event of a card (3.1).
func (g *Game) wrongEvent(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	c := g.rules.card(a.Card)
	switch {
	case g.rules.data.Events[c.Event].Side == side.Other():
		return orders.IllegalAt(s, s.Span(), "others-event", "3.1", "Card", cardTerm(a.Card))
	case g.Peace && (c.Event == data.Revolt || c.Event == data.HelotUprising || c.Event == data.PersianAid || c.Event == data.Taxes):
		return orders.IllegalAt(s, s.Span(), "not-in-peace", "12.0", "Card", cardTerm(a.Card))
	case c.Event == data.PlagueReturns && (!g.Plagued || g.Scenario == campaign431 && g.Plagues >= 2):
		return orders.IllegalAt(s, s.Span(), "no-plague", "3.1", "Card", cardTerm(a.Card))
	case c.Event == data.PlagueStrikes && g.Scenario == campaign431 && g.Plagues >= 2:
		return orders.IllegalAt(s, s.Span(), "no-plague", "15.1", "Card", cardTerm(a.Card))
	case c.Event == data.Atrocity && g.bonus(side.Other()) < 1:
		return orders.IllegalAt(s, s.Span(), "no-atrocity", "3.1", "Card", cardTerm(a.Card))
	}
	return nil
}

// bonus is that of a side's leader in play, 0 without one (3.11).
func (g *Game) bonus(side adjudicator.Side) int {
	if g.Leaders[side] == 0 {
		return 0
	}
	return g.rules.leader(g.Leaders[side]).Bonus
}

// inPlay counts the continuing events of a kind that are in play.
func (g *Game) inPlay(e data.Event) (n int) {
	for rest := g.InPlay; rest != 0; {
		if g.rules.card(int(rest.Pop())+1).Event == e {
			n++
		}
	}
	return n
}

// actions are how many a side has in its turn (4.0, 3.11, 12.0).
func (g *Game) actions(side adjudicator.Side) int {
	if g.AsEvent[side] {
		return 0
	}
	n := g.rules.card(g.Played[side]).Coins + g.bonus(side)
	if side == athens {
		n += g.inPlay(data.Taxes)
		if g.Peace && g.expedition() < g.rules.data.Tables.Counts.Expedition {
			n--
		}
	} else {
		n += g.inPlay(data.PersianAid)
	}
	return max(0, n)
}
