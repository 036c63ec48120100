package postgres

import (
	"context"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"keryx/store"
	"keryx/store/postgres/pgtest"
	"keryx/store/storetest"
	"keryx/store/storetest/ramdisk"
)

func TestMain(m *testing.M) { os.Exit(ramdisk.Main(func() int { return pgtest.Main(m) })) }

// openAt opens the database at an address and closes it with the test.
func openAt(t testing.TB, address string) *Store {
	t.Helper()
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return openAt(t, pgtest.Database(t)) })
}

func TestCrash(t *testing.T) {
	place := ""
	if !storetest.CrashChild() {
		place = pgtest.Database(t)
	}
	storetest.Crash(t, place, func(ctx context.Context, place string) (store.Store, error) {
		return Open(ctx, place)
	}, noticed)
}

// noticed waits until the server has noticed the death of who had the daemon's lock: a session that has to wait for the lock
// gets it then.
func noticed(ctx context.Context, s store.Store) error {
	conn, err := pgx.ConnectConfig(ctx, s.(*Store).config)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, statement := range []string{"SELECT pg_advisory_lock($1, $2)", "SELECT pg_advisory_unlock($1, $2)"} {
		if _, err := conn.Exec(ctx, statement, lockDaemon, s.(*Store).space); err != nil {
			return err
		}
	}
	return nil
}
