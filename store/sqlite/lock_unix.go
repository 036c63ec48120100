//go:build unix && !solaris && !aix

package sqlite

import (
	"os"

	"golang.org/x/sys/unix"
)

// tryLock takes the lock or returns errHeld at once. flock belongs to the open file, not to the process, so that a second
// lock in the same process is refused as well, and is not lost when some other descriptor of the file is closed.
func tryLock(f *os.File, m manner) error {
	how := unix.LOCK_SH
	if m == alone {
		how = unix.LOCK_EX
	}
	err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
	if err == unix.EWOULDBLOCK {
		return errHeld
	}
	return err
}

// unlock gives the lock back.
func unlock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_UN) }
