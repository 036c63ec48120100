package amphipolis

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
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

// Accept implements [adjudicator.Form].
func (f *arriveForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	sel, ok := o.(order.Selection)
	if !ok || sel.Act != order.ActEnter || sel.None {
		return nil, field.NotNow(s, "B.2")
	}
	a := arrival{form: f, to: sel.To.Zone}
	var named order.Force
	for _, p := range sel.Parts {
		named.All = named.All || p.Force.All
		named.Items = append(named.Items, p.Force.Items...)
		named.Leaders = append(named.Leaders, p.Force.Leaders...)
	}
	a.units, ok = f.chosen(named)
	bad := f.judge(a)
	if f.zones.Has(a.to) && !ok {
		bad = f.unfit(named.Terms(f.g.Printed))
	}
	if bad != nil {
		return nil, bad.AtZone(s, sel.To.Span)
	}
	return a, nil
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

// Check implements [adjudicator.Form].
func (f *arriveForm) Check(x adjudicator.Answer) error {
	a, ok := x.(arrival)
	if !ok {
		return fmt.Errorf("%w: %T", field.ErrIllegal, x)
	}
	return f.judge(a).Err()
}

// take makes an answer with units that are taken out of each draw.
func (f *arriveForm) take(to board.Zone, some func(from field.UnitSet, n int) field.UnitSet) arrival {
	a := arrival{form: f, to: to}
	for _, d := range f.draws {
		from := d.from
		if ashore := from.Minus(f.g.Ships); to != f.g.thasos && ashore.Len() >= d.n {
			from = ashore
		}
		a.units = a.units.Or(some(from, d.n))
	}
	a.units = f.g.Canonical(a.units, f.pool)
	return a
}

// Sample implements [adjudicator.Form].
func (f *arriveForm) Sample(r *rand.Rand) adjudicator.Answer {
	return f.take(f.zones.Nth(r.IntN(f.zones.Len())), func(from field.UnitSet, n int) field.UnitSet { return from.Draw(r, n) })
}

// Default implements [adjudicator.Form]: the first base, and the strongest units.
func (f *arriveForm) Default() adjudicator.Answer { return f.take(f.zones.First(), f.g.strongest) }

// Choices implements [adjudicator.Form].
func (f *arriveForm) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for z := range f.zones.All() {
		c := adjudicator.Choice{Words: f.take(z, f.g.strongest).Words()}
		if f.count > 0 {
			c.Note = adjudicator.Say("amphipolis.note.enter")
		}
		all = append(all, c)
	}
	return all
}
