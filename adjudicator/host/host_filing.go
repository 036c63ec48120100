package host

import (
	"context"
	"errors"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/intake"
	"keryx/mail/wire"
	"keryx/store"
)

// storer stores what comes, behind what came before this daemon. Others work on it; it is filed when they have.
func (d *Daemon) storer(taken <-chan struct{}, f *intake.Filing) wire.Handler {
	return func(ctx context.Context, m wire.Fetched) (wire.Disposition, error) {
		if !await(ctx, taken) {
			return wire.Disposition{}, context.Cause(ctx)
		}
		if ours, err := d.Host.Letters.Belongs(ctx, m); err != nil || !ours {
			return wire.Disposition{}, err
		}
		row, err := d.Host.Intake.Keep(ctx, m)
		if err != nil {
			return wire.Disposition{}, err
		}
		d.Host.Did(club.StepFetched)
		at := store.Place{Folder: m.Folder, UIDValidity: m.UIDValidity, UID: m.UID}
		filed := func() { f.Forget(row.ID, at); d.Host.Intake.Filed(ctx, row, m) }
		state := row.State
		if !state.Final() {
			state = f.Await(row.ID, at)
		}
		if state.Final() {
			return wire.Disposition{Folder: intake.Folder(state), Filed: filed}, nil
		}
		return wire.Disposition{Later: func() (wire.Disposition, bool) {
			state, known := f.Fate(row.ID)
			return wire.Disposition{Folder: intake.Folder(state), Filed: filed}, known
		}}, nil
	}
}

// filingLoop lets the mailbox know when messages can be filed. It fails with [intake.ErrForgotten].
func (d *Daemon) filingLoop(ctx context.Context, f *intake.Filing) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.After(intake.FilingPause):
		}
		n := f.Awaited()
		if n == 0 {
			continue
		}
		var done []store.Copy
		first := f.First()
		err := d.Host.Store.View(ctx, func(tx store.ReadTx) (err error) {
			if done, err = tx.Unfiled(n + intake.MaxUnfiled); err != nil {
				return err
			}
			return intake.Stored(tx, first)
		})
		if errors.Is(err, intake.ErrForgotten) {
			return err
		}
		if err != nil {
			if ctx.Err() == nil {
				d.Host.Log.Warn("cannot look which messages can be filed", "error", err)
			}
			continue
		}
		if f.Learn(done) {
			d.Mailbox.Wake()
		}
	}
}
