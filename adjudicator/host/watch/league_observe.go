package watch

import (
	"slices"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/season"
	"keryx/store"
)

// rivalIn reports whether somebody meets one of the players of a game in the league that it is of: he
// plays in their division, or on a ladder has a challenge or a game with one of them.
func rivalIn(tx store.ReadTx, game store.Game, player store.Player) (bool, error) {
	s, err := play.Watchable(tx, game.ID)
	if err != nil || s.Opens != play.AtSeasonEnd && s.Opens != play.AtRoundEnd { // no other is of a league
		return false, err
	}
	rows, err := tx.Leagues()
	if err != nil {
		return false, err
	}
	for _, row := range rows {
		one, err := season.Load(tx, row.ID)
		if err != nil {
			continue // a league that cannot be read holds up no game of another
		}
		if meets(one, game.ID, player.Address) {
			return true, nil
		}
	}
	return false, nil
}

// meets is rivalIn for one season.
func meets(s *season.Season, game, address string) bool {
	e := s.Entrant(address)
	if e == "" || s.State.Closed != nil || s.State.Entrants[e].Left {
		return false
	}
	for _, g := range s.State.AllGames() {
		if g.Host != game {
			continue
		}
		if s.State.Ladder == nil {
			return s.State.Entrants[e].Division == s.State.Entrants[g.First].Division
		}
		both := []string{g.First, g.Second}
		for _, c := range s.State.Ladder.Challenges {
			if c.Challenger == e && slices.Contains(both, c.Challenged) || c.Challenged == e && slices.Contains(both, c.Challenger) {
				return true
			}
		}
	}
	return false
}
