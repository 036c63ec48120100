package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// aims returns what a play may be aimed at.
func (g *game) aims(p *play) (unitSet, leaderSet) {
	switch {
	case p.number != 0:
		return g.text(p.number).aims(p)
	case p.use == useRecover && p.zone != board.NoZone:
		return g.unitsAt(p.side, p.zone).and(g.weak), 0
	case p.use == useReturn:
		return g.fallen(p.side)
	}
	return unitSet{}, 0
}

// targets returns the zones that a play may be aimed at.
func (g *game) targets(p *play) board.Set {
	switch {
	case p.number != 0:
		return g.text(p.number).targets(p)
	case p.use == useRecover:
		return g.weakZones(p.side)
	}
	return board.Set{}
}

// placed tells whether an order without a zone means the only target that there is,
// and, if units cannot be named without their zone, the fault of doing so.
func (g *game) placed(p *play, units bool) (sought bool, missing *fault) {
	switch {
	case p.number != 0:
		return g.text(p.number).placed(p, units)
	case p.use == useRecover && units:
		return true, g.recoverFault(p.side)
	}
	return true, nil
}

// onlyTarget is the zone that an order means which names none: the only one that
// its play can be aimed at, with the units that it names. It is NoZone if there are
// several, or none.
func (g *game) onlyTarget(p *play, f force) board.Zone {
	if sought, _ := g.placed(p, len(f.items) > 0); !sought {
		return board.NoZone
	}
	found := board.NoZone
	for z := range g.targets(p).All() {
		there := *p
		there.zone = z
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
func (g *game) contains(set unitSet, f force) bool {
	for _, it := range f.items {
		have := g.equal(set, it.label, it.weak)
		if have.len() < it.count {
			return false
		}
		for range it.count {
			set.drop(have.pop())
		}
	}
	return true
}

// aim finds the units and leaders that an order to play something names: among the
// enemy's for stratagems, among one's own for the Advantage.
func (g *game) aim(p *play, o *playOrder, s *orders.Statement) *orders.Diagnostic {
	if o.force.empty() {
		return nil
	}
	if p.zone == board.NoZone && len(o.force.items) > 0 {
		if _, bad := g.placed(p, true); bad != nil { // of which zone they are must be said
			return bad.in(s, o.force.span)
		}
	}
	units, leaders := g.aims(p)
	var d *orders.Diagnostic
	p.units, p.leaders, d = pick(g, s, o.force, units, leaders, p.zone, g.ruleOf(p))
	return d
}

// recoverFault says where units are that the Advantage can recover.
func (g *game) recoverFault(s adjudicator.Side) *fault {
	return &fault{"recover-whom", "8", 0, []any{"Zones", g.zoneTerms(g.weakZones(s))}}
}

// bestAim is the strongest thing that a stratagem can be aimed at of which an order
// says nothing more, or nil: the most force points, then the leader of most swords.
func (g *game) bestAim(side adjudicator.Side, o *playOrder, m moment) *play {
	var best *play
	worth := -1
	for _, p := range g.patterns(side, o.number) {
		if o.number == g.roles.omens && p.as != omenNamed(o.word) || g.judgePlay(p, m) != nil {
			continue
		}
		if w := g.aimWorth(p); w > worth {
			best, worth = p, w
		}
	}
	return best
}

// aimWorth weighs what a play is aimed at.
func (g *game) aimWorth(p *play) int {
	worth := 10 * g.sum(p.units)
	for men := p.leaders; men != 0; {
		worth += 1 + g.swords(men.pop())
	}
	if p.number != 0 {
		worth += g.text(p.number).worth(p)
	}
	return worth
}

// patterns returns one play of a stratagem for each thing that it can be aimed at.
func (g *game) patterns(side adjudicator.Side, n field.StratagemNo) []*play {
	blank := play{g: g, side: side, number: n, zone: board.NoZone}
	if n == 0 {
		return []*play{&blank}
	}
	return g.text(n).patterns(blank)
}
