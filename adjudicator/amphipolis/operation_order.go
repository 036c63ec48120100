package amphipolis

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// operationVerbs are the orders of operations.
var operationVerbs = []order.Verb{{Id: "operate", Read: readOperate}}

// operateOrder is "operate FORCE [from ZONE] [with SHIPS [from SEA]] to ZONE [unpaid]".
type operateOrder struct {
	force  order.Force
	from   order.Place
	ships  order.Force // that go along
	sea    order.Place // and where they start
	to     order.Place
	unpaid bool // onto the enemy without a point for the combat (4.1)
}

func readOperate(r *order.Reader) adjudicator.Order {
	o := operateOrder{force: r.Force(), from: order.Nowhere, sea: order.Nowhere, to: order.Nowhere}
	for len(r.Faults) == 0 && !r.Done() {
		switch {
		case r.Take("with"):
			o.ships = r.Force()
		case r.Take("from"):
			if z := r.Zone(); o.ships.Empty() || !o.from.Given() {
				o.from = z
			} else {
				o.sea = z
			}
		case r.Take("to"):
			o.to = r.Zone()
		case r.Take("unpaid"):
			o.unpaid = true
		default:
			r.Fail(r.End())
			r.Rest()
		}
	}
	if !o.to.Given() && len(r.Faults) == 0 {
		r.Need("to")
	}
	return o
}

// startOf is where an order says that those of it start who are no ships, or Nowhere, and
// where its ships do: a sea zone is theirs if land units are named, which are in none.
func (g *game) startOf(o operateOrder) operateOrder {
	land, fleet := g.parted(o)
	if o.from.Given() && !o.sea.Given() && !fleet.Empty() && len(land.Items) > 0 && g.Seas.Has(o.from.Zone) {
		o.from, o.sea = order.Nowhere, o.from
	}
	return o
}

// planOperation turns an order into an operation of a step: it finds the counters, and the
// ships that go with them.
func (g *game) planOperation(st step, o operateOrder, s *orders.Statement, side adjudicator.Side, from board.Zone) (adjudicator.Answer, *orders.Diagnostic) {
	a := &operation{g: g, step: st, side: side, from: from, to: o.to.Zone, sea: from}
	if f := g.judgeTurn(a); f != nil {
		return nil, f.In(s, s.Verb.Span)
	}
	if f := g.judgeWay(a); f != nil {
		span := o.to.Span
		if f.Step == field.FaultForce && o.from.Given() {
			span = o.from.Span
		}
		return nil, f.In(s, span)
	}
	land, fleet := g.parted(o)
	var d *orders.Diagnostic
	if a.units, a.men, d = g.pickFor(land, s, side, from); d != nil {
		return nil, d
	}
	if o.force.All && !g.overSea(a.to) {
		a.units = a.units.Minus(g.Ships)
	}
	if !fleet.Empty() {
		if d = g.planEscort(a, fleet, o, s); d != nil {
			return nil, d
		}
	}
	if f := g.judgeOperation(a); f != nil {
		return nil, f.In(s, s.Span())
	}
	return a, nil
}

// parted divides what an order names into ships, wherever it names them, and the others.
func (g *game) parted(o operateOrder) (land, fleet order.Force) {
	land, fleet = o.force, o.ships
	land.Items, fleet.Items = nil, nil
	for _, it := range append(append(land.Items, o.force.Items...), o.ships.Items...) {
		if g.sails[it.Label] {
			fleet.Items = append(fleet.Items, it)
		} else {
			land.Items = append(land.Items, it)
		}
	}
	land.Leaders = append(append(land.Leaders, o.force.Leaders...), o.ships.Leaders...)
	fleet.Leaders = nil
	if fleet.Span == (orders.Span{}) {
		fleet.Span = o.force.Span
	}
	return land, fleet
}

// pickFor finds the counters that an order names among those that may still go.
func (g *game) pickFor(f order.Force, s *orders.Statement, side adjudicator.Side, from board.Zone) (field.UnitSet, field.LeaderSet, *orders.Diagnostic) {
	if f.Empty() {
		return field.UnitSet{}, 0, nil
	}
	if f.All {
		units, men := g.war().Fresh(side, from)
		return units, men, nil
	}
	return g.war().PickMovers(f, s, side, from)
}

