package leagues

import (
	"fmt"
	"text/tabwriter"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/leagues"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// leagueSetCmd changes a season.
type leagueSetCmd struct {
	settings.Trying
	League      string `arg:"" help:"The league."`
	Ends        string `help:"The last day, such as 2027-05-31." placeholder:"DAY"`
	Referee     string `help:"The address of its referee." placeholder:"ADDRESS"`
	AbsenceDays *int   `help:"For how many days of the season absences stop the clock of a player; 0 for as many as the club allows." placeholder:"DAYS"`
	Reason      string `help:"Why; all entrants read it." required:""`
}

// Run changes it.
func (c leagueSetCmd) Run(g *screen.Globals) error {
	return c.WithHost(g, func(h *host.Host) error {
		err := h.Leagues.SetLeague(g.Ctx, c.League, leagues.LeagueChange{Ends: c.Ends, Referee: c.Referee, AbsenceDays: c.AbsenceDays, Reason: c.Reason})
		if err == nil {
			fmt.Fprintf(g.Out, "%s is changed; all its entrants are told.\n", c.League)
		}
		return err
	})
}

// leagueDeleteCmd takes a season back.
type leagueDeleteCmd struct {
	settings.Trying
	League string `arg:"" help:"The league."`
	Reason string `help:"Why; all entrants read it." required:""`
}

// Run takes it back.
func (c leagueDeleteCmd) Run(g *screen.Globals) error {
	return c.WithHost(g, func(h *host.Host) error {
		err := h.Leagues.DeleteLeague(g.Ctx, c.League, c.Reason)
		if err == nil {
			fmt.Fprintf(g.Out, "%s is called off; whoever had entered is told.\n", c.League)
		}
		return err
	})
}

// lastGames prints how many games a ladder would wait for that is to end with them, and changes nothing.
func (c leagueCloseCmd) lastGames(g *screen.Globals, h *host.Host) error {
	s, err := h.Leagues.League(g.Ctx, c.League)
	if err != nil {
		return err
	}
	if s.State.Ladder == nil {
		return &leagues.NotLadderError{League: c.League}
	}
	if s.State.Closed != nil {
		fmt.Fprintf(g.Out, "%s is over already.\n", c.League)
		return nil
	}
	fmt.Fprintf(g.Out, "%s would take no more challenges, and end when its games have ended: %d are under way. Nothing is changed.\n", c.League, len(s.State.Open()))
	return nil
}

// unfinished deals with the unfinished games of a season that is to end, and reports whether nothing is left to do.
func (c leagueCloseCmd) unfinished(g *screen.Globals, h *host.Host) (done bool, err error) {
	games, err := h.Leagues.LeagueAtEnd(g.Ctx, c.League)
	if err != nil {
		return false, err
	}
	if c.Preview {
		return true, showEnding(g, c.League, games)
	}
	if len(games) == 0 || c.Reason == "" {
		return false, nil // without a reason it ends when all games have results, or says which has none
	}
	over, err := h.Leagues.EndLeagueNow(g.Ctx, c.League, c.Reason)
	if err != nil || over {
		if over {
			fmt.Fprintf(g.Out, "%s is over; all its entrants are told.\n", c.League)
		}
		return true, err
	}
	fmt.Fprintf(g.Out, "Today is the last day of %s, and all its entrants are told. It is over when all games are settled:\n", c.League)
	if games, err = h.Leagues.LeagueAtEnd(g.Ctx, c.League); err != nil {
		return true, err
	}
	return true, showEnding(g, c.League, games)
}

// showEnding prints what becomes of the unfinished games of a season.
func showEnding(g *screen.Globals, league string, games []leagues.GameAtEnd) error {
	if len(games) == 0 {
		fmt.Fprintf(g.Out, "All games of %s have a result.\n", league)
		return nil
	}
	w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "GAME\tPLAYERS\tON THE SERVER\tWHAT BECOMES OF IT")
	for _, one := range games {
		way := map[string]string{
			"late":      "who alone keeps it waiting loses: " + one.Result,
			"position":  "the rulebook's result on the present position: " + one.Result,
			"members":   "both agree on a result, or three members judge the position",
			"referee":   "both agree on a result, or a referee rules",
			"not-begun": "both agree on a result, or a referee rules, or both lose it",
		}[one.Way]
		fmt.Fprintf(w, "%s\t%s - %s\t%s\t%s\n", one.Game.ID, one.First, one.Second, one.Game.Host, way)
	}
	return w.Flush()
}
