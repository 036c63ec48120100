package hellenes

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// settle looks at who holds each city: after each phase of actions, and of combat, when sieges are laid and
// lifted (1.4, 7.2, 7.3).
func (g *Game) settle(t *adjudicator.Table, combat bool) {
	for z := range board.Zone(ground.Zones) {
		if g.Rules.City(z).Value == 0 || g.Towns[z].Holder == ground.Nobody && z != g.Rules.Gela {
			continue
		}
		g.settleCity(t, z, combat)
	}
	if combat {
		g.blockades()
	}
}

// settleCity looks at one city.
func (g *Game) settleCity(t *adjudicator.Table, z board.Zone, combat bool) {
	town, loyal := &g.Towns[z], g.Loyal(z)
	if town.Holder == ground.Nobody || loyal == ground.Nobody { // Gela, which is Sparta's as long as blocks of Sparta are there
		if town.Holder = loyal; loyal == ground.Nobody && g.Names(ground.Sparta, z) != 0 {
			town.Holder = ground.Sparta
		}
		return
	}
	holder, enemy := town.Holder, town.Holder.Other()
	if town.Holder != loyal && g.Names(holder, z) == 0 && !town.Garrison {
		town.Holder, town.Built, town.Siege, town.Shut = loyal, false, 0, 0
		t.Tell(adjudicator.Event{Rule: "1.4", Depth: 1, Public: adjudicator.Say("hellenes.event.reverts", "Zone", ground.ZoneTerm(z), "Side", ground.Seat(loyal))})
		holder, enemy = town.Holder, town.Holder.Other()
	}
	switch {
	case g.Upright(enemy, z) == 0 || g.Peace && g.Rules.Greece(z):
		g.lift(t, z)
	case g.Chosen.WalkIn && town.Siege == 0 && g.Names(holder, z) == 0 && !town.Garrison:
		g.taken(t, enemy, z, 0)
	case g.Upright(holder, z) == 0 && combat && town.Siege == 0:
		g.lay(t, z)
	}
}

// lift ends a siege, and the garrison goes that came with it.
func (g *Game) lift(t *adjudicator.Table, z board.Zone) {
	town := &g.Towns[z]
	holder := town.Holder
	if town.Siege != 0 {
		t.Tell(adjudicator.Event{Rule: "7.3", Depth: 1, Public: adjudicator.Say("hellenes.event.lifted", "Zone", ground.ZoneTerm(z))})
	}
	g.Flat[holder] &^= g.Names(holder, z)
	town.Siege, town.Shut = 0, 0
	town.Garrison = town.Garrison && town.Built
}

// lay establishes a siege (7.2). A loyal city has its garrison.
func (g *Game) lay(t *adjudicator.Table, z board.Zone) {
	town := &g.Towns[z]
	town.Siege = g.Number + 1
	town.Garrison = town.Garrison || town.Holder == g.Loyal(z)
	t.Tell(adjudicator.Event{Rule: "7.2", Depth: 1, Public: adjudicator.Say("hellenes.event.besieged", "Side", ground.Seat(town.Holder.Other()), "Zone", ground.ZoneTerm(z))})
}

// blockades notes since when besieged ports have been blockaded (8.21).
func (g *Game) blockades() {
	for z := range board.Zone(ground.Zones) {
		town := &g.Towns[z]
		switch shut := g.Shut(z); {
		case town.Siege == 0 || !shut:
			town.Shut = 0
		case town.Shut == 0:
			town.Shut = g.Number + 1
		}
	}
}

