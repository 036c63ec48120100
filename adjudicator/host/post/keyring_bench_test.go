package post_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
	"keryx/store/engine"
)

// BenchmarkKeyByID is the search for an OpenPGP key among those of 2,000 players: one
// whose primary key signs, and one that nobody has.
func BenchmarkKeyByID(b *testing.B) {
	db, err := engine.Open(b.Context(), filepath.Join(b.TempDir(), "keys.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	var known, subkey uint64
	err = db.Update(b.Context(), func(tx store.Tx) error {
		for n := range 2000 {
			address := fmt.Sprintf("p%d@example.org", n)
			if err := tx.AddPlayer(store.Player{Address: address, Added: now}); err != nil {
				return err
			}
			_, key, err := mail.GenerateKey(mail.OpenPGP, "P", nil, now)
			if err != nil {
				return err
			}
			known, subkey = key.KeyIDs[0], key.KeyIDs[1]
			if err := tx.AddKey(store.Key{Fingerprint: key.Fingerprint, Player: address, Scheme: "openpgp", State: store.KeyActive,
				Material: []byte(key.Text), Added: now, Changed: now}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for name, id := range map[string]uint64{"primary": known, "subkey": subkey, "unknown": 1} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				found, err := post.Keyring{Store: db}.ByKeyID(context.Background(), id)
				if err != nil || (len(found) == 1) != (name != "unknown") {
					b.Fatal(err, len(found))
				}
			}
		})
	}
}
