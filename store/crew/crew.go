// Package crew lets any number of daemons serve one PostgreSQL database.
//
// Work that can be done anywhere is a job of River, a queue that lives in the same database: a job arises in the very
// transaction that makes its work, and one daemon of all gets it. What one daemon has to do for all, such as reading the
// mailbox, is an office: one holds it, and another takes it over when that one is gone.
//
// A daemon lives as long as it says so, every [Config.Beat]. One that has said nothing for [Config.Gone] is taken off the
// list by any other: its offices are free then, and the jobs that it was working on are handed out again. River itself
// would do so after an hour. When the server itself was away everybody is late, and nobody is taken off the list until it
// has been back for as long.
//
// Nothing hangs on the locks of this package but work done in vain. That a game is serial, and nothing is written twice, is
// seen to by the transactions of the store.
package crew

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"keryx/store"
	"keryx/store/jobs"
)

// Config is how a crew works. Zero values stand for the defaults named with them.
type Config struct {
	Beat time.Duration // how often a daemon says that it lives; default 2 s
	Gone time.Duration // after which silence it is gone; default 8 s, at least three beats
	Log  *slog.Logger  // default slog.Default

	// Tx gives the transaction of the database behind one of the store.
	Tx func(store.Tx) (pgx.Tx, error)
}

// gone is the default of [Config.Gone].
const gone = 8 * time.Second

// A Crew is the queue of jobs in a database, and the list of those who work on them. It is safe for use by several
// goroutines.
type Crew struct {
	pool *pgxpool.Pool
	cfg  Config
	post *river.Client[pgx.Tx] // only puts jobs in
}

var _ jobs.Engine = (*Crew)(nil)

//go:embed schema.sql
var schema string

// migrating is the advisory lock under which tables are made: two daemons may start at once.
const migrating = 0x6b65_7279 // "kery"

// Open makes the tables of the crew where they are missing, and returns it. The pool stays the caller's.
func Open(ctx context.Context, pool *pgxpool.Pool, cfg Config) (*Crew, error) {
	cfg.Beat = cmp.Or(cfg.Beat, 2*time.Second)
	cfg.Gone = cmp.Or(cfg.Gone, gone)
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	if cfg.Gone < 3*cfg.Beat {
		return nil, fmt.Errorf("crew: gone after %v, want three beats of %v at least", cfg.Gone, cfg.Beat)
	}
	c := &Crew{pool: pool, cfg: cfg}
	if err := c.migrate(ctx); err != nil {
		return nil, fmt.Errorf("making the tables of the jobs: %w", err)
	}
	var err error
	if c.post, err = river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: quiet(cfg.Log)}); err != nil {
		return nil, fmt.Errorf("opening the queue of jobs: %w", err)
	}
	return c, nil
}

func (c *Crew) migrate(ctx context.Context) (err error) {
	conn, err := c.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, migrating); err != nil {
		return err
	}
	defer func() {
		_, free := conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, migrating)
		err = errors.Join(err, free)
	}()
	if _, err := conn.Exec(ctx, schema); err != nil {
		return err
	}
	steps, err := rivermigrate.New(riverpgxv5.New(c.pool), &rivermigrate.Config{Logger: quiet(c.cfg.Log)})
	if err != nil {
		return err
	}
	_, err = steps.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}

// Note puts jobs into the queue, in the transaction that makes their work.
func (c *Crew) Note(ctx context.Context, tx store.Tx, woken []jobs.Job) error {
	own, err := c.cfg.Tx(tx)
	if err != nil {
		return err
	}
	return c.put(ctx, own, woken)
}

// Committed does nothing: the queue tells the daemons itself.
func (c *Crew) Committed([]jobs.Job) {}

func (c *Crew) put(ctx context.Context, tx pgx.Tx, woken []jobs.Job) error {
	many := make([]river.InsertManyParams, len(woken))
	for i, j := range woken {
		args, err := argsOf(j)
		if err != nil {
			return err
		}
		many[i] = river.InsertManyParams{Args: args}
	}
	if _, err := c.post.InsertManyFastTx(ctx, tx, many); err != nil {
		return fmt.Errorf("queueing %d jobs: %w", len(woken), err)
	}
	return nil
}
