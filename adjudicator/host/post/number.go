package post

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"keryx/adjudicator/host/written"
	"keryx/mail/wire"
	"keryx/store"
)

// GamesLost lists the games that notes or accepted mails tell of and that the database does not have;
// of those, lost ones are not at another club either.
func GamesLost(tx store.ReadTx, notes []Note, mails []wire.Fetched) (unknown, lost []string, err error) {
	named := map[string]bool{} // whether it is missed here
	for _, f := range mails {
		if game := written.OrderedGame(f); game != "" {
			named[game] = true
		}
	}
	for _, n := range notes {
		switch n.What {
		case NoteNewGame, NoteHome:
			named[n.Game] = true
		case NoteGiven, NoteReleased:
			named[n.Game] = false
		}
	}
	for _, game := range slices.Sorted(maps.Keys(named)) {
		if _, number := written.NumberOf(game); number == 0 {
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
		one, first := written.NumberOf(a)
		two, second := written.NumberOf(b)
		if one != two {
			return strings.Compare(one, two)
		}
		return first - second
	})
	return unknown, lost, nil
}
