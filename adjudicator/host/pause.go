package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/store"
)

// paused is what is remembered of a game that stands still.
type paused struct {
	Since time.Time                `json:"since"`
	Until time.Time                `json:"until"`
	Left  map[string]time.Duration `json:"left"` // of each side that is asked something
}

// pausedPrefix and the id of a game name the setting that holds it; empty once the game goes on.
const pausedPrefix = "pause/"

// pausedOf is the pause of a game, the zero value if it is not paused.
func pausedOf(tx store.ReadTx, game string) (w paused, err error) {
	text, err := tx.Setting(pausedPrefix + game)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return w, nil
	}
	if err != nil {
		return w, err
	}
	if err := json.Unmarshal(text, &w); err != nil {
		return w, fmt.Errorf("the pause of %s: %w", game, err)
	}
	return w, nil
}

// pauseEnds is when the pause of a game ends by itself; the zero time if it is not paused.
func pauseEnds(tx store.ReadTx, game string) (time.Time, error) {
	w, err := pausedOf(tx, game)
	return w.Until, err
}

// save keeps that a game pauses.
func (w paused) save(tx store.Tx, game string) error {
	return writeSettingDue(tx, pausedPrefix+game, w, w.Until)
}

// writeSettingDue stores a value as JSON that waits for a moment.
func writeSettingDue(tx store.Tx, name string, value any, due time.Time) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("the setting %s: %w", name, err)
	}
	return tx.SetSettingDue(name, text, due)
}
