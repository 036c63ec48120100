package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// What a sensible player thinks things are worth, in victory points (9.2).
const (
	stormGrip   = 0.3  // the chance that an army takes the citadel by an assault, roughly
	truceGrip   = 0.25 // the part of that which counts where no combat can begin there
	hopeWorth   = 0.6  // a chance that is within reach
	shelter     = 1.6  // what land units in a city count for against who comes there
	captainPF   = 10.0 // what each sword of a leader with land units counts for, in force points
	guardWorth  = 0.15 // of what a garrison is worth: that land units stand by it
	guardPF     = 20.0 // and how many force points are enough of them
	eionGrip    = 2.5  // to hold Eion against who is near
	idleCost    = 0.05 // each PF of land units that lie in a base and do nothing
	lullCost    = 0.02 // and in a zone of operations that is won already
	bridgeWorth = 0.12 // each counter at Thasos that ships next door can carry over
	portWorth   = 0.6  // ships in the port of Eion: the way out of it
	groundWorth = 0.4  // standing where Sparta would build
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
	a := m.appraisal(here, s)
	v := a.citadelHopes() + a.eionHeld() + a.guards() + a.siegeHopes() + a.duelHopes() + a.ground()
	for z := range m.Exposed(s).All() {
		v -= 0.7 * here.AttritionCost(s, z)
	}
	return v - a.threats() - a.idle() + a.fleets() + here.Command(s)
}

// appraisal is the valuing of a position for a side.
type appraisal struct {
	model
	here  *bot.Planner
	side  adjudicator.Side
	enemy adjudicator.Side
	due   board.Set               // zones of combats that are due
	wins  [field.MaxZones]float64 // the chance that the side wins each
	left  int                     // turns behind that in play
}

// appraisal looks at the combats that are due.
func (m model) appraisal(here *bot.Planner, s adjudicator.Side) *appraisal {
	a := &appraisal{model: m, here: here, side: s, enemy: s.Other(), due: m.Contested(), left: m.Playing.Last - m.turnNumber()}
	for z := range a.due.All() {
		p := m.chanceToWin(&battle.Battle{Zone: z, Attacker: m.attacker()})
		if s != m.attacker() {
			p = 1 - p
		}
		a.wins[z] = p
	}
	return a
}

// attacker is who would attack where both sides are.
func (m model) attacker() adjudicator.Side {
	if m.Active == adjudicator.Observer { // in B.2: who acts first
		return m.Initiative
	}
	return m.Active
}

