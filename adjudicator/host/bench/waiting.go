package bench

import (
	"context"

	"keryx/store"
)

// waiting counts the letters that have not left.
func (c *club) waiting(ctx context.Context) (n int) {
	_ = c.Host.Store.View(ctx, func(tx store.ReadTx) error { // the daemon reports what is wrong with the store
		for _, state := range []store.OutboxState{store.Queued, store.Sending} {
			mails, err := tx.OutboxMails(store.OutboxFilter{State: state})
			if err != nil {
				return err
			}
			n += len(mails)
		}
		return nil
	})
	return n
}

// worked counts the orders that came by mail since the bench began to serve, and were accepted.
func (c *club) worked(ctx context.Context) (n int) {
	_ = c.Host.Store.View(ctx, func(tx store.ReadTx) error {
		mails, err := tx.InboxMessages(store.InboxFilter{State: store.Accepted})
		n = len(mails) - c.before
		return err
	})
	return n
}
