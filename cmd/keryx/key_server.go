package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/club"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/mail"
	"keryx/store"
)

// keyServerCmd shows the server's key.
type keyServerCmd struct {
	screen.Listing
	Public bool `help:"Print the public key, to be imported by mail programs."`
	New    bool `help:"Make a new key where the file of the old one is lost or was moved away. All players are told by mail."`
	Accept bool `help:"Sign with the key in the file from now on, though players know another. All players are told by mail."`
	Former bool `help:"List all keys that the server has signed with, and since when; with --public the keys themselves."`
}

// Run prints the fingerprint or the public key.
func (c keyServerCmd) Run(g *screen.Globals) error {
	config, err := settings.Load(g.Config)
	if err != nil {
		return err
	}
	if c.Former {
		return c.former(g)
	}
	signer, err := c.signer(g, config)
	if err != nil {
		return err
	}
	if c.JSON {
		return screen.PrintJSON(g.Out, map[string]string{"fingerprint": signer.Public().Fingerprint, "address": config.Address, "public": signer.Public().Text})
	}
	if c.Public {
		_, err = io.WriteString(g.Out, signer.Public().Text)
		return err
	}
	fmt.Fprintln(g.Out, signer.Public().Fingerprint)
	return nil
}

// signer is the key of the file that the configuration names. Without --new it is made only as at a first start, and without
// --new or --accept it is the one that players know.
func (c keyServerCmd) signer(g *screen.Globals, config *settings.Config) (*mail.Signer, error) {
	path := config.Path(config.ServerKey)
	if _, err := os.Stat(path); c.New && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is there already; move it away first, and keep it: it proves the mails of before", path)
	}
	if !c.New && !c.Accept {
		h, err := settings.OpenHost(g.Ctx, config, slog.Default())
		if err != nil {
			return nil, err
		}
		return h.Signer, h.Store.Close()
	}
	if _, err := os.Stat(path); err != nil && !c.New {
		return nil, err
	}
	h, err := settings.OpenHostWith(g.Ctx, config, slog.Default(), settings.TakeKey)
	if err != nil {
		return nil, err
	}
	told, err := h.Keys.ReplaceServerKey(g.Ctx)
	if err := errors.Join(err, h.Store.Close()); err != nil {
		return nil, err
	}
	if told > 0 {
		fmt.Fprintf(g.Err, "%s told of the new key by mail, which brings it\n", screen.Number(told, "player is", "players are"))
	}
	return h.Signer, nil
}

// former lists the keys that the server has signed with.
func (c keyServerCmd) former(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		var all []club.ServerKey
		if err := h.Store.View(g.Ctx, func(tx store.ReadTx) (err error) { all, err = club.ServerKeys(tx); return err }); err != nil {
			return err
		}
		if c.JSON {
			return screen.PrintJSON(g.Out, all)
		}
		for _, k := range all {
			if c.Public {
				fmt.Fprint(g.Out, k.Public)
				continue
			}
			fmt.Fprintf(g.Out, "%s since %s\n", k.Fingerprint, k.Since.Format(time.DateOnly))
		}
		return nil
	})
}
