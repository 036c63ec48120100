package hellespont

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// OddsOutcome is one thing that can come of a throw.
type OddsOutcome struct {
	Name   string      `json:"name"` // "taken", "weakened", "holds"; "succeeds", "fails"; "all", "one", "none"
	Chance OddsChance  `json:"chance"`
	Losses [2]OddsLoss `json:"losses"` // in the order of ThrowOdds.Sides
}

// ThrowOdds are the chances of a throw that is no combat: a siege, an evasion, a
// test of attrition, running past a fleet.
type ThrowOdds struct {
	Kind      string         `json:"kind"` // "siege", "evasion", "attrition", "run"
	Zone      string         `json:"zone"`
	Sides     [2]string      `json:"sides"` // who throws, and his enemy
	Forces    [2][]string    `json:"forces"`
	Dice      int            `json:"dice"` // how many are thrown; 0: nothing is left to chance
	Need      string         `json:"need"` // what the throw needs: "6", "6+", "3-"
	Modifiers []OddsModifier `json:"modifiers"`
	Outcomes  []OddsOutcome  `json:"outcomes"`
	Losses    [2]OddsLoss    `json:"losses"` // on the mean
}

func (t *ThrowOdds) outcome(name string, chance OddsChance, losses [2]OddsLoss) {
	t.Outcomes = append(t.Outcomes, OddsOutcome{name, chance, losses})
	for i := range losses {
		t.Losses[i].add(losses[i], chance.Float())
	}
}

func (o *OddsTable) throw(kind string, z board.Zone, thrower adjudicator.Side) *ThrowOdds {
	t := &ThrowOdds{Kind: kind, Zone: o.g.board.Name(z), Dice: 1, Modifiers: []OddsModifier{}}
	for i, s := range [2]adjudicator.Side{thrower, thrower.Other()} {
		t.Sides[i], t.Forces[i] = sideIDs[s], o.names(s, z)
	}
	return t
}

// maxSiegeDice bounds the dice of a siege, so that their throws can be counted.
const maxSiegeDice = 20

// Siege returns the chances of a siege of a port (5), with what the besieger and the
// besieged play or give away. It returns an error that wraps [ErrOdds] if the port
// cannot be besieged, or a side cannot do there what it is to do.
func (o *OddsTable) Siege(port board.Zone, besieger adjudicator.Side, ruses [2]OddsRuse) (*ThrowOdds, error) {
	t, wrong := o.siege(port, besieger, ruses)
	if wrong != nil {
		return nil, wrong.err
	}
	return t, nil
}

