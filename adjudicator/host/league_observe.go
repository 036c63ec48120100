package host

import (
	"errors"
	"slices"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/season"
	"keryx/store"
)

// A game of a league may be watched by mail as the file of the season says, but by nobody who meets
// one of its players there: how they play would tell him how to play against them.

// leagueShowing is how the games of a season are shown to others.
func leagueShowing(f season.File) Showing {
	return Showing{Delay: calendar.Span{Duration: LeagueDelay(f)}, Opens: AtSeasonEnd, Observers: Observing(f.Observers)}
}

// LeagueDelay is how long after a turn has ended, or a result was entered, others are shown it of a
// season.
func LeagueDelay(f season.File) time.Duration {
	if f.Delay.Duration > 0 {
		return f.Delay.Duration
	}
	return usualShowing.Delay.Duration
}

// rivalIn reports whether somebody meets one of the players of a game in the league that it is of: he
// plays in their division, or on a ladder has a challenge or a game with one of them.
func rivalIn(tx store.ReadTx, game store.Game, player store.Player) (bool, error) {
	s, err := watchable(tx, game.ID)
	if err != nil || s.Opens != AtSeasonEnd && s.Opens != AtRoundEnd { // no other is of a league
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

// checkShowing says which setting of a season's file on observers will not do.
func checkShowing(f season.File) error {
	s := leagueShowing(f)
	err := s.check()
	if f.Delay.Duration < 0 {
		err = errors.Join(err, &SettingError{"delay", f.Delay.String(), "a time such as 1d"})
	}
	return err
}
