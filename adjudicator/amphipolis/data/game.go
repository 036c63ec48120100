package data

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
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

// UnitDef is one combat unit (rule 1.2.1).
type UnitDef struct {
	field.Unit
	Band bool // of Athens or Sparta itself, not of an ally (rule 1.2)
}

// LeaderDef is one leader (rule 1.2.2).
type LeaderDef struct {
	ID    string // "Brasidas"
	Names board.Names
	Side  Side
	Bonus int // swords: 0 to 3; the reverse has none

	Source      board.Source
	BonusSource board.Source
}

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

// Turn is one turn of three months (rules 0.2, 2.B.1, 5.1, 6).
type Turn struct {
	Number    int
	Season    string // "summer"
	Year      int    // -424
	Names     board.Names
	Armistice bool
	Dice      int   // thrown for action points
	PA        int   // change of each side's action points in B.1
	PAUnless  []int // action points that PA does not change
	Attrition int   // change of the attrition die
	Wall      int   // least throw that builds the walls

	Source       board.Source
	SeasonSource board.Source
}

// Points returns the action points of the turn for the sum of its dice: half of it,
// rounded up, and what the season changes (rule 2.B.1).
func (t *Turn) Points(sum int) int {
	pa := (sum + 1) / 2
	if slices.Contains(t.PAUnless, pa) {
		return pa
	}
	return pa + t.PA
}

// Stratagem is one of the texts of rule 7.
type Stratagem struct {
	Number    field.StratagemNo
	ID        string // "S18"
	Names     board.Names
	Category  string   // "fleet", "land combat" ...
	Phases    []string // "B.3", or "any"
	Combat    bool     // played in a combat
	Attacker  bool     // the attacker, or the besieger, may play it
	Defender  bool
	Sides     []Side // whom the text names; nil: nobody
	MainMap   bool   // does nothing where the main map is not used
	Permanent bool   // its counter leaves the game once it has been played for this text
	Source    board.Source
}

// InPhase reports whether the stratagem may be played in a phase such as "B.3".
func (s *Stratagem) InPhase(phase string) bool {
	return slices.Contains(s.Phases, phase) || slices.Contains(s.Phases, "any")
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
	Turn     int // of arrivals: the turn in whose phase B.2 they come
	Side     Side
	Zones    []board.Zone // one of them, as the player chooses
	Leaders  []int        // indices in [Game.Leaders]
	Units    []Share      // in the order of the counter file
	Stock    []Draw
	Waits    int  // of setups: the turn in which it has no move of reinforcements, or -1
	Repeated bool // of optional reinforcements: more than once in a game
	Source   board.Source
}

// Removal takes counters out of the game for good at D.7 (rule 10.4).
type Removal struct {
	Turn       int // -1: of any turn
	Side       Side
	Leaders    []int
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
	Garrisons  []int // indices in [Game.Garrisons]
	Source     board.Source
	SideSource board.Source // who scores; as Source unless the scenario does not say
}

// Scenario is one scenario of rule 10.
type Scenario struct {
	ID             string // "10.1"
	Names          board.Names
	First, Last    int // turns
	Advantage      Side
	InitiativeTurn int // turn with an automatic initiative, or -1
	Initiative     Side
	WithoutMainMap bool  // nothing moves there (10.2)
	TruceTurns     []int // no combat may be started on the main map
	Withdrawn      []field.StratagemNo
	Returns        bool   // eliminated units are in the stock again
	Garrisons      []Side // by index in [Game.Garrisons]
	Setup          []Deployment
	Arrivals       []Deployment // in rising order of turns, Athens before Sparta
	Optional       []Deployment // by stratagem S15
	Removals       []Removal
	Awards         []Award
	Source         board.Source
}

// Truce reports whether no combat may be started on the main map in a turn.
func (s *Scenario) Truce(turn int) bool { return slices.Contains(s.TruceTurns, turn) }

// Kinds of entries in [Game.Lexicon].
const (
	ZoneKind      = "zone"
	GarrisonKind  = "garrison"
	LeaderKind    = "leader"
	StratagemKind = "stratagem"
	TypeKind      = "type" // entries "T", "H", "C", "P", "A"
	SideKind      = "side"
	SeasonKind    = "season"
)

// Game is all the data of Amphipolis. It never changes after it has been loaded, so all
// games share it.
type Game struct {
	Map        *board.Map
	Geometry   *board.Geometry // nil when the data have no geometry.toml
	Units      []UnitDef       // 63, Athens first
	Leaders    []LeaderDef
	Garrisons  []Garrison // the zones of operations, then the citadel
	Walls      []Wall
	Turns      []Turn // by number
	Stratagems []Stratagem
	Counters   []field.Counter
	Scenarios  []Scenario
	CRT        *bey.CRT
	Lexicon    *orders.Lexicon
}

// Leader returns the index in Leaders of the leader with this identifier, or -1.
func (g *Game) Leader(id string) int {
	return slices.IndexFunc(g.Leaders, func(l LeaderDef) bool { return l.ID == id })
}

// Garrison returns the index in Garrisons of the one with this identifier, or -1.
func (g *Game) Garrison(id string) int {
	return slices.IndexFunc(g.Garrisons, func(x Garrison) bool { return x.ID == id })
}

// Stratagem returns the stratagem with this number, or nil.
func (g *Game) Stratagem(n field.StratagemNo) *Stratagem {
	i := slices.IndexFunc(g.Stratagems, func(s Stratagem) bool { return s.Number == n })
	if i < 0 {
		return nil
	}
	return &g.Stratagems[i]
}

// Scenario returns the scenario with this identifier, or nil.
func (g *Game) Scenario(id string) *Scenario {
	i := slices.IndexFunc(g.Scenarios, func(s Scenario) bool { return s.ID == id })
	if i < 0 {
		return nil
	}
	return &g.Scenarios[i]
}

// Class returns one of the side's units of a class, or nil.
func (g *Game) Class(s Side, class string) *UnitDef {
	i := slices.IndexFunc(g.Units, func(u UnitDef) bool { return u.Side == s && u.Class == class })
	if i < 0 {
		return nil
	}
	return &g.Units[i]
}

// Count returns how many counters of a class a side has.
func (g *Game) Count(s Side, class string) (n int) {
	for i := range g.Units {
		if g.Units[i].Side == s && g.Units[i].Class == class {
			n++
		}
	}
	return n
}
