package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// printed is the printed game in the form that play needs: counters, chits and
// zones as small indices. It is made once from the data files and never changes.
type printed struct {
	board *board.Map

	units    []counter
	leaders  []captain
	chits    []chitCounter
	labels   []string     // of units: "T20", "H4+"; indexed by counter.label
	of       [2]unitSet   // the units of a side
	captains [2]leaderSet // the leaders of a side
	ships    unitSet      // the naval units
	persian  unitSet      // the Persian units (10.1)
	persians leaderSet    // Pharnabazus
	byArm    [arms]unitSet
	bonus    unitSet // units with a sword

	seas, ports, lands, bases board.Set
	straits, difficult, clear board.Set
	coast                     board.Set // ports, and clear land beside the sea (3.4)
	basesOf                   [2]board.Set

	months    []month
	scenarios []scenario
}

// arm is the type of a combat unit (1.1).
type arm uint8

const (
	triremes arm = iota
	hoplites
	cavalry
	peltasts
	archers
	arms
)

// counter is a combat unit's counter (1.1).
type counter struct {
	side    adjudicator.Side
	arm     arm
	class   class
	label   uint8
	full    int // PF on the front
	reverse int // PF on the reverse
	bonus   bool
	persian bool
}

// captain is a leader's counter (1.2).
type captain struct {
	id      string
	side    adjudicator.Side
	swords  int // 0, 1 or 2
	persian bool
}

// month is what the rules attach to a month of the track.
type month struct {
	id             string
	year           int
	points         int   // change of the action points (B.1)
	pointsUnless   []int // except for these totals
	freeActivation bool  // a leader with a double bonus activates for nothing (B.3.2)
	supplyRises    bool  // (6)
	siegeDice      int   // change of the siege dice (5.1)
	attrition      int   // change of the attrition die (6.4)
}

// scenario is a scenario of rule 10.
type scenario struct {
	id          string
	first, last int // months, as indices of printed.months
	advantage   adjudicator.Side
	supply      int
	startChoice [2]int // range of the stratagem numbers to choose from at the start; zero: no choice
	chooseFirst adjudicator.Side
	firstDraw   int // chits drawn in phase A of the first turn
	setup       []arrival
	arrivals    []arrival
	optional    [2][]arrival // by S14, each once
	removals    []removal
	withdrawn   uint32 // stratagem numbers that may not be used, as bits
}

// arrival is a group of units and leaders that comes into play.
type arrival struct {
	month   int
	side    adjudicator.Side
	zone    board.Zone
	units   unitSet
	weak    unitSet // those of them that come on their reverse
	leaders leaderSet
}

// removal is a leader that leaves the game.
type removal struct {
	month  int
	leader leader
}

// turnsOf returns the number of turns of a scenario.
func (s *scenario) turns() int { return s.last - s.first + 1 }

// now is the month in play.
func (g *game) now() *month { return &g.months[g.scenario.first+g.turn] }
