package postgres

import (
	"errors"
	"testing"
	"time"

	"keryx/store"
	"keryx/store/postgres/pgtest"
)

// Daemons that serve together do not shut each other out, but whoever wants the database alone.
func TestJoinLock(t *testing.T) {
	address, now := pgtest.Database(t), time.Now()
	one, two, alone := openAt(t, address), openAt(t, address), openAt(t, address)
	leave := map[string]func() error{}
	for name, s := range map[string]*Store{"one": one, "two": two} {
		release, err := s.JoinLock(t.Context(), name, now)
		if err != nil {
			t.Fatal(err)
		}
		leave[name] = release
	}
	write := func(s *Store) error {
		return s.Update(t.Context(), func(tx store.Tx) error { return tx.SetSetting("a", []byte("b")) })
	}
	for range 2 {
		if err := errors.Join(write(one), write(two)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := alone.AcquireLock(t.Context(), "alone", now); !errors.Is(err, store.ErrLocked) {
		t.Fatalf("the lock for one alone, while two serve: %v", err)
	}
	if err := leave["one"](); err != nil {
		t.Fatal(err)
	}
	if _, err := alone.AcquireLock(t.Context(), "alone", now); !errors.Is(err, store.ErrLocked) {
		t.Fatalf("the lock for one alone, while another serves: %v", err)
	}
	if err := leave["two"](); err != nil {
		t.Fatal(err)
	}
	release, err := alone.AcquireLock(t.Context(), "alone", now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.JoinLock(t.Context(), "one", now); !errors.Is(err, store.ErrLocked) {
		t.Fatalf("serving together beside one alone: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
}

// A daemon that loses its session while another has the database alone writes nothing more.
func TestJoinLockIsLostToOneAlone(t *testing.T) {
	address, now := pgtest.Database(t), time.Now()
	together, alone := openAt(t, address), openAt(t, address)
	release, err := together.JoinLock(t.Context(), "together", now)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	pgtest.Exec(t, address, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'`)
	first, err := alone.AcquireLock(t.Context(), "alone", now)
	for errors.Is(err, store.ErrLocked) { // the server is still ending the session
		time.Sleep(time.Millisecond)
		first, err = alone.AcquireLock(t.Context(), "alone", now)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer first()
	err = together.Update(t.Context(), func(tx store.Tx) error { return tx.SetSetting("a", []byte("b")) })
	if !errors.Is(err, store.ErrLocked) {
		t.Errorf("who has lost the lock writes: %v", err)
	}
}
