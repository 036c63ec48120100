package post

import (
	"cmp"
	"slices"

	"keryx/store"
)

// Concerned lists the addresses of those who play against the owner of a key in
// games that are not over, and of the referees of those games, each once. Where there is
// no referee, who runs the server stands in for him.
func (tm *Terms) Concerned(tx store.ReadTx, key store.Key) (opponents, referees []string, err error) {
	games, err := GamesConcerning(tx, key.Player)
	if err != nil {
		return nil, nil, err
	}
	for _, game := range games {
		if game.Status == store.Ended || key.Game != "" && key.Game != game.ID {
			continue
		}
		seats, err := tx.SeatsOf(game.ID)
		if err != nil {
			return nil, nil, err
		}
		for _, s := range seats {
			opponents = append(opponents, s.Player)
		}
		referees = append(referees, game.Referee)
	}
	return sortOut(key.Player, opponents, referees, store.Address(tm.Rules.Operator))
}

// GamesConcerning returns the games that somebody plays in or is a substitute in, oldest
// first.
func GamesConcerning(tx store.ReadTx, address string) (games []store.Game, err error) {
	seats, err := tx.SeatsConcerning(address)
	if err != nil {
		return nil, err
	}
	for _, seat := range seats {
		if n := len(games); n > 0 && games[n-1].ID == seat.Game {
			continue
		}
		game, err := tx.Game(seat.Game)
		if err != nil {
			return nil, err
		}
		games = append(games, game)
	}
	slices.SortFunc(games, func(a, b store.Game) int { return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) })
	return games, nil
}

// sortOut lets everybody be told once, and not the owner of the key as somebody else.
func sortOut(owner string, opponents, referees []string, operator string) ([]string, []string, error) {
	told := []string{"", owner}
	once := func(addresses []string) (fresh []string) {
		for _, a := range addresses {
			if !slices.Contains(told, a) {
				told, fresh = append(told, a), append(fresh, a)
			}
		}
		return fresh
	}
	referees = once(referees)
	if len(referees) == 0 {
		referees = once([]string{operator})
	}
	return once(opponents), referees, nil
}
