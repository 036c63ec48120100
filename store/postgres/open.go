package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// IsAddress reports whether the setting "database" names a PostgreSQL database and not a file.
func IsAddress(database string) bool {
	return strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://")
}

// Name returns an address without its password, for people.
func Name(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the PostgreSQL database of the configuration"
	}
	q := u.Query()
	for name := range q {
		if strings.Contains(name, "password") {
			q.Del(name)
		}
	}
	u.RawQuery = q.Encode()
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	return u.String()
}

// readers is the number of reading connections, unless the address says pool_max_conns. A View that finds none free waits.
const readers = 8

// Open opens the database at an address such as postgres://keryx@db.example/keryx, and brings its schema up to date. What
// the address leaves out, the password first of all, is taken from the environment and the files that libpq knows
// (PGPASSFILE, ~/.pgpass). It refuses, with [store.ErrNewerSchema], what a later program has migrated.
func Open(ctx context.Context, address string) (*Store, error) {
	return open(ctx, address, migrations)
}

func open(ctx context.Context, address string, steps fs.FS) (*Store, error) {
	s, err := connect(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := errors.Join(s.check(ctx), s.migrate(ctx, steps)); err != nil {
		s.Close()
		return nil, fmt.Errorf("open database: %w", outside(ctx, err))
	}
	return s, nil
}

// connect makes the pools. Nobody is connected yet.
func connect(ctx context.Context, address string) (*Store, error) {
	reading, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err // pgx takes the password out of it
	}
	for name, value := range session {
		reading.ConnConfig.RuntimeParams[name] = value
	}
	if !strings.Contains(address, "pool_max_conns") {
		reading.MaxConns = readers
	}
	writing := reading.Copy()
	writing.MaxConns = 1
	s := &Store{config: reading.ConnConfig.Copy(), after: patience}
	if s.read, err = pgxpool.NewWithConfig(ctx, reading); err != nil {
		return nil, err
	}
	if s.write, err = pgxpool.NewWithConfig(ctx, writing); err != nil {
		s.read.Close()
		return nil, err
	}
	return s, nil
}

// session is what every session asks for. The server notices within 25 seconds that a machine is gone, and gives up what
// its sessions held.
var session = map[string]string{
	"application_name":        "keryx",
	"timezone":                "UTC",
	"tcp_keepalives_idle":     "10",
	"tcp_keepalives_interval": "5",
	"tcp_keepalives_count":    "3",
	"tcp_user_timeout":        "25000",
}

// oldest is the first release that tells what became of a transaction by its whole number.
const oldest = 130000

// check refuses a server that does not give what a ledger needs.
func (s *Store) check(ctx context.Context) error {
	var version int
	var encoding, fsync, pages, commit string
	var standby bool
	err := s.write.QueryRow(ctx, `SELECT current_setting('server_version_num')::int, current_setting('server_encoding'),
		current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'), pg_is_in_recovery(),
		hashtext(current_schema())`).Scan(&version, &encoding, &fsync, &pages, &commit, &standby, &s.space)
	if err != nil {
		return err
	}
	for _, c := range []struct {
		holds bool
		want  string
	}{
		{version >= oldest, fmt.Sprintf("the server is PostgreSQL %d, want 13 or later", version/10000)},
		{encoding == "UTF8", "the database has the encoding " + encoding + ", want UTF8"},
		{fsync == "on", "the server has fsync = " + fsync + ": what it calls committed may be lost"},
		{pages == "on", "the server has full_page_writes = " + pages + ": a crash may damage the database"},
		{commit != "off", "the server has synchronous_commit = off: what it calls committed may be lost; ALTER ROLE ... SET synchronous_commit = on"},
		{!standby, "the server is a standby, which cannot be written to"},
	} {
		if !c.holds {
			return errors.New(c.want)
		}
	}
	return nil
}
