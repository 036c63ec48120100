package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Battle is one combat while it is fought (4.2).
type Battle struct {
	Zone     board.Zone
	Attacker adjudicator.Side
	Naval    bool
	Ruse     [2]field.Ruse // the stratagem of each side in this combat
}

// Reckoning is what the Combat Results Table is entered with, and why.
type Reckoning struct {
	Strength [2]int // force points by side, combined attacks included
	support  [2]int // the part of them that a combined attack adds
	Odds     int    // column of the table for these strengths
	Shifts   bey.Modifiers
	Column   int // after all shifts
	Die      bey.Modifiers
}

// Reckon works out the force ratio and every modifier of a combat (4.2.2). It
// changes nothing, so that odds can be told before a combat is fought.
func (g Battles) Reckon(b *Battle) (r Reckoning) {
	g.ReckonInto(b, &r)
	return r
}

// ReckonInto does the same in memory that is there: r is what it comes to.
func (g Battles) ReckonInto(b *Battle, r *Reckoning) {
	r.Shifts.Clear()
	r.Die.Clear()
	for side := range r.Strength {
		s := adjudicator.Side(side)
		r.support[side] = g.combinedAttack(b, s)
		r.Strength[side] = g.Sum(g.Fighters(b, s)) + r.support[side]
	}
	g.Modify(b, r)
	r.Odds = g.CRT.Column(r.Strength[b.Attacker], r.Strength[b.Attacker.Other()])
	r.Column = bey.ClampColumn(r.Odds + r.Shifts.Sum())
}

// Fighters returns the units of a side that a combat is fought with: ships at
// sea, land units on land (4.1).
func (g Battles) Fighters(b *Battle, s adjudicator.Side) field.UnitSet {
	if b.Naval {
		return g.NavalAt(s, b.Zone)
	}
	return g.LandAt(s, b.Zone)
}

// LeaderBalance counts the attacker's leaders with a bonus less the defender's.
// A leader wounded in it cancels the bonuses of all leaders of his side in that
// combat.
func (g Battles) LeaderBalance(b *Battle) int {
	count := func(s adjudicator.Side) int {
		if b.Ruse[s.Other()].Number == g.Roles.Wound {
			return 0
		}
		return g.BonusLeaders(g.LeadersOf(s, b.Zone))
	}
	return count(b.Attacker) - count(b.Attacker.Other())
}

// combinedAttack returns what a combined attack adds to a side: half of the force points,
// rounded up, of its units in one adjacent zone of the same kind.
func (g Battles) combinedAttack(b *Battle, s adjudicator.Side) int {
	if b.Ruse[s].Number != g.Roles.Support {
		return 0
	}
	return (g.supporters(b, s, b.Ruse[s].Zone) + 1) / 2
}

// supporters returns the force points in an adjacent zone that a combined attack can call on.
func (g Battles) supporters(b *Battle, s adjudicator.Side, from board.Zone) int {
	if b.Naval {
		return g.NavalPF(s, from)
	}
	return g.LandPF(s, from)
}

// SupportZones returns the zones from which a side can call for a combined attack.
func (g Battles) SupportZones(b *Battle, s adjudicator.Side) board.Set {
	near := g.Board.Near(b.Zone, board.Any)
	if b.Naval {
		return near.Intersect(g.Seas).Intersect(g.HeldBySea[s])
	}
	return near.Intersect(g.Lands).Intersect(g.HeldByLand[s])
}

// TypesIn counts the different types among units: hoplites, cavalry, peltasts,
// archers.
func (g Battles) TypesIn(set field.UnitSet) int {
	n := 0
	for a := range g.ByArm {
		if set.Meets(g.ByArm[a]) {
			n++
		}
	}
	return n
}

// AllCame reports whether every attacking unit entered the zone of combat in a
// certain way during this action phase. The modifiers for the way of entry hold
// only then; a game option lets one such unit be enough.
func (g Battles) AllCame(attacker field.UnitSet, way func(field.Entry) bool) bool {
	all, some := true, false
	for !attacker.Empty() {
		if way(g.Phase.Entry[attacker.Pop()]) {
			some = true
		} else {
			all = false
		}
	}
	return some && (all || g.Habits.EntryByAny)
}

// Amphibiously reports whether a unit came over the sea.
func Amphibiously(e field.Entry) bool { return e.Amphibious }

// FromClear reports whether a unit came from a zone of clear terrain.
func (g Battles) FromClear(e field.Entry) bool {
	return e.From != board.NoZone && !e.Amphibious && g.Clear.Has(e.From)
}
