package battle

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// RerollForm is the question whether a throw is made once more, or which of several (8). The
// default lets it stand.
type RerollForm struct {
	form.Menu[MenuAnswer]
	G     Battles
	Of    rethrown
	zones board.Set // of the throws, of which one can be made again; empty for one throw
}

// Rethrowing makes one of a throw, or of those made in some zones.
func (g Battles) Rethrowing(of rethrown, zones board.Set) *RerollForm {
	f := &RerollForm{G: g, Of: of, zones: zones}
	f.Menu = form.Menu[MenuAnswer]{Open: f.open, Last: true, Same: MenuAnswer.Is, Of: f.meant,
		Refuse: func(_ adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
			return orders.IllegalAt(s, s.Span(), "reroll-or-accept", "8", "Order", s.Text, "Zones", g.ZoneTerms(zones))
		}}
	return f
}

// open are the throws that can be made again, and that all stand.
func (f *RerollForm) open() []MenuAnswer {
	all := make([]MenuAnswer, 0, f.zones.Len()+2)
	for z := range f.zones.All() {
		all = append(all, MenuAnswer{f.G, order.Single{Act: order.ActReroll, Zone: z}})
	}
	if len(all) == 0 {
		all = append(all, MenuAnswer{f.G, throwAnew})
	}
	return append(all, MenuAnswer{f.G, throwStands})
}

// meant is the answer of an order: "reroll" without a zone means the only throw there is.
func (f *RerollForm) meant(o adjudicator.Order) (MenuAnswer, bool) {
	x, ok := o.(order.Single)
	if x == throwAnew && f.zones.Len() == 1 {
		x.Zone = f.zones.First()
	}
	return MenuAnswer{f.G, x}, ok
}

// MenuAnswer is an answer that names one thing at most.
type MenuAnswer struct {
	G Battles
	order.Single
}

// Words is the order that gives the answer: "reroll at M5", "accept".
func (a MenuAnswer) Words() adjudicator.Words {
	w := adjudicator.Words{a.Act.Word()}
	if a.Zone != board.NoZone {
		w = append(w, adjudicator.Keyword("at"), a.G.ZoneTerm(a.Zone))
	}
	return w
}

// Is reports whether two answers say the same.
func (a MenuAnswer) Is(b MenuAnswer) bool { return a.Single == b.Single }

// UnitsForm is the form of a question that asks for some of one's units: a
// number of them, or ships whose force points have a given sum.
type UnitsForm struct {
	G        Battles
	Act      order.Act
	Rule     string
	From     field.UnitSet
	Min, Max int  // how many, unless sum is given
	Sum      int  // force points of ships; 0: count units
	Located  bool // from is in several zones
}

// UnitsAnswer is an answer to a UnitsForm.
type UnitsAnswer struct {
	Form  *UnitsForm
	Units field.UnitSet
}

// Words is the order that gives the answer: "lose 2xT10 T4w".
func (a UnitsAnswer) Words() adjudicator.Words {
	f := a.Form
	w := adjudicator.Words{f.Act.Word()}
	if a.Units.Empty() {
		return append(w, adjudicator.Keyword("none"))
	}
	if !f.Located {
		return append(w, f.G.Naming(a.Units, 0)...)
	}
	return append(w, f.G.LocatedWords(a.Units, 0, "at")...)
}

// LocatedWords names units and leaders with their zones: "T10w at M3 H4 at T5".
func (g Battles) LocatedWords(units field.UnitSet, men field.LeaderSet, preposition adjudicator.Keyword) adjudicator.Words {
	var w adjudicator.Words
	var zones board.Set
	for rest := units; !rest.Empty(); {
		zones.Add(g.Where[rest.Pop()])
	}
	for rest := men; rest != 0; {
		zones.Add(g.LeaderWhere[rest.Pop()])
	}
	for z := range zones.All() {
		w = append(w, g.Naming(units.And(g.At[z]), men&g.LeadersAt[z])...)
		w = append(w, preposition, g.ZoneTerm(z))
	}
	return w
}

// Accept implements [adjudicator.Form].
func (f *UnitsForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	sel, ok := o.(order.Selection)
	if !ok {
		return nil, field.NotNow(s, f.Rule)
	}
	units, _, d := order.Resolve(f.G.Field, s, sel.Parts, f.From, 0, f.Rule)
	if d != nil {
		return nil, d
	}
	if d := f.fits(units, s); d != nil {
		return nil, d
	}
	return UnitsAnswer{f, f.canonical(units)}, nil
}

// canonical takes equal units of the lowest index, where equal ones are in one
// zone.
func (f *UnitsForm) canonical(units field.UnitSet) field.UnitSet {
	if f.Located {
		return units
	}
	return f.G.Canonical(units, f.From)
}

// fits says what is wrong with a choice.
func (f *UnitsForm) fits(units field.UnitSet, s *orders.Statement) *orders.Diagnostic {
	verdict := f.judge(units)
	if verdict == form.Fits {
		return nil
	}
	named := f.G.Terms(units, 0)
	if f.Sum > 0 {
		return orders.IllegalAt(s, s.Span(), "losses-wrong-sum", f.Rule, "Units", named, "Sum", f.G.Sum(units), "Wanted", f.Sum,
			"Present", f.G.Terms(f.From, 0))
	}
	code, wanted := "too-few-units", f.Min
	if verdict == form.Over {
		code, wanted = "too-many-units", f.Max
	}
	return orders.IllegalAt(s, s.Span(), code, f.Rule, "Units", named, "Named", units.Len(), "Wanted", wanted,
		"Present", f.G.Terms(f.From, 0))
}

