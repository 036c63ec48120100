package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// try takes the lock or returns [ErrHeld] at once.
func try(f *os.File) error {
	far := &windows.Overlapped{Offset: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, far)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrHeld
	}
	return err
}
