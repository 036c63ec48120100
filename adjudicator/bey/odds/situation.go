package odds

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/order"
	"keryx/orders"
)

// march moves the attackers of a situation to where they would fight: those that are
// named, or all who can go there. The enemy is where the situation has him.
func (q *question) march(table Odds, side adjudicator.Side) {
	named, from := q.forces[0], q.from
	switch {
	case !q.forces[1].Empty():
		q.Fail(orders.IllegalAt(q.statement, q.forces[1].Span, "odds-situation-enemy", ""))
	case q.kind.Camp != nil && from.Given():
		q.Fail(orders.IllegalAt(q.statement, from.Span, "odds-situation-siege", ""))
	case q.kind.Camp != nil && !named.Empty():
		q.Fail(orders.IllegalAt(q.statement, named.Span, "odds-situation-siege", ""))
	case from.Given():
		q.come(table, side)
		table.Came(side, q.zone.Zone, from.Zone, q.bySea)
	case !named.Empty():
		q.Fail(orders.IllegalAt(q.statement, named.Span, "odds-situation-from", ""))
	}
}

// come takes the attackers from the zone that they come from to the other.
func (q *question) come(g Odds, side adjudicator.Side) {
	from, to := q.from.Zone, q.zone.Zone
	units, leaders := g.UnitsAt(side, from), g.LeadersOf(side, from)
	if !q.forces[0].Empty() {
		var fault *orders.Diagnostic
		if units, leaders, fault = order.Pick(g.Field, q.statement, q.forces[0], units, leaders, from, ""); fault != nil {
			q.Fail(fault)
			return
		}
	} else if g.Lands.Has(to) {
		units = units.Minus(g.Ships) // who goes ashore leaves the ships behind
	}
	switch {
	case units.Empty() && leaders == 0:
		q.Fail(orders.IllegalAt(q.statement, q.from.Span, "odds-nobody-comes", "",
			"Side", g.SideTerm(side), "From", g.ZoneTerm(from), "Zone", g.ZoneTerm(to)))
		return
	case g.Lands.Has(to) && units.Meets(g.Ships):
		q.Fail(orders.IllegalAt(q.statement, q.forces[0].Span, "odds-ships-ashore", "", "Zone", g.ZoneTerm(to)))
		return
	}
	g.PlaceAll(units, leaders, to)
}
