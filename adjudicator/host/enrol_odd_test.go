package host_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/mail"
	"keryx/store"
)

// enrolling is a club that north sends new keys to.
type enrolling struct {
	club  *club
	north string
}

func newEnrolling(t *testing.T) enrolling {
	c := newClub(t)
	c.sent()
	return enrolling{c, people()["north"].address}
}

// send mails a text that a key has signed, with the keys that are to go with it.
func (e enrolling) send(key *mail.Signer, text string, with ...*mail.Signer) store.InboxMessage {
	e.club.t.Helper()
	e.club.now = e.club.now.Add(time.Second)
	parts := []string{"\n" + sign(e.club.t, key, text, e.club.now)}
	for _, k := range with {
		parts = append(parts, file("key.asc", "application/pgp-keys", k.Public().Text))
	}
	return e.club.receive(multipart("mixed", parts...))
}

// code reads the code out of the last mail.
func (e enrolling) code() string {
	e.club.t.Helper()
	mails := e.club.sent()
	if len(mails) != 1 {
		e.club.t.Fatalf("mails %q, want a code", kinds(mails))
	}
	found := sentCode.FindStringSubmatch(text(e.club.t, mails[0]))
	if found == nil {
		e.club.t.Fatalf("no code in\n%s", text(e.club.t, mails[0]))
	}
	return found[1]
}

// Of several keys in a mail the one that signed is registered; a key that is not in use
// can ask for nothing else; what waits for its code need not be sent again.
func TestEnrolNewKeys(t *testing.T) {
	e := newEnrolling(t)
	fresh, other := newSigner("fresh", mail.OpenPGP), people()["mallory"].pgp
	for _, text := range []string{"keryx revoke 1\nat " + serverAddress + "\n", "keryx rotate 1\nto ABCD\nat " + serverAddress + "\n", "keryx request 1\nstatus\n",
		e.club.orders("north", "bid 1")} {
		if row := e.send(fresh, text, fresh); row.State != store.BadSignature || e.club.keyState(fresh) != "" {
			t.Errorf("%q by a new key: %s (%s)", text, row.State, row.Reason)
		}
	}
	e.club.sent()
	if row := e.send(fresh, "keryx register 1\n", fresh, other); row.State != store.Command || e.club.keyState(fresh) != store.KeyPending || e.club.keyState(other) != "" {
		t.Errorf("register: %s (%s), the key is %q, the other %q", row.State, row.Reason, e.club.keyState(fresh), e.club.keyState(other))
	}
	code := e.code()
	if row := e.send(fresh, "keryx confirm 2\n"); row.State != store.Faulty {
		t.Errorf("a text that cannot be read: %s (%s)", row.State, row.Reason)
	}
	e.club.sent()
	if row := e.send(fresh, "Hello Keryx,\n\nkeryx confirm 1\ncode "+code+"\n"); row.State != store.Faulty {
		t.Errorf("a greeting above the text: %s (%s)", row.State, row.Reason)
	}
	if mails := e.club.sent(); len(mails) != 1 || !says(t, mails[0], "something is above it") {
		t.Errorf("nobody says why the code did not count: %v", kinds(mails))
	}
	e.club.keyless("north")
	if row := e.send(fresh, "keryx confirm 1\ncode "+code+"\n"); row.State != store.Command || e.club.keyState(fresh) != store.KeyActive {
		t.Errorf("confirm without the key: %s (%s)", row.State, row.Reason)
	}
}

// A key that waits for one player is not registered for another, and a code for a key
// that waits for none leads nowhere.
func TestEnrolTakenKey(t *testing.T) {
	e := newEnrolling(t)
	fresh := newSigner("fresh", mail.SSH)
	e.send(fresh, "keryx register 1\n")
	code := e.code()
	if row := e.send(fresh, "keryx register 1\naddress "+southAt+"\n"); row.State != store.Faulty || row.Reason != "taken" {
		t.Errorf("registered for another: %s (%s)", row.State, row.Reason)
	}
	if d := cmp.Diff([]string{"notice " + southAt}, kinds(e.club.sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	if row := e.send(newSigner("nobody's", mail.SSH), "keryx confirm 1\ncode "+code+"\n"); row.State != store.Ignored {
		t.Errorf("a code by a key that nobody knows: %s (%s)", row.State, row.Reason)
	}
	if got := e.club.sent(); len(got) != 0 {
		t.Errorf("mails: %q", kinds(got))
	}
	if row := e.send(fresh, "keryx confirm 1\ncode "+code+"\n"); row.State != store.Command {
		t.Errorf("the code of the first: %s (%s)", row.State, row.Reason)
	}
	e.club.view(func(tx store.ReadTx) error {
		key, err := tx.KeyByFingerprint(fresh.Public().Fingerprint)
		if key.Player != e.north {
			t.Errorf("the key is %s's", key.Player)
		}
		return err
	})
}

// Keys that wait are counted for a week, those in use are not; wrong codes for a day.
func TestEnrolLimits(t *testing.T) {
	e := newEnrolling(t)
	e.club.keyless("north")
	register := func(n int) store.InboxMessage {
		e.club.now = e.club.now.Add(25 * time.Hour)
		return e.send(newSigner(fmt.Sprint("key ", n), mail.SSH), "keryx register 1\n")
	}
	for n := range 5 {
		if row := register(n); row.State != store.Command {
			t.Fatalf("key %d: %s (%s)", n, row.State, row.Reason)
		}
	}
	if row := register(5); row.State != store.Faulty || row.Reason != "too-many" {
		t.Errorf("the sixth: %s (%s)", row.State, row.Reason)
	}
	e.club.now = e.club.now.Add(2 * 24 * time.Hour) // the first has waited for longer than a week
	e.club.sent()
	last := newSigner("last", mail.SSH)
	if row := e.send(last, "keryx register 1\n"); row.State != store.Command {
		t.Fatalf("after a week: %s (%s)", row.State, row.Reason)
	}
	code := e.code()
	for range 5 {
		if row := e.send(last, "keryx confirm 1\ncode AAAA-AAAA\n"); row.State != store.Faulty {
			t.Errorf("a wrong code: %s (%s)", row.State, row.Reason)
		}
	}
	if row := e.send(last, "keryx confirm 1\ncode "+code+"\n"); row.State != store.Ignored || e.club.keyState(last) != store.KeyPending {
		t.Errorf("the sixth try of a day: %s (%s)", row.State, row.Reason)
	}
	e.club.now = e.club.now.Add(24 * time.Hour)
	if row := e.send(last, "keryx confirm 1\ncode "+code+"\n"); row.State != store.Command || e.club.keyState(last) != store.KeyActive {
		t.Errorf("on the next day: %s (%s)", row.State, row.Reason)
	}
}
