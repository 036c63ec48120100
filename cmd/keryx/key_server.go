package main

import (
	"fmt"
	"io"

	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// keyServerCmd shows the server's key.
type keyServerCmd struct {
	Public bool `help:"Print the public key, to be imported by mail programs."`
}

// Run prints the fingerprint or the public key.
func (c keyServerCmd) Run(g *screen.Globals) error {
	config, err := settings.Load(g.Config)
	if err != nil {
		return err
	}
	signer, err := settings.ServerKey(config.Path(config.ServerKey), config.Name, config.Address)
	if err != nil {
		return err
	}
	if c.Public {
		_, err = io.WriteString(g.Out, signer.Public().Text)
		return err
	}
	fmt.Fprintln(g.Out, signer.Public().Fingerprint)
	return nil
}
