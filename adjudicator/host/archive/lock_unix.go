//go:build unix && !solaris && !aix

package archive

import (
	"os"

	"golang.org/x/sys/unix"
)

// tryLock takes the lock or returns errHeld at once. flock belongs to the open file, so that a second writer in the same
// process is refused as well.
func tryLock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == unix.EWOULDBLOCK {
		return errHeld
	}
	return err
}
