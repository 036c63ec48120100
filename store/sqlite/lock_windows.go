package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// tryLock takes the lock or returns errHeld at once. Windows forbids others to read what is locked; the one byte far
// beyond the end leaves the name of the holder readable.
func tryLock(f *os.File, m manner) error {
	how := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if m == alone {
		how |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, far())
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errHeld
	}
	return err
}

// unlock gives the lock back.
func unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, far())
}

// far is where the byte is that is locked.
func far() *windows.Overlapped { return &windows.Overlapped{Offset: 1 << 30} }
