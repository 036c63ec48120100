package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// judgeAdvantage returns the rule that forbids a use of the Advantage, or nil (8).
func (g *game) judgeAdvantage(p *play, m moment) *fault {
	if g.advantage != p.side {
		return &fault{"no-advantage", "8", 0, nil}
	}
	switch p.use {
	case usePoints, useInvert:
		if m != afterDice {
			return &fault{"advantage-not-now", "8", 0, nil}
		}
	case useRecover:
		if p.zone == board.NoZone || p.units.len() != 1 || !p.units.within(g.worn(p.side).and(g.at[p.zone])) {
			return g.recoverFault(p.side)
		}
	case useReturn:
		units, leaders := g.fallen(p.side)
		if p.units.len()+p.leaders.len() != 1 || !p.units.within(units) || p.leaders&^leaders != 0 {
			return &fault{"return-whom", "8", 0, []any{"Who", g.terms(units, leaders)}}
		}
		if homes := g.homes(p); p.zone == board.NoZone || !homes.Has(p.zone) {
			return &fault{"return-where", "8", 0, []any{"Zones", g.zoneTerms(homes)}}
		}
	default:
		return &fault{"advantage-not-now", "8", 0, nil}
	}
	return nil
}

// homes returns where the Advantage brings counters back: to a base of their side,
// Persians, who could not leave it, to where they first arrived (10.1).
func (g *game) homes(p *play) board.Set {
	if p.units.and(g.landsmen).empty() && p.leaders&g.landLeaders == 0 {
		return g.basesOf[p.side]
	}
	var homes board.Set
	for _, a := range g.scenario.Arrivals {
		for _, u := range a.Units {
			if g.landsmen.has(unit(u.Unit)) && !g.enemies(p.side, a.Zones[0]) {
				homes.Add(a.Zones[0])
			}
		}
	}
	return homes
}

// weakZones returns the zones where a side has a weakened unit that can recover.
func (g *game) weakZones(s adjudicator.Side) board.Set {
	return g.zonesOf(g.worn(s))
}

// fallen returns the land units and leaders of a side that the Advantage can bring
// back: those eliminated.
func (g *game) fallen(s adjudicator.Side) (unitSet, leaderSet) {
	var units unitSet
	for set := g.of[s].minus(g.ships); !set.empty(); {
		if u := set.pop(); g.unitFate[u] == eliminated {
			units.add(u)
		}
	}
	var leaders leaderSet
	for set := g.captains[s]; set != 0; {
		l := set.pop()
		if dead := g.leaderFate[l] == eliminated || g.leaderFate[l] == captured; dead && !g.calledAway(l) {
			leaders.add(l)
		}
	}
	return units, leaders
}

// useAdvantage carries out a use of the Advantage, which then goes to the enemy (8).
func (g *game) useAdvantage(t *adjudicator.Table, p *play) {
	if t.Heard() {
		g.tell(t, "8", 0, "advantage-"+useWords[p.use], "Side", g.sideTerm(p.side),
			"Who", g.terms(p.units, p.leaders), "Zone", g.perhaps(p.zone))
	}
	g.phase.fortune = g.phase.fortune || p.use == usePoints || p.use == useInvert
	switch p.use {
	case usePoints:
		g.points[p.side] += 2
	case useInvert:
		g.initiative = g.initiative.Other()
	case useRecover:
		g.recover(p.units.nth(0))
	case useReturn:
		if target := p.leaders; target != 0 {
			g.placeLeader(target.pop(), p.zone)
		} else {
			g.place(p.units.nth(0), p.zone)
		}
	}
	g.passAdvantage(t)
	g.changed(t)
}

// passAdvantage turns the marker over to the other side.
func (g *game) passAdvantage(t *adjudicator.Table) {
	g.advantage = g.advantage.Other()
	if t.Heard() {
		g.tell(t, "8", 1, "advantage-passes", "Side", g.sideTerm(g.advantage))
	}
}

// samplePlay returns a random legal play at a moment, or nil.
func (g *game) samplePlay(r *rand.Rand, side adjudicator.Side, m moment) *play {
	p := &play{g: g, side: side, zone: board.NoZone}
	if g.advantage == side && r.IntN(3) == 0 {
		g.sampleUse(r, p, m)
	} else if g.chits.Hand[side] != 0 {
		timely := g.timely(m)
		p.number = timely[r.IntN(len(timely))]
		if g.holding(side, p.number) == noChit {
			return nil
		}
		g.text(p.number).sample(r, p)
	} else {
		return nil
	}
	if g.judgePlay(p, m) != nil {
		return nil
	}
	return p
}

// sampleUse aims the Advantage at random.
func (g *game) sampleUse(r *rand.Rand, p *play, m moment) {
	switch {
	case m == afterDice && r.IntN(2) == 0:
		p.use = usePoints + use(r.IntN(2))
	case r.IntN(2) == 0:
		p.use = useRecover
		if zones := g.weakZones(p.side); !zones.Empty() {
			p.zone = nthZone(zones, r.IntN(zones.Len()))
			p.units = g.oneOf(r, g.worn(p.side).and(g.at[p.zone]))
		}
	default:
		p.use = useReturn
		units, leaders := g.fallen(p.side)
		if p.leaders = leaders & -leaders; p.leaders == 0 {
			p.units = g.oneOf(r, units)
		}
		if homes := g.homes(p); !homes.Empty() {
			p.zone = nthZone(homes, r.IntN(homes.Len()))
		}
	}
}

// oneOf returns a random unit of a set, as the set of it, or the empty set.
func (g *game) oneOf(r *rand.Rand, set unitSet) unitSet {
	if set.empty() {
		return set
	}
	return g.canonical(unitsOf(set.nth(r.IntN(set.len()))), set)
}

// playChoices lists what a side could play at a moment, for the order template.
func (g *game) playChoices(side adjudicator.Side, m moment) []adjudicator.Choice {
	var all []adjudicator.Choice
	note := adjudicator.Say("hellespont.note.play")
	for _, n := range g.timely(m) {
		if g.holding(side, n) == noChit || m.inAction() && g.phase.played[side] {
			continue
		}
		for _, p := range g.patterns(side, n) {
			if g.judgePlay(p, m) == nil {
				all = append(all, adjudicator.Choice{Words: p.Words(), Note: note})
			}
		}
	}
	if g.advantage == side {
		all = append(all, g.advantageChoices(side, m)...)
	}
	return all
}

func (g *game) advantageChoices(side adjudicator.Side, m moment) []adjudicator.Choice {
	var all []adjudicator.Choice
	note := adjudicator.Say("hellespont.note.advantage")
	add := func(p *play) {
		p.g, p.side = g, side
		if g.judgePlay(p, m) == nil {
			all = append(all, adjudicator.Choice{Words: p.Words(), Note: note})
		}
	}
	add(&play{use: usePoints, zone: board.NoZone})
	add(&play{use: useInvert, zone: board.NoZone})
	for z := range g.weakZones(side).All() {
		worn := g.worn(side).and(g.at[z])
		g.eachFace(worn, func(u unit) { add(&play{use: useRecover, zone: z, units: unitsOf(u)}) })
	}
	units, leaders := g.fallen(side)
	g.eachFace(units, func(u unit) {
		p := &play{use: useReturn, side: side, units: unitsOf(u)}
		p.zone = g.homes(p).First()
		add(p)
	})
	for leaders != 0 {
		p := &play{use: useReturn, side: side}
		p.leaders.add(leaders.pop())
		p.zone = g.homes(p).First()
		add(p)
	}
	return all
}
