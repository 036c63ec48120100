package main

import (
	"fmt"

	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// configCmd groups the commands on the configuration file.
type configCmd struct {
	Test configTestCmd `cmd:"" help:"Check keryx.toml and the files that it names."`
}

// configTestCmd reads the configuration as the daemon would, and looks at the files that it names, into a database only where
// nothing would have to be changed there. It opens no mailbox.
type configTestCmd struct{}

func (configTestCmd) Gameless() {}

// Run says that all settings are known and fit, or which one does not with its line.
func (configTestCmd) Run(g *screen.Globals) error {
	c, err := settings.Load(g.Config)
	if err != nil {
		return err
	}
	if err := c.CheckFiles(); err != nil {
		return err
	}
	if err := c.CheckClub(g.Ctx); err != nil {
		return err
	}
	fmt.Fprintf(g.Out, "%s is good: mail to %s. keryx doctor checks the machine and the mail accounts, too.\n", g.Config, c.Address)
	return nil
}