// sieges is the siege combat of a side: an assault or attrition of each city, or nothing, in the order that it
// likes (6.0, 8.0), from some point on. In the turn of an event there is attrition only, and the assault of a treachery.
func (g *Game) sieges(t *adjudicator.Table, side adjudicator.Side, at entry) {
	switch {
	case g.Fight != nil:
		g.escalade(t, at)
		g.Tended = append(g.Tended, at.Zone)
	case at.Kind == "appeal", at.Kind == "starved":
		g.attrition(t, side, at.Zone, &at.Moment)
		g.Tended = append(g.Tended, at.Zone)
	case at.Kind == "capitulate":
		g.assault(t, side, at.Zone, g.AsEvent[side])
		g.Tended = append(g.Tended, at.Zone)
	}
	open := func() (all []order.Act) {
		for _, z := range g.Besieged(side) {
			if !slices.Contains(g.Tended, z) {
				all = append(all, g.siegeActs(side, z)...)
			}
		}
		return all
	}
	for len(open()) > 0 {
		f := order.Menu("no-siege", "8.0", func() []order.Act { return append([]order.Act{order.Just("end")}, open()...) }, "assault", "starve", "betray", "end")
		f.Odds = func(a order.Act) adjudicator.Words { return g.oddsOf(side, a) }
		if g.Rules.Since(3) {
			f.Denied()
		}
		a := g.asks(t, side, adjudicator.Question{Kind: "siege", Rule: "8.0", Prompt: adjudicator.Say("hellenes.ask.siege", "Zones", placesOf(open())),
			Verbs: f.Verbs, Free: true, Around: true, Form: g.adviseSiege(f, side)})
		switch a.Verb {
		case "end":
			return
		case "starve":
			g.attrition(t, side, a.Zone, nil)
		default:
			t.Tell(adjudicator.Event{Rule: "8.1", Public: adjudicator.Say("hellenes.event.assaults", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(a.Zone)),
				Marks: []adjudicator.Mark{{Kind: "siege", Side: side, Zones: []string{g.Rules.Board.Name(a.Zone)}}}})
			g.assault(t, side, a.Zone, a.Verb == "betray")
		}
		g.Tended = append(g.Tended, a.Zone)
	}
}

// placesOf are the zones of some acts, each once.
func placesOf(some []order.Act) (all adjudicator.Terms) {
	for i, a := range some {
		if i == 0 || some[i-1].Zone != a.Zone {
			all = append(all, ground.ZoneTerm(a.Zone))
		}
	}
	return all
}

// siegeActs are what a side may do to a city that it besieges.
func (g *Game) siegeActs(side adjudicator.Side, z board.Zone) (open []order.Act) {
	c := g.Rules.City(z)
	if g.Towns[z].Siege != 0 && (!c.Port() || g.Blockaded(z)) {
		open = append(open, order.Act{Verb: "starve", Zone: z})
	}
	if g.Upright(side, z)&^g.Late == 0 || g.Augured[side] {
		return open
	}
	if g.Betrayed == z && g.AsEvent[side] {
		open = append(open, order.Act{Verb: "betray", Zone: z})
	}
	if !g.AsEvent[side] {
		open = append(open, order.Act{Verb: "assault", Zone: z})
	}
	return open
}

// assault storms a besieged city (8.1). The defender may capitulate before anything is shown (8.13).
func (g *Game) assault(t *adjudicator.Table, side adjudicator.Side, z board.Zone, treason bool) {
	enemy := side.Other()
	form := order.Menu("no-terms", "8.13", func() []order.Act { return []order.Act{order.Just("hold"), order.Just("capitulate")} }, "hold", "capitulate")
	form.Here = board.SetOf(z)
	a := g.asksIn(t, enemy, ground.Moment{Zone: z}, adjudicator.Question{Kind: "capitulate", Rule: "8.13", Prompt: adjudicator.Say("hellenes.ask.capitulate", "Zone", ground.ZoneTerm(z), "Treason", ground.Btoi(treason)),
		Verbs: form.Verbs, Reaction: true, Free: true, Form: adviseTerms(form)})
	if a.Verb == "capitulate" {
		t.Tell(adjudicator.Event{Rule: "8.13", Depth: 1, Public: adjudicator.Say("hellenes.event.capitulates", "Zone", ground.ZoneTerm(z))})
		g.taken(t, side, z, 1)
		return
	}
	f := &ground.Fight{At: z, Attacker: side, Assault: true, Treason: treason, Double: !treason && !g.Towns[z].Strife}
	f.Form = ground.Formation{Names: g.Upright(side, z) &^ g.Late, From: z, To: z}
	f.Sides[side], f.Sides[enemy] = g.Pieces(side, f.Form.Names), g.Pieces(enemy, g.Inside(enemy, z))
	if g.Towns[z].Garrison {
		f.Sides[enemy].Add(ground.Garrison)
	}
	g.Fight = f
	g.escalade(t, entry{})
}

// escalade fights an assault out that is begun.
func (g *Game) escalade(t *adjudicator.Table, at entry) {
	if f := g.fight(t, at); f.Winner == f.Attacker {
		g.taken(t, f.Attacker, f.At, 0)
	}
}

