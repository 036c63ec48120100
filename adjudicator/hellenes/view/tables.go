package view

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
)

// handTable lists the cards of a side.
func handTable(g *ground.Position, side adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "hand", Title: adjudicator.Say("hellenes.table.hand"), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellenes.column.card"), adjudicator.Say("hellenes.column.event"), adjudicator.Say("hellenes.column.coins")}}
	for _, card := range g.Hand(side) {
		l.Rows = append(l.Rows, []any{ground.CardTerm(card), cardText(g, card), g.Rules.Card(card).Coins})
	}
	return l
}

// cardText says what the event of a card is, and of what.
func cardText(g *ground.Position, card int) adjudicator.Phrase {
	c := g.Rules.Card(card)
	name := g.Rules.EventName(card)
	switch {
	case c.Leader != data.None:
		l := g.Rules.Leader(card)
		return adjudicator.Say("hellenes.card.leader", "Leader", ground.LeaderTerm(l.ID), "Side", ground.Seat(l.Side), "Bonus", l.Bonus)
	case c.Region != data.None && c.Extension:
		return adjudicator.Say("hellenes.card.extension", "Event", name, "Region", adjudicator.Term{Kind: data.RegionKind, ID: g.Rules.Data.Regions[c.Region].ID})
	case c.Region != data.None:
		return adjudicator.Say("hellenes.card.region", "Event", name, "Region", adjudicator.Term{Kind: data.RegionKind, ID: g.Rules.Data.Regions[c.Region].ID})
	}
	return adjudicator.Say("hellenes.card.plain", "Event", name)
}

// ownTable lists a side's blocks by zone, with the names that the enemy calls them by.
func ownTable(g *ground.Position, side adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "own", Title: adjudicator.Say("hellenes.table.own"), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellenes.column.zone"), adjudicator.Say("hellenes.column.block"), adjudicator.Say("hellenes.column.names"), adjudicator.Say("hellenes.column.state")}}
	for z := range board.Zone(ground.Zones) {
		for _, flat := range []bool{false, true} {
			names := g.Upright(side, z)
			if flat {
				names = g.Inside(side, z)
			}
			if names == 0 {
				continue
			}
			var what []adjudicator.Phrase
			who := g.Pieces(side, names)
			for rest := who; rest != 0; {
				p := rest.Pop()
				what = append(what, Whole(g, side, p, int(g.VC[side][p])))
			}
			row := []any{ground.ZoneTerm(z), adjudicator.Say("hellenes.cell.blocks", "Blocks", what), "", ""}
			if g.Named {
				row[2] = ground.Markers(side, names)
			}
			if flat {
				row[3] = adjudicator.Say("hellenes.cell.inside")
			} else if pairs := g.Aboard(side, who); len(pairs) > 0 {
				var aboard []adjudicator.Phrase
				for _, p := range pairs {
					aboard = append(aboard, adjudicator.Say("hellenes.shown.aboard", "Block", ground.PieceTerm(p.Cargo), "Ship", ground.PieceTerm(p.Ship)))
				}
				row[3] = adjudicator.Say("hellenes.cell.aboard", "Pairs", aboard)
			}
			l.Rows = append(l.Rows, row)
		}
	}
	return l
}

