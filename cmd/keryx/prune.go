package main

import (
	"fmt"

	"keryx/adjudicator/host"
)

// pruneCmd drops what nobody will ask for again.
type pruneCmd struct {
	Days int `help:"How long strangers' mails are kept, in days." default:"30"`
}

// Run drops the bytes of old mails of strangers.
func (c pruneCmd) Run(g *globals) error {
	if c.Days < 1 {
		return fmt.Errorf("--days is %d, want 1 or more", c.Days)
	}
	return g.withHost(func(h *host.Host) error {
		p, err := h.Prune(g.Ctx, c.Days)
		fmt.Fprintf(g.Out, "%s dropped, %d kB; the database uses the room again\n", number(p.Messages, "mail of a stranger", "mails of strangers"), (p.Bytes+999)/1000)
		return err
	})
}
