package storetest

import (
	"fmt"
	"testing"
	"time"

	"keryx/store"
)

// receive adds a message and returns its row.
func receive(t *testing.T, s store.Store, m store.InboxMessage) store.InboxMessage {
	t.Helper()
	var row store.InboxMessage
	update(t, s, func(tx store.Tx) {
		var err error
		row, _, err = tx.AddInbox(m)
		ok(t, err)
	})
	return row
}

// pending returns the contents of the pending messages in order.
func pending(t *testing.T, s store.Store, limit int) (list []string) {
	t.Helper()
	view(t, s, func(tx store.ReadTx) {
		for _, m := range get[[]store.InboxMessage](t)(tx.Pending(limit)) {
			list = append(list, string(m.Raw))
		}
	})
	return list
}

func inbox(t *testing.T, s store.Store) {
	given := aMessage("orders", 5)
	update(t, s, func(tx store.Tx) {
		row, added, err := tx.AddInbox(given)
		ok(t, err)
		want := given
		want.ID, want.State = row.ID, store.Received
		same(t, "added", added, true)
		same(t, "row", row, want)

		// Fetched again after the folder was recreated, and dated otherwise: the first receipt time stays.
		again := aMessage("orders", 1)
		again.Place.UIDValidity, again.Receipt, again.State = 8, after(time.Hour), store.Ignored
		row, added, err = tx.AddInbox(again)
		ok(t, err)
		same(t, "added again", added, false)
		same(t, "row again", row, want)
	})
	same(t, "pending", pending(t, s, 10), []string{"orders"})

	// Too large to be fetched: known by what there is of it, and finished at once.
	large := aMessage("header", 6)
	large.State, large.Reason, large.Raw = store.TooLarge, "31 MB", nil
	row := receive(t, s, large)
	same(t, "state given at once", row.State, store.TooLarge)
	same(t, "reason given at once", row.Reason, "31 MB")
	same(t, "pending without it", pending(t, s, 10), []string{"orders"})
	view(t, s, func(tx store.ReadTx) {
		same(t, "by content", get[store.InboxMessage](t)(tx.InboxByContent(row.ContentHash)).ID, row.ID)
		_, err := tx.InboxByContent(store.Digest{1})
		refused(t, "no such content", err, store.ErrNotFound)
		_, err = tx.InboxMessage(row.ID + 1)
		refused(t, "no message", err, store.ErrNotFound)
	})
}

func inboxOrder(t *testing.T, s store.Store) {
	for _, m := range []struct {
		content string
		uid     uint32
		receipt time.Duration
	}{{"c", 9, time.Minute}, {"b", 8, 0}, {"d", 2, 2 * time.Minute}, {"a", 3, 0}} {
		message := aMessage(m.content, m.uid)
		message.Receipt = after(m.receipt)
		receive(t, s, message)
	}
	same(t, "order", pending(t, s, 10), []string{"a", "b", "c", "d"})
	same(t, "limit", pending(t, s, 2), []string{"a", "b"})
	var ids []int64 // by content
	view(t, s, func(tx store.ReadTx) {
		for _, m := range get[[]store.InboxMessage](t)(tx.Pending(10)) {
			ids = append(ids, m.ID)
		}
	})
	update(t, s, func(tx store.Tx) {
		for i, next := range []time.Duration{1: time.Hour, 2: time.Minute} {
			if next > 0 {
				_, err := tx.CountTry(ids[i], after(next))
				ok(t, err)
			}
		}
		ok(t, tx.SetInboxState(ids[3], store.Poison, ""))
		same(t, "due", get[[]int64](t)(tx.InboxDue(after(time.Minute))), []int64{ids[0], ids[2]})
	})
}

