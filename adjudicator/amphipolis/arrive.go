package amphipolis

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// reinforcements is B.2: who was wounded or ill is well again, reinforcements come to rear
// bases, and what stands there moves or makes operations, all for nothing. The holder of
// the Advantage is first.
func (g *game) reinforcements(t *adjudicator.Table) {
	t.Phase("B.2", adjudicator.Observer)
	g.beginPhase(adjudicator.Observer)
	g.heal(t)
	g.war().Moments(t, field.Reinforcing)
	g.arrivals(t)
}

// heal turns over leaders who were wounded or ill (B.2): first, so that they can move.
func (g *game) heal(t *adjudicator.Table) {
	g.TellWell(t, "B.2", g.Wounded|g.Ill)
	g.Wounded, g.Ill = 0, 0
}

// arrivals places the reinforcements of both sides, and has both move.
func (g *game) arrivals(t *adjudicator.Table) {
	first := g.Advantage // by now: the moments may have passed it on
	g.arrivalsOf(t, first, first, 0)
}

// arrivalsOf places those of a side from a group on, and of the other if it comes behind it.
func (g *game) arrivalsOf(t *adjudicator.Table, s, first adjudicator.Side, group int) {
	g.deploy(t, s, first, group)
	if s == first {
		g.arrivalsOf(t, s.Other(), first, 0)
		return
	}
	g.war().CaptureLeaders(t)
	g.departures(t, first, false)
}

// deploy places the reinforcements of a side: those of the scenario, delays counted, those
// that wait for a base, and those called for with stratagems. The groups before one, in
// this order, have been placed.
func (g *game) deploy(t *adjudicator.Table, s, first adjudicator.Side, group int) {
	for i, a := range g.setting.Arrivals {
		bit := uint32(1) << i
		if g.steps.Group = i; i >= group && a.Side == s && (g.absent&bit != 0 || g.war().Due(i)) {
			g.absent = awaiting(g.absent, bit, g.bring(t, a, first))
		}
	}
	for i, o := range g.setting.Optional {
		bit := uint32(1) << i
		g.steps.Group = len(g.setting.Arrivals) + i
		if g.steps.Group >= group && o.Side == s && !o.Repeated && (g.Phase.Called|g.awaited)&bit != 0 {
			g.awaited = awaiting(g.awaited, bit, g.bring(t, o, first))
			g.Phase.Called &^= bit
		}
	}
	for i, called := range g.summons {
		if called.units.Empty() || !called.units.Within(g.Of[s]) {
			continue
		}
		g.summons[i] = summons{}
		if bases := g.basesFor(s); !bases.Has(called.zone) {
			called.zone = bases.First()
		}
		g.settleIn(t, s, called.zone, called.units, 0)
	}
}

// awaiting is the bits of groups that have found no base, once one of them has come or has not.
func awaiting(groups, bit uint32, came bool) uint32 {
	if came {
		return groups &^ bit
	}
	return groups | bit
}

// bring places a group of reinforcements. It returns false if there is no base for it.
func (g *game) bring(t *adjudicator.Table, d *data.Deployment, first adjudicator.Side) bool {
	f := g.arriving(d)
	switch {
	case f.zones.Empty():
		g.tell(t, "B.2", 0, "arrival-blocked", "Side", d.Side)
		return false
	case f.empty():
		g.tell(t, "B.2", 0, "arrival-empty", "Side", d.Side)
		return true
	}
	a := f.Default().(arrival)
	if !f.settled() {
		a = g.war().AskAt(t, field.Juncture{At: atArrive, Side: d.Side, First: first}, f.question(t)).(arrival)
	}
	g.settleIn(t, d.Side, a.to, f.fixed.Or(a.units), f.men)
	g.war().TellShort(t, d.Side, f.missing, f.absent)
	return true
}

// settleIn puts reinforcements into a rear base.
func (g *game) settleIn(t *adjudicator.Table, s adjudicator.Side, z board.Zone, units field.UnitSet, men field.LeaderSet) {
	g.Weak = g.Weak.Minus(units)
	g.PlaceAll(units, men, z)
	g.war().Come(t, s, z, units, men)
}

// arriving is the question where a group arrives and what it is: of the counters that the
// scenario names those that are in the stock, others of their class in the place of those
// that have been taken out of it, and of its draws as many as there are (C-75).
func (g *game) arriving(d *data.Deployment) *arriveForm {
	f := &arriveForm{g: g, d: d}
	stock := g.stock(d.Side)
	for _, p := range d.Units {
		u := field.UnitNo(p.Unit)
		if left := stock.Minus(f.fixed); left.Has(u) {
			f.fixed.Add(u)
		} else if same := g.Equal(left, g.Pieces[u].Label, false); !same.Empty() {
			f.fixed.Add(same.Pop())
		} else {
			f.missing.Add(u)
		}
	}
	for _, l := range d.Leaders {
		if g.LeaderFate[l] == field.Waiting {
			f.men.Add(field.LeaderNo(l))
		} else {
			f.absent.Add(field.LeaderNo(l))
		}
	}
	for _, x := range d.Stock {
		draw := g.drawn(x, stock.Minus(f.fixed))
		f.draws, f.pool, f.count = append(f.draws, draw), f.pool.Or(draw.from), f.count+draw.n
	}
	ships := f.fixed.Meets(g.Ships)
	for _, z := range d.Zones {
		if g.basesFor(d.Side).Has(z) && (!ships || z == g.thasos) {
			f.zones.Add(z)
		}
	}
	return f
}

// drawing is how many units come of some of the stock.
type drawing struct {
	from field.UnitSet
	n    int
}

// drawn is what one draw of the scenario can take.
func (g *game) drawn(x data.Draw, stock field.UnitSet) (d drawing) {
	d.from = stock.Where(func(u field.UnitNo) bool {
		return slices.Contains(x.Types, g.Units[u].Type) && (!x.Band || g.Units[u].Ally == "")
	})
	if d.n = d.from.Len(); !x.Remaining {
		d.n = min(d.n, x.Count)
	}
	return d
}
