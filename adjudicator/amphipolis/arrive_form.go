package amphipolis

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// arriveForm asks to which rear base reinforcements come, and which units of the stock
// they are (B.2, 10.4).
type arriveForm struct {
	g     *game
	d     *data.Deployment
	zones board.Set     // where they may come
	fixed field.UnitSet // who comes in any case
	men   field.LeaderSet
	// Named by the scenario, and not to be had: in play already, or lost.
	missing field.UnitSet
	absent  field.LeaderSet
	draws   []drawing
	pool    field.UnitSet // what the draws can take
	count   int           // how many they take
}

// arrival is the answer "enter Thrace P5 P5".
type arrival struct {
	form  *arriveForm
	to    board.Zone
	units field.UnitSet // of the draws
}

// Words implements [adjudicator.Answer].
func (a arrival) Words() adjudicator.Words {
	f := a.form
	return field.Join(adjudicator.Words{order.ActEnter.Word(), f.g.ZoneTerm(a.to)}, f.g.Naming(f.fixed.Or(a.units), f.men))
}

// empty reports whether nobody comes.
func (f *arriveForm) empty() bool { return f.count == 0 && f.fixed.Empty() && f.men == 0 }

// settled reports whether there is nothing to choose.
func (f *arriveForm) settled() bool {
	for _, d := range f.draws {
		if d.n < d.from.Len() && d.from.Minus(f.g.Equal(d.from, f.g.Pieces[d.from.Nth(0)].Label, false)).Len() > 0 {
			return false
		}
	}
	return f.zones.Len() == 1
}

func (f *arriveForm) question(t *adjudicator.Table) adjudicator.Question {
	q := adjudicator.Question{Kind: atArrive, Rule: "B.2", Verbs: []string{"enter"}, Form: f}
	if t.Heard() {
		var types adjudicator.Terms
		for i, d := range f.draws {
			for _, x := range f.d.Stock[i].Types {
				if named := (adjudicator.Term{Kind: field.TypeKind, ID: x.String()}); d.n > 0 && !slices.Contains(types, named) {
					types = append(types, named)
				}
			}
		}
		q.Prompt = f.g.Say("amphipolis.ask.arrive", "Who", f.g.Terms(f.fixed, f.men), "Zones", f.zones, "Types", types,
			"Count", f.count, "Stock", f.pool)
	}
	return q
}

// judge returns the rule that forbids an answer, or nil.
func (f *arriveForm) judge(a arrival) *field.Fault {
	if !f.zones.Has(a.to) || a.units.Meets(f.g.Ships) && a.to != f.g.thasos {
		return f.g.Fault("arrive-where", "B.2", 0, "Zone", f.g.Perhaps(a.to), "Zones", f.zones)
	}
	short := slices.ContainsFunc(f.draws, func(d drawing) bool { return a.units.And(d.from).Len() != d.n })
	if short || a.units.Len() != f.count {
		return f.unfit(f.g.Terms(a.units, 0))
	}
	return nil
}

// unfit is the fault of naming other units than those that can come.
func (f *arriveForm) unfit(named adjudicator.Terms) *field.Fault {
	return f.g.Fault("arrive-units", "B.2", field.FaultForce, "Units", named, "Count", f.count, "Stock", f.pool)
}

// group is the form as one of units of the draws to a rear base.
func (f *arriveForm) group() *form.Group[field.UnitSet, arrival] {
	return &form.Group[field.UnitSet, arrival]{Zones: f.zones, Of: f.sent,
		In:   func(a arrival) (field.UnitSet, board.Zone) { return a.units, a.to },
		Some: f.some, Read: f.read, Refuse: f.refuse,
		Wrong: func(units field.UnitSet, to board.Zone) error { return f.judge(f.sent(units, to)).Err() },
		Note: func(arrival) (note adjudicator.Phrase) {
			if f.count > 0 {
				note = adjudicator.Say("amphipolis.note.enter")
			}
			return note
		}}
}

// sent is the answer that brings units of the draws to a base.
func (f *arriveForm) sent(units field.UnitSet, to board.Zone) arrival { return arrival{f, to, units} }

