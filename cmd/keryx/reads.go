package main

import (
	"cmp"
	"fmt"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/templates"
)

// readsCmd lists who looked at what is secret.
type readsCmd struct {
	screen.Listing
	Game string `arg:"" optional:"" type:"game" help:"The game, such as hel-7; all of them unless given."`
}

// Run lists the looks, oldest first.
func (c readsCmd) Run(g *screen.Globals) error {
	return g.Paged(func() error { return settings.WithHost(g, func(h *host.Host) error { return c.show(g, h) }) })
}

// show prints it.
func (c readsCmd) show(g *screen.Globals, h *host.Host) error {
	reads, err := h.Reports.Reads(g.Ctx, c.Game)
	if err != nil {
		return err
	}
	p := templates.For("en", "")
	w := c.Table(g.Out)
	fmt.Fprintln(w, "WHEN\tGAME\tUSER\tWHAT\tCOMMAND")
	for _, r := range reads {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\tkeryx %s\n", r.At.Format("2006-01-02 15:04:05 MST"), cmp.Or(r.Game, "-"), screen.Visible(cmp.Or(r.User, "unknown")),
			p.Say("read.what."+r.What), r.Command)
	}
	return w.Flush()
}