// planEscort finds the ships of an order: where the land units are, or for those on the
// main map in the sea zone that is named, else in the first one beside them that has them
// (3.2.1, C-31).
func (g *game) planEscort(a *operation, fleet order.Force, o operateOrder, s *orders.Statement) *orders.Diagnostic {
	if !g.Lands.Has(a.from) {
		units, _, d := g.pickFor(fleet, s, a.side, a.from)
		a.units = a.units.Or(units)
		return d
	}
	seas := g.escortSeas(a.from)
	for z := range seas.All() {
		if o.sea.Given() && o.sea.Zone != z {
			continue
		}
		units, _ := g.war().Fresh(a.side, z)
		if found, _, d := order.Pick(&g.Field, s, fleet, units.And(g.Ships), 0, z, "3.2.1"); d == nil {
			a.units, a.sea = a.units.Or(found), z
			return nil
		}
	}
	args := []any{"Zone", g.ZoneTerm(a.from), "Ships", g.named(fleet), "Zones", g.ZoneTerms(seas)}
	if !seas.Empty() {
		args = append(args, "Sea", g.ZoneTerm(seas.First()))
	}
	return orders.IllegalAt(s, fleet.Span, "operation-escort", "3.2.1", args...)
}

// named are the units that an order names, whether they are there or not.
func (g *game) named(f order.Force) (terms adjudicator.Terms) {
	for _, it := range f.Items {
		terms = append(terms, field.UnitTerm(it.Count, g.Labels[it.Label], it.Weak))
	}
	return terms
}

// operations are those that a side can make in a step: all that D.2 and D.4 ask for, and some
// of what B.2 and B.3 do.
type operations struct {
	g      *game
	step   step
	side   adjudicator.Side
	active board.Zone // B.3: the zone that is active, or NoZone
}

// starts are the zones out of which they may lead.
func (p operations) starts() board.Set {
	zones := p.g.starts(p.step, p.side)
	switch {
	case p.step != acting:
		return zones
	case zones.Has(p.active):
		return board.SetOf(p.active)
	}
	return board.Set{}
}

// open are the zones out of which an operation can be made now.
func (p operations) open() (zones board.Set) {
	for z := range p.starts().All() {
		if p.g.canOperate(p.step, p.side, z) {
			zones.Add(z)
		}
	}
	return zones
}

// leaves is the zone that an order leaves: the one that it names, or the only one that it can
// leave in which the counters are that it names.
func (p operations) leaves(o operateOrder, s *orders.Statement) (board.Zone, *orders.Diagnostic) {
	if o.from.Given() {
		return o.from.Zone, nil
	}
	if p.step == acting {
		return p.active, nil
	}
	land, _ := p.g.parted(o)
	var found board.Set
	for z := range p.starts().All() {
		units, men := p.g.war().Fresh(p.side, z)
		if _, _, d := order.Pick(&p.g.Field, &orders.Statement{}, land, units, men, z, "3.2"); d == nil && !(land.All && units.Empty() && men == 0) {
			found.Add(z)
		}
	}
	if found.Len() != 1 {
		return board.NoZone, orders.IllegalAt(s, s.Verb.Span, "operation-from", "3.2", "Zones", p.g.ZoneTerms(p.open()))
	}
	return found.First(), nil
}

// check judges an operation as an answer.
func (p operations) check(a *operation) error {
	if a.side != p.side || a.step != p.step || p.step == acting && a.from != p.active {
		return fmt.Errorf("%w: an operation out of %s in another step", field.ErrIllegal, p.g.Board.Name(a.from))
	}
	return p.g.judgeOperation(a).Err()
}

// sample is a random one, or nil.
func (p operations) sample(r *rand.Rand) adjudicator.Answer {
	if zones := p.open(); !zones.Empty() {
		if a := p.g.sampleOperation(r, p.step, p.side, zones.Nth(r.IntN(zones.Len()))); a != nil {
			return a
		}
	}
	return nil
}

// choices shows one out of each zone, and where such operations lead.
func (p operations) choices() (all []adjudicator.Choice) {
	for from := range p.open().All() {
		for a := range p.g.examples(p.step, p.side, from) {
			note := "operate"
			if p.side == athens && p.g.overSea(a.to) && !a.units.Within(p.g.Ships) {
				note = "operate-ships"
			}
			all = append(all, adjudicator.Choice{Words: a.Words(),
				Note: adjudicator.Say("amphipolis.note."+note, "Zones", p.g.ZoneTerms(p.g.leadsTo(p.step, p.side, from)))})
			break
		}
	}
	return all
}
