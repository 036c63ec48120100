package leagues

import (
	"fmt"

	"keryx/adjudicator/host/season"
	"keryx/store"
)

// LeagueGames tells of the games of all leagues when their rounds and seasons are over.
type LeagueGames struct{}

// Over implements [reports.Leagues].
func (LeagueGames) Over(tx store.ReadTx, game string) (round, over bool, err error) {
	seasons, err := season.All(tx)
	if err != nil {
		return false, false, err
	}
	for _, s := range seasons {
		for _, g := range s.State.AllGames() {
			if g.Host != game {
				continue
			}
			return roundOver(s, g.Fixture), s.State.Closed != nil, nil
		}
	}
	return true, true, nil // a game of no league, or one that its league gave up
}

// roundOver reports whether all games of a fixture's round have a result.
func roundOver(s *season.Season, fixture string) bool {
	var division, round, n int
	if _, err := fmt.Sscanf(fixture, "%d-%d-%d", &division, &round, &n); err != nil {
		return false
	}
	for _, f := range s.State.Fixtures() {
		var d, r int
		if _, err := fmt.Sscanf(f.ID, "%d-%d-%d", &d, &r, &n); err != nil || d != division || r != round {
			continue
		}
		for _, g := range s.State.GamesOf(f.ID) {
			if g.Result == nil {
				return false
			}
		}
	}
	return true
}
