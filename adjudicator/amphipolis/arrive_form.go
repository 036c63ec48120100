package amphipolis

import (
	"fmt"
	"math/rand/v2"

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
	first adjudicator.Side // whose arrivals are placed first
	zones board.Set        // where they may come
	fixed field.UnitSet    // who comes in any case
	men   field.LeaderSet
	draws []drawing
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
	return field.Join(adjudicator.Words{order.VerbOf[order.ActEnter], f.g.ZoneTerm(a.to)}, f.g.Naming(f.fixed.Or(a.units), f.men))
}

// empty reports whether nobody comes.
func (f *arriveForm) empty() bool {
	for _, d := range f.draws {
		if d.n > 0 {
			return false
		}
	}
	return f.fixed.Empty() && f.men == 0
}

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
		seen := map[field.UnitType]bool{}
		count := 0
		for i, d := range f.draws {
			if d.n == 0 {
				continue
			}
			count += d.n
			for _, x := range f.d.Stock[i].Types {
				if !seen[x] {
					seen[x] = true
					types = append(types, adjudicator.Term{Kind: field.TypeKind, ID: x.String()})
				}
			}
		}
		q.Prompt = adjudicator.Say("amphipolis.ask.arrive", "Who", f.g.Terms(f.fixed, f.men), "Zones", f.g.ZoneTerms(f.zones),
			"Types", types, "Count", count, "Stock", f.g.Terms(f.pool(), 0))
	}
	return q
}

// pool is what the draws can take.
func (f *arriveForm) pool() (units field.UnitSet) {
	for _, d := range f.draws {
		units = units.Or(d.from)
	}
	return units
}

// judge returns the rule that forbids an answer, or nil.
func (f *arriveForm) judge(a arrival) *field.Fault {
	if !f.zones.Has(a.to) || a.units.Meets(f.g.Ships) && a.to != f.g.thasos {
		return &field.Fault{Code: "arrive-where", Rule: "B.2", Args: []any{"Zone", f.g.Perhaps(a.to), "Zones", f.g.ZoneTerms(f.zones)}}
	}
	count, all := 0, true
	for _, d := range f.draws {
		count += d.n
		all = all && a.units.And(d.from).Len() == d.n
	}
	if !all || a.units.Len() != count {
		return &field.Fault{Code: "arrive-units", Rule: "B.2", Step: field.FaultForce,
			Args: []any{"Units", f.g.Terms(a.units, 0), "Count", count, "Stock", f.g.Terms(f.pool(), 0)}}
	}
	return nil
}

// Accept implements [adjudicator.Form].
func (f *arriveForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	sel, ok := o.(order.Selection)
	if !ok || sel.Act != order.ActEnter || sel.None {
		return nil, field.NotNow(s, "B.2")
	}
	a := arrival{form: f, to: sel.To.Zone}
	if !f.zones.Has(a.to) {
		return nil, f.judge(a).In(s, sel.To.Span)
	}
	left, named := f.g.stock(f.d.Side).Or(f.fixed), field.UnitSet{}
	for _, p := range sel.Parts {
		units, _, d := order.Pick(&f.g.Field, s, p.Force, left, f.men, board.NoZone, "B.2")
		if d != nil {
			return nil, orders.IllegalAt(s, p.Force.Span, "arrive-units", "B.2",
				"Units", argOf(d, "Unit"), "Count", f.fixed.Len()+f.count(), "Stock", f.g.Terms(f.pool().Or(f.fixed), 0))
		}
		named, left = named.Or(units), left.Minus(units)
	}
	a.units = f.chosen(named)
	if bad := f.judge(a); bad != nil {
		return nil, bad.In(s, s.Span())
	}
	return a, nil
}

// argOf is an argument of a fault, by its name.
func argOf(d *orders.Diagnostic, name string) any {
	for i := 0; i+1 < len(d.Args); i += 2 {
		if d.Args[i] == name {
			return d.Args[i+1]
		}
	}
	return nil
}

// count is how many units the draws take.
func (f *arriveForm) count() (n int) {
	for _, d := range f.draws {
		n += d.n
	}
	return n
}

// chosen are the units of the draws among those that an order names: those that come in
// any case may be named beside them.
func (f *arriveForm) chosen(named field.UnitSet) field.UnitSet {
	if len(f.draws) > 0 && named.Len() == f.count() {
		return f.g.Canonical(f.moved(named), f.pool())
	}
	for rest := f.fixed; !rest.Empty(); {
		u := rest.Pop()
		if same := f.g.Equal(named, f.g.Pieces[u].Label, false); !same.Empty() {
			if same.Has(u) {
				named.Drop(u)
			} else {
				named.Drop(same.Pop())
			}
		}
	}
	return f.g.Canonical(f.moved(named), f.pool())
}

// moved replaces units that come in any case by equal ones of the draws.
func (f *arriveForm) moved(named field.UnitSet) field.UnitSet {
	for rest := named.And(f.fixed); !rest.Empty(); {
		u := rest.Pop()
		if same := f.g.Equal(f.pool().Minus(named), f.g.Pieces[u].Label, false); !same.Empty() {
			named.Drop(u)
			named.Add(same.Pop())
		}
	}
	return named
}

// Check implements [adjudicator.Form].
func (f *arriveForm) Check(x adjudicator.Answer) error {
	a, ok := x.(arrival)
	if !ok {
		return fmt.Errorf("%w: %T", field.ErrIllegal, x)
	}
	return f.judge(a).Err()
}

// take makes an answer with units chosen one by one.
func (f *arriveForm) take(to board.Zone, pick func(from field.UnitSet) field.UnitNo) arrival {
	a := arrival{form: f, to: to}
	for _, d := range f.draws {
		left := d.from
		if to != f.g.thasos && left.Minus(f.g.Ships).Len() >= d.n {
			left = left.Minus(f.g.Ships)
		}
		for range d.n {
			u := pick(left)
			left.Drop(u)
			a.units.Add(u)
		}
	}
	a.units = f.g.Canonical(a.units, f.pool())
	return a
}

// Sample implements [adjudicator.Form].
func (f *arriveForm) Sample(r *rand.Rand) adjudicator.Answer {
	return f.take(f.zones.Nth(r.IntN(f.zones.Len())), func(from field.UnitSet) field.UnitNo { return from.Nth(r.IntN(from.Len())) })
}

// strongest is the unit of most force points of a set, the first of equals.
func (f *arriveForm) strongest(from field.UnitSet) field.UnitNo {
	best := from.Nth(0)
	for rest := from; !rest.Empty(); {
		if u := rest.Pop(); f.g.Pieces[u].Full > f.g.Pieces[best].Full {
			best = u
		}
	}
	return best
}

// Default implements [adjudicator.Form]: the first base, and the strongest units.
func (f *arriveForm) Default() adjudicator.Answer { return f.take(f.zones.First(), f.strongest) }

// Choices implements [adjudicator.Form].
func (f *arriveForm) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for z := range f.zones.All() {
		c := adjudicator.Choice{Words: f.take(z, f.strongest).Words()}
		if f.count() > 0 {
			c.Note = adjudicator.Say("amphipolis.note.enter")
		}
		all = append(all, c)
	}
	return all
}
