package storetest

import (
	"errors"
	"testing"
	"time"

	"keryx/store"
)

func ledger(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	var want []store.Entry
	update(t, s, func(tx store.Tx) {
		same(t, "empty ledger", get[store.Head](t)(tx.Head("hel-1")), store.Head{})
		for _, body := range []string{"one", "", "three\x00\xff"} {
			want = append(want, get[store.Entry](t)(appendOne(tx, "hel-1", body)))
		}
	})
	head := store.Head{Seq: 3, Hash: want[2].Hash}
	wrong := func(what string, e store.Entry, wantErr store.ChainError) {
		t.Helper()
		update(t, s, func(tx store.Tx) {
			err := tx.AppendEntry(e)
			refused(t, what, err, store.ErrBroken)
			var got *store.ChainError
			if !errors.As(err, &got) {
				t.Fatalf("%s: got %T, want *store.ChainError", what, err)
			}
			same(t, what, *got, wantErr)
		})
	}
	gap := nextEntry("hel-1", store.Head{Seq: 4, Hash: head.Hash}, "gap")
	wrong("gap", gap, store.ChainError{Game: "hel-1", Seq: 5, WantSeq: 4, Prev: head.Hash, WantPrev: head.Hash})
	again := want[2]
	wrong("again", again, store.ChainError{Game: "hel-1", Seq: 3, WantSeq: 4, Prev: again.Prev, WantPrev: head.Hash})
	forked := nextEntry("hel-1", store.Head{Seq: 3, Hash: want[1].Hash}, "fork")
	wrong("fork", forked, store.ChainError{Game: "hel-1", Seq: 4, WantSeq: 4, Prev: want[1].Hash, WantPrev: head.Hash})
	update(t, s, func(tx store.Tx) {
		refused(t, "no such game", tx.AppendEntry(nextEntry("hel-9", store.Head{}, "x")), store.ErrNotFound)
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "head", get[store.Head](t)(tx.Head("hel-1")), head)
		same(t, "all", get[[]store.Entry](t)(tx.Entries("hel-1", 0)), want)
		same(t, "no entry names a player", len(get[[]store.Entry](t)(tx.Seated())), 0)
		same(t, "from 2", get[[]store.Entry](t)(tx.Entries("hel-1", 2)), want[1:])
		same(t, "from beyond", len(get[[]store.Entry](t)(tx.Entries("hel-1", 4))), 0)
	})
}

func ledgerIsPerGame(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	table(t, s, "hel-2")
	update(t, s, func(tx store.Tx) {
		first := get[store.Entry](t)(appendOne(tx, "hel-1", "one"))
		crossed := nextEntry("hel-2", store.Head{Seq: 1, Hash: first.Hash}, "two")
		refused(t, "entry that follows another game's", tx.AppendEntry(crossed), store.ErrBroken)
		own := get[store.Entry](t)(appendOne(tx, "hel-2", "one"))
		same(t, "own ledger", get[[]store.Entry](t)(tx.Entries("hel-2", 0)), []store.Entry{own})
	})
}

func submissions(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	table(t, s, "hel-2")
	first := store.Submission{Game: "hel-1", ID: store.Digest{1}, Side: "athens", Received: noon}
	second := store.Submission{Game: "hel-1", ID: store.Digest{2}, Side: "sparta", Received: after(-time.Hour)}
	update(t, s, func(tx store.Tx) {
		message, _, err := tx.AddInbox(aMessage("mail", 1))
		ok(t, err)
		first.Inbox = message.ID
		first.Entry = get[store.Entry](t)(appendOne(tx, "hel-1", "orders")).Seq
		ok(t, tx.RecordSubmission(first))
		ok(t, tx.RecordSubmission(second))
		elsewhere := store.Submission{Game: "hel-2", ID: first.ID, Side: "athens", Received: noon}
		ok(t, tx.RecordSubmission(elsewhere))
		for what, bad := range map[string]store.Submission{
			"no such game":    {Game: "hel-9", ID: store.Digest{3}, Received: noon},
			"no such message": {Game: "hel-1", ID: store.Digest{3}, Received: noon, Inbox: message.ID + 1},
			"no such entry":   {Game: "hel-1", ID: store.Digest{3}, Received: noon, Entry: 2},
		} {
			refused(t, what, tx.RecordSubmission(bad), store.ErrNotFound)
		}
	})
	update(t, s, func(tx store.Tx) {
		again := first
		again.Received, again.Side, again.Entry, again.Inbox = after(time.Hour), "sparta", 0, 0
		err := tx.RecordSubmission(again)
		refused(t, "again", err, store.ErrDuplicate)
		var duplicate *store.DuplicateError
		if !errors.As(err, &duplicate) {
			t.Fatalf("got %T, want *store.DuplicateError", err)
		}
		same(t, "first", duplicate.First, first)
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "by id", get[store.Submission](t)(tx.Submission("hel-1", first.ID)), first)
		same(t, "in order", get[[]store.Submission](t)(tx.Submissions("hel-1")), []store.Submission{first, second})
		_, err := tx.Submission("hel-2", second.ID)
		refused(t, "of another game", err, store.ErrNotFound)
	})
}

func snapshots(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	table(t, s, "hel-2")
	shot := func(game string, turn, seq int, body string) store.Snapshot {
		return store.Snapshot{Game: game, Turn: turn, Seq: seq, Body: []byte(body), Hash: store.Digest{byte(seq + 1)}, Version: "1", Taken: noon}
	}
	latest := func(want store.Snapshot) {
		t.Helper()
		view(t, s, func(tx store.ReadTx) { same(t, "latest", get[store.Snapshot](t)(tx.LatestSnapshot("hel-1")), want) })
	}
	view(t, s, func(tx store.ReadTx) {
		_, err := tx.LatestSnapshot("hel-1")
		refused(t, "none yet", err, store.ErrNotFound)
	})
	first, third := shot("hel-1", -411, 0, "first"), shot("hel-1", -409, 20, "third")
	update(t, s, func(tx store.Tx) {
		for _, snap := range []store.Snapshot{third, first, shot("hel-1", -410, 10, "second"), shot("hel-2", 99, 99, "other")} {
			ok(t, tx.PutSnapshot(snap))
		}
		refused(t, "no such game", tx.PutSnapshot(shot("hel-9", 1, 1, "x")), store.ErrNotFound)
	})
	latest(third)
	// Played again after a ruling: later in the ledger, earlier in the game.
	again := shot("hel-1", -410, 30, "again")
	again.Version, again.Taken = "2", after(time.Hour)
	update(t, s, func(tx store.Tx) { ok(t, tx.PutSnapshot(again)) })
	latest(again)
	update(t, s, func(tx store.Tx) { ok(t, tx.DropSnapshots("hel-1", -410)) })
	latest(first)
	view(t, s, func(tx store.ReadTx) {
		same(t, "by turn", get[store.Snapshot](t)(tx.Snapshot("hel-1", -411)), first)
		_, err := tx.Snapshot("hel-1", -410)
		refused(t, "dropped", err, store.ErrNotFound)
		same(t, "other game's", string(get[store.Snapshot](t)(tx.Snapshot("hel-2", 99)).Body), "other")
	})
}
