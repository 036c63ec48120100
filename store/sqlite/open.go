package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Open opens the database in the file at path, creates it when there is none, and brings its schema up to date after
// putting a backup beside it. It refuses, with [store.ErrNewerSchema], what a later program has migrated.
func Open(ctx context.Context, path string) (*Store, error) {
	return open(ctx, path, migrations)
}

func open(ctx context.Context, path string, steps fs.FS) (*Store, error) {
	// A pragma in a DSN is run as SQL. Ours come from constants; this keeps it so for the whole process.
	sqlite.StrictPragmas(true)
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := private(path); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if path, err = onlyName(path); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	s := &Store{path: path}
	if s.write, err = connect(ctx, path, writing, 1); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	if err := s.migrate(ctx, steps); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, errors.Join(err, s.write.Close()))
	}
	if s.read, err = connect(ctx, path, reading, readers); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, errors.Join(err, s.write.Close()))
	}
	s.writes, s.reads = newPrepared(s.write), newPrepared(s.read)
	return s, nil
}

// NamesError reports a database file that has more than one name. SQLite keeps its log
// beside the name that it is opened by: two programs that use two names destroy the
// database between them.
type NamesError struct {
	Path  string
	Names uint64 // how many there are
}

// Error says what to do.
func (e *NamesError) Error() string {
	return fmt.Sprintf("the file %s has %d names (hard links), by which two programs would destroy it between them: "+
		"delete the other names, or copy the file and move the copy to its place", e.Path, e.Names)
}

// onlyName returns the name of a file behind all symbolic links, by which SQLite knows it
// and two daemons know each other.
func onlyName(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	n, err := names(real)
	if err != nil {
		return "", err
	}
	if n > 1 {
		return "", &NamesError{real, n}
	}
	return real, nil
}

// private creates the file for its owner alone, before SQLite would create it for everybody, and takes the rights of
// others from the files that are there. SQLite gives the WAL the mode of the database.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.Chmod(name, 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// A use is the set of options of a connection, and what PRAGMA must answer if they were taken. An option whose name has a
// typing error is ignored in silence, hence the second look.
type use struct {
	options string
	pragmas map[string]string
}

var (
	writing = use{
		options: "_journal_mode=WAL&_synchronous=FULL&_busy_timeout=5000&_foreign_keys=1&_txlock=immediate&_dqs=0",
		pragmas: map[string]string{"journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "foreign_keys": "1", "query_only": "0"},
	}
	reading = use{
		options: "_journal_mode=WAL&_synchronous=FULL&_busy_timeout=5000&_foreign_keys=1&_txlock=deferred&_dqs=0&_query_only=1",
		pragmas: map[string]string{"journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "foreign_keys": "1", "query_only": "1"},
	}
)

// connect opens a pool of at most n connections and checks that one has the settings asked for.
func connect(ctx context.Context, path string, u use, n int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn(path, u.options))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	if err := patiently(ctx, patience, func() error { return readBack(ctx, db, u.pragmas) }); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// patience is how long a process that is opening the same database may be in the way,
// and retryEvery how often is looked whether it still is. Those who want to write stand in no
// queue, each asks again at intervals: a command beside a daemon that works off thousands of mails
// may be unlucky for long, and waits up to writePatience.
const (
	patience      = 5 * time.Second
	writePatience = 30 * time.Second
	retryEvery    = 20 * time.Millisecond
)

// patiently tries again, for so long, while another process has the database. busy_timeout does not
// do so for the change into WAL mode, where two that wait could wait for each other:
// SQLite answers that one with SQLITE_BUSY at once.
func patiently(ctx context.Context, long time.Duration, try func() error) error {
	ctx, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	for {
		err := try()
		if busy := (*sqlite.Error)(nil); !errors.As(err, &busy) || busy.Code()&0xff != sqlite3.SQLITE_BUSY {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(retryEvery):
		}
	}
}

func readBack(ctx context.Context, db *sql.DB, want map[string]string) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for name, value := range want {
		var got string
		if err := conn.QueryRowContext(ctx, "PRAGMA "+name).Scan(&got); err != nil {
			return fmt.Errorf("read setting %s: %w", name, err)
		}
		if got != value {
			return fmt.Errorf("setting %s is %s, want %s: the file system or the library does not give what a ledger needs", name, got, value)
		}
	}
	return nil
}

// dsn makes a SQLite URI of an absolute path, whatever characters are in it.
func dsn(path, options string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/games/keryx.db
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: options}
	return u.String()
}