// read is what an order brings where.
func (f *arriveForm) read(o adjudicator.Order, s *orders.Statement) (field.UnitSet, board.Zone, *orders.Diagnostic) {
	sel, ok := o.(order.Selection)
	if !ok || sel.Act != order.ActEnter || sel.None {
		return field.UnitSet{}, board.NoZone, field.NotNow(s, "B.2")
	}
	var named order.Force
	for _, p := range sel.Parts {
		named.All = named.All || p.Force.All
		named.Items = append(named.Items, p.Force.Items...)
		named.Leaders = append(named.Leaders, p.Force.Leaders...)
	}
	units, ok := f.chosen(named)
	if f.zones.Has(sel.To.Zone) && !ok {
		return units, sel.To.Zone, f.unfit(named.Terms(f.g.Printed)).AtZone(s, sel.To.Span)
	}
	return units, sel.To.Zone, nil
}

// refuse says what is wrong with an order.
func (f *arriveForm) refuse(o adjudicator.Order, s *orders.Statement, units field.UnitSet, to board.Zone) *orders.Diagnostic {
	return f.judge(f.sent(units, to)).AtZone(s, o.(order.Selection).To.Span)
}

// Accept implements [adjudicator.Form].
func (f *arriveForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	return f.group().Accept(o, s)
}

// Aim implements [adjudicator.Aimer]. The units stand first: some zones have the names of units.
func (f *arriveForm) Aim(o adjudicator.Offer, to adjudicator.Term) []adjudicator.Words {
	if len(o.Who) == 0 {
		return nil
	}
	return []adjudicator.Words{append(field.Join(adjudicator.Words{order.ActEnter.Word()}, o.Who), adjudicator.Keyword("to"), to)}
}

// chosen are the units of the draws among those that an order names, equal ones for those
// that come in any case, which may be named beside them.
func (f *arriveForm) chosen(named order.Force) (units field.UnitSet, ok bool) {
	if named.All {
		return f.pool, true
	}
	n := 0
	for _, it := range named.Items {
		n += it.Count
	}
	fixed, pool := f.fixed, f.pool
	if n == f.count {
		fixed = field.UnitSet{} // they are the draws alone
	}
	for _, it := range named.Items {
		for range it.Count {
			if same := f.g.Equal(fixed, it.Label, it.Weak); !same.Empty() {
				fixed.Drop(same.Nth(0))
				continue
			}
			u := f.g.Equal(pool, it.Label, it.Weak).Nth(0)
			if u == field.NoUnit {
				return units, false
			}
			pool.Drop(u)
			units.Add(u)
		}
	}
	ok = true
	for _, l := range named.Leaders {
		ok = ok && f.men.Has(l.Leader)
	}
	return units, ok
}

// some are units for a base: the strongest, or with a source random ones.
func (f *arriveForm) some(to board.Zone, r *rand.Rand) field.UnitSet {
	if r == nil {
		return f.take(to, f.g.strongest)
	}
	return f.take(to, func(from field.UnitSet, n int) field.UnitSet { return from.Draw(r, n) })
}

// take takes units for a base out of each draw.
func (f *arriveForm) take(to board.Zone, some func(from field.UnitSet, n int) field.UnitSet) (units field.UnitSet) {
	for _, d := range f.draws {
		from := d.from
		if ashore := from.Minus(f.g.Ships); to != f.g.thasos && ashore.Len() >= d.n {
			from = ashore
		}
		units = units.Or(some(from, d.n))
	}
	return f.g.Canonical(units, f.pool)
}

// Check implements [adjudicator.Form].
func (f *arriveForm) Check(a adjudicator.Answer) error { return f.group().Check(a) }

// Sample implements [adjudicator.Form].
func (f *arriveForm) Sample(r *rand.Rand) adjudicator.Answer { return f.group().Sample(r) }

// Default implements [adjudicator.Form]: the first base, and the strongest units.
func (f *arriveForm) Default() adjudicator.Answer { return f.group().Default() }

// Offers implements [adjudicator.Offerer].
func (f *arriveForm) Offers() adjudicator.Offers { return f.group().Offers() }

// Choices implements [adjudicator.Form].
func (f *arriveForm) Choices() []adjudicator.Choice { return f.group().Choices() }
