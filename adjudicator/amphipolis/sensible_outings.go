package amphipolis

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// SetOut implements [bot.Rules]: an operation as long as nobody has moved (3.2), fleets, and
// land units by land or, in B.2, aboard (3.1.2).
func (m model) SetOut(w *bot.Wanderer, z board.Zone, who bot.Party) {
	parties := m.parties(who)
	st, cost := arriving, 0
	if w.Actions {
		if st, cost = acting, w.Fare; cost == 0 && (z != w.Current || m.steps.Cost == 0) {
			cost = 1
		}
	}
	if !w.Actions || m.Phase.Moved.Empty() {
		m.eachOperation(st, w.Side, z, parties, func(a *operation) {
			offer(w, a, cost, board.SetOf(a.from, a.sea, a.to), func() bot.Deed {
				found := *a
				return &found
			})
		})
	}
	ships, aground := who.Units.And(m.Ships), m.Seas.Has(z)
	w.Sail(z, bot.Party{Units: ships, Leaders: who.Leaders})
	if ships.Len() > 1 {
		w.Sail(z, bot.Party{Units: field.UnitsOf(w.G.Weakest(ships))})
		w.Sail(z, bot.Party{Units: bot.Half(ships), Leaders: who.Leaders})
		w.Sail(z, bot.Party{Units: bot.Half(ships)})
	}
	for _, some := range parties {
		if !aground {
			w.Walk(z, some)
		}
		if n := some.Units.Len(); !w.Actions && n <= m.Sum(ships) {
			fleet := march.Move{G: w.G.Marches, Side: w.Side, From: z, Manner: march.BySea, Units: ships.Or(some.Units), Leaders: some.Leaders}
			for a := range m.landings(fleet) {
				if at := a.Drop[0]; !w.G.Cramped(at.At, m.UnitsAt(w.Side, at.At).Or(at.Units)) {
					offer(w, bot.Movement{Move: a}, 0, board.SetOf(a.From, a.To(), at.At), func() bot.Deed {
						if w.G.Judge(a) != nil {
							return nil
						}
						found := *a
						return bot.Movement{Move: &found}
					})
				}
			}
		}
	}
}

// offer has a deed weighed that changes what is in some zones, and a copy of it taken if it is allowed:
// the deed itself is another one as soon as it has been weighed.
func offer(w *bot.Wanderer, d bot.Deed, cost int, changed board.Set, taken func() bot.Deed) {
	_, goal, _ := d.Party()
	x := w.Weigh(goal, changed, d.Do, func(g *bot.Planner) { g.Become(w.G.Rules) })
	w.Consider(&x, cost, taken)
}

// parties are the land units that could go together: the strongest and the weakest of them,
// with all leaders, with the ablest and without.
func (m model) parties(who bot.Party) (all []bot.Party) {
	troops := who.Units.Minus(m.Ships)
	offer := func(units field.UnitSet, men field.LeaderSet) {
		if p := (bot.Party{Units: m.Canonical(units, troops), Leaders: men}); !units.Empty() && !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	n := troops.Len()
	for _, size := range [...]int{n, n - 1, 8, 5, 4, 3, 2} {
		some := troops.Best(size, m.Strength)
		offer(some, who.Leaders)
		offer(some, m.ablestOf(who.Leaders))
	}
	weakest := func(u field.UnitNo) int { return -m.Strength(u) }
	for size := range 2 {
		offer(troops.Best(size+1, weakest), 0)
	}
	return all
}

// ablestOf is the leader of the most swords, if there is one.
func (m model) ablestOf(men field.LeaderSet) field.LeaderSet {
	if men == 0 {
		return 0
	}
	return 1 << m.Ablest(men)
}

// eachOperation yields the operations of a step out of a zone that parties of those there can
// make, with the smallest ship that does or else all: one after the other in the same place.
func (m model) eachOperation(st step, s adjudicator.Side, from board.Zone, parties []bot.Party, yield func(*operation)) {
	if m.left(st, from) <= 0 || m.judgeTurn(&operation{step: st, from: from}) != nil {
		return
	}
	var a operation
	for to := range m.leadsTo(st, s, from).All() {
		for _, p := range parties {
			a = operation{g: m.game, step: st, side: s, from: from, sea: from, to: to, men: p.Leaders}
			if m.overSea(to) {
				m.takeShips(&a)
				for rest := a.units; !rest.Empty(); {
					if u := rest.Pop(); m.Strength(u) >= p.Units.Len() && (a.units.Len() > 1 || m.Strength(u) < m.Sum(a.units)) {
						a.units = field.UnitsOf(u)
					}
				}
			}
			if a.units = a.units.Or(p.Units); m.tooMany(&a) || m.judgeOperation(&a) != nil || !m.MayPart(s, a.units, a.men) {
				continue
			}
			yield(&a)
		}
	}
}

// tooMany reports whether an operation is plainly larger than one may be, before its faults are
// composed: most parties are.
func (m model) tooMany(a *operation) bool {
	troops := a.units.Minus(m.Ships).Len()
	return troops > mostUnits || a.men.Len() > 1 && !(a.step == toBase && a.to == m.thasos) ||
		a.side == athens && m.overSea(a.to) && troops > m.Sum(a.units.And(m.Ships))
}

// Party implements [bot.Deed].
func (a *operation) Party() (from, to board.Zone, who bot.Party) {
	return a.from, a.to, bot.Party{Units: a.units, Leaders: a.men}
}

// Do implements [bot.Deed].
func (a *operation) Do(g *bot.Planner) {
	m := g.Rules.(model)
	a.settle(g.Marches)
	m.countOperation(a)
}

// Answer implements [bot.Deed].
func (a *operation) Answer(form adjudicator.Form) adjudicator.Answer { return a.in(form.(*actForm).g) }

// in is the same operation in another position.
func (a *operation) in(g *game) *operation {
	other := *a
	other.g = g
	return &other
}
