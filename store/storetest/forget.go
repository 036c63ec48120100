package storetest

import (
	"testing"

	"keryx/store"
)

func forget(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	key, other := aKey("0000AAAABBBB1234CDEF", "red@x"), aKey("FFFFAAAABBBB1234CDEF", "blue@x")
	var named, signed store.Entry
	update(t, s, func(tx store.Tx) {
		ok(t, tx.AddKey(key))
		ok(t, tx.AddKey(other))
		named = nextEntry("hel-1", get[store.Head](t)(tx.Head("hel-1")), "red@x plays")
		named.Kind, named.Side = "seats", ""
		ok(t, tx.AppendEntry(named))
		signed = nextEntry("hel-1", get[store.Head](t)(tx.Head("hel-1")), "orders")
		signed.Fingerprint, signed.Raw = key.Fingerprint, []byte("From: red@x")
		ok(t, tx.AppendEntry(signed))
		seated := get[[]store.Entry](t)(tx.Seated())
		same(t, "entries that name players", len(seated), 1)
		same(t, "who is seated", string(seated[0].Body), string(named.Body))
		same(t, "what was signed", len(seated[0].Raw), 0)
	})
	digest := store.Digest{7}
	update(t, s, func(tx store.Tx) {
		refused(t, "the body of orders", tx.ForgetBody("hel-1", signed.Seq, digest), store.ErrConflict)
		refused(t, "of no entry", tx.ForgetBody("hel-1", 99, digest), store.ErrConflict)
		ok(t, tx.ForgetBody("hel-1", named.Seq, digest))
		refused(t, "orders of what are none", tx.CutBody("hel-1", named.Seq, []byte("x"), digest), store.ErrConflict)
		refused(t, "twice", tx.ForgetBody("hel-1", named.Seq, digest), store.ErrConflict)
		refused(t, "nobody", tx.ForgetPlayer("nobody@x", "gone@x", "gone"), store.ErrNotFound)
		refused(t, "under a taken address", tx.ForgetPlayer("red@x", "blue@x", "gone"), store.ErrDuplicate)
	})
	cut := signed
	update(t, s, func(tx store.Tx) {
		cut = nextEntry("hel-1", get[store.Head](t)(tx.Head("hel-1")), "Love, Red\norders")
		ok(t, tx.AppendEntry(cut))
		ok(t, tx.CutBody("hel-1", cut.Seq, []byte("\norders"), digest))
		refused(t, "cut twice", tx.CutBody("hel-1", cut.Seq, []byte("x"), digest), store.ErrConflict)
		cut.Body, cut.Removed = []byte("\norders"), digest
	})
	update(t, s, func(tx store.Tx) { ok(t, tx.ForgetPlayer("Red@X", "gone@x", "gone")) })
	named.Body, named.Removed = []byte{}, digest
	signed.Fingerprint, signed.Raw = "", []byte{}
	view(t, s, func(tx store.ReadTx) {
		same(t, "the ledger", get[[]store.Entry](t)(tx.Entries("hel-1", named.Seq)), []store.Entry{named, signed, cut})
		_, err := tx.Player("red@x")
		refused(t, "the player", err, store.ErrNotFound)
		same(t, "who stands for him", get[store.Player](t)(tx.Player("gone@x")).Name, "gone")
		_, err = tx.KeyByFingerprint(key.Fingerprint)
		refused(t, "his key", err, store.ErrNotFound)
		same(t, "another's key", get[store.Key](t)(tx.KeyByFingerprint(other.Fingerprint)), other)
	})
}
