// Package sqlite keeps a [store.Store] in one SQLite file, the default of Keryx.
//
// The file is in WAL mode with synchronous=FULL: what Update returned from is on the disk. Mails tell of it, so a turn
// that vanished with the power would have been reported and never happened.
//
// There is one writing connection per process, and transactions on it begin IMMEDIATE. Several writing connections would
// be no faster, and SQLite's waiting is not fair: a writer can starve for seconds. A few more connections read; they see
// the last commit before they began, and never wait for the writer.
//
// Beside FILE there are FILE-wal and FILE-shm, which are part of the database, and FILE.lock, which the daemon locks.
// All are for the owner's eyes only: game secrets and players' mail are in them.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"keryx/store"
	"keryx/store/tables"
)

// readers is the number of reading connections. A View that finds none free waits.
const readers = 4

// A Store is a [store.Store] in a SQLite file.
type Store struct {
	path  string
	write *sql.DB // one connection
	read  *sql.DB

	writes, reads *prepared
}

var _ store.Store = (*Store)(nil)

// View runs f on a snapshot of the database.
func (s *Store) View(ctx context.Context, f func(store.ReadTx) error) error {
	return s.Reading(ctx, func(r tables.Runner) error { return f(tables.New(ctx, r)) })
}

// Reading runs f on a snapshot of the database.
func (s *Store) Reading(ctx context.Context, f func(tables.Runner) error) error {
	q, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin reading: %w", outside(err))
	}
	r := &run{q: q, p: s.reads}
	defer func() {
		q.Rollback() // nothing was written
		s.reads.learn(ctx, r.missing)
	}()
	return f(r)
}

// Update runs f in the writing transaction.
func (s *Store) Update(ctx context.Context, f func(store.Tx) error) error {
	return s.Writing(ctx, func(r tables.Runner) error { return f(tables.New(ctx, r)) })
}

// Writing runs f in the writing transaction.
func (s *Store) Writing(ctx context.Context, f func(tables.Runner) error) error {
	var q *sql.Tx
	err := patiently(ctx, writePatience, func() (err error) {
		q, err = s.write.BeginTx(ctx, nil)
		return err
	})
	if err != nil {
		return fmt.Errorf("begin writing: %w", outside(err))
	}
	r := &run{q: q, p: s.writes}
	defer func() {
		q.Rollback() // does nothing after a commit, and runs when f panics
		s.writes.learn(ctx, r.missing)
	}()
	if err := f(r); err != nil {
		return err
	}
	if err := q.Commit(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return fmt.Errorf("commit: %w", outside(err))
	}
	return nil
}

// Close closes the database when running transactions have ended.
func (s *Store) Close() error {
	s.reads.close()
	s.writes.close()
	return errors.Join(s.read.Close(), s.write.Close())
}