func inboxStates(t *testing.T, s store.Store) {
	m := receive(t, s, aMessage("orders", 1))
	update(t, s, func(tx store.Tx) {
		same(t, "first try", get[int](t)(tx.CountTry(m.ID, after(time.Minute))), 1)
		same(t, "second try", get[int](t)(tx.CountTry(m.ID, after(time.Minute))), 2)
		ok(t, tx.UncountTry(m.ID))
		same(t, "second try again", get[int](t)(tx.CountTry(m.ID, after(time.Minute))), 2)
		refused(t, "no final state", tx.SetInboxState(m.ID, store.Received, ""), store.ErrInvalid)
		refused(t, "no state at all", tx.SetInboxState(m.ID, "done", ""), store.ErrInvalid)
		refused(t, "retry of a message at work", tx.RetryInbox(m.ID), store.ErrConflict)
		ok(t, tx.SetInboxSeat(m.ID, "hel-1", "athens"))
		ok(t, tx.SetInboxState(m.ID, store.Poison, "panic in line 1"))
	})
	same(t, "nothing pending", pending(t, s, 10), []string(nil))
	update(t, s, func(tx store.Tx) {
		refused(t, "answer twice", tx.SetInboxState(m.ID, store.Accepted, ""), store.ErrConflict)
		_, err := tx.CountTry(m.ID, after(time.Minute))
		refused(t, "try after the end", err, store.ErrConflict)
		refused(t, "no try after the end", tx.UncountTry(m.ID), store.ErrConflict)
		row := get[store.InboxMessage](t)(tx.InboxMessage(m.ID))
		want := m
		want.State, want.Reason, want.Tries, want.Game, want.Side = store.Poison, "panic in line 1", 2, "hel-1", "athens"
		want.NextTry = afterp(time.Minute)
		same(t, "row", row, want)
		ok(t, tx.RetryInbox(m.ID))
		same(t, "tries forgotten", get[store.InboxMessage](t)(tx.InboxMessage(m.ID)).Tries, 0)
		for what, err := range map[string]error{
			"state": tx.SetInboxState(m.ID+1, store.Accepted, ""),
			"seat":  tx.SetInboxSeat(m.ID+1, "hel-1", "athens"),
			"retry": tx.RetryInbox(m.ID + 1),
		} {
			refused(t, what+" of no message", err, store.ErrNotFound)
		}
	})
	same(t, "pending again", pending(t, s, 10), []string{"orders"})
}

// inboxTries counts the ways in which work on a message can end without an end.
func inboxTries(t *testing.T, s store.Store) {
	m := receive(t, s, aMessage("orders", 1))
	row := func(what string, want store.InboxMessage) {
		t.Helper()
		view(t, s, func(tx store.ReadTx) { same(t, what, get[store.InboxMessage](t)(tx.InboxMessage(m.ID)), want) })
	}
	want := m
	update(t, s, func(tx store.Tx) { same(t, "begun", get[int](t)(tx.CountTry(m.ID, after(time.Minute))), 1) })
	want.Tries, want.NextTry = 1, afterp(time.Minute)
	row("begun", want)
	update(t, s, func(tx store.Tx) {
		same(t, "delays", get[int](t)(tx.PostponeInbox(m.ID, after(2*time.Minute), "no room")), 1)
	})
	want.Tries, want.Delays, want.NextTry, want.Reason = 0, 1, afterp(2*time.Minute), "no room"
	row("put off", want)
	update(t, s, func(tx store.Tx) {
		_, err := tx.CountTry(m.ID, noon)
		ok(t, err)
		same(t, "faults", get[int](t)(tx.FaultInbox(m.ID, after(time.Hour), "panic")), 1)
		same(t, "more faults", get[int](t)(tx.FaultInbox(m.ID, after(time.Hour), "panic")), 2)
	})
	want.Faults, want.NextTry, want.Reason = 2, afterp(time.Hour), "panic"
	row("failed", want)
	update(t, s, func(tx store.Tx) { ok(t, tx.UncountTry(m.ID)) })
	want.NextTry, want.Reason = nil, ""
	row("interrupted", want)
	update(t, s, func(tx store.Tx) {
		ok(t, tx.AddPlayer(store.Player{Address: "anna@x", Added: noon}))
		ok(t, tx.SetInboxPlayer(m.ID, "Anna@x"))
		refused(t, "a name that nobody has", tx.SetInboxPlayer(m.ID, "bert@x"), store.ErrNotFound)
	})
	want.Player = "anna@x"
	row("in whose name", want)
	view(t, s, func(tx store.ReadTx) {
		for n, f := range map[int][]store.InboxFilter{
			1: {{Player: "anna@x"}, {Player: "ANNA@x", Since: noon}, {Since: noon}},
			0: {{Player: "bert@x"}, {Player: "anna@x", Since: after(time.Second)}},
		} {
			for _, f := range f {
				same(t, "messages", len(get[[]store.InboxMessage](t)(tx.InboxMessages(f))), n)
			}
		}
	})
	update(t, s, func(tx store.Tx) {
		ok(t, tx.SetInboxState(m.ID, store.Poison, "panic"))
		ok(t, tx.RetryInbox(m.ID))
		for _, put := range []func(int64, time.Time, string) (int, error){tx.PostponeInbox, tx.FaultInbox} {
			_, err := put(m.ID+1, noon, "")
			refused(t, "put off what is not there", err, store.ErrNotFound)
		}
	})
	want.Faults, want.Delays = 0, 0
	row("as new", want)
}

