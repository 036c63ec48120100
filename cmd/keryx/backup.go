package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store/durable"
)

// syncFolder puts the names in a folder on the disk; tests look on.
var syncFolder = durable.Folder

// backupCmd copies what a server cannot be without.
type backupCmd struct {
	Dir  string `arg:"" help:"The directory of all backups. Each goes into a directory of its own in it, named for the moment; it is made if it is missing." type:"path"`
	Keep int    `help:"Delete all backups in DIR but the newest of this number, when the new one is complete. 0 keeps all." placeholder:"N" least:"0"`
}

// backupLayout names the directory of a backup, so that names sort by age.
const backupLayout = "keryx-20060102T150405.000Z"

// unfinishedEnding is what is added to it until the backup is complete. One that was begun so
// long ago as abandoned is nobody's any more: what made it was killed.
const (
	unfinishedEnding = ".unfinished"
	abandoned        = 24 * time.Hour
)

// Run copies the database, safely while the daemon serves, and the server's key. What is
// there is never overwritten, and a backup that was broken off leaves nothing that looks
// like one.
func (c backupCmd) Run(g *screen.Globals) error {
	if c.Keep < 0 {
		return fmt.Errorf("--keep is %d, want a number of backups, or 0 for all", c.Keep)
	}
	config, err := settings.Load(g.Config)
	if err != nil {
		return err
	}
	return settings.WithHost(g, func(h *host.Host) error {
		dir := filepath.Join(c.Dir, time.Now().UTC().Format(backupLayout))
		unfinished := dir + unfinishedEnding
		if err := durable.MakeFolder(unfinished); err != nil {
			return err
		}
		if err := c.copy(g, h, config, unfinished); err != nil {
			return errors.Join(err, os.RemoveAll(unfinished))
		}
		if err := os.Rename(unfinished, dir); err != nil {
			return err
		}
		// Only then may older ones be deleted, and somebody be told that he has one.
		if err := syncFolder(c.Dir); err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s\n%s\nBoth are secret: the one holds every hidden counter and the dice to come, the other signs in the server's name.\n",
			filepath.Join(dir, config.CopyName()), filepath.Join(dir, filepath.Base(config.ServerKey)))
		return c.thin(g)
	})
}

// copy makes the copies in a directory that is there.
func (c backupCmd) copy(g *screen.Globals, h *host.Host, config *settings.Config, dir string) error {
	text, err := os.ReadFile(config.Path(config.ServerKey))
	if err != nil {
		return err
	}
	bar := g.Progress("the database is copied", false)
	err = h.Reports.Backup(g.Ctx, filepath.Join(dir, config.CopyName()))
	if bar.Done(); err != nil {
		return err
	}
	if err := durable.WriteFile(filepath.Join(dir, filepath.Base(config.ServerKey)), text); err != nil {
		return err
	}
	return syncFolder(dir)
}

// thin deletes the oldest backups, if so many are not to be kept, and what is left of those
// that were broken off. It touches nothing that
// is not named as a backup is.
func (c backupCmd) thin(g *screen.Globals) error {
	if c.Keep == 0 {
		return nil
	}
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return err
	}
	var names, remains []string
	for _, e := range entries {
		name, unfinished := strings.CutSuffix(e.Name(), unfinishedEnding)
		begun, err := time.Parse(backupLayout, name)
		switch {
		case err != nil || !e.IsDir():
		case !unfinished:
			names = append(names, name)
		case time.Since(begun) > abandoned:
			remains = append(remains, e.Name())
		}
	}
	slices.Sort(names)
	for _, name := range append(remains, names[:max(0, len(names)-c.Keep)]...) {
		if err := os.RemoveAll(filepath.Join(c.Dir, name)); err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "deleted %s\n", filepath.Join(c.Dir, name))
	}
	return nil
}
