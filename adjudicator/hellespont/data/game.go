package data

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
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

// Persia is the ally whose units and leaders make no naval or amphibious movement, and are
// not restored in D.3 (rule 10.1).
const Persia = "persia"

// Stratagem is one of the texts of rule 7.
type Stratagem struct {
	field.Stratagem
	Land      bool // played in land combats
	Naval     bool // played in naval combats
	NoStraits bool // not in a combat in the strait (S1)
}

// Month is one turn (rules 2.B, 5.1, 6, 6.4).
type Month struct {
	field.Turn
	SupplyRises bool // supplied markers move toward 3 in D.4
	Siege       int  // change of the number of siege dice
}

// Removal takes a leader out of the game at the start of phase B.2 of a month.
type Removal struct {
	Month  int // index in [Game.Months]
	Leader int // index in [field.Facts.Leaders]
	Source board.Source
}

// StartChoice is the secret choice of one stratagem before the first turn.
type StartChoice struct {
	Order     []Side // who chooses first
	From, To  field.StratagemNo
	FirstDraw int // stratagems drawn in phase A of the first turn; 2 in all others
	Source    board.Source
}

// Scenario is one scenario of rule 10.
type Scenario struct {
	field.Scenario
	Supply      int // supply markers at the start, 0 to 3
	StartChoice StartChoice
	Removals    []Removal
}

// MonthKind is the kind of the months in the lexicon.
const MonthKind = "month"

// Game is all the data of Hellespont. It never changes after it has been
// loaded, so all games share it.
//
// Each element of its own lists embeds the one of Facts with the same index.
type Game struct {
	field.Facts
	Stratagems []*Stratagem
	Months     []*Month // of Turns
	Attrition  Attrition
	Scenarios  []*Scenario
}

// Scenario returns the scenario with this identifier, or nil.
func (g *Game) Scenario(id string) *Scenario {
	i := slices.IndexFunc(g.Scenarios, func(s *Scenario) bool { return s.ID == id })
	if i < 0 {
		return nil
	}
	return g.Scenarios[i]
}

// TurnNamed returns the index in Turns of the first month with this identifier, or -1.
func (g *Game) TurnNamed(id string) int {
	return slices.IndexFunc(g.Turns, func(t *field.Turn) bool { return t.ID == id })
}
