package amphipolis

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// sally is an operation, or a transport out of Thasos, that a sensible player weighs.
type sally struct {
	op    *operation
	move  *march.Move // or nil
	cost  int         // action points, without those of a combat
	value float64     // of the position behind it
}

// from is the zone that it leaves.
func (y *sally) from() board.Zone {
	if y.move != nil {
		return y.move.From
	}
	return y.op.from
}

// do makes it in thought.
func (y *sally) do(g *bot.Planner) {
	if y.move != nil {
		g.Make(y.move)
		return
	}
	g.Rules.(model).sendOff(y.op)
}

// sendOff makes an operation in thought.
func (m model) sendOff(a *operation) {
	p := &m.Phase
	for rest := a.units; !rest.Empty(); {
		u := rest.Pop()
		p.Entry[u] = field.Entry{From: board.NoZone}
		m.Place(u, a.to)
	}
	for rest := a.men; rest != 0; {
		m.PlaceLeader(rest.Pop(), a.to)
	}
	p.Moved, p.MovedLeaders = p.Moved.Or(a.units), p.MovedLeaders|a.men
	if a.step == acting {
		m.steps.operated, m.steps.cost = true, max(1, m.steps.cost)
	} else {
		m.spendOperation(a)
	}
}

// spend announces what an operation and the movements behind it need, or those alone.
func (x thinker) spend(f *march.SpendForm) adjudicator.Answer {
	plain := x.Draft(x.here, x.side, f.Most, board.NoZone, true)
	best, rest, _ := x.choose(acting, f.Most, board.NoZone, plain)
	if best == nil {
		return x.Announce(x.here, x.side, f, plain)
	}
	return x.Announce(x.here, x.side, f, bot.Plan{Cost: best.cost + max(rest.Cost, x.battleCost(best))})
}

// battleCost is the point for the combat that a sally brings about.
func (x thinker) battleCost(y *sally) int {
	if y.op != nil && x.m.HeldByLand[x.side.Other()].Has(y.op.to) {
		return 1
	}
	return 0
}

// act makes the operation or the transport that is worth more than to go without, before
// all movements.
func (x thinker) act(f *actForm) adjudicator.Answer {
	if x.m.left(f.step, board.NoZone) == 0 && f.Actions || x.Meant(x.here) {
		return nil
	}
	plain := x.Draft(x.here, x.side, f.Purse(), f.Current, f.Actions)
	best, _, _ := x.choose(f.step, f.Purse(), f.Current, plain)
	if best == nil {
		x.Mean(plain)
		return nil
	}
	return best.open(f)
}

// open is the answer that makes a sally, or activates the zone that it leaves.
func (y *sally) open(f *actForm) adjudicator.Answer {
	switch {
	case f.Actions && y.from() != f.Current:
		return march.Activation{G: f.G, Zone: y.from(), Cost: f.Cost(y.from())}
	case y.move != nil:
		return f.G.Answer(y.move)
	}
	op := *y.op
	op.g = f.g
	return &op
}

// tries is how many sallies are thought through to the end of the phase.
const tries = 3

// choose returns the sally that, with what can be done behind it, comes to more than a plan
// without one, and what is to be done behind it; nil if there is none. All are those that
// have been thought through.
func (x thinker) choose(st step, purse int, current board.Zone, plain bot.Plan) (best *sally, behind bot.Plan, all []sally) {
	all = x.sallies(st, purse, current)
	slices.SortStableFunc(all, func(a, b sally) int {
		switch {
		case a.value > b.value:
			return -1
		case a.value < b.value:
			return 1
		}
		return 0
	})
	all = all[:min(len(all), tries)]
	worth := plain.Worth + 0.1
	for i := range all {
		y := &all[i]
		after := bot.On(x.m.Copy().(bot.Rules))
		y.do(after)
		active := current
		if st == acting {
			active = y.from()
		}
		rest := x.Draft(after, x.side, purse-y.cost, active, st == acting)
		if v := rest.Worth - prices.Point*float64(y.cost); v > worth {
			best, behind, worth = y, rest, v
		}
	}
	return best, behind, all
}

// gain is what a sally must be worth for anybody to get up.
const gain = 0.2

// sallies are those that make the position better at once.
func (x thinker) sallies(st step, purse int, current board.Zone) (all []sally) {
	floor := x.here.Appraise(x.side) + gain
	offer := func(y sally) {
		after := x.Imagine(x.here)
		y.do(after)
		due := after.Contested()
		if y.op != nil && due.Has(y.op.to) {
			b := battle.Battle{Zone: y.op.to, Attacker: x.side}
			if y.cost >= purse || after.Prospect(b, x.side) <= 0 {
				return
			}
		}
		if y.value = after.Appraise(x.side) - prices.Point*float64(y.cost+x.battleCost(&y)) + x.Doubt(); y.value > floor {
			all = append(all, y)
		}
	}
	if x.m.left(st, board.NoZone) > 0 || st == toBase {
		for from := range x.m.starts(st, x.side).All() {
			if cost := x.fare(st, from, current); cost <= purse {
				x.operations(st, from, func(a *operation) { offer(sally{op: a, cost: cost}) })
			}
		}
	}
	if st == arriving && x.side == athens {
		x.transports(func(m *march.Move) { offer(sally{move: m}) })
	}
	return all
}

// fare is what an operation out of a zone costs in action points, with its activation.
func (x thinker) fare(st step, from, current board.Zone) int {
	switch {
	case st != acting:
		return 0
	case from != current:
		return max(1, x.m.ActivationCost(x.side, from))
	case x.m.steps.cost == 0:
		return 1
	}
	return 0
}

