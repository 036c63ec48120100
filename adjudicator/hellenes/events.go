package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// resolve does what the event of a side's card says, from some point on.
func (g *Game) resolve(t *adjudicator.Table, side adjudicator.Side, at entry) {
	c := g.Rules.Card(g.Played[side])
	switch c.Event {
	case data.Revolt:
		g.revolts(t, side, c, at.Rising)
	case data.HelotUprising:
		g.rise(t, side)
	case data.PlagueStrikes, data.PlagueReturns:
		g.plague(t, side, c.Event)
	case data.Treachery:
		g.betray(t, side)
	case data.Ostracised:
		g.ostracise(t, side)
	case data.Hunger:
		g.starve(t, side)
	case data.Earthquake:
		g.Quaked[side.Other()] = true
		g.tells(t, "3.1", adjudicator.Say("hellenes.event.quake", "Side", ground.Seat(side.Other())))
	case data.Augury:
		g.Augured[side.Other()] = true
		g.tells(t, "3.1", adjudicator.Say("hellenes.event.augury", "Side", ground.Seat(side.Other())))
	case data.Atrocity:
		if g.Bonus(side.Other()) == 1 {
			g.Gain(side, 2)
			g.tells(t, "3.1", adjudicator.Say("hellenes.event.atrocity", "Side", ground.Seat(side.Other())))
		}
	case data.NewLeader:
		g.appoint(t, side)
	case data.CivilWar:
		g.strife(t, side)
	case data.PeaceFaction, data.WarFaction:
		g.factions(t, side)
	case data.Taxes, data.PersianAid, data.NoQuarter:
		g.lasts(t, side)
	}
}

// tells records what an event has done.
func (g *Game) tells(t *adjudicator.Table, rule string, what adjudicator.Phrase) {
	t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: what})
}

// lasts puts a side's card into play.
func (g *Game) lasts(t *adjudicator.Table, side adjudicator.Side) {
	g.InPlay.Add(ground.Lot(g.Played[side]))
	g.tells(t, "3.1", adjudicator.Say("hellenes.event.lasts", "Card", ground.CardTerm(g.Played[side]), "Event", g.Rules.EventName(g.Played[side])))
}

// aim asks a side for one of some zones, and returns nowhere if there are none.
func (g *Game) aim(t *adjudicator.Table, side adjudicator.Side, kind, rule string, open func() []board.Zone) board.Zone {
	if len(open()) == 0 {
		t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("hellenes.event.vain", "Side", ground.Seat(side))})
		return ground.Nowhere
	}
	f := targets(rule, open)
	q := adjudicator.Question{Kind: "target", Rule: rule, Prompt: adjudicator.Say("hellenes.ask.target", "Event", g.Rules.EventName(g.Played[side])),
		Verbs: f.Verbs, Slight: true, Form: f}
	return g.asks(t, side, q).Zone
}

// targets is the form of a choice of one of some zones.
func targets(rule string, open func() []board.Zone) order.Form {
	return order.Menu("no-target", rule, func() []order.Act {
		zones := open()
		all := make([]order.Act, 0, len(zones))
		for _, z := range zones {
			all = append(all, order.Act{Verb: "target", Zone: z})
		}
		return all
	}, "target")
}

// taxRevolt asks Sparta for one more city that rises against the taxes; it may decline (3.12).
func (g *Game) taxRevolt(t *adjudicator.Table, side adjudicator.Side, of ground.Rising, open func() []board.Zone) board.Zone {
	f := order.Menu("no-target", "3.12", func() []order.Act { return append([]order.Act{order.Just("end")}, targets("3.12", open).Open()...) }, "end", "target")
	return g.asksIn(t, side, ground.Moment{Rising: &of}, adjudicator.Question{Kind: "target", Rule: "3.12", Prompt: adjudicator.Say("hellenes.ask.more"), Verbs: f.Verbs, Free: true, Form: f}).Zone
}

