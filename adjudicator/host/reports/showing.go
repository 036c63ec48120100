package reports

import (
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// Leagues tells when what a league plays is over. A game that none knows is of no league.
type Leagues interface {
	// Over reports whether a game's round and season are over.
	Over(tx store.ReadTx, game string) (round, season bool, err error)
}

// Opened reports whether a game is shown whole.
func Opened(tx store.ReadTx, game store.Game, s play.Showing, leagues Leagues) (bool, error) {
	if game.Status != store.Ended {
		return false, nil
	}
	switch s.Opens {
	case play.AtEnd:
		return true, nil
	case play.WithTwin:
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
	return season || s.Opens == play.AtRoundEnd && round, nil
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

// NoteNames notes that a player is called otherwise now.
func (rp *Reports) NoteNames(tx club.Tx) error {
	return tx.SetSetting(NamesChanged, []byte(rp.Now().UTC().Format(time.RFC3339Nano)))
}

// Former reports whether an address stands for a player who was forgotten.
func Former(address string) bool { return post.IsRemoved(address) }

// PublicOnly is what everybody may hear of events.
func PublicOnly(events []adjudicator.Event) (all []adjudicator.Event) {
	for _, e := range events {
		if _, told := e.For(adjudicator.Observer); told {
			e.Private, e.Stop = [2]adjudicator.Phrase{}, nil
			all = append(all, e)
		}
	}
	return all
}
