package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// force throws for the forced marches of a side once all its actions are done (5.3). Who has
// failed stays in the zone before.
func (g *Game) force(t *adjudicator.Table, side adjudicator.Side) {
	forces := g.Forces
	g.Forces = nil
	for _, f := range forces {
		if g.Stripped[f.To] { // nobody enters what was pillaged in this turn (5.5)
			g.meet(side, f.Names, f.From, f.From)
			continue
		}
		able := g.Called(side, g.throwForce(t, side, f))
		if able == 0 {
			g.meet(side, f.Names, f.From, f.From)
			continue
		}
		a := t.Ask(side, g.askForce(side, f, able)).(order.Act)
		g.onward(t, side, f, g.Pieces(side, able)&^g.Together(side, a.Pieces))
	}
}

// onward moves those of a forced march that go on.
func (g *Game) onward(t *adjudicator.Table, side adjudicator.Side, f ground.Forced, going fog.Set) {
	if going == 0 {
		g.meet(side, f.Names, f.From, f.From)
		return
	}
	g.forcedPart(t, side, f, going)
	names := g.Put(side, going, f.To)
	if g.Rules.Board.Edge(f.From, f.To).Tags&g.Rules.High != 0 {
		g.Storms = append(g.Storms, ground.Crossing{Names: names, Lines: 1})
	}
	g.told(t, side, going, []board.Zone{f.From, f.To})
	if left := f.Names &^ names; left != 0 {
		g.meet(side, left, f.From, f.From)
	}
	g.meet(side, names, f.From, f.To)
}

// forcedPart deals the names of a formation anew of which some go on.
func (g *Game) forcedPart(t *adjudicator.Table, side adjudicator.Side, f ground.Forced, going fog.Set) {
	v := &g.Veil[side]
	v.Part(v.Pieces(f.Names), going, t.Deal)
}

// throwForce throws a die for each block of a forced march that needs one, by name, and returns who may go
// on. Who is carried goes with the fleets.
func (g *Game) throwForce(t *adjudicator.Table, side adjudicator.Side, f ground.Forced) (able fog.Set) {
	who := g.Pieces(side, f.Names)
	rolled := g.Pieces(side, f.Slow)
	if able = who &^ rolled; g.Fleets(side, who) != 0 {
		able = 0
	}
	throw := func(some fog.Set) {
		dice := t.Roll(some.Len())
		for i := 0; some != 0; i++ {
			p := some.Pop()
			least := g.Rules.Data.Tables.Throws.Regular
			if g.Block(side, p).Elite {
				least = g.Rules.Data.Tables.Throws.Elite
			}
			if able.Drop(p); dice[i] >= least {
				able.Add(p)
			}
		}
		t.Tell(adjudicator.Event{Rule: "5.3", Depth: 1, Public: adjudicator.Say("hellenes.event.forces", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(f.To), "Faces", adjudicator.Faces(dice))})
	}
	throw(rolled)
	if failed := rolled &^ able; failed != 0 { // Hermes has those thrown again that failed
		g.appeals(t, ground.Hermes, nil, func() { throw(failed) }, func(s adjudicator.Side) bool { return s == side })
	}
	return g.Together(side, able) & who // who is carried goes with its fleet
}

// askForce asks who of those that may go on does not (5.3).
func (g *Game) askForce(side adjudicator.Side, f ground.Forced, names fog.Set) adjudicator.Question {
	form := order.Form{Verbs: []string{"go", "decline"}, Here: board.SetOf(f.To)}
	form.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic {
		able := g.Pieces(side, names)
		if a.Verb == "go" && a.Pieces != 0 || a.Verb == "decline" && (a.Pieces == 0 || a.Pieces&^able != 0) {
			return orders.IllegalAt(s, s.Span(), "not-able", "5.3", "Blocks", ground.PieceTerms(able))
		}
		return nil
	}
	form.Open = func() []order.Act {
		return form.Legal([]order.Act{order.Just("go"), {Verb: "decline", Pieces: g.Pieces(side, names), Zone: ground.Nowhere}})
	}
	return adjudicator.Question{Kind: "force", Rule: "5.3", Prompt: adjudicator.Say("hellenes.ask.force", "Zone", ground.ZoneTerm(f.To), "Blocks", ground.PieceTerms(g.Pieces(side, names))),
		Verbs: form.Verbs, Reaction: g.Rules.Since(3), Free: true, Form: adviseForce(form)}
}
