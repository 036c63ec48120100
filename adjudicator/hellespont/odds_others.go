package hellespont

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// oddsOutcome is one thing that can come of a throw.
type oddsOutcome struct {
	Name   string      `json:"name"` // "taken", "weakened", "holds"; "succeeds", "fails"; "all", "one", "none"
	Chance oddsChance  `json:"chance"`
	Losses [2]oddsLoss `json:"losses"` // in the order of throwOdds.Sides
}

// throwOdds are the chances of a throw that is no combat: a siege, an evasion, a
// test of attrition, running past a fleet.
type throwOdds struct {
	Kind      string         `json:"kind"` // "siege", "evasion", "attrition", "run"
	Zone      string         `json:"zone"`
	Sides     [2]string      `json:"sides"` // who throws, and his enemy
	Forces    [2][]string    `json:"forces"`
	Dice      int            `json:"dice"` // how many are thrown; 0: nothing is left to chance
	Need      string         `json:"need"` // what the throw needs: "6", "6+", "3-"
	Modifiers []oddsModifier `json:"modifiers"`
	Outcomes  []oddsOutcome  `json:"outcomes"`
	Losses    [2]oddsLoss    `json:"losses"` // on the mean
}

func (t *throwOdds) outcome(name string, chance oddsChance, losses [2]oddsLoss) {
	t.Outcomes = append(t.Outcomes, oddsOutcome{name, chance, losses})
	for i := range losses {
		t.Losses[i].add(losses[i], chance.Float())
	}
}

func (o *oddsTable) throw(kind string, z board.Zone, thrower adjudicator.Side) *throwOdds {
	t := &throwOdds{Kind: kind, Zone: o.g.Board.Name(z), Dice: 1, Modifiers: []oddsModifier{}}
	for i, s := range [2]adjudicator.Side{thrower, thrower.Other()} {
		t.Sides[i], t.Forces[i] = sideIDs[s], o.names(s, z)
	}
	return t
}

// maxSiegeDice bounds the dice of a siege, so that their throws can be counted.
const maxSiegeDice = 20

