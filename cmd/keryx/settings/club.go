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

// Taking is what becomes of the server's key as a host is opened.
type Taking int

const (
	// KnownKey wants the key that players know, or makes one for a club that begins.
	KnownKey Taking = iota
	// TakeKey takes the key in the file, or makes one, whatever players know.
	TakeKey
)

// OpenHost opens the database and makes a host on it.
func OpenHost(ctx context.Context, c *Config, log *slog.Logger) (*host.Host, error) {
	return OpenHostWith(ctx, c, log, KnownKey)
}

// OpenHostWith is [OpenHost] with a word on the server's key.
func OpenHostWith(ctx context.Context, c *Config, log *slog.Logger, taking Taking) (*host.Host, error) {
	db, err := engine.Open(ctx, c.Place())
	if err != nil {
		return nil, err
	}
	signer, err := c.signer(ctx, db, log, taking)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return host.New(host.Club{Store: db, Now: time.Now, Random: rand.Reader, Log: log, Signer: signer, Rules: c.Rules, FeedAddress: c.Archive.Feeds(),
		Post: host.Post{Address: c.Address, Name: c.Name, Domain: c.Domain, PlainReturn: c.Return == "plain"}}), nil
}

// signer is the server's key. It is made only for a club that begins: players of another know the key that it had.
func (c *Config) signer(ctx context.Context, db store.Store, log *slog.Logger, taking Taking) (*mail.Signer, error) {
	path := c.Path(c.ServerKey)
	begun, err := c.Begun(ctx, db)
	if err != nil {
		return nil, err
	}
	_, missing := os.Stat(path)
	if taking == TakeKey {
		return ServerKey(path, c.Name, c.Address)
	}
	isNew := errors.Is(missing, fs.ErrNotExist)
	if isNew && begun {
		return nil, &KeyMissingError{path}
	}
	if !isNew {
		if err := c.SameKey(ctx, db); err != nil {
			return nil, err
		}
	}
	signer, err := ServerKey(path, c.Name, c.Address)
	if err != nil {
		return nil, err
	}
	if isNew {
		log.Info("the server has no key yet: one is made", "file", path, "fingerprint", signer.Public().Fingerprint)
	}
	return signer, noteKey(ctx, db, signer)
}

// noteKey notes the key of a club of which none is noted yet, or that has neither players nor games.
func noteKey(ctx context.Context, db store.Store, signer *mail.Signer) error {
	var known []club.ServerKey
	err := db.View(ctx, func(tx store.ReadTx) (err error) { known, err = club.ServerKeys(tx); return err })
	if err != nil || len(known) > 0 && known[len(known)-1].Fingerprint == signer.Public().Fingerprint {
		return err
	}
	return db.Update(ctx, func(tx store.Tx) error {
		_, err := club.NoteServerKey(tx, signer.Public(), time.Now())
		return err
	})
}

// SameKey holds the key in the server's file against the one that the club knows. The error is a *[KeyOtherError] if the file
// has another. A club without players and games takes any.
func (c *Config) SameKey(ctx context.Context, db store.Store) error {
	begun, err := c.Begun(ctx, db)
	if err != nil || !begun {
		return err
	}
	var known []club.ServerKey
	if err := db.View(ctx, func(tx store.ReadTx) (err error) { known, err = club.ServerKeys(tx); return err }); err != nil || len(known) == 0 {
		return err
	}
	signer, err := ServerKey(c.Path(c.ServerKey), c.Name, "")
	if err != nil {
		return err
	}
	if last := known[len(known)-1]; last.Fingerprint != signer.Public().Fingerprint {
		return &KeyOtherError{c.Path(c.ServerKey), signer.Public().Fingerprint, last}
	}
	return nil
}

// A KeyOtherError reports that the file of the server's key holds another one than players know.
type KeyOtherError struct {
	File  string
	Found string // fingerprint
	Known club.ServerKey
}

// Error says what can be done.
func (e *KeyOtherError) Error() string {
	return fmt.Sprintf("the server's key %s is %s, and players know %s, in use since %s: put that file back, or correct the setting \"server_key\"; if the server is to sign with the other one from now on, \"keryx key server --accept\" takes it and tells all players",
		e.File, e.Found, e.Known.Fingerprint, e.Known.Since.Format(time.DateOnly))
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
