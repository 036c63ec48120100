package bench

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// MailCost is what order mails cost, one after the other, from the mailbox to the commit.
type MailCost struct {
	Mails int
	All   []time.Duration // processor time of each
	Full  []time.Duration // of those that two or more reports followed
	Held  []time.Duration // how long the writing transaction was open, in all, for each of Full
	Bytes float64         // of the database, per mail, when its letters have been sent and made small
	Small time.Duration   // processor time of that, per mail
	Later []Point         // ledger entries of the game before, processor time in milliseconds
}

// Mails plays games by mail until so many order mails have been handled.
func Mails(ctx context.Context, rules adjudicator.Ruleset, mails int, seed uint64) (cost MailCost, err error) {
	dir, remove, err := temporary()
	if err != nil {
		return cost, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	c, err := openClub(ctx, dir, rules, 2, seed)
	if err != nil {
		return cost, err
	}
	watch := &stopwatch{Store: c.Host.Store}
	c.Host.Store = watch
	before := c.size()
	for cost.Mails = 0; cost.Mails < mails; {
		err := c.measure(ctx, watch, &cost)
		if cost.Mails++; err == nil && (cost.Mails%settleEvery == 0 || cost.Mails == mails) {
			err = c.settle(ctx, &cost)
		}
		if err != nil {
			return cost, errors.Join(err, c.close())
		}
	}
	if err := c.close(); err != nil {
		return cost, err
	}
	cost.Bytes = float64(c.size()-before) / float64(mails)
	cost.Small /= time.Duration(mails)
	return cost, nil
}

// settleEvery is how many mails are handled before their letters are sent and made small, as
// a daemon does a moment later.
const settleEvery = 2

// away is where the letters of a bench go.
type away struct{}

// Send takes a letter.
func (away) Send(context.Context, string, string, []byte) error { return nil }

// settle sends the letters and makes them small.
func (c *club) settle(ctx context.Context, cost *MailCost) error {
	if _, err := c.Host.Outbox.Flush(ctx, away{}); err != nil {
		return err
	}
	began := cpu()
	_, err := c.Host.Compact(ctx)
	cost.Small += cpu() - began
	return err
}

// measure writes one mail and measures what it costs to handle it. It begins another
// game where none is left.
func (c *club) measure(ctx context.Context, watch *stopwatch, cost *MailCost) error {
	var raw []byte
	for raw == nil {
		var err error
		if n := len(c.games); n > 0 {
			if raw, _, err = c.write(ctx, n-1); err != nil {
				return err
			}
		}
		if raw == nil {
			if _, err := c.found(ctx); err != nil {
				return err
			}
		}
	}
	game := c.games[len(c.games)-1]
	entries, reports, err := c.stands(ctx, game)
	if err != nil {
		return err
	}
	watch.held = 0
	began := cpu()
	if err := c.take(ctx, raw); err != nil {
		return err
	}
	took := cpu() - began
	_, now, err := c.stands(ctx, game)
	cost.All = append(cost.All, took)
	cost.Later = append(cost.Later, Point{float64(entries), milliseconds(took)})
	if now-reports >= 2 {
		cost.Full, cost.Held = append(cost.Full, took), append(cost.Held, watch.held)
	}
	return err
}

// told are the kinds of letters that tell a side how its game stands, with maps.
var told = []templates.Kind{templates.Receipt, templates.Asked, templates.TurnDone, templates.GameOver, templates.Waiting}

// stands counts the ledger entries of a game and the reports of it so far.
func (c *club) stands(ctx context.Context, game string) (entries, reports int, err error) {
	err = c.Host.Store.View(ctx, func(tx store.ReadTx) error {
		last, err := tx.Head(game)
		if err != nil {
			return err
		}
		entries = last.Seq
		mails, err := tx.OutboxMails(store.OutboxFilter{Game: game})
		for _, m := range mails {
			if slices.Contains(told, templates.Kind(m.Kind)) {
				reports++
			}
		}
		return err
	})
	return entries, reports, err
}

// size is how many bytes the database takes on the disk.
func (c *club) size() (bytes int64) {
	for _, name := range []string{c.file, c.file + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// stopwatch is a store that measures how long its writing transactions are open.
type stopwatch struct {
	store.Store
	held time.Duration
}

// Update measures the time from the beginning of f to its end.
func (s *stopwatch) Update(ctx context.Context, f func(store.Tx) error) error {
	return s.Store.Update(ctx, func(tx store.Tx) error {
		began := time.Now()
		defer func() { s.held += time.Since(began) }()
		return f(tx)
	})
}

// Point is a point of a curve.
type Point struct{ X, Y float64 }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
