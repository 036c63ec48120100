package host

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"keryx/store"
)

// Press is one word that was passed on.
type Press struct {
	Turn int       `json:"turn"`
	Side string    `json:"side"` // of its author
	At   time.Time `json:"at"`   // when it came
	Text string    `json:"text"`
}

// pressUnder begins the names of the settings that keep the press of a game.
func pressUnder(game string) string { return "press/" + game + "/" }

// pressIn returns all press of a game, oldest first.
func pressIn(tx store.ReadTx, game string) (all []Press, err error) {
	kept, err := tx.SettingsUnder(pressUnder(game))
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(kept))
	for name := range kept {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		var p Press
		if err := json.Unmarshal(kept[name], &p); err != nil {
			return nil, fmt.Errorf("game %s: its press %s: %w", game, name, err)
		}
		all = append(all, p)
	}
	return all, nil
}

// PublishedPress returns what may be published of the words between the players of a game: all
// of it where the game was created with public press, and otherwise nothing. The signed order
// files of a game may hold press as well; those are to be published only where this is.
func PublishedPress(tx store.ReadTx, game string) (all []Press, public bool, err error) {
	t, err := talkOf(tx, game)
	if err != nil || t.Press != Public {
		return nil, false, err
	}
	all, err = pressIn(tx, game)
	return all, true, err
}
