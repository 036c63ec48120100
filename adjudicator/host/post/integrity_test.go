package post_test

import (
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

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
			c := hosttest.NewClub(t)
			c.Rules.Operator = "operator@example.org"
			first := c.Game
			c.NewGame()
			c.Game = first
			c.Order("north", "bid 1")
			all := c.Sent()
			receipt := all[len(all)-1]
			if receipt.Recipient != hosttest.NorthAt || !strings.Contains(hosttest.TextOf(t, receipt), "bid 1") {
				t.Fatalf("the last mail is a %s to %s", receipt.Kind, receipt.Recipient)
			}
			hosttest.RunSQL(c, statement, receipt.ID)
			out := &hosttest.Sending{}
			n, err := c.Outbox.Flush(t.Context(), out)
			hosttest.Check(t, err)
			if n != len(all) { // all but one, and the alarm
				t.Errorf("%d mails went out, want %d", n, len(all))
			}
			for _, raw := range out.Mails {
				if slices.Equal(raw, receipt.Raw) {
					t.Error("it was sent")
				}
			}
			c.View(func(tx store.ReadTx) error {
				m, err := tx.OutboxMail(receipt.ID)
				if m.State != store.Failed || !strings.Contains(m.LastError, "not sound") {
					t.Errorf("it is %s: %s", m.State, m.LastError)
				}
				return err
			})
			if c.Seat("north").Unreachable {
				t.Error("the player counts as unreachable")
			}
			alarms := c.Sent()
			if len(alarms) != 1 || alarms[0].Recipient != "operator@example.org" || !hosttest.Says(t, alarms[0], "keryx doctor") {
				t.Errorf("told: %q", hosttest.KindsOf(alarms))
			}
		})
	}
}

// TestDamagedReportIsNotRepeated asks for an old report that is damaged.
func TestDamagedReportIsNotRepeated(t *testing.T) {
	c := hosttest.NewClub(t)
	hosttest.RunSQL(c, `UPDATE outbox SET raw = substr(raw, 1, length(raw) / 2) WHERE recipient = 'north@example.org'`)
	c.Sent()
	c.WantState(hosttest.Letter(hosttest.NorthAt, c.Signed("north", "report")), store.Faulty)
	got := c.Sent()
	if len(got) != 1 || got[0].Kind == "again" || !strings.Contains(hosttest.TextOf(t, got[0]), "damaged") {
		t.Errorf("sent: %q", hosttest.KindsOf(got))
	}
}
