package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// aims returns what a play may be aimed at.
func (g *game) aims(p *play) (unitSet, leaderSet) {
	enemy := p.side.Other()
	switch {
	case p.number == 13:
		return unitSet{}, g.awaited(enemy, p.zone)
	case p.number == 16:
		return unitSet{}, g.leadersInPlay(enemy)
	case p.number == 20 && p.zone != board.NoZone:
		return g.landAt(enemy, p.zone), g.leadersInPlay(enemy)
	case p.number == 20:
		return unitSet{}, g.leadersInPlay(enemy)
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
	case p.number == 6:
		return g.archerZones(p.side)
	case p.number == 13:
		return g.expected(p.side.Other())
	case p.number == 14, p.as == omenReinforce:
		return g.callable(p.side)
	case p.number == 20:
		return g.heldByLand[p.side.Other()]
	case p.use == useRecover:
		return g.weakZones(p.side)
	}
	return board.Set{}
}

// onlyTarget is the zone that an order means which names none: the only one that
// its play can be aimed at, with the units that it names. It is NoZone if there are
// several, or none.
func (g *game) onlyTarget(p *play, f force) board.Zone {
	if p.number == 20 && len(f.items) == 0 {
		return board.NoZone // a leader alone is struck wherever he is
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
		switch { // of which zone they are must be said
		case p.number == 20:
			return g.epidemicFault(p.side).in(s, o.force.span)
		case p.use == useRecover:
			return g.recoverFault(p.side).in(s, o.force.span)
		}
	}
	units, leaders := g.aims(p)
	var d *orders.Diagnostic
	p.units, p.leaders, d = g.pick(s, o.force, units, leaders, p.zone, g.ruleOf(p))
	return d
}

// epidemicFault says what S20 may strike.
func (g *game) epidemicFault(s adjudicator.Side) *fault {
	return &fault{"epidemic-targets", "7 S20", 0, []any{"Zones", g.zoneTerms(g.heldByLand[s.Other()])}}
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
		if o.number == 22 && p.as != omenNamed(o.word) || g.judgePlay(p, m) != nil {
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
	var coming *field.Deployment
	switch {
	case p.number == 13:
		if i := g.awaitedGroup(p); i >= 0 {
			coming = g.scenario.Arrivals[i]
		}
	case p.number == 14, p.as == omenReinforce:
		for _, d := range g.scenario.Optional {
			if d.Side == p.side && d.At(p.zone) {
				coming = d
			}
		}
	}
	if coming != nil {
		for _, u := range coming.Units {
			worth += g.units[u.Unit].full
		}
	}
	return worth
}
