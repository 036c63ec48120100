package host

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"keryx/mail/wire"
	"keryx/store"
)

// gamesLost lists the games that notes or accepted mails tell of and that the database does not have;
// of those, lost ones are not at another club either.
func gamesLost(tx store.ReadTx, notes []note, mails []wire.Fetched) (unknown, lost []string, err error) {
	named := map[string]bool{} // whether it is missed here
	for _, f := range mails {
		if game := orderedGame(f); game != "" {
			named[game] = true
		}
	}
	for _, n := range notes {
		switch n.What {
		case noteNewGame, noteHome:
			named[n.Game] = true
		case noteGiven, noteReleased:
			named[n.Game] = false
		}
	}
	for _, game := range slices.Sorted(maps.Keys(named)) {
		if _, number := numberOf(game); number == 0 {
			continue
		}
		if _, err := tx.Game(game); err == nil {
			continue
		} else if !errors.Is(err, store.ErrNotFound) {
			return nil, nil, err
		}
		if unknown = append(unknown, game); named[game] {
			lost = append(lost, game)
		}
	}
	slices.SortFunc(lost, func(a, b string) int {
		one, first := numberOf(a)
		two, second := numberOf(b)
		if one != two {
			return strings.Compare(one, two)
		}
		return first - second
	})
	return unknown, lost, nil
}