// inboxCopies follows the copies of one message through the folders.
func inboxCopies(t *testing.T, s store.Store) {
	unfiled := func(want ...store.Copy) {
		t.Helper()
		view(t, s, func(tx store.ReadTx) { same(t, "unfiled", get[[]store.Copy](t)(tx.Unfiled(10)), want) })
	}
	filed := func(id int64, want bool) {
		t.Helper()
		view(t, s, func(tx store.ReadTx) { same(t, "filed", get[store.InboxMessage](t)(tx.InboxMessage(id)).Filed, want) })
	}
	first, second := aMessage("orders", 1), aMessage("orders", 2)
	at := func(what string, m store.InboxMessage, id int64) {
		t.Helper()
		view(t, s, func(tx store.ReadTx) {
			row, err := tx.InboxAt(m.ContentHash, m.Place)
			if id == 0 {
				refused(t, what, err, store.ErrNotFound)
				return
			}
			ok(t, err)
			same(t, what, row.ID, id)
		})
	}
	at("before it came", first, 0)
	m := receive(t, s, first)
	at("in its first place", first, m.ID)
	at("where it was not seen", second, 0)
	receive(t, s, second)
	at("in its second place", second, m.ID)
	at("another in its place", aMessage("other orders", 1), 0)
	unfiled() // not before there is an answer
	update(t, s, func(tx store.Tx) { ok(t, tx.SetInboxState(m.ID, store.Accepted, "")) })
	one, two := store.Copy{Message: m.ID, State: store.Accepted, Place: first.Place}, store.Copy{Message: m.ID, State: store.Accepted, Place: second.Place}
	unfiled(one, two)
	update(t, s, func(tx store.Tx) { ok(t, tx.MarkFiled(m.ID, first.Place)) })
	at("filed", first, 0)
	at("not filed", second, m.ID)
	unfiled(two)
	filed(m.ID, false)
	update(t, s, func(tx store.Tx) {
		ok(t, tx.MarkFiled(m.ID, second.Place))
		ok(t, tx.MarkFiled(m.ID, store.Place{Folder: "INBOX", UIDValidity: 7, UID: 99})) // unknown: no error
	})
	unfiled()
	filed(m.ID, true)
	receive(t, s, first) // somebody moved it back
	unfiled(one)

	// Another message in a place that was used before, as after a restore.
	other := receive(t, s, aMessage("other orders", 2))
	if other.ID == m.ID {
		t.Fatal("a place has identified a message")
	}
	// What came through no mailbox needs no filing.
	direct := aMessage("by hand", 0)
	direct.Place = store.Place{}
	filed(receive(t, s, direct).ID, true)
}

