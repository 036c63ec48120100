package host_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	hostclub "keryx/adjudicator/host/club"
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
	_, err := c.Keys.SettleKeys(c.t.Context(), c.now)
	check(c.t, err)
}

// registered registers and confirms a key of north's by code.
func (e enrolling) registered(key *mail.Signer) store.InboxMessage {
	e.club.t.Helper()
	e.club.sent()
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
	if row := e.registered(fresh); row.State != store.Command || e.club.keyState(fresh) != store.KeyPending {
		t.Fatalf("confirm: %s (%s), the key is %s", row.State, row.Reason, e.club.keyState(fresh))
	}
	mails := e.club.wantSubjects("A new key of North is pending > "+southAt, "A new key of North is pending: is it theirs? > "+refereeAt,
		"Your new key is pending > "+northAt)
	for _, m := range mails {
		if m.Recipient == refereeAt && !says(t, m, "keryx key stop "+fresh.Public().Fingerprint) {
			t.Errorf("the referee is not told what to do:\n%s", text(t, m))
		}
	}
	if row := e.club.receive(letter(northAt, sign(t, fresh, e.club.orders("north", "bid 1"), e.club.now))); row.State != store.BadSignature {
		t.Errorf("orders signed by a key that waits: %s", row.State)
	}
	e.club.sent()
	for _, text := range []string{"keryx register 1\n", "keryx confirm 1\ncode AAAA\n"} {
		if row := e.send(fresh, text, fresh); row.State != store.Faulty {
			t.Errorf("%q by a key that waits: %s (%s)", text, row.State, row.Reason)
		}
		e.club.wantSubjects("Already pending > " + northAt)
	}
	e.club.now = e.club.key(fresh).Due.Add(-time.Minute)
	e.club.settle()
	if got := e.club.keyState(fresh); got != store.KeyPending {
		t.Errorf("before its day the key is %s", got)
	}
	e.club.now = e.club.now.Add(time.Minute)
	e.club.settle()
	if got := e.club.keyState(fresh); got != store.KeyActive {
		t.Errorf("on its day the key is %s", got)
	}
	e.club.wantSubjects("A key of yours is in use > "+northAt, "North signs with a new key > "+southAt, "North signs with a new key > "+refereeAt)
	e.club.settle()
	e.club.wantSubjects()
	if row := e.club.receive(letter(northAt, sign(t, fresh, e.club.orders("north", "bid 1"), e.club.now))); row.State != store.Accepted {
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
			_, err := e.club.Keys.StopKey(e.club.t.Context(), fresh.Public().Fingerprint)
			check(e.club.t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnrolling(t)
			fresh := newSigner("fresh", mail.SSH)
			e.registered(fresh)
			e.club.sent()
			if row := e.send(people()["south"].ssh, about("stop", fresh)); row.State != store.Faulty || e.club.keyState(fresh) != store.KeyPending {
				t.Errorf("by somebody else's key: %s, the key is %s", row.State, e.club.keyState(fresh))
			}
			if row := e.send(fresh, about("stop", fresh)); row.State != store.BadSignature {
				t.Errorf("by the key that waits: %s", row.State)
			}
			e.club.sent()
			stop(e, fresh)
			e.club.wantSubjects("A new key of North was stopped > "+southAt, "A pending key of yours was stopped > "+northAt)
			e.club.now = e.club.now.AddDate(0, 1, 0)
			e.club.settle()
			if got := e.club.keyState(fresh); got != store.KeyRevoked {
				t.Errorf("the key is %s", got)
			}
			if _, err := e.club.Keys.StopKey(t.Context(), fresh.Public().Fingerprint); err == nil {
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
	e.club.wantSubjects("There is no such key to confirm > " + northAt)
	e.send(fresh, "keryx register 1\n")
	elsewhere := strings.ReplaceAll(about("confirm", fresh), serverAddress, "other@club.example")
	if row := e.send(old, elsewhere); row.State != store.Faulty || e.club.keyState(fresh) != store.KeyPending {
		t.Errorf("for another server: %s (%s)", row.State, row.Reason)
	}
	if row := e.send(old, about("confirmer", fresh)); row.State != store.Command || e.club.keyState(fresh) != store.KeyActive || e.club.keyState(old) != store.KeyActive {
		t.Errorf("%s (%s): new %s, old %s", row.State, row.Reason, e.club.keyState(fresh), e.club.keyState(old))
	}
}

// A newer key revokes an older one only after some days; the older one keeps the upper
// hand.
func TestNewerKeyRevokesLater(t *testing.T) {
	setup := func(t *testing.T) (e enrolling, old, fresh *mail.Signer) {
		e, old, fresh = newEnrolling(t), people()["north"].ssh, newSigner("fresh", mail.SSH)
		e.send(fresh, "keryx register 1\n")
		e.send(old, about("confirm", fresh))
		e.club.sent()
		return e, old, fresh
	}
	ask := func(e enrolling, old, fresh *mail.Signer, more ...string) {
		e.club.t.Helper()
		if row := e.send(fresh, about("revoke", old, more...)); row.State != store.Command || e.club.key(old).Due == nil || e.club.keyState(old) != store.KeyActive {
			e.club.t.Fatalf("%s (%s), the key is %s", row.State, row.Reason, e.club.keyState(old))
		}
		e.club.wantSubjects("A key of North is to be revoked > "+southAt, "A key of yours is to be revoked > "+northAt)
	}
	t.Run("waits", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		due := *e.club.key(old).Due
		if row := e.send(fresh, about("revoke", old)); row.State != store.Faulty || !e.club.key(old).Due.Equal(due) {
			t.Errorf("once more: %s, due %s", row.State, e.club.key(old).Due)
		}
		e.club.wantSubjects("Already pending > " + northAt)
		e.club.order("north", "bid 1") // it is in use until then
		e.club.sent()
		e.club.now = due
		e.club.settle()
		if got := e.club.keyState(old); got != store.KeyRevoked {
			t.Errorf("on its day the key is %s", got)
		}
	})
	t.Run("stopped, and not by a copy", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		stop := sign(t, old, about("stop", old), e.club.now)
		if row := e.club.receive(letter(northAt, stop)); row.State != store.Command || e.club.key(old).Due != nil {
			t.Fatalf("stop: %s (%s)", row.State, row.Reason)
		}
		e.club.wantSubjects("A key of North stays in use > "+southAt, "A key of yours stays in use > "+northAt)
		if row := e.send(fresh, about("revoke", old)); row.State != store.Duplicate || e.club.key(old).Due != nil {
			t.Errorf("the revocation that was stopped, once more: %s (%s)", row.State, row.Reason)
		}
		e.club.wantSubjects("This email was already used > " + northAt)
		ask(e, old, fresh, "dated "+e.club.now.Format(time.DateOnly))
		if row := e.club.receive(letter("mallory@example.net", stop)); row.State != store.Duplicate || e.club.key(old).Due == nil {
			t.Errorf("a copy: %s (%s)", row.State, row.Reason)
		}
		e.club.wantSubjects("This email was already used > " + northAt)
		if row := e.send(old, about("stop", old, "# once more")); row.State != store.Command || e.club.key(old).Due != nil {
			t.Errorf("stop again: %s (%s)", row.State, row.Reason)
		}
	})
	t.Run("the older one closes it", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		if row := e.send(old, about("revoke", fresh)); row.State != store.Command || e.club.keyState(fresh) != store.KeyRevoked {
			t.Fatalf("%s (%s)", row.State, row.Reason)
		}
		e.club.now = e.club.now.AddDate(0, 1, 0)
		e.club.settle()
		if e.club.keyState(old) != store.KeyActive {
			t.Errorf("the older key is %s", e.club.keyState(old))
		}
	})
	t.Run("the referee does it at once", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		_, err := e.club.Keys.ChangeKey(t.Context(), old.Public().Fingerprint, store.KeyRevoked, "lost")
		check(t, err)
		if k := e.club.key(old); k.State != store.KeyRevoked || k.Due != nil {
			t.Errorf("the key is %s, due %v", k.State, k.Due)
		}
	})
}

