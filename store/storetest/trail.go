package storetest

import (
	"testing"
	"time"

	"keryx/store"
)

// trail keeps the looks at what is secret, in their order, and who is still to be told.
func trail(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	table(t, s, "hel-2")
	looks := []store.Read{
		{At: noon, Game: "hel-2", Command: "inbox show 3 --body", What: "email-in", User: "anna"},
		{At: after(time.Minute), Command: "backup", What: "copy", Told: true},
		{At: after(time.Hour), Game: "hel-1", Command: "ledger hel-1 --bodies", What: "ledger", User: "bruno"},
		{At: after(2 * time.Hour), Game: "hel-2", Command: "case hel-2 1", What: "case"},
	}
	update(t, s, func(tx store.Tx) {
		for i := range looks {
			looks[i].ID = get[int64](t)(tx.AddRead(looks[i]))
		}
		_, err := tx.AddRead(store.Read{At: noon, Game: "hel-9", Command: "x", What: "x"})
		refused(t, "a look at no game", err, store.ErrNotFound)
		_, err = tx.AddRead(store.Read{At: noon, Game: "hel-1", What: "x"})
		refused(t, "a look by no command", err, store.ErrInvalid)
		_, err = tx.AddRead(store.Read{At: noon, Game: "hel-1", Command: "x"})
		refused(t, "a look at nothing", err, store.ErrInvalid)
		_, err = tx.AddRead(store.Read{Game: "hel-1", Command: "x", What: "x"})
		refused(t, "a look at no time", err, store.ErrInvalid)
	})
	view(t, s, func(tx store.ReadTx) {
		same(t, "all looks", get[[]store.Read](t)(tx.Reads("")), looks)
		same(t, "looks at one game", get[[]store.Read](t)(tx.Reads("hel-2")), []store.Read{looks[0], looks[3]})
		same(t, "untold", get[[]store.Read](t)(tx.UntoldReads()), []store.Read{looks[2], looks[0], looks[3]})
	})
	update(t, s, func(tx store.Tx) { ok(t, tx.TellReads("hel-2", looks[0].ID)) })
	looks[0].Told = true
	view(t, s, func(tx store.ReadTx) {
		same(t, "still untold", get[[]store.Read](t)(tx.UntoldReads()), []store.Read{looks[2], looks[3]})
		same(t, "as they are", get[[]store.Read](t)(tx.Reads("")), looks)
	})
}
