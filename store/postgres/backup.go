package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"keryx/store/durable"
	"keryx/store/sqlite"
	"keryx/store/tables"
)

// Backup writes what a snapshot of the database holds to path, as a SQLite file that any Keryx opens and that can be
// carried back, for its owner alone, and compares all rows. Neither an interruption nor a full disk leaves a file that
// looks like a backup. It reads everything; a big club backs up with pg_dump or by archiving the log of the server.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("back up to %s: %w", path, err)
		}
	}()
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			for _, name := range []string{path, path + "-wal", path + "-shm"} {
				os.Remove(name) // what is not there need not go
			}
		}
	}()
	if err := f.Close(); err != nil {
		return err
	}
	if err := s.copyTo(ctx, path); err != nil {
		return err
	}
	return durable.Folder(filepath.Dir(path))
}

func (s *Store) copyTo(ctx context.Context, path string) (err error) {
	to, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	return s.Reading(ctx, func(from tables.Runner) error {
		_, err := tables.Carry(ctx, from, to, nil)
		return err
	})
}