// taken has a city fall to its besiegers: all who are left in it are lost (8.13, 14.11).
func (g *Game) taken(t *adjudicator.Table, side adjudicator.Side, z board.Zone, prize int) {
	enemy, town := side.Other(), &g.Towns[z]
	for who := g.Pieces(enemy, g.Inside(enemy, z)); who != 0; {
		g.Drop(enemy, who.Pop())
	}
	town.Holder, town.Garrison, town.Built, town.Siege, town.Shut = side, false, false, 0, 0
	g.Gain(side, prize)
	t.Tell(adjudicator.Event{Rule: "14.11", Depth: 1, Public: adjudicator.Say("hellenes.event.taken", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(z), "Number", prize)})
}

// attrition starves a besieged city: a die for each block in it and the garrison (8.2). Nothing is shown. Its
// owner says which of the strongest a hit is taken from; the garrison falls last. The moment is where the turn is
// entered, after the throw; nil if it is not.
func (g *Game) attrition(t *adjudicator.Table, side adjudicator.Side, z board.Zone, in *ground.Moment) {
	most, n := g.hungry(z), g.Inside(side.Other(), z).Len()+ground.Btoi(g.Towns[z].Garrison)
	hits := 0
	throw := func() {
		dice := t.Roll(n)
		hits = 0
		for _, d := range dice {
			hits += ground.Btoi(d <= most)
		}
		t.Tell(adjudicator.Event{Rule: "8.2", Public: adjudicator.Say("hellenes.event.starves", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(z), "Hits", hits, "Faces", adjudicator.Faces(dice)),
			Marks: []adjudicator.Mark{{Kind: "siege", Side: side, Zones: []string{g.Rules.Board.Name(z)}}}})
	}
	if in == nil {
		throw()
		in = &ground.Moment{Zone: z, Thrown: hits}
	}
	if hits = in.Thrown; in.Kind != "starved" {
		g.appeals(t, ground.Demeter, in, throw, func(s adjudicator.Side) bool {
			return s == side && hits < n || s != side && hits > 0
		})
	}
	enemy := side.Other()
	for ; hits > 0; hits-- {
		g.wither(t, enemy, z, hits)
	}
	if g.Inside(enemy, z) == 0 && !g.Towns[z].Garrison {
		g.taken(t, side, z, 1)
	}
}

// hungry is the highest die that is a hit (8.2, 8.22, 3.1).
func (g *Game) hungry(z board.Zone) int {
	most := g.Rules.Data.Tables.Seasons[g.Season].Attrition
	if z == g.Rules.Athens && g.Towns[z].Holder == ground.Athens {
		most = max(most, g.Rules.Data.Tables.Throws.Grainless)
	}
	if g.Starving == z {
		most = max(most, g.Rules.Data.Tables.Throws.Hunger)
	}
	return most
}

// wither takes a hit of attrition, unseen, of so many that are left.
func (g *Game) wither(t *adjudicator.Table, side adjudicator.Side, z board.Zone, hits int) {
	names := g.Inside(side, z)
	if names == 0 {
		g.Towns[z].Garrison, g.Towns[z].Built = false, false
		return
	}
	p := g.Pieces(side, names).Nth(0)
	if names.Len() > 1 {
		f := order.Menu("not-equal", "8.2", func() (open []order.Act) {
			for rest := g.Strongest(side, g.Pieces(side, names)); rest != 0; {
				open = append(open, order.Act{Verb: "hits", Pieces: ground.One(rest.Pop()), Zone: ground.Nowhere})
			}
			return open
		}, "hits")
		a := g.asksIn(t, side, ground.Moment{Zone: z, Thrown: hits}, adjudicator.Question{Kind: "starved", Rule: "8.2", Prompt: adjudicator.Say("hellenes.ask.starved", "Zone", ground.ZoneTerm(z)),
			Verbs: f.Verbs, Reaction: true, Slight: true, Form: g.adviseLosses(f, side)})
		p = a.Pieces.Nth(0)
	}
	g.Fade(side, names)
	e := adjudicator.Event{Rule: "8.2", Depth: 1}
	if g.Hurt(side, p) {
		e.Private[side] = adjudicator.Say("hellenes.event.withers", "Block", ground.PieceTerm(p), "VC", int(g.VC[side][p]))
	} else {
		g.part(t, side, ground.One(p))
		n := g.NameOf(side, p)
		g.Drop(side, p)
		e.Public = adjudicator.Say("hellenes.event.dies", "Side", ground.Seat(side), "Name", ground.Marker(side, n))
		e.Private[side] = adjudicator.Say("hellenes.event.dies", "Side", ground.Seat(side), "Name", ground.PieceTerm(p))
	}
	t.Tell(e)
}

