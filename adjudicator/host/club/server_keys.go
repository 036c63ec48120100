package club

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/mail"
	"keryx/store"
)

// serverKeysSetting holds the keys that the server has signed with, the oldest first.
const serverKeysSetting = "server.keys"

// ServerKey is a key that the server has signed its mail with.
type ServerKey struct {
	Fingerprint string    `json:"fingerprint"`
	Public      string    `json:"public"`
	Since       time.Time `json:"since"`
}

// ServerKeys are the keys that the server has signed with, the oldest first; the last is that of today. There are none in a
// database that no server has opened since they are kept.
func ServerKeys(tx store.SettingReader) (all []ServerKey, err error) {
	text, err := tx.Setting(serverKeysSetting)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the server's keys: %w", err)
	}
	return all, nil
}

// NoteServerKey notes the key that the server signs with from a moment on, and returns the one before it, nil for the first.
// A key that is that of today already stays as it was noted.
func NoteServerKey(tx store.Tx, key mail.PublicKey, at time.Time) (before *ServerKey, err error) {
	all, err := ServerKeys(tx)
	if err != nil {
		return nil, err
	}
	if n := len(all); n > 0 {
		if all[n-1].Fingerprint == key.Fingerprint {
			return nil, nil
		}
		before = &all[n-1]
	}
	text, err := json.Marshal(append(all, ServerKey{key.Fingerprint, key.Text, store.Time(at)}))
	if err != nil {
		return nil, err
	}
	return before, tx.SetSetting(serverKeysSetting, text)
}
