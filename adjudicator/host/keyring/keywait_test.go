package keyring_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	hostclub "keryx/adjudicator/host/club"

	"keryx/adjudicator/host/hosttest"

	"keryx/mail"
	"keryx/store"
)

// keyIn returns a key as it is registered.
func keyIn(c *hosttest.Club, signer *mail.Signer) (key store.Key) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) (err error) {
		key, err = tx.KeyByFingerprint(signer.Public().Fingerprint)
		return err
	})
	return key
}

// settle lets what is due about keys take place.
func settle(c *hosttest.Club) {
	c.T.Helper()
	_, err := c.Keys.SettleKeys(c.T.Context(), c.Time)
	hosttest.Check(c.T, err)
}

// Whoever reads a player's mail registers a key beside his only after some days, and
// everybody hears of it at once: the referee with what he can do.
func TestKeyBesideAnotherWaits(t *testing.T) {
	e := hosttest.Enrolling{Club: hosttest.NewClub(t, hosttest.Refereed), North: hosttest.NorthAt}
	fresh := hosttest.NewSigner("fresh", mail.SSH)
	if row := e.Registered(fresh); row.State != store.Command || keyState(e.Club, fresh) != store.KeyPending {
		t.Fatalf("confirm: %s (%s), the key is %s", row.State, row.Reason, keyState(e.Club, fresh))
	}
	mails := wantSubjects(e.Club, "A new key of North is pending > "+hosttest.SouthAt, "A new key of North is pending: is it theirs? > "+hosttest.ThirdAt,
		"Your new key is pending > "+hosttest.NorthAt)
	for _, m := range mails {
		if m.Recipient == hosttest.ThirdAt && !hosttest.Says(t, m, "keryx key stop "+fresh.Public().Fingerprint) {
			t.Errorf("the referee is not told what to do:\n%s", hosttest.TextOf(t, m))
		}
	}
	if row := e.Club.Receive(hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, fresh, e.Club.Orders("north", "bid 1"), e.Club.Time))); row.State != store.BadSignature {
		t.Errorf("orders signed by a key that waits: %s", row.State)
	}
	e.Club.Sent()
	for _, text := range []string{"keryx register 1\n", "keryx confirm 1\ncode AAAA\n"} {
		if row := e.Send(fresh, text, fresh); row.State != store.Faulty {
			t.Errorf("%q by a key that waits: %s (%s)", text, row.State, row.Reason)
		}
		wantSubjects(e.Club, "Already pending > "+hosttest.NorthAt)
	}
	e.Club.Time = keyIn(e.Club, fresh).Due.Add(-time.Minute)
	settle(e.Club)
	if got := keyState(e.Club, fresh); got != store.KeyPending {
		t.Errorf("before its day the key is %s", got)
	}
	e.Club.Time = e.Club.Time.Add(time.Minute)
	settle(e.Club)
	if got := keyState(e.Club, fresh); got != store.KeyActive {
		t.Errorf("on its day the key is %s", got)
	}
	wantSubjects(e.Club, "A key of yours is in use > "+hosttest.NorthAt, "North signs with a new key > "+hosttest.SouthAt, "North signs with a new key > "+hosttest.ThirdAt)
	settle(e.Club)
	wantSubjects(e.Club)
	if row := e.Club.Receive(hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, fresh, e.Club.Orders("north", "bid 1"), e.Club.Time))); row.State != store.Accepted {
		t.Errorf("orders signed by the new key: %s (%s)", row.State, row.Reason)
	}
}

