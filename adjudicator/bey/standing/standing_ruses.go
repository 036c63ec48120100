package standing

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/order"
	"keryx/orders"
)

// RuseRule plays stratagems, or gives counters away, in a predicament of combats and
// sieges: the first that can be.
type RuseRule struct {
	Predicament Predicament
	When        Circumstance
	Ruses       []adjudicator.Order // PlayOrder, FacesOrder or PassOrder
}

// Playing is a standing order that plays stratagems as a RuseRule, whatever else it does.
type Playing interface{ Played() *RuseRule }

// Played implements [Playing].
func (x RuseRule) Played() *RuseRule { return &x }

// Predicament is what a RuseRule waits for.
type Predicament uint8

// The predicaments of both sides of a combat and of a siege.
const (
	WhenAttacked Predicament = iota
	WhenAttacking
	WhenVictorious // after a combat on land
	WhenBesieged
	WhenBesieging
)

// RuseAlternative reads "play S8 from T18", "discard S4" or "pass" if it is next.
func (r *RuleReader) RuseAlternative() (adjudicator.Order, bool) {
	switch {
	case r.Take("play"):
		return order.ReadPlay(r.Reader), true
	case r.Take("discard"):
		if r.Take("anything") {
			return order.FacesOrder{Act: order.ActDiscard, Colour: adjudicator.Observer}, true
		}
		return order.ReadFaces(order.ActDiscard)(r.Reader), true
	case r.Take("pass"), r.Take("none"):
		return order.PassOrder{}, true
	}
	return nil, false
}

// ReadRuseRule reads a rule for a predicament in which stratagems can be played.
func ReadRuseRule(s Predicament) func(*RuleReader, *orders.Rule) adjudicator.Standing {
	return func(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
		by := ByAnything
		if s == WhenBesieged || s == WhenBesieging {
			by = BySiege
		}
		x := RuseRule{Predicament: s, When: r.Circumstance(rule, by)}
		r.ActionsOf(rule, func(sub *RuleReader) {
			o, ok := sub.RuseAlternative()
			if !ok {
				sub.Need("play", "discard", "pass")
				return
			}
			x.Ruses = append(x.Ruses, o)
		})
		return x
	}
}
