package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"keryx/store/durable"
)

// syncFolder puts the names in a folder on the disk; tests look on.
var syncFolder = durable.Folder

// Backup writes a compact copy of the database to path, for its owner alone, and checks it.
func (s *Store) Backup(ctx context.Context, path string) error {
	if err := backup(ctx, s.path, path); err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

// backup copies the database at from with VACUUM INTO, which reads one snapshot and lets writers go on. Neither an
// interruption nor a full disk leaves a file that looks like a backup.
func backup(ctx context.Context, from, path string) (err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return err
	}
	// SQLite would create the file readable by everybody. It accepts an empty one.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(path))
		}
	}()
	defer func() { err = errors.Join(err, f.Close()) }()

	// A connection of its own: VACUUM cannot run where another statement may, and must not hold up the writer.
	db, err := sql.Open("sqlite", dsn(from, "mode=ro&_busy_timeout=5000&_dqs=0"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := intact(ctx, path); err != nil {
		return err
	}
	// Without its name a copy is lost, however much of it is on the disk.
	return syncFolder(filepath.Dir(path))
}

// intact checks a whole database file that nobody writes to.
func intact(ctx context.Context, path string) (err error) {
	db, err := sql.Open("sqlite", dsn(path, "mode=ro&immutable=1"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("the copy is damaged: %s", verdict)
	}
	return nil
}