// A key in use, or the referee, stops what waits; a copy of that word stops nothing later.
func TestWhoStopsAKeyThatWaits(t *testing.T) {
	for name, stop := range map[string]func(e hosttest.Enrolling, fresh *mail.Signer){
		"stop by a key in use": func(e hosttest.Enrolling, fresh *mail.Signer) {
			e.Send(hosttest.People()["north"].PGP, hosttest.AboutKey("stop", fresh))
		},
		"revoke by a key in use": func(e hosttest.Enrolling, fresh *mail.Signer) {
			e.Send(hosttest.People()["north"].SSH, hosttest.AboutKey("revoke", fresh))
		},
		"the referee": func(e hosttest.Enrolling, fresh *mail.Signer) {
			_, err := e.Club.Keys.StopKey(e.Club.T.Context(), fresh.Public().Fingerprint)
			hosttest.Check(e.Club.T, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := hosttest.NewEnrolling(t)
			fresh := hosttest.NewSigner("fresh", mail.SSH)
			e.Registered(fresh)
			e.Club.Sent()
			if row := e.Send(hosttest.People()["south"].SSH, hosttest.AboutKey("stop", fresh)); row.State != store.Faulty || keyState(e.Club, fresh) != store.KeyPending {
				t.Errorf("by somebody else's key: %s, the key is %s", row.State, keyState(e.Club, fresh))
			}
			if row := e.Send(fresh, hosttest.AboutKey("stop", fresh)); row.State != store.BadSignature {
				t.Errorf("by the key that waits: %s", row.State)
			}
			e.Club.Sent()
			stop(e, fresh)
			wantSubjects(e.Club, "A new key of North was stopped > "+hosttest.SouthAt, "A pending key of yours was stopped > "+hosttest.NorthAt)
			e.Club.Time = e.Club.Time.AddDate(0, 1, 0)
			settle(e.Club)
			if got := keyState(e.Club, fresh); got != store.KeyRevoked {
				t.Errorf("the key is %s", got)
			}
			if _, err := e.Club.Keys.StopKey(t.Context(), fresh.Public().Fingerprint); err == nil {
				t.Error("stopped twice")
			}
		})
	}
}

// A key in use lets another count beside it at once.
func TestKeyConfirmedByAnother(t *testing.T) {
	e := hosttest.NewEnrolling(t)
	fresh, old := hosttest.NewSigner("fresh", mail.SSH), hosttest.People()["north"].SSH
	if row := e.Send(old, hosttest.AboutKey("confirm", fresh)); row.State != store.Faulty {
		t.Errorf("a key that nobody has shown: %s (%s)", row.State, row.Reason)
	}
	wantSubjects(e.Club, "There is no such key to confirm > "+hosttest.NorthAt)
	e.Send(fresh, "keryx register 1\n")
	elsewhere := strings.ReplaceAll(hosttest.AboutKey("confirm", fresh), hosttest.ServerAddress, "other@club.example")
	if row := e.Send(old, elsewhere); row.State != store.Faulty || keyState(e.Club, fresh) != store.KeyPending {
		t.Errorf("for another server: %s (%s)", row.State, row.Reason)
	}
	if row := e.Send(old, hosttest.AboutKey("confirmer", fresh)); row.State != store.Command || keyState(e.Club, fresh) != store.KeyActive || keyState(e.Club, old) != store.KeyActive {
		t.Errorf("%s (%s): new %s, old %s", row.State, row.Reason, keyState(e.Club, fresh), keyState(e.Club, old))
	}
}

