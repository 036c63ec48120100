package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/store"
)

// small fills a database with mails that are kept in few bytes, the later resting on the earlier, and returns what was
// queued by number.
func small(t *testing.T, s *Store) map[int64][]byte {
	t.Helper()
	queued := map[int64][]byte{}
	for n := range 3 {
		m := store.OutboxMail{MessageID: fmt.Sprintf("<%d@keryx>", n), Game: "hel-1", Side: "athens", Kind: "report", Recipient: "red@x", Created: noon,
			Raw: []byte("To: red@x\r\n\r\n" + strings.Repeat(fmt.Sprintf("Turn %d: Athens holds Sestos.\r\n", n), 50))}
		err := s.Update(t.Context(), func(tx store.Tx) error {
			id, err := tx.Enqueue(m)
			c, _, err2 := tx.ClaimOutbox(noon, time.Hour, time.Hour)
			queued[id] = m.Raw
			return errors.Join(err, err2, tx.MarkSent(c.ID, c.Token, noon))
		})
		if err != nil {
			t.Fatal(err)
		}
		shrink(t, s)
	}
	return queued
}

// shrink makes all mails small that can be.
func shrink(t *testing.T, s *Store) {
	t.Helper()
	err := s.Update(t.Context(), func(tx store.Tx) error {
		ids, err := tx.WholeMails(0, 9)
		for _, id := range ids {
			c, ok, err2 := tx.CompactMail(id)
			if ok {
				_, err3 := tx.KeepCompact(c)
				err = errors.Join(err, err3)
			}
			err = errors.Join(err, err2)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestDamagedCompact alters what is kept of a small mail: it is never taken for another, and those that do not rest on it
// are read as before.
func TestDamagedCompact(t *testing.T) {
	for what, c := range map[string]struct {
		statement string
		lost      int64 // the first mail that cannot be read; those after it rest on it
	}{
		"its first byte":       {`UPDATE compact_mails SET body = CAST(x'00' || substr(body, 2) AS BLOB) WHERE mail = 2`, 2},
		"half of it":           {`UPDATE compact_mails SET body = substr(body, 1, length(body) / 2) WHERE mail = 2`, 2},
		"nothing of it":        {`UPDATE compact_mails SET body = x'' WHERE mail = 2`, 2},
		"what it rests on":     {`UPDATE compact_mails SET base = NULL WHERE mail = 2`, 2},
		"itself for its base":  {`UPDATE compact_mails SET base = 2 WHERE mail = 2`, 2},
		"a ring":               {`UPDATE compact_mails SET base = 3 WHERE mail = 1`, 1},
		"the text of another":  {`UPDATE compact_mails SET body = (SELECT body FROM compact_mails WHERE mail = 3) WHERE mail = 2`, 2},
		"another's altogether": {`UPDATE compact_mails SET (base, body) = (SELECT base, body FROM compact_mails WHERE mail = 1) WHERE mail = 3`, 3},
	} {
		t.Run(what, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "keryx.db")
			s := openAt(t, path)
			fill(t, s, "hel-1")
			queued := small(t, s)
			execAt(t, path, c.statement)
			err := s.View(t.Context(), func(tx store.ReadTx) error {
				for id, raw := range queued {
					m, err := tx.OutboxMail(id)
					if err != nil {
						return err
					}
					// What rests on the altered one may come out whole all the same.
					if same := bytes.Equal(m.Raw, raw); same == m.Damaged || same && id == c.lost || !same && id < c.lost {
						t.Errorf("mail %d: %d bytes, damaged %t", id, len(m.Raw), m.Damaged)
					}
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			err = s.Update(t.Context(), func(tx store.Tx) error {
				return errors.Join(tx.MarkReturned(3, "came back"), tx.RequeueOutbox(3, noon))
			})
			if err != nil {
				t.Fatal(err)
			}
			err = s.Update(t.Context(), func(tx store.Tx) error {
				claim, _, err := tx.ClaimOutbox(noon, time.Hour, time.Hour)
				if !claim.Damaged && !bytes.Equal(claim.Raw, queued[claim.ID]) {
					t.Errorf("mail %d would be sent: %q", claim.ID, claim.Raw)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestCompactOld makes mails small that were queued before the digests of mails were kept: from then on damage is seen.
func TestCompactOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keryx.db")
	s := openAt(t, path)
	fill(t, s, "hel-1")
	queued := small(t, s)
	for id, raw := range queued {
		if _, err := s.write.ExecContext(t.Context(), `DELETE FROM compact_mails`); err != nil {
			t.Fatal(err)
		}
		if _, err := s.write.ExecContext(t.Context(), `UPDATE outbox SET raw = ?, digest = x'' WHERE id = ?`, raw, id); err != nil {
			t.Fatal(err)
		}
	}
	shrink(t, s)
	for _, damage := range []string{"", `UPDATE compact_mails SET body = (SELECT body FROM compact_mails WHERE base IS NULL), base = NULL`} {
		if damage != "" {
			execAt(t, path, damage)
		}
		err := s.View(t.Context(), func(tx store.ReadTx) error {
			for id, raw := range queued {
				m, err := tx.OutboxMail(id)
				if err != nil {
					return err
				}
				if same := bytes.Equal(m.Raw, raw); same == m.Damaged || !same && damage == "" {
					t.Errorf("%q: mail %d: %.60q, damaged %t", damage, id, m.Raw, m.Damaged)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
