package odds

import (
	"encoding/json"

	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Odds is a position made up, or imagined, to ask what its chances are: of combats (4), of
// attrition (6.4), of what else a ruleset throws dice for. The answers come from the code
// that resolves these things in play, without second throws by the Advantage (8).
type Odds struct {
	battle.Battles
	Rules
}

// Chance is an exact probability: so many of the equally likely throws.
type Chance struct {
	Ways int64 `json:"ways"`
	Of   int64 `json:"of"`
}

// In is the chance of so many ways of all that there are.
func In(ways, of int64) Chance { return Chance{ways, of} }

// Float returns the probability, 0 to 1.
func (c Chance) Float() float64 { return float64(c.Ways) / float64(c.Of) }

// Modifier is one modifier at work: of a die, a column, or a number of dice.
type Modifier struct {
	Letter string `json:"letter,omitempty"` // of the table of combat modifiers
	Key    string `json:"key"`              // of the message catalogues
	Name   string `json:"name,omitempty"`   // its text, once somebody has looked it up
	Value  int    `json:"value"`
	Rule   string `json:"rule"`
}

// Modifiers are those of a list.
func Modifiers(m *bey.Modifiers) []Modifier {
	all := make([]Modifier, 0, len(m.All()))
	for _, mod := range m.All() {
		all = append(all, Modifier{Letter: mod.Letter, Key: mod.Key, Value: mod.Value, Rule: mod.Rule})
	}
	return all
}

// Loss is what a side loses on the mean, or by one result. Its owner is taken to
// give up as little as he can.
type Loss struct {
	PF         float64 `json:"pf"`         // force points, those carried included
	Weakened   float64 `json:"weakened"`   // units turned to their reverse
	Eliminated float64 `json:"eliminated"` // units lost
}

// Add adds a share of another loss.
func (l *Loss) Add(m Loss, share float64) {
	l.PF += m.PF * share
	l.Weakened += m.Weakened * share
	l.Eliminated += m.Eliminated * share
}

// SetTurn sets the turn in play, by its index in [field.Facts.Turns], and reports whether the
// scenario has it.
func (o Odds) SetTurn(m int) bool {
	if m < o.Playing.First || m > o.Playing.Last {
		return false
	}
	o.TurnNo = m - o.Playing.First
	return true
}

// Misplaced says which counters of a force cannot be where they should be, or what else
// keeps a question from having an answer.
type Misplaced struct {
	Span orders.Span // the zero span: those of what is asked about
	Code string      // of the catalogues' "diagnostic.CODE"
	Args []any
}

// Put puts the counters of a force into a zone, or says which of them cannot be there.
func (o Odds) Put(s adjudicator.Side, z board.Zone, f order.Force) *Misplaced {
	g := o
	for _, it := range f.Items {
		for range it.Count {
			u := o.spare(s, it.Label)
			if u == field.NoUnit {
				return &Misplaced{it.Span, "odds-no-counter", []any{"Side", o.SideTerm(s), "Counter", g.Labels[it.Label]}}
			}
			if g.Pieces[u].Class == field.Naval && g.Lands.Has(z) {
				return &Misplaced{it.Span, "odds-ships-ashore", []any{"Zone", g.ZoneTerm(z)}}
			}
			g.Place(u, z)
			if it.Weak {
				g.TurnOver(u, true)
			}
		}
	}
	for _, n := range f.Leaders {
		if g.Chiefs[n.Leader].Side != s {
			return &Misplaced{n.Span, "odds-wrong-leader", []any{"Leader", g.LeaderTerm(n.Leader), "Side", o.SideTerm(s)}}
		}
		g.PlaceLeader(n.Leader, z)
	}
	return nil
}

// spare returns a counter of a side that is not on the map yet, or NoUnit.
func (o Odds) spare(s adjudicator.Side, label uint8) field.UnitNo {
	for rest := o.Of[s]; !rest.Empty(); {
		if u := rest.Pop(); o.Pieces[u].Label == label && o.Where[u] == board.NoZone {
			return u
		}
	}
	return field.NoUnit
}

// Came says from where a side's units entered a zone in this action phase, and
// whether by an amphibious movement: this shifts the column of combats on land.
func (o Odds) Came(s adjudicator.Side, to, from board.Zone, amphibious bool) {
	for units := o.UnitsAt(s, to); !units.Empty(); {
		o.Phase.Entry[units.Pop()] = field.Entry{From: from, Amphibious: amphibious}
	}
}

// Counters are counters of a force. A program gets them by their identifiers, a reader by
// their names.
type Counters adjudicator.Terms

// MarshalJSON implements [json.Marshaler].
func (c Counters) MarshalJSON() ([]byte, error) {
	var names []string
	for _, term := range c {
		names = append(names, term.ID)
	}
	return json.Marshal(names)
}

// CountersAt lists those of a side in a zone.
func (o Odds) CountersAt(s adjudicator.Side, z board.Zone) Counters {
	return Counters(o.Present(s, z))
}

// Lost compares a side's units with what they were before.
func Lost(g, before *field.Field, s adjudicator.Side) Loss {
	var l Loss
	for units := g.Of[s]; !units.Empty(); {
		u := units.Pop()
		switch {
		case before.Where[u] == board.NoZone:
		case g.Where[u] == board.NoZone:
			l.PF += float64(before.Strength(u))
			l.Eliminated++
		case g.Weak.Has(u) && !before.Weak.Has(u):
			l.PF += float64(before.Strength(u) - g.Strength(u))
			l.Weakened++
		}
	}
	return l
}

// Give makes a side give up what a form's default chooses, and then what its ships
// cannot carry any more (3.3).
func (g Odds) Give(f *battle.UnitsForm, s adjudicator.Side) {
	if f == nil {
		return
	}
	units := f.Default().(battle.UnitsAnswer).Units
	zones := g.ZonesOf(units)
	for !units.Empty() {
		g.Weaken(units.Pop())
	}
	for z := range zones.Intersect(g.Seas).All() {
		for g.NavalPF(s, z) < 5*g.LandPF(s, z) {
			troops := g.LandAt(s, z)
			a := (&march.SacrificeForm{G: g.Marches, Side: s, Zone: z, From: troops, Rule: "3.3"}).Default().(march.Sacrifice)
			if g.NavalPF(s, z) < 5 {
				g.Eliminate(troops.Nth(0))
			} else {
				g.Weaken(a.Unit)
			}
		}
	}
}
