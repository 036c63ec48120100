package ford

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// noise is what a game must not look at.
var noise atomic.Int64

// Turn implements [adjudicator.Game].
func (g *Game) Turn(t *adjudicator.Table) (over bool) {
	if at := g.at; at.Kind != "" {
		g.at = Moment{}
		return g.from(t, at)
	}
	g.Turns++
	t.Phase("A", adjudicator.Observer)
	for side := range g.Hands {
		g.draw(t, adjudicator.Side(side))
	}
	return g.fromBid(t)
}

// from plays the turn from a moment on.
func (g *Game) from(t *adjudicator.Table, at Moment) (over bool) {
	switch at.Kind {
	case "bid":
		return g.fromBid(t)
	case "act":
		return g.fromAct(t, at.First, at.Done)
	}
	return g.fromLoot(t, at.Side, at.Done)
}

// fromBid plays the turn from phase B on.
func (g *Game) fromBid(t *adjudicator.Table) (over bool) {
	t.Phase("B", adjudicator.Observer)
	return g.fromAct(t, g.bid(t), 0)
}

// fromAct plays it from an impulse of phase C on.
func (g *Game) fromAct(t *adjudicator.Table, first adjudicator.Side, n int) (over bool) {
	for ; n < 4 || g.fault == Endless; n++ {
		side := first
		if n%2 == 1 {
			side = first.Other()
		}
		t.Phase("C", side)
		g.now = Moment{Kind: "act", Side: side, First: first, Done: n}
		if g.act(t, side); g.won() {
			return true
		}
	}
	return g.fromLoot(t, 0, 0)
}

// fromLoot plays it from a half of a side's phase D on.
func (g *Game) fromLoot(t *adjudicator.Table, side adjudicator.Side, n int) (over bool) {
	for ; side <= 1; side, n = side+1, 0 {
		t.Phase("D", side)
		for ; n < 2; n++ {
			g.now = Moment{Kind: "loot", Side: side, Done: n}
			g.loot(t, side)
		}
	}
	g.now = Moment{}
	if g.fault == Forgets {
		g.Noise = int(noise.Add(1))
	}
	return g.result() != nil
}

// won reports whether the game ends at once.
func (g *Game) won() bool {
	r := g.result()
	return r != nil && r.Winner != adjudicator.Observer && g.fault != Endless
}

// draw is phase A.
func (g *Game) draw(t *adjudicator.Table, side adjudicator.Side) {
	trap := t.Draw(2) == 0
	g.Hands[side] = append(g.Hands[side], trap)
	e := adjudicator.Event{Rule: "1", Public: adjudicator.Say("ford.event.drew", "Side", int(side))}
	e.Private[side] = adjudicator.Say("ford.event.drew-chit", "Trap", fmt.Sprint(trap))
	t.Tell(e)
}

// bid is phase B.
func (g *Game) bid(t *adjudicator.Table) adjudicator.Side {
	q := g.Bid()
	g.now = Moment{Kind: "bid", Side: adjudicator.Observer}
	a, b := t.AskBoth(q, q)
	g.now = Moment{}
	north, south := a.(Act).Number, b.(Act).Number
	t.Tell(adjudicator.Event{Rule: "2", Public: adjudicator.Say("ford.event.bids", "North", north, "South", south)})
	switch {
	case north > south:
		return 0
	case south > north:
		return 1
	}
	return g.tie
}

// Bid is what phase B asks each side.
func (g *Game) Bid() adjudicator.Question {
	return g.bend(g, adjudicator.Question{Kind: "bid", Rule: "2", Prompt: adjudicator.Say("ford.ask.bid"), Verbs: []string{"bid"},
		Form: g.menu([]string{"bid"}, 0, 3, nil)})
}

