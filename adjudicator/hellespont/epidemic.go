package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// epidemicText weakens two enemy land units of a zone, and an enemy leader falls ill and
// goes to a port or a base of his owner's choice.
type epidemicText struct {
	aimless
	g *game
}

// judge: two enemy land units in one zone at most, and one enemy leader anywhere on the
// map.
func (x epidemicText) judge(p *play, _ moment) *fault {
	units, leaders := x.aims(p)
	switch {
	case p.units.empty() && p.leaders == 0, p.units.len() > 2, p.leaders.len() > 1,
		!p.units.within(units), p.leaders&^leaders != 0:
		return x.mistaken(p)
	case p.units.empty() != (p.zone == board.NoZone):
		return x.mistaken(p)
	}
	return nil
}

// mistaken says what may be struck.
func (x epidemicText) mistaken(p *play) *fault {
	return &fault{"epidemic-targets", x.g.ruleOf(p), 0, []any{"Zones", x.g.zoneTerms(x.targets(p))}}
}

func (x epidemicText) aims(p *play) (units unitSet, leaders leaderSet) {
	if p.zone != board.NoZone {
		units = x.g.landAt(p.side.Other(), p.zone)
	}
	return units, x.g.leadersInPlay(p.side.Other())
}

func (x epidemicText) targets(p *play) board.Set { return x.g.heldByLand[p.side.Other()] }

// placed: a leader alone is struck wherever he is.
func (x epidemicText) placed(p *play, units bool) (sought bool, missing *fault) {
	if !units {
		return false, nil
	}
	return true, x.mistaken(p)
}

func (x epidemicText) patterns(blank play) []*play {
	g, enemy := x.g, blank.side.Other()
	var all []*play
	for _, p := range aimedAt(x.targets(&blank), blank) {
		troops := g.landAt(enemy, p.zone)
		two := unitsOf(troops.nth(0))
		if troops.len() > 1 {
			two.add(troops.nth(1))
		}
		p.units = g.canonical(two, troops)
		all = append(all, p)
	}
	return append(all, aimedAtEach(g.leadersInPlay(enemy), blank)...)
}

func (x epidemicText) sample(r *rand.Rand, p *play) {
	g, enemy := x.g, p.side.Other()
	if p.sampleZone(r, x.targets(p)); p.zone != board.NoZone {
		p.units = g.oneOf(r, g.landAt(enemy, p.zone))
	}
	set := g.leadersInPlay(enemy)
	p.leaders = set & -set
}

func (x epidemicText) carryOut(t *adjudicator.Table, p *play) {
	g := x.g
	if t.Heard() {
		g.tell(t, g.ruleOf(p), 1, "epidemic", "Side", x.g.sideTerm(p.side.Other()), "Who", g.terms(p.units, p.leaders))
	}
	g.strike(p.units)
	target := p.leaders
	if l := target.pop(); l != noLeader {
		g.ill.add(l)
		g.sendAway(t, l)
	}
}
