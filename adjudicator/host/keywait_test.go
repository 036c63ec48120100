package host_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host"
	"keryx/mail"
	"keryx/store"
)

// key returns a key as it is registered.
func (c *club) key(signer *mail.Signer) (key store.Key) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) (err error) {
		key, err = tx.KeyByFingerprint(signer.Public().Fingerprint)
		return err
	})
	return key
}

// settle lets what is due about keys take place.
func (c *club) settle() {
	c.t.Helper()
	_, err := c.SettleKeys(c.t.Context(), c.now)
	check(c.t, err)
}

// registered registers and confirms a key of north's by code.
func (e enrolling) registered(key *mail.Signer) store.InboxMessage {
	e.t.Helper()
	e.sent()
	e.send(key, "keryx register 1\n", key)
	row := e.send(key, "keryx confirm 1\ncode "+e.code()+"\n")
	return row
}

// about is a text about another key.
func about(verb string, key *mail.Signer, more ...string) string {
	return "keryx " + verb + " 1\nkey " + key.Public().Fingerprint + "\nat " + serverAddress + "\n" + strings.Join(more, "\n") + "\n"
}

// Whoever reads a player's mail registers a key beside his only after some days, and
// everybody hears of it at once: the referee with what he can do.
func TestKeyBesideAnotherWaits(t *testing.T) {
	e := enrolling{newClub(t, refereed), northAt}
	fresh := newSigner("fresh", mail.SSH)
	if row := e.registered(fresh); row.State != store.Command || e.keyState(fresh) != store.KeyPending {
		t.Fatalf("confirm: %s (%s), the key is %s", row.State, row.Reason, e.keyState(fresh))
	}
	mails := e.wantSubjects("A new key of North waits > "+southAt, "A new key of North waits: does he know of it? > "+refereeAt,
		"A new key waits to count as yours > "+northAt)
	for _, m := range mails {
		if m.Recipient == refereeAt && !strings.Contains(text(t, m), "keryx key stop "+fresh.Public().Fingerprint) {
			t.Errorf("the referee is not told what to do:\n%s", text(t, m))
		}
	}
	if row := e.receive(letter(northAt, sign(t, fresh, e.orders("north", "bid 1"), e.now))); row.State != store.BadSignature {
		t.Errorf("orders signed by a key that waits: %s", row.State)
	}
	e.sent()
	for _, text := range []string{"keryx register 1\n", "keryx confirm 1\ncode AAAA\n"} {
		if row := e.send(fresh, text, fresh); row.State != store.Faulty {
			t.Errorf("%q by a key that waits: %s (%s)", text, row.State, row.Reason)
		}
		e.wantSubjects("That waits already > " + northAt)
	}
	e.now = e.key(fresh).Due.Add(-time.Minute)
	e.settle()
	if got := e.keyState(fresh); got != store.KeyPending {
		t.Errorf("before its day the key is %s", got)
	}
	e.now = e.now.Add(time.Minute)
	e.settle()
	if got := e.keyState(fresh); got != store.KeyActive {
		t.Errorf("on its day the key is %s", got)
	}
	e.wantSubjects("A key of yours is in use > "+northAt, "North signs with a new key > "+southAt, "North signs with a new key > "+refereeAt)
	e.settle()
	e.wantSubjects()
	if row := e.receive(letter(northAt, sign(t, fresh, e.orders("north", "bid 1"), e.now))); row.State != store.Accepted {
		t.Errorf("orders signed by the new key: %s (%s)", row.State, row.Reason)
	}
}

// A key in use, or the referee, stops what waits; a copy of that word stops nothing later.
func TestWhoStopsAKeyThatWaits(t *testing.T) {
	for name, stop := range map[string]func(e enrolling, fresh *mail.Signer){
		"stop by a key in use": func(e enrolling, fresh *mail.Signer) {
			e.send(people()["north"].pgp, about("stop", fresh))
		},
		"revoke by a key in use": func(e enrolling, fresh *mail.Signer) {
			e.send(people()["north"].ssh, about("revoke", fresh))
		},
		"the referee": func(e enrolling, fresh *mail.Signer) {
			_, err := e.StopKey(e.t.Context(), fresh.Public().Fingerprint)
			check(e.t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnrolling(t)
			fresh := newSigner("fresh", mail.SSH)
			e.registered(fresh)
			e.sent()
			if row := e.send(people()["south"].ssh, about("stop", fresh)); row.State != store.Faulty || e.keyState(fresh) != store.KeyPending {
				t.Errorf("by somebody else's key: %s, the key is %s", row.State, e.keyState(fresh))
			}
			if row := e.send(fresh, about("stop", fresh)); row.State != store.BadSignature {
				t.Errorf("by the key that waits: %s", row.State)
			}
			e.sent()
			stop(e, fresh)
			e.wantSubjects("A key will not count as yours > "+northAt, "A new key of North was stopped > "+southAt)
			e.now = e.now.AddDate(0, 1, 0)
			e.settle()
			if got := e.keyState(fresh); got != store.KeyRevoked {
				t.Errorf("the key is %s", got)
			}
			if _, err := e.StopKey(t.Context(), fresh.Public().Fingerprint); err == nil {
				t.Error("stopped twice")
			}
		})
	}
}

