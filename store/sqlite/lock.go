package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	return lock(ctx, s.path, owner, now)
}

// Holder looks at FILE.lock. It makes none where there is none, and writes nothing into it.
func (s *Store) Holder(ctx context.Context) (_ *store.LockedError, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := os.Open(s.path + ".lock")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look at the lock of the database: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	switch err := tryLock(f, beside); {
	case errors.Is(err, errHeld):
		return holder(f), nil
	case err != nil:
		return nil, fmt.Errorf("look at the lock of the database: %w", err)
	}
	return nil, nil
}

// manner is how a lock is taken: alone, or beside others who take it so.
type manner bool

const (
	alone  manner = true
	beside manner = false // by who only looks
)

// errHeld is what tryLock returns when another has the lock.
var errHeld = errors.New("held")

// glance is how long who only looks may keep the lock.
const glance = time.Millisecond

// tryAlone takes the lock alone or returns errHeld. Who looks has it for a moment, beside whom one can look as well: that is
// waited for.
func tryAlone(ctx context.Context, f *os.File) error {
	for {
		err := tryLock(f, alone)
		if !errors.Is(err, errHeld) {
			return err
		}
		if err := tryLock(f, beside); err != nil {
			return err
		}
		if err := unlock(f); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(glance):
		}
	}
}

func lock(ctx context.Context, path, owner string, now time.Time) (release func() error, err error) {
	f, err := lockFile(path)
	if err != nil {
		return nil, fmt.Errorf("lock database: %w", err)
	}
	if err := tryAlone(ctx, f); err != nil {
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

// lockFile opens the lock of a database, and makes it where there is none: for the owner of the database, who could not
// open a lock that root has made beside it. Only a file that was made here is given away, never one that was found.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err != nil {
		return nil, err
	}
	giveToOwner(f, path)
	return f, nil
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
