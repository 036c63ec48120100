package main

import (
	"errors"
	"fmt"
	"keryx/adjudicator/host/club"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// gameUpgradeCmd lets a game go over to other rules.
type gameUpgradeCmd struct {
	Game   string `arg:"" type:"game" help:"The game, such as hel-7."`
	To     string `help:"The version; the one of new games unless given. With data files of your own in --data it is theirs." placeholder:"VERSION"`
	Reason string `help:"Why, for both players and the ledger."`
	Cancel bool   `help:"Take back what was decided and has not taken place."`
}

// Run decides it, or takes it back.
func (c gameUpgradeCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		if c.Cancel {
			if err := h.Upkeep.CancelUpgrade(g.Ctx, c.Game); err != nil {
				return err
			}
			fmt.Fprintf(g.Out, "%s stays with the rules that it has; the players are told\n", c.Game)
			return nil
		}
		up, err := h.Upkeep.PlanUpgrade(g.Ctx, c.Game, c.To, c.Reason)
		var setting *club.SettingError
		if errors.As(err, &setting) && setting.Setting == "reason" {
			return fmt.Errorf("say why with --reason, in a sentence for both players: %w", err)
		}
		if err != nil {
			return err
		}
		told := "the players are told now, and once more when that turn begins"
		if up.Now {
			told = "that is the turn in play, and both players are asked again"
		}
		fmt.Fprintf(g.Out, "%s is played by version %s from turn %d on, in place of version %s; %s.\n", c.Game, up.To, up.Turn, up.From, told)
		fmt.Fprintf(g.Out, "Turns before stay as they were played. Keep the data and the release that have version %s: keryx replay needs them.\n", up.From)
		return nil
	})
}
