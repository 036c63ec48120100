//go:build unix

package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"keryx/store"
)

// TestLockThroughSymbolicLink locks a database by one of its names: it is locked by all.
func TestLockThroughSymbolicLink(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "clubs", "keryx.db")
	must(t, os.MkdirAll(filepath.Dir(path), 0o700))
	aliases := []string{filepath.Join(dir, "file.db"), filepath.Join(dir, "chain.db"), filepath.Join(dir, "dir", "keryx.db")}
	must(t, os.Symlink(path, aliases[0])) // to a file that is not there yet
	must(t, os.Symlink("file.db", aliases[1]))
	must(t, os.Symlink("clubs", filepath.Join(dir, "dir")))
	for _, first := range append(aliases, path) {
		a := openAt(t, first)
		release, err := a.AcquireLock(t.Context(), "first", time.Now())
		must(t, err)
		for _, second := range append(aliases, path) {
			b := openAt(t, second)
			var held *store.LockedError
			if _, err := b.AcquireLock(t.Context(), "second", time.Now()); !errors.As(err, &held) || held.Holder != "first" {
				t.Errorf("locked by %s and again by %s: %v", first, second, err)
			}
		}
		must(t, release())
	}
}

// TestHardLink refuses a database file that has two names.
func TestHardLink(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "keryx.db"), filepath.Join(dir, "other.db")
	s, err := Open(t.Context(), path)
	must(t, err)
	must(t, s.Close())
	must(t, os.Link(path, other))
	for _, name := range []string{path, other} {
		var twice *NamesError
		if _, err := Open(t.Context(), name); !errors.As(err, &twice) || twice.Names != 2 {
			t.Errorf("%s is opened: %v", name, err)
		}
	}
	must(t, os.Remove(other))
	openAt(t, path)
}

// TestLockOfRoot wants a lock that root makes beside somebody's database to be one that he can open; a file that root
// finds in its place keeps its owner.
func TestLockOfRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	const owner, other = 4711, 4712
	path := filepath.Join(t.TempDir(), "keryx.db")
	s := openAt(t, path)
	must(t, os.Chown(path, owner, owner))
	for _, want := range []uint32{owner, other} {
		release, err := s.AcquireLock(t.Context(), "root", time.Now())
		must(t, err)
		must(t, release())
		info, err := os.Stat(path + ".lock")
		must(t, err)
		if got := info.Sys().(*syscall.Stat_t).Uid; got != want {
			t.Errorf("the lock belongs to %d, want %d", got, want)
		}
		must(t, os.Chown(path+".lock", other, other))
	}
}
