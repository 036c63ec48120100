package amphipolis

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// operationVerbs are the orders of operations.
var operationVerbs = []order.Verb{{Id: "operate", Read: readOperate}}

// operateOrder is "operate FORCE [from ZONE] [with SHIPS [from SEA]] to ZONE [unpaid] [sacrifice]".
type operateOrder struct {
	named order.Force // as it is written, without the ships that go along
	force order.Force // that goes: leaders, and all units but ships
	from  order.Place
	ships order.Force // that go, wherever they are named
	sea   order.Place // and where they start
	to    order.Place
	order.Consent
}

func readOperate(r *order.Reader) adjudicator.Order {
	o := operateOrder{named: r.Force(), from: order.Nowhere, sea: order.Nowhere, to: order.Nowhere}
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
		case r.At("unpaid"), r.At("sacrifice"):
			r.MoveConsent(&o.Consent)
		default:
			r.Fail(r.End())
			r.Rest()
		}
	}
	if !o.to.Given() && len(r.Faults) == 0 {
		r.Need("to")
	}
	o.part(r.P)
	return o
}

// part divides what an order names into ships and the others. A sea zone is where the ships
// start if land units are named, which are in none.
func (o *operateOrder) part(p *field.Printed) {
	sails := func(label uint8) bool {
		return !p.Ships.Where(func(u field.UnitNo) bool { return p.Pieces[u].Label == label }).Empty()
	}
	with := o.ships
	o.force = order.Force{All: o.named.All, Leaders: slices.Concat(o.named.Leaders, with.Leaders), Span: o.named.Span}
	o.ships = order.Force{All: with.All, Span: with.Span}
	for _, it := range slices.Concat(o.named.Items, with.Items) {
		to := &o.force
		if sails(it.Label) {
			to = &o.ships
		}
		to.Items = append(to.Items, it)
	}
	if with.Empty() {
		o.ships.Span = o.named.Span
	}
	if o.from.Given() && !o.sea.Given() && !o.ships.Empty() && len(o.force.Items) > 0 && p.Seas.Has(o.from.Zone) {
		o.from, o.sea = order.Nowhere, o.from
	}
}

// operations are those that a side can make in a step, as answers to a question: all that D.2
// and D.4 ask for, and some of what B.2 and B.3 do.
type operations struct {
	g    *game
	step step
	side adjudicator.Side
	act  *march.ActForm // the question of B.2 and of B.3, else nil
}

// open are the zones out of which an operation can be made now.
func (p operations) open() (zones board.Set) {
	for z := range p.g.starts(p.step, p.side).All() {
		if (p.step != acting || z == p.act.Current) && p.g.canOperate(p.step, p.side, z) {
			zones.Add(z)
		}
	}
	return zones
}

// Accept implements [form.Kind].
func (p operations) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic, bool) {
	given, ok := o.(operateOrder)
	if !ok {
		return nil, nil, false
	}
	from, d := p.leaves(given, s)
	if d == nil && p.step == arriving {
		d = p.g.judgeWaiting(given.named, s, p.side, from)
	}
	if d != nil {
		return nil, d, true
	}
	a, d := p.plan(given, s, from)
	return a, d, true
}

// leaves is the zone that an order leaves: the one that it names or that is active, or the only
// one that it can leave in which the counters are that it names.
func (p operations) leaves(o operateOrder, s *orders.Statement) (board.Zone, *orders.Diagnostic) {
	g := p.g
	switch {
	case p.step == acting:
		return p.act.Leaves(o.from, s)
	case o.from.Given():
		return o.from.Zone, nil
	}
	var found board.Set
	for z := range g.starts(p.step, p.side).All() {
		units, men := g.war().Fresh(p.side, z)
		_, _, d := order.Pick(&g.Field, &orders.Statement{}, o.force, units, men, z, "3.2")
		if d == nil && !(o.force.All && units.Empty() && men == 0) {
			found.Add(z)
		}
	}
	if found.Len() != 1 {
		return board.NoZone, g.Fault("operation-from", "3.2", 0, "Zones", p.open()).In(s, s.Verb.Span)
	}
	return found.First(), nil
}

// plan turns an order into an operation: it finds the counters, and the ships that go with
// them. What is wrong whoever goes is said first.
func (p operations) plan(o operateOrder, s *orders.Statement, from board.Zone) (adjudicator.Answer, *orders.Diagnostic) {
	g := p.g
	a := &operation{g: g, step: p.step, side: p.side, from: from, to: o.to.Zone, sea: from}
	if f := g.judgeTurn(a); f != nil {
		return nil, f.In(s, s.Verb.Span)
	}
	if f := g.judgeWay(a); f != nil {
		return nil, f.In(s, o.to.Span)
	}
	var d *orders.Diagnostic
	if a.units, a.men, d = g.war().PickMovers(o.force, s, p.side, from); d != nil {
		return nil, d
	}
	if o.force.All && !g.overSea(a.to) {
		a.units = a.units.Minus(g.Ships)
	}
	if d = a.escort(o, s); d != nil {
		return nil, d
	}
	if f := g.judgeOperation(a); f != nil {
		return nil, f.In(s, s.Span())
	}
	return a, nil
}

