package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// menu is the form of a question with a few legal answers, each of which names
// one thing at most. The last one is the default.
type menu struct {
	g       *game
	options []single
	code    string // of the fault of naming anything else
	rule    string

	of     rethrown // the throw that may be made again, or nil
	guide  guide    // what standing orders say to any other choice, or nil
	asides asides   // what may be played before
}

// guide tells what standing orders say to a menu.
type guide interface {
	// follow returns what one says, and whether it says anything.
	follow(m *menu, st adjudicator.Standing) (single, bool)
}

// menuAnswer is an answer to a menu.
type menuAnswer struct {
	g *game
	single
}

// Words is the order that gives the answer: "evade to M5", "stand".
func (a menuAnswer) Words() adjudicator.Words {
	w := adjudicator.Words{verbOf[a.act]}
	switch {
	case a.act == actEvade:
		w = append(w, adjudicator.Keyword("to"), a.g.zoneTerm(a.zone))
	case a.act == actReroll && a.zone != board.NoZone:
		w = append(w, adjudicator.Keyword("at"), a.g.zoneTerm(a.zone))
	case a.act == actSiege && a.zone == board.NoZone:
		w = append(w, adjudicator.Keyword("none"))
	case a.act == actSiege:
		w = append(w, a.g.zoneTerm(a.zone))
	}
	return w
}

func (m *menu) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	if x, ok := o.(single); ok && m.has(x) {
		return menuAnswer{m.g, x}, nil
	}
	switch x := o.(type) {
	case evadeOrder:
		if way, ok := m.wayOut(x.to); ok {
			return menuAnswer{m.g, way}, nil
		}
		if stand := (single{actStand, board.NoZone}); x.stand && m.has(stand) {
			return menuAnswer{m.g, stand}, nil
		}
	case siegeAll:
		if first := m.options[0]; first.act == actSiege && first.zone != board.NoZone {
			return menuAnswer{m.g, first}, nil
		}
	}
	if p, d, ok := m.asides.accept(o, s); ok {
		return p, d
	}
	var zones board.Set
	for _, x := range m.options {
		if x.zone != board.NoZone {
			zones.Add(x.zone)
		}
	}
	return nil, orders.IllegalAt(s, s.Span(), m.code, m.rule, "Order", s.Text, "Zones", m.g.zoneTerms(zones))
}

func (m *menu) has(x single) bool {
	for _, o := range m.options {
		if o == x {
			return true
		}
	}
	return false
}

func (m *menu) Check(a adjudicator.Answer) error {
	if x, ok := a.(menuAnswer); ok && m.has(x.single) {
		return nil
	}
	if err, ok := m.asides.check(a); ok {
		return err
	}
	return errIllegal
}

func (m *menu) Sample(r *rand.Rand) adjudicator.Answer {
	if p := m.asides.sample(r); p != nil {
		return p
	}
	return menuAnswer{m.g, m.options[r.IntN(len(m.options))]}
}

func (m *menu) Default() adjudicator.Answer {
	return menuAnswer{m.g, m.options[len(m.options)-1]}
}

func (m *menu) Choices() []adjudicator.Choice {
	choices := make([]adjudicator.Choice, len(m.options))
	for i, o := range m.options {
		choices[i].Words = menuAnswer{m.g, o}.Words()
	}
	return append(choices, m.asides.choices()...)
}

// unitsForm is the form of a question that asks for some of one's units: a
// number of them, or ships whose force points have a given sum.
type unitsForm struct {
	g        *game
	act      act
	rule     string
	from     unitSet
	min, max int  // how many, unless sum is given
	sum      int  // force points of ships; 0: count units
	located  bool // from is in several zones
}

// unitsAnswer is an answer to a unitsForm.
type unitsAnswer struct {
	form  *unitsForm
	units unitSet
}

// Words is the order that gives the answer: "lose 2xT10 T4w".
func (a unitsAnswer) Words() adjudicator.Words {
	f := a.form
	w := adjudicator.Words{verbOf[f.act]}
	if a.units.empty() {
		return append(w, adjudicator.Keyword("none"))
	}
	if !f.located {
		return append(w, f.g.words(a.units, 0)...)
	}
	return append(w, f.g.locatedWords(a.units, 0, "at")...)
}

