// Package postgres keeps a [store.Store] in a PostgreSQL database, for clubs that have outgrown one machine.
//
// The queries are those of [keryx/store/tables], and the promises those of package store. How they are kept here:
//
//   - An Update begins with an advisory lock that ends with its transaction. So Updates are serial, whatever process they
//     come from, and each statement sees all that was committed before. A View is a snapshot (REPEATABLE READ, READ ONLY).
//   - A statement that may be refused runs between savepoints, so that a refusal leaves the transaction usable.
//   - A COMMIT whose answer is lost is neither taken for failed nor for done: the transaction is known by its number, and
//     the server is asked what became of it as soon as it can be reached. Only where it cannot for [patience], or was
//     started anew and may have given the number twice, is the answer a *[store.UncertainError]; whoever gets one looks
//     before he does the work again.
//   - The daemon holds its lock with a session, which ends with it: at once when it dies, within half a minute when its
//     machine does. Should the session alone be lost, it is won back; if another daemon was faster, its token is higher,
//     and every Update of the first is refused with a *[store.LockedError].
//
// What the server has must be UTF-8, PostgreSQL 13 or later, and a writing one that does not forget (fsync,
// full_page_writes). A pooler that hands out a session for one transaction only (PgBouncer's transaction mode) takes
// the daemon's lock away from it.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"keryx/store"
	"keryx/store/tables"
)

// A Store is a [store.Store] in a PostgreSQL database.
type Store struct {
	config *pgx.ConnConfig
	write  *pgxpool.Pool // one connection
	read   *pgxpool.Pool
	space  int32        // what the locks of this schema are told from others by
	token  atomic.Int64 // of the daemon's lock, while this store holds it

	after time.Duration // how long a lost answer is asked for
}

var _ store.Store = (*Store)(nil)

// View runs f on a snapshot of the database.
func (s *Store) View(ctx context.Context, f func(store.ReadTx) error) error {
	return s.Reading(ctx, func(r tables.Runner) error { return f(tables.New(ctx, r)) })
}

// Reading runs f on a snapshot of the database.
func (s *Store) Reading(ctx context.Context, f func(tables.Runner) error) error {
	conn, tx, err := begin(ctx, s.read, "begin isolation level repeatable read read only")
	if err != nil {
		return fmt.Errorf("begin reading: %w", outside(ctx, err))
	}
	defer conn.Release()
	defer rollback(ctx, tx)
	return f(&run{ctx, tx})
}

// Update runs f in the writing transaction.
func (s *Store) Update(ctx context.Context, f func(store.Tx) error) error {
	return s.Writing(ctx, func(r tables.Runner) error { return f(tables.New(ctx, r)) })
}

// Writing runs f in the writing transaction.
func (s *Store) Writing(ctx context.Context, f func(tables.Runner) error) error {
	conn, tx, err := begin(ctx, s.write, s.beginWriting())
	if err != nil {
		return fmt.Errorf("begin writing: %w", outside(ctx, err))
	}
	defer conn.Release()
	defer rollback(ctx, tx)
	known, err := s.admit(ctx, tx)
	if err != nil {
		return fmt.Errorf("begin writing: %w", outside(ctx, err))
	}
	if err := f(&run{ctx, tx}); err != nil {
		if conn.Conn().IsClosed() && ctx.Err() == nil && !errors.Is(err, store.ErrUnavailable) {
			// What others did in this transaction, such as queueing a job, does not know what its failure means.
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
		return err
	}
	return s.commit(ctx, tx, known)
}

// longestPause is how long an Update may do nothing before the server takes it for hung and gives the lock to others.
const longestPause = 2 * time.Minute

// beginWriting is the text that begins a writing transaction. The settings hold for it alone.
func (s *Store) beginWriting() string {
	return fmt.Sprintf("begin isolation level read committed read write; set local idle_in_transaction_session_timeout = %d; select pg_advisory_xact_lock(%d, %d)",
		longestPause.Milliseconds(), lockUpdates, s.space)
}

// begin begins a transaction on a connection of a pool. A connection that has died while it lay idle is replaced once: so
// early, nothing is lost with it.
func begin(ctx context.Context, pool *pgxpool.Pool, text string) (*pgxpool.Conn, pgx.Tx, error) {
	for second := false; ; second = true {
		conn, err := pool.Acquire(ctx)
		if err != nil {
			return nil, nil, err
		}
		tx, err := conn.BeginTx(ctx, pgx.TxOptions{BeginQuery: text})
		if err == nil {
			return conn, tx, nil
		}
		lost := conn.Conn().IsClosed()
		conn.Release()
		if !lost || second || ctx.Err() != nil {
			return nil, nil, err
		}
	}
}

// rollback ends a transaction that may have ended, also when ctx has.
func rollback(ctx context.Context, tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitPatience)
	defer cancel()
	tx.Rollback(ctx) // after a commit it does nothing; a connection that does not answer is closed, which ends it too
}