// Check implements [adjudicator.Form].
func (f *UnitsForm) Check(a adjudicator.Answer) error {
	x, ok := a.(UnitsAnswer)
	if !ok || !x.Units.Within(f.From) || f.judge(x.Units) != form.Fits {
		return field.ErrIllegal
	}
	return nil
}

// payment are the units of the form as things that pay: each for one, or ships for their
// force points.
type payment struct {
	form.Purse
	units  [draw.Most]field.UnitNo
	worths [draw.Most]int
	kinds  [draw.Most]draw.Set
}

// offer lays out units of the form, in an order.
func (f *UnitsForm) offer(p *payment, sets ...field.UnitSet) {
	n := 0
	for _, set := range sets {
		for ; !set.Empty(); n++ {
			p.units[n] = set.Pop()
			if p.worths[n] = 1; f.Sum > 0 {
				p.worths[n] = f.G.Strength(p.units[n])
			}
		}
	}
	p.Worth, p.Debt, p.Most = p.worths[:n], f.Min, f.Max
	if f.Sum > 0 {
		p.Debt, p.Most = f.Sum, f.Sum
	}
}

// taken are the units of a set of what is offered.
func (p *payment) taken(set draw.Set) (units field.UnitSet) {
	for set != 0 {
		units.Add(p.units[set.Pop()])
	}
	return units
}

// judge tells whether units are as many as are asked for, or of the sum.
func (f *UnitsForm) judge(units field.UnitSet) form.Verdict {
	var p payment
	f.offer(&p, units)
	return p.Judge(draw.All(len(p.Worth)))
}

// Sample implements [adjudicator.Form].
func (f *UnitsForm) Sample(r *rand.Rand) adjudicator.Answer {
	if f.Sum > 0 {
		return UnitsAnswer{f, f.bySum(f.From, r)}
	}
	n := f.Min
	if f.Max > f.Min {
		n += r.IntN(f.Max - f.Min + 1)
	}
	return UnitsAnswer{f, f.canonical(f.From.Draw(r, n))}
}

// Default gives up as little as it can: it weakens fresh units rather than have
// weakened ones eliminated, the weakest first, and takes nothing where nothing
// need be taken. What may be recovered is recovered, the strongest first.
func (f *UnitsForm) Default() adjudicator.Answer {
	g := f.G
	if f.Sum > 0 {
		return UnitsAnswer{f, f.bySum(f.From, nil)}
	}
	if f.Act == order.ActRecover {
		return UnitsAnswer{f, f.canonical(f.From.Best(f.Max, func(u field.UnitNo) int { return g.Pieces[u].Full }))}
	}
	return UnitsAnswer{f, f.canonical(f.From.Best(f.Min, func(u field.UnitNo) int {
		if g.Weak.Has(u) {
			return -g.Strength(u) - 100
		}
		return -g.Strength(u)
	}))}
}

// bySum takes ships with the right sum of force points: at random, or fresh ones
// as far as possible.
func (f *UnitsForm) bySum(from field.UnitSet, r *rand.Rand) field.UnitSet {
	var p payment
	f.offer(&p, from.Minus(f.G.Weak), from.And(f.G.Weak))
	picked, _ := p.Usual()
	if r != nil {
		picked, _ = p.Draw(r)
	}
	return f.canonical(p.taken(picked))
}

// Choices implements [adjudicator.Form].
func (f *UnitsForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	f.each(form.MostListed+1, func(units field.UnitSet) {
		choices = append(choices, adjudicator.Choice{Words: UnitsAnswer{f, units}.Words()})
	})
	if len(choices) > form.MostListed {
		choices = []adjudicator.Choice{{Words: f.Default().Words(),
			Note: adjudicator.Say("bey.note.for-example", "Units", f.G.Terms(f.From, 0))}}
	}
	return choices
}

// Open reports whether there is more than one answer.
func (f *UnitsForm) Open() bool {
	n := 0
	f.each(2, func(field.UnitSet) { n++ })
	return n > 1
}

// each calls yield with the different answers, at most limit of them. Answers
// with the same counters in the same zones are not different.
func (f *UnitsForm) each(limit int, yield func(field.UnitSet)) {
	var p payment
	f.offer(&p, f.From)
	n, sorted := 0, field.UnitSet{}
	for i, u := range p.units[:len(p.Worth)] {
		if sorted.Has(u) {
			continue
		}
		kind := f.G.Equal(f.From.Minus(sorted), f.G.Pieces[u].Label, f.G.Weak.Has(u))
		if f.Located {
			kind = kind.And(f.G.At[f.G.Where[u]])
		}
		for j := i; j < len(p.Worth); j++ {
			if kind.Has(p.units[j]) {
				p.kinds[n].Add(draw.Lot(j))
			}
		}
		sorted = sorted.Or(kind)
		n++
	}
	p.Alike = p.kinds[:n]
	p.Each(limit, func(set draw.Set) { yield(p.taken(set)) })
}

// Offers implements [adjudicator.Offerer]: nobody goes anywhere.
func (f *UnitsForm) Offers() adjudicator.Offers { return adjudicator.OnlyKinds(f.Choices()) }
