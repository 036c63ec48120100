package hellespont

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
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
			g.advantage = adjudicator.Side(side)
		}
		g.points[side], g.supply[side], g.shortage[side] = s.Points[id], s.Supply[id], s.Shortage[id]
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
	case !q.forces[1].empty():
		q.fail(orders.IllegalAt(q.statement, q.forces[1].span, "odds-situation-enemy", ""))
	case q.kind == "siege" && from.given():
		q.fail(orders.IllegalAt(q.statement, from.span, "odds-situation-siege", ""))
	case q.kind == "siege" && !named.empty():
		q.fail(orders.IllegalAt(q.statement, named.span, "odds-situation-siege", ""))
	case from.given():
		q.come(table.g, side)
		table.came(side, q.zone.zone, from.zone, q.bySea)
	case !named.empty():
		q.fail(orders.IllegalAt(q.statement, named.span, "odds-situation-from", ""))
	}
}

// come takes the attackers from the zone that they come from to the other.
func (q *oddsQuestion) come(g *game, side adjudicator.Side) {
	from, to := q.from.zone, q.zone.zone
	units, leaders := g.unitsAt(side, from), g.leadersOf(side, from)
	if !q.forces[0].empty() {
		var fault *orders.Diagnostic
		if units, leaders, fault = pick(g, q.statement, q.forces[0], units, leaders, from, ""); fault != nil {
			q.fail(fault)
			return
		}
	} else if g.lands.Has(to) {
		units = units.minus(g.ships) // who goes ashore leaves the ships behind
	}
	switch {
	case units.empty() && leaders == 0:
		q.fail(orders.IllegalAt(q.statement, q.from.span, "odds-nobody-comes", "",
			"Side", g.sideTerm(side), "From", g.zoneTerm(from), "Zone", g.zoneTerm(to)))
		return
	case g.lands.Has(to) && units.meets(g.ships):
		q.fail(orders.IllegalAt(q.statement, q.forces[0].span, "odds-ships-ashore", "", "Zone", g.zoneTerm(to)))
		return
	}
	for !units.empty() {
		g.place(units.pop(), to)
	}
	for leaders != 0 {
		g.placeLeader(leaders.pop(), to)
	}
}
