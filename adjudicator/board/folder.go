package board

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Overlay is a file system in which the files of Over hide those of Under.
type Overlay struct {
	Over, Under fs.FS
}

// Open opens name in Over, or in Under when Over does not have it.
func (o Overlay) Open(name string) (fs.File, error) {
	f, err := o.Over.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.Under.Open(name)
	}
	return f, err
}

// Folder returns the embedded files of a game with those of a directory in the place of the
// ones of the same names. A TOML file whose name is not among the known ones is refused,
// because its owner would believe it to be in use, and so is a directory without any.
func Folder(dir string, embedded fs.FS, known ...string) (fs.FS, error) {
	over := os.DirFS(dir)
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	found, err := fs.Glob(over, "*.toml")
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	for _, name := range found {
		if !slices.Contains(known, name) {
			return nil, &LoadError{File: name, Err: ErrUnknown, Detail: "data files are " + strings.Join(known, ", ")}
		}
	}
	if len(found) == 0 {
		return nil, &LoadError{File: dir, Err: ErrMissing, Detail: "none of " + strings.Join(known, ", ")}
	}
	return Overlay{Over: over, Under: embedded}, nil
}
