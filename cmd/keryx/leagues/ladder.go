package leagues

import (
	"fmt"
	"text/tabwriter"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/season"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/templates"
)

// leagueLadderCmd prints a ladder.
type leagueLadderCmd struct {
	screen.Listing
	League string `arg:"" help:"The ladder, such as climb."`
	Player string `help:"What a player of it sees: how he stands, whom he may challenge, and why not the others. A name, an address, or what stands before its @."`
}

// Run prints it.
func (c leagueLadderCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		v, err := h.Ladders.Ladder(g.Ctx, c.League, c.Player)
		if err != nil {
			return err
		}
		if c.JSON {
			return screen.PrintJSON(g.Out, ladderJSON{Places: ladderPlaces(v.Places), Told: v.Told, Why: v.Why})
		}
		for _, line := range v.Told {
			fmt.Fprintln(g.Out, line)
		}
		if c.Player != "" && len(v.Places) > 0 {
			fmt.Fprintln(g.Out, "May be challenged:")
		}
		printPlaces(g, v.Places)
		for _, line := range v.Why {
			fmt.Fprintln(g.Out, line)
		}
		return nil
	})
}

// ladderJSON is a ladder as programs read it, or what a player of it sees.
type ladderJSON struct {
	Places []ladderLine `json:"places"`
	Told   []string     `json:"told,omitempty"` // of a player: how he stands
	Why    []string     `json:"why,omitempty"`  // and why he may not challenge others
}

// ladderLine is a place; Rank is among those who have finished a game.
type ladderLine struct {
	Place  int    `json:"place"`
	Player string `json:"player"`
	Played int    `json:"played"`
	Rank   int    `json:"rank,omitempty"`
}

func ladderPlaces(places []templates.LadderPlace) []ladderLine {
	all := []ladderLine{}
	for _, p := range places {
		all = append(all, ladderLine{p.Place, p.Name, p.Games, p.Rank})
	}
	return all
}

// printPlaces prints places of a ladder.
func printPlaces(g *screen.Globals, places []templates.LadderPlace) {
	if len(places) == 0 {
		return
	}
	w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "PLACE\tPLAYER\tPLAYED\tRANK")
	for _, p := range places {
		rank := "-"
		if p.Rank > 0 {
			rank = fmt.Sprint(p.Rank)
		}
		fmt.Fprintf(w, "%d\t%s\t%d\t%s\n", p.Place, p.Name, p.Games, rank)
	}
	if err := w.Flush(); err != nil {
		fmt.Fprintln(g.Out, err)
	}
}

// leagueChallengeCmd challenges for a player.
type leagueChallengeCmd struct {
	League     string `arg:"" help:"The ladder."`
	Challenger string `arg:"" help:"Who challenges: a name, or an address."`
	Challenged string `arg:"" help:"Who is challenged."`
	Reason     string `help:"Why the referee does it for him; both read it, and it stands in the ledger." required:""`
}

// Run challenges.
func (c leagueChallengeCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		made, err := h.Ladders.ChallengeFor(g.Ctx, c.League, c.Challenger, c.Challenged, c.Reason)
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "Challenge %d of %s is made, to be answered by %s; both players are told.\n", made.Number, c.League, made.Until.UTC().Format("2006-01-02 15:04 MST"))
		return nil
	})
}

// answered is what is given for each act of a referee on a challenge.
type answered struct {
	League string `arg:"" help:"The ladder."`
	Number int    `arg:"" help:"The challenge; keryx calendar lists those that wait."`
	Reason string `help:"Why the referee does it for the player; both read it, and it stands in the ledger." required:""`
}

func (a answered) do(g *screen.Globals, act, done string) error {
	return settings.WithHost(g, func(h *host.Host) error {
		if err := h.Ladders.AnswerFor(g.Ctx, a.League, a.Number, act, a.Reason); err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "Challenge %d of %s is %s; both players are told.\n", a.Number, a.League, done)
		return nil
	})
}

// The acts of a referee on a challenge.
type (
	leagueAcceptCmd  struct{ answered }
	leagueDeclineCmd struct{ answered }
	leagueCancelCmd  struct{ answered }
)

// Run accepts.
func (c leagueAcceptCmd) Run(g *screen.Globals) error { return c.do(g, leagues.AcceptIt, "accepted") }

// Run declines.
func (c leagueDeclineCmd) Run(g *screen.Globals) error { return c.do(g, leagues.DeclineIt, "declined") }

// Run calls off.
func (c leagueCancelCmd) Run(g *screen.Globals) error { return c.do(g, leagues.CancelIt, "called off") }

// printSettings prints the settings of a ladder, with those that its file left out.
func printSettings(g *screen.Globals, f season.File) {
	list := f.Explained()
	if len(list) == 0 {
		return
	}
	w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, s.Value, s.Says)
	}
	if err := w.Flush(); err != nil {
		fmt.Fprintln(g.Out, err)
	}
}
