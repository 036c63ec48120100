package club

import (
	"context"
	"slices"

	"keryx/store"
	"keryx/store/draft"
)

// Tx is a writing transaction of the store, with what is known of the mail that is dealt with in it: letters that are
// queued depend on it. In one that deals with no mail nothing is known.
type Tx struct {
	store.Tx

	// Cause is the address of who has caused what is sent, with a ? before it if the mail only says so; empty if time
	// did, or somebody at the server.
	Cause string
	// Sealed are the addresses to which all that goes out is encrypted, whether they want that for all their mail or not:
	// the mail came encrypted, and they are its author and those who play a seat with him.
	Sealed []string
}

// Seals reports whether what is sent to an address has to be encrypted.
func (tx Tx) Seals(address string) bool { return slices.Contains(tx.Sealed, store.Address(address)) }

// Write does work in the store's one writing transaction, as [store.Store.Update] does.
func (c *Club) Write(ctx context.Context, work func(Tx) error) error {
	return c.Store.Update(ctx, func(tx store.Tx) error { return work(Tx{Tx: tx}) })
}

// Update does work on a snapshot of the database, beside others, and commits it if nothing
// that it has read has changed meanwhile; else it is done again, after again was called (if
// not nil). The work may change nothing but the transaction and what it sets anew each time.
func (c *Club) Update(ctx context.Context, work func(Tx) error, again func()) error {
	return draft.Update(ctx, c.Store, func(tx store.Tx) error { return work(Tx{Tx: tx}) }, draft.Watch{Drafted: func() { c.Did(StepDrafted) }, Again: again})
}
