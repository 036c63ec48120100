package host

import (
	"context"

	"keryx/adjudicator"
	"keryx/store"
)

// Look returns what a side sees of a game now.
func (h *Host) Look(ctx context.Context, game string, side adjudicator.Side) (view adjudicator.View, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := load(tx, game)
		if err != nil || p.session == nil {
			return err
		}
		defer p.close()
		view = p.session.Game().View(side)
		return nil
	})
	return view, err
}

// PlainRetry is the carrier that a daemon sends with.
func PlainRetry(c Carrier, h *Host) Carrier { return plainRetry{c, h} }
