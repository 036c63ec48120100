package settings

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"keryx/store"
	"keryx/store/engine"
	"keryx/store/postgres"
	"keryx/store/sqlite"
)

// CheckClub holds the configuration against who the people of the club are: alarms go to a person, the address of the server
// is no player's, and its key the one that players know. A database that is not there yet or that this program would first
// have to change is left alone, and so is one on a server. A daemon serves clubs in which alarms go astray.
func (c *Config) CheckClub(ctx context.Context) error {
	if store.Address(c.Operator) == store.Address(c.Address) {
		return wrongIn(c.file, "operator", "is the address of the server itself: name one that a person reads")
	}
	if postgres.IsAddress(c.Database) {
		return nil
	}
	if info, err := os.Stat(c.Place()); err != nil || info.Size() == 0 {
		return nil
	}
	h, err := sqlite.Inspect(ctx, c.Place())
	if err != nil {
		return wrongIn(c.file, "database", "is %q, which cannot be used: %v", c.Database, err)
	}
	if h.Schema != h.Known || len(h.Damage) > 0 {
		return nil // keryx doctor tells more
	}
	db, err := engine.Open(ctx, c.Place())
	if err != nil {
		return err
	}
	return errors.Join(c.SameKey(ctx, db), db.Close())
}

// databaseMissing refuses a configuration whose database is a file that is not there, for commands that look at a club or
// change it: a name that is mistyped must not begin another one.
func (c *Config) databaseMissing() error {
	if postgres.IsAddress(c.Database) {
		return nil
	}
	if _, err := os.Stat(c.Place()); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return wrongIn(c.file, "database", "is %q, and there is no such file: correct it if the club has one; \"keryx player add\" begins a new one", c.Database)
}
