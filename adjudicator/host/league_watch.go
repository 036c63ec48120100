package host

import (
	"context"

	"keryx/adjudicator/host/season"
	"keryx/store"
)

// leaguesCall reports whether there are leagues in which something may be to do.
func (h *Host) leaguesCall(ctx context.Context) (any bool, err error) {
	touched, err := h.leaguesTouched(ctx)
	if err != nil || h.leagues.still(touched, h.Now()) {
		return false, err
	}
	due, _, err := h.leaguesToTend(ctx, h.Now())
	return len(due) > 0, err
}

// leaguesTouched is season.Touched in a transaction of its own.
func (h *Host) leaguesTouched(ctx context.Context) (n int64, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		n, err = season.Touched(tx)
		return err
	})
	return n, err
}
