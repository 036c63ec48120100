package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"

	"keryx/store"
	"keryx/store/tables"
)

// migrations are the steps from an empty schema to the present one, NNNN_name.sql, numbered from 1 without a gap. A step
// that was released is never changed: a correction is a new step.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema up to date: all missing steps in one transaction. A daemon that serves with the older program
// must not find another schema under its feet.
func (s *Store) migrate(ctx context.Context, steps fs.FS) error {
	list, err := tables.StepNames(steps)
	if err != nil {
		return err
	}
	conn, err := s.write.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	have, err := schemaVersion(ctx, conn.Conn())
	if err != nil || have == len(list) {
		return err
	}
	if have > len(list) {
		return &store.SchemaError{Have: have, Know: len(list)}
	}
	if have > 0 {
		session, err := s.takeSession(ctx, lockAlone)
		if err != nil {
			return fmt.Errorf("migrate schema %d to %d: %w", have, len(list), err)
		}
		defer letGo(context.WithoutCancel(ctx), session)
	}
	if err := s.apply(ctx, conn.Conn(), steps, list); err != nil {
		return fmt.Errorf("migrate schema %d to %d: %w", have, len(list), err)
	}
	return nil
}

// A querier is a connection or a transaction.
type querier interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}

// schemaVersion returns the number of steps applied, and refuses a schema that belongs to another program.
func schemaVersion(ctx context.Context, q querier) (version int, err error) {
	var marked bool
	var relations int
	err = q.QueryRow(ctx, `SELECT to_regclass(quote_ident(current_schema()) || '.keryx_schema') IS NOT NULL,
		(SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f'))`).Scan(&marked, &relations)
	switch {
	case err != nil:
		return 0, fmt.Errorf("read schema version: %w", err)
	case !marked && relations > 0:
		return 0, errors.New("this is the database of another program: it has tables, and none of them is ours; make a database for Keryx alone")
	case !marked:
		return 0, nil
	}
	if err := q.QueryRow(ctx, `SELECT version FROM keryx_schema`).Scan(&version); err != nil {
		return 0, fmt.Errorf("read schema version: %w", err)
	}
	return version, nil
}

// apply runs the missing steps. Another process may have run some since we looked, so it looks again behind the lock.
func (s *Store) apply(ctx context.Context, conn *pgx.Conn, steps fs.FS, list []string) error {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{BeginQuery: s.beginWriting()})
	if err != nil {
		return err
	}
	defer rollback(ctx, tx)
	have, err := schemaVersion(ctx, tx)
	if err != nil {
		return err
	}
	if have > len(list) {
		return &store.SchemaError{Have: have, Know: len(list)}
	}
	if have == 0 {
		if _, err := tx.Exec(ctx, `CREATE TABLE keryx_schema (version integer NOT NULL)`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO keryx_schema VALUES (0)`); err != nil {
			return err
		}
	}
	for _, name := range list[have:] {
		text, err := fs.ReadFile(steps, name)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, string(text)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if _, err := tx.Exec(ctx, `UPDATE keryx_schema SET version = $1`, len(list)); err != nil {
		return err
	}
	return tx.Commit(ctx)
}
