package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// refuse asks the defender of a city-state who fortifies himself in the city before anything is
// shown (6.1, 7.1).
func (g *Game) refuse(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	room := g.Capacity(z) - g.Inside(side, z).Len()
	if g.Rules.Sea(z) || g.Rules.City(z).Value == 0 || g.Towns[z].Holder != side || room <= 0 || g.Upright(side, z) == 0 || g.Season == ground.Winter {
		return
	}
	who := g.Pieces(side, g.Upright(side, z))
	a := g.asksIn(t, side, ground.Moment{Zone: z}, g.askFortify(side, z, who, room))
	if a.Verb == "hold" {
		t.Tell(adjudicator.Event{Rule: "7.1", Depth: 1, Public: adjudicator.Say("hellenes.event.holds", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(z))})
		return
	}
	g.fortify(t, side, z, a.Pieces)
}

// fortify has blocks go into the city of their province, where they lie flat.
func (g *Game) fortify(t *adjudicator.Table, side adjudicator.Side, z board.Zone, who fog.Set) {
	g.part(t, side, who)
	names := g.Called(side, who)
	g.Flat[side] |= names
	if !g.Rules.City(z).Port() {
		g.Narrow(side, who, g.Rules.All(side)&^g.Rules.Fleets[side])
	}
	e := adjudicator.Event{Rule: "7.1", Depth: 1, Public: adjudicator.Say("hellenes.event.fortifies", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(z), "Names", ground.Markers(side, names))}
	e.Private[side] = adjudicator.Say("hellenes.event.fortifies", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(z), "Names", ground.PieceTerms(who))
	t.Tell(e)
}

// askFortify asks who goes into the city: fleets only into a port, and no more than it holds (7.1).
func (g *Game) askFortify(side adjudicator.Side, z board.Zone, who fog.Set, room int) adjudicator.Question {
	may := func() fog.Set {
		if g.Rules.City(z).Port() {
			return g.Pieces(side, g.Upright(side, z))
		}
		return g.Pieces(side, g.Upright(side, z)) &^ g.Rules.Fleets[side]
	}
	f := order.Form{Verbs: []string{"hold", "fortify"}, Here: board.SetOf(z)}
	if g.Rules.Since(3) {
		f.Verbs = append(f.Verbs, "fight", "let", "go") // what people write for no and yes
	}
	f.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic {
		if a.Verb != "hold" && (a.Verb != "fortify" || a.Pieces == 0 || a.Pieces&^may() != 0 || a.Pieces.Len() > room) {
			return orders.IllegalAt(s, s.Span(), "no-room", "7.1", "Zone", ground.ZoneTerm(z), "Room", room)
		}
		return nil
	}
	f.Meant = func(a order.Act) order.Act {
		switch {
		case a.Verb == "fight" || a.Verb == "let":
			return order.Just("hold")
		case a.Verb == "fortify" && a.Pieces == 0, a.Verb == "go":
			return order.Act{Verb: "fortify", Pieces: may(), Zone: ground.Nowhere}
		}
		return a
	}
	f.Open = func() []order.Act {
		return f.Legal([]order.Act{order.Just("hold"), {Verb: "fortify", Pieces: ground.First(may(), room), Zone: ground.Nowhere}})
	}
	return adjudicator.Question{Kind: "fortify", Rule: "7.1", Prompt: adjudicator.Say("hellenes.ask.fortify", "Zone", ground.ZoneTerm(z), "Room", room),
		Verbs: f.Verbs, Reaction: true, Free: true, Form: adviseFortify(f, z)}
}
