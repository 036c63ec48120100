package ford

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"keryx/adjudicator"
	"keryx/orders"
)

// noise is what a game must not look at.
var noise atomic.Int64

// Turn implements [adjudicator.Game].
func (g *Game) Turn(t *adjudicator.Table) (over bool) {
	g.Turns++
	t.Phase("A", adjudicator.Observer)
	for side := range g.Hands {
		g.draw(t, adjudicator.Side(side))
	}
	return g.fromBid(t)
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
	return g.Result() != nil
}

// won reports whether the game ends at once.
func (g *Game) won() bool {
	r := g.Result()
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
	q := adjudicator.Question{Kind: "bid", Rule: "2", Prompt: adjudicator.Say("ford.ask.bid"), Verbs: []string{"bid"},
		Form: form{fault: g.fault, verbs: []string{"bid"}, least: 0, most: 3}}
	q = g.bend(g, q)
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

// act is one impulse of phase C.
func (g *Game) act(t *adjudicator.Table, side adjudicator.Side) {
	a := t.Ask(side, g.bend(g, adjudicator.Question{Kind: "act", Rule: "3", Prompt: adjudicator.Say("ford.ask.act"),
		Verbs: []string{"march", "shoot", "pass"}, Free: true,
		Form: form{fault: g.fault, verbs: []string{"pass", "march", "shoot"}, least: 1, most: min(3, 6-g.Paces[side])}})).(Act)
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
	f := form{fault: g.fault, verbs: []string{"hold", "ambush"}, hand: &g.Hands[side]}
	a := t.Ask(side, g.bend(g, adjudicator.Question{Kind: "ambush", Rule: "3.1", Prompt: adjudicator.Say("ford.ask.ambush"),
		Verbs: []string{"ambush", "hold"}, Reaction: true, Free: true, Form: reaction{f}})).(Act)
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
		Verbs: []string{"loot"}, Form: form{fault: g.fault, verbs: []string{"loot"}, least: 0, most: g.Paces[side]}})).(Act)
	g.Loot[side] += a.Number
	t.Tell(adjudicator.Event{Rule: "4", Public: adjudicator.Say("ford.event.looted", "Loot", a.Number)})
}

// form is the one definition of what is legal: one of some verbs, and a number
// between two others for those verbs that have one.
type form struct {
	fault       Fault
	verbs       []string // the least committal first
	least, most int
	hand        *[]bool // if set, the last verb needs a trap in it
}

// open are the verbs that can be chosen now. What is hidden from the enemy is looked at
// anew each time, since it may be exchanged meanwhile.
func (f form) open() []string {
	if f.hand != nil && !slices.Contains(*f.hand, true) {
		return f.verbs[:len(f.verbs)-1]
	}
	return f.verbs
}

// Check implements [adjudicator.Form].
func (f form) Check(a adjudicator.Answer) error {
	act, ok := a.(Act)
	switch {
	case !ok || !slices.Contains(f.open(), act.Verb):
		return fmt.Errorf("%v is none of %v", a, f.open())
	case numbered(act.Verb) && (act.Number < f.least || act.Number > f.most):
		return fmt.Errorf("%s %d is not between %d and %d", act.Verb, act.Number, f.least, f.most)
	}
	return nil
}

// Accept implements [adjudicator.Form].
func (f form) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	act := o.(Act)
	if !slices.Contains(f.open(), act.Verb) {
		return nil, orders.IllegalAt(s, s.Verb.Span, "no-chit", "3.1")
	}
	if f.Check(act) != nil {
		return nil, orders.IllegalAt(s, s.Args[0].Span, "too-many", "3", "Number", act.Number, "Limit", f.most)
	}
	return act, nil
}

// Sample implements [adjudicator.Form].
func (f form) Sample(r *rand.Rand) adjudicator.Answer {
	all := f.all()
	if f.fault == Refuses && r.IntN(10) == 0 {
		return Act{Verb: "march", Number: 99}
	}
	return all[r.IntN(len(all))]
}

// Default implements [adjudicator.Form].
func (f form) Default() adjudicator.Answer { return f.all()[0] }

// Choices implements [adjudicator.Form].
func (f form) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	for _, a := range f.all() {
		choices = append(choices, adjudicator.Choice{Words: a.Words()})
	}
	return choices
}

func (f form) all() []Act {
	var all []Act
	for _, verb := range f.open() {
		if !numbered(verb) {
			all = append(all, Act{Verb: verb})
			continue
		}
		for n := f.least; n <= f.most; n++ {
			all = append(all, Act{verb, n})
		}
	}
	return all
}

// reaction is a form that standing orders can answer.
type reaction struct{ form }

// Advise implements [adjudicator.Adviser].
func (f reaction) Advise(standing []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, s := range standing {
		for _, act := range s.([]Act) {
			if f.Check(act) == nil {
				return act, i, true
			}
		}
	}
	return nil, 0, false
}
