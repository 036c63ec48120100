package data

import (
	"keryx/adjudicator/board"
	"keryx/adjudicator/tables"
)

// The sides, by their seats; Neutral is the third in deployments.
const (
	Greeks = iota
	Persians
	Neutral
)

// SideIDs are the identifiers of the seats.
var SideIDs = []string{"greeks", "persians"}

// Seasons are the turns of a year, in their order.
var Seasons = []string{"spring", "summer", "autumn", "winter"}

// Leader is a printed leader.
type Leader struct {
	ID, EN, FR                 string
	Side                       int
	Strategic, Tactical, Stars int
	Naval                      bool   // the tactical value counts at sea only (1.1)
	City                       string // "attic", "spartan" or none
}

// Arm is what sort of unit a counter is.
type Arm uint8

// The arms of counters (7.2, 7.6).
const (
	Hoplite Arm = iota
	Archer
	Immortal
	Infantry
	HeavyCavalry
	LightCavalry
	Ship
)

var arms = []string{"hoplite", "archer", "immortal", "infantry", "heavy cavalry", "light cavalry", "ship"}

// String is the arm's name in the files.
func (a Arm) String() string { return arms[a] }

// Kind is a sort of counter: what is printed on it, and for which city.
type Kind struct {
	ID, Label, EN, FR string
	Also              []string // names that orders take besides
	Arm               Arm
	Strength          int    // combat points, or naval points
	Morale            int    // what 2d6 have to reach (7.4); 0 for ships
	City              string // where it comes from; empty for Persians
	Count             int    // counters in the box
}

// Afloat reports whether it is a ship.
func (k *Kind) Afloat() bool { return k.Arm == Ship }

// Cavalry reports whether it is cavalry.
func (k *Kind) Cavalry() bool { return k.Arm == HeavyCavalry || k.Arm == LightCavalry }

// Stratagem is a printed stratagem.
type Stratagem struct {
	ID, EN, FR string
	Number     int // in 11.2
	Count      int
	For        string // "both", "greeks" or "persians": who can use it
}

// Costs are what actions cost in points of action (3).
type Costs struct {
	March, Thermopylae, Pindus, Interception, Voyage, Embark, Scorch int
}

// Place is what a scenario deploys in one zone.
type Place struct {
	Side     int
	Zone     board.Zone
	Leaders  []int // by their numbers in [Game.Leaders]
	Counters []int // kinds, one for each counter
}

// Arrival is a leader who comes later.
type Arrival struct {
	Turn, Leader int
	Zone         board.Zone
}

// Scenario is a printed scenario (14).
type Scenario struct {
	ID, EN, FR               string
	Year, Season, Turns      int
	Control                  [2][]board.Zone
	Cup, Won                 []int // stratagems, one for each counter
	Isolationism             bool
	Succession               [2][]int
	Decoys, Fleets, Phantoms [2]int // markers of each side; phantoms are decoy fleets
	Places                   []Place
	Arrivals                 []Arrival
}

// Blow is a result of the combat table: points to be eliminated, and whether morale is tested.
type Blow struct {
	Points int
	Test   bool
}

// Fight is a result of the interception table.
type Fight uint8

// The results of an interception (6.2).
const (
	Fails Fight = iota
	Pitched
	Ambush
)

// Game is all that is printed.
type Game struct {
	Map      *board.Map
	Geometry *board.Geometry
	// Land, Sea and Coast are the neighbours of each zone on a march, by ship, and across a
	// shore; Pindus those beyond the range.
	Land, Sea, Coast, Pindus []board.Set
	Leaders                  []Leader
	Kinds                    []Kind
	Chits                    [][2]int
	Cost                     Costs
	Stratagems               []Stratagem
	Scenarios                []Scenario

	Interception                             *tables.Table[Fight]
	Combat                                   *tables.Table[Blow]
	Naval, LandWear, SeaWear, UnsuppliedWear *tables.Table[int]

	// Own names the files of an owner that stand in the place of embedded ones; empty without.
	Own string

	sources map[string][]board.Source // by topic
}

// Scenario returns the scenario of an identifier, or nil.
func (g *Game) Scenario(id string) *Scenario {
	for i := range g.Scenarios {
		if g.Scenarios[i].ID == id {
			return &g.Scenarios[i]
		}
	}
	return nil
}

// Terrain is the terrain of a zone on land: "clear", "rough" or "mountain".
func (g *Game) Terrain(z board.Zone) string {
	for _, t := range []string{"clear", "rough", "mountain"} {
		if g.Map.Tagged("terrain-" + t).Has(z) {
			return t
		}
	}
	return g.Map.TerrainID(g.Map.Terrain(z))
}
