package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// advanceInto lets the besieger move units and leaders that are next to a port
// into it (5.2). Leaders that the enemy left there are captured then (4.2.4).
func (g *game) advanceInto(t *adjudicator.Table, s *siege) {
	f := &portForm{g: g, side: s.besieger, act: actAdvance, ports: board.SetOf(s.port), rule: "5.2"}
	if f.movers(s.port).empty() {
		return
	}
	q := adjudicator.Question{Kind: "advance", Rule: "5.2", Verbs: verbsAdvance, Reaction: true, Form: f}
	if t.Heard() {
		units, men := g.besiegers(s)
		q.Prompt = adjudicator.Say("hellespont.ask.advance", "Zone", g.zoneTerm(s.port), "Who", g.terms(units, men))
	}
	a := t.Ask(s.besieger, q).(entering)
	if a.to != board.NoZone {
		g.enterPort(t, a, "5.2")
	}
	g.strand(t, s.besieger.Other(), s.port)
}

// enterPort moves units and leaders into a port next to them.
func (g *game) enterPort(t *adjudicator.Table, a entering, rule string) {
	if t.Heard() {
		from := g.zonesOf(a.units).First()
		if men := a.men; from == board.NoZone {
			from = g.leaderWhere[men.pop()]
		}
		g.show(t, rule, 1, g.mark("move", a.form.side, from, a.to), "entered-port",
			"Side", g.sideTerm(a.form.side), "Who", g.terms(a.units, a.men), "Zone", g.zoneTerm(a.to))
	}
	for rest := a.units; !rest.empty(); {
		g.place(rest.pop(), a.to)
	}
	for rest := a.men; rest != 0; {
		g.placeLeader(rest.pop(), a.to)
	}
}

// portForm is the question what to move into ports next door: after a siege (5.2),
// or freely in the adjustments (D.2).
type portForm struct {
	g     *game
	side  adjudicator.Side
	act   act
	ports board.Set
	rule  string
}

// entering is the answer to a portForm. Nobody moves if to is NoZone.
type entering struct {
	form  *portForm
	units unitSet
	men   leaderSet
	to    board.Zone
}

// Words implements [adjudicator.Answer].
func (a entering) Words() adjudicator.Words {
	w := adjudicator.Words{verbOf[a.form.act]}
	if a.to == board.NoZone {
		return append(w, adjudicator.Keyword("none"))
	}
	return append(append(w, a.form.g.locatedWords(a.units, a.men, "from")...), adjudicator.Keyword("to"), a.form.g.zoneTerm(a.to))
}

// doors returns the zones from which units of a class enter a port: ships by its
// anchor, land units by land or off the ships.
func (f *portForm) doors(port board.Zone, c class) board.Set {
	if c == naval {
		return f.g.board.Near(port, board.BySea)
	}
	return f.g.board.Near(port, board.ByLand).Union(f.g.board.Near(port, board.BySea))
}

// movers returns the units that could enter a port, room apart.
func (f *portForm) movers(port board.Zone) unitSet {
	g := f.g
	var units unitSet
	for z := range f.doors(port, naval).Intersect(g.seas).All() {
		units = units.or(g.unitsAt(f.side, z))
	}
	for z := range f.doors(port, land).Intersect(g.lands).All() {
		units = units.or(g.landAt(f.side, z))
	}
	return units
}

// men returns the leaders that could enter a port. One who is ill stays (7, S20).
func (f *portForm) men(port board.Zone) leaderSet {
	var men leaderSet
	for z := range f.g.board.Near(port, board.Any).All() {
		men |= f.g.leadersOf(f.side, z)
	}
	return men &^ f.g.ill
}

// judge says which rule forbids an entry.
func (f *portForm) judge(a *entering) *fault {
	g := f.g
	if a.to == board.NoZone {
		return nil
	}
	if !f.ports.Has(a.to) {
		return &fault{"port-not-open", f.rule, 0, []any{"Zone", g.zoneTerm(a.to), "Zones", g.zoneTerms(f.ports)}}
	}
	if a.units.empty() && a.men == 0 {
		return &fault{"nothing-moves", f.rule, faultForce, nil}
	}
	if away := a.units.minus(f.movers(a.to)); !away.empty() || a.men&^f.men(a.to) != 0 {
		return &fault{"not-next-to-port", f.rule, faultForce, []any{"Who", g.terms(away, a.men&^f.men(a.to)), "Zone", g.zoneTerm(a.to)}}
	}
	for c, units := range [2]unitSet{naval: a.units.and(g.ships), land: a.units.minus(g.ships)} {
		there := g.navalAt(f.side, a.to)
		if class(c) == land {
			there = g.landAt(f.side, a.to)
		}
		if pf := int(g.pf[f.side][c][a.to]) + g.sum(units); g.overfull(a.to, class(c), there.len()+units.len(), pf) {
			limit := g.board.Limit(a.to, boardClass[c])
			return &fault{"port-full", "3.6", faultForce, []any{"Zone", g.zoneTerm(a.to), "PF", pf, "Limit", limit.PF}}
		}
	}
	return g.judgeLeft(f.side, a.units, a.men, f.rule)
}

