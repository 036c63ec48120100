package postgres

import (
	"bytes"
	"context"
	"errors"
	"net"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"keryx/store"
	"keryx/store/postgres/pgtest"
	"keryx/store/tables"
)

// A cutter is a way to the server that breaks when a COMMIT goes over it: before it has arrived, or before it is answered.
type cutter struct {
	armed   atomic.Bool
	arrives bool
	after   func() // the line was cut; may be nil
	cuts    atomic.Int32
}

// cutConn is one connection over a [cutter].
type cutConn struct {
	net.Conn
	by *cutter
}

// Write lets everything through but an armed COMMIT.
func (c *cutConn) Write(b []byte) (int, error) {
	if !bytes.Contains(b, []byte("commit\x00")) || !c.by.armed.CompareAndSwap(true, false) {
		return c.Conn.Write(b)
	}
	c.by.cuts.Add(1)
	if c.by.arrives {
		if _, err := c.Conn.Write(b); err != nil {
			return 0, err
		}
		// The server answers when it has committed; nobody else hears it.
		if _, err := c.Conn.Read(make([]byte, 1)); err != nil {
			return 0, err
		}
	}
	c.Conn.Close()
	if c.by.after != nil {
		c.by.after()
	}
	return 0, errors.New("the line was cut")
}

// through has a store write over a cutter.
func through(t *testing.T, s *Store, by *cutter) {
	t.Helper()
	config, err := pgxpool.ParseConfig(s.config.ConnString())
	if err != nil {
		t.Fatal(err)
	}
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		return &cutConn{c, by}, err
	}
	config.MaxConns = 1
	s.write.Close()
	if s.write, err = pgxpool.NewWithConfig(t.Context(), config); err != nil {
		t.Fatal(err)
	}
}

// put and have write and read one visible thing.
func put(ctx context.Context, s *Store, name string) error {
	return s.Update(ctx, func(tx store.Tx) error { return tx.SetSetting(name, []byte("yes")) })
}

func have(t *testing.T, s *Store, name string) bool {
	t.Helper()
	err := s.View(t.Context(), func(tx store.ReadTx) error { _, err := tx.Setting(name); return err })
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

// TestLostAnswer cuts the line at a COMMIT. What was committed is not taken for failed, and what was not is not taken for
// done.
func TestLostAnswer(t *testing.T) {
	for _, arrives := range []bool{true, false} {
		s := openAt(t, pgtest.Database(t))
		by := &cutter{arrives: arrives}
		through(t, s, by)
		by.armed.Store(true)
		err := put(t.Context(), s, "a")
		if by.cuts.Load() != 1 {
			t.Fatalf("the line was cut %d times", by.cuts.Load())
		}
		if arrives && err != nil {
			t.Errorf("what was committed is taken for failed: %v", err)
		}
		if !arrives && (!errors.Is(err, store.ErrUnavailable) || errors.Is(err, store.ErrUncertain)) {
			t.Errorf("what was not committed: %v", err)
		}
		if have(t, s, "a") != arrives {
			t.Errorf("COMMIT arrives %v, and what it writes is there %v", arrives, !arrives)
		}
		if err := put(t.Context(), s, "b"); err != nil || !have(t, s, "b") {
			t.Errorf("the next Update: %v", err)
		}
	}
}

// TestNobodyKnows ends the server at a COMMIT, and it does not come back in time: the answer is neither yes nor no.
func TestNobodyKnows(t *testing.T) {
	server := pgtest.Start(t)
	s := openAt(t, server.Database(t))
	s.after = 300 * time.Millisecond
	by := &cutter{arrives: true}
	through(t, s, by)
	err := s.Update(t.Context(), func(tx store.Tx) error {
		by.armed.Store(true)
		err := tx.SetSetting("a", []byte("yes"))
		s.config.Host = "/nowhere" // as far as this process can see
		return err
	})
	var unknown *store.UncertainError
	if !errors.As(err, &unknown) || !errors.Is(err, store.ErrUncertain) || !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("got %v, want an *UncertainError", err)
	}
	if !have(t, s, "a") {
		t.Error("it was committed")
	}
}

