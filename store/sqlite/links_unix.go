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
