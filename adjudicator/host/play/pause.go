package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/store"
)

// Paused is what is remembered of a game that stands still.
type Paused struct {
	Since time.Time                `json:"since"`
	Until time.Time                `json:"until"`
	Left  map[string]time.Duration `json:"left"` // of each side that is asked something
}

// PausedPrefix and the id of a game name the setting that holds it; empty once the game goes on.
const PausedPrefix = "pause/"

// PausedOf is the pause of a game, the zero value if it is not paused.
func PausedOf(tx store.ReadTx, game string) (w Paused, err error) {
	text, err := tx.Setting(PausedPrefix + game)
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

// PauseEnds is when the pause of a game ends by itself; the zero time if it is not paused.
func PauseEnds(tx store.ReadTx, game string) (time.Time, error) {
	w, err := PausedOf(tx, game)
	return w.Until, err
}

// Save keeps that a game pauses.
func (w Paused) Save(tx club.Tx, game string) error {
	return WriteSettingDue(tx, PausedPrefix+game, w, w.Until)
}

// WriteSettingDue stores a value as JSON that waits for a moment.
func WriteSettingDue(tx club.Tx, name string, value any, due time.Time) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("the setting %s: %w", name, err)
	}
	return tx.SetSettingDue(name, text, due)
}
