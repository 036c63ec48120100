package tables

import (
	"time"

	"keryx/store"
)

// tally is how many rows there are of a state.
type tally[S ~string] struct {
	state S
	n     int
}

func scanTally[S ~string](row scanner) (t tally[S], err error) {
	err = row.Scan(&t.state, &t.n)
	return t, err
}

// tallied counts rows by their state.
func tallied[S ~string](t *tx, what, query string) (map[S]int, error) {
	rows, err := all(t, what, scanTally[S], query)
	counts := make(map[S]int, len(rows))
	for _, row := range rows {
		counts[row.state] = row.n
	}
	return counts, err
}

func (t *tx) Backlog(now time.Time) (b store.Backlog, err error) {
	if b.Inbox, err = tallied[store.InboxState](t, "count of messages that wait",
		`SELECT state, count(*) FROM inbox WHERE state IN ('received', 'poison') GROUP BY state`); err != nil {
		return b, err
	}
	if b.Oldest, err = one(t, "oldest message", scanMoment, `SELECT min(receipt) FROM inbox WHERE state = 'received'`); err != nil {
		return b, err
	}
	// Each half has a partial index of its own.
	if b.Outbox, err = tallied[store.OutboxState](t, "count of mails that wait",
		`SELECT state, count(*) FROM outbox WHERE state IN ('queued', 'sending') GROUP BY state
		UNION ALL SELECT 'failed', count(*) FROM outbox WHERE state = 'failed' HAVING count(*) > 0`); err != nil {
		return b, err
	}
	b.Overdue, err = one(t, "count of overdue seats", number, `SELECT count(*) `+dueSeats+` AND deadline < ?`, stamp(now))
	return b, err
}
