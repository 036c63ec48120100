package leagues

import (
	"keryx/adjudicator/host/club"
	"keryx/store"
	"keryx/templates"
)

// A hearing is a ruling on a league that is carried out, or tried: what everybody is told of it is collected for the
// referee.
type hearing struct {
	dry     bool // it is tried: nothing is stored, and nothing sent
	letters *[]templates.LeagueRead
}

// hearing are the rooms of the leagues in which a ruling is heard, and the transaction in which that is done.
func (rs *Results) hearing(tx club.Tx, h hearing) (*Results, club.Tx) {
	lg := &Leagues{Club: rs.Club, Letters: rs.Leagues.Letters, Reports: rs.Leagues.Reports, Seats: rs.Leagues.Seats,
		Upkeep: rs.Leagues.Upkeep, Ratings: rs.Leagues.Ratings, heard: &h}
	lg.Ladders = &Ladders{Club: rs.Club, Terms: rs.Ladders.Terms, Clocks: rs.Ladders.Clocks, Leagues: lg}
	lg.Results = &Results{Club: rs.Club, Terms: rs.Terms, Leagues: lg, Ladders: lg.Ladders}
	if h.dry {
		tx.Tx = trial{tx.Tx}
	}
	return lg.Results, tx
}

// trial is a transaction that keeps nothing of what a league is changed in.
type trial struct{ store.Tx }

// PutLeague implements [store.Tx].
func (trial) PutLeague(store.League) error { return nil }

// DeleteLeague implements [store.Tx].
func (trial) DeleteLeague(string) error { return nil }

// SetSetting implements [store.Tx].
func (trial) SetSetting(string, []byte) error { return nil }
