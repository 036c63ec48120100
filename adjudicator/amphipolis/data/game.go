package data

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Side is a seat of the game; see [Athens] and [Sparta].
type Side = adjudicator.Side

// The sides of Amphipolis, in the order of the map file.
const (
	Athens Side = 0
	Sparta Side = 1
)

// SideIDs are the identifiers of the sides, by Side.
var SideIDs = [2]string{"athens", "sparta"}

// Allied are the units without the white band: those of allies of Athens or Sparta (rule
// 1.2).
const Allied = "allies"

// Citadel is the identifier of the garrison in Amphipolis.
const Citadel = "citadel"

// Garrison is an immobile counter with a face of either side (rule 1.2.3).
type Garrison struct {
	ID    string // "O4", or [Citadel]
	Zone  board.Zone
	Names board.Names
	PF    int
	VA    [2]int // by Side of the face; 0: that face has none

	Source   board.Source
	PFSource board.Source
	VASource board.Source
}

// WallState is the state of the Wall marker (rules 5.1, 5.2).
type WallState uint8

// The states of the walls that can be built.
const (
	NoWall WallState = iota
	WallStanding
	WallDestroyed
)

// WallEffect is what a border with a wall costs in one state of the marker.
type WallEffect struct {
	In, Out int // movement points beyond those of the zone
	Columns int // shift against an attacker who came inwards
}

// Wall lies along the border of two zones (rule 5.1).
type Wall struct {
	Inside, Outside board.Zone
	Permanent       bool // stands from the beginning, and cannot be destroyed
	Built           bool // stands, as a whole, with the Wall marker
	Effects         [3]WallEffect

	Source       board.Source
	EffectSource board.Source
}

// Turn is one turn of three months (rules 0.2, 2.B.1, 5.1, 6). Its identifier is its season.
type Turn struct {
	field.Turn
	Armistice bool
	Wall      int // least throw that builds the walls

	SeasonSource board.Source
}

// Stratagem is one of the texts of rule 7.
type Stratagem struct {
	field.Stratagem
	Combat  bool   // played in a combat
	Sides   []Side // whom the text names; nil: nobody
	MainMap bool   // does nothing where the main map is not used
}

// Share is some counters of a class.
type Share struct {
	Class string
	Count int
}

// Draw takes counters that are not in play, of the player's choice within the types
// (rule 10.4).
type Draw struct {
	Types     []field.UnitType
	Count     int  // how many, or as many as there are
	Remaining bool // all of them, Count is 0
	Band      bool // of the side's own only, not of its allies
}

// Deployment puts units and leaders of one side on the board.
type Deployment struct {
	field.Deployment
	Stock    []Draw
	Waits    int  // of setups: the turn in which it has no move of reinforcements, or -1
	Repeated bool // of optional reinforcements: more than once in a game
}

// Removal takes counters out of the game for good at D.7 (rule 10.4).
type Removal struct {
	Turn       int // -1: of any turn
	Side       Side
	Leaders    []int // indices in [field.Facts.Leaders]
	Units      []Share
	Stratagems []field.StratagemNo
	IfCitadel  bool // only if the citadel is then Citadel's
	Citadel    Side
	Source     board.Source
}

// The reasons of an [Award].
const (
	ForCitadel   = "citadel"   // held from the beginning to the end, main map unused (10.2)
	ForEion      = "eion"      // the same of Eion (10.2)
	ForGarrisons = "garrisons" // all of some garrisons held at the end (10.2)
	ForShunning  = "shunned"   // Brasidas never attacked a zone with Cleon (10.3, 10.4)
)

// Award is victory points of a scenario beside those of rule 9.2.
type Award struct {
	Side       Side
	Points     int
	For        string
	Garrisons  board.Set // the zones of those that are to be held
	Source     board.Source
	SideSource board.Source // who scores; as Source unless the scenario does not say
}

// Scenario is one scenario of rule 10. Each element of its lists of deployments embeds the
// one of the shared part with the same index.
type Scenario struct {
	field.Scenario
	InitiativeTurn int // turn with an automatic initiative, or -1
	Initiative     Side
	WithoutMainMap bool   // nothing moves there (10.2)
	TruceTurns     []int  // no combat may be started on the main map
	Returns        bool   // eliminated units are in the stock again
	Garrisons      []Side // by index in [Game.Garrisons]
	Setup          []*Deployment
	Arrivals       []*Deployment
	Optional       []*Deployment // by stratagem S15
	Removals       []Removal
	Awards         []Award
}

// Truce reports whether no combat may be started on the main map in a turn.
func (s *Scenario) Truce(turn int) bool { return slices.Contains(s.TruceTurns, turn) }

// Kinds of entries in the lexicon that no other game has.
const (
	GarrisonKind = "garrison"
	SeasonKind   = "season"
)

// Game is all the data of Amphipolis. It never changes after it has been loaded, so all
// games share it. Each element of its own Turns, Stratagems and Scenarios embeds the one of
// Facts with the same index.
type Game struct {
	field.Facts
	Garrisons  []Garrison // the zones of operations, then the citadel
	Walls      []Wall
	Turns      []*Turn // by number
	Stratagems []*Stratagem
	Scenarios  []*Scenario
}

// Garrison returns the index in Garrisons of the one with this identifier, or -1.
func (g *Game) Garrison(id string) int {
	return slices.IndexFunc(g.Garrisons, func(x Garrison) bool { return x.ID == id })
}

// Scenario returns the scenario with this identifier, or nil.
func (g *Game) Scenario(id string) *Scenario {
	i := slices.IndexFunc(g.Scenarios, func(s *Scenario) bool { return s.ID == id })
	if i < 0 {
		return nil
	}
	return g.Scenarios[i]
}
