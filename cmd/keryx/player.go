package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"keryx/adjudicator/host"
	"keryx/store"
)

// playerCmd groups the commands on players.
type playerCmd struct {
	Add  playerAddCmd  `cmd:"" help:"Register a player."`
	List playerListCmd `cmd:"" help:"List the players."`
	Set  playerSetCmd  `cmd:"" help:"Change how a player is written to."`
}

// playerAddCmd registers a player.
type playerAddCmd struct {
	Address string `arg:"" help:"His mail address. Reports go there and nowhere else."`
	Name    string `arg:"" help:"His name, as the other players read it."`
	Lang    string `help:"Language of his mails." default:"en"`
	Zone    string `help:"His time zone, such as Europe/Paris." default:"UTC"`
}

// Run registers the player.
func (c playerAddCmd) Run(g *globals) error {
	return g.withHost(func(h *host.Host) error {
		err := h.AddPlayer(g.Ctx, store.Player{Address: c.Address, Name: c.Name, Language: c.Lang, TimeZone: c.Zone})
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s registered. Next: keryx key add %s KEYFILE\n", c.Address, c.Address)
		return nil
	})
}

// playerSetCmd changes how a player is written to.
type playerSetCmd struct {
	Address string  `arg:"" help:"His mail address."`
	Encrypt *bool   `negatable:"" help:"Encrypt all mail to him, with his OpenPGP key."`
	Name    *string `help:"His name, as the other players read it."`
	Lang    *string `help:"Language of his mails."`
	Zone    *string `help:"His time zone, such as Europe/Paris."`
	Moved   *string `help:"His new mail address. Keys and seats follow him; he gets his last reports again." placeholder:"ADDRESS"`
}

// Run stores the changes: all of them, or none if one will not do.
func (c playerSetCmd) Run(g *globals) error {
	change := host.PlayerChange{Address: c.Moved, Name: c.Name, Language: c.Lang, TimeZone: c.Zone, Encrypt: c.Encrypt}
	if change == (host.PlayerChange{}) {
		return errors.New("say what is to change: --name, --lang, --zone, --moved, --encrypt or --no-encrypt")
	}
	return g.withHost(func(h *host.Host) error {
		player, err := h.ChangePlayer(g.Ctx, c.Address, change)
		if err != nil {
			return err
		}
		encrypted, err := h.Encrypts(player)
		if err != nil {
			return err
		}
		how := "not encrypted"
		if encrypted {
			how = "encrypted"
		}
		fmt.Fprintf(g.Out, "%s, %s: mail in %q, %s, times of %s\n", player.Address, player.Name, player.Language, how, player.TimeZone)
		return nil
	})
}

// playerListCmd lists players.
type playerListCmd struct{}

// Run lists the players.
func (playerListCmd) Run(g *globals) error {
	return g.withHost(func(h *host.Host) error {
		return h.Store.View(g.Ctx, func(tx store.ReadTx) error {
			players, err := tx.Players()
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
			fmt.Fprintln(w, "ADDRESS\tNAME\tLANGUAGE\tZONE\tKEYS")
			for _, p := range players {
				keys, err := tx.KeysOf(p.Address)
				if err != nil {
					return err
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\n", p.Address, p.Name, p.Language, p.TimeZone, len(keys))
			}
			return w.Flush()
		})
	})
}

// keyCmd groups the commands on keys.
type keyCmd struct {
	Add  keyAddCmd  `cmd:"" help:"Register a public key for a player."`
	List keyListCmd `cmd:"" help:"List the keys of a player, or of all."`

	Confirm keyConfirmCmd `cmd:"" help:"Let a key count that its owner has registered by mail, at the referee's word."`
	Retire  keyRetireCmd  `cmd:"" help:"Retire a key: it signs no further orders."`
	Expire  keyExpireCmd  `cmd:"" help:"Set the last day on which a key may sign."`
	Revoke  keyRevokeCmd  `cmd:"" help:"Revoke a key that is lost or stolen, for ever."`

	Server keyServerCmd `cmd:"" help:"Show the fingerprint of the key that this server signs its mail with."`
}

// keyAddCmd registers a key.
type keyAddCmd struct {
	Player string `arg:"" help:"The player's address."`
	File   string `arg:"" help:"His public key: an OpenSSH .pub file or an armoured OpenPGP key; - for standard input."`
	Game   string `help:"Only for his seats in this game."`
	Until  string `help:"The last day on which it may sign; left out: as long as the key itself says." placeholder:"YYYY-MM-DD"`
}

// Run registers the key.
func (c keyAddCmd) Run(g *globals) error {
	text, err := readInput(c.File)
	if err != nil {
		return err
	}
	end, err := afterDay(c.Until)
	if err != nil {
		return err
	}
	return g.withHost(func(h *host.Host) error {
		fingerprint, err := h.AddKey(g.Ctx, c.Player, c.Game, text)
		if err != nil {
			return explainRefusal(err)
		}
		if !end.IsZero() {
			if _, err := h.ExpireKey(g.Ctx, fingerprint, end); err != nil {
				return err
			}
		}
		fmt.Fprintf(g.Out, "key %s registered for %s\n", fingerprint, c.Player)
		return nil
	})
}

// keyListCmd lists keys.
type keyListCmd struct {
	Player string `arg:"" optional:"" help:"Only this player's."`
}

// Run lists the keys.
func (c keyListCmd) Run(g *globals) error {
	return g.withHost(func(h *host.Host) error {
		return h.Store.View(g.Ctx, func(tx store.ReadTx) error {
			players, err := tx.Players()
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
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
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", p.Address, k.Scheme, k.State, k.Game, lasts(k), k.Fingerprint)
				}
			}
			return w.Flush()
		})
	})
}

// maxInput bounds what a command reads from a file or from standard input.
const maxInput = 1 << 20

// readInput reads a file, or standard input for "-".
func readInput(path string) ([]byte, error) {
	in := io.Reader(os.Stdin)
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	if err == nil && len(text) > maxInput {
		err = fmt.Errorf("%s is larger than %d bytes", path, maxInput)
	}
	return text, err
}