// transaction is what a transaction is known by: its number, and when the server was started that gave it. A server that
// ends without having written down that it gave a number gives it again.
type transaction struct{ number, server string }

// admit returns what a writing transaction is known by, and refuses one of a daemon whose lock another has taken over.
func (s *Store) admit(ctx context.Context, tx pgx.Tx) (known transaction, err error) {
	held := s.token.Load()
	var token int64
	var by store.LockedError
	var since *string
	err = tx.QueryRow(ctx, `SELECT pg_current_xact_id()::text, pg_postmaster_start_time()::text, coalesce(d.token, 0), coalesce(d.holder, ''), d.since
		FROM (SELECT 1) AS one LEFT JOIN daemons d ON d.name = $1`, daemonName).Scan(&known.number, &known.server, &token, &by.Holder, &since)
	if err != nil || held == 0 || held == token {
		return known, err
	}
	by.Since = moment(since)
	return transaction{}, &by
}

// Close closes the database when running transactions have ended.
func (s *Store) Close() error {
	s.read.Close()
	s.write.Close()
	return nil
}

// How long a COMMIT may take, and for how long a server that does not answer is asked what became of one.
const (
	commitPatience = 20 * time.Second
	patience       = 30 * time.Second
	askEvery       = 200 * time.Millisecond
)

// commit commits a transaction. From here on the end of ctx no longer matters: half a COMMIT is none that anybody knows.
func (s *Store) commit(ctx context.Context, tx pgx.Tx, known transaction) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	patient, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitPatience)
	defer cancel()
	err := tx.Commit(patient)
	if err == nil {
		return nil
	}
	refusal := (*pgconn.PgError)(nil)
	if errors.Is(err, pgx.ErrTxCommitRollback) || errors.As(err, &refusal) && refusal.Severity == "ERROR" {
		return fmt.Errorf("commit: %w", outside(patient, err))
	}
	return s.becameOf(context.WithoutCancel(ctx), known, err)
}

// becameOf asks what became of a transaction whose COMMIT was not answered. Of one that is committed on a server that was
// started meanwhile nobody knows whether it is the same.
func (s *Store) becameOf(ctx context.Context, known transaction, lost error) error {
	ctx, cancel := context.WithTimeout(ctx, s.after)
	defer cancel()
	for {
		status, server, err := s.status(ctx, known.number)
		switch {
		case err == nil && status == "committed" && server != known.server:
			return &store.UncertainError{Cause: lost}
		case err == nil && status == "committed":
			return nil
		case err == nil && status == "aborted":
			return fmt.Errorf("commit: %w: %w", store.ErrUnavailable, lost)
		}
		select {
		case <-ctx.Done():
			return &store.UncertainError{Cause: lost}
		case <-time.After(askEvery):
		}
	}
}

// status returns what the server knows of a transaction, and when it was started, over a connection of its own.
func (s *Store) status(ctx context.Context, number string) (status, server string, err error) {
	conn, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return "", "", err
	}
	defer conn.Close(ctx)
	err = conn.QueryRow(ctx, `SELECT coalesce(pg_xact_status($1::text::xid8), ''), pg_postmaster_start_time()::text`, number).Scan(&status, &server)
	return status, server, err
}
