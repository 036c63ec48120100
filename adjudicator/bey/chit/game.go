package chit

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Rules are what the stratagem counters and the Advantage of a game ask its ruleset.
type Rules interface {
	// Text returns what a stratagem does when it is played outside combats and sieges.
	Text(n field.StratagemNo) Text
	// Timely lists the stratagems that can be played at a moment.
	Timely(m field.Moment) []field.StratagemNo
	// Homes returns where the Advantage brings counters of a side back.
	Homes(s adjudicator.Side, units field.UnitSet, leaders field.LeaderSet) board.Set
	// Changed looks at what follows from a change on the map.
	Changed(t *adjudicator.Table)
}

// Chits are the stratagem counters and the Advantage of a game in play: its state and its
// rules. It is made for the moment, of the game that it is part of, and never kept in one.
type Chits struct {
	*field.Field
	Rules
}