// judgeLeft checks what units and leaders leave behind at sea: ships still carry
// their troops (3.3), and no leader is without one (3.1).
func (g *game) judgeLeft(s adjudicator.Side, units unitSet, men leaderSet, rule string) *fault {
	for z := range g.zonesOf(units.and(g.ships)).Intersect(g.seas).All() {
		gone := units.and(g.at[z])
		fleet := g.navalPF(s, z) - g.sum(gone.and(g.ships))
		carried := g.landPF(s, z) - g.sum(gone.minus(g.ships))
		if fleet < 5*carried {
			return &fault{"overloaded-behind", "3.3", faultForce, []any{"Zone", g.zoneTerm(z), "Carried", carried,
				"Fleet", fleet, "Limit", fleet / 5}}
		}
		if left := g.leadersOf(s, z) &^ men; fleet == 0 && left != 0 {
			return &fault{"leader-without-ship", "3.1", faultForce, []any{"Leader", g.terms(unitSet{}, left)}}
		}
	}
	return nil
}

// Accept implements [adjudicator.Form].
func (f *portForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	sel, ok := o.(selection)
	if !ok || sel.act != f.act {
		return nil, notNow(s, f.rule)
	}
	if sel.none {
		return entering{form: f, to: board.NoZone}, nil
	}
	a := entering{form: f, to: sel.to.zone}
	if a.to == board.NoZone && f.ports.Len() == 1 {
		a.to = f.ports.First()
	}
	if !f.ports.Has(a.to) {
		return nil, f.judge(&a).in(s, sel.to.span)
	}
	var d *orders.Diagnostic
	if a.units, a.men, d = resolve(f.g, s, sel.parts, f.movers(a.to), f.men(a.to), f.rule); d != nil {
		return nil, d
	}
	if bad := f.judge(&a); bad != nil {
		return nil, bad.in(s, s.Span())
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *portForm) Check(x adjudicator.Answer) error {
	a, ok := x.(entering)
	if !ok {
		return errIllegal
	}
	if bad := f.judge(&a); bad != nil {
		return bad
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *portForm) Sample(r *rand.Rand) adjudicator.Answer {
	return f.sample(r, nthZone(f.ports, r.IntN(f.ports.Len())))
}

// sample fills a port with random movers until one does not fit.
func (f *portForm) sample(r *rand.Rand, port board.Zone) entering {
	a := entering{form: f, to: port}
	for rest := f.movers(port); !rest.empty() && r.IntN(5) != 0; {
		u := rest.nth(r.IntN(rest.len()))
		rest.drop(u)
		b := a
		b.units.add(u)
		if f.judge(&b) != nil {
			continue
		}
		a = b
	}
	if men := f.men(port); men != 0 && r.IntN(2) == 0 {
		b := a
		b.men = men & -men
		if f.judge(&b) == nil {
			a = b
		}
	}
	if a.units.empty() {
		return entering{form: f, to: board.NoZone}
	}
	return a
}

// fill lets everybody enter a port for whom there is room, in the order of the
// counters.
func (f *portForm) fill(port board.Zone) entering {
	a := entering{form: f, to: port}
	for before := -1; a.units.len() > before; { // ships are free to go once their troops have
		before = a.units.len()
		for rest := f.movers(port).minus(a.units); !rest.empty(); {
			b := a
			b.units.add(rest.pop())
			if f.judge(&b) == nil {
				a = b
			}
		}
	}
	return a
}

// Default implements [adjudicator.Form]: into a port that has just fallen goes the
// weakest unit that can hold it; otherwise nothing moves.
func (f *portForm) Default() adjudicator.Answer {
	none := entering{form: f, to: board.NoZone}
	if f.act != actAdvance {
		return none
	}
	port := f.ports.First()
	best := none
	for rest := f.movers(port); !rest.empty(); {
		u := rest.pop()
		a := entering{form: f, units: unitsOf(u), to: port}
		if f.judge(&a) == nil && (best.to == board.NoZone || f.g.strength(u) < f.g.sum(best.units)) {
			best = a
		}
	}
	return best
}

// Choices implements [adjudicator.Form].
func (f *portForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	for port := range f.ports.All() {
		a := f.fill(port)
		if a.units.empty() {
			continue
		}
		choices = append(choices, adjudicator.Choice{Words: a.Words(),
			Note: adjudicator.Say("hellespont.note.port-room", "Naval", f.g.board.Limit(port, board.NavalUnits).PF,
				"Land", f.g.board.Limit(port, board.LandUnits).PF)})
	}
	if f.act == actAdvance {
		choices = append(choices, adjudicator.Choice{Words: entering{form: f, to: board.NoZone}.Words()})
	}
	return choices
}
