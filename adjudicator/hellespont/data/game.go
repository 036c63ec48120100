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

// The sides of Hellespont, in the order of the map file.
const (
	Athens Side = 0
	Sparta Side = 1
)

// SideIDs are the identifiers of the sides, by Side.
var SideIDs = [2]string{"athens", "sparta"}

// UnitType is the type of a combat unit, the letter on its counter (rule 1.1).
type UnitType = field.UnitType

// The types of units.
const (
	Triremes = field.Triremes
	Hoplites = field.Hoplites
	Cavalry  = field.Cavalry
	Peltasts = field.Peltasts
	Archers  = field.Archers
)

// UnitDef is one combat unit: one counter of the game.
type UnitDef struct {
	field.Unit
	Persian bool // rule 10.1: no naval or amphibious movement, D.3 does not restore it
}

// LeaderDef is one leader (rule 1.2).
type LeaderDef struct {
	ID      string // "Thrasybule"
	Names   board.Names
	Side    Side
	Bonus   int    // swords: 0, 1 or 2; the reverse has none
	Ally    string // "syracuse", "rhodes", "persia"; empty for the side's own
	Persian bool   // rule 10.1: no naval or amphibious movement

	Source      board.Source
	BonusSource board.Source
}

// StratagemNo is the number of a stratagem: 1 for S1. 21 does not exist.
type StratagemNo = field.StratagemNo

// MaxStratagem is the highest number of a stratagem.
const MaxStratagem StratagemNo = 23

// Stratagem is one of the texts of rule 7.
type Stratagem struct {
	Number    StratagemNo
	ID        string // "S18"
	Names     board.Names
	Category  string   // "fleet", "land combat" ...
	Phases    []string // "B.3", or "any"
	Land      bool     // played in land combats
	Naval     bool     // played in naval combats
	Attacker  bool     // the attacker, or the active player of a siege, may play it
	Defender  bool     // the defender or passive player may play it
	NoStraits bool     // not in a combat in the strait (S1)
	Permanent bool     // its counter leaves the game once it has been played for this text
	Source    board.Source
}

// InPhase reports whether the stratagem may be played in a phase such as "B.3".
func (s *Stratagem) InPhase(phase string) bool {
	return slices.Contains(s.Phases, phase) || slices.Contains(s.Phases, "any")
}

// Colour is the background of a face of a stratagem counter: who may play it.
type Colour = field.Colour

// The colours.
const (
	AthenianColour = Colour(Athens)
	SpartanColour  = Colour(Sparta)
	Neutral        = field.Neutral // dark blue: both sides
)

// Face is one side of a stratagem counter.
type Face = field.Face

// Counter is one stratagem counter.
type Counter = field.Counter

// Month is one turn (rules 2.B, 5.1, 6, 6.4).
type Month struct {
	ID             string // "september"
	Year           int    // -411
	Names          board.Names
	PA             int   // change of each side's action points in B.1
	PAUnless       []int // totals of action points that PA does not change
	FreeActivation bool  // a zone with a leader of double bonus costs 0 PA
	SupplyRises    bool  // supplied markers move toward 3 in D.4
	Siege          int   // change of the number of siege dice
	Attrition      int   // change of the attrition die
	Source         board.Source
}

// AdjustPA returns the action points of the month for a total of them.
func (m *Month) AdjustPA(total int) int {
	if slices.Contains(m.PAUnless, total) {
		return total
	}
	return total + m.PA
}

// Placed is a unit of a deployment.
type Placed struct {
	Unit     int // index in [Game.Units]
	Weakened bool
}

// Deployment puts units and leaders of one side on one zone.
type Deployment struct {
	Side    Side
	Zone    board.Zone
	Leaders []int // indices in [Game.Leaders]
	Units   []Placed
	Source  board.Source
}

// Arrival is a deployment in phase B.2 of a month.
type Arrival struct {
	Month int // index in [Game.Months]
	Deployment
}

// Removal takes a leader out of the game at the start of phase B.2 of a month.
type Removal struct {
	Month  int
	Leader int
	Source board.Source
}

// StartChoice is the secret choice of one stratagem before the first turn.
type StartChoice struct {
	Order     []Side // who chooses first
	From, To  StratagemNo
	FirstDraw int // stratagems drawn in phase A of the first turn; 2 in all others
	Source    board.Source
}

// Scenario is one scenario of rule 10.
type Scenario struct {
	ID          string // "10.1"
	Names       board.Names
	First, Last int // indices in [Game.Months]
	Advantage   Side
	Supply      int // supply markers at the start, 0 to 3
	Withdrawn   []StratagemNo
	StartChoice StartChoice
	Setup       []Deployment
	Arrivals    []Arrival    // in rising order of months, Athens before Sparta
	Optional    []Deployment // by stratagem S14, each once in a game
	Removals    []Removal
	Source      board.Source
}

// IsWithdrawn reports whether the stratagem is out of this scenario.
func (s *Scenario) IsWithdrawn(n StratagemNo) bool { return slices.Contains(s.Withdrawn, n) }

// Kinds of entries in [Game.Lexicon].
const (
	ZoneKind      = "zone"
	LeaderKind    = "leader"
	StratagemKind = "stratagem"
	TypeKind      = "type" // entries "T", "H", "C", "P", "A"
	SideKind      = "side"
	MonthKind     = "month"
)

// Game is all the data of Hellespont. It never changes after it has been
// loaded, so all games share it.
type Game struct {
	Map        *board.Map
	Units      []UnitDef // 69, Athens first
	Leaders    []LeaderDef
	Stratagems []Stratagem
	Counters   []Counter
	Months     []Month
	Scenarios  []Scenario
	CRT        *bey.CRT
	Lexicon    *orders.Lexicon
	Geometry   *board.Geometry // nil when the data have no geometry.toml

	byNumber [MaxStratagem + 1]*Stratagem
}

// Stratagem returns the stratagem with this number, or nil.
func (g *Game) Stratagem(n StratagemNo) *Stratagem {
	if n > MaxStratagem {
		return nil
	}
	return g.byNumber[n]
}

// Leader returns the index in Leaders of the leader with this identifier, or -1.
func (g *Game) Leader(id string) int {
	return slices.IndexFunc(g.Leaders, func(l LeaderDef) bool { return l.ID == id })
}

// Month returns the index in Months of the month with this identifier, or -1.
func (g *Game) Month(id string) int {
	return slices.IndexFunc(g.Months, func(m Month) bool { return m.ID == id })
}

// Scenario returns the scenario with this identifier, or nil.
func (g *Game) Scenario(id string) *Scenario {
	i := slices.IndexFunc(g.Scenarios, func(s Scenario) bool { return s.ID == id })
	if i < 0 {
		return nil
	}
	return &g.Scenarios[i]
}
