package postgres

import (
	"context"
	"os"
	"testing"

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
	})
}
