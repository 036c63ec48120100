package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// refuges returns the zones next to z to which the units of a side can withdraw
// by themselves: ships by sea, land units by land, never into a base, nor where
// enemy units are (4.2.1, 4.2.4).
func (g *game) refuges(s adjudicator.Side, z board.Zone) board.Set {
	way := board.ByLand
	if g.seas.Has(z) {
		way = board.BySea
	}
	return g.board.Near(z, way).Minus(g.held[s.Other()]).Minus(g.shutTo(s))
}

// retreat makes the loser of a combat leave its zone (4.2.4). He chooses where to,
// for all his units at once or for some of them at a time. What cannot leave is
// eliminated.
func (g *game) retreat(t *adjudicator.Table, b *battle, s adjudicator.Side) {
	var reached board.Set
	for {
		f := &retreatForm{g: g, side: s, from: b.zone, near: g.refuges(s, b.zone)}
		f.units, f.men = g.unitsAt(s, b.zone), g.leadersOf(s, b.zone)
		if f.units.empty() && f.men == 0 {
			break
		}
		f.landings()
		if f.near.Empty() && f.over.Empty() {
			g.cutDown(t, s, b.zone)
			break
		}
		a := f.only()
		if a.to == board.NoZone {
			q := adjudicator.Question{Kind: "retreat", Rule: "4.2.4", Verbs: verbsRetreat, Reaction: true, Form: f}
			if t.Heard() {
				q.Prompt = adjudicator.Say("hellespont.ask.retreat", "Zone", g.zoneTerm(b.zone),
					"Who", g.terms(f.units, f.men), "Zones", g.zoneTerms(f.near.Union(f.over)))
			}
			a = t.Ask(s, q).(retirement)
		}
		g.withdrawTo(t, "4.2.4", a)
		reached.Add(a.to)
	}
	for z := range reached.All() {
		g.relieve(t, s, z)
	}
}

// cutDown eliminates units that must retreat and cannot. Their leaders are alone
// then, and captured.
func (g *game) cutDown(t *adjudicator.Table, s adjudicator.Side, z board.Zone) {
	units := g.unitsAt(s, z)
	if !units.empty() {
		g.tell(t, "4.2.4", 1, "no-retreat", "Side", g.sideTerm(s), "Zone", g.zoneTerm(z), "Units", g.terms(units, 0))
	}
	for !units.empty() {
		g.eliminate(units.pop())
	}
	g.strand(t, s, z)
	for men := g.leadersOf(s, z); men != 0; { // the victor has lost everything too
		g.dismiss(men.pop(), captured)
	}
}

// withdrawTo moves a group that retreats or evades. An amphibious retreat uses up
// what the ships it passes can carry (3.4).
func (g *game) withdrawTo(t *adjudicator.Table, rule string, a retirement) {
	g.show(t, rule, 1, g.mark("retreat", a.form.side, append([]board.Zone{a.form.from}, a.path()...)...), "retreated",
		"Side", g.sideTerm(a.form.side), "Who", g.terms(a.units, a.men), "From", g.zoneTerm(a.form.from), "To", g.zoneTerm(a.to))
	if a.steps > 1 {
		g.carry(a.form.side, a.route[:a.steps-1], g.sum(a.units))
	}
	for rest := a.units; !rest.empty(); {
		g.place(rest.pop(), a.to)
	}
	for rest := a.men; rest != 0; {
		g.placeLeader(rest.pop(), a.to)
	}
	g.strand(t, a.form.side.Other(), a.to) // an enemy leader who was alone there
}

// retreatForm is the question where the loser of a combat goes.
type retreatForm struct {
	g     *game
	side  adjudicator.Side
	from  board.Zone
	units unitSet
	men   leaderSet
	near  board.Set // refuges next door
	over  board.Set // coasts that some of the units can reach amphibiously (3.4)
}

// retirement is a group's retreat: the answer to a retreatForm.
type retirement struct {
	form  *retreatForm
	units unitSet
	men   leaderSet
	to    board.Zone
	steps int // zones of the route if it is amphibious
	route [4]board.Zone
}

