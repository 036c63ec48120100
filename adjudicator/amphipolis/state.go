package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/edition"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// The two sides, in the order of [ruleset.Info].
const (
	athens = data.Athens
	sparta = data.Sparta
)

// garrisons is the number of immobile counters: those of the zones of operations and the
// citadel, which is the last.
const garrisons = 9

// The two maps, for operations that are counted by them.
const (
	mainMap = iota
	operationsMap
	boards
)

// game is one game of Amphipolis. Everything that changes is in fixed arrays, so that a
// game can be copied by assignment. Texts that are out of the game are [field.Field]'s
// Retired, optional reinforcements that have been called for Phase.Called and those that
// are used up Optional, turns by which arrivals are delayed Late.
type game struct {
	field.Field

	*landmarks                  // and what rules name of them
	edition    *edition.Edition // what the rules are, of the version that it is played under
	setup      adjudicator.Setup
	options    options
	setting    *data.Scenario

	faces    [garrisons]adjudicator.Side // whose each garrison is, by index in [data.Game.Garrisons] (1.2.3)
	walls    data.WallState              // the Wall marker (5)
	sapped   *int                        // turn in which S11 was played, by number; nil if it was not. The number never changes (5.2)
	flotilla bool                        // S3 has been played
	absent   uint32                      // arrivals of the scenario that found no base and wait, as bits (C-38)
	awaited  uint32                      // optional reinforcements called for that found no base and wait, as bits (C-38)
	duels    [2]int                      // combats of Brasidas and Cleon against each other that a side won (9.2)
	shunned  bool                        // Brasidas has not attacked Cleon (10.3, 10.4)
	given    [2]int                      // victory points that a side has made for good before the game was entered

	summons [maxSummons]summons // counters chosen from the stock and not placed yet, in one B.2

	steps steps
}

// maxSummons is how many times counters can be called for in one B.2: as often as
// counters of S15, S16 and S22 can be drawn.
const maxSummons = 8

// summons are counters from the stock that a side has called for, and where.
type summons struct {
	units field.UnitSet // empty for none
	zone  board.Zone
}

// summon notes that units from the stock are to be placed in a zone in the B.2 in play.
func (g *game) summon(units field.UnitSet, z board.Zone) {
	for i := range g.summons {
		if g.summons[i].units.Empty() {
			g.summons[i] = summons{units, z}
			return
		}
	}
}

// summoned are all units that have been called for and are not placed yet.
func (g *game) summoned() (all field.UnitSet) {
	for _, s := range g.summons {
		all = all.Or(s.units)
	}
	return all
}

// steps is what is remembered, besides the family's phase, of one step in which operations
// are made: B.2 and an action phase, D.2, D.4.
type steps struct {
	Operations [boards]int `json:"operations"`         // left, from the main map and from that of operations; B.2, B.3 and D.2 count the first alone
	Extra      int         `json:"extra,omitempty"`    // D.2 and D.4: one more by S1 each, from either map
	Operated   bool        `json:"operated,omitempty"` // B.3: the operation has been made
	Moving     bool        `json:"moving,omitempty"`   // B.3: a movement has begun, and no operation can follow (3.2)
	Cost       int         `json:"cost,omitempty"`     // B.3: what the activation of the zone that is active has cost in action points
	Group      int         `json:"group,omitempty"`    // B.2: the group of reinforcements that arrives, of the scenario's and then of the optional ones
	besieging  method      // D.5: how the garrison is besieged that the besieger is asked about
}

// beginPhase forgets what was remembered of the phase before.
func (g *game) beginPhase(active adjudicator.Side) {
	g.BeginPhase(active)
	g.steps = steps{}
}

// stock is the units of a side that can be called in: those that are not in play, and in
// 10.4 those that have been eliminated (C-75). What has been called for is no more of it.
func (g *game) stock(s adjudicator.Side) field.UnitSet {
	return g.Of[s].Minus(g.summoned()).Where(func(u field.UnitNo) bool {
		fate := g.UnitFate[u]
		return fate == field.Waiting || fate == field.Eliminated && g.setting.Returns
	})
}

// turn is what only this game says of the turn in play.
func (g *game) turn() *data.Turn { return g.own.Turns[g.turnNumber()] }

// turnNumber is the number of the turn in play, 0 to 9.
func (g *game) turnNumber() int { return g.Playing.First + g.TurnNo }

// truce reports whether no combat may be started on the main map (10.4).
func (g *game) truce() bool { return g.setting.Truce(g.turnNumber()) }

// closed are the zones that nothing moves into or leaves: the main map in 10.2.
func (g *game) closed() board.Set {
	if g.setting.WithoutMainMap {
		return g.Lands.Union(g.Seas)
	}
	return board.Set{}
}

// garrisonHere is the index of the garrison of a zone, or -1.
func (g *game) garrisonHere(z board.Zone) int { return int(g.garrisonAt[z]) }

// basesFor are the rear bases where a side may go or call counters: its own, but Thrace
// only if no enemy is there (1.1).
func (g *game) basesFor(s adjudicator.Side) board.Set {
	return g.BasesOf[s].Minus(g.Held[s.Other()])
}
