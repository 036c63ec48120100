package storetest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"keryx/store"
)

// enqueue queues a mail and returns its id.
func enqueue(t *testing.T, s store.Store, m store.OutboxMail) (id int64) {
	t.Helper()
	update(t, s, func(tx store.Tx) { id = get[int64](t)(tx.Enqueue(m)) })
	return id
}

const lease = 5 * time.Minute

// claim takes the next mail, which must be there.
func claim(t *testing.T, s store.Store, now time.Time) (c store.Claim) {
	t.Helper()
	update(t, s, func(tx store.Tx) {
		var found bool
		var err error
		c, found, err = tx.ClaimOutbox(now, lease, lease)
		ok(t, err)
		if !found {
			t.Fatalf("nothing to claim at %s", now)
		}
	})
	return c
}

// idle wants nothing to claim.
func idle(t *testing.T, s store.Store, now time.Time) {
	t.Helper()
	update(t, s, func(tx store.Tx) {
		c, found, err := tx.ClaimOutbox(now, lease, lease)
		ok(t, err)
		if found {
			t.Fatalf("claimed mail %s at %s", c.MessageID, now)
		}
	})
}

// nextSend wants the next claim to be possible at a moment.
func nextSend(t *testing.T, s store.Store, want *time.Time) {
	t.Helper()
	view(t, s, func(tx store.ReadTx) { same(t, "next send", get[*time.Time](t)(tx.NextSend()), want) })
}

func outbox(t *testing.T, s store.Store) {
	nextSend(t, s, nil)
	idle(t, s, noon)
	given := aMail("<1@keryx>")
	given.State, given.Attempts, given.Doubtful, given.LastError = store.Sent, 7, true, "ignored"
	id := enqueue(t, s, given)
	update(t, s, func(tx store.Tx) {
		_, err := tx.Enqueue(aMail("<1@keryx>"))
		refused(t, "same Message-ID", err, store.ErrDuplicate)
		again := aMail("<2@keryx>")
		again.Occasion = "<1@keryx>"
		_, err = tx.Enqueue(again)
		refused(t, "same occasion", err, store.ErrDuplicate)
	})
	want := aMail("<1@keryx>")
	want.Occasion = "<1@keryx>"
	want.ID, want.State, want.NextAttempt = id, store.Queued, noon
	read := func(what string, want store.OutboxMail) {
		t.Helper()
		view(t, s, func(tx store.ReadTx) {
			same(t, what, get[store.OutboxMail](t)(tx.OutboxMail(id)), want)
			same(t, what+" by Message-ID", get[store.OutboxMail](t)(tx.OutboxByMessageID("<1@keryx>")), want)
			want.Raw = nil
			same(t, what+" in the list", get[[]store.OutboxMail](t)(tx.OutboxMails(store.OutboxFilter{})), []store.OutboxMail{want})
		})
	}
	read("queued", want)
	nextSend(t, s, &noon)

	c := claim(t, s, noon)
	want.State, want.Attempts, want.LeaseUntil = store.Sending, 1, afterp(lease)
	same(t, "claimed", c.OutboxMail, want)
	read("sending", want)
	idle(t, s, after(lease-time.Millisecond))
	nextSend(t, s, afterp(lease))

	update(t, s, func(tx store.Tx) { ok(t, tx.MarkRetry(id, c.Token, after(time.Hour), "451 later")) })
	want.State, want.LeaseUntil, want.NextAttempt, want.LastError = store.Queued, nil, after(time.Hour), "451 later"
	read("to be tried again", want)
	idle(t, s, after(time.Hour-time.Millisecond))
	nextSend(t, s, afterp(time.Hour))

	c = claim(t, s, after(time.Hour))
	update(t, s, func(tx store.Tx) { ok(t, tx.MarkSent(id, c.Token, after(2*time.Hour))) })
	want.State, want.Attempts, want.LastError, want.Sent = store.Sent, 2, "", afterp(2*time.Hour)
	read("sent", want)
	idle(t, s, after(1000*time.Hour))
	nextSend(t, s, nil)
	view(t, s, func(tx store.ReadTx) {
		_, err := tx.OutboxMail(id + 1)
		refused(t, "no mail", err, store.ErrNotFound)
		_, err = tx.OutboxByMessageID("<2@keryx>")
		refused(t, "no Message-ID", err, store.ErrNotFound)
	})
}

