package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"keryx/store"
	"keryx/store/tables"
)

// migrations are the steps from an empty file to the present schema, NNNN_name.sql, numbered from 1 without a gap. A
// step that was released is never changed: a correction is a new step.
//
//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks a file as a database of Keryx: "Kery".
const applicationID = 0x4b657279

// migrate brings the schema up to date: all missing steps in one transaction, after a backup if there is anything to lose.
func (s *Store) migrate(ctx context.Context, steps fs.FS) error {
	list, err := tables.StepNames(steps)
	if err != nil {
		return err
	}
	have, err := schemaVersion(ctx, s.write)
	if err != nil {
		return err
	}
	switch {
	case have > len(list):
		return &store.SchemaError{Have: have, Know: len(list)}
	case have == len(list):
		return nil
	case have > 0:
		// A daemon that serves with the older program must not find another schema under its feet.
		release, err := lock(ctx, s.path, fmt.Sprintf("migration to schema %d", len(list)), time.Now())
		if err != nil {
			return fmt.Errorf("migrate schema %d to %d: %w", have, len(list), err)
		}
		defer release()
		if err := s.backupBefore(ctx, have); err != nil {
			return fmt.Errorf("migrate schema %d to %d: %w", have, len(list), err)
		}
	}
	if err := s.apply(ctx, steps, list); err != nil {
		return fmt.Errorf("migrate schema %d to %d: %w", have, len(list), err)
	}
	return nil
}

// A querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// schemaVersion returns the number of steps applied, and refuses a database that belongs to another program.
func schemaVersion(ctx context.Context, q querier) (int, error) {
	var version, application, tables int
	err := q.QueryRowContext(ctx, `SELECT (SELECT user_version FROM pragma_user_version), (SELECT application_id FROM pragma_application_id),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&version, &application, &tables)
	if err != nil {
		return 0, fmt.Errorf("read schema version: %w", err)
	}
	if application != applicationID && (application != 0 || version != 0 || tables != 0) {
		return 0, errors.New("this is the database of another program")
	}
	return version, nil
}

// backupBefore puts a backup of schema have beside the database, under the first free name.
func (s *Store) backupBefore(ctx context.Context, have int) error {
	for n := 1; ; n++ {
		path := fmt.Sprintf("%s.schema-%d.%d.bak", s.path, have, n)
		err := backup(ctx, s.path, path)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("back up to %s: %w", path, err)
		}
		return nil
	}
}

// apply runs the missing steps. Another process may have run some since we looked, so it looks again inside.
func (s *Store) apply(ctx context.Context, steps fs.FS, list []string) error {
	q, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer q.Rollback() // does nothing after a commit
	have, err := schemaVersion(ctx, q)
	if err != nil {
		return err
	}
	if have > len(list) {
		return &store.SchemaError{Have: have, Know: len(list)}
	}
	for _, name := range list[have:] {
		text, err := fs.ReadFile(steps, name)
		if err != nil {
			return err
		}
		if _, err := q.ExecContext(ctx, string(text)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if _, err := q.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, len(list))); err != nil {
		return err
	}
	return q.Commit()
}
