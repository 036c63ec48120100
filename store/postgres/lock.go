package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"keryx/store"
	"keryx/store/tables"
)

// The kinds of advisory locks. The second half of a lock's key is that of the schema.
const (
	lockUpdates = 0x4b657279 + iota // "Kery": held by the writing transaction
	lockDaemon                      // held by the session of the daemon
)

// daemonName is the row of the daemon that serves.
const daemonName = "serve"

// How often the session of the lock is looked at, and how long it may take to answer.
const (
	lookEvery  = 5 * time.Second
	lookWithin = 5 * time.Second
)

// AcquireLock locks the database for the daemon, by a session of its own. The server lets go of the lock when the session
// ends, however the process ends. A session that is lost alone is won back.
func (s *Store) AcquireLock(ctx context.Context, owner string, now time.Time) (release func() error, err error) {
	conn, token, err := s.lock(ctx, owner, now)
	if err != nil {
		return nil, err
	}
	return s.holding(ctx, conn, token, lockAlone), nil
}

// holding looks after the session of a lock, until the function is called that it returns.
func (s *Store) holding(ctx context.Context, conn *pgx.Conn, token int64, question string) (release func() error) {
	s.token.Store(token)
	kept, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.keep(kept, conn, token, question)
	}()
	return func() error {
		stop()
		<-ended
		s.token.CompareAndSwap(token, 0)
		return nil
	}
}

// How the session of a lock asks for it: for a daemon alone, and for one of several.
const (
	lockAlone    = `SELECT pg_try_advisory_lock($1, $2)`
	lockTogether = `SELECT pg_try_advisory_lock_shared($1, $2)`
)

// JoinLock locks the database for one of several daemons: they do not shut each other out, but whoever wants it alone, with
// [Store.AcquireLock], and he them. It is kept and given back like that one.
func (s *Store) JoinLock(ctx context.Context, owner string, now time.Time) (release func() error, err error) {
	conn, token, err := s.join(ctx, owner, now)
	if err != nil {
		return nil, err
	}
	return s.holding(ctx, conn, token, lockTogether), nil
}

// join takes the lock for one of several in a new session, and writes down who has come last.
func (s *Store) join(ctx context.Context, owner string, now time.Time) (conn *pgx.Conn, token int64, err error) {
	if conn, err = s.takeSession(ctx, lockTogether); err != nil {
		return nil, 0, err
	}
	// The token of who had it alone last: it changes when somebody has it alone again, who must think that this daemon is gone.
	err = conn.QueryRow(ctx, `INSERT INTO daemons (name, holder, since, token) VALUES ($1, $2, $3, 1)
		ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, since = excluded.since RETURNING token`,
		daemonName, owner, store.Time(now).Format(tables.TimeLayout)).Scan(&token)
	if err != nil {
		return nil, 0, errors.Join(fmt.Errorf("lock database: %w", outside(ctx, err)), conn.Close(context.WithoutCancel(ctx)))
	}
	return conn, token, nil
}

// Holder asks the server's list of locks, and takes none: while nobody has the lock, those who lost it with their sessions
// win it back.
func (s *Store) Holder(ctx context.Context) (*store.LockedError, error) {
	conn, err := s.read.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("look at the lock of the database: %w", outside(ctx, err))
	}
	defer conn.Release()
	var held bool
	err = conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND classid = $1::int4::oid AND objid = $2::int4::oid AND objsubid = 2)`, lockDaemon, s.space).Scan(&held)
	if err != nil {
		return nil, fmt.Errorf("look at the lock of the database: %w", outside(ctx, err))
	}
	if !held {
		return nil, nil
	}
	return holder(ctx, conn.Conn()), nil
}

// lock takes the daemon's lock in a new session, and writes down who has it.
func (s *Store) lock(ctx context.Context, owner string, now time.Time) (conn *pgx.Conn, token int64, err error) {
	conn, err = s.takeSession(ctx, lockAlone)
	if err != nil {
		return nil, 0, err
	}
	defer func() {
		if err != nil {
			conn.Close(context.WithoutCancel(ctx))
		}
	}()
	// Behind the lock of Updates: one of a daemon that has lost its session may still run.
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{BeginQuery: s.beginWriting()})
	if err != nil {
		return nil, 0, fmt.Errorf("lock database: %w", outside(ctx, err))
	}
	defer rollback(ctx, tx)
	err = tx.QueryRow(ctx, `INSERT INTO daemons (name, holder, since, token) VALUES ($1, $2, $3, 1)
		ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, since = excluded.since, token = daemons.token + 1 RETURNING token`,
		daemonName, owner, store.Time(now).Format(tables.TimeLayout)).Scan(&token)
	if err == nil {
		err = tx.Commit(ctx)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("lock database: %w", outside(ctx, err))
	}
	return conn, token, nil
}

// takeSession opens a session that has the daemon's lock, or says who has it.
func (s *Store) takeSession(ctx context.Context, question string) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return nil, fmt.Errorf("lock database: %w", outside(ctx, err))
	}
	var got bool
	if err = conn.QueryRow(ctx, question, lockDaemon, s.space).Scan(&got); err == nil && got {
		return conn, nil
	}
	if err == nil {
		err = holder(ctx, conn)
	} else {
		err = fmt.Errorf("lock database: %w", outside(ctx, err))
	}
	return nil, errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
}

// letGo gives the lock back and ends the session. The server would let go of the lock with the session, some time after
// the program has ended it: whoever is told that it is free must find it so. A session that is broken has none.
func letGo(ctx context.Context, conn *pgx.Conn) {
	_, _ = conn.Exec(ctx, `SELECT pg_advisory_unlock_all()`)
	conn.Close(ctx)
}

// holder reads who holds the lock. He may be writing it this moment.
func holder(ctx context.Context, conn *pgx.Conn) *store.LockedError {
	var by store.LockedError
	var since *string
	if err := conn.QueryRow(ctx, `SELECT holder, since FROM daemons WHERE name = $1`, daemonName).Scan(&by.Holder, &since); err != nil {
		return &store.LockedError{}
	}
	by.Since = moment(since)
	return &by
}

// moment reads a time that may be missing; zero when it cannot be read.
func moment(text *string) time.Time {
	if text == nil {
		return time.Time{}
	}
	t, err := time.Parse(tables.TimeLayout, *text)
	if err != nil {
		return time.Time{}
	}
	return t
}

// keep looks after the session of the lock until ctx ends, and wins it back when the server has ended it. When another
// daemon was faster there is nothing to keep: its token shuts this one out.
func (s *Store) keep(ctx context.Context, conn *pgx.Conn, token int64, question string) {
	defer func() {
		if conn != nil {
			closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookWithin)
			defer cancel()
			letGo(closing, conn)
		}
	}()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		look, cancel := context.WithTimeout(ctx, lookWithin)
		if conn == nil || conn.Ping(look) != nil {
			if conn != nil {
				conn.Close(look)
			}
			conn = s.winBack(look, token, question)
		}
		cancel()
	}
}

// winBack takes the lock again, or returns nil: the server cannot be reached, or another has it.
func (s *Store) winBack(ctx context.Context, token int64, question string) *pgx.Conn {
	conn, err := s.takeSession(ctx, question)
	if err != nil {
		return nil
	}
	var current int64
	if err := conn.QueryRow(ctx, `SELECT token FROM daemons WHERE name = $1`, daemonName).Scan(&current); err != nil || current != token {
		conn.Close(ctx)
		return nil
	}
	return conn
}
