package archive

import (
	"bytes"
	"errors"
	"fmt"
	"keryx/adjudicator/host/archive/lock"
	"path/filepath"
)

// ErrBusy reports a directory whose archive another process writes at the moment.
var ErrBusy = errors.New("another process is writing this archive; try again when it is done")

// ErrForeign reports a directory in which something lies that is no archive's.
var ErrForeign = errors.New("this file is not of an archive; name an empty directory, or move it away")

// lock keeps other processes from writing the site until release is called.
func (s *Site) lock() (release func() error, err error) {
	release, err = lock.Take(filepath.Join(s.Dir, memory, "lock"))
	if errors.Is(err, lock.ErrHeld) {
		return nil, fmt.Errorf("%s: %w", s.Dir, ErrBusy)
	}
	return release, err
}

// ours makes sure that a directory without an archive has nothing that one would overwrite.
func (s *Site) ours() error {
	if s.tree.has(memory+"club.json") || s.tree.has(memory+"lock") {
		return nil
	}
	for _, name := range []string{"index.html", "site.css", "search.js", "en", "fr", "data", "maps", "search"} {
		if !s.tree.has(name) {
			continue
		}
		front, err := s.tree.content("index.html")
		if err != nil {
			return err
		}
		if !bytes.Contains(front, []byte(`<ul class="door">`)) {
			return fmt.Errorf("%s: %w", s.tree.path(name), ErrForeign)
		}
		return nil // its notes were removed
	}
	return nil
}
