package intake_test

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/mail/wire"
	"keryx/templates"
)

// TestMachineAfterRestore goes back to a backup of a game against the machine. What the machine
// wrote since lies in no mailbox: it writes it again, so that none of the mails of its opponent
// comes out otherwise, and the game stands where he knows it to stand.
func TestMachineAfterRestore(t *testing.T) {
	c, k := hosttest.AgainstMachine(t, "hellespont", "athens", "sparta"), &hosttest.Carrier{}
	c.Rules.SeatMails = 1000
	c.Flush(k)
	copied := filepath.Join(t.TempDir(), "older.db")
	hosttest.Check(t, c.Store.Backup(t.Context(), copied))
	box, mind := hosttest.Folders{}, adjudicator.Random{Rand: rand.New(rand.NewPCG(7, 0))}
	for c.Turn() < 2 || len(box[wire.FolderDone]) < 5 {
		for c.Flush(k) > 0 {
		}
		plan, err := c.Intake.Plan(t.Context(), c.Game, "athens", mind)
		hosttest.Check(t, err)
		var lines []string
		for _, words := range plan {
			lines = append(lines, templates.For("en", "hellespont").Words(words))
		}
		box.Handle(c, hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("athens", strings.Join(lines, "\n")))))
	}
	for c.Flush(k) > 0 {
	}
	r := hosttest.RestoredClub(t, copied, c.Game)
	r.Rules.SeatMails = 1000
	r.Sent()
	got, err := r.Recovery.Recover(t.Context(), box[wire.FolderDone], nil)
	hosttest.Check(t, err)
	if got.Astray != 0 {
		t.Errorf("%d of %d mails came out otherwise", got.Astray, got.Mails)
	}
	before, after := c.Ledger(), hosttest.WithoutReseed(t, r)
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
