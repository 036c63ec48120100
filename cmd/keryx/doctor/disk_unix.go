//go:build unix

package doctor

import "golang.org/x/sys/unix"

// freeBytes is how much an ordinary user can still write on the disk of a directory.
func freeBytes(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}
