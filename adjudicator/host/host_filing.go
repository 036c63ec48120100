package host

import (
	"context"
	"errors"

	"keryx/mail/wire"
	"keryx/store"
)

// storer stores what comes, behind what came before this daemon. Others work on it; it is filed when they have.
func (d *Daemon) storer(taken <-chan struct{}, f *filing) wire.Handler {
	return func(ctx context.Context, m wire.Fetched) (wire.Disposition, error) {
		if !await(ctx, taken) {
			return wire.Disposition{}, context.Cause(ctx)
		}
		if ours, err := d.Host.belongs(ctx, m); err != nil || !ours {
			return wire.Disposition{}, err
		}
		row, err := d.Host.keep(ctx, m)
		if err != nil {
			return wire.Disposition{}, err
		}
		d.Host.did(StepFetched)
		at := store.Place{Folder: m.Folder, UIDValidity: m.UIDValidity, UID: m.UID}
		filed := func() { f.forget(row.ID, at); d.Host.filed(ctx, row, m) }
		state := row.State
		if !state.Final() {
			state = f.await(row.ID, at)
		}
		if state.Final() {
			return wire.Disposition{Folder: folder(state), Filed: filed}, nil
		}
		return wire.Disposition{Later: func() (wire.Disposition, bool) {
			state, known := f.fate(row.ID)
			return wire.Disposition{Folder: folder(state), Filed: filed}, known
		}}, nil
	}
}

// filingLoop lets the mailbox know when messages can be filed. It fails with [errForgotten].
func (d *Daemon) filingLoop(ctx context.Context, f *filing) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.After(filingPause):
		}
		n := f.awaited()
		if n == 0 {
			continue
		}
		var done []store.Copy
		first := f.first()
		err := d.Host.Store.View(ctx, func(tx store.ReadTx) (err error) {
			if done, err = tx.Unfiled(n + maxUnfiled); err != nil {
				return err
			}
			return stored(tx, first)
		})
		if errors.Is(err, errForgotten) {
			return err
		}
		if err != nil {
			if ctx.Err() == nil {
				d.Host.Log.Warn("cannot look which messages can be filed", "error", err)
			}
			continue
		}
		if f.learn(done) {
			d.Mailbox.Wake()
		}
	}
}
