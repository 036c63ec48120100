package host_test

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"testing"

	"keryx/store"
)

// behind runs SQL behind the back of the store, as a failing disk or a hand would.
func (c *club) behind(statement string, args ...any) {
	c.t.Helper()
	db, err := sql.Open("sqlite", c.inFile())
	check(c.t, err)
	_, err = db.ExecContext(c.t.Context(), statement, args...)
	check(c.t, err)
	check(c.t, db.Close())
}

// sending collects what goes out.
type sending struct{ mails [][]byte }

func (s *sending) Send(_ context.Context, _, _ string, raw []byte) error {
	s.mails = append(s.mails, raw)
	return nil
}

// TestUnsoundMailStays damages a mail in the store, or its row: it is not sent, and who
// looks after the server hears of it. The others go out.
func TestUnsoundMailStays(t *testing.T) {
	changes := map[string]string{
		"a bit of it":          `UPDATE outbox SET raw = CAST(replace(CAST(raw AS TEXT), 'bid 1', 'bid 2') AS BLOB) WHERE id = ?1`,
		"half of it":           `UPDATE outbox SET raw = substr(raw, 1, length(raw) / 2) WHERE id = ?1`,
		"its recipient":        `UPDATE outbox SET recipient = 'south@example.org' WHERE id = ?1`,
		"its Message-ID":       `UPDATE outbox SET message_id = '<another@keryx.club.example>' WHERE id = ?1`,
		"the bytes of another": `UPDATE outbox SET (raw, digest) = (SELECT raw, digest FROM outbox WHERE recipient = 'south@example.org' LIMIT 1) WHERE id = ?1`,
		"its seat":             `UPDATE outbox SET side = 'south' WHERE id = ?1`,
		"its game":             `UPDATE outbox SET game = 'ford-2' WHERE id = ?1`,
	}
	for what, statement := range changes {
		t.Run(what, func(t *testing.T) {
			c := newClub(t)
			c.Rules.Operator = "operator@example.org"
			first := c.game
			c.found()
			c.game = first
			c.order("north", "bid 1")
			all := c.sent()
			receipt := all[len(all)-1]
			if receipt.Recipient != northAt || !strings.Contains(text(t, receipt), "bid 1") {
				t.Fatalf("the last mail is a %s to %s", receipt.Kind, receipt.Recipient)
			}
			c.behind(statement, receipt.ID)
			out := &sending{}
			n, err := c.Outbox.Flush(t.Context(), out)
			check(t, err)
			if n != len(all) { // all but one, and the alarm
				t.Errorf("%d mails went out, want %d", n, len(all))
			}
			for _, raw := range out.mails {
				if slices.Equal(raw, receipt.Raw) {
					t.Error("it was sent")
				}
			}
			c.view(func(tx store.ReadTx) error {
				m, err := tx.OutboxMail(receipt.ID)
				if m.State != store.Failed || !strings.Contains(m.LastError, "not sound") {
					t.Errorf("it is %s: %s", m.State, m.LastError)
				}
				return err
			})
			if c.seat("north").Unreachable {
				t.Error("the player counts as unreachable")
			}
			alarms := c.sent()
			if len(alarms) != 1 || alarms[0].Recipient != "operator@example.org" || !says(t, alarms[0], "keryx doctor") {
				t.Errorf("told: %q", kinds(alarms))
			}
		})
	}
}

// TestDamagedReportIsNotRepeated asks for an old report that is damaged.
func TestDamagedReportIsNotRepeated(t *testing.T) {
	c := newClub(t)
	c.behind(`UPDATE outbox SET raw = substr(raw, 1, length(raw) / 2) WHERE recipient = 'north@example.org'`)
	c.sent()
	c.wantState(letter(northAt, c.signed("north", "report")), store.Faulty)
	got := c.sent()
	if len(got) != 1 || got[0].Kind == "again" || !strings.Contains(text(t, got[0]), "damaged") {
		t.Errorf("sent: %q", kinds(got))
	}
}
