package play

import (
	"context"
	"fmt"
	"keryx/adjudicator/host/club"
	"time"
)

// Pruned is what [Games.Prune] dropped.
type Pruned struct {
	Messages int
	Bytes    int64
}

// pruneStep is how many mails are pruned in one transaction, so that a daemon that
// serves meanwhile never waits long.
const pruneStep = 100

// Prune drops the bytes of mails that came in more than so many days ago, that no seat
// could be found for and that nothing came of: spam, automatic answers, what was unsigned
// or too large. That they came and what was found stays known. Nothing that a game,
// its ledger or its archive needs is among them.
func (g *Games) Prune(ctx context.Context, days int) (Pruned, error) {
	var all Pruned
	before := g.Now().Add(-time.Duration(days) * 24 * time.Hour)
	for {
		var n int
		var size int64
		err := g.Write(ctx, func(tx club.Tx) (err error) {
			n, size, err = tx.PruneInbox(before, pruneStep)
			return err
		})
		if err != nil {
			return all, fmt.Errorf("pruning: %w", err)
		}
		if n == 0 {
			return all, nil
		}
		all.Messages += n
		all.Bytes += size
	}
}
