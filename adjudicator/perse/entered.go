package perse

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
	"keryx/adjudicator/perse/view"
)

// within says where losses are paid, until what it returns is called.
func (g *Game) within(what string) (end func()) {
	g.Flow.Within = what
	return func() { g.Flow.Within = "" }
}

// ask asks a side something at which the turn can be entered, unless it comes within a retreat.
func (g *Game) ask(t *adjudicator.Table, side adjudicator.Side, q adjudicator.Question) order.Act {
	g.Flow.Kind, g.Flow.Asked = q.Kind, side
	a := t.Ask(side, q).(order.Act)
	g.Flow.Kind = ""
	return a
}

// askBoth asks both sides something at which the turn can be entered.
func (g *Game) askBoth(t *adjudicator.Table, greek, persian adjudicator.Question) (order.Act, order.Act) {
	g.Flow.Kind, g.Flow.Asked = greek.Kind, field.Nobody
	a, b := t.AskBoth(greek, persian)
	g.Flow.Kind = ""
	return a.(order.Act), b.(order.Act)
}

// enterTurn goes on with a turn at a question.
func (g *Game) enterTurn(t *adjudicator.Table) {
	at, loss := g.enter, g.Flow.Loss
	g.enter = ""
	n := loss.Names.Nth(0)
	switch {
	case at == "ready":
		t.Phase("ready", field.Nobody)
		g.makeReady(t)
		if g.TurnNo > 1 {
			g.operations(t)
			break
		}
		g.provide(t)
		g.proceed(t)
		return
	case at == "wear" && g.Flow.Within == "supply":
		t.Phase("supply", field.Nobody)
		g.payAgain(t)
		g.supplyFrom(t, loss.Side, g.Where[loss.Side][n], n+1)
		g.proceed(t)
		return
	case at == "wear" && g.Flow.Within == "end":
		t.Phase("end", field.Nobody)
		g.payAgain(t)
		g.seaWearFrom(t, loss.Side, n+1)
		g.close(t)
		return
	default:
		g.operationsFrom(t, g.enterSegment(t, at))
	}
	if !g.Over {
		g.end(t)
	}
}

// payAgain has those pay at whose question a turn is entered.
func (g *Game) payAgain(t *adjudicator.Table) {
	loss := g.Flow.Loss
	g.pay(t, loss.Side, loss.Names, loss.Number, loss.Rule)
}

// enterSegment goes on with a segment at a question, and returns whose segment is the next.
func (g *Game) enterSegment(t *adjudicator.Table, at string) adjudicator.Side {
	side := g.Flow.Segment
	t.Phase("segment", side)
	switch at {
	case "wear":
		march := g.Flow.Within == "march"
		g.payAgain(t)
		g.Flow.Within = ""
		if march {
			g.acted(t)
			break
		}
		g.rest(t)
		g.after(!g.passed(t))
		return side.Other()
	case "act":
	case "window":
		g.window(t, side.Other())
		g.Flow.Verb = ""
	default:
		g.enterAct(t)
		g.acted(t)
	}
	g.after(!g.goOn(t))
	return side.Other()
}

// enterAct goes on with an action: with the fight that it has led to, and then with the way.
func (g *Game) enterAct(t *adjudicator.Table) {
	on, came := true, g.Flow.Meeting.Came
	if g.Fight != nil {
		on = g.fightOn(t, g.Fight)
	}
	if g.Flow.Verb != "intercept" {
		on = on && g.meetOn(t)
	}
	switch g.Flow.Verb {
	case "move":
		g.marchOn(t, came.Side, on && g.marched(t, came.Side))
	case "sail":
		if on {
			g.sailed(t, came)
		}
		g.sailOn(t, came, true, on)
	}
}

// Imagine implements [adjudicator.Imaginer].
func (r *Rules) Imagine(scenario string, side adjudicator.Side, position []byte, rnd *rand.Rand) (adjudicator.Game, error) {
	g, err := r.remembered(scenario, side, position)
	if err == nil && g.enter == "" {
		err = errors.New("it is no moment at which a side is asked")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	if !g.Loads[side.Other()].Redeal(&g.Veil[side.Other()], g.Roster.Actors[side.Other()], anything, rnd) {
		return nil, fmt.Errorf("%w: no counters fit what is known of them", adjudicator.ErrNotImagined)
	}
	g.Redeal(side, rnd)
	if g.Short(side.Other()) != 0 {
		return nil, fmt.Errorf("%w: no ships were found that carry who is aboard", adjudicator.ErrNotImagined)
	}
	return g, nil
}

// Show implements [adjudicator.Viewer].
func (r *Rules) Show(s adjudicator.Setup, side adjudicator.Side, position []byte) (adjudicator.View, error) {
	g, err := r.remembered(s.Scenario, side, position)
	if err != nil {
		return adjudicator.View{}, err
	}
	v := g.View(side)
	v.Data = json.RawMessage(position)
	return v, nil
}

// remembered is a game as a side remembers it. What is hidden from it is any.
func (r *Rules) remembered(scenario string, side adjudicator.Side, position []byte) (*Game, error) {
	var k view.Knowledge
	if err := json.Unmarshal(position, &k); err != nil {
		return nil, err
	}
	roster := r.rosters[scenario]
	if roster == nil || k.Public == nil || k.Own == nil {
		return nil, errors.New("it is not what a side knows of a game")
	}
	g := &Game{War: field.War{Position: *k.Public, Rules: r.Catalogue, Roster: roster, Opt: k.Readings, Way: k.Own.Way, Doing: k.Own.Doing}, trial: r.trial}
	if m := k.Moment; m != nil {
		g.Flow, g.Now, g.Fight, g.enter = m.Flow, m.Now, m.Fight, m.Kind
		g.Flow.Kind = ""
	}
	if g.Now.Side == side {
		g.Now.Head = fog.Name(k.Own.Head)
	}
	enemy := side.Other()
	for s := range g.Veil {
		if g.Veil[s].N != len(roster.Pieces[s]) || g.Loads[s].N != len(roster.Slots[s]) {
			return nil, errors.New("it has other markers than the scenario")
		}
	}
	v := &g.Veil[enemy]
	var err error
	if *v, err = fog.Recall(v.May[:v.N], v.Mark[:v.N], v.Open); err != nil {
		return nil, err
	}
	own := draw.Set(0)
	for _, l := range k.Own.Hand {
		own.Add(draw.Lot(l))
	}
	return g, g.recallPool(side, own, g.Pool.Hand[enemy], k.Hands[enemy])
}

// recallPool makes the pool one that fits what a side knows: its own hand, those of the enemy's that he
// has won in the open, and how many he has.
func (g *Game) recallPool(side adjudicator.Side, own, won draw.Set, held int) error {
	all, known := g.Pool.Cup, g.Pool.Known[side]
	if err := g.Pool.Recall(side, all, own, won, known, held-won.Len()); err != nil {
		return err
	}
	g.Pool.Hand[side.Other()] |= won
	return nil
}

// anything goes with anybody.
func anything(fog.Piece, fog.Set) bool { return true }

var (
	_ adjudicator.Imaginer = (*Rules)(nil)
	_ adjudicator.Viewer   = (*Rules)(nil)
)