// A newer key revokes an older one only after some days; the older one keeps the upper
// hand.
func TestNewerKeyRevokesLater(t *testing.T) {
	setup := func(t *testing.T) (e hosttest.Enrolling, old, fresh *mail.Signer) {
		e, old, fresh = hosttest.NewEnrolling(t), hosttest.People()["north"].SSH, hosttest.NewSigner("fresh", mail.SSH)
		e.Send(fresh, "keryx register 1\n")
		e.Send(old, hosttest.AboutKey("confirm", fresh))
		e.Club.Sent()
		return e, old, fresh
	}
	ask := func(e hosttest.Enrolling, old, fresh *mail.Signer, more ...string) {
		e.Club.T.Helper()
		if row := e.Send(fresh, hosttest.AboutKey("revoke", old, more...)); row.State != store.Command || keyIn(e.Club, old).Due == nil || keyState(e.Club, old) != store.KeyActive {
			e.Club.T.Fatalf("%s (%s), the key is %s", row.State, row.Reason, keyState(e.Club, old))
		}
		wantSubjects(e.Club, "A key of North is to be revoked > "+hosttest.SouthAt, "A key of yours is to be revoked > "+hosttest.NorthAt)
	}
	t.Run("waits", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		due := *keyIn(e.Club, old).Due
		if row := e.Send(fresh, hosttest.AboutKey("revoke", old)); row.State != store.Faulty || !keyIn(e.Club, old).Due.Equal(due) {
			t.Errorf("once more: %s, due %s", row.State, keyIn(e.Club, old).Due)
		}
		wantSubjects(e.Club, "Already pending > "+hosttest.NorthAt)
		e.Club.Order("north", "bid 1") // it is in use until then
		e.Club.Sent()
		e.Club.Time = due
		settle(e.Club)
		if got := keyState(e.Club, old); got != store.KeyRevoked {
			t.Errorf("on its day the key is %s", got)
		}
	})
	t.Run("stopped, and not by a copy", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		stop := hosttest.Sign(t, old, hosttest.AboutKey("stop", old), e.Club.Time)
		if row := e.Club.Receive(hosttest.Letter(hosttest.NorthAt, stop)); row.State != store.Command || keyIn(e.Club, old).Due != nil {
			t.Fatalf("stop: %s (%s)", row.State, row.Reason)
		}
		wantSubjects(e.Club, "A key of North stays in use > "+hosttest.SouthAt, "A key of yours stays in use > "+hosttest.NorthAt)
		if row := e.Send(fresh, hosttest.AboutKey("revoke", old)); row.State != store.Duplicate || keyIn(e.Club, old).Due != nil {
			t.Errorf("the revocation that was stopped, once more: %s (%s)", row.State, row.Reason)
		}
		wantSubjects(e.Club, "This email was already used > "+hosttest.NorthAt)
		ask(e, old, fresh, "dated "+e.Club.Time.Format(time.DateOnly))
		if row := e.Club.Receive(hosttest.Letter("mallory@example.net", stop)); row.State != store.Duplicate || keyIn(e.Club, old).Due == nil {
			t.Errorf("a copy: %s (%s)", row.State, row.Reason)
		}
		wantSubjects(e.Club, "This email was already used > "+hosttest.NorthAt)
		if row := e.Send(old, hosttest.AboutKey("stop", old, "# once more")); row.State != store.Command || keyIn(e.Club, old).Due != nil {
			t.Errorf("stop again: %s (%s)", row.State, row.Reason)
		}
	})
	t.Run("the older one closes it", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		if row := e.Send(old, hosttest.AboutKey("revoke", fresh)); row.State != store.Command || keyState(e.Club, fresh) != store.KeyRevoked {
			t.Fatalf("%s (%s)", row.State, row.Reason)
		}
		e.Club.Time = e.Club.Time.AddDate(0, 1, 0)
		settle(e.Club)
		if keyState(e.Club, old) != store.KeyActive {
			t.Errorf("the older key is %s", keyState(e.Club, old))
		}
	})
	t.Run("the referee does it at once", func(t *testing.T) {
		e, old, fresh := setup(t)
		ask(e, old, fresh)
		_, err := e.Club.Keys.ChangeKey(t.Context(), old.Public().Fingerprint, store.KeyRevoked, "lost")
		hosttest.Check(t, err)
		if k := keyIn(e.Club, old); k.State != store.KeyRevoked || k.Due != nil {
			t.Errorf("the key is %s, due %v", k.State, k.Due)
		}
	})
}