// TestNumberGivenTwice ends the server at a COMMIT that it never got, and has it give the number of that transaction to
// another one, which is committed: the lost one is not taken for done.
func TestNumberGivenTwice(t *testing.T) {
	server := pgtest.Start(t)
	s := openAt(t, server.Database(t))
	if err := put(t.Context(), s, "before"); err != nil {
		t.Fatal(err)
	}
	var again []string
	by := &cutter{after: func() {
		server.Stop()
		if err := server.Start(); err != nil {
			t.Error(err)
			return
		}
		for range 3 {
			again = append(again, another(t, s))
		}
	}}
	through(t, s, by)
	var number string
	err := s.Writing(t.Context(), func(r tables.Runner) error {
		by.armed.Store(true)
		rows, err := r.Query(t.Context(), `SELECT pg_current_xact_id()::text`, nil) // nothing that the server would write down
		if err != nil {
			return err
		}
		defer rows.Close()
		rows.Next()
		return rows.Scan(&number)
	})
	if !slices.Contains(again, number) {
		t.Fatalf("%s was not given again, but %v", number, again)
	}
	if !errors.Is(err, store.ErrUncertain) {
		t.Errorf("what was lost is said to be: %v", err)
	}
}

// another commits a transaction over a connection of its own, and returns its number.
func another(t *testing.T, s *Store) (number string) {
	t.Helper()
	conn, err := pgx.ConnectConfig(t.Context(), s.config)
	if err == nil {
		defer conn.Close(t.Context())
		err = conn.QueryRow(t.Context(), `SELECT pg_current_xact_id()::text`).Scan(&number)
	}
	if err != nil {
		t.Error(err)
	}
	return number
}

// TestServerRestart stops the server under a store that has been working, in an Update and outside of one. The store goes
// on with the server that comes back; what was not committed is gone.
func TestServerRestart(t *testing.T) {
	server := pgtest.Start(t)
	s := openAt(t, server.Database(t))
	if err := put(t.Context(), s, "before"); err != nil {
		t.Fatal(err)
	}
	err := s.Update(t.Context(), func(tx store.Tx) error {
		if err := tx.SetSetting("during", nil); err != nil {
			return err
		}
		server.Stop()
		return tx.SetSetting("after", nil)
	})
	if !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("an Update whose server has ended: %v", err)
	}
	if err := put(t.Context(), s, "without"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("an Update without a server: %v", err)
	}
	if err := s.View(t.Context(), func(store.ReadTx) error { return nil }); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a View without a server: %v", err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	if !have(t, s, "before") || have(t, s, "during") || have(t, s, "after") {
		t.Error("the server has come back with something else than what was committed")
	}
	server.Stop()
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	if err := put(t.Context(), s, "again"); err != nil { // over a connection that has died while it lay idle
		t.Errorf("an Update after the server was restarted: %v", err)
	}
}

// TestTakenOver ends the session of a daemon's lock alone. Another daemon takes over, and the first, which lives on, writes
// nothing any more.
func TestTakenOver(t *testing.T) {
	address := pgtest.Database(t)
	first, second, command := openAt(t, address), openAt(t, address), openAt(t, address)
	release, err := first.AcquireLock(t.Context(), "the first daemon", noon)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if _, err := second.AcquireLock(t.Context(), "the second daemon", noon); !errors.Is(err, store.ErrLocked) {
		t.Fatalf("two daemons: %v", err)
	}
	pgtest.Exec(t, address, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
	var releaseSecond func() error
	for releaseSecond == nil { // the backend is signalled, and ends soon
		releaseSecond, err = second.AcquireLock(t.Context(), "the second daemon", noon.Add(time.Hour))
		if err != nil && !errors.Is(err, store.ErrLocked) {
			t.Fatal(err)
		}
	}
	defer releaseSecond()
	err = put(t.Context(), first, "first")
	var by *store.LockedError
	if !errors.As(err, &by) || by.Holder != "the second daemon" || !by.Since.Equal(noon.Add(time.Hour)) {
		t.Errorf("the first daemon still writes: %v", err)
	}
	for _, s := range []*Store{second, command} {
		if err := put(t.Context(), s, "second"); err != nil {
			t.Errorf("who may write: %v", err)
		}
	}
	if have(t, first, "first") || !have(t, first, "second") {
		t.Error("the database holds something else")
	}
}

// TestSessionWonBack ends the session of a daemon's lock, and nobody else wants it: it is won back.
func TestSessionWonBack(t *testing.T) {
	address := pgtest.Database(t)
	s := openAt(t, address)
	conn, token, err := s.lock(t.Context(), "the daemon", noon)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close(t.Context())
	var back *pgx.Conn
	for back == nil { // the server notices soon
		if back = s.winBack(t.Context(), token, lockAlone); t.Context().Err() != nil {
			t.Fatal("it is not won back")
		}
	}
	defer back.Close(t.Context())
	if _, err := openAt(t, address).AcquireLock(t.Context(), "another", noon); !errors.Is(err, store.ErrLocked) {
		t.Errorf("another takes it: %v", err)
	}
	if conn := s.winBack(t.Context(), token, lockAlone); conn != nil {
		t.Error("it is held twice")
	}
}