// locatedWords names units and leaders with their zones: "T10w at M3 H4 at T5".
func (g *game) locatedWords(units unitSet, men leaderSet, preposition adjudicator.Keyword) adjudicator.Words {
	var w adjudicator.Words
	var zones board.Set
	for rest := units; !rest.empty(); {
		zones.Add(g.where[rest.pop()])
	}
	for rest := men; rest != 0; {
		zones.Add(g.leaderWhere[rest.pop()])
	}
	for z := range zones.All() {
		w = append(w, g.words(units.and(g.at[z]), men&g.leadersAt[z])...)
		w = append(w, preposition, g.zoneTerm(z))
	}
	return w
}

func (f *unitsForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	sel, ok := o.(selection)
	if !ok {
		return nil, notNow(s, f.rule)
	}
	units, _, d := resolve(f.g, s, sel.parts, f.from, 0, f.rule)
	if d != nil {
		return nil, d
	}
	if d := f.fits(units, s); d != nil {
		return nil, d
	}
	return unitsAnswer{f, f.canonical(units)}, nil
}

// canonical takes equal units of the lowest index, where equal ones are in one
// zone.
func (f *unitsForm) canonical(units unitSet) unitSet {
	if f.located {
		return units
	}
	return f.g.canonical(units, f.from)
}

// fits says what is wrong with a choice.
func (f *unitsForm) fits(units unitSet, s *orders.Statement) *orders.Diagnostic {
	named := f.g.terms(units, 0)
	if f.sum > 0 {
		if got := f.g.sum(units); got != f.sum {
			return orders.IllegalAt(s, s.Span(), "losses-wrong-sum", f.rule, "Units", named, "Sum", got, "Wanted", f.sum,
				"Present", f.g.terms(f.from, 0))
		}
		return nil
	}
	n := units.len()
	switch {
	case n < f.min:
		return orders.IllegalAt(s, s.Span(), "too-few-units", f.rule, "Units", named, "Named", n, "Wanted", f.min,
			"Present", f.g.terms(f.from, 0))
	case n > f.max:
		return orders.IllegalAt(s, s.Span(), "too-many-units", f.rule, "Units", named, "Named", n, "Wanted", f.max,
			"Present", f.g.terms(f.from, 0))
	}
	return nil
}

func (f *unitsForm) Check(a adjudicator.Answer) error {
	x, ok := a.(unitsAnswer)
	if !ok || !x.units.within(f.from) {
		return errIllegal
	}
	if f.sum > 0 {
		if f.g.sum(x.units) != f.sum {
			return errIllegal
		}
		return nil
	}
	if n := x.units.len(); n < f.min || n > f.max {
		return errIllegal
	}
	return nil
}

func (f *unitsForm) Sample(r *rand.Rand) adjudicator.Answer {
	if f.sum > 0 {
		return unitsAnswer{f, f.bySum(f.from, r)}
	}
	n := f.min
	if f.max > f.min {
		n += r.IntN(f.max - f.min + 1)
	}
	var units unitSet
	for rest := f.from; n > 0; n-- {
		u := rest.nth(r.IntN(rest.len()))
		rest.drop(u)
		units.add(u)
	}
	return unitsAnswer{f, f.canonical(units)}
}

// Default gives up as little as it can: it weakens fresh units rather than have
// weakened ones eliminated, the weakest first, and takes nothing where nothing
// need be taken. What may be recovered is recovered, the strongest first.
func (f *unitsForm) Default() adjudicator.Answer {
	g := f.g
	if f.sum > 0 {
		return unitsAnswer{f, f.bySum(f.from, nil)}
	}
	n := f.min
	if f.act == actRecover {
		n = f.max
	}
	var units unitSet
	for rest := f.from; n > 0; n-- {
		best, bestCost := noUnit, 0
		for set := rest; !set.empty(); {
			u := set.pop()
			cost := g.strength(u)
			switch {
			case f.act == actRecover:
				cost = -g.units[u].full
			case g.weak.has(u):
				cost += 100
			}
			if best == noUnit || cost < bestCost {
				best, bestCost = u, cost
			}
		}
		rest.drop(best)
		units.add(best)
	}
	return unitsAnswer{f, f.canonical(units)}
}

