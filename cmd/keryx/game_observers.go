package main

import (
	"fmt"
	"io"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/watch"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
)

// gameObserversCmd says who watches a game.
type gameObserversCmd struct {
	screen.Listing
	Game   string   `arg:"" type:"game" help:"The game, such as hel-7."`
	Invite []string `help:"Let somebody watch who is registered, and tell him by mail." placeholder:"ADDRESS"`
	Drop   []string `help:"End the watching of somebody, and his invitation." placeholder:"ADDRESS"`
}

// Run invites and drops, and lists who watches the game then.
func (c gameObserversCmd) Run(g *screen.Globals) error {
	id := c.Game
	return settings.WithHost(g, func(h *host.Host) error {
		for _, address := range c.Drop {
			if err := h.Watchers.DropObserver(g.Ctx, id, address); err != nil {
				return err
			}
			c.Say(g, "%s is sent nothing more of %s\n", address, id)
		}
		for _, address := range c.Invite {
			if err := h.Watchers.InviteObserver(g.Ctx, id, address); err != nil {
				return err
			}
			c.Say(g, "%s may watch %s, and is told how\n", address, id)
		}
		w := c.Facts(g.Out)
		if err := showObservers(g, w, h, id); err != nil {
			return err
		}
		return w.Flush()
	})
}

// showObservers lists who may watch a game by mail, and who does.
func showObservers(g *screen.Globals, w io.Writer, h *host.Host, id string) error {
	return h.Store.View(g.Ctx, func(tx store.ReadTx) error {
		if _, err := tx.Game(id); err != nil {
			return &play.UnknownGameError{ID: id}
		}
		may, all, invited, err := watch.Observers(tx, id)
		if err != nil {
			return err
		}
		words := map[play.Observing]string{play.ObservedByAll: "everybody who is registered may watch", play.ObservedByInvited: "only those who are invited may watch", play.ObservedByNone: "nobody may watch"}
		fmt.Fprintf(w, "observers\t%s\n", words[may])
		for _, o := range all {
			fmt.Fprintf(w, "\t%s (%s), since %s\n", o.Name, o.Address, o.Since.UTC().Format("2006-01-02"))
		}
		for _, address := range invited {
			fmt.Fprintf(w, "\tinvited: %s\n", address)
		}
		return nil
	})
}
