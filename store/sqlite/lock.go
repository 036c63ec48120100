package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"keryx/store"
	"keryx/store/tables"
)

// AcquireLock locks FILE.lock. The kernel lets go of the lock when the process ends, however it ends, so there is no stale
// lock to break. The file stays: removing it would let two daemons lock two files of one name. The database should not
// be on a network file system, where neither this lock nor SQLite's own can be relied on.
func (s *Store) AcquireLock(ctx context.Context, owner string, now time.Time) (release func() error, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return lock(s.path, owner, now)
}

// errHeld is what tryLock returns when another has the lock.
var errHeld = errors.New("held")

func lock(path, owner string, now time.Time) (release func() error, err error) {
	f, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock database: %w", err)
	}
	if err := tryLock(f); err != nil {
		defer f.Close()
		if errors.Is(err, errHeld) {
			return nil, holder(f)
		}
		return nil, fmt.Errorf("lock database: %w", err)
	}
	if err := sign(f, owner, now); err != nil {
		return nil, errors.Join(fmt.Errorf("lock database: %w", err), f.Close())
	}
	return f.Close, nil
}

// sign writes who holds the lock, for those who are refused.
func sign(f *os.File, owner string, now time.Time) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(store.Time(now).Format(tables.TimeLayout)+"\n"+strings.ReplaceAll(owner, "\n", " ")+"\n"), 0)
	return err
}

// longestSignature bounds what is read of a lock file.
const longestSignature = 4096

// holder reads who holds the lock. He may be writing it this moment, so anything unexpected means unknown.
func holder(f *os.File) *store.LockedError {
	text, err := io.ReadAll(io.NewSectionReader(f, 0, longestSignature))
	if err != nil {
		return &store.LockedError{}
	}
	since, owner, _ := strings.Cut(string(text), "\n")
	t, err := time.Parse(tables.TimeLayout, since)
	if err != nil {
		return &store.LockedError{}
	}
	return &store.LockedError{Holder: strings.TrimSuffix(owner, "\n"), Since: t}
}
