package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"keryx/store"

	"github.com/google/go-cmp/cmp"
)

// put and have write and read one visible thing.
func put(t *testing.T, s *Store, name string) {
	t.Helper()
	if err := s.Update(t.Context(), func(tx store.Tx) error { return tx.SetSetting(name, []byte("yes")) }); err != nil {
		t.Fatal(err)
	}
}

func have(t *testing.T, s *Store, name string) bool {
	t.Helper()
	err := s.View(t.Context(), func(tx store.ReadTx) error { _, err := tx.Setting(name); return err })
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

// TestPaths opens files whose names mean something in a URI or in SQL.
func TestPaths(t *testing.T) {
	for _, name := range []string{"plain.db", "a b.db", "50%.db", "%41.db", "a?mode=memory.db", "a#b.db", "a&_synchronous=0.db", "κῆρυξ.db", "it's.db", ":memory:"} {
		if runtime.GOOS == "windows" && strings.ContainsAny(name, "?:") {
			continue // no file names there
		}
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s, err := Open(t.Context(), filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			put(t, s, "a")
			if err := s.Backup(t.Context(), filepath.Join(dir, "copy of "+name)); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			var names []string
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				names = append(names, e.Name())
			}
			if len(names) != 2 {
				t.Errorf("files %q, want the database and its copy", names)
			}
			for _, file := range []string{name, "copy of " + name} {
				if !have(t, openAt(t, filepath.Join(dir, file)), "a") {
					t.Errorf("%s does not hold what was written", file)
				}
			}
		})
	}
}

func TestOpenFails(t *testing.T) {
	dir := t.TempDir()
	if s, err := Open(t.Context(), filepath.Join(dir, "no", "such", "keryx.db")); err == nil {
		s.Close()
		t.Error("a database in no directory was opened")
	}
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(t.Context(), text); err == nil {
		s.Close()
		t.Error("a text file was opened")
	}
	if got, err := os.ReadFile(text); err != nil || !strings.HasPrefix(string(got), "not a database") {
		t.Errorf("the text file was changed: %q, %v", got[:20], err)
	}
}

// TestForeignDatabase refuses, and leaves alone, a file that another program made.
func TestForeignDatabase(t *testing.T) {
	for name, statement := range map[string]string{
		"with tables":         `CREATE TABLE photos (id INTEGER)`,
		"with a version":      `PRAGMA user_version = 1`,
		"of another name tag": `PRAGMA application_id = 252006675`,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "other.db")
			execAt(t, path, statement)
			s, err := Open(t.Context(), path)
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			if !strings.Contains(err.Error(), "another program") {
				t.Errorf("got error %v", err)
			}
		})
	}
}

// execAt runs SQL on a database file behind the back of the store.
func execAt(t testing.TB, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// TestSettingsAreRefused: an option that is misspelt is ignored by the driver, and one may come to be wrong; both must be
// noticed at open.
func TestSettingsAreRefused(t *testing.T) {
	for _, c := range []struct{ right, wrong, setting string }{
		{"_journal_mode=WAL", "_jornal_mode=WAL", "journal_mode"},
		{"_journal_mode=WAL", "_journal_mode=DELETE", "journal_mode"},
		{"_synchronous=FULL", "_synchronous=NORMAL", "synchronous"}, // FULL is the default, so misspelling does no harm
		{"_busy_timeout=5000", "_busytimeout=5000", "busy_timeout"},
		{"_foreign_keys=1", "_foreign_key=1", "foreign_keys"},
		{"_query_only=1", "_queryonly=1", "query_only"},
	} {
		for _, u := range []use{writing, reading} {
			bad := use{options: strings.Replace(u.options, c.right, c.wrong, 1), pragmas: u.pragmas}
			if bad.options == u.options {
				continue // only readers have query_only
			}
			db, err := connect(t.Context(), filepath.Join(t.TempDir(), "keryx.db"), bad, 1)
			if err == nil {
				db.Close()
				t.Errorf("%s: accepted", bad.options)
			} else if !strings.Contains(err.Error(), c.setting) {
				t.Errorf("%s: error %q does not name %s", c.wrong, err, c.setting)
			}
		}
	}
}

// withOther is a store, and what another process has of its database, which does not wait.
func withOther(t *testing.T) (*Store, *sql.DB) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keryx.db")
	s := openAt(t, path)
	other, err := sql.Open("sqlite", dsn(path, "_busy_timeout=0&_txlock=immediate"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	return s, other
}

// TestBeginImmediate: a transaction has the write lock from its beginning, so that it can never fail between reading and
// writing because somebody else wrote.
func TestBeginImmediate(t *testing.T) {
	s, other := withOther(t)
	err := s.Update(t.Context(), func(store.Tx) error { // has not even read yet
		q, err := other.BeginTx(t.Context(), nil)
		if err == nil {
			q.Rollback()
			t.Error("another process began to write in the middle of an Update")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestNoQuotedStrings(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "keryx.db"))
	for _, db := range []*sql.DB{s.write, s.read} {
		var v string
		if err := db.QueryRowContext(t.Context(), `SELECT "no_such_column"`).Scan(&v); err == nil {
			t.Error("an unknown column was taken for a string")
		}
	}
}

// TestOpenTogether lets several processes' worth of stores create one database.
func TestOpenTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keryx.db")
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			<-start
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Errorf("open: %v", err)
				return
			}
			defer s.Close()
			err = s.Update(t.Context(), func(tx store.Tx) error { return tx.SetSetting(fmt.Sprint(i), nil) })
			if err != nil {
				t.Errorf("update: %v", err)
			}
		})
	}
	close(start)
	wg.Wait()
	s := openAt(t, path)
	for i := range 4 {
		if !have(t, s, fmt.Sprint(i)) {
			t.Errorf("what store %d wrote is missing", i)
		}
	}
}

func TestFileMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	path := filepath.Join(t.TempDir(), "keryx.db")
	s := openAt(t, path)
	put(t, s, "a")
	release, err := s.AcquireLock(t.Context(), "test", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if err := s.Backup(t.Context(), path+".copy"); err != nil {
		t.Fatal(err)
	}
	modes := func() map[string]os.FileMode {
		m := map[string]os.FileMode{}
		for _, suffix := range []string{"", "-wal", "-shm", ".lock", ".copy"} {
			info, err := os.Stat(path + suffix)
			if err != nil {
				t.Fatal(err)
			}
			m[suffix] = info.Mode().Perm()
		}
		return m
	}
	want := map[string]os.FileMode{"": 0o600, "-wal": 0o600, "-shm": 0o600, ".lock": 0o600, ".copy": 0o600}
	if diff := cmp.Diff(want, modes()); diff != "" {
		t.Errorf("modes of new files (-want +got):\n%s", diff)
	}
	for _, suffix := range []string{"", "-wal"} { // as after a careless cp
		if err := os.Chmod(path+suffix, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	openAt(t, path)
	if diff := cmp.Diff(want, modes()); diff != "" {
		t.Errorf("modes after opening again (-want +got):\n%s", diff)
	}
}

// TestLedgerOnlyGrows: not even SQL by hand rewrites an entry.
func TestLedgerOnlyGrows(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "keryx.db"))
	fill(t, s, "hel-1")
	for _, statement := range []string{`UPDATE entries SET body = x'00'`, `UPDATE entries SET raw = x'01'`, `UPDATE entries SET fingerprint = 'F00D'`,
		`UPDATE entries SET removed = zeroblob(32)`, `UPDATE entries SET body = x'', removed = zeroblob(32)`, `DELETE FROM entries`, `REPLACE INTO entries SELECT * FROM entries`,
		`INSERT INTO entries SELECT game, seq + 2, kind, side, time, salt, prev, hash, fingerprint, scheme, body, raw, removed FROM entries`,
		`INSERT INTO entries SELECT game, seq + 1, kind, side, time, salt, zeroblob(32), hash, fingerprint, scheme, body, raw, removed FROM entries`} {
		_, err := s.write.ExecContext(t.Context(), statement)
		if err == nil || !strings.Contains(err.Error(), "ledger") {
			t.Errorf("%s: got error %v", statement, err)
		}
	}
}

// TestEveryTableIsStrict reads the schema rather than trusting whoever writes the next migration.
func TestEveryTableIsStrict(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "keryx.db"))
	rows, err := s.read.QueryContext(t.Context(), `SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite_%'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		t.Errorf("table %s is not STRICT", name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// TestWaitsToWrite: who wants to write waits for longer than SQLite does by itself, and no longer than
// he has time.
func TestWaitsToWrite(t *testing.T) {
	s, other := withOther(t)
	q, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Update(ctx, func(store.Tx) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("without time: %v", err)
	}
	if _, err := s.write.ExecContext(t.Context(), "PRAGMA busy_timeout = 1"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- s.Update(t.Context(), func(store.Tx) error { return nil }) }()
	select {
	case err := <-done:
		t.Errorf("did not wait: %v", err)
	case <-time.After(10 * retryEvery):
	}
	if err := q.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