// act is one impulse of phase C.
func (g *Game) act(t *adjudicator.Table, side adjudicator.Side) {
	a := t.Ask(side, g.bend(g, adjudicator.Question{Kind: "act", Rule: "3", Prompt: adjudicator.Say("ford.ask.act"),
		Verbs: []string{"march", "shoot", "pass"}, Free: true,
		Form: g.menu([]string{"pass", "march", "shoot"}, 1, min(3, 6-g.Paces[side]), nil)})).(Act)
	g.now = Moment{}
	enemy := side.Other()
	switch a.Verb {
	case "march":
		g.Paces[side] += a.Number
		t.Tell(adjudicator.Event{Rule: "3", Public: adjudicator.Say("ford.event.marched", "Paces", a.Number)})
		if a.Number == 3 {
			g.breakDown()
		}
		if len(g.Hands[enemy]) > 0 {
			g.ambush(t, enemy, a.Number)
		}
	case "shoot":
		if t.Die() >= 5 && g.Paces[enemy] > 0 {
			g.Paces[enemy]--
		}
		t.Tell(adjudicator.Event{Rule: "3.2", Public: adjudicator.Say("ford.event.shot")})
	}
}

func (g *Game) breakDown() {
	switch g.fault {
	case Weak:
		g.weak = true
	case Panics:
		panic("the bridge fell down")
	}
}

// ambush asks a side that holds chits whether it springs a trap.
func (g *Game) ambush(t *adjudicator.Table, side adjudicator.Side, paces int) {
	g.ambushed = true
	a := t.Ask(side, g.bend(g, adjudicator.Question{Kind: "ambush", Rule: "3.1", Prompt: adjudicator.Say("ford.ask.ambush"),
		Verbs: []string{"ambush", "hold"}, Reaction: true, Free: true, Form: reaction{g.menu([]string{"hold", "ambush"}, 0, 0, &g.Hands[side])}})).(Act)
	g.ambushed = false
	if a.Verb == "hold" {
		return
	}
	i := slices.Index(g.Hands[side], true)
	g.Hands[side] = slices.Delete(g.Hands[side], i, i+1)
	if t.Die() >= 4 {
		g.Paces[side.Other()] -= paces
	}
	t.Tell(adjudicator.Event{Rule: "3.1", Depth: 1, Public: adjudicator.Say("ford.event.ambushed")})
}

// loot is half of a side's phase D.
func (g *Game) loot(t *adjudicator.Table, side adjudicator.Side) {
	a := t.Ask(side, g.bend(g, adjudicator.Question{Kind: "loot", Rule: "4", Prompt: adjudicator.Say("ford.ask.loot"),
		Verbs: []string{"loot"}, Form: g.menu([]string{"loot"}, 0, g.Paces[side], nil)})).(Act)
	g.Loot[side] += a.Number
	t.Tell(adjudicator.Event{Rule: "4", Public: adjudicator.Say("ford.event.looted", "Loot", a.Number)})
}

// menu is the form of a question with some verbs, the least committal first, and a number
// between two others for those that have one.
type menu struct {
	form.Menu[Act]
	fault Fault
}

// menu makes one. If a hand is given, the last verb needs a trap in it: what is hidden from
// the enemy is looked at anew each time, since it may be exchanged meanwhile.
func (g *Game) menu(verbs []string, least, most int, hand *[]bool) menu {
	open := func() (all []Act) {
		for i, verb := range verbs {
			switch {
			case hand != nil && i == len(verbs)-1 && !slices.Contains(*hand, true):
			case !numbered(verb):
				all = append(all, Act{Verb: verb})
			default:
				for n := least; n <= most; n++ {
					all = append(all, Act{verb, n})
				}
			}
		}
		return all
	}
	refuse := func(o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
		if act := o.(Act); numbered(act.Verb) && slices.Contains(verbs, act.Verb) {
			return orders.IllegalAt(s, s.Args[0].Span, "too-many", "3", "Number", act.Number, "Limit", most)
		}
		return orders.IllegalAt(s, s.Verb.Span, "no-chit", "3.1")
	}
	return menu{form.Menu[Act]{Open: open, Refuse: refuse}, g.fault}
}

// Sample implements [adjudicator.Form].
func (m menu) Sample(r *rand.Rand) adjudicator.Answer {
	a := m.Menu.Sample(r)
	if m.fault == Refuses && r.IntN(10) == 0 {
		return Act{Verb: "march", Number: 99}
	}
	return a
}

// reaction is a form that standing orders can answer.
type reaction struct{ menu }

// Advise implements [adjudicator.Adviser].
func (f reaction) Advise(standing []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(standing, func(tried []Act) (adjudicator.Answer, bool) {
		for _, act := range tried {
			if f.Check(act) == nil {
				return act, true
			}
		}
		return nil, false
	})
}