// However many keys strangers send in a player's name, a day or over weeks, he registers
// his own: with a word that went to his address, or after one of his keys has named it.
func TestForgedRegistrationsLeaveTheOwnersBudget(t *testing.T) {
	flood := func(e hosttest.Enrolling) {
		for n := range 8 {
			e.Send(hosttest.NewSigner(fmt.Sprint("forged ", e.Club.Time, n), mail.SSH), "keryx register 1\n")
		}
	}
	t.Run("with the word from his mail", func(t *testing.T) {
		e := hosttest.NewEnrolling(t)
		hosttest.Keyless(e.Club, "north")
		flood(e)
		mails := e.Club.Sent()
		if len(mails) != 6 {
			t.Fatalf("%d mails, want 5 codes and one that says how to go on", len(mails))
		}
		_, pass, _ := strings.Cut(hosttest.TextOf(t, mails[5]), "\npass ")
		pass, _, _ = strings.Cut(pass, "\n")
		mine := hosttest.NewSigner("mine", mail.SSH)
		if row := e.Send(mine, "keryx register 1\n"); row.State != store.Ignored {
			t.Errorf("without the word: %s (%s)", row.State, row.Reason)
		}
		if row := e.Send(mine, "keryx register 1\npass AAAA-AAAA\n"); row.State != store.Ignored {
			t.Errorf("with a wrong word: %s (%s)", row.State, row.Reason)
		}
		for range 3 { // the pending keys of strangers do not count against his either
			if row := e.Send(mine, "keryx register 1\npass "+strings.ToLower(pass)+"\n# "+e.Club.Time.String()+"\n"); row.State != store.Command {
				t.Fatalf("with the word: %s (%s)", row.State, row.Reason)
			}
			e.Code()
			e.Club.Time = e.Club.Time.AddDate(0, 0, 1)
			flood(e)
			e.Club.Sent()
		}
	})
	t.Run("named by his key", func(t *testing.T) {
		e := hosttest.NewEnrolling(t)
		flood(e)
		e.Club.Sent()
		mine, old := hosttest.NewSigner("mine", mail.SSH), hosttest.People()["north"].SSH
		rotate := "keryx rotate 1\nto " + mine.Public().Fingerprint + "\nat " + hosttest.ServerAddress + "\n"
		e.Send(old, rotate)
		if row := e.Send(mine, "keryx register 1\n"); row.State != store.Command {
			t.Fatalf("register: %s (%s)", row.State, row.Reason)
		}
		if row := e.Send(old, rotate); row.State != store.Command || keyState(e.Club, mine) != store.KeyActive {
			t.Errorf("rotate: %s (%s)", row.State, row.Reason)
		}
	})
}

// While the server was away nobody could stop anything, so what waits does so for as much
// longer.
func TestOutageMovesKeysThatWait(t *testing.T) {
	e := hosttest.NewEnrolling(t)
	fresh := hosttest.NewSigner("fresh", mail.SSH)
	e.Registered(fresh)
	due := *keyIn(e.Club, fresh).Due
	_, err := e.Club.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	e.Club.Time = e.Club.Time.Add(50 * time.Hour)
	outage, err := e.Club.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	if got := *keyIn(e.Club, fresh).Due; outage == 0 || !got.Equal(due.Add(outage)) {
		t.Errorf("due %s, then %s after an outage of %s", due, got, outage)
	}
}

// A word that stops a key and lies in the mailbox is fetched before the key counts.
func TestDaemonFetchesBeforeAKeyCounts(t *testing.T) {
	e := hosttest.NewEnrolling(t)
	fresh, other := hosttest.NewSigner("fresh", mail.SSH), hosttest.NewSigner("other", mail.SSH)
	e.Registered(fresh)
	e.Registered(other)
	e.Club.Sent()
	post, told := hosttest.PostOffice(t)
	hosttest.Check(t, post.Put(hosttest.ServerAddress, "INBOX", hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, hosttest.People()["north"].SSH, hosttest.AboutKey("stop", fresh), e.Club.Time))))
	late := e.Club.Time.Add(hostclub.Usual().KeyWait.Duration + time.Hour)
	e.Club.Now = func() time.Time { return late }
	d := e.Club.NewDaemon(post)
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
	hosttest.Check(t, <-ended)
	if keyState(e.Club, fresh) != store.KeyRevoked || keyState(e.Club, other) != store.KeyActive {
		t.Errorf("the stopped key is %s, the other %s", keyState(e.Club, fresh), keyState(e.Club, other))
	}
}