// sorties asks a side, at the beginning of its combat, which of its besieged blocks sally, from each city once
// (8.3).
func (g *Game) sorties(t *adjudicator.Table, side adjudicator.Side) {
	for len(g.sallies(side)) > 0 {
		a := g.asks(t, side, g.askSortie(side))
		if a.Verb != "sortie" {
			return
		}
		g.part(t, side, a.Pieces)
		names := g.Called(side, a.Pieces)
		g.Flat[side] &^= names
		g.Forms = append(g.Forms, ground.Formation{Side: side, Names: names, From: a.Zone, To: a.Zone, Sortie: true})
		e := adjudicator.Event{Rule: "8.3", Depth: 1, Public: adjudicator.Say("hellenes.event.sallies", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(a.Zone), "Names", ground.Markers(side, names))}
		e.Private[side] = adjudicator.Say("hellenes.event.sallies", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(a.Zone), "Names", ground.PieceTerms(a.Pieces))
		t.Tell(e)
	}
}

// sallies are the most that could sally from each city that nobody has sallied from.
func (g *Game) sallies(side adjudicator.Side) (all []order.Act) {
	for _, z := range g.Cities(func(z board.Zone) bool { return g.Towns[z].Siege != 0 && g.Inside(side, z) != 0 && !g.sallied(side, z) }) {
		if !g.Augured[side] && g.Upright(side.Other(), z) != 0 {
			all = append(all, order.Act{Verb: "sortie", Pieces: g.Pieces(side, g.Inside(side, z)), Zone: z})
		}
	}
	return all
}

// sallied reports whether some of a side have sallied from a city.
func (g *Game) sallied(side adjudicator.Side, z board.Zone) bool {
	return slices.ContainsFunc(g.Forms, func(f ground.Formation) bool { return f.Side == side && f.Sortie && f.To == z })
}

// askSortie asks which blocks sally from one of the cities, of which it is told who could.
func (g *Game) askSortie(side adjudicator.Side) adjudicator.Question {
	f := order.Form{Verbs: []string{"end", "sortie"}}
	f.Meant = func(a order.Act) order.Act {
		for _, most := range g.sallies(side) {
			switch {
			case a.Verb != "sortie":
			case a.Zone == ground.Nowhere && a.Pieces != 0 && a.Pieces&^most.Pieces == 0:
				a.Zone = most.Zone
			case a.Zone == most.Zone && a.Pieces == 0:
				a.Pieces = most.Pieces
			}
		}
		return a
	}
	f.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic {
		for _, most := range g.sallies(side) {
			if a.Verb == "sortie" && most.Zone == a.Zone && a.Pieces != 0 && a.Pieces&^most.Pieces == 0 {
				return nil
			}
		}
		switch {
		case a.Verb == "sortie" && a.Zone == ground.Nowhere:
			return orders.IllegalAt(s, s.Span(), "not-together", "8.3", "Blocks", ground.PieceTerms(a.Pieces))
		case a.Verb == "sortie":
			return wrongZone(s, "no-sortie", "8.3", a.Zone)
		}
		return nil
	}
	f.Open = func() []order.Act { return append([]order.Act{order.Just("end")}, g.sallies(side)...) }
	f.Draw = func(r *rand.Rand) order.Act {
		if r.IntN(3) > 0 {
			return order.Just("end")
		}
		all := g.sallies(side)
		a := all[r.IntN(len(all))]
		a.Pieces = ground.Some(a.Pieces, r)
		return a
	}
	if g.Rules.Since(3) {
		f.Denied()
	}
	return adjudicator.Question{Kind: "sortie", Rule: "8.3", Prompt: adjudicator.Say("hellenes.ask.sortie", "Zones", placesOf(g.sallies(side))),
		Verbs: f.Verbs, Free: true, Form: adviseAs[order.Sallying](f)}
}
