package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// zoneMenu asks for one of some zones, or for none of them, which is the default: where to
// evade to (4.2.1), which port to besiege (C). Something may be played before.
type zoneMenu struct {
	form.Besides
	g     *game
	act   order.Act // on a zone
	zones board.Set
	none  order.Single // the answer that names none
	guide guide
}

// choice is an answer to a zoneMenu.
type choice struct {
	g *game
	order.Single
}

// is reports whether two answers say the same.
func (a choice) is(b choice) bool { return a.Single == b.Single }

// Words implements [adjudicator.Answer]: "evade to M5", "stand", "siege T12", "siege none".
func (a choice) Words() adjudicator.Words {
	w := adjudicator.Words{a.Act.Word()}
	switch {
	case a.Act == actEvade:
		w = append(w, adjudicator.Keyword("to"), a.g.ZoneTerm(a.Zone))
	case a.Act == actSiege && a.Zone == board.NoZone:
		w = append(w, adjudicator.Keyword("none"))
	case a.Act == actSiege:
		w = append(w, a.g.ZoneTerm(a.Zone))
	}
	return w
}

// guide tells what standing orders say to a zoneMenu.
type guide interface {
	// follow returns what one says, and whether it says anything.
	follow(m *zoneMenu, st adjudicator.Standing) (order.Single, bool)
}

// zoneMenu makes one, whose fault is named by its code and rule.
func (g *game) zoneMenu(act order.Act, zones board.Set, none order.Act, code, rule string, asides chit.Asides, guide guide) *zoneMenu {
	m := &zoneMenu{g: g, act: act, zones: zones, none: order.Single{Act: none, Zone: board.NoZone}, guide: guide}
	m.Besides = form.Besides{Aside: asides, Form: form.Menu[choice]{Open: m.open, Last: true, Same: choice.is, Of: m.meant,
		Refuse: func(_ adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
			return orders.IllegalAt(s, s.Span(), code, rule, "Order", s.Text, "Zones", g.ZoneTerms(zones))
		}}}
	return m
}

// answer is that of an order.
func (m *zoneMenu) answer(x order.Single) choice {
	return choice{m.g, x}
}

// at is the order for a zone.
func (m *zoneMenu) at(z board.Zone) order.Single { return order.Single{Act: m.act, Zone: z} }

// open are the zones, and none.
func (m *zoneMenu) open() []choice {
	all := make([]choice, 0, m.zones.Len()+1)
	for z := range m.zones.All() {
		all = append(all, m.answer(m.at(z)))
	}
	return append(all, m.answer(m.none))
}

// meant is the answer that an order gives: of several ways out the first that is open, and of
// all ports the first.
func (m *zoneMenu) meant(o adjudicator.Order) (choice, bool) {
	switch x := o.(type) {
	case order.Single:
		return m.answer(x), true
	case siegeNone:
		return m.answer(x.Single), true
	case evadeOrder:
		if way, ok := m.wayOut(x.To); ok {
			return m.answer(way), true
		}
		return m.answer(m.none), x.Stand
	case siegeAll:
		return m.answer(m.at(m.zones.First())), m.act == actSiege
	}
	return choice{}, false
}

// wayOut is the first of some places that can be evaded to.
func (m *zoneMenu) wayOut(to []board.Set) (order.Single, bool) {
	for _, zones := range to {
		if open := zones.Intersect(m.zones); m.act == actEvade && !open.Empty() {
			return m.at(open.First()), true
		}
	}
	return order.Single{}, false
}

// Advise implements [adjudicator.Adviser].
func (m *zoneMenu) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if x, ok := m.guide.follow(m, st); ok && (x == m.none || m.zones.Has(x.Zone)) {
			return m.answer(x), i, true
		}
	}
	return nil, 0, false
}
