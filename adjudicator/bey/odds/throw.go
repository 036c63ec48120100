package odds

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// Outcome is one thing that can come of a throw.
type Outcome struct {
	Name   string  `json:"name"` // "taken", "succeeds", "fails", "all", "one", "none": of the texts "odds.outcome.NAME"
	Chance Chance  `json:"chance"`
	Losses [2]Loss `json:"losses"` // in the order of Throw.Sides
}

// Throw are the chances of a throw that is no combat: a test of attrition, a siege.
type Throw struct {
	Kind      string      `json:"kind"` // that of the question: "siege", "attrition"
	Zone      string      `json:"zone"`
	Sides     [2]string   `json:"sides"` // who throws, and his enemy
	Forces    [2]Counters `json:"forces"`
	Dice      int         `json:"dice"` // how many are thrown; 0: nothing is left to chance
	Need      string      `json:"need"` // what the throw needs: "6", "6+", "3-"
	Modifiers []Modifier  `json:"modifiers"`
	Outcomes  []Outcome   `json:"outcomes"`
	Losses    [2]Loss     `json:"losses"` // on the mean
}

// Outcome adds what can come of it.
func (t *Throw) Outcome(name string, chance Chance, losses [2]Loss) {
	t.Outcomes = append(t.Outcomes, Outcome{name, chance, losses})
	for i := range losses {
		t.Losses[i].Add(losses[i], chance.Float())
	}
}

// OneDie adds what can come of a single die: what its faces do for which something holds, at
// a loss, and what the others do.
func (t *Throw) OneDie(holds func(die int) bool, does, fails string, losses [2]Loss) {
	n := CountFaces(holds)
	t.Outcome(does, In(n, 6), losses)
	t.Outcome(fails, In(6-n, 6), [2]Loss{})
}

// Throw begins the chances of a throw in a zone.
func (o Odds) Throw(kind string, z board.Zone, thrower adjudicator.Side) *Throw {
	t := &Throw{Kind: kind, Zone: o.Board.Name(z), Dice: 1, Modifiers: []Modifier{}}
	for i, s := range [2]adjudicator.Side{thrower, thrower.Other()} {
		t.Sides[i], t.Forces[i] = o.SideTerm(s).ID, o.CountersAt(s, z)
	}
	return t
}

// CountFaces counts the faces of a die for which something holds.
func CountFaces(holds func(die int) bool) int64 {
	n := int64(0)
	for die := 1; die <= 6; die++ {
		if holds(die) {
			n++
		}
	}
	return n
}

// Attrition returns the chances of a side's test of attrition in a zone (6.4), or nil
// where there is no test.
func (o Odds) Attrition(z board.Zone, s adjudicator.Side) *Throw {
	if exposed := o.Exposed(s); !exposed.Has(z) {
		return nil
	}
	m, units := o.AttritionModifiers(s, z), o.UnitsAt(s, z)
	t := o.Throw("attrition", z, s)
	t.Need, t.Modifiers = fmt.Sprintf("%d-", o.harmless()), Modifiers(&m)
	for _, toll := range o.tolls(units.Len()) {
		after := o.Copied()
		if toll.units > 0 {
			after.Give(&battle.UnitsForm{G: after.Battles, Act: order.ActWeaken, Rule: o.AttritionRule(), From: units, Min: toll.units, Max: toll.units}, s)
		}
		ways := CountFaces(func(die int) bool {
			outcome, _ := o.AttritionOutcome(die+m.Sum(), units.Len())
			return outcome == toll.outcome
		})
		t.Outcome(tollNames[toll.outcome], In(ways, 6), [2]Loss{Lost(after.Field, o.Field, s), {}})
	}
	return t
}

// tollNames are what the outcomes of attrition are called, and tollOrder the order in which
// they are told.
var (
	tollNames = map[standing.Outcome]string{standing.OutcomeNone: "none", standing.OutcomeOne: "one", standing.OutcomeHalf: "half", standing.OutcomeAll: "all"}
	tollOrder = []standing.Outcome{standing.OutcomeNone, standing.OutcomeOne, standing.OutcomeHalf, standing.OutcomeAll}
)

// toll is an outcome of attrition, and how many units it weakens.
type toll struct {
	outcome standing.Outcome
	units   int
}

// mostTotal is more than a die of attrition is ever modified to, or from.
const mostTotal = 20

// tolls are the outcomes that attrition can have for so many units.
func (o Odds) tolls(units int) (all []toll) {
	for _, of := range tollOrder {
		for total := -mostTotal; total <= mostTotal; total++ {
			if outcome, n := o.AttritionOutcome(total, units); outcome == of {
				all = append(all, toll{of, n})
				break
			}
		}
	}
	return all
}

// harmless is the highest modified die of attrition up to which nothing happens.
func (o Odds) harmless() int {
	for die := 1; die <= 6; die++ {
		if outcome, _ := o.AttritionOutcome(die, 1); outcome != standing.OutcomeNone {
			return die - 1
		}
	}
	return 6
}
