package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"keryx/store"
	"keryx/store/storetest"
	"keryx/store/storetest/ramdisk"
)

func TestMain(m *testing.M) { os.Exit(ramdisk.Tests(m)) }

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
	}, nil)
}

// The name of a copy is put on the disk, in the folder that it lies in, once the copy is whole and before anybody is told
// that he has one; where that fails there is none.
func TestBackupKeepsItsName(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "keryx.db"))
	copies, real := t.TempDir(), syncFolder
	defer func() { syncFolder = real }()
	var synced []string
	full := errors.New("no more room")
	var fails error
	syncFolder = func(folder string) error {
		copied, err := filepath.Glob(filepath.Join(folder, "*.db"))
		must(t, err)
		for _, name := range copied {
			must(t, intact(t.Context(), name))
		}
		synced = append(append(synced, folder), copied...)
		return fails
	}
	path := filepath.Join(copies, "copy.db")
	must(t, s.Backup(t.Context(), path))
	if !slices.Equal(synced, []string{copies, path}) {
		t.Errorf("on the disk are the names of %q", synced)
	}
	fails = full
	second := filepath.Join(copies, "second.db")
	if err := s.Backup(t.Context(), second); !errors.Is(err, full) {
		t.Errorf("a copy whose name may vanish: %v", err)
	}
	if _, err := os.Stat(second); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it lies there: %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
