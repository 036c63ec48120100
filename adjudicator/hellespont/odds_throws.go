package hellespont

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/odds"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
)

// Throws implements [odds.Rules].
func (*game) Throws() []odds.Kind {
	return []odds.Kind{{Name: "land", Ruses: true, Chances: odds.Combats(false)}, {Name: "naval", Ruses: true, Chances: odds.Combats(true)}, {Name: "siege", Camp: anchorage, Ruses: true, Chances: siegeChances},
		{Name: "evasion", Chances: odds.Plain(evasionOdds)}, odds.Attrition, {Name: "run", Chances: odds.Plain(runOdds)}}
}

// Clause implements [odds.Rules]: "month october".
func (g *game) Clause(c *odds.Clause) bool {
	if !c.Take("odds-month") {
		return false
	}
	e, d := c.TakeName(c.Lex, g.TurnKind)
	c.Fail(d)
	c.Turn, c.NoTurn = g.own.TurnNamed(e.ID), "odds-no-month"
	return true
}

// gameIn is the game whose chances are told.
func gameIn(o odds.Odds) *game { return o.Rules.(*game) }

// siegeChances are those of [siegeOdds], as they are asked for.
func siegeChances(o odds.Odds, port board.Zone, besieger adjudicator.Side, ruses [2]odds.Ruse) (odds.Answer, *odds.Misplaced) {
	t, wrong := siegeOdds(o, port, besieger, ruses)
	if wrong != nil {
		return nil, wrong
	}
	return t, nil
}

// siegeRuse returns what a side plays or gives away in a siege, or why it cannot.
func siegeRuse(o odds.Odds, w *siege, s adjudicator.Side, r odds.Ruse) (field.Ruse, *odds.Misplaced) {
	if r.None() {
		return field.Ruse{}, nil
	}
	return o.Choose(gameIn(o.WithEveryCounter(s)).siegeForm(w, s), r)
}

// anchorage returns the sea zone from which ships enter a port, the first if there
// are several, or NoZone for any other zone.
func anchorage(o odds.Odds, port board.Zone) board.Zone {
	near := o.Board.Near(port, board.BySea).Intersect(o.Seas)
	if !o.Ports.Has(port) || near.Empty() {
		return board.NoZone
	}
	return near.First()
}

// maxSiegeDice bounds the dice of a siege, so that their throws can be counted.
const maxSiegeDice = 20

// siegeOdds returns the chances of a siege of a port (5), with what the besieger and the
// besieged play or give away. It returns why there is none if the port cannot be
// besieged, or a side cannot do there what it is to do.
func siegeOdds(o odds.Odds, port board.Zone, besieger adjudicator.Side, ruses [2]odds.Ruse) (*odds.Throw, *odds.Misplaced) {
	g := gameIn(o)
	if open := g.besiegeable(besieger); !open.Has(port) {
		return nil, &odds.Misplaced{Code: "odds-no-siege", Args: []any{"Zone", g.ZoneTerm(port)}}
	}
	w := &siege{port: port, besieger: besieger}
	for i, s := range [2]adjudicator.Side{besieger, besieger.Other()} {
		var wrong *odds.Misplaced
		if w.ruse[s], wrong = siegeRuse(o, w, s, ruses[i]); wrong != nil {
			return nil, wrong
		}
	}
	m := g.siegeDice(w)
	t := o.Throw("siege", port, besieger)
	t.Forces[0] = nil
	for z := range g.Board.Near(port, board.Any).All() {
		t.Forces[0] = append(t.Forces[0], o.CountersAt(besieger, z)...)
	}
	t.Dice, t.Need, t.Modifiers = min(maxSiegeDice, max(0, m.Sum())), "6", odds.Modifiers(&m)

	of, noSix, neither := whole(6, t.Dice), whole(5, t.Dice), whole(4, t.Dice)
	ones := onesThrown(o, port, besieger, t.Dice)
	taken, holds, weakened := [2]odds.Loss{}, [2]odds.Loss{}, [2]odds.Loss{}
	taken[1] = garrisonLoss(o, port, besieger.Other(), true)
	weakened[1] = garrisonLoss(o, port, besieger.Other(), false)
	name := "weakened"
	if g.UnitsAt(besieger.Other(), port).Within(g.Weak) {
		name = "emptied" // all of them were weakened already
	}
	t.Outcome("taken", odds.In(of-noSix, of), taken)
	t.Outcome(name, odds.In(noSix-neither, of), weakened)
	t.Outcome("holds", odds.In(neither, of), holds)
	t.Losses[0] = ones
	return t, nil
}

