package data

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/orders"
)

// Side is a seat of the game; see [Athens] and [Sparta].
type Side = adjudicator.Side

// The sides of Hellenes, in the order of the map file.
const (
	Athens Side = 0
	Sparta Side = 1
)

// SideIDs are the identifiers of the sides, by Side.
var SideIDs = [2]string{"athens", "sparta"}

// Nobody is the side of what belongs to none: a nation of barbarians, an event that both
// sides may play.
const Nobody Side = -1

// None is the index of a nation, a region or a leader that there is not.
const None = -1

// Game is all the data of Hellenes. It never changes after it has been loaded, so all games
// share it.
type Game struct {
	Map       *board.Map
	Geometry  *board.Geometry // nil when the data have no geometry.toml
	Provinces []Province      // those of the map, by their zones: see [Game.Province]
	Seas      []Sea
	Nations   []Nation
	Regions   []Region
	Blocks    [2][]Block // by side; the index is the number less 1
	Events    []EventFacts
	Leaders   []Leader
	Cards     []Card // the index is the number less 1
	Tables    Tables
	Scenarios []Scenario
	Lexicon   *orders.Lexicon
}

// Kinds of entries in [Game.Lexicon], beside those of the order language.
const (
	ZoneKind     = "zone"
	BlockKind    = "block"     // of either side, by its number: "14", "b14"
	CardKind     = "card"      // by its number: "28"
	EventKind    = "cardevent" // what a card can do; "event" is what games tell
	LeaderKind   = "leader"
	RegionKind   = "region"
	NationKind   = "nation"
	ArmKind      = "arm"
	SeasonKind   = "season"
	OlympianKind = "olympian"
	SideKind     = "side"
)

// Theatre is one of the parts of the map (rule 1.0).
type Theatre uint8

// The parts of the map.
const (
	Greece Theatre = iota
	Sicily         // with the Gulf of Rhegium
	Italy          // Taras, Crotona and the seas beside them
	Persia         // Phrygia and Lydia
	theatres
)

var theatreIDs = [theatres]string{"greece", "sicily", "italy", "persia"}

// String returns the tag of the zones of the theatre.
func (t Theatre) String() string { return theatreIDs[t] }

// Loyalty is whom a city is loyal to, whoever controls it (rule 1.31).
type Loyalty int8

// The loyalties. The first two are those of the sides.
const (
	ToAthens Loyalty = iota
	ToSparta
	Neutral // a white city, which is never entered
	NoCity  // there is no city
)

// To is the loyalty to a side.
func To(s Side) Loyalty { return Loyalty(s) }

// Province is a zone of land (rules 1.1 and 1.3). With a city it is a city-state.
type Province struct {
	Zone    board.Zone
	Theatre Theatre
	Nation  int         // index in [Game.Nations]
	Region  int         // index in [Game.Regions], or None
	Loyalty Loyalty     // NoCity where there is a town, or nothing
	Value   int         // of the city; 0 where there is none
	Harbour board.Zone  // of a port, its one coastal sea (rule 1.3); NoZone for a city that is none
	Town    bool        // a centre of barbarians
	Name    board.Names // of its city or town; empty where there is neither
	Coasts  board.Set   // the seas beside it
	Grounds board.Set   // the provinces beside it

	Source      board.Source
	ValueSource board.Source // of value and loyalty; empty without a city
}

// City reports whether there is a city: the province is a city-state.
func (p *Province) City() bool { return p.Loyalty != NoCity }

// Port reports whether the city is one with a fortified harbour (rule 1.3).
func (p *Province) Port() bool { return p.Harbour != board.NoZone }

// Sea is a zone of sea (rule 1.2).
type Sea struct {
	Zone    board.Zone
	Theatre Theatre
	Grain   bool      // it feeds Athens (rule 8.22)
	Coasts  board.Set // the provinces beside it
	High    board.Set // the seas across a thick line (rule 5.22)
	Straits board.Set // the seas across a double line (rule 6.5)
}

// Nation is what has one colour (rule 1.32).
type Nation struct {
	ID     string
	Names  board.Names
	Side   Side      // whom its cities are loyal to, or Nobody
	Cities board.Set // provinces in which its Greek units are raised and built
	Towns  board.Set // provinces in which its barbarians are raised
	Source board.Source
}

// Region is what revolts together (rules 1.33 and 3.12).
type Region struct {
	ID      string
	Names   board.Names
	Subject bool // false for the Aeolian isles, which may revolt all the same
	Cities  board.Set
	Source  board.Source
}

// Arm is the type of a unit (rule 2.2).
type Arm uint8

// The types of units.
const (
	Hoplites Arm = iota
	Archers
	Cavalry
	Infantry
	Fleet
	arms
)

var armIDs = [arms]string{"hoplites", "archers", "cavalry", "infantry", "fleet"}

// String returns the identifier of the type.
func (a Arm) String() string { return armIDs[a] }

// Class is a combat class, such as B1 (rule 2.14).
type Class struct {
	Agility byte // 'A' fights before 'B'
	Power   int8 // hits on a die of 1 to Power, routs on 7-Power to 6
}

// String returns "B1".
func (c Class) String() string { return fmt.Sprintf("%c%d", c.Agility, c.Power) }

// Only says when a unit of a white or yellow box may be recruited.
type Only uint8

