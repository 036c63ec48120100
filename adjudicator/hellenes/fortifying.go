package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/orders"
)

// refuse asks the defender of a city-state who fortifies himself in the city before anything is
// shown (6.1, 7.1).
func (g *Game) refuse(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	room := g.capacity(z) - g.inside(side, z).Len()
	if g.rules.sea(z) || g.rules.city(z).Value == 0 || g.Towns[z].Holder != side || room <= 0 || g.upright(side, z) == 0 || g.Season == winter {
		return
	}
	who := g.pieces(side, g.upright(side, z))
	a := g.asksIn(t, side, Moment{Zone: z}, g.askFortify(side, z, who, room))
	if a.Verb == "hold" {
		t.Tell(adjudicator.Event{Rule: "7.1", Depth: 1, Public: adjudicator.Say("hellenes.event.holds", "Side", seat(side), "Zone", zoneTerm(z))})
		return
	}
	g.fortify(t, side, z, a.Pieces)
}

// fortify has blocks go into the city of their province, where they lie flat.
func (g *Game) fortify(t *adjudicator.Table, side adjudicator.Side, z board.Zone, who fog.Set) {
	g.part(t, side, who)
	names := g.called(side, who)
	g.Flat[side] |= names
	if !g.rules.city(z).Port() {
		g.narrow(side, who, g.rules.all(side)&^g.rules.fleets[side])
	}
	e := adjudicator.Event{Rule: "7.1", Depth: 1, Public: adjudicator.Say("hellenes.event.fortifies", "Side", seat(side), "Zone", zoneTerm(z), "Names", markers(side, names))}
	e.Private[side] = adjudicator.Say("hellenes.event.fortifies", "Side", seat(side), "Zone", zoneTerm(z), "Names", pieceTerms(who))
	t.Tell(e)
}

// askFortify asks who goes into the city: fleets only into a port, and no more than it holds (7.1).
func (g *Game) askFortify(side adjudicator.Side, z board.Zone, who fog.Set, room int) adjudicator.Question {
	may := func() fog.Set {
		if g.rules.city(z).Port() {
			return g.pieces(side, g.upright(side, z))
		}
		return g.pieces(side, g.upright(side, z)) &^ g.rules.fleets[side]
	}
	f := form{verbs: []string{"hold", "fortify"}}
	f.wrong = func(a Act, s *orders.Statement) *orders.Diagnostic {
		if a.Verb == "fortify" && (a.Pieces == 0 || a.Pieces&^may() != 0 || a.Pieces.Len() > room) {
			return orders.IllegalAt(s, s.Span(), "no-room", "7.1", "Zone", zoneTerm(z), "Room", room)
		}
		return nil
	}
	f.open = func() []Act {
		return f.legal([]Act{act("hold"), {Verb: "fortify", Pieces: first(may(), room), Zone: nowhere}})
	}
	return adjudicator.Question{Kind: "fortify", Rule: "7.1", Prompt: adjudicator.Say("hellenes.ask.fortify", "Zone", zoneTerm(z), "Room", room),
		Verbs: f.verbs, Reaction: true, Free: true, Form: adviseFortify(f, z)}
}

// first are the first of some blocks.
func first(set fog.Set, n int) (some fog.Set) {
	for ; n > 0 && set != 0; n-- {
		some.Add(set.Pop())
	}
	return some
}
