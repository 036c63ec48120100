package keyring_test

import (
	"fmt"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/mail"
	"keryx/store"
)

// Of several keys in a mail the one that signed is registered; a key that is not in use
// can ask for nothing else; what waits for its code need not be sent again.
func TestEnrolNewKeys(t *testing.T) {
	e := hosttest.NewEnrolling(t)
	fresh, other := hosttest.NewSigner("fresh", mail.OpenPGP), hosttest.People()["mallory"].PGP
	for _, text := range []string{"keryx revoke 1\nat " + hosttest.ServerAddress + "\n", "keryx rotate 1\nto ABCD\nat " + hosttest.ServerAddress + "\n", "keryx request 1\nstatus\n",
		e.Club.Orders("north", "bid 1")} {
		if row := e.Send(fresh, text, fresh); row.State != store.BadSignature || keyState(e.Club, fresh) != "" {
			t.Errorf("%q by a new key: %s (%s)", text, row.State, row.Reason)
		}
	}
	e.Club.Sent()
	if row := e.Send(fresh, "keryx register 1\n", fresh, other); row.State != store.Command || keyState(e.Club, fresh) != store.KeyPending || keyState(e.Club, other) != "" {
		t.Errorf("register: %s (%s), the key is %q, the other %q", row.State, row.Reason, keyState(e.Club, fresh), keyState(e.Club, other))
	}
	code := e.Code()
	if row := e.Send(fresh, "keryx confirm 2\n"); row.State != store.Faulty {
		t.Errorf("a text that cannot be read: %s (%s)", row.State, row.Reason)
	}
	e.Club.Sent()
	if row := e.Send(fresh, "Hello Keryx,\n\nkeryx confirm 1\ncode "+code+"\n"); row.State != store.Faulty {
		t.Errorf("a greeting above the text: %s (%s)", row.State, row.Reason)
	}
	if mails := e.Club.Sent(); len(mails) != 1 || !hosttest.Says(t, mails[0], "something is above it") {
		t.Errorf("nobody says why the code did not count: %v", hosttest.KindsOf(mails))
	}
	hosttest.Keyless(e.Club, "north")
	if row := e.Send(fresh, "keryx confirm 1\ncode "+code+"\n"); row.State != store.Command || keyState(e.Club, fresh) != store.KeyActive {
		t.Errorf("confirm without the key: %s (%s)", row.State, row.Reason)
	}
}

// A key that waits for one player is not registered for another, and a code for a key
// that waits for none leads nowhere.
func TestEnrolTakenKey(t *testing.T) {
	e := hosttest.NewEnrolling(t)
	fresh := hosttest.NewSigner("fresh", mail.SSH)
	e.Send(fresh, "keryx register 1\n")
	code := e.Code()
	if row := e.Send(fresh, "keryx register 1\naddress "+hosttest.SouthAt+"\n"); row.State != store.Faulty || row.Reason != "taken" {
		t.Errorf("registered for another: %s (%s)", row.State, row.Reason)
	}
	if d := cmp.Diff([]string{"notice " + hosttest.SouthAt}, hosttest.KindsOf(e.Club.Sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	if row := e.Send(hosttest.NewSigner("nobody's", mail.SSH), "keryx confirm 1\ncode "+code+"\n"); row.State != store.Ignored {
		t.Errorf("a code by a key that nobody knows: %s (%s)", row.State, row.Reason)
	}
	if got := e.Club.Sent(); len(got) != 0 {
		t.Errorf("mails: %q", hosttest.KindsOf(got))
	}
	if row := e.Send(fresh, "keryx confirm 1\ncode "+code+"\n"); row.State != store.Command {
		t.Errorf("the code of the first: %s (%s)", row.State, row.Reason)
	}
	e.Club.View(func(tx store.ReadTx) error {
		key, err := tx.KeyByFingerprint(fresh.Public().Fingerprint)
		if key.Player != e.North {
			t.Errorf("the key is %s's", key.Player)
		}
		return err
	})
}

// Keys that wait are counted for a week, those in use are not; wrong codes for a day.
func TestEnrolLimits(t *testing.T) {
	e := hosttest.NewEnrolling(t)
	hosttest.Keyless(e.Club, "north")
	register := func(n int) store.InboxMessage {
		e.Club.Time = e.Club.Time.Add(25 * time.Hour)
		return e.Send(hosttest.NewSigner(fmt.Sprint("key ", n), mail.SSH), "keryx register 1\n")
	}
	for n := range 5 {
		if row := register(n); row.State != store.Command {
			t.Fatalf("key %d: %s (%s)", n, row.State, row.Reason)
		}
	}
	if row := register(5); row.State != store.Faulty || row.Reason != "too-many" {
		t.Errorf("the sixth: %s (%s)", row.State, row.Reason)
	}
	e.Club.Time = e.Club.Time.Add(2 * 24 * time.Hour) // the first has waited for longer than a week
	e.Club.Sent()
	last := hosttest.NewSigner("last", mail.SSH)
	if row := e.Send(last, "keryx register 1\n"); row.State != store.Command {
		t.Fatalf("after a week: %s (%s)", row.State, row.Reason)
	}
	code := e.Code()
	for range 5 {
		if row := e.Send(last, "keryx confirm 1\ncode AAAA-AAAA\n"); row.State != store.Faulty {
			t.Errorf("a wrong code: %s (%s)", row.State, row.Reason)
		}
	}
	if row := e.Send(last, "keryx confirm 1\ncode "+code+"\n"); row.State != store.Ignored || keyState(e.Club, last) != store.KeyPending {
		t.Errorf("the sixth try of a day: %s (%s)", row.State, row.Reason)
	}
	e.Club.Time = e.Club.Time.Add(24 * time.Hour)
	if row := e.Send(last, "keryx confirm 1\ncode "+code+"\n"); row.State != store.Command || keyState(e.Club, last) != store.KeyActive {
		t.Errorf("on the next day: %s (%s)", row.State, row.Reason)
	}
}