// revolts places Spartan garrisons in empty subject cities (3.12): one of the region of the card,
// or of one in rebellion if the card extends, and, if Sparta likes, one more there for each card of taxes. Persian
// aid takes from that (13.3). A revolt that the turn is entered in goes on.
func (g *Game) revolts(t *adjudicator.Table, side adjudicator.Side, c *data.Card, rising *ground.Rising) {
	of := ground.Rising{Region: c.Region, Taxes: g.CountInPlay(data.Taxes)}
	if aid := g.CountInPlay(data.PersianAid); rising != nil {
		of = *rising
	} else {
		if aid < 2 {
			z := g.aim(t, side, "revolt", "3.12", func() []board.Zone { return g.Rebellious(c, aid) })
			if z == ground.Nowhere {
				return
			}
			of.Region = g.Rules.City(z).Region
			g.rebel(t, z)
		}
		if aid >= 3 {
			of.Taxes = 0
		}
	}
	more := func() []board.Zone {
		return g.Cities(func(z board.Zone) bool {
			return g.Rules.City(z).Region == of.Region && of.Region >= 0 && g.Empty(z) && g.Towns[z].Holder == ground.Athens
		})
	}
	for ; of.Taxes > 0 && len(more()) > 0; of.Taxes-- {
		z := g.taxRevolt(t, side, of, more)
		if z == ground.Nowhere {
			return
		}
		g.rebel(t, z)
	}
}

// rebel has a city go over to Sparta.
func (g *Game) rebel(t *adjudicator.Table, z board.Zone) {
	g.Towns[z] = ground.Town{Holder: ground.Sparta, Garrison: true, Built: true, Pillaged: g.Towns[z].Pillaged, Strife: g.Towns[z].Strife}
	t.Tell(adjudicator.Event{Rule: "3.12", Depth: 1, Public: adjudicator.Say("hellenes.event.revolts", "Zone", ground.ZoneTerm(z))})
}

// rise has the helots take a city for Athens (3.1).
func (g *Game) rise(t *adjudicator.Table, side adjudicator.Side) {
	z := g.aim(t, side, "helots", "3.1", func() []board.Zone {
		return slices.DeleteFunc(slices.Clone(g.Rules.Helots), func(z board.Zone) bool { return !g.Empty(z) || g.Towns[z].Holder != ground.Sparta })
	})
	if z == ground.Nowhere {
		return
	}
	g.Towns[z] = ground.Town{Holder: ground.Athens, Garrison: true, Built: true, Pillaged: g.Towns[z].Pillaged, Strife: g.Towns[z].Strife}
	t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.rises", "Zone", ground.ZoneTerm(z))})
}

// plague takes a step from all blocks in a city, but for cadres (3.1). The second time at Athens
// Pericles dies in the campaign of 431 (15.1).
func (g *Game) plague(t *adjudicator.Table, side adjudicator.Side, e data.Event) {
	z := g.aim(t, side, "plague", "3.1", func() []board.Zone {
		if g.Scenario == campaign431 && g.Plagues >= 2 {
			return nil // no more of it once Pericles has died (15.1)
		}
		return g.Cities(func(z board.Zone) bool {
			return e == data.PlagueReturns && g.Towns[z].Holder != ground.Nobody || g.Towns[z].Siege != 0
		})
	})
	if z == ground.Nowhere {
		return
	}
	g.Plagued = true
	t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.plague", "Zone", ground.ZoneTerm(z))})
	for s := range adjudicator.Side(2) {
		inside := g.Names(s, z)
		if g.Towns[z].Siege != 0 {
			inside &= g.Flat[s]
		}
		for who := g.Pieces(s, inside); who != 0; {
			if p := who.Pop(); g.VC[s][p] > 1 {
				g.Hurt(s, p)
				g.tellOwner(t, s, p, "3.1")
			}
		}
		g.Fade(s, inside&^g.Veil[s].Open)
	}
	if z != g.Rules.Athens {
		return
	}
	if g.Plagues++; g.Plagues == 2 && g.Scenario == campaign431 {
		card := g.Rules.Pericles
		g.Gone.Add(ground.Lot(card))
		g.Cards.Cup.Drop(ground.Lot(card)) // whose hand it is in keeps it for its coins
		if g.Leaders[ground.Athens] == card {
			g.Leaders[ground.Athens] = 0
		}
		t.Tell(adjudicator.Event{Rule: "15.1", Depth: 1, Public: adjudicator.Say("hellenes.event.pericles")})
	}
}

// betray names the city that is assaulted by treachery in this turn (3.1).
func (g *Game) betray(t *adjudicator.Table, side adjudicator.Side) {
	if z := g.aim(t, side, "treachery", "3.1", func() []board.Zone { return g.Besieged(side) }); z != ground.Nowhere {
		g.Betrayed = z
		t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.betrayed", "Zone", ground.ZoneTerm(z))})
	}
}

