//go:build unix && !solaris && !aix

package lock

import (
	"os"

	"golang.org/x/sys/unix"
)

// try takes the lock or returns [ErrHeld] at once. flock belongs to the open file, so that a second writer in the same
// process is refused as well.
func try(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == unix.EWOULDBLOCK {
		return ErrHeld
	}
	return err
}
