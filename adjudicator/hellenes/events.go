package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
	"keryx/orders"
)

// resolve does what the event of a side's card says, from some point on.
func (g *Game) resolve(t *adjudicator.Table, side adjudicator.Side, at entry) {
	c := g.rules.card(g.Played[side])
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
		g.tells(t, "3.1", adjudicator.Say("hellenes.event.quake", "Side", seat(side.Other())))
	case data.Augury:
		g.Augured[side.Other()] = true
		g.tells(t, "3.1", adjudicator.Say("hellenes.event.augury", "Side", seat(side.Other())))
	case data.Atrocity:
		if g.bonus(side.Other()) == 1 {
			g.gain(side, 2)
			g.tells(t, "3.1", adjudicator.Say("hellenes.event.atrocity", "Side", seat(side.Other())))
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
	g.InPlay.Add(lot(g.Played[side]))
	g.tells(t, "3.1", adjudicator.Say("hellenes.event.lasts", "Card", cardTerm(g.Played[side]), "Event", g.rules.eventName(g.Played[side])))
}

// aim asks a side for one of some zones, and returns nowhere if there are none.
func (g *Game) aim(t *adjudicator.Table, side adjudicator.Side, kind, rule string, open func() []board.Zone) board.Zone {
	if len(open()) == 0 {
		t.Tell(adjudicator.Event{Rule: rule, Depth: 1, Public: adjudicator.Say("hellenes.event.vain", "Side", seat(side))})
		return nowhere
	}
	f := targets(rule, open)
	q := adjudicator.Question{Kind: "target", Rule: rule, Prompt: adjudicator.Say("hellenes.ask.target", "Event", g.rules.eventName(g.Played[side])),
		Verbs: f.verbs, Slight: true, Form: f}
	return g.asks(t, side, q).Zone
}

// targets is the form of a choice of one of some zones.
func targets(rule string, open func() []board.Zone) form {
	return menu("no-target", rule, func() (all []Act) {
		for _, z := range open() {
			all = append(all, Act{Verb: "target", Zone: z})
		}
		return all
	}, "target")
}

// taxRevolt asks Sparta for one more city that rises against the taxes; it may decline (3.12).
func (g *Game) taxRevolt(t *adjudicator.Table, side adjudicator.Side, of Rising, open func() []board.Zone) board.Zone {
	f := menu("no-target", "3.12", func() []Act { return append([]Act{act("end")}, targets("3.12", open).open()...) }, "end", "target")
	return g.asksIn(t, side, Moment{Rising: &of}, adjudicator.Question{Kind: "target", Rule: "3.12", Prompt: adjudicator.Say("hellenes.ask.more"), Verbs: f.verbs, Free: true, Form: f}).Zone
}

// cities lists the zones with a city for which something holds, in the order of the map.
func (g *Game) cities(holds func(z board.Zone) bool) (all []board.Zone) {
	for z := range board.Zone(zones) {
		if g.rules.city(z).Value > 0 && holds(z) {
			all = append(all, z)
		}
	}
	return all
}

// empty reports whether nobody is in a province and its city, nor in garrison.
func (g *Game) empty(z board.Zone) bool {
	return g.names(athens, z)|g.names(sparta, z) == 0 && !g.Towns[z].Garrison
}

// inRebellion reports whether Sparta holds a city of a region (1.33).
func (g *Game) inRebellion(region int) bool {
	return slices.ContainsFunc(g.cities(func(z board.Zone) bool { return g.rules.city(z).Region == region }),
		func(z board.Zone) bool { return g.Towns[z].Holder == sparta })
}

// Rising is how far a revolt has gone, once its first city has risen.
type Rising struct{ Region, Taxes int }

// revolts places Spartan garrisons in empty subject cities (3.12): one of the region of the card,
// or of one in rebellion if the card extends, and, if Sparta likes, one more there for each card of taxes. Persian
// aid takes from that (13.3). A revolt that the turn is entered in goes on.
func (g *Game) revolts(t *adjudicator.Table, side adjudicator.Side, c *data.Card, rising *Rising) {
	of := Rising{c.Region, g.inPlay(data.Taxes)}
	if aid := g.inPlay(data.PersianAid); rising != nil {
		of = *rising
	} else {
		if aid < 2 {
			z := g.aim(t, side, "revolt", "3.12", func() []board.Zone { return g.rebellious(c, aid) })
			if z == nowhere {
				return
			}
			of.Region = g.rules.city(z).Region
			g.rebel(t, z)
		}
		if aid >= 3 {
			of.Taxes = 0
		}
	}
	more := func() []board.Zone {
		return g.cities(func(z board.Zone) bool {
			return g.rules.city(z).Region == of.Region && of.Region >= 0 && g.empty(z) && g.Towns[z].Holder == athens
		})
	}
	for ; of.Taxes > 0 && len(more()) > 0; of.Taxes-- {
		z := g.taxRevolt(t, side, of, more)
		if z == nowhere {
			return
		}
		g.rebel(t, z)
	}
}

// rebellious are the cities that may be the first to rise.
func (g *Game) rebellious(c *data.Card, aid int) []board.Zone {
	return g.cities(func(z board.Zone) bool {
		r := g.rules.city(z).Region
		own := r == c.Region && r != data.None
		other := c.Extension && aid == 0 && r >= 0 && r != c.Region && g.inRebellion(r)
		return g.empty(z) && g.Towns[z].Holder == athens && (own || other)
	})
}

// rebel has a city go over to Sparta.
func (g *Game) rebel(t *adjudicator.Table, z board.Zone) {
	g.Towns[z] = Town{Holder: sparta, Garrison: true, Built: true, Pillaged: g.Towns[z].Pillaged, Strife: g.Towns[z].Strife}
	t.Tell(adjudicator.Event{Rule: "3.12", Depth: 1, Public: adjudicator.Say("hellenes.event.revolts", "Zone", zoneTerm(z))})
}

// rise has the helots take a city for Athens (3.1).
func (g *Game) rise(t *adjudicator.Table, side adjudicator.Side) {
	z := g.aim(t, side, "helots", "3.1", func() []board.Zone {
		return slices.DeleteFunc(slices.Clone(g.rules.helots), func(z board.Zone) bool { return !g.empty(z) || g.Towns[z].Holder != sparta })
	})
	if z == nowhere {
		return
	}
	g.Towns[z] = Town{Holder: athens, Garrison: true, Built: true, Pillaged: g.Towns[z].Pillaged, Strife: g.Towns[z].Strife}
	t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.rises", "Zone", zoneTerm(z))})
}

// plague takes a step from all blocks in a city, but for cadres (3.1). The second time at Athens
// Pericles dies in the campaign of 431 (15.1).
func (g *Game) plague(t *adjudicator.Table, side adjudicator.Side, e data.Event) {
	z := g.aim(t, side, "plague", "3.1", func() []board.Zone {
		if g.Scenario == campaign431 && g.Plagues >= 2 {
			return nil // no more of it once Pericles has died (15.1)
		}
		return g.cities(func(z board.Zone) bool {
			return e == data.PlagueReturns && g.Towns[z].Holder != nobody || g.Towns[z].Siege != 0
		})
	})
	if z == nowhere {
		return
	}
	g.Plagued = true
	t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.plague", "Zone", zoneTerm(z))})
	for s := range adjudicator.Side(2) {
		inside := g.names(s, z)
		if g.Towns[z].Siege != 0 {
			inside &= g.Flat[s]
		}
		for who := g.pieces(s, inside); who != 0; {
			if p := who.Pop(); g.VC[s][p] > 1 {
				g.hurt(s, p)
			}
		}
		g.fade(s, inside&^g.Veil[s].Open)
	}
	if z != g.rules.athens {
		return
	}
	if g.Plagues++; g.Plagues == 2 && g.Scenario == campaign431 {
		card := g.rules.pericles
		g.Gone.Add(lot(card))
		g.Cards.Cup.Drop(lot(card)) // whose hand it is in keeps it for its coins
		if g.Leaders[athens] == card {
			g.Leaders[athens] = 0
		}
		t.Tell(adjudicator.Event{Rule: "15.1", Depth: 1, Public: adjudicator.Say("hellenes.event.pericles")})
	}
}

// betray names the city that is assaulted by treachery in this turn (3.1).
func (g *Game) betray(t *adjudicator.Table, side adjudicator.Side) {
	if z := g.aim(t, side, "treachery", "3.1", func() []board.Zone { return g.besieged(side) }); z != nowhere {
		g.Betrayed = z
		t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.betrayed", "Zone", zoneTerm(z))})
	}
}

// starve names the city that is hungry in this season (3.1).
func (g *Game) starve(t *adjudicator.Table, side adjudicator.Side) {
	z := g.aim(t, side, "hunger", "3.1", func() []board.Zone {
		return g.cities(func(z board.Zone) bool {
			town := &g.Towns[z]
			return town.Siege != 0 && (!g.rules.city(z).Port() || g.blockaded(z))
		})
	})
	if z != nowhere {
		g.Starving = z
		t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.hunger", "Zone", zoneTerm(z))})
	}
}

// ostracise takes a leader out of play, who goes back among the cards (3.1). Pericles stays if Athens was
// pillaged in the season before (15.1).
func (g *Game) ostracise(t *adjudicator.Table, side adjudicator.Side) {
	open := func() (all []Act) {
		for s := range adjudicator.Side(2) {
			card := g.Leaders[s]
			if card != 0 && !(card == g.rules.pericles && g.Ravaged != 0 && g.Ravaged == g.Number-1) {
				all = append(all, Act{Verb: "ostracise", Leader: g.rules.leader(card).ID, Zone: nowhere})
			}
		}
		return all
	}
	if len(open()) == 0 {
		t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.vain", "Side", seat(side))})
		return
	}
	f := menu("no-leader", "3.1", open, "ostracise")
	a := g.asks(t, side, adjudicator.Question{Kind: "ostracise", Rule: "3.1", Prompt: adjudicator.Say("hellenes.ask.ostracise"), Verbs: f.verbs, Slight: true, Form: f})
	for s, card := range g.Leaders {
		if card != 0 && g.rules.leader(card).ID == a.Leader {
			g.Leaders[s] = 0
			t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.ostracised", "Leader", leaderTerm(a.Leader))})
		}
	}
}

// appoint puts a leader into play, unless his side has one, or he has died (3.11, 15.1).
func (g *Game) appoint(t *adjudicator.Table, side adjudicator.Side) {
	l := g.rules.leader(g.Played[side])
	if g.Leaders[l.Side] != 0 || g.Gone.Has(lot(g.Played[side])) {
		t.Tell(adjudicator.Event{Rule: "3.11", Depth: 1, Public: adjudicator.Say("hellenes.event.vain", "Side", seat(side))})
		return
	}
	g.Leaders[l.Side] = g.Played[side]
	t.Tell(adjudicator.Event{Rule: "3.11", Depth: 1, Public: adjudicator.Say("hellenes.event.leads", "Side", seat(l.Side), "Leader", leaderTerm(l.ID))})
}

// strife takes from a city that is not besieged its double defence for the year (3.1). It cannot be
// Athens' while Pericles leads (15.1).
func (g *Game) strife(t *adjudicator.Table, side adjudicator.Side) {
	z := g.aim(t, side, "civil-war", "3.1", func() []board.Zone {
		return g.cities(func(z board.Zone) bool {
			town := &g.Towns[z]
			spared := town.Holder == athens && g.Leaders[athens] == g.rules.pericles && g.Scenario == campaign431
			return town.Holder != nobody && town.Siege == 0 && !town.Strife && !spared
		})
	})
	g.Gone.Add(lot(g.Played[side]))
	if z == nowhere {
		return
	}
	g.Towns[z].Strife = true
	t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("hellenes.event.strife", "Zone", zoneTerm(z))})
}

// factions lets one faction rise and takes the others from play (3.1).
func (g *Game) factions(t *adjudicator.Table, side adjudicator.Side) {
	for rest := g.InPlay; rest != 0; {
		l := rest.Pop()
		if e := g.rules.card(int(l) + 1).Event; e == data.PeaceFaction || e == data.WarFaction {
			g.InPlay.Drop(l)
		}
	}
	g.lasts(t, side)
}

func leaderTerm(id string) adjudicator.Term { return adjudicator.Term{Kind: "leader", ID: id} }

// wrongZone refuses a zone for what is asked.
func wrongZone(s *orders.Statement, code, rule string, z board.Zone) *orders.Diagnostic {
	return orders.IllegalAt(s, s.Span(), code, rule, "Zone", zoneTerm(z))
}

// in are the blocks of a side in a zone.
func (g *Game) in(side adjudicator.Side, z board.Zone) fog.Set {
	return g.pieces(side, g.names(side, z))
}
