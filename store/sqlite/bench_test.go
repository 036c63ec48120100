package sqlite

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"keryx/store"
)

// BenchmarkCommitEntryAndOutbox is what one accepted order file costs the disk: a ledger entry and two reports of 20 KB in one
// transaction that is synced.
func BenchmarkCommitEntryAndOutbox(b *testing.B) {
	s := openAt(b, filepath.Join(b.TempDir(), "keryx.db"))
	fill(b, s, "hel-1")
	raw := bytes.Repeat([]byte("0123456789abcdef\r\n"), 20_000/18)
	for b.Loop() {
		err := s.Update(b.Context(), func(tx store.Tx) error {
			head, err := tx.Head("hel-1")
			if err != nil {
				return err
			}
			e := store.Entry{Game: "hel-1", Seq: head.Seq + 1, Kind: "orders", Side: "athens", Time: noon, Prev: head.Hash,
				Hash: store.Digest{byte(head.Seq), 1}, Body: raw[:600], Raw: raw[:2000]}
			if err := tx.AppendEntry(e); err != nil {
				return err
			}
			for _, side := range []string{"athens", "sparta"} {
				m := store.OutboxMail{MessageID: fmt.Sprintf("<hel-1.%d.%s@keryx>", e.Seq, side), Game: "hel-1", Side: side, Kind: "report",
					Recipient: side + "@example.org", Raw: raw, Created: noon}
				if _, err := tx.Enqueue(m); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadGame is what it takes to load one game for a replay: its row, its seats, the last snapshot and 50 entries.
func BenchmarkReadGame(b *testing.B) {
	s := openAt(b, filepath.Join(b.TempDir(), "keryx.db"))
	fill(b, s, "hel-1")
	err := s.Update(b.Context(), func(tx store.Tx) error {
		for _, side := range []string{"athens", "sparta"} {
			if err := tx.AddSeat(store.Seat{Game: "hel-1", Side: side}); err != nil {
				return err
			}
		}
		for seq := 2; seq <= 50; seq++ {
			e := store.Entry{Game: "hel-1", Seq: seq, Kind: "orders", Time: noon, Prev: store.Digest{byte(seq - 1)}, Hash: store.Digest{byte(seq)},
				Body: make([]byte, 600), Raw: make([]byte, 2000)}
			if err := tx.AppendEntry(e); err != nil {
				return err
			}
		}
		return tx.PutSnapshot(store.Snapshot{Game: "hel-1", Turn: 1, Body: make([]byte, 10_000), Taken: noon})
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		err := s.View(b.Context(), func(tx store.ReadTx) error {
			if _, err := tx.Game("hel-1"); err != nil {
				return err
			}
			if _, err := tx.SeatsOf("hel-1"); err != nil {
				return err
			}
			snap, err := tx.LatestSnapshot("hel-1")
			if err != nil {
				return err
			}
			_, err = tx.Entries("hel-1", snap.Seq+1)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkKeyByID is the search for an OpenPGP key among 10,000, by its id and by another.
func BenchmarkKeyByID(b *testing.B) {
	s := openAt(b, filepath.Join(b.TempDir(), "keryx.db"))
	fingerprint := func(n int) string { return fmt.Sprintf("%040X", uint64(n)*0x9E3779B97F4A7C15) }
	err := s.Update(b.Context(), func(tx store.Tx) error {
		if err := tx.AddPlayer(store.Player{Address: "red@x", Added: noon}); err != nil {
			return err
		}
		for n := range 10_000 {
			k := store.Key{Fingerprint: fingerprint(n), Player: "red@x", Scheme: "openpgp", State: store.KeyActive,
				Material: make([]byte, 1000), Added: noon, Changed: noon}
			if err := tx.AddKey(k); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for name, suffix := range map[string]string{"known": fingerprint(5000)[24:], "unknown": "0123456789ABCDEF"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				err := s.View(b.Context(), func(tx store.ReadTx) error {
					found, err := tx.KeysBySuffix(suffix)
					if err == nil && (len(found) == 1) != (name == "known") {
						err = fmt.Errorf("%d keys", len(found))
					}
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
