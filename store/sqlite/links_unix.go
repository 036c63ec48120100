//go:build unix

package sqlite

import (
	"os"
	"syscall"
)

// names counts the names that a file has.
func names(path string) (uint64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink), nil
	}
	return 1, nil
}

// giveToOwner gives a file that root has made to the owner of the database at path, as SQLite does with its log. Nobody
// but root can give files away, and where he cannot either the file is as good as it was.
func giveToOwner(f *os.File, path string) {
	info, err := os.Stat(path)
	if err != nil || os.Geteuid() != 0 {
		return
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(stat.Uid), int(stat.Gid))
	}
}
