package main

import (
	"fmt"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// pruneCmd drops what nobody will ask for again, and keeps the rest in few bytes.
type pruneCmd struct {
	Days int `help:"Keep unusable email for so many days." default:"30" least:"1"`
}

// Run drops the bytes of old mails of strangers, and makes those small that were sent.
func (c pruneCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		p, err := h.Games.Prune(g.Ctx, c.Days)
		fmt.Fprintf(g.Out, "%s dropped, %d kB; the database uses the room again\n", screen.Number(p.Messages, "mail of a stranger", "mails of strangers"), (p.Bytes+999)/1000)
		if err != nil {
			return err
		}
		small, err := h.Compact(g.Ctx)
		fmt.Fprintf(g.Out, "%s made small, %d kB saved: what a reader gets of them stays the same\n", screen.Number(small.Mails, "mail that was sent", "mails that were sent"), small.Saved/1000)
		return err
	})
}
