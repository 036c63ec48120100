package storetest

import (
	"testing"
	"time"

	"keryx/store"
)

// setBack dates back what a clock wrote that was ahead, seen by how much or not.
func setBack(t *testing.T, s store.Store) {
	const ahead = 365 * 24 * time.Hour
	limits := store.SetBack{Now: after(2 * time.Hour), By: ahead, Retry: 4 * time.Hour, Lease: lease}
	view(t, s, func(tx store.ReadTx) { same(t, "newest of none", get[*time.Time](t)(tx.Newest()), (*time.Time)(nil)) })
	table(t, s, "hel-1")
	good := enqueue(t, s, aMail("<1@keryx>"))
	late := aMail("<2@keryx>")
	late.Created = after(ahead + time.Hour)
	bad := enqueue(t, s, late)
	later := aMail("<3@keryx>")
	later.Created, later.NextAttempt = after(ahead+time.Hour), after(ahead+3*time.Hour)
	waits := enqueue(t, s, later)
	key := aKey("F1", "red@x")
	key.Added, key.Changed = after(ahead+time.Hour), after(ahead+time.Hour)
	var message int64
	update(t, s, func(tx store.Tx) {
		ok(t, tx.AddKey(key))
		m := aMessage("late", 3)
		m.FirstSeen, m.Receipt = after(ahead), after(ahead)
		row, _, err := tx.AddInbox(m)
		ok(t, err)
		message = row.ID
		get[int](t)(tx.CountTry(message, after(ahead+time.Hour)))
		get[bool](t)(tx.SpendAnswer("red@x", after(ahead), 1))
		get[bool](t)(tx.SpendAnswer("red@x", after(0), 1))
	})
	view(t, s, func(tx store.ReadTx) {
		newest := after(ahead + 3*time.Hour)
		same(t, "newest", get[*time.Time](t)(tx.Newest()), &newest)
		found := get[[]store.Dated](t)(tx.Ahead(limits))
		same(t, "what is ahead", found, []store.Dated{
			{What: "emails that go out: created", Count: 2, Latest: after(ahead + time.Hour)},
			{What: "keys: registered", Count: 1, Latest: after(ahead + time.Hour)},
			{What: "keys: last changed", Count: 1, Latest: after(ahead + time.Hour)},
			{What: "emails that go out: next attempt", Count: 2, Latest: after(ahead + 3*time.Hour)},
			{What: "emails that came in: received", Count: 1, Latest: after(ahead)},
		})
	})
	update(t, s, func(tx store.Tx) {
		if n := get[int](t)(tx.SetBack(limits)); n == 0 {
			t.Error("nothing was set back")
		}
		ok(t, tx.SetInboxTimes(message, after(time.Minute), after(0)))
		ok(t, tx.SetInboxTry(message, after(time.Hour)))
		refused(t, "no message", tx.SetInboxTimes(message+9, after(0), after(0)), store.ErrNotFound)
		refused(t, "no attempt", tx.SetInboxTry(message+9, after(0)), store.ErrNotFound)
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "left", get[[]store.Dated](t)(tx.Ahead(limits)), []store.Dated(nil))
		m := get[store.OutboxMail](t)(tx.OutboxMail(good))
		same(t, "what was right", []time.Time{m.Created, m.NextAttempt}, []time.Time{noon, noon})
		m = get[store.OutboxMail](t)(tx.OutboxMail(bad))
		same(t, "a mail", []time.Time{m.Created, m.NextAttempt}, []time.Time{after(time.Hour), limits.Now})
		m = get[store.OutboxMail](t)(tx.OutboxMail(waits))
		same(t, "a retry", []time.Time{m.Created, m.NextAttempt}, []time.Time{after(time.Hour), after(3 * time.Hour)})
		k := get[store.Key](t)(tx.KeyByFingerprint("F1"))
		same(t, "a key", []time.Time{k.Added, k.Changed}, []time.Time{after(time.Hour), after(time.Hour)})
		row := get[store.InboxMessage](t)(tx.InboxMessage(message))
		next := after(time.Hour)
		same(t, "a message", []any{row.FirstSeen, row.Receipt, row.NextTry}, []any{after(time.Minute), noon, &next})
		same(t, "answers of a day to come", get[int](t)(tx.Answers("red@x", after(ahead))), 0)
		same(t, "answers of today", get[int](t)(tx.Answers("red@x", noon)), 1)
	})
	// Nobody knows by how much: nothing waits longer than it ever does.
	unseen := aMail("<4@keryx>")
	unseen.Created = after(ahead)
	id := enqueue(t, s, unseen)
	limits.By, limits.Slack = 0, time.Hour
	update(t, s, func(tx store.Tx) { get[int](t)(tx.SetBack(limits)) })
	view(t, s, func(tx store.ReadTx) {
		m := get[store.OutboxMail](t)(tx.OutboxMail(id))
		same(t, "a mail of an unseen jump", []time.Time{m.Created, m.NextAttempt}, []time.Time{limits.Now, limits.Now})
		m = get[store.OutboxMail](t)(tx.OutboxMail(waits))
		same(t, "a retry that is no longer than usual", m.NextAttempt, after(3*time.Hour))
	})
	claim(t, s, limits.Now)
	limits.Now = after(-24 * time.Hour)
	update(t, s, func(tx store.Tx) { get[int](t)(tx.SetBack(limits)) })
	end := limits.Now.Add(lease)
	view(t, s, func(tx store.ReadTx) {
		for _, m := range get[[]store.OutboxMail](t)(tx.OutboxMails(store.OutboxFilter{State: store.Sending})) {
			same(t, "a lease", m.LeaseUntil, &end)
		}
	})
}
