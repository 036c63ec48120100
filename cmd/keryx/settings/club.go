package settings

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"os"
	"os/user"
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/store"
	"keryx/store/crew"
	"keryx/store/engine"
	"keryx/store/jobs"
	"keryx/store/postgres"
)

// OpenHost opens the database and makes a host on it.
func OpenHost(ctx context.Context, c *Config, log *slog.Logger) (*host.Host, error) {
	signer, err := ServerKey(c.Path(c.ServerKey), c.Name, c.Address)
	if err != nil {
		return nil, err
	}
	db, err := engine.Open(ctx, c.Place())
	if err != nil {
		return nil, err
	}
	return &host.Host{Store: db, Now: time.Now, Random: rand.Reader, Log: log, Signer: signer, SeatMails: c.SeatMails, Operator: c.Operator, Join: c.Receipts.Duration, KeyWait: c.KeyWait.Duration, Holidays: c.Calendar.Holidays, Leave: c.Calendar.Leave, LongestPause: c.Referee.LongestPause.Duration, Pauses: c.Referee.Pauses, ClaimTime: c.Referee.Claims.Duration, AppealTime: c.Referee.Appeals.Duration,
		FeedAddress: c.Archive.Feeds(), SignPage: c.SignPage, MachineSubstitutes: c.Club.Machine, SubstituteWait: c.Club.Wait.Duration,
		Post: host.Post{Address: c.Address, Name: c.Name, Domain: c.Domain, PlainReturn: c.Return == "plain"}}, nil
}

// Traced, if set, is told of the steps of commands: tests end the process after one.
var Traced func(host.Step)

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