func (o *OddsTable) siege(port board.Zone, besieger adjudicator.Side, ruses [2]OddsRuse) (*ThrowOdds, *misplaced) {
	g := o.g
	if open := g.besiegeable(besieger); !open.Has(port) {
		return nil, &misplaced{code: "odds-no-siege", args: []any{"Zone", g.zoneTerm(port)},
			err: fmt.Errorf("%w: %s cannot besiege %s, which takes enemies in it, and a ship and a land unit beside it: --attacker is in %s unless --from says otherwise, --place adds a stack",
				ErrOdds, sideIDs[besieger], g.board.Name(port), g.perhapsName(o.Anchorage(port)))}
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
	for z := range g.board.Near(port, board.Any).All() {
		t.Forces[0] = append(t.Forces[0], o.names(besieger, z)...)
	}
	t.Dice, t.Need, t.Modifiers = min(maxSiegeDice, max(0, m.Sum())), "6", oddsModifiers(&m)

	of, noSix, neither := whole(6, t.Dice), whole(5, t.Dice), whole(4, t.Dice)
	ones := o.onesThrown(port, besieger, t.Dice)
	taken, holds, weakened := [2]OddsLoss{}, [2]OddsLoss{}, [2]OddsLoss{}
	taken[1] = o.garrisonLoss(port, besieger.Other(), true)
	weakened[1] = o.garrisonLoss(port, besieger.Other(), false)
	name := "weakened"
	if g.unitsAt(besieger.Other(), port).within(g.weak) {
		name = "emptied" // all of them were weakened already
	}
	t.outcome("taken", OddsChance{of - noSix, of}, taken)
	t.outcome(name, OddsChance{noSix - neither, of}, weakened)
	t.outcome("holds", OddsChance{neither, of}, holds)
	t.Losses[0] = ones
	return t, nil
}

// perhapsName is the name of a zone, "no zone" for none.
func (g *game) perhapsName(z board.Zone) string {
	if z == board.NoZone {
		return "no zone"
	}
	return g.board.Name(z)
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
func (o *OddsTable) garrisonLoss(port board.Zone, s adjudicator.Side, stormed bool) OddsLoss {
	after := *o.g
	for units := after.unitsAt(s, port); !units.empty(); {
		if u := units.pop(); stormed {
			after.eliminate(u)
		} else {
			after.weaken(u)
		}
	}
	return after.lost(o.g, s)
}

// onesThrown is what a besieger loses on the mean by the ones among his dice (5.2).
func (o *OddsTable) onesThrown(port board.Zone, s adjudicator.Side, dice int) OddsLoss {
	var mean OddsLoss
	from, _ := o.g.besiegers(&siege{port: port, besieger: s})
	choose := int64(1) // of the dice, those that show a one
	for ones := 0; ones <= dice; ones++ {
		chance := OddsChance{choose * whole(5, dice-ones), whole(6, dice)}
		choose = choose * int64(dice-ones) / int64(ones+1)
		n := min(ones, from.len())
		if n == 0 {
			continue
		}
		after := *o.g
		after.give(&unitsForm{g: &after, act: actWeaken, rule: "5.2", from: from, min: n, max: n, located: true}, s)
		mean.add(after.lost(o.g, s), chance.Float())
	}
	return mean
}

// Evasion returns the chances of a defender's evasion from a combat (4.2.1). It
// returns an error that wraps [ErrOdds] if he has nowhere to go or nothing there.
func (o *OddsTable) Evasion(z board.Zone, attacker adjudicator.Side) (*ThrowOdds, error) {
	g, s := o.g, attacker.Other()
	if !g.holds(s, z) || g.refuges(s, z).Empty() {
		why := "every zone next to it is shut or held by the enemy"
		if !g.holds(s, z) {
			why = "it has nobody there: name the defender's force"
		}
		return nil, fmt.Errorf("%w: %s cannot evade from %s: %s", ErrOdds, sideIDs[s], g.board.Name(z), why)
	}
	m := g.evasionModifiers(&battle{zone: z, attacker: attacker, naval: g.seas.Has(z)})
	t := o.throw("evasion", z, s)
	t.Need, t.Modifiers = fmt.Sprintf("%d+", evadeNeeds), oddsModifiers(&m)
	after := *g
	after.give(&unitsForm{g: &after, act: actLose, rule: "4.2.1", from: g.unitsAt(s, z), min: 1, max: 1}, s)
	away := countFaces(func(die int) bool { return die+m.Sum() >= evadeNeeds })
	t.outcome("succeeds", OddsChance{away, 6}, [2]OddsLoss{after.lost(g, s), {}})
	t.outcome("fails", OddsChance{6 - away, 6}, [2]OddsLoss{})
	return t, nil
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

// Attrition returns the chances of a side's test of attrition in a zone (6.4). It
// returns an error that wraps [ErrOdds] where there is no test.
func (o *OddsTable) Attrition(z board.Zone, s adjudicator.Side) (*ThrowOdds, error) {
	g := o.g
	if exposed := g.exposed(s); !exposed.Has(z) {
		return nil, fmt.Errorf("%w: %s tests no attrition in %s: it is tested where units are on land or in sea zones without a beach", ErrOdds, sideIDs[s], g.board.Name(z))
	}
	m := g.attritionModifiers(s, z)
	t := o.throw("attrition", z, s)
	t.Need, t.Modifiers = "4-", oddsModifiers(&m)
	outcome := func(name string, n int, holds func(total int) bool) {
		after := *g
		if n > 0 {
			after.give(&unitsForm{g: &after, act: actWeaken, rule: "6.4", from: g.unitsAt(s, z), min: n, max: n}, s)
		}
		t.outcome(name, OddsChance{countFaces(func(die int) bool { return holds(die + m.Sum()) }), 6},
			[2]OddsLoss{after.lost(g, s), {}})
	}
	outcome("none", 0, func(total int) bool { return total <= 4 })
	outcome("one", 1, func(total int) bool { return total == 5 })
	outcome("all", g.unitsAt(s, z).len(), func(total int) bool { return total >= 6 })
	return t, nil
}

// RunPast returns the chances of a fleet, placed in the sea zone beside the enemy
// ships that it meets, to sail on (3.5). It returns an error that wraps [ErrOdds]
// if either side has no ship there.
func (o *OddsTable) RunPast(z board.Zone, s adjudicator.Side) (*ThrowOdds, error) {
	g := o.g
	if !g.heldBySea[s].Has(z) || !g.heldBySea[s.Other()].Has(z) || !g.seas.Has(z) {
		return nil, fmt.Errorf("%w: there is no fleet to run past in %s: name ships of both sides, and a sea zone", ErrOdds, g.board.Name(z))
	}
	t := o.throw("run", z, s)
	need := g.passesOn(z)
	if g.navalPF(s, z) >= 10*g.navalPF(s.Other(), z) {
		need, t.Dice = 6, 0
	}
	t.Need = fmt.Sprintf("%d-", need)
	t.outcome("succeeds", OddsChance{int64(need), 6}, [2]OddsLoss{})
	t.outcome("fails", OddsChance{6 - int64(need), 6}, [2]OddsLoss{})
	return t, nil
}
