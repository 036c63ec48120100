package hellenes

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/adjudicator/hellenes/view"
)

// step is a part of a turn. They come in this order.
type step int

const (
	start step = iota
	newYear
	card
	event
	acts
	sallies
	battles
	sieges
	yearEnd
)

// steps are those in which a question is asked that is asked in one only.
var steps = map[string]step{"place": start, "newyear": newYear, "card": card, "peace": event, "act": acts, "take": acts, "free": acts,
	"winter": acts, "sortie": sallies, "order": battles, "fortify": battles, "siege": sieges, "starved": sieges, "capitulate": sieges, "offer": yearEnd, "taxes": yearEnd}

// altars are the steps in which the gods are appealed to, as far as the turn can be entered there.
var altars = map[ground.God]step{ground.Zeus: newYear, ground.Apollo: acts, ground.Poseidon: acts, ground.Demeter: sieges}

// entry is where a turn is entered: at its start, if it is zero.
type entry struct {
	ground.Moment
	step step
}

// within reports whether the turn of a side is entered in its middle.
func (e entry) within() bool { return e.step > card }

// entered is where the turn begins.
func (g *Game) entered() entry {
	at := entry{Moment: g.Enter}
	g.Enter = ground.Moment{}
	switch {
	case at.Kind == "place":
		return entry{}
	case at.Kind == "target" || at.Kind == "ostracise":
		if at.step = event; at.Early {
			at.step = newYear
		}
	case g.Fight != nil:
		if at.step = battles; g.Fight.Assault {
			at.step = sieges
		}
	case at.Kind == "appeal":
		at.step = altars[at.God]
	default:
		at.step = steps[at.Kind]
	}
	return at
}

// asks asks a side at a point at which the turn can be entered.
func (g *Game) asks(t *adjudicator.Table, side adjudicator.Side, q adjudicator.Question) order.Act {
	return g.asksIn(t, side, ground.Moment{}, q)
}

// asksIn is [Game.asks] where it takes more than the question to enter the turn.
func (g *Game) asksIn(t *adjudicator.Table, side adjudicator.Side, in ground.Moment, q adjudicator.Question) order.Act {
	in.Kind, in.Side, in.Early = q.Kind, side, g.Early
	g.Now = in
	a := t.Ask(side, q).(order.Act)
	g.Now = ground.Moment{}
	return a
}

// asksBoth asks both sides at a point at which the turn can be entered.
func (g *Game) asksBoth(t *adjudicator.Table, a, b adjudicator.Question) (order.Act, order.Act) {
	g.Now = ground.Moment{Kind: a.Kind, Side: ground.Nobody}
	first, second := t.AskBoth(a, b)
	g.Now = ground.Moment{}
	return first.(order.Act), second.(order.Act)
}

// Imagine implements [adjudicator.Imaginer]: a turn is entered wherever a side is asked but in the midst of a throw.
func (r *Rules) Imagine(_ string, side adjudicator.Side, position []byte, rnd *rand.Rand) (adjudicator.Game, error) {
	at, err := view.Remembered(r.Book, side, position)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	g := &Game{*at}
	if err := g.choose(); err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	g.Redeal(side, rnd)
	for p := range fog.Piece(ground.Blocks) {
		if enemy := side.Other(); g.At(enemy, p) < ground.Zones && g.VC[enemy][p] == 0 {
			return nil, adjudicator.ErrNotImagined // no strengths were found that fit what is carried
		}
	}
	return g, nil
}
