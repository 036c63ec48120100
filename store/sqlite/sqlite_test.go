package sqlite

import (
	"context"
	"path/filepath"
	"testing"

	"keryx/store"
	"keryx/store/storetest"
)

// openAt opens the database at path and closes it with the test.
func openAt(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
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
	storetest.Run(t, func(t *testing.T) store.Store { return openAt(t, filepath.Join(t.TempDir(), "keryx.db")) })
}

func TestCrash(t *testing.T) {
	storetest.Crash(t, filepath.Join(t.TempDir(), "keryx.db"), func(ctx context.Context, place string) (store.Store, error) {
		return Open(ctx, place)
	})
}