// escort finds the ships of an order: where the land units are, or for those on the main map
// in the sea zone that is named, else in the first one beside them that has them (3.2.1,
// C-31).
func (a *operation) escort(o operateOrder, s *orders.Statement) *orders.Diagnostic {
	g := a.g
	if o.ships.Empty() || !g.Lands.Has(a.from) {
		ships, _, d := g.war().PickMovers(o.ships, s, a.side, a.from)
		a.units = a.units.Or(ships)
		return d
	}
	for z, fleet := range g.fleets(a.side, a.from) {
		if o.sea.Given() && o.sea.Zone != z {
			continue
		}
		if found, _, d := order.Pick(&g.Field, s, o.ships, fleet, 0, z, "3.2.1"); d == nil {
			a.units, a.sea = a.units.Or(found), z
			return nil
		}
	}
	seas := g.escortSeas(a.from)
	args := []any{"Zone", a.from, "Ships", o.ships.Terms(g.Printed), "Zones", seas}
	if !seas.Empty() {
		args = append(args, "Sea", seas.First())
	}
	return g.Fault("operation-escort", "3.2.1", 0, args...).In(s, o.ships.Span)
}

// Check implements [form.Kind].
func (p operations) Check(x adjudicator.Answer) (err error, ofKind bool) {
	a, ok := x.(*operation)
	if !ok {
		return nil, false
	}
	if a.side != p.side || a.step != p.step || p.step == acting && a.from != p.act.Current {
		return fmt.Errorf("%w: an operation out of %s in another step", field.ErrIllegal, p.g.Board.Name(a.from)), true
	}
	return p.g.judgeOperation(a).Err(), true
}

// Sample implements [form.Kind].
func (p operations) Sample(r *rand.Rand) adjudicator.Answer {
	if p.act != nil && r.IntN(3) != 0 {
		return nil
	}
	zones := p.open()
	if zones.Empty() || p.act == nil && r.IntN(2) != 0 {
		return nil
	}
	if a := p.g.sampleOperation(r, p.step, p.side, zones.Nth(r.IntN(zones.Len()))); a != nil {
		return a
	}
	return nil
}

// Choices implements [form.Kind]: one out of each zone, and where such operations lead.
func (p operations) Choices() (all []adjudicator.Choice) {
	for from := range p.open().All() {
		for a := range p.g.examples(p.step, p.side, from) {
			note := "amphipolis.note.operate"
			if p.side == athens && p.g.overSea(a.to) && !a.units.Within(p.g.Ships) {
				note = "amphipolis.note.operate-ships"
			}
			all = append(all, adjudicator.Choice{Words: a.Words(), Note: p.g.Say(note, "Zones", p.g.leadsTo(p.step, p.side, from))})
			break
		}
	}
	return all
}

// stops is what stops an operation in play as well as on receipt: a combat that nothing is
// left to pay for (4.1).
func (p operations) stops(a *operation, o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	if o.(operateOrder).Unpaid || !p.g.unpaidOperation(a) {
		return nil
	}
	return p.g.Fault("unpaid-move", "4.1", 0, "Zones", board.SetOf(a.to), "Who", a.units).In(s, s.Verb.Span)
}

// caution is what is to be said to an operation that harms its side and does not say that it
// means it (see [adjudicator.Cautious]).
func (p operations) caution(a *operation, o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	if d := p.stops(a, o, s); d != nil || o.(operateOrder).Sacrifice {
		return d
	}
	return p.g.war().CautionForsaken(a.forsaken(), s)
}

// forsaken returns the leaders of its side whom an operation leaves, or brings, where they
// are lost: alone among enemy units (4.2.4), and outside the action phases, where nobody
// comes to take them aboard, at sea without a ship (3.1).
func (a *operation) forsaken() (lost field.LeaderSet) {
	g, w := a.g, a.g.war()
	for _, z := range [2]board.Zone{a.from, a.sea} {
		left := g.LeadersOf(a.side, z) &^ a.men
		ashore := g.Enemies(a.side, z) && g.UnitsAt(a.side, z).Within(a.units)
		adrift := a.step != acting && g.Seas.Has(z) && g.NavalAt(a.side, z).Within(a.units)
		if ashore || adrift {
			lost |= left
		}
	}
	if a.units.Empty() && w.Forsakes(a.side, a.to, field.UnitSet{}) {
		lost |= a.men
	}
	return lost
}
