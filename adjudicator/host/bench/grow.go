package bench

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/host"
	"keryx/mail/loopback"
	"keryx/mail/wire"
	"keryx/store"
)

// Growth is what a daemon costs that has nothing to do, in a club of so many games.
type Growth struct {
	Games  int
	Start  time.Duration // until it is at work
	Behind time.Duration // until it has inspected all games, behind its work
	Tick   time.Duration // processor time of one look at deadlines and outbox
	Piece  time.Duration // the longest transaction of those that move deadlines after an outage
	Memory uint64        // bytes that the program holds, all told, after some ticks
}

// abandoned is which part of the games nobody plays any more: their deadlines have passed, and
// their players have been reminded.
const abandoned = 10

// Grow builds a club of so many games, each waiting for its first orders, and measures how a
// daemon starts on it and what its ticks cost.
func Grow(ctx context.Context, rules adjudicator.Ruleset, games int, seed uint64) (g Growth, err error) {
	g.Games = games
	dir, remove, err := temporary()
	if err != nil {
		return g, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	c, err := openClub(ctx, dir, rules, 2, seed)
	if err != nil {
		return g, err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	post, err := c.openPost(ctx)
	if err != nil {
		return g, err
	}
	defer func() { err = errors.Join(err, post.Close()) }()
	if _, err := c.found(ctx); err != nil {
		return g, err
	}
	if err := c.serve(ctx, post, func() bool { return c.waiting(ctx) == 0 }); err != nil {
		return g, err
	}
	if err := c.multiply(ctx, games); err != nil {
		return g, err
	}
	// As a daemon before this one would leave it, who has looked at each seat since it changed.
	if _, err := c.Host.Sweep(ctx, c.Host.Now()); err != nil {
		return g, err
	}
	runtime.GC()
	if err := c.idle(ctx, post, &g); err != nil {
		return g, err
	}
	g.Piece, err = c.outage(ctx)
	return g, err
}

// pieces is how many of the transactions are measured that move deadlines after an outage.
const pieces = 50

// errEnough ends a measurement.
var errEnough = errors.New("enough is measured")

// longest is a store that notes how long its updates take, from when they have the lock, and
// ends after some.
type longest struct {
	store.Store
	left int
	took time.Duration
}

// Update runs f in the writing transaction.
func (s *longest) Update(ctx context.Context, f func(store.Tx) error) error {
	if s.left--; s.left < 0 {
		return errEnough
	}
	var began time.Time
	err := s.Store.Update(ctx, func(tx store.Tx) error {
		began = time.Now()
		return f(tx)
	})
	s.took = max(s.took, time.Since(began))
	return err
}

// outage measures the longest of the first transactions that move deadlines when the server
// was away for a day.
func (c *club) outage(ctx context.Context) (time.Duration, error) {
	whole, now := c.Host.Store, c.Host.Now
	defer func() { c.Host.Store, c.Host.Now = whole, now }()
	watch := &longest{Store: whole, left: pieces}
	c.Host.Store, c.Host.Now = watch, func() time.Time { return now().Add(24 * time.Hour) }
	if _, err := c.Host.Recovery.Heartbeat(ctx); err != nil && !errors.Is(err, errEnough) {
		return 0, err
	}
	return watch.took, nil
}

// ticks is how many looks of the daemon are measured, and every how long it looks.
const (
	ticks = 40
	every = 25 * time.Millisecond
)

// idle runs a daemon that has nothing to do.
func (c *club) idle(ctx context.Context, post *loopback.Server, g *Growth) error {
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: account(post.IMAPAddr()), Log: c.Host.Log})
	if err != nil {
		return err
	}
	run, stop := context.WithCancel(ctx)
	defer stop()
	began, looked := time.Now(), atomic.Int64{}
	ready, inspected, enough := make(chan struct{}), make(chan struct{}), make(chan struct{})
	d := &host.Daemon{Host: c.Host, Crew: host.Alone(c.Host), Mailbox: box, Every: every, Ready: func() { close(ready) }, Inspected: func(int) { close(inspected) },
		Carrier: &wire.Sender{Endpoint: account(post.SMTPAddr()), LoggedIn: c.Host.Outbox.LoggedIn},
		After: func(wait time.Duration) <-chan time.Time {
			select {
			case <-inspected:
				if wait == every && looked.Add(1) == 2*ticks { // one loop looks at deadlines, another at the outbox
					close(enough)
				}
			default:
			}
			return time.After(wait)
		}}
	ended := make(chan error, 1)
	go func() { ended <- d.Run(run) }()
	var spent time.Duration
	still := inspected
	for {
		select {
		case err := <-ended:
			return errors.Join(err, ctx.Err())
		case <-ready:
			g.Start, ready = time.Since(began), nil
		case <-still:
			g.Behind, still, spent = time.Since(began), nil, cpu()
		case <-enough:
			g.Tick = (cpu() - spent) / ticks
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			g.Memory = m.Sys - m.HeapReleased
			stop()
			return <-ended
		}
	}
}

