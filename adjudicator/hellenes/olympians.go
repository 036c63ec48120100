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

// appeals lets both sides appeal against what was just thrown: first the one in play, then the other. It returns who
// has; nobody if neither has. The moment is where the turn can be entered, or has been; nil if it cannot be.
func (g *Game) appeals(t *adjudicator.Table, d god, in *Moment, again func()) adjudicator.Side {
	order := []adjudicator.Side{g.First, g.First.Other()}
	if in != nil && in.Kind != "" && in.Side != g.First {
		order = order[1:] // the other one was asked before the turn is entered
	}
	for _, side := range order {
		if g.appeal(t, side, d, in, again) {
			return side
		}
	}
	return nobody
}

// ares lets a side have an attack thrown again, and after that each later one of the same side and agility in the round
// (11.0).
func (b *battle) ares(in *Moment) {
	if b.chasing {
		in = nil
	}
	side := b.Blow.Side
	agility, _ := b.class(side, b.Blow.Piece)
	step := AgilityStep{side, agility, b.Round}
	if b.Graced != nobody && b.GracedStep == step {
		if b.g.asked(b.t, b.Graced, ares, in) {
			b.throw()
		}
		return
	}
	if by := b.g.appeals(b.t, ares, in, b.throw); by != nobody {
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
func (g *Game) appeal(t *adjudicator.Table, side adjudicator.Side, d god, in *Moment, again func()) bool {
	if !g.calls(t, side, d, in) {
		return false
	}
	again()
	if enemy := side.Other(); g.calls(t, enemy, hera, nil) {
		again()
	}
	return true
}

// calls asks a side whether it appeals to a god, where it can.
func (g *Game) calls(t *adjudicator.Table, side adjudicator.Side, d god, in *Moment) bool {
	if !g.may(side, d) || !g.asked(t, side, d, in) {
		return false
	}
	g.Offered[side] &^= d.bit()
	g.Fresh[side] &^= d.bit()
	g.Appealed[side] |= d.bit()
	return true
}

// asked asks a side whether it appeals to a god, and tells of it if it does.
func (g *Game) asked(t *adjudicator.Table, side adjudicator.Side, d god, in *Moment) bool {
	f := menu("no-appeal", "11.0", func() []Act { return []Act{act("let"), {Verb: "appeal", God: d, Zone: nowhere}} }, "let", "appeal")
	q := adjudicator.Question{Kind: "appeal", Rule: "11.0", Prompt: adjudicator.Say("hellenes.ask.appeal", "God", d.term()),
		Verbs: f.verbs, Reaction: true, Free: true, Form: adviseAppeal(f, d)}
	var a Act
	if in != nil {
		at := *in
		at.God = d
		a = g.asksIn(t, side, at, q)
	} else {
		a = t.Ask(side, q).(Act)
	}
	if a.Verb == "let" {
		return false
	}
	t.Tell(adjudicator.Event{Rule: "11.0", Depth: 1, Public: adjudicator.Say("hellenes.event.appeals", "Side", seat(side), "God", d.term())})
	return true
}
