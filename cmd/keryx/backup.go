package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"keryx/adjudicator/host"
)

// backupCmd copies what a server cannot be without.
type backupCmd struct {
	Dir string `arg:"" help:"The directory to write the copies to. It is made if it is missing; what is in it is never overwritten." type:"path"`
}

// Run copies the database, safely while the daemon serves, and the server's key.
func (c backupCmd) Run(g *globals) error {
	settings, err := loadConfig(g.Config)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return err
	}
	return g.withHost(func(h *host.Host) error {
		database := filepath.Join(c.Dir, filepath.Base(settings.Database))
		key := filepath.Join(c.Dir, filepath.Base(settings.ServerKey))
		for _, path := range []string{database, key} {
			if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("%s is there already: name another directory, one a day perhaps", path)
			}
		}
		text, err := os.ReadFile(settings.path(settings.ServerKey))
		if err != nil {
			return err
		}
		if err := h.Store.Backup(g.Ctx, database); err != nil {
			return err
		}
		if err := os.WriteFile(key, text, 0o600); err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s\n%s\nBoth are secret: the one holds every hidden counter and the dice to come, the other signs in the server's name.\n", database, key)
		return nil
	})
}