// whole is base to the power of n.
func whole(base int64, n int) int64 {
	v := int64(1)
	for range n {
		v *= base
	}
	return v
}

// garrisonLoss is what a port's garrison loses when it is stormed, or weakened.
func garrisonLoss(o odds.Odds, port board.Zone, s adjudicator.Side, stormed bool) odds.Loss {
	after := o.Copied()
	for units := after.UnitsAt(s, port); !units.Empty(); {
		if u := units.Pop(); stormed {
			after.Eliminate(u)
		} else {
			after.Weaken(u)
		}
	}
	return odds.Lost(after.Field, o.Field, s)
}

// onesThrown is what a besieger loses on the mean by the ones among his dice (5.2).
func onesThrown(o odds.Odds, port board.Zone, s adjudicator.Side, dice int) odds.Loss {
	var mean odds.Loss
	from, _ := gameIn(o).besiegers(&siege{port: port, besieger: s})
	choose := int64(1) // of the dice, those that show a one
	for ones := 0; ones <= dice; ones++ {
		chance := odds.In(choose*whole(5, dice-ones), whole(6, dice))
		choose = choose * int64(dice-ones) / int64(ones+1)
		n := min(ones, from.Len())
		if n == 0 {
			continue
		}
		after := o.Copied()
		after.Give(&battle.UnitsForm{G: after.Battles, Act: order.ActWeaken, Rule: "5.2", From: from, Min: n, Max: n, Located: true}, s)
		mean.Add(odds.Lost(after.Field, o.Field, s), chance.Float())
	}
	return mean
}

// evasionOdds returns the chances of a defender's evasion from a combat (4.2.1), or nil if he
// has nowhere to go or nothing there.
func evasionOdds(o odds.Odds, z board.Zone, attacker adjudicator.Side) *odds.Throw {
	g, s := gameIn(o), attacker.Other()
	if !g.Holds(s, z) || g.war().WaysOut(s, z).Empty() {
		return nil
	}
	m := g.evasionModifiers(&battle.Battle{Zone: z, Attacker: attacker, Naval: g.Seas.Has(z)})
	t := o.Throw("evasion", z, s)
	t.Need, t.Modifiers = fmt.Sprintf("%d+", evadeNeeds), odds.Modifiers(&m)
	after := o.Copied()
	after.Give(&battle.UnitsForm{G: after.Battles, Act: order.ActLose, Rule: "4.2.1", From: g.UnitsAt(s, z), Min: 1, Max: 1}, s)
	t.OneDie(func(die int) bool { return die+m.Sum() >= evadeNeeds }, "succeeds", "fails", [2]odds.Loss{odds.Lost(after.Field, o.Field, s), {}})
	return t
}

// runOdds returns the chances of a fleet, placed in the sea zone beside the enemy ships
// that it meets, to sail on (3.5), or nil if either side has no ship there.
func runOdds(o odds.Odds, z board.Zone, s adjudicator.Side) *odds.Throw {
	g := gameIn(o)
	if !g.HeldBySea[s].Has(z) || !g.HeldBySea[s.Other()].Has(z) || !g.Seas.Has(z) {
		return nil
	}
	t := o.Throw("run", z, s)
	need := g.war().PassesOn(z)
	if g.NavalPF(s, z) >= 10*g.NavalPF(s.Other(), z) {
		need, t.Dice = 6, 0
	}
	t.Need = fmt.Sprintf("%d-", need)
	t.OneDie(func(die int) bool { return die <= need }, "succeeds", "fails", [2]odds.Loss{})
	return t
}
