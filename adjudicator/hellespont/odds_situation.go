package hellespont

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/order"
	"keryx/orders"
)

// oddsIn returns the position that a question about chances begins in: an empty one, or
// that of a situation.json with its month, its markers and the options of its game.
func (rs *ruleset) oddsIn(at adjudicator.Position) (*oddsTable, error) {
	if at.Data == nil {
		return newOdds(rs, at.Setup)
	}
	var s situation
	if err := json.Unmarshal(at.Data, &s); err != nil {
		return nil, fmt.Errorf("a position of Hellespont: %w", err)
	}
	if len(at.Setup.Options) == 0 && s.Moment != nil {
		at.Setup.Options = s.Moment.Options
	}
	table, err := newOdds(rs, at.Setup)
	if err != nil {
		return nil, err
	}
	return table, table.load(&s)
}

// load puts the position of a situation.json on the empty table.
func (o *oddsTable) load(s *situation) error {
	g := o.g
	if !g.setMonth(s.Month) {
		return fmt.Errorf("the scenario has no month %q", s.Month)
	}
	for side, id := range sideIDs {
		if id == s.Advantage {
			g.Advantage = adjudicator.Side(side)
		}
		g.Points[side], g.supply[side], g.shortage[side] = s.Points[id], s.Supply[id], s.Shortage[id]
	}
	for _, u := range s.Units {
		if err := g.restoreUnit(u); err != nil {
			return err
		}
	}
	for _, l := range s.Leaders {
		if err := g.restoreLeader(l); err != nil {
			return err
		}
	}
	return nil
}

// march moves the attackers of a situation to where they would fight: those that are
// named, or all who can go there. The enemy is where the situation has him.
func (q *oddsQuestion) march(table *oddsTable, side adjudicator.Side) {
	named, from := q.forces[0], q.from
	switch {
	case !q.forces[1].Empty():
		q.Fail(orders.IllegalAt(q.statement, q.forces[1].Span, "odds-situation-enemy", ""))
	case q.kind == "siege" && from.Given():
		q.Fail(orders.IllegalAt(q.statement, from.Span, "odds-situation-siege", ""))
	case q.kind == "siege" && !named.Empty():
		q.Fail(orders.IllegalAt(q.statement, named.Span, "odds-situation-siege", ""))
	case from.Given():
		q.come(table.g, side)
		table.came(side, q.zone.Zone, from.Zone, q.bySea)
	case !named.Empty():
		q.Fail(orders.IllegalAt(q.statement, named.Span, "odds-situation-from", ""))
	}
}

// come takes the attackers from the zone that they come from to the other.
func (q *oddsQuestion) come(g *game, side adjudicator.Side) {
	from, to := q.from.Zone, q.zone.Zone
	units, leaders := g.UnitsAt(side, from), g.LeadersOf(side, from)
	if !q.forces[0].Empty() {
		var fault *orders.Diagnostic
		if units, leaders, fault = order.Pick(&g.Field, q.statement, q.forces[0], units, leaders, from, ""); fault != nil {
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
	for !units.Empty() {
		g.Place(units.Pop(), to)
	}
	for leaders != 0 {
		g.PlaceLeader(leaders.Pop(), to)
	}
}