// chanceToWin is the chance that the attacker wins a combat.
func (m model) chanceToWin(b *battle.Battle) float64 {
	r := m.war().Reckon(b)
	won := 0
	for die := 1; die <= 6; die++ {
		if m.CRT.At(die+r.Die.Sum(), r.Column).Winner == bey.Attacker {
			won++
		}
	}
	return float64(won) / 6
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

// grip is the part of a place that a side has in its hands: its land units count by their
// force points, those farther off for less, against the enemy's.
func (a *appraisal) grip(place board.Zone) float64 {
	ours, theirs := a.press(a.side, place), a.press(a.enemy, place)
	if ours+theirs == 0 {
		return 0.5
	}
	return ours / (ours + theirs)
}

// farAway is the distance from which nobody presses on a place.
const farAway = 12

// press is what a side's land units bring to bear on a place.
func (a *appraisal) press(s adjudicator.Side, place board.Zone) float64 {
	v := 0.0
	for z := range a.HeldByLand[s].Minus(a.theatre).All() {
		if far := a.road(s, z, place); far < farAway {
			pf := float64(a.LandPF(s, z)) + captainPF*float64(a.BestSwords(a.LeadersOf(s, z)))
			if z == place && a.cities.Has(z) && a.due.Has(z) == (s != a.attacker()) {
				pf *= shelter
			}
			v += pf * float64((farAway-far)*(farAway-far)) / (farAway * farAway) * a.share(s, z)
		}
	}
	return v
}

// citadelHopes values the nearness to the citadel of who would take it.
func (a *appraisal) citadelHopes() float64 {
	if a.setting.WithoutMainMap {
		return 0
	}
	if a.faces[a.citadel] == a.side {
		return 0 // what the enemy has of it counts against it
	}
	worth := a.prize(a.side, a.citadel) * a.chanceThere(a.side)
	if a.truce() {
		worth *= truceGrip
	}
	return worth * a.timeLeft() * max(a.grip(a.amphipolis), a.openGate())
}

// timeLeft is the part of a hope that there is still time for: what is within reach is not
// in the hand, and after the last turn it is nothing.
func (a *appraisal) timeLeft() float64 {
	turns := float64(a.left) + min(1, float64(a.Points[a.side])/4)
	return hopeWorth * min(1, turns/3)
}

// openGate is the chance that the nearest army of a side walks into Amphipolis if nobody
// stands there.
func (a *appraisal) openGate() float64 {
	if a.HeldByLand[a.enemy].Has(a.amphipolis) {
		return 0
	}
	near := noRoad
	for z := range a.HeldByLand[a.side].Minus(a.theatre).All() {
		if a.LandPF(a.side, z) > a.own.Garrisons[a.citadel].PF {
			near = min(near, a.road(a.side, z, a.amphipolis))
		}
	}
	switch {
	case near <= 4:
		return 0.9
	case near <= 8:
		return 0.6
	}
	return 0.2
}

// chanceThere is the chance that a side with an army at the citadel takes it, with the best
// leader who could be there.
func (a *appraisal) chanceThere(s adjudicator.Side) float64 {
	swords := 0
	for men := a.LeadersInPlay(s); men != 0; {
		if l := men.Pop(); !a.theatre.Has(a.LeaderWhere[l]) {
			swords = max(swords, a.Swords(l))
		}
	}
	needs := a.defence(a.citadel) - swords // 4.3.1
	if s == athens || swords == 0 {        // 4.3.4
		return stormGrip
	}
	return float64(7-max(1, needs)) / 6
}

// eionHeld values Eion: its points for Athens, as far as they are safe.
func (a *appraisal) eionHeld() float64 {
	if a.setting.WithoutMainMap {
		return 0
	}
	v := eionGrip * a.grip(a.eion)
	if a.side == athens && a.HeldByLand[athens].Has(a.eion) {
		v += eionPoints * a.share(athens, a.eion)
	}
	return v
}

// guards values the land units that stand by garrisons of their own on the map of operations.
func (a *appraisal) guards() float64 {
	v := 0.0
	for z := range a.HeldByLand[a.side].Intersect(a.theatre).All() {
		if n := a.garrisonHere(z); a.faces[n] == a.side {
			v += guardWorth * a.prize(a.enemy, n) * min(1, float64(a.LandPF(a.side, z))/guardPF) * a.share(a.side, z)
		}
	}
	return v
}

// ground values what hinders the works (5.1), and what would win the walls.
func (a *appraisal) ground() float64 {
	if a.side != athens || a.setting.WithoutMainMap || a.faces[a.citadel] != sparta || !a.Held[athens].Meets(a.approaches) {
		return 0
	}
	return groundWorth
}

// duelHopes values the combat of Brasidas and Cleon: its points, and those for shunning it.
func (a *appraisal) duelHopes() float64 {
	z := a.LeaderWhere[a.brasidas]
	if z == board.NoZone || !a.due.Has(z) || !a.championsMeet(z) {
		return 0
	}
	v := championsPoints * a.share(a.side, z)
	if a.side == sparta && a.shunned && a.attacker() == sparta {
		v += shunnedPoints(a.game)
	}
	return v
}

// shunnedPoints are those that Athens has of Brasidas' not attacking Cleon.
func shunnedPoints(g *game) float64 {
	if !g.avoided() {
		return 0
	}
	for i := range g.setting.Awards {
		if w := &g.setting.Awards[i]; w.For == data.ForShunning {
			return float64(w.Points)
		}
	}
	return 0
}

// idle is what it costs that land units do nothing.
func (a *appraisal) idle() float64 {
	v := 0.0
	for z := range a.HeldByLand[a.side].All() {
		switch {
		case a.Bases.Has(z):
			v += idleCost * float64(a.LandPF(a.side, z))
		case a.garrisoned(a.side, z):
			v += lullCost * float64(a.LandPF(a.side, z))
		}
	}
	return v
}

// fleets values ships where they carry land units: next to Thasos, and in the port of Eion.
func (a *appraisal) fleets() float64 {
	if a.side != athens || a.setting.WithoutMainMap {
		return 0
	}
	v := 0.0
	waiting := a.LandAt(athens, a.thasos).Len()
	for z := range a.HeldBySea[athens].Intersect(a.Seas).All() {
		pf := a.NavalPF(athens, z)
		switch {
		case a.harbour.Has(z):
			if a.HeldByLand[athens].Has(a.eion) {
				v += portWorth
			}
		case a.Board.Near(a.thasos, board.BySea).Has(z):
			v += bridgeWorth * float64(min(pf, waiting+int(a.Phase.Ferried[athens][z])))
		}
	}
	return v
}

// threats values what the enemy's strongest stack in reach could do to each of a side's.
func (a *appraisal) threats() float64 {
	v := 0.0
	for z := range a.HeldByLand[a.side].Minus(a.Bases).Minus(a.due).All() {
		enemy := a.strongestNear(z)
		if enemy == 0 {
			continue
		}
		risk := a.here.Menace(enemy, a.LandPF(a.side, z)) * a.here.Worth(a.LandAt(a.side, z))
		if a.cities.Union(a.wet).Has(z) {
			risk *= 0.6
		}
		v += risk
	}
	return v
}

// strongestNear is the force of the strongest enemy stack that could come into a zone: on
// the main map by a movement, in a zone of operations by an operation of five units.
func (a *appraisal) strongestNear(z board.Zone) int {
	most := 0
	if a.theatre.Has(z) {
		for from := range a.HeldByLand[a.enemy].Intersect(a.theatre.Union(a.Bases)).All() {
			units := a.LandAt(a.enemy, from)
			room := mostUnits
			if a.enemy == athens {
				room = min(room, a.NavalPF(athens, from))
			}
			most = max(most, a.Sum(a.ables(units, room)))
		}
		return most
	}
	if a.truce() {
		return 0
	}
	for from := range a.HeldByLand[a.enemy].Minus(a.theatre).All() {
		if a.road(a.enemy, from, z) <= 4 {
			most = max(most, a.LandPF(a.enemy, from))
		}
	}
	return most
}
