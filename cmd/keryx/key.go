package main

import (
	"fmt"
	"slices"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/keyring"
	"keryx/cmd/keryx/offline"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
)

// keyCmd groups the commands on keys.
type keyCmd struct {
	Add  keyAddCmd  `cmd:"" help:"Add a public key."`
	List keyListCmd `cmd:"" help:"List keys."`

	Confirm keyConfirmCmd `cmd:"" help:"Activate a pending key."`
	Retire  keyRetireCmd  `cmd:"" help:"Stop accepting a key."`
	Expire  keyExpireCmd  `cmd:"" help:"Set a key's expiry date."`
	Revoke  keyRevokeCmd  `cmd:"" help:"Revoke a lost or stolen key permanently."`
	Stop    keyStopCmd    `cmd:"" help:"Cancel a pending key change."`

	Server keyServerCmd `cmd:"" help:"Show the server key's fingerprint."`
}

// keyAddCmd registers a key.
type keyAddCmd struct {
	Player string `arg:"" help:"The player's address."`
	File   string `arg:"" help:"His public key: an OpenSSH .pub file or an armoured OpenPGP key; - for standard input."`
	Game   string `type:"game" help:"Only for his seats in this game."`
	Until  string `help:"The last day on which it may sign; left out: as long as the key itself says." placeholder:"YYYY-MM-DD"`
}

// Run registers the key.
func (c keyAddCmd) Run(g *screen.Globals) error {
	text, err := screen.ReadInput(g.Ctx, c.File)
	if err != nil {
		return err
	}
	end, err := afterDay(c.Until)
	if err != nil {
		return err
	}
	return settings.WithHost(g, func(h *host.Host) error {
		before, err := keysOf(g, h, c.Player)
		if err != nil {
			return err
		}
		fingerprint, err := h.Keys.AddKey(g.Ctx, c.Player, c.Game, text)
		if err != nil {
			return offline.ExplainRefusal(err, "en")
		}
		what := "registered"
		if slices.ContainsFunc(before, func(k store.Key) bool { return k.Fingerprint == fingerprint }) {
			what = "renewed"
		}
		if !end.IsZero() {
			if _, err := h.Keys.ExpireKey(g.Ctx, fingerprint, end); err != nil {
				return err
			}
		}
		fmt.Fprintf(g.Out, "key %s %s for %s\n", fingerprint, what, c.Player)
		return nil
	})
}

// keysOf lists the keys of a player.
func keysOf(g *screen.Globals, h *host.Host, player string) (keys []store.Key, err error) {
	err = h.Store.View(g.Ctx, func(tx store.ReadTx) (err error) {
		keys, err = tx.KeysOf(player)
		return err
	})
	return keys, err
}

// keyListCmd lists keys.
type keyListCmd struct {
	screen.Listing
	Player string `arg:"" optional:"" help:"Only this player's."`
}

// Run lists the keys.
func (c keyListCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		return h.Store.View(g.Ctx, func(tx store.ReadTx) error {
			players, err := tx.Players()
			if err != nil {
				return err
			}
			w := c.Table(g.Out)
			fmt.Fprintln(w, "PLAYER\tSCHEME\tSTATE\tGAME\tEXPIRY\tFINGERPRINT")
			for _, p := range players {
				if c.Player != "" && p.Address != store.Address(c.Player) {
					continue
				}
				keys, err := tx.KeysOf(p.Address)
				if err != nil {
					return err
				}
				for _, k := range keys {
					end, err := keyring.KeyEnd(k)
					if err != nil {
						return err
					}
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", p.Address, k.Scheme, standing(k), k.Game, lasts(end, h.Now()), k.Fingerprint)
				}
			}
			return w.Flush()
		})
	})
}
