package leagues

import (
	"context"

	"keryx/adjudicator/host/season"
	"keryx/store"
)

// LeaguesCall reports whether there are leagues in which something may be to do.
func (lg *Leagues) LeaguesCall(ctx context.Context) (any bool, err error) {
	touched, err := lg.leaguesTouched(ctx)
	if err != nil || lg.leagues.still(touched, lg.Now()) {
		return false, err
	}
	due, _, err := lg.leaguesToTend(ctx, lg.Now())
	return len(due) > 0, err
}

// leaguesTouched is season.Touched in a transaction of its own.
func (lg *Leagues) leaguesTouched(ctx context.Context) (n int64, err error) {
	err = lg.Store.View(ctx, func(tx store.ReadTx) error {
		n, err = season.Touched(tx)
		return err
	})
	return n, err
}
