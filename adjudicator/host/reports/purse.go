package reports

import (
	"encoding/json"
	"fmt"
	"time"

	"keryx/store"
)

// WaitingMail is a mail that waits for its author's limit.
type WaitingMail struct {
	Message int64     `json:"message"`
	Purse   string    `json:"purse"`
	Until   time.Time `json:"until"`
	Text    string    `json:"text,omitempty"` // what its signature covers, by a digest
}

// WaitingPrefix and an address name the setting that lists the mails of a person that wait.
const WaitingPrefix = "waiting/"

// FirstArrived is the message that has waited longest to be worked on; nil if there is none. Those do
// not count that wait for their author's limit: whoever sends too many must not hold up a game.
func FirstArrived(tx store.ReadTx) (*store.InboxMessage, error) {
	first, err := tx.Pending(1)
	if err != nil || len(first) == 0 {
		return nil, err
	}
	waiting, err := AllWaiting(tx)
	if err != nil || !waiting[first[0].ID] {
		return &first[0], err
	}
	ids, err := tx.InboxDue(ForEver)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if !waiting[id] {
			row, err := tx.InboxMessage(id)
			return &row, err
		}
	}
	return nil, nil
}

// AllWaiting are the messages that wait for their author's limit, or did.
func AllWaiting(tx store.ReadTx) (map[int64]bool, error) {
	lists, err := tx.SettingsUnder(WaitingPrefix)
	if err != nil {
		return nil, err
	}
	all := map[int64]bool{}
	for name, text := range lists {
		var list []WaitingMail
		if len(text) == 0 {
			continue
		}
		if err := json.Unmarshal(text, &list); err != nil {
			return nil, fmt.Errorf("the setting %s: %w", name, err)
		}
		for _, one := range list {
			all[one.Message] = true
		}
	}
	return all, nil
}

// ForEver is later than anything that a clock says.
var ForEver = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