// siege returns the chances of a siege of a port (5), with what the besieger and the
// besieged play or give away. It returns why there is none if the port cannot be
// besieged, or a side cannot do there what it is to do.
func (o *oddsTable) siege(port board.Zone, besieger adjudicator.Side, ruses [2]oddsRuse) (*throwOdds, *misplaced) {
	g := o.g
	if open := g.besiegeable(besieger); !open.Has(port) {
		return nil, &misplaced{code: "odds-no-siege", args: []any{"Zone", g.ZoneTerm(port)}}
	}
	w := &siege{port: port, besieger: besieger}
	for i, s := range [2]adjudicator.Side{besieger, besieger.Other()} {
		var wrong *misplaced
		if w.ruse[s], wrong = o.siegeRuse(w, s, ruses[i]); wrong != nil {
			return nil, wrong
		}
	}
	m := g.siegeDice(w)
	t := o.throw("siege", port, besieger)
	t.Forces[0] = nil
	for z := range g.Board.Near(port, board.Any).All() {
		t.Forces[0] = append(t.Forces[0], o.names(besieger, z)...)
	}
	t.Dice, t.Need, t.Modifiers = min(maxSiegeDice, max(0, m.Sum())), "6", oddsModifiers(&m)

	of, noSix, neither := whole(6, t.Dice), whole(5, t.Dice), whole(4, t.Dice)
	ones := o.onesThrown(port, besieger, t.Dice)
	taken, holds, weakened := [2]oddsLoss{}, [2]oddsLoss{}, [2]oddsLoss{}
	taken[1] = o.garrisonLoss(port, besieger.Other(), true)
	weakened[1] = o.garrisonLoss(port, besieger.Other(), false)
	name := "weakened"
	if g.UnitsAt(besieger.Other(), port).Within(g.Weak) {
		name = "emptied" // all of them were weakened already
	}
	t.outcome("taken", oddsChance{of - noSix, of}, taken)
	t.outcome(name, oddsChance{noSix - neither, of}, weakened)
	t.outcome("holds", oddsChance{neither, of}, holds)
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
func (o *oddsTable) garrisonLoss(port board.Zone, s adjudicator.Side, stormed bool) oddsLoss {
	after := *o.g
	for units := after.UnitsAt(s, port); !units.Empty(); {
		if u := units.Pop(); stormed {
			after.Eliminate(u)
		} else {
			after.Weaken(u)
		}
	}
	return after.lost(o.g, s)
}

// onesThrown is what a besieger loses on the mean by the ones among his dice (5.2).
func (o *oddsTable) onesThrown(port board.Zone, s adjudicator.Side, dice int) oddsLoss {
	var mean oddsLoss
	from, _ := o.g.besiegers(&siege{port: port, besieger: s})
	choose := int64(1) // of the dice, those that show a one
	for ones := 0; ones <= dice; ones++ {
		chance := oddsChance{choose * whole(5, dice-ones), whole(6, dice)}
		choose = choose * int64(dice-ones) / int64(ones+1)
		n := min(ones, from.Len())
		if n == 0 {
			continue
		}
		after := *o.g
		after.give(&battle.UnitsForm{G: after.war(), Act: order.ActWeaken, Rule: "5.2", From: from, Min: n, Max: n, Located: true}, s)
		mean.add(after.lost(o.g, s), chance.Float())
	}
	return mean
}

// evasion returns the chances of a defender's evasion from a combat (4.2.1), or nil if he
// has nowhere to go or nothing there.
func (o *oddsTable) evasion(z board.Zone, attacker adjudicator.Side) *throwOdds {
	g, s := o.g, attacker.Other()
	if !g.Holds(s, z) || g.war().WaysOut(s, z).Empty() {
		return nil
	}
	m := g.evasionModifiers(&battle.Battle{Zone: z, Attacker: attacker, Naval: g.Seas.Has(z)})
	t := o.throw("evasion", z, s)
	t.Need, t.Modifiers = fmt.Sprintf("%d+", evadeNeeds), oddsModifiers(&m)
	after := *g
	after.give(&battle.UnitsForm{G: after.war(), Act: order.ActLose, Rule: "4.2.1", From: g.UnitsAt(s, z), Min: 1, Max: 1}, s)
	away := countFaces(func(die int) bool { return die+m.Sum() >= evadeNeeds })
	t.outcome("succeeds", oddsChance{away, 6}, [2]oddsLoss{after.lost(g, s), {}})
	t.outcome("fails", oddsChance{6 - away, 6}, [2]oddsLoss{})
	return t
}

// countFaces counts the faces of a die for which something holds.
func countFaces(holds func(die int) bool) int64 {
	n := int64(0)
	for die := 1; die <= 6; die++ {
		if holds(die) {
			n++
		}
	}
	return n
}

// attrition returns the chances of a side's test of attrition in a zone (6.4), or nil
// where there is no test.
func (o *oddsTable) attrition(z board.Zone, s adjudicator.Side) *throwOdds {
	g := o.g
	if exposed := g.Exposed(s); !exposed.Has(z) {
		return nil
	}
	m := g.AttritionModifiers(s, z)
	t := o.throw("attrition", z, s)
	t.Need, t.Modifiers = fmt.Sprintf("%d-", g.own.Attrition.Harmless()), oddsModifiers(&m)
	outcome := func(name string, n int, of standing.Outcome) {
		after := *g
		if n > 0 {
			after.give(&battle.UnitsForm{G: after.war(), Act: order.ActWeaken, Rule: "6.4", From: g.UnitsAt(s, z), Min: n, Max: n}, s)
		}
		t.outcome(name, oddsChance{countFaces(func(die int) bool { return tollOutcomes[g.own.Attrition.Of(die+m.Sum())] == of }), 6},
			[2]oddsLoss{after.lost(g, s), {}})
	}
	outcome("none", 0, standing.OutcomeNone)
	outcome("one", 1, standing.OutcomeOne)
	outcome("all", g.UnitsAt(s, z).Len(), standing.OutcomeAll)
	return t
}

// runPast returns the chances of a fleet, placed in the sea zone beside the enemy ships
// that it meets, to sail on (3.5), or nil if either side has no ship there.
func (o *oddsTable) runPast(z board.Zone, s adjudicator.Side) *throwOdds {
	g := o.g
	if !g.HeldBySea[s].Has(z) || !g.HeldBySea[s.Other()].Has(z) || !g.Seas.Has(z) {
		return nil
	}
	t := o.throw("run", z, s)
	need := g.war().PassesOn(z)
	if g.NavalPF(s, z) >= 10*g.NavalPF(s.Other(), z) {
		need, t.Dice = 6, 0
	}
	t.Need = fmt.Sprintf("%d-", need)
	t.outcome("succeeds", oddsChance{int64(need), 6}, [2]oddsLoss{})
	t.outcome("fails", oddsChance{6 - int64(need), 6}, [2]oddsLoss{})
	return t
}
