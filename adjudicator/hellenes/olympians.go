package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/hellenes/data"
)

// god is an Olympian (11.0).
type god int

// The Olympians, in the order of the table of appeals.
const (
	zeus god = iota + 1
	apollo
	ares
	demeter
	poseidon
	hermes
	hera
)

// String is the word of orders for the god.
func (d god) String() string {
	return data.Olympian(d - 1).String()
}

// term is the god's name.
func (d god) term() adjudicator.Term {
	return adjudicator.Term{Kind: data.OlympianKind, ID: d.String()}
}

func (d god) bit() uint8 { return 1 << d }

// may reports whether a side can appeal to a god: it has sacrificed to him, and has not appealed
// to him in this turn. To Zeus it has to have sacrificed in an earlier year.
func (g *Game) may(side adjudicator.Side, d god) bool {
	given := g.Offered[side]
	if d == zeus {
		given &^= g.Fresh[side]
	}
	return given&d.bit() != 0 && (g.Appealed[athens]|g.Appealed[sparta])&d.bit() == 0
}

// appeals lets both sides appeal against what was just thrown: first the one in play, then the other.
func (g *Game) appeals(t *adjudicator.Table, d god, again func()) {
	g.appellant(t, d, again)
}

// appellant is [Game.appeals], and returns who has appealed; nobody if neither has.
func (g *Game) appellant(t *adjudicator.Table, d god, again func()) adjudicator.Side {
	for _, side := range []adjudicator.Side{g.First, g.First.Other()} {
		if g.appeal(t, side, d, again) {
			return side
		}
	}
	return nobody
}

// ares lets a side have an attack thrown again, and after that each later one of the same side and agility in the round
// (11.0).
func (b *battle) ares(side adjudicator.Side, agility byte, again func()) {
	step := AgilityStep{side, agility, b.Round}
	if b.Graced != nobody && b.GracedStep == step {
		if b.g.asked(b.t, b.Graced, ares) {
			again()
		}
		return
	}
	if by := b.g.appellant(b.t, ares, again); by != nobody {
		b.Graced, b.GracedStep = by, step
	}
}

// AgilityStep is when the blocks of a side with an agility attack.
type AgilityStep struct {
	Side    adjudicator.Side
	Agility byte
	Round   int
}

// appeal lets a side appeal to a god, who has something thrown or drawn again; the enemy may then have Hera
// do the same. It reports whether it did.
func (g *Game) appeal(t *adjudicator.Table, side adjudicator.Side, d god, again func()) bool {
	if !g.calls(t, side, d) {
		return false
	}
	again()
	if enemy := side.Other(); g.calls(t, enemy, hera) {
		again()
	}
	return true
}

// calls asks a side whether it appeals to a god, where it can.
func (g *Game) calls(t *adjudicator.Table, side adjudicator.Side, d god) bool {
	if !g.may(side, d) {
		return false
	}
	if !g.asked(t, side, d) {
		return false
	}
	g.Offered[side] &^= d.bit()
	g.Fresh[side] &^= d.bit()
	g.Appealed[side] |= d.bit()
	return true
}

// asked asks a side whether it appeals to a god, and tells of it if it does.
func (g *Game) asked(t *adjudicator.Table, side adjudicator.Side, d god) bool {
	f := menu("no-appeal", "11.0", func() []Act { return []Act{act("let"), {Verb: "appeal", God: d, Zone: nowhere}} }, "let", "appeal")
	a := t.Ask(side, adjudicator.Question{Kind: "appeal", Rule: "11.0", Prompt: adjudicator.Say("hellenes.ask.appeal", "God", d.term()),
		Verbs: f.verbs, Reaction: true, Free: true, Form: adviseAppeal(f, d)}).(Act)
	if a.Verb == "let" {
		return false
	}
	t.Tell(adjudicator.Event{Rule: "11.0", Depth: 1, Public: adjudicator.Say("hellenes.event.appeals", "Side", seat(side), "God", d.term())})
	return true
}
