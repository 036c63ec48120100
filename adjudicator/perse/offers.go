package perse

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// attacks are the interceptions among some answers as offers, one for each force that can try: against a marker of which it is
// known what it is, with the chances of the throw, where there is one.
func (g *Game) attacks(side adjudicator.Side, at board.Zone, some []order.Act) (all []adjudicator.Offer) {
	by := map[string]int{}
	for _, a := range some {
		if a.Verb != "intercept" || a.Play != "" || a.Target == order.Loose || a.Target == order.Neutrals {
			continue
		}
		o := adjudicator.Offer{From: g.Zone(at), To: g.Zone(at), Who: order.Each("piece", a.With), Lines: []adjudicator.Words{a.Words()},
			Note: g.price(side, a), Odds: g.oddsAgainst(side, at, a.With, a.Target)}
		if n, known := by[a.With]; !known {
			by[a.With] = len(all)
			all = append(all, o)
		} else if len(all[n].Odds) == 0 {
			all[n] = o
		}
	}
	return all
}

// oddsAgainst asks for the chances of an interception of a marker of which the side knows what it is (6.2, 9.2).
func (g *Game) oddsAgainst(side adjudicator.Side, at board.Zone, with, target string) adjudicator.Words {
	n, ok := g.Roster.Named(side.Other(), target)
	if !ok || with == "" {
		return nil
	}
	if g.Roster.Back[side.Other()][1].Has(n) {
		return g.oddsAtSea(at, g.admirals(side, g.Veil[side].Names(g.Set(side, with))))
	}
	p, known := g.Known(side.Other(), n, side)
	if !known {
		return nil
	}
	w := adjudicator.Words{adjudicator.Keyword("odds-interception"), adjudicator.Keyword("at"), g.Zone(at)}
	w = append(w, order.Each("piece", with)...)
	return append(w, adjudicator.Keyword("odds-against"), order.Term("piece", g.Roster.Pieces[side.Other()][p].ID))
}

// oddsAtSea asks for the chances of an interception at sea, which hang on who is aboard the fleet that tries alone (9.2).
func (g *Game) oddsAtSea(at board.Zone, aboard adjudicator.Words) adjudicator.Words {
	units := adjudicator.Words{adjudicator.Keyword(order.Loose)}
	w := adjudicator.Words{adjudicator.Keyword("odds-interception"), adjudicator.Keyword("at"), g.Zone(at)}
	if len(aboard) == 0 {
		aboard = units
	}
	return slices.Concat(w, aboard, adjudicator.Words{adjudicator.Keyword("odds-against")}, units)
}

// admirals are the leaders aboard fleets of one's own, as words.
func (g *Game) admirals(side adjudicator.Side, fleets fog.Set) (w adjudicator.Words) {
	for fleets != 0 {
		for pieces := g.Veil[side].Pieces(g.Passengers(side, fleets.Pop())); pieces != 0; {
			w = append(w, order.Term("piece", g.Roster.Pieces[side][pieces.Pop()].ID))
		}
	}
	return w
}

// marches are the zones in which the active force can end, each by a cheapest way; with the activation of a leader where
// one is wanted first.
func (g *Game) marches(side adjudicator.Side, activation adjudicator.Words) (all []adjudicator.Offer) {
	from := g.Here(side)
	if from == field.Nowhere {
		return nil
	}
	names := g.Acting(side)
	who := adjudicator.Words{}
	for pieces := g.Veil[side].Pieces(names); pieces != 0; {
		who = append(who, order.Term("piece", g.Roster.Pieces[side][pieces.Pop()].ID))
	}
	head, borne := g.Head(side, names), g.Borne(side, names)
	for z, path := range g.MarchesBut(from, field.MostZones-g.Now.Total, func(z board.Zone) bool { return g.Kept(side, names, borne, z) }) {
		a := order.Act{Verb: "move", Path: path}
		if path == "" || g.wrongMarch(side, a) != nil {
			continue
		}
		o := adjudicator.Offer{From: g.Zone(from), To: g.Zone(board.Zone(z)), Who: who, Whole: names == g.Ashore(side, from), Note: g.price(side, a)}
		if activation != nil {
			o.Lines = append(o.Lines, activation)
		}
		o.Lines = append(o.Lines, a.Words())
		g.risk(side, head, path, &o)
		all = append(all, o)
	}
	return all
}

// risk says of an offer where enemies may intercept on its way, and asks for the chances of one's own try against the first
// of them who is known.
func (g *Game) risk(side adjudicator.Side, head fog.Piece, path string, o *adjudicator.Offer) {
	for _, id := range strings.Fields(path) {
		z := g.Rules.Zones[id]
		names, units := g.Enemies(field.Force{Side: side, At: z})
		if names == 0 && !units {
			continue
		}
		if o.Risk.Key == "" {
			o.Risk = adjudicator.Say("perse.note.risk", "Zone", g.Zone(z))
		}
		for head != draw.None && names != 0 && len(o.Odds) == 0 {
			o.Odds = g.oddsAgainst(side, z, g.Roster.Pieces[side][head].ID, g.Roster.Marker(side.Other(), names.Pop()))
		}
	}
}

