package host

import (
	"encoding/json"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
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

// usualShowing is that of a game about which nothing else is said: a turn is shown a day
// after it has ended, and all of the game when it has.
var usualShowing = Showing{Delay: calendar.Span{Duration: 24 * time.Hour}, Opens: AtEnd}

// check says which of the settings will not do.
func (s *Showing) check() error {
	switch {
	case s == nil:
		return nil
	case s.Delay.Duration < 0:
		return &SettingError{"delay", s.Delay.String(), "a time from 0s on"}
	}
	switch s.Observers {
	case "", ObservedByAll, ObservedByInvited, ObservedByNone:
	default:
		return &SettingError{"observers", string(s.Observers), "open, invited or none"}
	}
	switch s.Opens {
	case AtEnd, WithTwin, AtRoundEnd, AtSeasonEnd:
		return nil
	}
	return &SettingError{"opens", string(s.Opens), "end, twin, round or season"}
}

// showingOf reads what a game was created with. A game of before there was a choice is
// shown to nobody while it runs: its players were not told that it would be.
func showingOf(created store.Entry) (s Showing, ever bool, err error) {
	var body createdBody
	if err := json.Unmarshal(created.Body, &body); err != nil {
		return s, false, fmt.Errorf("ledger entry %d: %w", created.Seq, err)
	}
	if body.Shown == nil {
		return usualShowing, false, nil
	}
	return *body.Shown, true, nil
}

// Leagues tells when what a league plays is over. A game that none knows is of no league.
type Leagues interface {
	// Over reports whether a game's round and season are over.
	Over(tx store.ReadTx, game string) (round, season bool, err error)
}

// opened reports whether a game is shown whole.
func opened(tx store.ReadTx, game store.Game, s Showing, leagues Leagues) (bool, error) {
	if game.Status != store.Ended {
		return false, nil
	}
	switch s.Opens {
	case AtEnd:
		return true, nil
	case WithTwin:
		running, err := twinRuns(tx, game)
		return !running && err == nil, err
	}
	if leagues == nil {
		return false, nil
	}
	round, season, err := leagues.Over(tx, game.ID)
	if err != nil {
		return false, fmt.Errorf("game %s: its league: %w", game.ID, err)
	}
	return season || s.Opens == AtRoundEnd && round, nil
}

// twinRuns reports whether the players of a game play another one of the same scenario,
// in which what they hid here would tell how they play.
func twinRuns(tx store.ReadTx, game store.Game) (bool, error) {
	own, err := tx.SeatsOf(game.ID)
	if err != nil || len(own) == 0 {
		return false, err
	}
	theirs, err := tx.SeatsOfPlayer(own[0].Player)
	if err != nil {
		return false, err
	}
	for _, seat := range theirs {
		if seat.Game == game.ID {
			continue
		}
		other, err := tx.Game(seat.Game)
		if err != nil {
			return false, err
		}
		if other.Status == store.Ended || other.Ruleset != game.Ruleset || other.Scenario != game.Scenario {
			continue
		}
		seats, err := tx.SeatsOf(other.ID)
		if err != nil {
			return false, err
		}
		for _, s := range seats {
			for _, mine := range own[1:] {
				if s.Player == mine.Player {
					return true, nil
				}
			}
		}
	}
	return false, nil
}

// NamesChanged is the setting that changes whenever a player was forgotten or renamed, so
// that whoever shows names looks at all of them again.
const NamesChanged = "archive.names"

// noteNames notes that a player is called otherwise now.
func (h *Host) noteNames(tx store.Tx) error {
	return tx.SetSetting(NamesChanged, []byte(h.Now().UTC().Format(time.RFC3339Nano)))
}

// Former reports whether an address stands for a player who was forgotten.
func Former(address string) bool { return isRemoved(address) }

// publicOnly is what everybody may hear of events.
func publicOnly(events []adjudicator.Event) (all []adjudicator.Event) {
	for _, e := range events {
		if _, told := e.For(adjudicator.Observer); told {
			e.Private, e.Stop = [2]adjudicator.Phrase{}, nil
			all = append(all, e)
		}
	}
	return all
}
