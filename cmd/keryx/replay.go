package main

import (
	"fmt"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
)

// replayCmd plays games again.
type replayCmd struct {
	Game string `arg:"" optional:"" help:"The game, such as hel-7."`
	All  bool   `help:"Every stored game."`
}

// Run replays and reports the first difference of each game.
func (c replayCmd) Run(g *globals) error {
	if (c.Game == "") == !c.All {
		return fmt.Errorf("name one game, or say --all")
	}
	return g.withHost(func(h *host.Host) error {
		show := func(r host.Replayed, err error) {
			if err != nil {
				fmt.Fprintf(g.Out, "%s: %v\n", r.Game, err)
				return
			}
			fmt.Fprintf(g.Out, "%s: %s, %s, every turn begins as stored\n", r.Game, count(r.Turns, "turn"), number(r.Entries, "ledger entry", "ledger entries"))
		}
		if c.All {
			if h.ReplayAll(g.Ctx, show) != nil {
				return errSaid
			}
			return nil
		}
		r, err := h.Replay(g.Ctx, c.Game)
		if err == nil {
			show(r, nil)
		}
		return err
	})
}

// ledgerCmd prints a ledger.
type ledgerCmd struct {
	Game   string `arg:"" help:"The game, such as hel-7."`
	Bodies bool   `help:"Print what the entries record, secret orders included. That you looked is on record, and the players are told when the game is over."`
}

// Run prints the ledger for a person.
func (c ledgerCmd) Run(g *globals) error {
	return g.withHost(func(h *host.Host) error {
		read := h.OpenLedger
		if c.Bodies {
			read = h.Ledger
		}
		entries, broken := read(g.Ctx, c.Game)
		if len(entries) == 0 && broken != nil {
			return broken
		}
		for _, e := range entries {
			side := e.Side
			if side == "" {
				side = "-"
			}
			fmt.Fprintf(g.Out, "%4d  %s  %-8s %-8s %.16s…\n", e.Seq, e.Time.Format("2006-01-02 15:04:05"), e.Kind, side, e.Hash)
			if c.Bodies || e.Body != nil {
				for _, line := range strings.Split(strings.TrimRight(string(e.Body), "\n"), "\n") {
					fmt.Fprintf(g.Out, "      | %s\n", line)
				}
			}
		}
		if broken == nil && c.Bodies {
			broken = adjudicator.VerifyChain(entries)
		}
		if broken != nil {
			return broken
		}
		fmt.Fprintf(g.Out, "%d entries, the chain holds\n", len(entries))
		return nil
	})
}