// voyages are the seas in which each fleet, the ships of a zone without one, and a ship of each kind among them, can end.
func (g *Game) voyages(side adjudicator.Side) (all []adjudicator.Offer) {
	for i, p := range g.Roster.Pieces[side] {
		if piece := fog.Piece(i); !g.Roster.Back[side][0].Has(piece) && g.At(side, piece) != field.Nowhere {
			all = g.voyagesOf(all, side, order.Act{Verb: "sail", Piece: p.ID}, true)
		}
	}
	open := g.Adrift(side)
	for z := range board.Zone(g.Rules.Map.Len()) {
		if !open.Has(z) {
			continue
		}
		ships := g.Sum(g.Loose(int(side), z, true))
		for k, n := range ships {
			if n > 0 {
				all = g.voyagesOf(all, side, order.Act{Verb: "sail", Units: g.Rules.Kinds[k].ID, From: g.ZoneID(z)}, field.Total(ships) == 1)
			}
		}
		if field.Total(ships) > 1 {
			all = g.voyagesOf(all, side, order.Act{Verb: "sail", Units: g.Rules.Write(ships), From: g.ZoneID(z)}, true)
		}
	}
	return all
}

// voyagesOf adds the seas in which those of an order to sail can end, each by a way that passes the fewest enemies.
func (g *Game) voyagesOf(all []adjudicator.Offer, side adjudicator.Side, a order.Act, whole bool) []adjudicator.Offer {
	f, ships := g.fleet(side, a)
	gone, spun := int8(0), int8(0)
	if !f.Loose {
		gone, spun = g.Seas[side][f.Names.Nth(0)], g.Spun[side][f.Names.Nth(0)]
	}
	for _, i := range ships {
		if f.Loose {
			gone, spun = max(gone, g.Lots[i].Sea), max(spun, g.Lots[i].Spun)
		}
	}
	who := append(order.Each("piece", a.Piece), order.Counted(a.Units)...)
	for to, path := range g.Voyages(side, f.At, field.MostZones-int(gone), func(z board.Zone) bool { return g.moored(ships, z) != nil }) {
		a.Path = path
		if path == "" || g.wrongSail(side, a) != nil {
			continue
		}
		o := adjudicator.Offer{From: g.Zone(f.At), To: g.Zone(board.Zone(to)), Who: who, Whole: whole, Lines: []adjudicator.Words{a.Words()}, Note: g.price(side, a)}
		g.perils(f, int(spun), path, &o)
		all = append(all, o)
	}
	return all
}

// perils says of a voyage where enemies may intercept it, with the chances that the first of them has; of one that meets nobody
// it has the chances of attrition, at the end of all that is sailed (9.1).
func (g *Game) perils(f field.Force, spun int, path string, o *adjudicator.Offer) {
	zones := strings.Fields(path)
	for _, id := range zones {
		z := g.Rules.Zones[id]
		names, ships := g.Enemies(field.Force{Side: f.Side, At: z, Sea: true})
		if names == 0 && !ships {
			continue
		}
		o.Risk = adjudicator.Say("perse.note.risk", "Zone", g.Zone(z))
		o.Odds = g.oddsAtSea(z, g.knownAboard(f.Side, names))
		return
	}
	o.Odds = adjudicator.Words{adjudicator.Keyword("odds-attrition"), spun + len(zones), adjudicator.Keyword("odds-sea")}
}

// knownAboard are the leaders of the enemy of whom a side knows that they are aboard the first of some fleets, as words.
func (g *Game) knownAboard(side adjudicator.Side, fleets fog.Set) (w adjudicator.Words) {
	if fleets == 0 {
		return nil
	}
	for aboard := g.Passengers(side.Other(), fleets.Nth(0)); aboard != 0; {
		if p, known := g.Known(side.Other(), aboard.Pop(), side); known {
			w = append(w, order.Term("piece", g.Roster.Pieces[side.Other()][p].ID))
		}
	}
	return w
}

// landings are the zones in which each leader aboard can land, with the enemies who may intercept him there (P-72).
func (g *Game) landings(side adjudicator.Side, some []order.Act) (all []adjudicator.Offer) {
	for _, a := range some {
		p, ok := g.Own(side, a.Piece)
		if a.Verb != "land" || !ok {
			continue
		}
		o := adjudicator.Offer{From: g.Zone(g.At(side, p)), To: g.Zone(g.Rules.Zones[a.Path]), Who: order.Each("piece", a.Piece), Lines: []adjudicator.Words{a.Words()}, Note: g.price(side, a)}
		g.risk(side, p, a.Path, &o)
		all = append(all, o)
	}
	return all
}

// offered is what a side's pieces can do in its segment: voyages and landings, the marches of the force that is active and, where
// nothing comes between, of each leader who can be activated; and attacks.
func (g *Game) offered(side adjudicator.Side, some []order.Act) []adjudicator.Offer {
	all := append(g.voyages(side), g.landings(side, some)...)
	if here := g.Here(side); here != field.Nowhere {
		all = slices.Concat(all, g.marches(side, nil), g.attacks(side, here, g.own(side, some)))
	}
	if g.Now.Gone > 0 || g.Pool.Hand[side.Other()] != 0 {
		return all // attrition, or a stratagem of the enemy, comes between
	}
	for _, a := range some {
		if a.Verb != "activate" || a.With != "" {
			continue
		}
		other := g.Clone().(*Game)
		p, _ := g.Own(side, a.Piece)
		n := g.Veil[side].Goes[p]
		other.Now = field.Active{Side: side, Head: n, Names: 1 << n}
		all = append(all, other.marches(side, a.Words())...)
	}
	return all
}

// own are the answers that the force that is active gives, not a fleet.
func (g *Game) own(side adjudicator.Side, some []order.Act) (all []order.Act) {
	for _, a := range some {
		if g.Set(side, a.With)&g.Roster.Back[side][1] == 0 {
			all = append(all, a)
		}
	}
	return all
}
