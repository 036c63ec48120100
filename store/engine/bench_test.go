package engine

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"testing"

	"keryx/store"
	"keryx/store/postgres/pgtest"
)

// BenchmarkCommit is what one accepted order file costs an engine: a ledger entry and two reports of 20 KB in one
// transaction that is on the disk when it returns.
func BenchmarkCommit(b *testing.B) {
	raw := bytes.Repeat([]byte("0123456789abcdef\r\n"), 20_000/18)
	for name, place := range map[string]string{"SQLite": filepath.Join(b.TempDir(), "keryx.db"), "PostgreSQL": pgtest.Database(b)} {
		b.Run(name, func(b *testing.B) {
			s := openAt(b, place)
			game := fmt.Sprintf("hel-%d", b.N)
			err := s.Update(b.Context(), func(tx store.Tx) error {
				return tx.CreateGame(store.Game{ID: game, Ruleset: "hellespont", Secret: store.Secret{1}, Status: store.Running, Created: noon})
			})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				err := s.Update(b.Context(), func(tx store.Tx) error {
					head, err := tx.Head(game)
					if err != nil {
						return err
					}
					e := store.Entry{Game: game, Seq: head.Seq + 1, Kind: "orders", Time: noon, Prev: head.Hash, Hash: sha256.Sum256(head.Hash[:]), Body: raw[:600], Raw: raw[:2000]}
					if err := tx.AppendEntry(e); err != nil {
						return err
					}
					for _, side := range []string{"athens", "sparta"} {
						_, err := tx.Enqueue(store.OutboxMail{MessageID: fmt.Sprintf("<%s.%d.%s@keryx>", game, e.Seq, side), Game: game, Side: side, Kind: "report",
							Recipient: side + "@example.org", Raw: raw, Created: noon})
						if err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