func inboxSelection(t *testing.T, s store.Store) {
	for i, game := range []string{"hel-1", "hel-2", "hel-1", "hel-1"} {
		m := receive(t, s, aMessage(string(rune('a'+i)), uint32(i+1)))
		update(t, s, func(tx store.Tx) {
			ok(t, tx.SetInboxSeat(m.ID, game, "athens"))
			if i < 3 {
				ok(t, tx.SetInboxState(m.ID, store.Faulty, ""))
			}
		})
	}
	late := aMessage("late", 9)
	late.Receipt, late.Game, late.Side = after(time.Hour), "hel-1", "athens"
	receive(t, s, late)
	view(t, s, func(tx store.ReadTx) {
		for _, c := range []struct {
			filter store.InboxFilter
			want   []uint32
		}{
			{store.InboxFilter{}, []uint32{9, 4, 3, 2, 1}},
			{store.InboxFilter{Game: "hel-1"}, []uint32{9, 4, 3, 1}},
			{store.InboxFilter{Game: "hel-1", State: store.Faulty}, []uint32{3, 1}},
			{store.InboxFilter{Limit: 2}, []uint32{9, 4}},
			{store.InboxFilter{Game: "hel-3"}, nil},
		} {
			var got []uint32
			for _, m := range get[[]store.InboxMessage](t)(tx.InboxMessages(c.filter)) {
				got = append(got, m.Place.UID)
				if m.Raw != nil {
					t.Error("a list carries whole messages")
				}
			}
			same(t, "selected", got, c.want)
		}
		same(t, "count", get[int](t)(tx.CountInbox("hel-1", "athens", noon)), 4)
		same(t, "count since later", get[int](t)(tx.CountInbox("hel-1", "athens", after(1*time.Millisecond))), 1)
		same(t, "count of another side", get[int](t)(tx.CountInbox("hel-1", "sparta", noon)), 0)
	})
	for i, state := range []store.InboxState{store.Duplicate, store.Ignored} {
		again := aMessage(string(state), uint32(20+i))
		again.State, again.Game, again.Side = state, "hel-1", "athens"
		receive(t, s, again)
	}
	view(t, s, func(tx store.ReadTx) {
		same(t, "count without duplicates", get[int](t)(tx.CountInbox("hel-1", "athens", noon)), 4)
	})
}

func cursor(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) {
		same(t, "no cursor", get[store.Place](t)(tx.Cursor("INBOX")), store.Place{Folder: "INBOX"})
		at := store.Place{Folder: "INBOX", UIDValidity: 1<<32 - 1, UID: 1<<32 - 1}
		ok(t, tx.SetCursor(at))
		ok(t, tx.SetCursor(store.Place{Folder: "Junk", UIDValidity: 3, UID: 4}))
		same(t, "cursor", get[store.Place](t)(tx.Cursor("INBOX")), at)
		at = store.Place{Folder: "INBOX", UIDValidity: 2, UID: 1} // recreated: it may go back
		ok(t, tx.SetCursor(at))
		same(t, "new cursor", get[store.Place](t)(tx.Cursor("INBOX")), at)
		same(t, "another folder's", get[store.Place](t)(tx.Cursor("Junk")), store.Place{Folder: "Junk", UIDValidity: 3, UID: 4})
	})
}

// What nobody could be played by loses its bytes after its time, and is still known.
func inboxPruned(t *testing.T, s store.Store) {
	kept := map[string]int64{}
	for i, state := range []store.InboxState{store.Unsigned, store.Automatic, store.Accepted, store.Poison, store.Received, store.Unsigned} {
		m := aMessage(fmt.Sprintf("%s %d", state, i), uint32(10+i))
		m.FirstSeen = after(time.Duration(i) * time.Hour)
		if state != store.Received {
			m.State = state
		}
		kept[string(m.Raw)] = receive(t, s, m).ID
	}
	seated := aMessage("of a seat", 30)
	seated.State, seated.Game, seated.Side = store.Ignored, "hel-1", "athens"
	kept["of a seat"] = receive(t, s, seated).ID
	prune := func(before time.Time, limit, messages int, bytes int64) {
		t.Helper()
		update(t, s, func(tx store.Tx) {
			n, size, err := tx.PruneInbox(before, limit)
			ok(t, err)
			same(t, "messages pruned", n, messages)
			same(t, "bytes pruned", size, bytes)
		})
	}
	prune(after(0), 10, 0, 0)
	prune(after(5*time.Hour), 1, 1, int64(len("unsigned 0")))
	prune(after(5*time.Hour), 10, 1, int64(len("automatic 1")))
	prune(after(5*time.Hour), 10, 0, 0)
	for text, id := range kept {
		view(t, s, func(tx store.ReadTx) {
			raw := string(get[store.InboxMessage](t)(tx.InboxMessage(id)).Raw)
			if text == "unsigned 0" || text == "automatic 1" {
				same(t, text, raw, "")
			} else {
				same(t, text, raw, text)
			}
		})
	}
	again := aMessage("unsigned 0", 99)
	update(t, s, func(tx store.Tx) {
		row, added, err := tx.AddInbox(again)
		ok(t, err)
		same(t, "a copy of a pruned message is new", added, false)
		same(t, "its state", row.State, store.Unsigned)
	})
}
