package host_test

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/mail/wire"
	"keryx/templates"
)

// TestMachineAfterRestore goes back to a backup of a game against the machine. What the machine
// wrote since lies in no mailbox: it writes it again, so that none of the mails of its opponent
// comes out otherwise, and the game stands where he knows it to stand.
func TestMachineAfterRestore(t *testing.T) {
	c, k := against(t, "hellespont", "athens", "sparta"), &carrier{}
	c.Rules.SeatMails = 1000
	c.flush(k)
	copied := filepath.Join(t.TempDir(), "older.db")
	check(t, c.Store.Backup(t.Context(), copied))
	box, mind := folders{}, adjudicator.Random{Rand: rand.New(rand.NewPCG(7, 0))}
	for c.turn() < 2 || len(box[wire.FolderDone]) < 5 {
		for c.flush(k) > 0 {
		}
		plan, err := c.Intake.Plan(t.Context(), c.game, "athens", mind)
		check(t, err)
		var lines []string
		for _, words := range plan {
			lines = append(lines, templates.For("en", "hellespont").Words(words))
		}
		box.handle(c, letter(northAt, c.signed("north", c.orders("athens", strings.Join(lines, "\n")))))
	}
	for c.flush(k) > 0 {
	}
	r := restoredClub(t, copied, c.game)
	r.Rules.SeatMails = 1000
	r.sent()
	got, err := r.Recovery.Recover(t.Context(), box[wire.FolderDone], nil)
	check(t, err)
	if got.Astray != 0 {
		t.Errorf("%d of %d mails came out otherwise", got.Astray, got.Mails)
	}
	before, after := c.ledger(), withoutReseed(t, r)
	if len(after) < len(before) {
		t.Fatalf("the ledger ends at entry %d, and once ended at %d", len(after), len(before))
	}
	for i, e := range before {
		if after[i].Kind != e.Kind || after[i].Side != e.Side || !bytes.Equal(after[i].Body, e.Body) {
			t.Errorf("entry %d is %s of %q, and once was %s of %q", e.Seq, after[i].Kind, after[i].Side, e.Kind, e.Side)
		}
		if i > 0 && after[i].Time.Add(time.Hour).Before(after[i-1].Time) {
			t.Errorf("entry %d is dated %v, long before the entry that it follows (%v)", e.Seq, after[i].Time, after[i-1].Time)
		}
	}
}
