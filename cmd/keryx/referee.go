package main

import (
	"errors"
	"fmt"
	"strings"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/rulings"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// refereeCmd groups the commands of referees, and rules in a game.
type refereeCmd struct {
	Add        refereeAddCmd        `cmd:"" help:"Appoint a referee."`
	Remove     refereeRemoveCmd     `cmd:"" help:"Remove a referee; past rulings stay valid."`
	List       refereeListCmd       `cmd:"" help:"List referees."`
	Precedents refereePrecedentsCmd `cmd:"" help:"List past rulings of a ruleset."`
	Rule       refereeRuleCmd       `cmd:"" default:"withargs" help:"Give a ruling."`
}

// refereeAddCmd makes somebody a referee.
type refereeAddCmd struct {
	Address string `arg:"" help:"The mail address of a registered player."`
	Game    string `type:"game" help:"Of this game only; of all games of the club unless given."`
}

// Run makes him one.
func (c refereeAddCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		if err := h.Claims.AddReferee(g.Ctx, c.Address, c.Game); err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s is a referee of %s\n", c.Address, ofGame(c.Game))
		fmt.Fprintln(g.Out, "The guide for the first game as a referee is sent to who mails “help referee”; keryx help referee shows it here.")
		return nil
	})
}

// ofGame names a game, or all of them.
func ofGame(game string) string {
	if game == "" {
		return "the club: of all games in which he does not play"
	}
	return game
}

// refereeRemoveCmd takes it back.
type refereeRemoveCmd struct {
	Address string `arg:"" help:"His mail address."`
	Game    string `type:"game" help:"Of this game only; of the club unless given."`
}

// Run takes it back.
func (c refereeRemoveCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		if err := h.Claims.RemoveReferee(g.Ctx, c.Address, c.Game); err != nil {
			return err
		}
		of := c.Game
		if of == "" {
			of = "the club"
		}
		fmt.Fprintf(g.Out, "%s is no referee of %s any more\n", c.Address, of)
		return nil
	})
}

// refereeListCmd lists referees.
type refereeListCmd struct {
	screen.Listing
	Game string `arg:"" optional:"" type:"game" help:"Only those of this game, and of the club."`
}

// Run lists them.
func (c refereeListCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		all, err := h.Claims.Referees(g.Ctx, c.Game)
		if err != nil {
			return err
		}
		w := c.Table(g.Out)
		fmt.Fprintln(w, "ADDRESS\tNAME\tRULES IN\tKEYS")
		for _, r := range all {
			in := r.Games
			if r.Club {
				in = append([]string{"all games of the club"}, in...)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\n", r.Address, r.Name, strings.Join(in, ", "), r.Keys)
		}
		return w.Flush()
	})
}

// refereeRuleCmd rules in a game.
type refereeRuleCmd struct {
	Game    string   `arg:"" type:"game" help:"The game, such as hel-7."`
	Ruling  []string `arg:"" help:"What is ruled, as in a signed email: pause until 2027-07-05; extend athens until 2027-07-05 18:00; resume."`
	Reason  string   `help:"Why: both players read it, and it stands in the ledger."`
	As      string   `help:"The referee in whose name it is given; the game's own unless given." placeholder:"ADDRESS"`
	Appeal  int      `help:"The number of the appeal that it decides: it takes the place of the ruling appealed against." placeholder:"N"`
	Preview bool     `help:"Show what both players would read, and change nothing. This is logged."`
}

// Run carries the ruling out, or shows what it would be.
func (c refereeRuleCmd) Run(g *screen.Globals) error {
	if strings.TrimSpace(c.Reason) == "" {
		return errors.New("a ruling needs a reason, which both players read: add --reason '...'")
	}
	return settings.WithHost(g, func(h *host.Host) error {
		head := "ruling"
		if c.Preview {
			head = "preview"
		}
		text := head + "\n"
		for line := range strings.Lines(c.Reason) {
			text += "reason " + strings.TrimSpace(line) + "\n"
		}
		if c.Reason != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		if c.Appeal != 0 {
			text += fmt.Sprintf("on appeal %d\n", c.Appeal)
		}
		ruled, err := h.Rulings.Rule(g.Ctx, c.Game, c.As, text+strings.Join(c.Ruling, " ")+"\n")
		var refused *rulings.RulingError
		if errors.As(err, &refused) {
			fmt.Fprintln(g.Err, refused.Error())
			return screen.ErrSaid
		}
		if err != nil {
			return err
		}
		if ruled.Preview {
			fmt.Fprintf(g.Out, "Nothing is changed, and nobody is notified. This preview was logged. What would be read:\n")
		} else {
			fmt.Fprintf(g.Out, "It is entry %d of the ledger of %s, and both players are told:\n", ruled.Entry, ruled.Game)
		}
		for i, side := range ruled.Sides {
			fmt.Fprintf(g.Out, "%s:\n", side)
			for _, line := range ruled.Reads(i) {
				fmt.Fprintf(g.Out, "    %s\n", line)
			}
		}
		return nil
	})
}

// refereePrecedentsCmd lists rulings.
type refereePrecedentsCmd struct {
	screen.Listing
	Ruleset string `arg:"" help:"The printed game, such as hellespont."`
}

// Run lists them, as far as the players of each game have read them.
func (c refereePrecedentsCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		all, err := h.Claims.Precedents(g.Ctx, c.Ruleset)
		if err != nil {
			return err
		}
		w := c.Table(g.Out)
		fmt.Fprintln(w, "DAY\tGAME\tENTRY\tRULING\tREASON")
		for _, p := range all {
			void := ""
			if p.Void {
				void = " (given up since)"
			}
			fmt.Fprintf(w, "%s\t%s\t%d\t%s%s\t%s\n", p.At.Format("2006-01-02"), p.Game, p.Entry, p.Act, void, screen.Visible(strings.Join(strings.Fields(p.Reason), " ")))
		}
		return w.Flush()
	})
}
