package march

import (
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Rules are what the movements of a game ask its ruleset.
type Rules interface {
	// DeparturesMatter reports whether something may be played among the departures of
	// B.2 though nothing can leave the bases.
	DeparturesMatter() bool
	// Sickbeds returns where a leader who has fallen ill may go.
	Sickbeds(l field.LeaderNo) board.Set
}

// Marches are the movements of a game in play: its state and its rules, made for the
// moment as [chit.Chits] are.
type Marches struct {
	chit.Chits
	Rules
}
