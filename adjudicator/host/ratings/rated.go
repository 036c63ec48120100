package ratings

import (
	"errors"
	"slices"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/league"
	"keryx/store"
)

// unrated are the games whose results say nothing of strength.
func unrated(s *season.Season, res league.Result) bool {
	return !slices.Contains([]league.Ending{league.ByPlay, league.ByAdjudication}, res.How) || res.Turns < s.State.Terms.LeastTurns
}

// ratedFor names by their addresses for whom the two sides of a game are rated. The points of the
// league are the entrant's whoever sits in his seat; his rating is changed only if the game
// was over few turns after he gave it up. From then on it is rated for the substitute who came
// forward himself and held the seat for more than half of the game; else, and if the machine
// finished it, for nobody.
func ratedFor(tx store.ReadTx, s *season.Season, g league.Game) (players [2]string, rated bool, err error) {
	rated = true
	for i, entrant := range []string{g.First, g.Second} {
		players[i] = s.People[entrant]
		by, err := ratedSide(tx, s, g, s.State.Rules.Sides[i], players[i])
		if err != nil {
			return players, false, err
		}
		if by == "" {
			rated = false
		} else {
			players[i] = by
		}
	}
	return players, rated && players[0] != players[1], nil
}

func ratedSide(tx store.ReadTx, s *season.Season, g league.Game, side, entrant string) (string, error) {
	seat, err := tx.Seat(g.Host, side)
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && (seat.Player == "" || seat.Player == entrant):
		return entrant, nil
	case err != nil:
		return "", err
	case seat.Player == post.MachineAddress:
		return "", nil
	}
	all, err := seating.Holdings(tx, g.Host, side)
	if err != nil || len(all) < 2 {
		return "", err
	}
	turns, last, left := g.Result.Turns, all[len(all)-1], 0
	for i, held := range all[1:] {
		if all[i].Player == entrant {
			left = held.Turn
		}
	}
	switch {
	case left > 0 && turns-left <= s.State.Terms.HandedOver:
		return entrant, nil
	case last.How == seating.BySubstitute && 2*(turns-last.Turn+1) > turns:
		return last.Player, nil
	}
	return "", nil
}
