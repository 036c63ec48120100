package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"

	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/mail"
)

// keyServerCmd shows the server's key.
type keyServerCmd struct {
	screen.Listing
	Public bool `help:"Print the public key, to be imported by mail programs."`
	New    bool `help:"Make a new key where the file of the old one is lost or was moved away. Tell the players its fingerprint."`
}

// Run prints the fingerprint or the public key.
func (c keyServerCmd) Run(g *screen.Globals) error {
	config, err := settings.Load(g.Config)
	if err != nil {
		return err
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

// signer is the key of the file that the configuration names. Without --new it is made only as at a first start.
func (c keyServerCmd) signer(g *screen.Globals, config *settings.Config) (*mail.Signer, error) {
	path := config.Path(config.ServerKey)
	_, err := os.Stat(path)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case c.New && !missing:
		return nil, fmt.Errorf("%s is there already; move it away first, and keep it: it proves the mails of before", path)
	case c.New || !missing:
		return settings.ServerKey(path, config.Name, config.Address)
	}
	h, err := settings.OpenHost(g.Ctx, config, slog.Default())
	if err != nil {
		return nil, err
	}
	return h.Signer, h.Store.Close()
}