// outboxFencing lets one sender sleep over his lease while another takes the mail.
func outboxFencing(t *testing.T, s store.Store) {
	id := enqueue(t, s, aMail("<1@keryx>"))
	slow := claim(t, s, noon)
	same(t, "first claim is sure", slow.Doubtful, false)
	fast := claim(t, s, after(lease))
	if fast.ID != id || fast.Token == slow.Token || !fast.Doubtful {
		t.Fatalf("second claim: id %d token %d doubtful %t after token %d", fast.ID, fast.Token, fast.Doubtful, slow.Token)
	}
	update(t, s, func(tx store.Tx) {
		for what, err := range map[string]error{
			"sent":   tx.MarkSent(id, slow.Token, noon),
			"retry":  tx.MarkRetry(id, slow.Token, noon, ""),
			"failed": tx.MarkFailed(id, slow.Token, ""),
		} {
			refused(t, "late mark "+what, err, store.ErrLeaseLost)
		}
		// A lease that ran out and was not taken over still tells the truth.
		ok(t, tx.MarkRetry(id, fast.Token, after(time.Hour), "451"))
		refused(t, "second mark", tx.MarkSent(id, fast.Token, noon), store.ErrLeaseLost)
	})
	c := claim(t, s, after(2*time.Hour))
	same(t, "doubt stays", c.Doubtful, true)
	update(t, s, func(tx store.Tx) {
		ok(t, tx.MarkSent(id, c.Token, after(10*time.Hour)))
		refused(t, "mark after the end", tx.MarkFailed(id, c.Token, ""), store.ErrLeaseLost)
		refused(t, "no such mail", tx.MarkSent(id+1, 1, noon), store.ErrNotFound)
	})
}

func outboxSteps(t *testing.T, s store.Store) {
	state := func(id int64) (got store.OutboxState) {
		t.Helper()
		view(t, s, func(tx store.ReadTx) { got = get[store.OutboxMail](t)(tx.OutboxMail(id)).State })
		return got
	}
	queued, other := enqueue(t, s, aMail("<1@keryx>")), aMail("<2@keryx>")
	other.Game, other.Side, other.NextAttempt = "hel-2", "sparta", after(-time.Hour)
	failing := enqueue(t, s, other)

	c := claim(t, s, noon)
	same(t, "who waits longest goes first", c.ID, failing)
	update(t, s, func(tx store.Tx) {
		refused(t, "cancel what is being sent", tx.CancelOutbox(failing, ""), store.ErrConflict)
		refused(t, "requeue what is being sent", tx.RequeueOutbox(failing, noon), store.ErrConflict)
		ok(t, tx.MarkFailed(failing, c.Token, "550 no such user"))
		ok(t, tx.CancelOutbox(queued, "rolled back"))
		refused(t, "requeue what was cancelled", tx.RequeueOutbox(queued, noon), store.ErrConflict)
		refused(t, "cancel nothing", tx.CancelOutbox(failing+1, ""), store.ErrNotFound)
	})
	same(t, "failed", state(failing), store.Failed)
	same(t, "cancelled", state(queued), store.Cancelled)
	idle(t, s, after(time.Hour))
	view(t, s, func(tx store.ReadTx) {
		for want, filter := range map[int64]store.OutboxFilter{
			queued:  {Game: "hel-1"},
			failing: {State: store.Failed},
		} {
			got := get[[]store.OutboxMail](t)(tx.OutboxMails(filter))
			if len(got) != 1 || got[0].ID != want {
				t.Errorf("filter %+v gives %v, want mail %d", filter, got, want)
			}
		}
		same(t, "by side", len(get[[]store.OutboxMail](t)(tx.OutboxMails(store.OutboxFilter{Game: "hel-1", Side: "sparta"}))), 0)
		same(t, "limited", len(get[[]store.OutboxMail](t)(tx.OutboxMails(store.OutboxFilter{Limit: 1}))), 1)
	})
	update(t, s, func(tx store.Tx) { ok(t, tx.RequeueOutbox(failing, after(2*time.Hour))) })
	idle(t, s, after(time.Hour))
	same(t, "requeued", claim(t, s, after(2*time.Hour)).ID, failing)
}

