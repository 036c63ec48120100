package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
)

// battle is one combat while it is fought (4.2).
type battle struct {
	zone     board.Zone
	attacker adjudicator.Side
	naval    bool
	ruse     [2]ruse // the stratagem of each side in this combat
}

// reckoning is what the Combat Results Table is entered with, and why.
type reckoning struct {
	strength [2]int // force points by side, combined attacks (S8) included
	support  [2]int // the part of them that S8 adds
	odds     int    // column of the table for these strengths
	shifts   bey.Modifiers
	column   int // after all shifts
	die      bey.Modifiers
}

// reckon works out the force ratio and every modifier of a combat (4.2.2). It
// changes nothing, so that odds can be told before a combat is fought.
func (g *game) reckon(b *battle) reckoning {
	var r reckoning
	for side := range r.strength {
		s := adjudicator.Side(side)
		r.support[side] = g.combinedAttack(b, s)
		r.strength[side] = g.sum(g.fighters(b, s)) + r.support[side]
	}
	r.odds = g.CRT.Column(r.strength[b.attacker], r.strength[b.attacker.Other()])
	g.modify(b, &r)
	r.column = bey.ClampColumn(r.odds + r.shifts.Sum())
	return r
}

// fighters returns the units of a side that a combat is fought with: ships at
// sea, land units on land (4.1).
func (g *game) fighters(b *battle, s adjudicator.Side) unitSet {
	if b.naval {
		return g.navalAt(s, b.zone)
	}
	return g.landAt(s, b.zone)
}

// leaderBalance counts the attacker's leaders with a bonus less the defender's.
// A wounded leader (S15) cancels the bonuses of all leaders of his side in that
// combat.
func (g *game) leaderBalance(b *battle) int {
	count := func(s adjudicator.Side) int {
		if b.ruse[s.Other()].number == g.roles.wound {
			return 0
		}
		return g.bonusLeaders(g.leadersOf(s, b.zone))
	}
	return count(b.attacker) - count(b.attacker.Other())
}

// combinedAttack returns what S8 adds to a side: half of the force points,
// rounded up, of its units in one adjacent zone of the same kind.
func (g *game) combinedAttack(b *battle, s adjudicator.Side) int {
	if b.ruse[s].number != g.roles.support {
		return 0
	}
	return (g.supporters(b, s, b.ruse[s].zone) + 1) / 2
}

// supporters returns the force points in an adjacent zone that S8 can call on.
func (g *game) supporters(b *battle, s adjudicator.Side, from board.Zone) int {
	if b.naval {
		return g.navalPF(s, from)
	}
	return g.landPF(s, from)
}

// supportZones returns the zones from which a side can play S8.
func (g *game) supportZones(b *battle, s adjudicator.Side) board.Set {
	near := g.board.Near(b.zone, board.Any)
	if b.naval {
		return near.Intersect(g.seas).Intersect(g.heldBySea[s])
	}
	return near.Intersect(g.lands).Intersect(g.heldByLand[s])
}

// typesIn counts the different types among units: hoplites, cavalry, peltasts,
// archers.
func (g *game) typesIn(set unitSet) int {
	n := 0
	for a := range g.byArm {
		if set.meets(g.byArm[a]) {
			n++
		}
	}
	return n
}

// allCame reports whether every attacking unit entered the zone of combat in a
// certain way during this action phase. The modifiers for the way of entry hold
// only then; a game option lets one such unit be enough.
func (g *game) allCame(attacker unitSet, way func(entry) bool) bool {
	all, some := true, false
	for !attacker.empty() {
		if way(g.phase.entry[attacker.pop()]) {
			some = true
		} else {
			all = false
		}
	}
	return some && (all || g.habits.entryByAny)
}

func amphibiously(e entry) bool { return e.amphibious }

// fromClear reports whether a unit came from a zone of clear terrain.
func (g *game) fromClear(e entry) bool {
	return e.from != board.NoZone && !e.amphibious && g.clear.Has(e.from)
}