// path is the way of the group, its start left out.
func (a retirement) path() []board.Zone {
	if a.steps == 0 {
		return []board.Zone{a.to}
	}
	return a.route[:a.steps]
}

// Words implements [adjudicator.Answer].
func (a retirement) Words() adjudicator.Words {
	g := a.form.g
	w := adjudicator.Words{verbOf[actRetreat]}
	if a.units != a.form.units || a.men != a.form.men {
		w = append(w, g.words(a.units, a.men)...)
	}
	w = append(w, adjudicator.Keyword("to"), g.zoneTerm(a.to))
	if a.steps > 1 {
		w = append(w, adjudicator.Keyword("by"))
		for _, z := range a.route[:a.steps-1] {
			w = append(w, g.zoneTerm(z))
		}
	}
	return w
}

// landings finds the coasts that are in reach of some of the land units, or of the
// leaders, over sea zones with ships of their own (3.4).
func (f *retreatForm) landings() {
	g := f.g
	if g.seas.Has(f.from) {
		return
	}
	units, men := f.afloat()
	switch {
	case !units.empty():
		f.over = g.landings(f.side, f.from, g.strength(g.weakest(units)))
	case men != 0:
		f.over = g.landings(f.side, f.from, 0)
	}
	f.over = f.over.Minus(g.held[f.side.Other()]).Minus(f.near)
}

// afloat returns those who may go on board: not those who do not sail (10.1).
func (f *retreatForm) afloat() (unitSet, leaderSet) {
	return f.units.minus(f.g.landsmen), f.men &^ f.g.landLeaders
}

// only returns the retreat of everybody if nothing is left to choose.
func (f *retreatForm) only() retirement {
	if f.near.Len() == 1 && f.over.Empty() {
		return retirement{form: f, units: f.units, men: f.men, to: f.near.First()}
	}
	return retirement{to: board.NoZone}
}

// judge says which rule forbids a retreat, and finds its way if it is amphibious.
func (f *retreatForm) judge(a *retirement, via []board.Zone) *fault {
	g := f.g
	if a.units.empty() && a.men == 0 {
		return &fault{"nothing-moves", "4.2.4", faultForce, nil}
	}
	if g.seas.Has(f.from) {
		if bad := f.judgeShips(a); bad != nil {
			return bad
		}
	}
	if f.near.Has(a.to) && len(via) == 0 {
		return nil
	}
	if !f.over.Has(a.to) && !f.near.Has(a.to) || g.seas.Has(f.from) {
		return &fault{"no-retreat-there", "4.2.4", 0, []any{"To", g.zoneTerm(a.to), "Zone", g.zoneTerm(f.from),
			"Zones", g.zoneTerms(f.near.Union(f.over))}}
	}
	m := move{side: f.side, manner: ferried, units: a.units, leaders: a.men, from: f.from}
	switch {
	case len(via) > 3:
		return &fault{"ferry-too-far", "3.4", 4, []any{"Cost", len(via) + 1, "Limit", 4}}
	case len(via) > 0:
		m.steps = copy(m.route[:], via)
		m.route[m.steps] = a.to
		m.steps++
	case !g.sought(&m, a.to):
		return &fault{"ferry-overloaded-retreat", "3.4", 0, []any{"To", g.zoneTerm(a.to),
			"Carried", g.sum(a.units), "Who", g.terms(a.units, a.men)}}
	}
	if bad := g.judgeFerry(&m); bad != nil {
		return bad
	}
	a.steps = copy(a.route[:], m.route[:m.steps])
	return nil
}

