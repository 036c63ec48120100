package play

import (
	"encoding/json"
	"fmt"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/store"
)

// Opens is when a game that has ended is shown whole to everybody: both sides' reports,
// their orders, what was drawn in secret, and what its dice can be checked with.
type Opens string

// The moments at which a game opens.
const (
	AtEnd       Opens = "end"    // when it has ended
	WithTwin    Opens = "twin"   // when no other game of the same scenario between its players runs
	AtRoundEnd  Opens = "round"  // when its round of a league is over
	AtSeasonEnd Opens = "season" // when its season of a league is over
)

// Showing is what the players of a game have agreed on about who may look at it. It
// stands in the entry that creates the game, so that nobody can change it later.
type Showing struct {
	// Delay is how long after a turn has ended others are shown what both sides know of it.
	Delay calendar.Span `json:"delay"`
	Opens Opens         `json:"opens"`
	// Observers is who may watch the game by mail; empty for nobody.
	Observers Observing `json:"observers,omitempty"`
}

// UsualShowing is that of a game about which nothing else is said: a turn is shown a day
// after it has ended, and all of the game when it has.
var UsualShowing = Showing{Delay: calendar.Span{Duration: 24 * time.Hour}, Opens: AtEnd}

// Check says which of the settings will not do.
func (s *Showing) Check() error {
	switch {
	case s == nil:
		return nil
	case s.Delay.Duration < 0:
		return &club.SettingError{Setting: "delay", Value: s.Delay.String(), Want: "a time from 0s on"}
	}
	switch s.Observers {
	case "", ObservedByAll, ObservedByInvited, ObservedByNone:
	default:
		return &club.SettingError{Setting: "observers", Value: string(s.Observers), Want: "open, invited or none"}
	}
	switch s.Opens {
	case AtEnd, WithTwin, AtRoundEnd, AtSeasonEnd:
		return nil
	}
	return &club.SettingError{Setting: "opens", Value: string(s.Opens), Want: "end, twin, round or season"}
}

// ShowingOf reads what a game was created with. A game of before there was a choice is
// shown to nobody while it runs: its players were not told that it would be.
func ShowingOf(created store.Entry) (s Showing, ever bool, err error) {
	var body CreatedBody
	if err := json.Unmarshal(created.Body, &body); err != nil {
		return s, false, fmt.Errorf("ledger entry %d: %w", created.Seq, err)
	}
	if body.Shown == nil {
		return UsualShowing, false, nil
	}
	return *body.Shown, true, nil
}
