package written

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/store"
)

// RestoreSetting holds the restoreJob that was begun and has not ended.
const RestoreSetting = "restore"

// RestoreJob is the work on what a restored database lacks. It outlives an interruption:
// no daemon serves before it has ended.
type RestoreJob struct {
	Command string    `json:"command"` // "replay" or "discard"
	As      time.Time `json:"as"`      // when the copy of the database was last in use
	Mails   int       `json:"mails"`   // dealt with
	Astray  int       `json:"astray"`

	// Hand is the mail that is being taken up, by its SHA-256, if it was accepted before.
	Hand string `json:"hand,omitempty"`

	Heads map[string]int `json:"heads"` // where the ledger of each game ended in the copy
}

// Restoring returns the command that was begun and has not ended, or nothing.
func Restoring(tx store.ReadTx) (string, error) {
	job, err := ReadRestoreJob(tx)
	return job.Command, err
}

// ReadRestoreJob reads what is being restored; the empty job if nothing is.
func ReadRestoreJob(tx store.ReadTx) (job RestoreJob, err error) {
	text, err := tx.Setting(RestoreSetting)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return job, nil
	}
	if err != nil {
		return job, err
	}
	if err := json.Unmarshal(text, &job); err != nil {
		return job, fmt.Errorf("reading how far the restore had come: %w", err)
	}
	return job, nil
}

// Save notes how far the work has come.
func (job RestoreJob) Save(tx store.Tx) error {
	text, err := json.Marshal(job)
	if err != nil {
		return err
	}
	return tx.SetSetting(RestoreSetting, text)
}