// starve names the city that is hungry in this season (3.1).
func (g *Game) starve(t *adjudicator.Table, side adjudicator.Side) {
	z := g.aim(t, side, "hunger", "3.1", func() []board.Zone {
		return g.Cities(func(z board.Zone) bool {
			town := &g.Towns[z]
			return town.Siege != 0 && (!g.Rules.City(z).Port() || g.Blockaded(z))
		})
	})
	if z != ground.Nowhere {
		g.Starving = z
		t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.hunger", "Zone", ground.ZoneTerm(z))})
	}
}

// ostracise takes a leader out of play, who goes back among the cards (3.1). Pericles stays if Athens was
// pillaged in the season before (15.1).
func (g *Game) ostracise(t *adjudicator.Table, side adjudicator.Side) {
	open := func() (all []order.Act) {
		for s := range adjudicator.Side(2) {
			card := g.Leaders[s]
			if card != 0 && !(card == g.Rules.Pericles && g.Ravaged != 0 && g.Ravaged == g.Number-1) {
				all = append(all, order.Act{Verb: "ostracise", Leader: g.Rules.Leader(card).ID, Zone: ground.Nowhere})
			}
		}
		return all
	}
	if len(open()) == 0 {
		t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.vain", "Side", ground.Seat(side))})
		return
	}
	f := order.Menu("no-leader", "3.1", open, "ostracise")
	a := g.asks(t, side, adjudicator.Question{Kind: "ostracise", Rule: "3.1", Prompt: adjudicator.Say("hellenes.ask.ostracise"), Verbs: f.Verbs, Slight: true, Form: f})
	for s, card := range g.Leaders {
		if card != 0 && g.Rules.Leader(card).ID == a.Leader {
			g.Leaders[s] = 0
			t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.ostracised", "Leader", ground.LeaderTerm(a.Leader))})
		}
	}
}

// appoint puts a leader into play, unless his side has one, or he has died (3.11, 15.1).
func (g *Game) appoint(t *adjudicator.Table, side adjudicator.Side) {
	l := g.Rules.Leader(g.Played[side])
	if g.Leaders[l.Side] != 0 || g.Gone.Has(ground.Lot(g.Played[side])) {
		t.Tell(adjudicator.Event{Rule: "3.11", Depth: 1, Public: adjudicator.Say("hellenes.event.vain", "Side", ground.Seat(side))})
		return
	}
	g.Leaders[l.Side] = g.Played[side]
	t.Tell(adjudicator.Event{Rule: "3.11", Depth: 1, Public: adjudicator.Say("hellenes.event.leads", "Side", ground.Seat(l.Side), "Leader", ground.LeaderTerm(l.ID))})
}

// strife takes from a city that is not besieged its double defence for the year (3.1). It cannot be
// Athens' while Pericles leads (15.1).
func (g *Game) strife(t *adjudicator.Table, side adjudicator.Side) {
	z := g.aim(t, side, "civil-war", "3.1", func() []board.Zone {
		return g.Cities(func(z board.Zone) bool {
			town := &g.Towns[z]
			spared := town.Holder == ground.Athens && g.Leaders[ground.Athens] == g.Rules.Pericles && g.Scenario == campaign431
			return town.Holder != ground.Nobody && town.Siege == 0 && !town.Strife && !spared
		})
	})
	g.Gone.Add(ground.Lot(g.Played[side]))
	if z == ground.Nowhere {
		return
	}
	g.Towns[z].Strife = true
	t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.strife", "Zone", ground.ZoneTerm(z))})
}

// factions lets one faction rise and takes the others from play (3.1).
func (g *Game) factions(t *adjudicator.Table, side adjudicator.Side) {
	for rest := g.InPlay; rest != 0; {
		l := rest.Pop()
		if e := g.Rules.Card(int(l) + 1).Event; e == data.PeaceFaction || e == data.WarFaction {
			g.InPlay.Drop(l)
		}
	}
	g.lasts(t, side)
}

// wrongZone refuses a zone for what is asked.
func wrongZone(s *orders.Statement, code, rule string, z board.Zone) *orders.Diagnostic {
	return orders.IllegalAt(s, s.Span(), code, rule, "Zone", ground.ZoneTerm(z))
}
