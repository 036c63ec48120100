package storetest

import (
	"testing"
	"time"

	"keryx/store"
)

// backlog counts what waits, and nothing that does not.
func backlog(t *testing.T, s store.Store) {
	count := func() (b store.Backlog) {
		view(t, s, func(tx store.ReadTx) { b = get[store.Backlog](t)(tx.Backlog(noon)) })
		return b
	}
	same(t, "of an empty store", count(), store.Backlog{Inbox: map[store.InboxState]int{}, Outbox: map[store.OutboxState]int{}})
	table(t, s, "hel-1")
	table(t, s, "hel-2")
	update(t, s, func(tx store.Tx) {
		for i, state := range []store.InboxState{store.Received, store.Received, store.Poison, store.Accepted} {
			m := aMessage(string(state)+"?!.,"[i:i+1], uint32(i+1))
			m.Receipt = after(time.Duration(-i) * time.Minute)
			row, _, err := tx.AddInbox(m)
			ok(t, err)
			if state != store.Received {
				ok(t, tx.SetInboxState(row.ID, state, "because"))
			}
		}
		for i, name := range []string{"a@x", "b@x", "c@x", "d@x", "e@x"} {
			m := aMail(name)
			m.Recipient = name
			if i == 4 {
				m.NextAttempt = after(time.Hour)
			}
			get[int64](t)(tx.Enqueue(m))
		}
	})
	sent, failed := claim(t, s, noon), claim(t, s, noon)
	claim(t, s, noon)
	update(t, s, func(tx store.Tx) {
		ok(t, tx.MarkSent(sent.ID, sent.Token, noon))
		ok(t, tx.MarkFailed(failed.ID, failed.Token, "no such user"))
		due(t, tx, "hel-1", "athens", afterp(-time.Hour))
		due(t, tx, "hel-1", "sparta", afterp(time.Hour))
		due(t, tx, "hel-2", "athens", afterp(-time.Hour))
		g := get[store.Game](t)(tx.Game("hel-2"))
		g.Status = store.Paused
		ok(t, tx.UpdateGame(g))
	})
	same(t, "of some of each", count(), store.Backlog{
		Inbox: map[store.InboxState]int{store.Received: 2, store.Poison: 1}, Oldest: afterp(-time.Minute),
		Outbox:  map[store.OutboxState]int{store.Queued: 2, store.Sending: 1, store.Failed: 1},
		Overdue: 1,
	})
}