// outboxReturned gives up what was sent and came back, and finds it by its recipient.
func outboxReturned(t *testing.T, s store.Store) {
	id := enqueue(t, s, aMail("<back@keryx>"))
	to := aMail("<back@keryx>").Recipient
	update(t, s, func(tx store.Tx) { refused(t, "return what is not sent", tx.MarkReturned(id, ""), store.ErrConflict) })
	c := claim(t, s, noon)
	update(t, s, func(tx store.Tx) {
		ok(t, tx.MarkSent(id, c.Token, noon))
		ok(t, tx.MarkReturned(id, "5.1.1"))
		refused(t, "return it twice", tx.MarkReturned(id, ""), store.ErrConflict)
		refused(t, "return nothing", tx.MarkReturned(id+1, ""), store.ErrNotFound)
		failed := get[[]store.OutboxMail](t)(tx.FailedTo(to))
		if len(failed) != 1 || failed[0].ID != id || failed[0].LastError != "5.1.1" || failed[0].Sent != nil {
			t.Errorf("given up: %+v", failed)
		}
		same(t, "to another", len(get[[]store.OutboxMail](t)(tx.FailedTo("nobody@x"))), 0)
		ok(t, tx.RequeueOutbox(id, noon))
		same(t, "none any more", len(get[[]store.OutboxMail](t)(tx.FailedTo(to))), 0)
	})
	again := claim(t, s, noon)
	same(t, "sent again", again.ID, id)
	same(t, "attempts anew", again.Attempts, 1)
}

// outboxRelease frees what a sender left behind that died, and counts it.
func outboxRelease(t *testing.T, s store.Store) {
	left := enqueue(t, s, aMail("<left@keryx>"))
	first := claim(t, s, noon)
	same(t, "claimed", first.ID, left)
	idle(t, s, noon)
	update(t, s, func(tx store.Tx) { same(t, "released", get[int](t)(tx.ReleaseOutbox(noon)), 1) })
	again := claim(t, s, noon)
	same(t, "claimed again", again.ID, left)
	same(t, "doubtful", again.Doubtful, true)
	update(t, s, func(tx store.Tx) {
		refused(t, "mark with the dead sender's token", tx.MarkSent(left, first.Token, noon), store.ErrLeaseLost)
		ok(t, tx.MarkSent(left, again.Token, noon))
		same(t, "released when nothing is sent", get[int](t)(tx.ReleaseOutbox(noon)), 0)
	})
}

// outboxReleaseOne gives back the claim of one sender who is gone, and no other.
func outboxReleaseOne(t *testing.T, s store.Store) {
	left := enqueue(t, s, aMail("<left@keryx>"))
	alive := aMail("<alive@keryx>")
	alive.Recipient = "blue@x"
	enqueue(t, s, alive)
	first, other := claim(t, s, noon), claim(t, s, noon)
	same(t, "claimed", first.ID, left)
	update(t, s, func(tx store.Tx) {
		refused(t, "release another claim of it", tx.ReleaseClaim(left, first.Token+1, noon), store.ErrLeaseLost)
		refused(t, "release what is not there", tx.ReleaseClaim(left+1000, 1, noon), store.ErrNotFound)
		ok(t, tx.ReleaseClaim(left, first.Token, noon))
	})
	again := claim(t, s, noon)
	same(t, "claimed again", again.ID, left)
	same(t, "doubtful", again.Doubtful, true)
	idle(t, s, noon)
	update(t, s, func(tx store.Tx) {
		refused(t, "release the claim of before", tx.ReleaseClaim(left, first.Token, noon), store.ErrLeaseLost)
		ok(t, tx.MarkSent(left, again.Token, noon))
		ok(t, tx.MarkSent(other.ID, other.Token, noon))
		refused(t, "release what is sent", tx.ReleaseClaim(left, again.Token, noon), store.ErrLeaseLost)
	})
}

