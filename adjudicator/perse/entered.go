package perse

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/order"
)

// flow is how far a turn has come, as far as both know: with it the turn can be entered at a question.
type flow struct {
	Kind    string           // of the question that is asked; empty where the turn cannot be entered
	Asked   adjudicator.Side // of whom; [nobody] of both
	Passes  int              // one after the other
	Segment adjudicator.Side // whose segment it is
	Began   int              // points that its side had spent when it began
	Acts    int              // actions in it
	Verb    string           // the action in play; empty between two
	Ships   lotSet           // that sail without a fleet
	Meeting meeting          // where who moves has come
	Deep    int              // retreats in play: who comes there is met within a fight
	Within  string           // where losses of a way or of hunger are paid: "supply", "rest", "march" or "end"
	Loss    payment          // what is paid
}

// payment is what markers of a side pay for a way, or for hunger.
type payment struct {
	Side   adjudicator.Side
	Names  fog.Set
	Number int // of counters
	Rule   string
}

// within says where losses are paid, until what it returns is called.
func (g *Game) within(what string) (end func()) {
	g.flow.Within = what
	return func() { g.flow.Within = "" }
}

// meeting is who has come into a zone, and who has tried to intercept whom there.
type meeting struct {
	Came  force
	Turn  int    // 0 for the tries of the enemy, 1 for those of who came, 2 for the offer, 3 behind it
	Tries [2]int // by side
}

// moment is what both know of the course of a turn in which a side is asked.
type moment struct {
	flow
	Now   active // without its head
	Fight *battle
}

// ask asks a side something at which the turn can be entered, unless it comes within a retreat.
func (g *Game) ask(t *adjudicator.Table, side adjudicator.Side, q adjudicator.Question) order.Act {
	g.flow.Kind, g.flow.Asked = q.Kind, side
	a := t.Ask(side, q).(order.Act)
	g.flow.Kind = ""
	return a
}

// askBoth asks both sides something at which the turn can be entered.
func (g *Game) askBoth(t *adjudicator.Table, greek, persian adjudicator.Question) (order.Act, order.Act) {
	g.flow.Kind, g.flow.Asked = greek.Kind, nobody
	a, b := t.AskBoth(greek, persian)
	g.flow.Kind = ""
	return a.(order.Act), b.(order.Act)
}

// enterable reports whether the turn can be entered at the question that is asked. It cannot in a fight
// that has no place in the order of its steps: after a retreat, or where both flee.
func (g *Game) enterable() bool {
	switch g.flow.Kind {
	case "":
		return false
	case "wear":
		return g.flow.Within != ""
	case "losses":
		return g.flow.Deep == 0 && g.fight.Step != decideStep
	case "retreat":
		return g.flow.Deep == 0 && g.fight.Step == retreatStep
	}
	return g.flow.Deep == 0
}

// moment is where a side that is asked could enter the turn; nil if it could not.
func (g *Game) moment(side adjudicator.Side) *moment {
	if side == nobody || !g.enterable() || g.flow.Asked != nobody && g.flow.Asked != side {
		return nil
	}
	m := &moment{flow: g.flow, Now: g.now, Fight: g.fight.clone()}
	m.Now.Head = 0
	return m
}

// enterTurn goes on with a turn at a question.
func (g *Game) enterTurn(t *adjudicator.Table) {
	at, loss := g.enter, g.flow.Loss
	g.enter = ""
	n := loss.Names.Nth(0)
	switch {
	case at == "ready":
		t.Phase("ready", nobody)
		g.makeReady(t)
		if g.TurnNo > 1 {
			g.operations(t)
			break
		}
		g.provide(t)
		g.proceed(t)
		return
	case at == "wear" && g.flow.Within == "supply":
		t.Phase("supply", nobody)
		g.payAgain(t)
		g.supplyFrom(t, loss.Side, g.Where[loss.Side][n], n+1)
		g.proceed(t)
		return
	case at == "wear" && g.flow.Within == "end":
		t.Phase("end", nobody)
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
	loss := g.flow.Loss
	g.pay(t, loss.Side, loss.Names, loss.Number, loss.Rule)
}

// enterSegment goes on with a segment at a question, and returns whose segment is the next.
func (g *Game) enterSegment(t *adjudicator.Table, at string) adjudicator.Side {
	side := g.flow.Segment
	t.Phase("segment", side)
	switch at {
	case "wear":
		march := g.flow.Within == "march"
		g.payAgain(t)
		g.flow.Within = ""
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
		g.flow.Verb = ""
	default:
		g.enterAct(t)
		g.acted(t)
	}
	g.after(!g.goOn(t))
	return side.Other()
}

// enterAct goes on with an action: with the fight that it has led to, and then with the way.
func (g *Game) enterAct(t *adjudicator.Table) {
	on, came := true, g.flow.Meeting.Came
	if g.fight != nil {
		on = g.fightOn(t, g.fight)
	}
	if g.flow.Verb != "intercept" {
		on = on && g.meetOn(t)
	}
	switch g.flow.Verb {
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
	if err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	if !g.Loads[side.Other()].Redeal(&g.Veil[side.Other()], g.roster.actors[side.Other()], anything, rnd) {
		return nil, fmt.Errorf("%w: no counters fit what is known of them", adjudicator.ErrNotImagined)
	}
	g.Redeal(side, rnd)
	if g.short(side.Other()) != 0 {
		return nil, fmt.Errorf("%w: no ships were found that carry who is aboard", adjudicator.ErrNotImagined)
	}
	return g, nil
}

// remembered is a game as a side remembers it. What is hidden from it is any.
func (r *Rules) remembered(scenario string, side adjudicator.Side, position []byte) (*Game, error) {
	var k Knowledge
	if err := json.Unmarshal(position, &k); err != nil {
		return nil, err
	}
	roster := r.rosters[scenario]
	if roster == nil || k.Public == nil || k.Own == nil || k.Moment == nil {
		return nil, errors.New("it is no moment at which a side is asked")
	}
	g := &Game{War: War{Position: *k.Public, rules: r.catalogue, roster: roster, opt: k.Readings, flow: k.Moment.flow, now: k.Moment.Now, fight: k.Moment.Fight,
		way: k.Own.Way, doing: k.Own.Doing}, enter: k.Moment.Kind, trial: r.trial}
	g.flow.Kind = ""
	if g.now.Side == side {
		g.now.Head = fog.Name(k.Own.Head)
	}
	enemy := side.Other()
	for s := range g.Veil {
		if g.Veil[s].N != len(roster.pieces[s]) || g.Loads[s].N != len(roster.slots[s]) {
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

var _ adjudicator.Imaginer = (*Rules)(nil)
