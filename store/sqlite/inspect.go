package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"keryx/store/tables"
)

// Health is what an inspection finds.
type Health struct {
	Schema, Known int      // the database's schema and this program's
	Bytes         int64    // size of the file
	Damage        []string // what the integrity check found; none in a sound file
}

// maxDamage bounds the damages that are listed.
const maxDamage = 10

// Inspect looks at a database without changing anything in it, also while a daemon
// serves it. It returns an error matching [io/fs.ErrNotExist] when there is none.
func Inspect(ctx context.Context, path string) (h Health, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return h, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return h, err
	}
	h.Bytes = info.Size()
	list, err := tables.StepNames(migrations)
	if err != nil {
		return h, err
	}
	h.Known = len(list)
	db, err := sql.Open("sqlite", dsn(path, "mode=ro&_busy_timeout=5000&_dqs=0"))
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if h.Schema, err = schemaVersion(ctx, db); err != nil {
		return h, fmt.Errorf("inspect %s: %w", path, err)
	}
	for _, pragma := range []string{fmt.Sprintf("integrity_check(%d)", maxDamage), "foreign_key_check"} {
		found, err := damages(ctx, db, pragma)
		if err != nil {
			return h, fmt.Errorf("inspect %s: %w", path, err)
		}
		h.Damage = append(h.Damage, found...)
	}
	return h, nil
}

// damages runs one of SQLite's checks; a row that says "ok" is none.
func damages(ctx context.Context, db *sql.DB, pragma string) (all []string, err error) {
	rows, err := db.QueryContext(ctx, "PRAGMA "+pragma)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	for rows.Next() && len(all) < maxDamage {
		var first sql.NullString
		into := []any{&first}
		for range columns[1:] {
			into = append(into, new(any))
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		if len(columns) > 1 {
			all = append(all, "a row of the table "+first.String+" refers to one that is not there")
		} else if first.String != "ok" {
			all = append(all, first.String)
		}
	}
	return all, rows.Err()
}