// However many keys strangers send in a player's name, a day or over weeks, he registers
// his own: with a word that went to his address, or after one of his keys has named it.
func TestForgedRegistrationsLeaveTheOwnersBudget(t *testing.T) {
	flood := func(e enrolling) {
		for n := range 8 {
			e.send(newSigner(fmt.Sprint("forged ", e.club.now, n), mail.SSH), "keryx register 1\n")
		}
	}
	t.Run("with the word from his mail", func(t *testing.T) {
		e := newEnrolling(t)
		e.club.keyless("north")
		flood(e)
		mails := e.club.sent()
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
			if row := e.send(mine, "keryx register 1\npass "+strings.ToLower(pass)+"\n# "+e.club.now.String()+"\n"); row.State != store.Command {
				t.Fatalf("with the word: %s (%s)", row.State, row.Reason)
			}
			e.code()
			e.club.now = e.club.now.AddDate(0, 0, 1)
			flood(e)
			e.club.sent()
		}
	})
	t.Run("named by his key", func(t *testing.T) {
		e := newEnrolling(t)
		flood(e)
		e.club.sent()
		mine, old := newSigner("mine", mail.SSH), people()["north"].ssh
		rotate := "keryx rotate 1\nto " + mine.Public().Fingerprint + "\nat " + serverAddress + "\n"
		e.send(old, rotate)
		if row := e.send(mine, "keryx register 1\n"); row.State != store.Command {
			t.Fatalf("register: %s (%s)", row.State, row.Reason)
		}
		if row := e.send(old, rotate); row.State != store.Command || e.club.keyState(mine) != store.KeyActive {
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
	due := *e.club.key(fresh).Due
	_, err := e.club.Recovery.Heartbeat(t.Context())
	check(t, err)
	e.club.now = e.club.now.Add(50 * time.Hour)
	outage, err := e.club.Recovery.Heartbeat(t.Context())
	check(t, err)
	if got := *e.club.key(fresh).Due; outage == 0 || !got.Equal(due.Add(outage)) {
		t.Errorf("due %s, then %s after an outage of %s", due, got, outage)
	}
}

// A word that stops a key and lies in the mailbox is fetched before the key counts.
func TestDaemonFetchesBeforeAKeyCounts(t *testing.T) {
	e := newEnrolling(t)
	fresh, other := newSigner("fresh", mail.SSH), newSigner("other", mail.SSH)
	e.registered(fresh)
	e.registered(other)
	e.club.sent()
	post, told := postOffice(t)
	check(t, post.Put(serverAddress, "INBOX", letter(northAt, sign(t, people()["north"].ssh, about("stop", fresh), e.club.now))))
	late := e.club.now.Add(hostclub.Usual().KeyWait.Duration + time.Hour)
	e.club.Now = func() time.Time { return late }
	d := e.club.daemon(post)
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
	if e.club.keyState(fresh) != store.KeyRevoked || e.club.keyState(other) != store.KeyActive {
		t.Errorf("the stopped key is %s, the other %s", e.club.keyState(fresh), e.club.keyState(other))
	}
}