// outboxOrder keeps the mails to one recipient in their order, however many senders there are, and leaves out domains.
func outboxOrder(t *testing.T, s store.Store) {
	var ids []int64
	for i, to := range []string{"anna@one.example", "anna@one.example", "bert@One.example", "carl@two.example"} {
		m := aMail(fmt.Sprintf("<%d@keryx>", i))
		m.Recipient = to
		ids = append(ids, enqueue(t, s, m))
	}
	first := claim(t, s, noon)
	same(t, "the first", first.ID, ids[0])
	update(t, s, func(tx store.Tx) {
		c, found, err := tx.ClaimOutbox(noon, lease, lease, "one.example")
		ok(t, err)
		same(t, "outside a domain", c.ID, ids[3])
		same(t, "found", found, true)
	})
	same(t, "another recipient", claim(t, s, noon).ID, ids[2])
	idle(t, s, noon) // the second to anna waits for the first
	update(t, s, func(tx store.Tx) {
		const alone = time.Minute
		_, found, err := tx.ClaimOutbox(after(alone-time.Millisecond), lease, alone)
		ok(t, err)
		same(t, "found while the first is fresh", found, false)
		c, found, err := tx.ClaimOutbox(after(alone), lease, alone)
		ok(t, err)
		same(t, "found when the first is slow", found, true)
		same(t, "the second, beside the first", c.ID, ids[1])
		ok(t, tx.MarkWait(c.ID, c.Token, noon, "550 5.4.5 limit"))
		refused(t, "waits twice", tx.MarkWait(c.ID, c.Token, noon, ""), store.ErrLeaseLost)
		m := get[store.OutboxMail](t)(tx.OutboxMail(c.ID))
		same(t, "attempts of a mail that waits", m.Attempts, 0)
		same(t, "state of a mail that waits", m.State, store.Queued)
		same(t, "reason", m.LastError, "550 5.4.5 limit")
	})
	update(t, s, func(tx store.Tx) { ok(t, tx.MarkSent(first.ID, first.Token, noon)) })
	same(t, "the second to the first recipient", claim(t, s, noon).ID, ids[1])
}

// outboxSenders lets several senders empty one outbox: every mail goes to exactly one.
func outboxSenders(t *testing.T, s store.Store) {
	const mails, senders = 24, 4
	for i := range mails {
		m := aMail(fmt.Sprintf("<%d@keryx>", i))
		m.Recipient = fmt.Sprintf("p%d@example.org", i)
		enqueue(t, s, m)
	}
	var mu sync.Mutex
	sent := map[string]int{}
	var wg sync.WaitGroup
	for range senders {
		wg.Go(func() {
			for {
				var c store.Claim
				var found bool
				err := s.Update(t.Context(), func(tx store.Tx) (err error) {
					c, found, err = tx.ClaimOutbox(noon, lease, lease)
					return err
				})
				if err != nil {
					t.Errorf("claim: %v", err)
				}
				if err != nil || !found {
					return
				}
				mu.Lock()
				sent[c.MessageID]++
				mu.Unlock()
				if err := s.Update(t.Context(), func(tx store.Tx) error { return tx.MarkSent(c.ID, c.Token, noon) }); err != nil {
					t.Errorf("mark: %v", err)
				}
			}
		})
	}
	wg.Wait()
	same(t, "mails sent", len(sent), mails)
	for id, n := range sent {
		if n != 1 {
			t.Errorf("%s was sent %d times", id, n)
		}
	}
}
