package postgres

import (
	"context"
	"fmt"

	"keryx/store/tables"
)

// Health is what an inspection finds.
type Health struct {
	Schema, Known int    // the database's schema, 0 when there is none yet, and this program's
	Bytes         int64  // of the database on the server's disk
	Server        string // its release
}

// Inspect looks at a database without changing anything in it, also while daemons serve it. It refuses one that does not
// give what a ledger needs.
func Inspect(ctx context.Context, address string) (h Health, err error) {
	s, err := connect(ctx, address)
	if err != nil {
		return h, err
	}
	defer s.Close()
	if err := s.check(ctx); err != nil {
		return h, outside(ctx, err)
	}
	list, err := tables.StepNames(migrations)
	if err != nil {
		return h, err
	}
	h.Known = len(list)
	conn, err := s.read.Acquire(ctx)
	if err != nil {
		return h, outside(ctx, err)
	}
	defer conn.Release()
	if h.Schema, err = schemaVersion(ctx, conn.Conn()); err != nil {
		return h, outside(ctx, err)
	}
	err = conn.QueryRow(ctx, `SELECT pg_database_size(current_database()), current_setting('server_version')`).Scan(&h.Bytes, &h.Server)
	if err != nil {
		return h, fmt.Errorf("size of the database: %w", outside(ctx, err))
	}
	return h, nil
}
