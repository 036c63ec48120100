package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/store"
)

// Compacted is what [Host.Compact] made small.
type Compacted struct {
	Mails int
	Saved int64 // bytes
}

// Compact keeps all mails that were sent in few bytes: a fifth of what they take, as a rule.
// Whoever reads one later gets the bytes that were sent. It works on one mail after the
// other, and holds up nobody who writes for longer than the writing of one takes. A daemon
// does the same behind its work.
func (h *Host) Compact(ctx context.Context) (all Compacted, err error) {
	c := compactor{Host: h, stay: map[int64]bool{}}
	for {
		saved, ok, err := c.next(ctx)
		if err != nil || !ok {
			return all, err
		}
		if saved > 0 {
			all.Mails++
			all.Saved += int64(saved)
		}
	}
}

// A compactor keeps mails in few bytes, one after the other.
type compactor struct {
	Host *Host
	stay map[int64]bool // those that must stay as they are, or were not made small when it was tried
}

// next makes one mail small, and reports false when there is none left. It saves nothing
// where a mail has to stay as it is.
func (c *compactor) next(ctx context.Context) (saved int, ok bool, err error) {
	var small store.CompactMail
	var id int64
	err = c.Host.Store.View(ctx, func(tx store.ReadTx) (err error) {
		if id, err = c.first(tx); err != nil || id == 0 {
			return err
		}
		small, ok, err = tx.CompactMail(id)
		return err
	})
	if err != nil {
		return 0, false, fmt.Errorf("making mail %d small: %w", id, err)
	}
	if id == 0 {
		return 0, false, nil
	}
	if !ok {
		c.Host.Log.Warn("a mail that was sent keeps its size: it is damaged, or could not be put together again", "mail", id)
	} else {
		err = c.Host.Write(ctx, func(tx club.Tx) (err error) {
			saved, err = tx.KeepCompact(small)
			return err
		})
		if err != nil && !errors.Is(err, store.ErrNotFound) { // what it rests on has gone meanwhile
			return 0, false, fmt.Errorf("making mail %d small: %w", id, err)
		}
	}
	if saved <= 0 {
		c.stay[id] = true
	}
	return saved, true, nil
}

// wholeAtOnce is how many mails are looked at together for one that can be made small.
const wholeAtOnce = 100

// first finds the first mail that can be made small; 0 if there is none.
func (c *compactor) first(tx store.ReadTx) (int64, error) {
	for after := int64(0); ; {
		ids, err := tx.WholeMails(after, wholeAtOnce)
		if err != nil || len(ids) == 0 {
			return 0, err
		}
		for _, after = range ids {
			if !c.stay[after] {
				return after, nil
			}
		}
	}
}

// compactPause is between two mails that a daemon makes small: what it does for its players
// comes first.
const compactPause = 100 * time.Millisecond

// compactLoop makes small what was sent, behind the work. Where that fails it is tried again
// later: nobody waits for it.
func (d *Daemon) compactLoop(ctx context.Context) error {
	c := compactor{Host: d.Host, stay: map[int64]bool{}}
	pause := d.Every
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.After(pause):
		}
		pause = d.Every
		switch _, ok, err := c.next(ctx); {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			d.Host.Log.Warn("compression postponed", "error", err)
		case ok:
			pause = min(compactPause, d.Every)
		}
	}
}
