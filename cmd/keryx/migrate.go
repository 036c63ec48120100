package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
	"keryx/store/engine"
	"keryx/store/postgres"
	"keryx/store/tables"
)

// migrateCmd carries a club from one database to another.
type migrateCmd struct {
	To     string `arg:"" optional:"" help:"The new database: a file that SQLite keeps, or the address of a PostgreSQL database, postgres://user@host/name. It must be empty."`
	Trial  bool   `help:"Only make a copy: the club goes on with the old database."`
	Forget bool   `help:"The copy that was made was given up: go on with the old database."`
}

// movedTo is the setting of a database that says where its club has gone. Empty: nowhere.
const movedTo = "moved-to"

// A movedError refuses to serve a database whose club has been carried to another.
type movedError struct{ to string }

// Error says where it is.
func (e *movedError) Error() string {
	return fmt.Sprintf("the club of this database was carried to %s: set \"database\" to that; if that copy was given up, run keryx migrate --forget", e.to)
}

// Run copies the database of the configuration into another, all of it or nothing, compares every row there, and marks
// the old one, so that no daemon serves both.
func (c migrateCmd) Run(g *screen.Globals) (err error) {
	config, err := settings.Load(g.Config)
	if err != nil {
		return err
	}
	if (c.To == "") != c.Forget {
		return errors.New("want the new database, or --forget")
	}
	from, err := engine.Open(g.Ctx, config.Place())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	if c.Forget {
		return from.Update(g.Ctx, func(tx store.Tx) error { return tx.SetSetting(movedTo, nil) })
	}
	if err := stillHere(g.Ctx, from); err != nil {
		return err
	}
	if same(config.Place(), c.To) {
		return fmt.Errorf("%s is the database of the configuration: name another", engine.Name(c.To))
	}
	undo := takeAway(c.To)
	to, err := engine.Open(g.Ctx, c.To)
	if err != nil {
		return errors.Join(err, undo())
	}
	err = c.carry(g, from, to)
	if err == nil {
		return to.Close()
	}
	holder, looked := to.Holder(context.WithoutCancel(g.Ctx))
	err = errors.Join(err, to.Close())
	if holder != nil || looked != nil { // somebody has begun to serve it
		return err
	}
	return errors.Join(err, undo())
}

// takeAway looks whether there is a file at a place before a database is opened there, and returns what removes the
// database that was made, which holds nothing, and what lies beside it. What was there before stays, and a PostgreSQL
// database as well, which somebody else has made.
func takeAway(place string) (undo func() error) {
	if _, err := os.Stat(place); postgres.IsAddress(place) || !errors.Is(err, fs.ErrNotExist) {
		return func() error { return nil }
	}
	return func() error {
		real, err := filepath.EvalSymlinks(place) // a link that led nowhere stays
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		for _, suffix := range []string{"-wal", "-shm", ".lock", ""} {
			if gone := os.Remove(real + suffix); !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
		return err
	}
}

// carry does so while no daemon serves either database and no command writes into the old one.
func (c migrateCmd) carry(g *screen.Globals, from, to engine.Store) error {
	owner := fmt.Sprintf("keryx migrate, process %d", os.Getpid())
	for _, s := range []engine.Store{from, to} {
		release, err := s.AcquireLock(g.Ctx, owner, time.Now())
		if err != nil {
			return fmt.Errorf("stop the daemon first: %w", err)
		}
		defer release()
	}
	var all []tables.Carried
	bar := g.Progress("tables", true)
	err := from.Writing(g.Ctx, func(r tables.Runner) (err error) {
		all, err = tables.Carry(g.Ctx, r, to, func(t tables.Carried) {
			fmt.Fprintf(g.Out, "%-12s %8d rows %10.1f kB  %s\n", t.Table, t.Rows, float64(t.Bytes)/1000, t.Sum)
			bar.Next()
		})
		if err != nil || c.Trial {
			return err
		}
		return tables.New(g.Ctx, r).SetSetting(movedTo, []byte(engine.Name(c.To)))
	})
	bar.Done()
	if err != nil {
		return err
	}
	rows := 0
	for _, t := range all {
		rows += t.Rows
	}
	fmt.Fprintf(g.Out, "%s carried, and compared row by row.\n", screen.Number(rows, "row", "rows"))
	if !c.Trial {
		fmt.Fprintf(g.Out, "Now set database = %q in %s (with the password, if it needs one), and start the daemon. The old database is unchanged and is now read-only.\n", engine.Name(c.To), g.Config)
	}
	return nil
}

// stillHere refuses a database whose club has gone elsewhere.
func stillHere(ctx context.Context, s store.Store) error {
	var to []byte
	err := s.View(ctx, func(tx store.ReadTx) (err error) {
		to, err = tx.Setting(movedTo)
		return err
	})
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && len(to) == 0:
		return nil
	case err != nil:
		return err
	}
	return &movedError{string(to)}
}

// same reports whether two places are one.
func same(a, b string) bool {
	if a == b {
		return true
	}
	one, err1 := os.Stat(a)
	other, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(one, other)
}
