package season

import (
	"errors"
	"fmt"
	"time"

	"keryx/store"
)

// When time next brings something to a ladder stands in a setting of its own, so that a look at what
// is due reads no ladder at all.

const duePrefix = "ladder-due/"

// noteDue notes when time next brings something to a ladder.
func (s *Season) noteDue(tx store.Tx) error {
	if s.State.Ladder == nil {
		return nil
	}
	due, ok := s.LookAt()
	if !ok {
		return tx.SetSetting(duePrefix+s.ID, nil)
	}
	return tx.SetSetting(duePrefix+s.ID, []byte(due.UTC().Format(time.RFC3339Nano)))
}

// Delete takes a season out of the store, with what stands beside it: a ladder of which a moment was noted alone would
// be looked for by every calendar.
func Delete(tx store.Tx, id string) error {
	return errors.Join(Touch(tx), tx.SetSetting(duePrefix+id, nil), tx.DeleteLeague(id))
}

// Ladders tells of each ladder that is not over whether time has brought something to it by a
// moment. It is one query.
func Ladders(tx store.ReadTx, until time.Time) (due map[string]bool, err error) {
	kept, err := tx.SettingsUnder(duePrefix)
	if err != nil {
		return nil, err
	}
	due = map[string]bool{}
	for name, text := range kept {
		at, err := time.Parse(time.RFC3339Nano, string(text))
		if err != nil {
			return nil, fmt.Errorf("the setting %s: %w", name, err)
		}
		due[name[len(duePrefix):]] = at.Before(until)
	}
	return due, nil
}