// batch is how many games are written in a transaction.
const batch = 500

// multiply copies the club's only game until there are so many.
func (c *club) multiply(ctx context.Context, games int) error {
	var m template
	if err := c.Host.Store.View(ctx, func(tx store.ReadTx) (err error) {
		m, err = readTemplate(tx, c.games[0])
		return err
	}); err != nil {
		return err
	}
	for n := 1; n < games; {
		err := c.Host.Store.Update(ctx, func(tx store.Tx) error {
			for end := min(n+batch, games); n < end; n++ {
				if err := m.copy(tx, n, c.Host.Now()); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("copying a game %d times: %w", games, err)
		}
	}
	return nil
}

// template is a game that has just begun.
type template struct {
	game     store.Game
	seats    []store.Seat
	entries  []store.Entry
	snapshot store.Snapshot
}

func readTemplate(tx store.ReadTx, id string) (t template, err error) {
	if t.game, err = tx.Game(id); err != nil {
		return t, err
	}
	if t.seats, err = tx.SeatsOf(id); err != nil {
		return t, err
	}
	if t.entries, err = tx.Entries(id, 1); err != nil {
		return t, err
	}
	t.snapshot, err = tx.LatestSnapshot(id)
	return t, err
}

// nextTold notes when those who watch the n-th game are told more: next week, or not before something happens.
func nextTold(tx store.Tx, id string, n int, now time.Time) error {
	at := now.Add(7 * 24 * time.Hour).UTC()
	text, err := json.Marshal(at)
	if err != nil {
		return err
	}
	if n%2 == 0 {
		return tx.SetSetting("watch-due/"+id, nil)
	}
	return tx.SetSettingDue("watch-due/"+id, text, at)
}

// copy writes the game under another id, with a ledger that holds.
func (t template) copy(tx store.Tx, n int, now time.Time) (err error) {
	game := t.game
	if game.ID, err = tx.NextGameID(prefixOf(t.game.ID)); err != nil {
		return err
	}
	if err := tx.CreateGame(game); err != nil {
		return err
	}
	// Each is watched by somebody who has been told all there is, or will be told more in a week.
	watched := fmt.Appendf(nil, `{"observers":[{"address":%q,"since":%q}]}`, t.seats[0].Player, now.UTC().Format(time.RFC3339))
	if err := errors.Join(tx.SetSetting("watched/"+game.ID, watched), nextTold(tx, game.ID, n, now)); err != nil {
		return err
	}
	for _, seat := range t.seats {
		seat.Game, seat.Thread = game.ID, ""
		if n%abandoned == 0 {
			long := now.Add(-30 * 24 * time.Hour)
			seat.Deadline, seat.Reminded = &long, &now
		}
		if err := tx.AddSeat(seat); err != nil {
			return err
		}
	}
	var prev adjudicator.Entry
	for _, stored := range t.entries {
		e := adjudicator.Entry{Game: game.ID, Kind: adjudicator.EntryKind(stored.Kind), Side: stored.Side, Time: stored.Time, Body: stored.Body, Salt: stored.Salt}
		if e.Kind == adjudicator.Commit {
			e.Body = fmt.Appendf(nil, "turn %d %s", t.snapshot.Turn, dice.Secret(game.Secret).TurnSeed(game.ID, t.snapshot.Turn).Commitment())
		}
		prev = e.Follow(prev)
		if err := tx.AppendEntry(store.Entry{Game: game.ID, Seq: prev.Seq, Kind: stored.Kind, Side: stored.Side, Time: prev.Time, Body: prev.Body,
			Salt: stored.Salt, Prev: store.Digest(prev.Prev), Hash: store.Digest(prev.Hash)}); err != nil {
			return err
		}
	}
	snapshot := t.snapshot
	snapshot.Game, snapshot.Hash = game.ID, sha256.Sum256(snapshot.Body)
	return tx.PutSnapshot(snapshot)
}

// prefixOf is the part of a game's id that its ruleset gives.
func prefixOf(id string) string {
	for i := len(id) - 1; i >= 0; i-- {
		if id[i] == '-' {
			return id[:i]
		}
	}
	return id
}
