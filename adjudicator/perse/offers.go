package perse

import (
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
		o := adjudicator.Offer{From: g.Zone(at), To: g.Zone(at), Who: adjudicator.Words(each(a.With)), Lines: []adjudicator.Words{a.Words()},
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

// each are pieces as words.
func each(list string) (w []any) {
	for _, id := range strings.Fields(list) {
		w = append(w, order.Term("piece", id))
	}
	return w
}

// oddsAgainst asks for the chances of an interception of a marker of which the side knows what it is (6.2, 9.2).
func (g *Game) oddsAgainst(side adjudicator.Side, at board.Zone, with, target string) adjudicator.Words {
	n, ok := g.Roster.Named(side.Other(), target)
	if !ok || with == "" {
		return nil
	}
	p, known := g.Known(side.Other(), n, side)
	if !known || g.Roster.Back[side.Other()][1].Has(n) {
		return nil // of fleets the ships are asked for as well
	}
	w := adjudicator.Words{adjudicator.Keyword("odds-interception"), adjudicator.Keyword("at"), g.Zone(at)}
	w = append(w, each(with)...)
	return append(w, adjudicator.Keyword("odds-against"), order.Term("piece", g.Roster.Pieces[side.Other()][p].ID))
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
	head := g.Head(side, names)
	for z, path := range g.Marches(from, field.MostZones-g.Now.Total) {
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

// offered is what a side's pieces can do in its segment: the marches of the force that is active and, where nothing comes
// between, of each leader who can be activated; and attacks.
func (g *Game) offered(side adjudicator.Side, some []order.Act) (all []adjudicator.Offer) {
	if here := g.Here(side); here != field.Nowhere {
		all = append(g.marches(side, nil), g.attacks(side, here, g.own(side, some))...)
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
