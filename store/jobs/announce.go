package jobs

import (
	"context"
	"slices"
	"time"

	"keryx/store"
)

// Announce returns a store whose writing transactions tell an engine of the work that they make: messages that came in,
// or were put back, and mails that were queued.
func Announce(s store.Store, e Engine) store.Store { return announcing{s, e} }

type announcing struct {
	store.Store
	engine Engine
}

// Unwrap returns the store below.
func (s announcing) Unwrap() store.Store { return s.Store }

// Update runs f, and hands the jobs that it makes to the engine.
func (s announcing) Update(ctx context.Context, f func(store.Tx) error) error {
	var woken []Job
	err := s.Store.Update(ctx, func(tx store.Tx) error {
		noting := &noting{Tx: tx, claimed: func(c store.Claim) error { return s.engine.Claimed(ctx, tx, c) }}
		if err := f(noting); err != nil {
			return err
		}
		woken = noting.woken
		if len(woken) == 0 {
			return nil
		}
		return s.engine.Note(ctx, tx, woken)
	})
	if err == nil && len(woken) > 0 {
		s.engine.Committed(woken)
	}
	return err
}

// noting is a transaction that notes the work that it makes.
type noting struct {
	store.Tx
	woken   []Job
	claimed func(store.Claim) error
}

func (t *noting) wake(kind Kind, of int64) {
	if j := (Job{Kind: kind, Of: of}); !slices.Contains(t.woken, j) {
		t.woken = append(t.woken, j)
	}
}

// AddInbox stores a message, whose work waits from now on unless it is known.
func (t *noting) AddInbox(m store.InboxMessage) (store.InboxMessage, bool, error) {
	row, added, err := t.Tx.AddInbox(m)
	if err == nil && added && row.State == store.Received {
		t.wake(Message, row.ID)
	}
	return row, added, err
}

// RetryInbox puts a message back.
func (t *noting) RetryInbox(id int64) error {
	err := t.Tx.RetryInbox(id)
	if err == nil {
		t.wake(Message, id)
	}
	return err
}

// Enqueue queues a mail.
func (t *noting) Enqueue(m store.OutboxMail) (int64, error) {
	id, err := t.Tx.Enqueue(m)
	if err == nil {
		t.wake(Mail, id)
	}
	return id, err
}

// RequeueOutbox gives a mail another chance.
func (t *noting) RequeueOutbox(id int64, now time.Time) error {
	err := t.Tx.RequeueOutbox(id, now)
	if err == nil {
		t.wake(Mail, id)
	}
	return err
}

// ClaimOutbox takes a mail for this process.
func (t *noting) ClaimOutbox(now time.Time, lease, alone time.Duration, except ...string) (store.Claim, bool, error) {
	c, ok, err := t.Tx.ClaimOutbox(now, lease, alone, except...)
	if err == nil && ok {
		err = t.claimed(c)
	}
	return c, ok && err == nil, err
}