// bySum takes ships with the right sum of force points: at random, or fresh ones
// as far as possible.
func (f *unitsForm) bySum(from unitSet, r *rand.Rand) unitSet {
	var ships [bey.MaxShips]unit
	var values [bey.MaxShips]int
	n := 0
	for _, set := range [2]unitSet{from.minus(f.g.weak), from.and(f.g.weak)} {
		for !set.empty() {
			ships[n] = set.pop()
			values[n] = f.g.strength(ships[n])
			n++
		}
	}
	picked, _ := bey.PickSum(values[:n], f.sum, r)
	var units unitSet
	for i := range n {
		if picked&(1<<i) != 0 {
			units.add(ships[i])
		}
	}
	return f.canonical(units)
}

// maxChoices bounds how many answers a template lists one by one.
const maxChoices = 12

func (f *unitsForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	f.each(maxChoices+1, func(units unitSet) {
		choices = append(choices, adjudicator.Choice{Words: unitsAnswer{f, units}.Words()})
	})
	if len(choices) > maxChoices {
		choices = []adjudicator.Choice{{Words: f.Default().Words(),
			Note: adjudicator.Say("hellespont.note.for-example", "Units", f.g.terms(f.from, 0))}}
	}
	return choices
}

// open reports whether there is more than one answer.
func (f *unitsForm) open() bool {
	n := 0
	f.each(2, func(unitSet) { n++ })
	return n > 1
}

// each calls yield with the different answers, at most limit of them. Answers
// with the same counters in the same zones are not different.
func (f *unitsForm) each(limit int, yield func(unitSet)) {
	var kinds [maxUnits]unitSet
	n := 0
	for rest := f.from; !rest.empty(); n++ {
		first := rest
		u := first.pop()
		kinds[n] = f.g.equal(rest, f.g.units[u].label, f.g.weak.has(u))
		if f.located {
			kinds[n] = kinds[n].and(f.g.at[f.g.where[u]])
		}
		rest = rest.minus(kinds[n])
	}
	f.extend(kinds[:n], unitSet{}, 0, 0, &limit, yield)
}

// extend goes through the numbers of units of the first kind.
func (f *unitsForm) extend(kinds []unitSet, chosen unitSet, count, sum int, limit *int, yield func(unitSet)) {
	if *limit == 0 || f.sum > 0 && sum > f.sum || f.sum == 0 && count > f.max {
		return
	}
	if len(kinds) == 0 {
		if f.sum > 0 && sum == f.sum || f.sum == 0 && count >= f.min {
			*limit--
			yield(chosen)
		}
		return
	}
	for set := kinds[0]; ; count++ {
		f.extend(kinds[1:], chosen, count, sum, limit, yield)
		if set.empty() {
			return
		}
		u := set.pop()
		chosen.add(u)
		sum += f.g.strength(u)
	}
}

// resolve finds the units and leaders that the parts of a selection name. A unit
// named without its zone must not leave open which zone is meant.
func resolve(g *game, s *orders.Statement, parts []part, from unitSet, men leaderSet, rule string) (unitSet, leaderSet, *orders.Diagnostic) {
	var units unitSet
	var leaders leaderSet
	for _, p := range parts {
		set, captains := from.minus(units), men&^leaders
		zone := p.at.zone
		if p.at.given() {
			set, captains = set.and(g.at[zone]), captains&g.leadersAt[zone]
		} else {
			zone = g.onlyZone(set)
			for _, it := range p.force.items {
				if same := g.equal(set, it.label, it.weak); same.len() > it.count && g.onlyZone(same) == board.NoZone {
					return units, leaders, orders.IllegalAt(s, it.span, "say-where", rule,
						"Unit", unitTerm(it.count, g.labels[it.label], it.weak), "Zones", g.zoneTerms(g.zonesOf(same)))
				}
			}
		}
		u, l, d := pick(g, s, p.force, set, captains, zone, rule)
		if d != nil {
			if zone == board.NoZone { // no one zone to speak of
				d.Code = "not-among-these"
			}
			return units, leaders, d
		}
		units, leaders = units.or(u), leaders|l
	}
	return units, leaders, nil
}

// zonesOf returns the zones where units are.
func (g *game) zonesOf(set unitSet) board.Set {
	var zones board.Set
	for !set.empty() {
		zones.Add(g.where[set.pop()])
	}
	return zones
}

// onlyZone returns the zone where all units of a set are, or NoZone.
func (g *game) onlyZone(set unitSet) board.Zone {
	zones := g.zonesOf(set)
	if zones.Len() != 1 {
		return board.NoZone
	}
	return zones.First()
}