// The conditions.
const (
	Always         Only = iota
	WithoutLeader       // while Athens has no leader in play (rule 2.27)
	WithPersianAid      // while an aid is in play (rule 13.2)
)

var onlyIDs = []string{"", "leaderless", "persian_aid"}

// Block is a unit's label (rule 2.1).
type Block struct {
	Side      Side
	Number    int // 1 to 60
	Arm       Arm
	Home      int       // index in [Game.Nations]
	Homes     board.Set // where it is raised and, a Greek unit, built: cities, or towns of a barbarian
	Class     Class     // at sea, of a fleet
	Ashore    Class     // on land: the same, but D1 for fleets
	VC        int       // full strength, 1 to 4
	Move      int       // zones
	Elite     bool      // forces a march from 3 on (rule 5.3)
	Barbarian bool
	Rebel     bool // recruited in places loyal to the enemy (rule 4.22)
	Sicilian  bool // cannot leave Sicily (rules 15.2 and 15.4)
	Only      Only

	Source, VCSource board.Source
}

// Event is what a card can do instead of giving coins (rule 3.1).
type Event uint8

// The events.
const (
	Revolt Event = iota
	HelotUprising
	PlagueStrikes
	PlagueReturns
	Treachery
	Ostracised
	Hunger
	Earthquake
	Augury
	Atrocity
	NewLeader
	CivilWar
	Taxes
	PersianAid
	PeaceFaction
	WarFaction
	NoQuarter
	events
)

var eventIDs = [events]string{"revolt", "helots", "plague_strikes", "plague_returns", "treachery", "ostracised", "hunger",
	"earthquake", "augury", "atrocity", "leader", "civil_war", "taxes", "persian_aid", "peace_faction", "war_faction", "no_quarter"}

// String returns the identifier of the event.
func (e Event) String() string { return eventIDs[e] }

// Seasonal reports whether an event works on the combat and the movement of the season in which it is played, so that
// it does nothing at New Year (rule 10.2).
func (e Event) Seasonal() bool {
	return e == Treachery || e == Hunger || e == Earthquake || e == Augury
}

// EventFacts is what holds for an event on whatever card.
type EventFacts struct {
	ID         string
	Names      board.Names
	Side       Side // who may play it, or Nobody: both may
	Lasting    bool // it stays in play until it is removed
	NewYear    bool // it may be played at New Year (rule 10.2)
	Source     board.Source
	SideSource board.Source
}

// Leader is one of those whom cards bring into play (rule 3.11).
type Leader struct {
	ID     string
	Names  board.Names
	Side   Side
	Bonus  int // actions more in a turn: 0 or 1
	Card   int // index in [Game.Cards]
	Source board.Source
}

// Border is the colour of the border of a card, which says with which campaigns it is used
// (rule 3.0).
type Border uint8

// The borders.
const (
	Gold   Border = iota // 431 alone
	Silver               // all
	Bronze               // all but 431
)

// Card is one of the 55 (rule 3.0).
type Card struct {
	Number    int
	Border    Border
	Event     Event
	Leader    int  // index in [Game.Leaders] of a leader's card, else None
	Region    int  // index in [Game.Regions] of a revolt's card, or None: any in rebellion
	Extension bool // a revolt may spread to a region in rebellion instead (rule 3.12)
	Coins     int  // 1 to 3

	Source, CoinsSource board.Source
}

// Scenario returns the scenario with this identifier, or nil.
func (g *Game) Scenario(id string) *Scenario {
	for i := range g.Scenarios {
		if g.Scenarios[i].ID == id {
			return &g.Scenarios[i]
		}
	}
	return nil
}

// Province returns what stands in a zone of land, or nil for a sea.
func (g *Game) Province(z board.Zone) *Province {
	if int(z) >= len(g.Provinces) {
		return nil
	}
	return &g.Provinces[z]
}

// Sea returns what there is to say of a zone of sea, or nil for land.
func (g *Game) Sea(z board.Zone) *Sea {
	if i := int(z) - len(g.Provinces); i >= 0 && i < len(g.Seas) {
		return &g.Seas[i]
	}
	return nil
}

// Nation returns the index of the nation with this identifier, or None.
func (g *Game) Nation(id string) int {
	return slices.IndexFunc(g.Nations, func(n Nation) bool { return n.ID == id })
}

// Region returns the index of the region with this identifier, or None.
func (g *Game) Region(id string) int {
	return slices.IndexFunc(g.Regions, func(r Region) bool { return r.ID == id })
}

// Leader returns the index of the leader with this identifier, or None.
func (g *Game) Leader(id string) int {
	return slices.IndexFunc(g.Leaders, func(l Leader) bool { return l.ID == id })
}

// Block returns a block by its side and number, or nil if there is none.
func (g *Game) Block(s Side, number int) *Block {
	if number < 1 || number > len(g.Blocks[s]) {
		return nil
	}
	return &g.Blocks[s][number-1]
}

// Fleets are the fleets of a side, by index.
func (g *Game) Fleets(s Side) draw.Set {
	return g.Which(s, func(b *Block) bool { return b.Arm == Fleet })
}

// Which are the blocks of a side that are so, by index.
func (g *Game) Which(s Side, so func(*Block) bool) (set draw.Set) {
	for i := range g.Blocks[s] {
		if so(&g.Blocks[s][i]) {
			set.Add(draw.Lot(i))
		}
	}
	return set
}
