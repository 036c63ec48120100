package settings

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/user"
	"time"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/club"
	"keryx/cmd/keryx/screen"
	"keryx/mail"
	"keryx/store"
	"keryx/store/crew"
	"keryx/store/engine"
	"keryx/store/jobs"
	"keryx/store/postgres"
)

// OpenHost opens the database and makes a host on it.
func OpenHost(ctx context.Context, c *Config, log *slog.Logger) (*host.Host, error) {
	db, err := engine.Open(ctx, c.Place())
	if err != nil {
		return nil, err
	}
	signer, err := c.signer(ctx, db, log)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return host.New(host.Club{Store: db, Now: time.Now, Random: rand.Reader, Log: log, Signer: signer, Rules: c.Rules, FeedAddress: c.Archive.Feeds(),
		Post: host.Post{Address: c.Address, Name: c.Name, Domain: c.Domain, PlainReturn: c.Return == "plain"}}), nil
}

// signer is the server's key. It is made only for a club that begins: players of another know the key that it had.
func (c *Config) signer(ctx context.Context, db store.Store, log *slog.Logger) (*mail.Signer, error) {
	path := c.Path(c.ServerKey)
	begun, err := c.Begun(ctx, db)
	if err != nil {
		return nil, err
	}
	_, missing := os.Stat(path)
	if !errors.Is(missing, fs.ErrNotExist) {
		return ServerKey(path, c.Name, c.Address)
	}
	if begun {
		return nil, &KeyMissingError{path}
	}
	signer, err := ServerKey(path, c.Name, c.Address)
	if err == nil {
		log.Info("the server has no key yet: one is made", "file", path, "fingerprint", signer.Public().Fingerprint)
	}
	return signer, err
}

// Begun reports whether a club has players or games, and refuses an address for the server that is one of its players'.
func (c *Config) Begun(ctx context.Context, db store.Store) (begun bool, err error) {
	err = db.View(ctx, func(tx store.ReadTx) error {
		switch p, err := tx.Player(store.Address(c.Address)); {
		case err == nil:
			return wrongIn(c.file, "address", "is %s, which is the address of the player %s: the server needs one that nobody else writes from", c.Address, p.Name)
		case !errors.Is(err, store.ErrNotFound):
			return err
		}
		some, err := tx.PlayersAfter("", 1)
		if err != nil || len(some) > 0 {
			begun = true
			return err
		}
		games, err := tx.CountGames()
		begun = len(games) > 0
		return err
	})
	return begun, err
}

// A KeyMissingError reports that the file of the server's key is not there, though the club has players or games.
type KeyMissingError struct{ File string }

// Error says what can be done.
func (e *KeyMissingError) Error() string {
	return fmt.Sprintf("the server's key %s is missing, and players know the one that it held: put the file back from the backup, or correct the setting \"server_key\"; if it is lost, \"keryx key server --new\" makes another", e.File)
}

// Traced, if set, is told of the steps of commands: tests end the process after one.
var Traced func(club.Step)

// WithHost runs f on the host of the configuration file.
func WithHost(g *screen.Globals, f func(*host.Host) error) error {
	c, err := Load(g.Config)
	if err != nil {
		return err
	}
	h, err := OpenHost(g.Ctx, c, slog.Default())
	if err != nil {
		return err
	}
	h.User, h.Trace = WhoLooks(), Traced
	if err := announced(g.Ctx, h); err != nil {
		return errors.Join(err, h.Store.Close())
	}
	return errors.Join(f(h), h.Store.Close())
}

// WhoLooks is who gives a command, as the operating system knows him; with who he was before
// he became another.
func WhoLooks() string {
	name := cmp.Or(os.Getenv("USER"), os.Getenv("USERNAME"))
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	for _, before := range []string{os.Getenv("SUDO_USER"), os.Getenv("DOAS_USER")} {
		if before != "" && before != name {
			return before + " as " + cmp.Or(name, "another")
		}
	}
	return name
}

// announced is a store whose daemons learn at once of the work that a command makes.
func announced(ctx context.Context, h *host.Host) error {
	db, ok := h.Store.(*postgres.Store)
	if !ok {
		return nil
	}
	c, err := CrewOf(ctx, h, db)
	if err != nil {
		return err
	}
	h.Store = jobs.Announce(db, c)
	return nil
}

// CrewOf is what the daemons that serve a database on a server know of each other.
func CrewOf(ctx context.Context, h *host.Host, db *postgres.Store) (*crew.Crew, error) {
	return crew.Open(ctx, db.Pool(), crew.Config{Tx: postgres.Tx, Log: h.Log})
}

// Below is the store itself under one that announces.
func Below(s store.Store) store.Store {
	if over, ok := s.(interface{ Unwrap() store.Store }); ok {
		return over.Unwrap()
	}
	return s
}