// operations are those out of a zone that are worth a thought: each leader, or none, with
// the strongest units or the weakest, to each zone.
func (x thinker) operations(st step, from board.Zone, yield func(*operation)) {
	m := x.m
	if m.left(st, from) == 0 {
		return
	}
	units, men := m.war().Fresh(x.side, from)
	troops := units.Minus(m.Ships)
	groups := x.groups(troops)
	for to := range m.leadsTo(st, x.side, from).All() {
		for _, group := range groups {
			for _, men := range x.commands(men, st == toBase && to == m.thasos) {
				a := &operation{g: m.game, step: st, side: x.side, from: from, sea: from, to: to, units: group, men: men}
				if m.overSea(to) {
					x.embark(a, units)
				}
				if (!a.units.Empty() || a.men != 0) && m.judgeOperation(a) == nil {
					yield(a)
				}
			}
		}
	}
}

// groups are the land units that could go together: the strongest, the weakest, and none.
func (x thinker) groups(troops field.UnitSet) (all []field.UnitSet) {
	offer := func(units field.UnitSet) {
		if !slices.Contains(all, units) {
			all = append(all, units)
		}
	}
	for n := min(mostUnits, troops.Len()); n > 0; n-- {
		offer(x.m.Canonical(x.m.ables(troops, n), troops))
	}
	for n := range min(mostUnits, troops.Len()) {
		offer(x.m.Canonical(x.m.weakest(troops, n+1), troops))
	}
	return append(all, field.UnitSet{})
}

// commands are the leaders who could go with them: each, none, or where any number may go
// all.
func (x thinker) commands(men field.LeaderSet, any bool) (all []field.LeaderSet) {
	for rest := men; rest != 0; {
		all = append(all, 1<<rest.Pop())
	}
	if any && men.Len() > 1 {
		all = append(all, men)
	}
	return append(all, 0)
}

// embark adds the ships that an operation of Athens needs: the smallest that does, else all
// that can come; all if nobody would be left where they are.
func (x thinker) embark(a *operation, here field.UnitSet) {
	m, n := x.m, a.units.Len()
	var ships field.UnitSet
	if m.Lands.Has(a.from) {
		for z := range m.escortSeas(a.from).All() {
			fresh, _ := m.war().Fresh(a.side, z)
			if some := fresh.And(m.Ships); m.Sum(some) > m.Sum(ships) {
				ships, a.sea = some, z
			}
		}
	} else {
		ships = here.And(m.Ships)
	}
	if ships.Empty() {
		a.sea = a.from
		return
	}
	best := field.NoUnit
	for rest := ships; !rest.Empty(); {
		if u := rest.Pop(); m.Strength(u) >= n && (best == field.NoUnit || m.Strength(u) < m.Strength(best)) {
			best = u
		}
	}
	switch {
	case best == field.NoUnit, m.theatre.Has(a.from) && a.units == here.Minus(m.Ships):
		a.units = a.units.Or(ships)
	default:
		a.units.Add(best)
	}
}

// transports are the movements by sea out of Thasos in B.2 that land all who are aboard in
// one place (3.1.2).
func (x thinker) transports(yield func(*march.Move)) {
	m := x.m
	units, men := m.war().Fresh(x.side, m.thasos)
	ships, troops := units.And(m.Ships), units.Minus(m.Ships)
	fleets := []field.UnitSet{ships}
	for rest := ships; !rest.Empty() && ships.Len() > 1; {
		fleets = append(fleets, field.UnitsOf(rest.Pop()))
	}
	for _, fleet := range fleets {
		if fleet.Empty() || troops.Empty() {
			return
		}
		for size := min(m.Sum(fleet), troops.Len(), 8); size > 0; size -= 2 {
			x.land(fleet, m.Canonical(m.ables(troops, size), troops), men, yield)
			x.land(fleet, m.Canonical(m.weakest(troops, size), troops), 0, yield)
		}
	}
}

// land yields the ways to land a group.
func (x thinker) land(fleet, troops field.UnitSet, men field.LeaderSet, yield func(*march.Move)) {
	m := x.m
	y := march.Move{G: m.war().Marches, Side: x.side, From: m.thasos, Manner: march.BySea, Units: fleet.Or(troops), Leaders: men}
	m.war().Seek(m.Search, &y)
	for sea := range m.Search.Reached().Intersect(m.Seas).All() {
		if !m.war().Follow(&y, sea) {
			continue
		}
		for at := range m.beaches(&y).All() {
			if x.here.Cramped(at, m.UnitsAt(x.side, at).Or(troops)) {
				continue
			}
			z := y
			z.Drop[0], z.Drops = march.Drop{Step: z.Steps - 1, At: at, Units: troops, Leaders: men}, 1
			if m.war().Judge(&z) == nil {
				yield(&z)
			}
		}
	}
}

// sendOn makes the operation of D.2 or D.4 that makes the position better.
func (x thinker) sendOn(f *operateForm) adjudicator.Answer {
	all := x.sallies(f.step, 0, board.NoZone)
	var found bot.Best
	found.Offer(remaining{}, x.here.Appraise(x.side)+gain)
	for _, y := range all {
		op := *y.op
		op.g = f.g
		found.Offer(&op, y.value)
	}
	return found.Answer
}

// arrive has reinforcements come where the position is best for it.
func (x thinker) arrive(f *arriveForm) adjudicator.Answer {
	var found bot.Best
	for z := range f.zones.All() {
		a := f.take(z, x.m.strongest)
		after := x.Imagine(x.here)
		after.PlaceAll(f.fixed.Or(a.units), f.men, z)
		found.Offer(a, after.Appraise(x.side)+x.Doubt())
	}
	return found.Answer
}
