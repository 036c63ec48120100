package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// What zones are worth besides, or cost, as long as no combat is due in them.
const (
	sieges       = bot.Command + 1 + iota // what a garrison of the enemy's promises
	guards                                // who stands by a garrison of one's own, or in a base
	onEion                                // what land units bring to bear on Eion
	onAmphipolis                          // and on Amphipolis
)

// What a sensible player thinks things are worth, in victory points (9.2).
const (
	siegeGrip = 0.4  // the chance that an army takes the citadel, roughly
	truceGrip = 0.25 // the part of that which counts where no combat can begin there
	hopeWorth = 0.6  // a chance that is within reach
	guardPart = 0.3  // of what a garrison is worth: that land units stand by it
	guardPF   = 20.0 // and how many force points are enough of them
	eionGrip  = 2.5  // to hold Eion against who is near
	idleCost  = 0.05 // each PF of land units that lie in a base and do nothing
	lullCost  = 0.02 // and in a zone of operations that is won already
)

// prices are what counters and points are worth to him: two points for losing hoplites, one
// for other land units, none for ships, and what they can do.
var prices = bot.Prices{
	Unit:     [field.Arms]float64{field.HopliteArm: 2, field.CavalryArm: 1, field.PeltastArm: 1, field.ArcherArm: 1},
	Strength: [field.Arms]float64{field.TriremeArm: 0.12, field.HopliteArm: 0.15, field.CavalryArm: 0.15, field.PeltastArm: 0.15, field.ArcherArm: 0.15},
	Point:    0.2,
	Chit:     0.7,
	Caution:  1.2,
}

// Prices implements [bot.Rules].
func (model) Prices() *bot.Prices { return &prices }

// Holdings implements [bot.Rules]: what a side has of the citadel, Eion and the towns, what
// its sieges promise, and what its stacks risk.
func (m model) Holdings(here *bot.Planner, s adjudicator.Side) float64 {
	var a appraisal
	a.look(here, m, s)
	return a.onMainMap() + a.inTheatre() + a.siegeHopes() - here.Threats(s) + here.Commands(s)
}

// appraisal is the valuing of a position for a side.
type appraisal struct {
	model
	here        *bot.Planner
	side, enemy adjudicator.Side
	due         board.Set               // zones of combats that are due
	wins        [field.MaxZones]float64 // the chance that the side wins each
	left        int                     // turns behind that in play
}

// look looks at the combats that are due.
func (a *appraisal) look(here *bot.Planner, m model, s adjudicator.Side) {
	a.model, a.here, a.side, a.enemy, a.due, a.left = m, here, s, s.Other(), m.Contested(), m.Playing.Last-m.turnNumber()
	attacker := m.Active
	if attacker == adjudicator.Observer { // in B.2: who acts first
		attacker = m.Initiative
	}
	for rest := a.due; !rest.Empty(); {
		z := rest.Pop()
		a.wins[z] = here.Winning(battle.Battle{Zone: z, Attacker: attacker}, s)
	}
}

// share is the chance that one of the two sides still stands in a zone behind the combats.
func (a *appraisal) share(s adjudicator.Side, z board.Zone) float64 {
	switch {
	case !a.due.Has(z):
		return 1
	case s == a.side:
		return a.wins[z]
	}
	return 1 - a.wins[z]
}

// over sums up what zones are worth to a side, by the part of it that will still stand there. Where no combat is due
// that is all of it, hangs on the counters of the zone alone, and is remembered.
func (a *appraisal) over(c bot.Concern, s adjudicator.Side, zones board.Set, worth func(z board.Zone, part float64) float64) float64 {
	v := a.here.Over(c, s, zones.Minus(a.due), false, func(z board.Zone) float64 { return worth(z, 1) })
	for rest := zones.Intersect(a.due); !rest.Empty(); {
		z := rest.Pop()
		v += worth(z, a.share(s, z))
	}
	return v
}

// grip is the part of a place that a side has in its hands: its land units count by their
// force points, those farther off for less, against the enemy's.
func (a *appraisal) grip(c bot.Concern, place board.Zone) float64 {
	ours, theirs := a.press(c, a.side, place), a.press(c, a.enemy, place)
	if ours+theirs == 0 {
		return 0.5
	}
	return ours / (ours + theirs)
}

// farAway is the distance from which nobody presses on a place.
const farAway = 12

// press is what a side's land units bring to bear on a place, as the concern that is remembered of it.
func (a *appraisal) press(c bot.Concern, s adjudicator.Side, place board.Zone) float64 {
	zones := a.HeldByLand[s].Minus(a.theatre)
	at := func(z board.Zone, part float64) float64 {
		far := a.roads[z][place]
		if far >= farAway {
			return 0
		}
		near := float64(farAway-far) / farAway
		return float64(a.LandPF(s, z)) * near * near * part
	}
	if !zones.Meets(a.due) { // no chance comes into it, and either side counts on the same
		return a.here.Shared(c, s, zones, func(z board.Zone) float64 { return at(z, 1) })
	}
	return a.over(c, s, zones, at)
}

// onMainMap values the nearness to the citadel of who would take it, what the enemy has of it
// counts against it, and Eion.
func (a *appraisal) onMainMap() float64 {
	if a.setting.WithoutMainMap {
		return 0
	}
	v := eionGrip * a.grip(onEion, a.eion)
	if a.side == athens && a.HeldByLand[athens].Has(a.eion) {
		v += eionPoints * a.share(athens, a.eion)
	}
	if a.faces[a.citadel] == a.side {
		return v
	}
	worth := a.prize(a.side, a.citadel) * siegeGrip * hopeWorth * min(1, float64(a.left+1)/3)
	if a.truce() {
		worth *= truceGrip
	}
	return v + worth*max(a.grip(onAmphipolis, a.amphipolis), a.openGate())
}

// openGate is the chance that the nearest army of a side walks into Amphipolis if nobody
// stands there.
func (a *appraisal) openGate() float64 {
	if a.HeldByLand[a.enemy].Has(a.amphipolis) {
		return 0
	}
	near := uint8(noRoad)
	for z := range a.HeldByLand[a.side].Minus(a.theatre).All() {
		if a.LandPF(a.side, z) > a.own.Garrisons[a.citadel].PF {
			near = min(near, a.roads[z][a.amphipolis])
		}
	}
	return [...]float64{0.9, 0.6, 0.2}[min(2, near/5)]
}

// inTheatre values the land units that stand by garrisons of their own, less what it costs
// that some do nothing.
func (a *appraisal) inTheatre() float64 {
	return a.over(guards, a.side, a.HeldByLand[a.side].Intersect(a.theatre.Union(a.Bases)), func(z board.Zone, part float64) float64 {
		pf := float64(a.LandPF(a.side, z))
		if a.Bases.Has(z) {
			return -idleCost * pf
		}
		n := a.garrisonHere(z)
		if a.faces[n] != a.side {
			return 0
		}
		return guardPart*a.prize(a.enemy, n)*min(1, pf/guardPF)*part - lullCost*pf
	})
}
