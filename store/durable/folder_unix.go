//go:build unix

package durable

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Folder puts the names in a folder on the disk: what was created in it, renamed or removed. A file system that cannot
// do so for a folder is left to its own ways.
func Folder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("putting the names in %s on the disk: %w", path, err)
	}
	return nil
}
