package hellenes

import (
	"keryx/adjudicator/hellenes/data"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/orders"
)

// newYear deals the cards and has both sides play one, as an event or a sacrifice (10.0), from some point on.
func (g *Game) newYear(t *adjudicator.Table, at entry) {
	t.Phase("newyear", adjudicator.Observer)
	if at.step == start {
		g.Appealed = [2]uint8{}
		g.dealCards(t)
		g.First = sparta
	}
	if at.step == start || at.God == zeus {
		for side := range adjudicator.Side(2) {
			if at.God != zeus || side >= at.Side {
				g.appeal(t, side, zeus, &Moment{}, func() { g.redeal(t, side) })
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
		case g.rules.card(g.Played[side]).Event.Seasonal():
			g.tells(t, "10.2", adjudicator.Say("hellenes.event.vain", "Side", seat(side)))
		default:
			g.early = true
			g.resolve(t, side, at)
			at, g.early = entry{}, false
		}
	}
	g.Shown, g.AsEvent = false, [2]bool{}
	g.Quaked, g.Augured, g.Starving, g.Betrayed = [2]bool{}, [2]bool{}, nowhere, nowhere
	g.settle(t, false)
}

// greet has both sides play their card of the New Year, and takes the sacrifices.
func (g *Game) greet(t *adjudicator.Table) {
	a, b := g.asksBoth(t, g.askNewYear(athens), g.askNewYear(sparta))
	g.reveal(t, a, b)
	for side, a := range []Act{a, b} {
		if a.Verb == "sacrifice" {
			g.Offered[side] |= a.God.bit()
			g.Fresh[side] |= a.God.bit()
		}
	}
}

// redeal lays a hand off, face down, and draws six others (11.0, Zeus).
func (g *Game) redeal(t *adjudicator.Table, side adjudicator.Side) {
	g.Laid[side] |= g.Cards.Hand[side]
	for rest := g.Cards.Hand[side]; rest != 0; {
		g.Cards.Withdraw(rest.Pop())
	}
	for range g.rules.data.Tables.Counts.Hand {
		g.Cards.Draw(side, t.Draw)
	}
}

// askNewYear asks for the card of the New Year.
func (g *Game) askNewYear(side adjudicator.Side) adjudicator.Question {
	f := form{verbs: []string{"sacrifice", "event", "discard"}}
	f.wrong = func(a Act, s *orders.Statement) *orders.Diagnostic {
		if a.Card < 1 || !g.Cards.Hand[side].Has(lot(a.Card)) {
			return orders.IllegalAt(s, s.Span(), "not-in-hand", "3.0", "Card", cardTerm(a.Card))
		}
		switch a.Verb {
		case "sacrifice":
			if g.Offered[side]&a.God.bit() != 0 {
				return orders.IllegalAt(s, s.Span(), "has-sacrificed", "10.3", "God", a.God.term())
			}
		case "event":
			if !g.rules.data.Events[g.rules.card(a.Card).Event].NewYear {
				return orders.IllegalAt(s, s.Span(), "not-at-new-year", "10.2", "Card", cardTerm(a.Card))
			}
			return g.wrongEvent(side, a, s)
		case "discard":
			if g.Offered[side] != 0xfe {
				return orders.IllegalAt(s, s.Span(), "must-sacrifice", "10.3")
			}
		}
		return nil
	}
	f.open = func() (open []Act) {
		for _, card := range g.hand(side) {
			for d := zeus; d <= hera; d++ {
				open = append(open, Act{Verb: "sacrifice", Card: card, God: d, Zone: nowhere})
			}
			open = append(open, Act{Verb: "event", Card: card, Zone: nowhere}, Act{Verb: "discard", Card: card, Zone: nowhere})
		}
		return f.legal(open)
	}
	f.lines = func(all []Act) []Act { return g.offerings(side, all) }
	f.draw = func(r *rand.Rand) Act {
		hand := g.hand(side)
		card := hand[r.IntN(len(hand))]
		if r.IntN(3) == 0 {
			return Act{Verb: "event", Card: card, Zone: nowhere}
		}
		return Act{Verb: "sacrifice", Card: card, God: zeus + god(r.IntN(7)), Zone: nowhere}
	}
	return adjudicator.Question{Kind: "newyear", Rule: "10.1", Prompt: adjudicator.Say("hellenes.ask.newyear"), Verbs: f.verbs, Slight: true, Form: f}
}

// offerings are the lines of the template: each card to one god, and the first card to each, besides events.
func (g *Game) offerings(side adjudicator.Side, all []Act) (lines []Act) {
	shown := map[int]bool{}
	for _, a := range all {
		if a.Verb != "sacrifice" || a.Card == g.hand(side)[0] || !shown[a.Card] {
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
			if g.prestige(side) >= g.rules.data.Tables.Prestige.Surrender {
				g.end(t, decisive)
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
	if g.Year > g.scenario().LastYear {
		g.dropTaxes(t)
	}
	for z := range g.Towns {
		g.Towns[z].Pillaged, g.Towns[z].Strife = false, false
	}
	g.Expedited = 0
	if g.Year == g.scenario().LastYear {
		g.end(t, exhausted)
		return
	}
	g.Year--
}

// tribute is what the adverse cities give that each side holds (9.51), less what the alliances cost.
func (g *Game) tribute(t *adjudicator.Table) {
	s := g.scenario()
	for side := range adjudicator.Side(2) {
		sum := 0
		for z := range board.Zone(zones) {
			if g.rules.city(z).Value == 0 || g.Towns[z].Holder != side || g.loyal(z) != side.Other() || s.TributeAbroad && !g.rules.abroad(z) {
				continue
			}
			sum += g.rules.city(z).Value
		}
		if g.Renewed {
			sum /= 2
		}
		g.gain(side, sum)
		t.Tell(adjudicator.Event{Rule: "9.51", Public: adjudicator.Say("hellenes.event.tribute", "Side", seat(side), "Number", sum)})
	}
	if n := g.inPlay(data.PersianAid) + g.inPlay(data.NoQuarter); n > 0 {
		g.gain(sparta, -n)
		t.Tell(adjudicator.Event{Rule: "13.1", Depth: 1, Public: adjudicator.Say("hellenes.event.pays", "Side", seat(sparta), "Number", n)})
	}
	if s.AthensYearly != 0 {
		g.gain(athens, s.AthensYearly)
		t.Tell(adjudicator.Event{Rule: "15.2", Depth: 1, Public: adjudicator.Say("hellenes.event.pays", "Side", seat(athens), "Number", -s.AthensYearly)})
	}
}

// offers asks a side with enough prestige whether it offers peace: it pays, both throw a die, and if the sum is
// below what is left it has won (14.22).
func (g *Game) offers(t *adjudicator.Table, side adjudicator.Side) {
	p := &g.rules.data.Tables.Prestige
	from, cost := p.OfferFrom, p.OfferCost
	if g.inPlay(data.PeaceFaction) > 0 {
		from, cost = p.FactionFrom, p.FactionCost
	}
	if g.prestige(side) < from {
		return
	}
	f := menu("no-offer", "14.22", func() []Act { return []Act{act("let"), act("offer")} }, "let", "offer")
	a := g.asks(t, side, adjudicator.Question{Kind: "offer", Rule: "14.22", Prompt: adjudicator.Say("hellenes.ask.offer", "Cost", cost, "Left", g.prestige(side)-cost),
		Verbs: f.verbs, Free: true, Form: f})
	if a.Verb == "let" {
		return
	}
	g.gain(side, -cost)
	dice := t.Roll(2)
	won := dice[0]+dice[1] < g.prestige(side)
	t.Tell(adjudicator.Event{Rule: "14.22", Public: adjudicator.Say("hellenes.event.offers", "Side", seat(side), "Sum", dice[0]+dice[1], "Number", g.prestige(side), "Won", btoi(won))})
	if won {
		g.end(t, negotiated)
	}
}

// dropTaxes lets Athens take its taxes out of the game (3.1).
func (g *Game) dropTaxes(t *adjudicator.Table) {
	for g.inPlay(data.Taxes) > 0 {
		f := menu("no-taxes", "3.1", func() []Act {
			open := []Act{act("end")}
			for rest := g.InPlay; rest != 0; {
				if card := int(rest.Pop()) + 1; g.rules.card(card).Event == data.Taxes {
					open = append(open, Act{Verb: "drop", Card: card, Zone: nowhere})
				}
			}
			return open
		}, "end", "drop")
		a := g.asks(t, athens, adjudicator.Question{Kind: "taxes", Rule: "3.1", Prompt: adjudicator.Say("hellenes.ask.taxes"), Verbs: f.verbs, Free: true, Form: f})
		if a.Verb == "end" {
			return
		}
		g.InPlay.Drop(draw.Lot(a.Card - 1))
		g.Gone.Add(lot(a.Card))
		t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.drops", "Card", cardTerm(a.Card))})
	}
}

// end ends the game.
func (g *Game) end(t *adjudicator.Table, how ending) {
	g.Over, g.Ended = true, how
	e := adjudicator.Event{Rule: "14.23", Public: adjudicator.Say("hellenes.event.exhausted")}
	switch how {
	case decisive:
		e = adjudicator.Event{Rule: "14.21", Public: adjudicator.Say("hellenes.event.decisive")}
	case negotiated:
		e = adjudicator.Event{Rule: "14.22", Public: adjudicator.Say("hellenes.event.negotiated")}
	}
	t.Tell(e)
}

// Result implements [adjudicator.Game].
func (g *Game) Result() *adjudicator.Result {
	if !g.Over {
		return nil
	}
	r := &adjudicator.Result{Winner: nobody, Level: "draw", Points: g.Score()}
	for side := range adjudicator.Side(2) {
		n := g.prestige(side)
		switch {
		case n <= 0:
		case g.Ended == decisive, g.Ended == negotiated, n >= g.rules.data.Tables.Prestige.Major:
			r.Winner, r.Level = side, "major"
		case n >= g.rules.data.Tables.Prestige.Minor:
			r.Winner, r.Level = side, "minor"
		}
	}
	return r
}

// Value implements [adjudicator.Valuer]: the prestige of a side.
func (g *Game) Value(side adjudicator.Side) float64 {
	if r := g.Result(); r != nil {
		return r.Value(side)
	}
	return float64(g.prestige(side))
}

// Score implements [adjudicator.Scored]: the prestige of each side that is above zero.
func (g *Game) Score() [2]int { return [2]int{max(g.prestige(athens), 0), max(g.prestige(sparta), 0)} }

// Levels implements [adjudicator.Leveller].
func (r *Rules) Levels() (levels []string, resigned string) {
	return []string{"major", "minor", "draw"}, "major"
}

// sorted are the cards of a set.
func sorted(set draw.Set) (cards []int) {
	for set != 0 {
		cards = append(cards, int(set.Pop())+1)
	}
	slices.Sort(cards)
	return cards
}
