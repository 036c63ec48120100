package hellenes

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// capacity is how many blocks the city of a province holds: twice its value, in the peace in Greece three
// times, and at Thebes so once the war is renewed (1.3, 12.0, 12.12).
func (g *Game) capacity(z board.Zone) int {
	if z >= zones {
		return 0
	}
	value, c := g.rules.city(z).Value, &g.rules.data.Tables.Capacity
	switch {
	case g.Renewed && z == g.rules.thebes:
		return c.ThebesRenewed
	case g.Peace && g.rules.greece(z):
		return c.Peace * value
	}
	return c.City * value
}

// settle looks at who holds each city: after each phase of actions, and of combat, when sieges are laid and
// lifted (1.4, 7.2, 7.3).
func (g *Game) settle(t *adjudicator.Table, combat bool) {
	for z := range board.Zone(zones) {
		if g.rules.city(z).Value == 0 || g.Towns[z].Holder == nobody && z != g.rules.gela {
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
	town, loyal := &g.Towns[z], g.loyal(z)
	if town.Holder == nobody || loyal == nobody { // Gela, which is Sparta's as long as blocks of Sparta are there
		if town.Holder = loyal; loyal == nobody && g.names(sparta, z) != 0 {
			town.Holder = sparta
		}
		return
	}
	holder, enemy := town.Holder, town.Holder.Other()
	if town.Holder != loyal && g.names(holder, z) == 0 && !town.Garrison {
		town.Holder, town.Built, town.Siege, town.Shut = loyal, false, 0, 0
		t.Tell(adjudicator.Event{Rule: "1.4", Depth: 1, Public: adjudicator.Say("hellenes.event.reverts", "Zone", zoneTerm(z), "Side", seat(loyal))})
		holder, enemy = town.Holder, town.Holder.Other()
	}
	switch {
	case g.upright(enemy, z) == 0 || g.Peace && g.rules.greece(z):
		g.lift(t, z)
	case g.chosen.WalkIn && town.Siege == 0 && g.names(holder, z) == 0 && !town.Garrison:
		g.taken(t, enemy, z, 0)
	case g.upright(holder, z) == 0 && combat && town.Siege == 0:
		g.lay(t, z)
	}
}

// loyal is the side that a city is loyal to (1.31).
func (g *Game) loyal(z board.Zone) adjudicator.Side {
	if z == g.rules.gela && g.scenario().UntilLeft.Has(g.rules.gela) && !g.GelaLeft {
		return nobody
	}
	return loyalTo(g.rules.city(z))
}

// lift ends a siege, and the garrison goes that came with it.
func (g *Game) lift(t *adjudicator.Table, z board.Zone) {
	town := &g.Towns[z]
	holder := town.Holder
	if town.Siege != 0 {
		t.Tell(adjudicator.Event{Rule: "7.3", Depth: 1, Public: adjudicator.Say("hellenes.event.lifted", "Zone", zoneTerm(z))})
	}
	g.Flat[holder] &^= g.names(holder, z)
	town.Siege, town.Shut = 0, 0
	town.Garrison = town.Garrison && town.Built
}

// lay establishes a siege (7.2). A loyal city has its garrison.
func (g *Game) lay(t *adjudicator.Table, z board.Zone) {
	town := &g.Towns[z]
	town.Siege = g.Number + 1
	town.Garrison = town.Garrison || town.Holder == g.loyal(z)
	t.Tell(adjudicator.Event{Rule: "7.2", Depth: 1, Public: adjudicator.Say("hellenes.event.besieged", "Side", seat(town.Holder.Other()), "Zone", zoneTerm(z))})
}

// blockades notes since when besieged ports have been blockaded (8.21).
func (g *Game) blockades() {
	for z := range board.Zone(zones) {
		town := &g.Towns[z]
		switch shut := g.shut(z); {
		case town.Siege == 0 || !shut:
			town.Shut = 0
		case town.Shut == 0:
			town.Shut = g.Number + 1
		}
	}
}

// shut reports whether fleets of the enemy close a port: in its coastal sea (8.21); Athens in the seas
// that feed it (8.22).
func (g *Game) shut(z board.Zone) bool {
	c := g.rules.city(z)
	if !c.Port() || g.Towns[z].Holder == nobody {
		return false
	}
	enemy := g.Towns[z].Holder.Other()
	if z == g.rules.athens && enemy == sparta {
		for _, sea := range g.rules.grain {
			if g.names(sparta, sea) != 0 {
				return true
			}
		}
		return false
	}
	return g.names(enemy, c.Harbour) != 0
}

// blocked reports whether the enemy closes a port, so that nothing is built there (8.21): at Athens it takes his fleets in
// each of its seas in which Athens has none, and in one at the least.
func (g *Game) blocked(z board.Zone) bool {
	if z != g.rules.athens || g.Towns[z].Holder != athens {
		return g.shut(z)
	}
	closed := false
	for sea := range g.rules.city(z).Coasts.All() {
		switch {
		case g.names(sparta, sea) != 0:
			closed = true
		case g.chosen.BlockAll || g.names(athens, sea) == 0:
			return false
		}
	}
	return closed
}

// blockaded reports whether a port has been besieged and blockaded since an earlier season, so that it can be
// starved (8.21).
func (g *Game) blockaded(z board.Zone) bool {
	town := &g.Towns[z]
	return town.Shut != 0 && town.Shut <= g.Number && g.shut(z)
}

// besieged lists the cities that a side has besieged since an earlier season (8.0).
func (g *Game) besieged(side adjudicator.Side) []board.Zone {
	return g.cities(func(z board.Zone) bool {
		town := &g.Towns[z]
		return town.Siege != 0 && town.Siege <= g.Number && town.Holder == side.Other() && g.upright(side, z) != 0
	})
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
	open := func() (all []Act) {
		for _, z := range g.besieged(side) {
			if !slices.Contains(g.Tended, z) {
				all = append(all, g.siegeActs(side, z)...)
			}
		}
		return all
	}
	for len(open()) > 0 {
		f := menu("no-siege", "8.0", func() []Act { return append([]Act{act("end")}, open()...) }, "assault", "starve", "betray", "end")
		a := g.asks(t, side, adjudicator.Question{Kind: "siege", Rule: "8.0", Prompt: adjudicator.Say("hellenes.ask.siege", "Zones", placesOf(open())),
			Verbs: f.verbs, Free: true, Around: true, Form: g.adviseSiege(f, side)})
		switch a.Verb {
		case "end":
			return
		case "starve":
			g.attrition(t, side, a.Zone, nil)
		default:
			t.Tell(adjudicator.Event{Rule: "8.1", Public: adjudicator.Say("hellenes.event.assaults", "Side", seat(side), "Zone", zoneTerm(a.Zone)),
				Marks: []adjudicator.Mark{{Kind: "siege", Side: side, Zones: []string{g.rules.board.Name(a.Zone)}}}})
			g.assault(t, side, a.Zone, a.Verb == "betray")
		}
		g.Tended = append(g.Tended, a.Zone)
	}
}

// placesOf are the zones of some acts, each once.
func placesOf(some []Act) (all adjudicator.Terms) {
	for i, a := range some {
		if i == 0 || some[i-1].Zone != a.Zone {
			all = append(all, zoneTerm(a.Zone))
		}
	}
	return all
}

// siegeActs are what a side may do to a city that it besieges.
func (g *Game) siegeActs(side adjudicator.Side, z board.Zone) (open []Act) {
	c := g.rules.city(z)
	if g.Towns[z].Siege != 0 && (!c.Port() || g.blockaded(z)) {
		open = append(open, Act{Verb: "starve", Zone: z})
	}
	if g.upright(side, z)&^g.Late == 0 || g.Augured[side] {
		return open
	}
	if g.Betrayed == z && g.AsEvent[side] {
		open = append(open, Act{Verb: "betray", Zone: z})
	}
	if !g.AsEvent[side] {
		open = append(open, Act{Verb: "assault", Zone: z})
	}
	return open
}

// assault storms a besieged city (8.1). The defender may capitulate before anything is shown (8.13).
func (g *Game) assault(t *adjudicator.Table, side adjudicator.Side, z board.Zone, treason bool) {
	enemy := side.Other()
	form := menu("no-terms", "8.13", func() []Act { return []Act{act("hold"), act("capitulate")} }, "hold", "capitulate")
	a := g.asksIn(t, enemy, Moment{Zone: z}, adjudicator.Question{Kind: "capitulate", Rule: "8.13", Prompt: adjudicator.Say("hellenes.ask.capitulate", "Zone", zoneTerm(z)),
		Verbs: form.verbs, Reaction: true, Free: true, Form: adviseTerms(form)})
	if a.Verb == "capitulate" {
		t.Tell(adjudicator.Event{Rule: "8.13", Depth: 1, Public: adjudicator.Say("hellenes.event.capitulates", "Zone", zoneTerm(z))})
		g.taken(t, side, z, 1)
		return
	}
	f := &Fight{At: z, Attacker: side, Assault: true, Treason: treason, Double: !treason && !g.Towns[z].Strife}
	f.Form = Formation{Names: g.upright(side, z) &^ g.Late, From: z, To: z}
	f.Sides[side], f.Sides[enemy] = g.pieces(side, f.Form.Names), g.pieces(enemy, g.inside(enemy, z))
	if g.Towns[z].Garrison {
		f.Sides[enemy].Add(garrison)
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
	for who := g.pieces(enemy, g.inside(enemy, z)); who != 0; {
		g.drop(enemy, who.Pop())
	}
	town.Holder, town.Garrison, town.Built, town.Siege, town.Shut = side, false, false, 0, 0
	g.gain(side, prize)
	t.Tell(adjudicator.Event{Rule: "14.11", Depth: 1, Public: adjudicator.Say("hellenes.event.taken", "Side", seat(side), "Zone", zoneTerm(z), "Number", prize)})
}

// attrition starves a besieged city: a die for each block in it and the garrison (8.2). Nothing is shown. Its
// owner says which of the strongest a hit is taken from; the garrison falls last. The moment is where the turn is
// entered, after the throw; nil if it is not.
func (g *Game) attrition(t *adjudicator.Table, side adjudicator.Side, z board.Zone, in *Moment) {
	most, n := g.hungry(z), g.inside(side.Other(), z).Len()+btoi(g.Towns[z].Garrison)
	hits := 0
	throw := func() {
		dice := t.Roll(n)
		hits = 0
		for _, d := range dice {
			hits += btoi(d <= most)
		}
		t.Tell(adjudicator.Event{Rule: "8.2", Public: adjudicator.Say("hellenes.event.starves", "Side", seat(side), "Zone", zoneTerm(z), "Hits", hits, "Faces", adjudicator.Faces(dice)),
			Marks: []adjudicator.Mark{{Kind: "siege", Side: side, Zones: []string{g.rules.board.Name(z)}}}})
	}
	if in == nil {
		throw()
		in = &Moment{Zone: z, Thrown: hits}
	}
	if hits = in.Thrown; in.Kind != "starved" {
		g.appeals(t, demeter, in, throw)
	}
	enemy := side.Other()
	for ; hits > 0; hits-- {
		g.wither(t, enemy, z, hits)
	}
	if g.inside(enemy, z) == 0 && !g.Towns[z].Garrison {
		g.taken(t, side, z, 1)
	}
}

// hungry is the highest die that is a hit (8.2, 8.22, 3.1).
func (g *Game) hungry(z board.Zone) int {
	most := g.rules.data.Tables.Seasons[g.Season].Attrition
	if z == g.rules.athens && g.Towns[z].Holder == athens {
		most = max(most, g.rules.data.Tables.Throws.Grainless)
	}
	if g.Starving == z {
		most = max(most, g.rules.data.Tables.Throws.Hunger)
	}
	return most
}

// wither takes a hit of attrition, unseen, of so many that are left.
func (g *Game) wither(t *adjudicator.Table, side adjudicator.Side, z board.Zone, hits int) {
	names := g.inside(side, z)
	if names == 0 {
		g.Towns[z].Garrison, g.Towns[z].Built = false, false
		return
	}
	p := g.pieces(side, names).Nth(0)
	if names.Len() > 1 {
		f := menu("not-equal", "8.2", func() (open []Act) {
			for rest := g.strongest(side, g.pieces(side, names)); rest != 0; {
				open = append(open, Act{Verb: "hits", Pieces: one(rest.Pop()), Zone: nowhere})
			}
			return open
		}, "hits")
		a := g.asksIn(t, side, Moment{Zone: z, Thrown: hits}, adjudicator.Question{Kind: "starved", Rule: "8.2", Prompt: adjudicator.Say("hellenes.ask.starved", "Zone", zoneTerm(z)),
			Verbs: f.verbs, Reaction: true, Slight: true, Form: g.adviseLosses(f, side)})
		p = a.Pieces.Nth(0)
	}
	g.fade(side, names)
	e := adjudicator.Event{Rule: "8.2", Depth: 1}
	if g.hurt(side, p) {
		e.Private[side] = adjudicator.Say("hellenes.event.withers", "Block", pieceTerm(p), "VC", int(g.VC[side][p]))
	} else {
		g.part(t, side, one(p))
		n := g.nameOf(side, p)
		g.drop(side, p)
		e.Public = adjudicator.Say("hellenes.event.dies", "Side", seat(side), "Name", marker(side, n))
		e.Private[side] = adjudicator.Say("hellenes.event.dies", "Side", seat(side), "Name", pieceTerm(p))
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
		names := g.called(side, a.Pieces)
		g.Flat[side] &^= names
		g.Forms = append(g.Forms, Formation{Side: side, Names: names, From: a.Zone, To: a.Zone, Sortie: true})
		t.Tell(adjudicator.Event{Rule: "8.3", Depth: 1, Public: adjudicator.Say("hellenes.event.sallies", "Side", seat(side), "Zone", zoneTerm(a.Zone), "Names", markers(side, names))})
	}
}

// sallies are the most that could sally from each city that nobody has sallied from.
func (g *Game) sallies(side adjudicator.Side) (all []Act) {
	for _, z := range g.cities(func(z board.Zone) bool { return g.Towns[z].Siege != 0 && g.inside(side, z) != 0 && !g.sallied(side, z) }) {
		if !g.Augured[side] && g.upright(side.Other(), z) != 0 {
			all = append(all, Act{Verb: "sortie", Pieces: g.pieces(side, g.inside(side, z)), Zone: z})
		}
	}
	return all
}

// sallied reports whether some of a side have sallied from a city.
func (g *Game) sallied(side adjudicator.Side, z board.Zone) bool {
	return slices.ContainsFunc(g.Forms, func(f Formation) bool { return f.Side == side && f.Sortie && f.To == z })
}

// askSortie asks which blocks sally from one of the cities, of which it is told who could.
func (g *Game) askSortie(side adjudicator.Side) adjudicator.Question {
	f := form{verbs: []string{"end", "sortie"}}
	f.wrong = func(a Act, s *orders.Statement) *orders.Diagnostic {
		for _, most := range g.sallies(side) {
			if a.Verb == "sortie" && most.Zone == a.Zone && a.Pieces != 0 && a.Pieces&^most.Pieces == 0 {
				return nil
			}
		}
		if a.Verb == "sortie" {
			return wrongZone(s, "no-sortie", "8.3", a.Zone)
		}
		return nil
	}
	f.open = func() []Act { return append([]Act{act("end")}, g.sallies(side)...) }
	f.draw = func(r *rand.Rand) Act {
		if r.IntN(3) > 0 {
			return act("end")
		}
		all := g.sallies(side)
		a := all[r.IntN(len(all))]
		a.Pieces = some(a.Pieces, r)
		return a
	}
	return adjudicator.Question{Kind: "sortie", Rule: "8.3", Prompt: adjudicator.Say("hellenes.ask.sortie", "Zones", placesOf(g.sallies(side))),
		Verbs: f.verbs, Free: true, Form: adviseAs[sallying](f)}
}
