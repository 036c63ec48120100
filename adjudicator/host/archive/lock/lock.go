// Package lock keeps other processes from a file for as long as this one works with it. The system lets go of a lock when
// the process ends, however it ends.
package lock

import (
	"errors"
	"os"
	"path/filepath"
)

// ErrHeld reports that another has the lock.
var ErrHeld = errors.New("held")

// Take locks a file, which is made if it is not there, until release is called. It fails with [ErrHeld] at once if another
// has it. Where a file system knows no locks, there is none.
func Take(name string) (release func() error, err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := try(f); errors.Is(err, ErrHeld) {
		return nil, errors.Join(err, f.Close())
	}
	return f.Close, nil
}
