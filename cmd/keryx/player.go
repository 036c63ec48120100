package main

import (
	"errors"
	"fmt"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/offers"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
)

// playerCmd groups the commands on players.
type playerCmd struct {
	Add  playerAddCmd  `cmd:"" help:"Register a player."`
	List playerListCmd `cmd:"" help:"List players."`
	Set  playerSetCmd  `cmd:"" help:"Change a player's settings."`

	Volunteer playerVolunteerCmd `cmd:"" help:"List or change substitute volunteers."`

	Remove playerRemoveCmd `cmd:"" help:"Erase a player's personal data."`
}

// playerAddCmd registers a player.
type playerAddCmd struct {
	Address string `arg:"" help:"His mail address. Reports go there and nowhere else."`
	Name    string `arg:"" help:"His name, as the other players read it."`
	Lang    string `help:"Language of his mails." default:"en"`
	Zone    string `help:"His time zone, such as Europe/Paris." default:"UTC"`
}

// Founding has the command begin a club where there is none yet.
func (playerAddCmd) Founding() {}

// Run registers the player.
func (c playerAddCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		err := h.Seats.AddPlayer(g.Ctx, store.Player{Address: c.Address, Name: c.Name, Language: c.Lang, TimeZone: c.Zone})
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
	Files   *bool   `name:"calendar" negatable:"" help:"Attach deadlines to his letters as files for his calendar."`
	Zone    *string `help:"His time zone, such as Europe/Paris."`
	Moved   *string `help:"His new mail address. Keys and seats follow him; he gets his last reports again." placeholder:"ADDRESS"`
}

// Run stores the changes: all of them, or none if one will not do.
func (c playerSetCmd) Run(g *screen.Globals) error {
	change := seating.PlayerChange{Address: c.Moved, Name: c.Name, Language: c.Lang, TimeZone: c.Zone, Encrypt: c.Encrypt, Calendar: c.Files}
	if change == (seating.PlayerChange{}) {
		return errors.New("nothing to change; give one of --name, --lang, --zone, --moved, --calendar, --no-calendar, --encrypt or --no-encrypt")
	}
	return settings.WithHost(g, func(h *host.Host) error {
		player, err := h.Seats.ChangePlayer(g.Ctx, c.Address, change)
		if err != nil {
			return err
		}
		encrypted, err := post.Encrypts(player)
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

// playerVolunteerCmd keeps the list of volunteers.
type playerVolunteerCmd struct {
	screen.Listing
	Address string `arg:"" optional:"" help:"His mail address."`
	Off     bool   `help:"Take him off the list."`
}

// Run changes the list, or prints it.
func (c playerVolunteerCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		if c.Address != "" {
			if err := h.Offers.Volunteer(g.Ctx, c.Address, !c.Off); err != nil {
				return err
			}
		}
		return h.Store.View(g.Ctx, func(tx store.ReadTx) error {
			all, err := offers.Volunteers(tx)
			if c.JSON && err == nil {
				w := c.Table(g.Out)
				fmt.Fprintln(w, "ADDRESS\tNAME")
				for _, player := range all {
					fmt.Fprintf(w, "%s\t%s\n", player.Address, player.Name)
				}
				return w.Flush()
			}
			for _, player := range all {
				fmt.Fprintf(g.Out, "%s, %s, takes over sides\n", player.Address, player.Name)
			}
			if len(all) == 0 && err == nil {
				fmt.Fprintln(g.Out, "nobody takes over sides")
			}
			return err
		})
	})
}

// playerRemoveCmd removes a player's data.
type playerRemoveCmd struct {
	settings.Trying
	Address string `arg:"" help:"His mail address."`
}

// Run removes them, unless a game needs him.
func (c playerRemoveCmd) Run(g *screen.Globals) error {
	return c.WithHost(g, func(h *host.Host) error {
		as, err := h.Upkeep.RemovePlayer(g.Ctx, c.Address)
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, `%s is removed; in his old games he is %s now, and their ledgers can be checked as before.
His address, his name, his keys and his mails are gone from the database. What remains is outside of it: the mails in the
mailbox's folders, what others were sent, copies made by keryx backup, and the program's logs.
`, c.Address, as)
		return nil
	})
}

// playerListCmd lists players.
type playerListCmd struct{ screen.Listing }

// Run lists the players.
func (c playerListCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		return h.Store.View(g.Ctx, func(tx store.ReadTx) error {
			players, err := tx.Players()
			if err != nil {
				return err
			}
			w := c.Table(g.Out)
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
