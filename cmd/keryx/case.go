package main

import (
	"io"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// caseCmd exports a played turn.
type caseCmd struct {
	Game string `arg:"" type:"game" help:"The game, such as hel-7."`
	Turn int    `arg:"" help:"The number of the turn, from 1." least:"1"`

	Title string `help:"What the case is to show, in a few words."`
}

// Run writes the turn as a case of the ruleset's tests.
func (c caseCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		text, err := h.Games.Case(g.Ctx, c.Game, c.Turn, c.Title)
		if err != nil {
			return err
		}
		_, err = io.WriteString(g.Out, text)
		return err
	})
}