// judgeShips checks that a fleet which divides leaves no group overloaded (3.3) and
// no leader without a ship (3.1).
func (f *retreatForm) judgeShips(a *retirement) *fault {
	g := f.g
	for _, group := range [2]struct {
		units unitSet
		men   leaderSet
	}{{a.units, a.men}, {f.units.minus(a.units), f.men &^ a.men}} {
		fleet, carried := g.sum(group.units.and(g.ships)), g.sum(group.units.minus(g.ships))
		if fleet < 5*carried {
			return &fault{"overloaded", "3.3", faultForce, []any{"Carried", carried, "Fleet", fleet, "Limit", fleet / 5}}
		}
		if fleet == 0 && group.men != 0 {
			return &fault{"leader-without-ship", "3.1", faultForce, []any{"Leader", g.terms(unitSet{}, group.men)}}
		}
	}
	return nil
}

// Accept implements [adjudicator.Form].
func (f *retreatForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	sel, ok := o.(selection)
	if !ok {
		return nil, notNow(s, "4.2.4")
	}
	a := retirement{form: f, to: sel.to.zone}
	var d *orders.Diagnostic
	if a.units, a.men, d = resolve(f.g, s, sel.parts, f.units, f.men, "4.2.4"); d != nil {
		return nil, d
	}
	a.units = f.g.canonical(a.units, f.units)
	var via []board.Zone
	for _, p := range sel.via {
		via = append(via, p.zone)
	}
	if bad := f.judge(&a, via); bad != nil {
		span := sel.to.span
		if bad.step == faultForce {
			span = s.Span()
		}
		return nil, bad.in(s, span)
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *retreatForm) Check(x adjudicator.Answer) error {
	a, ok := x.(retirement)
	if !ok || !a.units.within(f.units) || a.men&^f.men != 0 {
		return errIllegal
	}
	var via []board.Zone
	if a.steps > 0 {
		via = a.route[:a.steps-1]
	}
	if bad := f.judge(&a, via); bad != nil {
		return bad
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *retreatForm) Sample(r *rand.Rand) adjudicator.Answer {
	all := f.near.Union(f.over)
	for range 4 {
		a := retirement{form: f, units: f.units, men: f.men, to: nthZone(all, r.IntN(all.Len()))}
		if f.over.Has(a.to) {
			a.units, a.men = f.afloat()
		}
		if r.IntN(6) == 0 && !a.units.empty() {
			a.units = unitsOf(a.units.nth(r.IntN(a.units.len())))
		}
		if f.judge(&a, nil) == nil {
			return a
		}
	}
	return f.Default()
}

// Default implements [adjudicator.Form]: everybody to the first refuge, else as
// many as can be carried, one by one.
func (f *retreatForm) Default() adjudicator.Answer {
	if !f.near.Empty() {
		return retirement{form: f, units: f.units, men: f.men, to: f.near.First()}
	}
	units, men := f.afloat()
	for z := range f.over.All() {
		a := retirement{form: f, units: units, men: men, to: z}
		if f.judge(&a, nil) == nil {
			return a
		}
		if !units.empty() {
			a.units, a.men = unitsOf(f.g.weakest(units)), 0
			if f.judge(&a, nil) == nil {
				return a
			}
		}
	}
	return retirement{form: f, units: f.units, men: f.men, to: board.NoZone}
}

// Choices implements [adjudicator.Form].
func (f *retreatForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	for z := range f.near.Union(f.over).All() {
		a := retirement{form: f, units: f.units, men: f.men, to: z}
		if f.over.Has(z) {
			a.units, a.men = f.afloat()
		}
		if f.judge(&a, nil) == nil {
			choices = append(choices, adjudicator.Choice{Words: a.Words()})
		} else if !a.units.empty() {
			a.units, a.men = unitsOf(f.g.weakest(a.units)), 0
			if f.judge(&a, nil) == nil {
				choices = append(choices, adjudicator.Choice{Words: a.Words()})
			}
		}
	}
	return choices
}

// weakest returns the unit of the fewest force points.
func (g *game) weakest(set unitSet) unit {
	best := noUnit
	for !set.empty() {
		if u := set.pop(); best == noUnit || g.strength(u) < g.strength(best) {
			best = u
		}
	}
	return best
}