// bandTable lists by zone what somebody knows of a side's blocks.
func bandTable(g *ground.Position, of, viewer adjudicator.Side) adjudicator.Listing {
	l := adjudicator.Listing{ID: "band-" + ground.Sides[of], Title: adjudicator.Say("hellenes.table.band", "Side", ground.Seat(of)), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellenes.column.zone"), adjudicator.Say("hellenes.column.names"), adjudicator.Say("hellenes.column.known"), adjudicator.Say("hellenes.column.state")}}
	for z := range board.Zone(ground.Zones) {
		for _, flat := range []bool{false, true} {
			names := g.Upright(of, z)
			if flat {
				names = g.Inside(of, z)
			}
			if names == 0 {
				continue
			}
			row := []any{ground.ZoneTerm(z), "", "", ""}
			var what []adjudicator.Phrase
			unknown := names
			for rest := names; rest != 0; {
				n := rest.Pop()
				if p, known := known(g, of, n, viewer); known {
					unknown.Drop(n)
					what = append(what, adjudicator.Say("hellenes.cell.known", "Name", ground.Marker(of, n), "What", BlockText(g, of, p, int(g.Veil[of].Mark[n]))))
				}
			}
			if unknown != 0 {
				row[1] = ground.Markers(of, unknown)
			}
			if len(what) > 0 {
				row[2] = adjudicator.Say("hellenes.cell.blocks", "Blocks", what)
			}
			if flat {
				row[3] = adjudicator.Say("hellenes.cell.inside")
			}
			l.Rows = append(l.Rows, row)
		}
	}
	return l
}

// statusTable lists what is in play for each side.
func statusTable(g *ground.Position) adjudicator.Listing {
	l := adjudicator.Listing{ID: "status", Title: adjudicator.Say("hellenes.table.status"), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellenes.column.what"), adjudicator.Say("hellenes.column.state")}}
	for side := range adjudicator.Side(2) {
		if card := g.Leaders[side]; card != 0 {
			l.Rows = append(l.Rows, []any{ground.Seat(side), cardText(g, card)})
		}
		var gods adjudicator.Terms
		for d := ground.Zeus; d <= ground.Hera; d++ {
			if g.Offered[side]&d.Bit() != 0 {
				gods = append(gods, d.Term())
			}
		}
		if len(gods) > 0 {
			l.Rows = append(l.Rows, []any{ground.Seat(side), adjudicator.Say("hellenes.cell.sacrifices", "Gods", gods)})
		}
	}
	for _, card := range ground.Sorted(g.InPlay) {
		l.Rows = append(l.Rows, []any{ground.CardTerm(card), cardText(g, card)})
	}
	if g.Peace {
		l.Rows = append(l.Rows, []any{adjudicator.Say("hellenes.cell.nicias"), adjudicator.Say("hellenes.cell.peace")})
	}
	return l
}

// cityTable lists the cities that are not as they are when nothing has happened.
func cityTable(g *ground.Position) adjudicator.Listing {
	l := adjudicator.Listing{ID: "cities", Title: adjudicator.Say("hellenes.table.cities"), Columns: []adjudicator.Phrase{
		adjudicator.Say("hellenes.column.zone"), adjudicator.Say("hellenes.column.holder"), adjudicator.Say("hellenes.column.state")}}
	for _, z := range g.Cities(func(board.Zone) bool { return true }) {
		town := &g.Towns[z]
		if g.Waits(z) {
			l.Rows = append(l.Rows, []any{ground.ZoneTerm(z), "", adjudicator.Say("hellenes.condition.waits")})
			continue
		}
		if town.Holder == ground.Nobody || *town == (ground.Town{Holder: g.Loyal(z)}) {
			continue
		}
		l.Rows = append(l.Rows, []any{ground.ZoneTerm(z), ground.Seat(town.Holder), adjudicator.Say("hellenes.cell.city", "Conditions", conditions(g, z, town))})
	}
	return l
}

// conditions are what has happened to a city, in words. Whose besiegers have all gone is no longer besieged, though who
// controls its province is judged later.
func conditions(g *ground.Position, z board.Zone, town *ground.Town) (all []adjudicator.Phrase) {
	for _, c := range []struct {
		is  bool
		say adjudicator.Phrase
	}{{town.Garrison, adjudicator.Say("hellenes.condition.garrison")}, {town.Siege != 0 && g.Upright(town.Holder.Other(), z) != 0, adjudicator.Say("hellenes.condition.besieged")},
		{town.Shut != 0 && g.Blocked(z), adjudicator.Say("hellenes.condition.blockaded")},
		{town.Shut != 0 && !g.Blocked(z) && g.Shut(z), adjudicator.Say("hellenes.condition.cut")}, {town.Pillaged, adjudicator.Say("hellenes.condition.pillaged")},
		{town.Strife, adjudicator.Say("hellenes.condition.strife")}} {
		if c.is {
			all = append(all, c.say)
		}
	}
	return all
}
