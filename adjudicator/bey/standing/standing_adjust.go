package standing

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

type (
	// KeepRule lists the stratagems to keep in D.1, the best first.
	KeepRule struct{ Faces []order.FacesOrder }
	// OrderRule lists where combats are resolved first; the rest follow as they come.
	OrderRule struct{ Zones []board.Zone }
	// WayRule lists where units go that make room, or a sick leader.
	WayRule struct {
		Kind string // of the question
		When Circumstance
		To   []board.Set
	}
	// StaysRule does nothing where one could: in D.2, or in the departures of B.2.
	StaysRule struct{ Kind string }
)

func readKeepRule(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
	var x KeepRule
	r.ActionsOf(rule, func(sub *RuleReader) {
		sub.List(func() {
			n, span := sub.Stratagem()
			x.Faces = append(x.Faces, order.FacesOrder{Act: order.ActKeep, Span: span, Colour: adjudicator.Observer})
			last := &x.Faces[len(x.Faces)-1]
			last.Faces = append(last.Faces, n)
		})
	})
	return x
}

func readOrderRule(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
	var x OrderRule
	r.ActionsOf(rule, func(sub *RuleReader) {
		if !sub.Take("any-order") {
			sub.List(func() { x.Zones = append(x.Zones, sub.Zone().Zone) })
		}
	})
	return x
}

func readWayRule(kind string) func(*RuleReader, *orders.Rule) adjudicator.Standing {
	return func(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
		by := ByPlace | ByMonth
		if kind == "refuge" {
			by |= ByLeader
		}
		x := WayRule{Kind: kind, When: r.Circumstance(rule, by)}
		r.ActionsOf(rule, func(sub *RuleReader) { sub.Havens(&x.To, "go") })
		return x
	}
}
