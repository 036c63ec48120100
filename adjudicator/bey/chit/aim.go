package chit

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// aims returns what a play may be aimed at.
func (g Chits) aims(p *Play) (field.UnitSet, field.LeaderSet) {
	switch {
	case p.Number != 0:
		return g.Text(p.Number).Aims(p)
	case p.use == order.UseRecover && p.Zone != board.NoZone:
		return g.UnitsAt(p.Side, p.Zone).And(g.Weak), 0
	case p.use == order.UseReturn:
		return g.Fallen(p.Side)
	}
	return field.UnitSet{}, 0
}

// targets returns the zones that a play may be aimed at.
func (g Chits) targets(p *Play) board.Set {
	switch {
	case p.Number != 0:
		return g.Text(p.Number).Targets(p)
	case p.use == order.UseRecover:
		return g.weakZones(p.Side)
	}
	return board.Set{}
}

// placed tells whether an order without a zone means the only target that there is,
// and, if units cannot be named without their zone, the fault of doing so.
func (g Chits) placed(p *Play, units bool) (sought bool, missing *field.Fault) {
	switch {
	case p.Number != 0:
		return g.Text(p.Number).Placed(p, units)
	case p.use == order.UseRecover && units:
		return true, g.recoverFault(p.Side)
	}
	return true, nil
}

// onlyTarget is the zone that an order means which names none: the only one that
// its play can be aimed at, with the units that it names. It is NoZone if there are
// several, or none.
func (g Chits) onlyTarget(p *Play, f order.Force) board.Zone {
	if sought, _ := g.placed(p, len(f.Items) > 0); !sought {
		return board.NoZone
	}
	found := board.NoZone
	for z := range g.targets(p).All() {
		there := *p
		there.Zone = z
		if units, _ := g.aims(&there); !g.contains(units, f) {
			continue
		}
		if found != board.NoZone {
			return board.NoZone
		}
		found = z
	}
	return found
}

// contains reports whether a set has all the units that a force names.
func (g Chits) contains(set field.UnitSet, f order.Force) bool {
	for _, it := range f.Items {
		have := g.Equal(set, it.Label, it.Weak)
		if have.Len() < it.Count {
			return false
		}
		for range it.Count {
			set.Drop(have.Pop())
		}
	}
	return true
}

// aim finds the units and leaders that an order to play something names: among the
// enemy's for stratagems, among one's own for the Advantage.
func (g Chits) aim(p *Play, o *order.PlayOrder, s *orders.Statement) *orders.Diagnostic {
	if o.Force.Empty() {
		return nil
	}
	if p.Zone == board.NoZone && len(o.Force.Items) > 0 {
		if _, bad := g.placed(p, true); bad != nil { // of which zone they are must be said
			return bad.In(s, o.Force.Span)
		}
	}
	units, leaders := g.aims(p)
	if units.Empty() && len(o.Force.Items) > 0 && p.use == order.UseReturn {
		return g.returnFault(p.Side).In(s, o.Force.Span)
	}
	if p.Number != 0 {
		return g.Text(p.Number).Pick(p, o.Force, s)
	}
	var d *orders.Diagnostic
	p.Units, p.Leaders, d = order.Pick(g.Field, s, o.Force, units, leaders, p.Zone, g.RuleOf(p))
	return d
}

// recoverFault says where units are that the Advantage can recover.
func (g Chits) recoverFault(s adjudicator.Side) *field.Fault {
	return g.Fault("recover-whom", "8", 0, "Zones", g.weakZones(s))
}

// bestAim is the strongest thing that a stratagem can be aimed at of which an order
// says nothing more, or nil: the most force points, then the leader of most swords.
func (g Chits) bestAim(side adjudicator.Side, o *order.PlayOrder, m field.Moment) *Play {
	var best *Play
	worth := -1
	for _, p := range g.Patterns(side, o.Number) {
		if o.Number == g.Roles.Omens && p.as != order.OmenOf(o.Word) || g.JudgePlay(p, m) != nil {
			continue
		}
		if w := g.aimWorth(p); w > worth {
			best, worth = p, w
		}
	}
	return best
}

// aimWorth weighs what a play is aimed at.
func (g Chits) aimWorth(p *Play) int {
	worth := 10 * g.Sum(p.Units)
	for men := p.Leaders; men != 0; {
		worth += 1 + g.Swords(men.Pop())
	}
	if p.Number != 0 {
		worth += g.Text(p.Number).Worth(p)
	}
	return worth
}

// Patterns returns one play of a stratagem for each thing that it can be aimed at.
func (g Chits) Patterns(side adjudicator.Side, n field.StratagemNo) []*Play {
	blank := Play{G: g, Side: side, Number: n, Zone: board.NoZone}
	if n == 0 {
		return []*Play{&blank}
	}
	return g.Text(n).Patterns(blank)
}
