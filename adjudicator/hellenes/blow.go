package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
)

// attack is the attack of one block: hits on the strongest enemies first, then routs on the
// weakest (6.31 to 6.33).
func (b *battle) attack(side adjudicator.Side, p fog.Piece, routs bool) {
	was := b.Blow
	b.Blow = &ground.Blow{Side: side, Piece: p, Routs: routs}
	b.throw()
	b.ares(&ground.Moment{Zone: b.At})
	b.strike()
	b.Blow = was
}

// throw throws the dice of the attack.
func (b *battle) throw() {
	x := b.Blow
	_, power := b.class(x.Side, x.Piece)
	dice := b.t.Roll(b.steps(x.Side, x.Piece))
	x.Hits, x.Flights = 0, 0
	for _, d := range dice {
		x.Hits += ground.Btoi(d <= power)
		x.Flights += ground.Btoi(x.Routs && d > 6-power)
	}
	if b.chasing {
		b.t.Tell(adjudicator.Event{Rule: b.chased, Depth: 1, Public: adjudicator.Say("hellenes.event.chases", "Side", ground.Seat(x.Side), "Block", b.term(x.Piece),
			"Hits", x.Hits, "Harassing", b.chased == "6.41", "Faces", adjudicator.Faces(dice))})
		return
	}
	b.t.Tell(adjudicator.Event{Rule: "6.31", Depth: 1, Public: adjudicator.Say("hellenes.event.attacks", "Side", ground.Seat(x.Side), "Block", b.term(x.Piece),
		"Hits", x.Hits, "Routs", x.Flights, "Faces", adjudicator.Faces(dice))})
}

// strike does what the attack does, or what is left of it.
func (b *battle) strike() {
	x := b.Blow
	hurt := fog.Set(0)
	for enemy := x.Side.Other(); x.Hits > 0 && (b.chasing || !b.Over); x.Hits-- {
		hurt |= b.hit(enemy)
	}
	b.tellHurt(x.Side.Other(), hurt)
	for enemy := x.Side.Other(); x.Flights > 0 && !b.Over; x.Flights-- {
		b.rout(enemy)
	}
}

// tellHurt tells which blocks of a side have lost steps and are still there. All that fight are shown.
func (b *battle) tellHurt(side adjudicator.Side, hurt fog.Set) {
	var left []adjudicator.Phrase
	for rest := hurt; rest != 0; {
		if p := rest.Pop(); b.g.VC[side][p] > 0 {
			left = append(left, adjudicator.Say("hellenes.shown.left", "Block", ground.PieceTerm(p), "VC", int(b.g.VC[side][p])))
		}
	}
	if len(left) > 0 {
		b.t.Tell(adjudicator.Event{Rule: "6.32", Depth: 2, Public: adjudicator.Say("hellenes.event.hurt", "Side", ground.Seat(side), "Blocks", left)})
	}
}

// term names a block or a garrison.
func (b *battle) term(p fog.Piece) any {
	if p == ground.Garrison {
		return adjudicator.Say("hellenes.shown.garrison")
	}
	return ground.PieceTerm(p)
}

// hit takes a step from the strongest block of a side (6.32), or half of one behind double defence
// (8.11). In pursuit routed ones are hit as well. It returns the block that has lost a step and is still there, if one has.
func (b *battle) hit(side adjudicator.Side) (hurt fog.Set) {
	g := b.g
	targets := b.fighting(side)
	if !b.chasing {
		targets &^= b.Routed[side]
	}
	if targets.Len() > 1 {
		targets &^= ground.One(ground.Garrison)
	}
	if targets == 0 {
		return 0
	}
	half := b.Assault && side != b.Attacker && b.Double
	if begun := targets & b.Halves[side]; half && begun != 0 {
		targets = ground.One(begun.Nth(0))
	}
	p := b.pick(side, "hits", b.most(side, targets))
	if half && !b.Halves[side].Has(p) {
		b.Halves[side].Add(p)
		return 0
	}
	b.Halves[side].Drop(p)
	b.Bled[side] = true
	if p != ground.Garrison && g.Hurt(side, p) {
		b.mend()
		return ground.One(p)
	}
	b.remove(side, p)
	b.mend()
	b.check()
	return 0
}

// most are the strongest of some blocks.
func (b *battle) most(side adjudicator.Side, who fog.Set) fog.Set {
	if who == ground.One(ground.Garrison) {
		return who
	}
	return b.g.Strongest(side, who&^ground.One(ground.Garrison))
}

// rout takes the weakest block of a side out of the battle, though not out of the world (6.33). The
// defenders of a city stand fast.
func (b *battle) rout(side adjudicator.Side) {
	if b.Assault && side != b.Attacker {
		return
	}
	targets := b.fighting(side) &^ b.Routed[side]
	if targets == 0 {
		return
	}
	p := b.pick(side, "routs", b.g.Weakest(side, targets))
	b.Routed[side].Add(p)
	b.Bled[side] = true
	b.t.Tell(adjudicator.Event{Rule: "6.33", Depth: 1, Public: adjudicator.Say("hellenes.event.routs", "Side", ground.Seat(side), "Block", b.term(p))})
	b.check()
}

// pick asks a side which of equal blocks it is. Blocks that are the same in everything are not asked for.
func (b *battle) pick(side adjudicator.Side, verb string, among fog.Set) fog.Piece {
	p := among.Nth(0)
	if among.Len() == 1 {
		return p
	}
	alike := true
	for rest := among; rest != 0; {
		q := rest.Pop()
		x, y := b.g.Block(side, p), b.g.Block(side, q)
		alike = alike && x.Arm == y.Arm && x.Class == y.Class && x.VC == y.VC && x.Homes == y.Homes &&
			b.Tired[side].Has(p) == b.Tired[side].Has(q)
	}
	if alike {
		return p
	}
	f := order.Menu("not-equal", "6.3", func() (all []order.Act) {
		for rest := among; rest != 0; {
			all = append(all, order.Act{Verb: verb, Pieces: ground.One(rest.Pop()), Zone: ground.Nowhere})
		}
		return all
	}, verb)
	a := b.asks(side, adjudicator.Question{Kind: verb, Rule: "6.3", Prompt: adjudicator.Say("hellenes.ask.pick", "Zone", ground.ZoneTerm(b.At), "Hits", ground.Btoi(verb == "hits")),
		Verbs: f.Verbs, Reaction: true, Slight: true, Form: b.g.adviseLosses(f, side)})
	return a.Pieces.Nth(0)
}

// asks asks a side, where the battle can be entered unless blocks are chased.
func (b *battle) asks(side adjudicator.Side, q adjudicator.Question) order.Act {
	if b.chasing {
		return b.t.Ask(side, q).(order.Act)
	}
	return b.g.asksIn(b.t, side, ground.Moment{Zone: b.At}, q)
}

// remove takes a block from the battle that has fallen: it lies in the pool, known to both.
func (b *battle) remove(side adjudicator.Side, p fog.Piece) {
	b.Sides[side].Drop(p)
	b.Routed[side].Drop(p)
	if p == ground.Garrison {
		b.g.Towns[b.At].Garrison, b.g.Towns[b.At].Built = false, false
	} else {
		b.g.Drop(side, p)
	}
	b.t.Tell(adjudicator.Event{Rule: "6.32", Depth: 1, Public: adjudicator.Say("hellenes.event.falls", "Side", ground.Seat(side), "Block", b.term(p))})
}
