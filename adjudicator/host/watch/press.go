package watch

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator/host/post"
	"keryx/store"
)

// Press is one word that was passed on.
type Press struct {
	Turn int       `json:"turn"`
	Side string    `json:"side"` // of its author
	At   time.Time `json:"at"`   // when it came
	Text string    `json:"text"`
}

// PressUnder begins the names of the settings that keep the press of a game.
func PressUnder(game string) string { return "press/" + game + "/" }

// PressIn returns all press of a game, oldest first.
func PressIn(tx store.ReadTx, game string) (all []Press, err error) {
	kept, err := tx.SettingsUnder(PressUnder(game))
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
	t, err := post.PressRulesOf(tx, game)
	if err != nil || t.Press != post.Public {
		return nil, false, err
	}
	all, err = PressIn(tx, game)
	return all, true, err
}