// A key in use lets another count beside it at once.
func TestKeyConfirmedByAnother(t *testing.T) {
	e := newEnrolling(t)
	fresh, old := newSigner("fresh", mail.SSH), people()["north"].ssh
	if row := e.send(old, about("confirm", fresh)); row.State != store.Faulty {
		t.Errorf("a key that nobody has shown: %s (%s)", row.State, row.Reason)
	}
	e.wantSubjects("There is no such key to confirm > " + northAt)
	e.send(fresh, "keryx register 1\n")
	elsewhere := strings.ReplaceAll(about("confirm", fresh), serverAddress, "other@club.example")
	if row := e.send(old, elsewhere); row.State != store.Faulty || e.keyState(fresh) != store.KeyPending {
		t.Errorf("for another server: %s (%s)", row.State, row.Reason)
	}
	if row := e.send(old, about("confirmer", fresh)); row.State != store.Command || e.keyState(fresh) != store.KeyActive || e.keyState(old) != store.KeyActive {
		t.Errorf("%s (%s): new %s, old %s", row.State, row.Reason, e.keyState(fresh), e.keyState(old))
	}
}

// A newer key revokes an older one only after some days; the older one keeps the upper
// hand.
func TestNewerKeyRevokesLater(t *testing.T) {
	setup := func(t *testing.T) (e enrolling, old, fresh *mail.Signer) {
		e, old, fresh = newEnrolling(t), people()["north"].ssh, newSigner("fresh", mail.SSH)
		e.send(fresh, "keryx register 1\n")
		e.send(old, about("confirm", fresh))
		e.sent()
		return e, old, fresh
	}
	ask := func(e enrolling, old, fresh *mail.Signer, more ...string) {
		e.t.Helper()
		if row := e.send(fresh, about("revoke", old, more...)); row.State != store.Command || e.key(old).Due == nil || e.keyState(old) != store.KeyActive {
			e.t.Fatalf("%s (%s), the key is %s", row.State, row.Reason, e.keyState(old))
		}
		e.wantSubjects("A key of North is to be revoked > "+southAt, "A key of yours is to be revoked > "+northAt)
	}
	t.Run("waits", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		due := *e.key(old).Due
		if row := e.send(fresh, about("revoke", old)); row.State != store.Faulty || !e.key(old).Due.Equal(due) {
			t.Errorf("once more: %s, due %s", row.State, e.key(old).Due)
		}
		e.wantSubjects("That waits already > " + northAt)
		e.order("north", "bid 1") // it is in use until then
		e.sent()
		e.now = due
		e.settle()
		if got := e.keyState(old); got != store.KeyRevoked {
			t.Errorf("on its day the key is %s", got)
		}
	})
	t.Run("stopped, and not by a copy", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		stop := sign(t, old, about("stop", old), e.now)
		if row := e.receive(letter(northAt, stop)); row.State != store.Command || e.key(old).Due != nil {
			t.Fatalf("stop: %s (%s)", row.State, row.Reason)
		}
		e.wantSubjects("A key of North stays in use > "+southAt, "A key of yours stays in use > "+northAt)
		if row := e.send(fresh, about("revoke", old)); row.State != store.Duplicate || e.key(old).Due != nil {
			t.Errorf("the revocation that was stopped, once more: %s (%s)", row.State, row.Reason)
		}
		e.wantSubjects("That text has done its work before > " + northAt)
		ask(e, old, fresh, "dated "+e.now.Format(time.DateOnly))
		if row := e.receive(letter("mallory@example.net", stop)); row.State != store.Duplicate || e.key(old).Due == nil {
			t.Errorf("a copy: %s (%s)", row.State, row.Reason)
		}
		e.wantSubjects("That text has done its work before > " + northAt)
		if row := e.send(old, about("stop", old, "# once more")); row.State != store.Command || e.key(old).Due != nil {
			t.Errorf("stop again: %s (%s)", row.State, row.Reason)
		}
	})
	t.Run("the older one closes it", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		if row := e.send(old, about("revoke", fresh)); row.State != store.Command || e.keyState(fresh) != store.KeyRevoked {
			t.Fatalf("%s (%s)", row.State, row.Reason)
		}
		e.now = e.now.AddDate(0, 1, 0)
		e.settle()
		if e.keyState(old) != store.KeyActive {
			t.Errorf("the older key is %s", e.keyState(old))
		}
	})
	t.Run("the referee does it at once", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		_, err := e.ChangeKey(t.Context(), old.Public().Fingerprint, store.KeyRevoked, "lost")
		check(t, err)
		if k := e.key(old); k.State != store.KeyRevoked || k.Due != nil {
			t.Errorf("the key is %s, due %v", k.State, k.Due)
		}
	})
}

