package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
)

// may reports whether a side can appeal to a god: it has sacrificed to him, and has not appealed
// to him in this turn. To Zeus it has to have sacrificed in an earlier year.
func (g *Game) may(side adjudicator.Side, d ground.God) bool {
	given := g.Offered[side]
	if d == ground.Zeus {
		given &^= g.Fresh[side]
	}
	return given&d.Bit() != 0 && (g.Appealed[ground.Athens]|g.Appealed[ground.Sparta])&d.Bit() == 0
}

// appeals lets both sides appeal against what was just thrown: first the one in play, then the other. It returns who
// has; nobody if neither has. Whom the throw has served as well as it can is not asked. The moment is where the turn can be
// entered, or has been; nil if it cannot be.
func (g *Game) appeals(t *adjudicator.Table, d ground.God, in *ground.Moment, again func(), gains func(adjudicator.Side) bool) adjudicator.Side {
	order := []adjudicator.Side{g.First, g.First.Other()}
	if in != nil && in.Kind != "" && in.Side != g.First {
		order = order[1:] // the other one was asked before the turn is entered
	}
	for _, side := range order {
		if gains(side) && g.appeal(t, side, d, in, again) {
			return side
		}
	}
	return ground.Nobody
}

// ares lets a side have an attack thrown again, and after that each later one of the same side and agility in the round
// (11.0).
func (b *battle) ares(in *ground.Moment) {
	if b.chasing {
		in = nil
	}
	side := b.Blow.Side
	agility, _ := b.class(side, b.Blow.Piece)
	step := ground.AgilityStep{Side: side, Agility: agility, Round: b.Round}
	if b.Graced != ground.Nobody && b.GracedStep == step {
		if b.gains(b.Graced) && b.g.asked(b.t, b.Graced, ground.Ares, in) {
			b.throw()
		}
		return
	}
	if by := b.g.appeals(b.t, ground.Ares, in, b.throw, b.gains); by != ground.Nobody {
		b.Graced, b.GracedStep = by, step
	}
}

// gains reports whether another throw could serve a side better than the attack that is made: its own if a die of it has
// not hit, the enemy's if any has done harm.
func (b *battle) gains(side adjudicator.Side) bool {
	if x := b.Blow; side != x.Side {
		return x.Hits+x.Flights > 0
	}
	return b.Blow.Hits < b.steps(side, b.Blow.Piece)
}

// appeal lets a side appeal to a god, who has something thrown or drawn again; the enemy may then have Hera
// do the same. It reports whether it did.
func (g *Game) appeal(t *adjudicator.Table, side adjudicator.Side, d ground.God, in *ground.Moment, again func()) bool {
	if !g.calls(t, side, d, in) {
		return false
	}
	again()
	if enemy := side.Other(); g.calls(t, enemy, ground.Hera, nil) {
		again()
	}
	return true
}

// calls asks a side whether it appeals to a god, where it can.
func (g *Game) calls(t *adjudicator.Table, side adjudicator.Side, d ground.God, in *ground.Moment) bool {
	if !g.may(side, d) || !g.asked(t, side, d, in) {
		return false
	}
	g.Offered[side] &^= d.Bit()
	g.Fresh[side] &^= d.Bit()
	g.Appealed[side] |= d.Bit()
	return true
}

// asked asks a side whether it appeals to a god, and tells of it if it does.
func (g *Game) asked(t *adjudicator.Table, side adjudicator.Side, d ground.God, in *ground.Moment) bool {
	f := order.Menu("no-appeal", "11.0", func() []order.Act {
		return []order.Act{order.Just("let"), {Verb: "appeal", God: d, Zone: ground.Nowhere}}
	}, "let", "appeal")
	q := adjudicator.Question{Kind: "appeal", Rule: "11.0", Prompt: adjudicator.Say("hellenes.ask.appeal", "God", d.Term()),
		Verbs: f.Verbs, Reaction: true, Free: true, Form: adviseAppeal(f, d)}
	var a order.Act
	if in != nil {
		at := *in
		at.God = d
		a = g.asksIn(t, side, at, q)
	} else {
		a = t.Ask(side, q).(order.Act)
	}
	if a.Verb == "let" {
		return false
	}
	t.Tell(adjudicator.Event{Rule: "11.0", Depth: 1, Public: adjudicator.Say("hellenes.event.appeals", "Side", ground.Seat(side), "God", d.Term())})
	return true
}