// However many keys strangers send in a player's name, a day or over weeks, he registers
// his own: with a word that went to his address, or after one of his keys has named it.
func TestForgedRegistrationsLeaveTheOwnersBudget(t *testing.T) {
	flood := func(e enrolling) {
		for n := range 8 {
			e.send(newSigner(fmt.Sprint("forged ", e.now, n), mail.SSH), "keryx register 1\n")
		}
	}
	t.Run("with the word from his mail", func(t *testing.T) {
		e := newEnrolling(t)
		e.keyless("north")
		flood(e)
		mails := e.sent()
		if len(mails) != 6 {
			t.Fatalf("%d mails, want 5 codes and one that says how to go on", len(mails))
		}
		_, pass, _ := strings.Cut(text(t, mails[5]), "\npass ")
		pass, _, _ = strings.Cut(pass, "\n")
		mine := newSigner("mine", mail.SSH)
		if row := e.send(mine, "keryx register 1\n"); row.State != store.Ignored {
			t.Errorf("without the word: %s (%s)", row.State, row.Reason)
		}
		if row := e.send(mine, "keryx register 1\npass AAAA-AAAA\n"); row.State != store.Ignored {
			t.Errorf("with a wrong word: %s (%s)", row.State, row.Reason)
		}
		for range 3 { // the pending keys of strangers do not count against his either
			if row := e.send(mine, "keryx register 1\npass "+strings.ToLower(pass)+"\n# "+e.now.String()+"\n"); row.State != store.Command {
				t.Fatalf("with the word: %s (%s)", row.State, row.Reason)
			}
			e.code()
			e.now = e.now.AddDate(0, 0, 1)
			flood(e)
			e.sent()
		}
	})
	t.Run("named by his key", func(t *testing.T) {
		e := newEnrolling(t)
		flood(e)
		e.sent()
		mine, old := newSigner("mine", mail.SSH), people()["north"].ssh
		rotate := "keryx rotate 1\nto " + mine.Public().Fingerprint + "\nat " + serverAddress + "\n"
		e.send(old, rotate)
		if row := e.send(mine, "keryx register 1\n"); row.State != store.Command {
			t.Fatalf("register: %s (%s)", row.State, row.Reason)
		}
		if row := e.send(old, rotate); row.State != store.Command || e.keyState(mine) != store.KeyActive {
			t.Errorf("rotate: %s (%s)", row.State, row.Reason)
		}
	})
}

// While the server was away nobody could stop anything, so what waits does so for as much
// longer.
func TestOutageMovesKeysThatWait(t *testing.T) {
	e := newEnrolling(t)
	fresh := newSigner("fresh", mail.SSH)
	e.registered(fresh)
	due := *e.key(fresh).Due
	_, err := e.Heartbeat(t.Context())
	check(t, err)
	e.now = e.now.Add(50 * time.Hour)
	outage, err := e.Heartbeat(t.Context())
	check(t, err)
	if got := *e.key(fresh).Due; outage == 0 || !got.Equal(due.Add(outage)) {
		t.Errorf("due %s, then %s after an outage of %s", due, got, outage)
	}
}

// A word that stops a key and lies in the mailbox is fetched before the key counts.
func TestDaemonFetchesBeforeAKeyCounts(t *testing.T) {
	e := newEnrolling(t)
	fresh, other := newSigner("fresh", mail.SSH), newSigner("other", mail.SSH)
	e.registered(fresh)
	e.registered(other)
	e.sent()
	post, told := postOffice(t)
	check(t, post.Put(serverAddress, "INBOX", letter(northAt, sign(t, people()["north"].ssh, about("stop", fresh), e.now))))
	late := e.now.Add(host.KeyWait + time.Hour)
	e.Now = func() time.Time { return late }
	d := e.daemon(post)
	swept := make(chan struct{})
	d.After = func(pause time.Duration) <-chan time.Time {
		if pause == 5*time.Minute { // the loop of the deadlines rests
			close(swept)
			return nil
		}
		return time.After(min(pause, 10*time.Millisecond))
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	<-swept
	<-told
	stop()
	check(t, <-ended)
	if e.keyState(fresh) != store.KeyRevoked || e.keyState(other) != store.KeyActive {
		t.Errorf("the stopped key is %s, the other %s", e.keyState(fresh), e.keyState(other))
	}
}
