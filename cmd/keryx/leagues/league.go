// Package leagues holds the commands on seasons, ladders and ratings. What they decide is done by the host; here it is
// asked for and shown.
package leagues

import (
	"fmt"
	"keryx/adjudicator/host/club"
	"os"
	"slices"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/rating"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
	"keryx/templates"
)

// Cmd groups the commands on leagues.
type Cmd struct {
	New       leagueNewCmd       `cmd:"" help:"Create a season from a file."`
	List      leagueListCmd      `cmd:"" help:"List leagues."`
	Open      leagueOpenCmd      `cmd:"" help:"Open sign-up and send invitations."`
	Enter     leagueEnterCmd     `cmd:"" help:"Sign up a player."`
	Withdraw  leagueWithdrawCmd  `cmd:"" help:"Withdraw a player."`
	Pair      leaguePairCmd      `cmd:"" help:"Start the season or pair the next round now."`
	Preview   leaguePreviewCmd   `cmd:"" help:"Preview the next round and end date."`
	Table     leagueTableCmd     `cmd:"" help:"Print standings."`
	Fixtures  leagueFixturesCmd  `cmd:"" help:"List fixtures and results."`
	Rule      leagueRuleCmd      `cmd:"" help:"Rule on a result."`
	Set       leagueSetCmd       `cmd:"" help:"Change a season's last day, referee or absences."`
	Delete    leagueDeleteCmd    `cmd:"" help:"Delete a season made by mistake."`
	Close     leagueCloseCmd     `cmd:"" help:"End the season."`
	Ladder    leagueLadderCmd    `cmd:"" help:"Print a ladder, or one player's view."`
	Challenge leagueChallengeCmd `cmd:"" help:"Issue a challenge for a player."`
	Accept    leagueAcceptCmd    `cmd:"" help:"Accept a challenge for a player."`
	Decline   leagueDeclineCmd   `cmd:"" help:"Decline a challenge for a player."`
	Cancel    leagueCancelCmd    `cmd:"" help:"Cancel a challenge for a player."`
	Next      leagueNextCmd      `cmd:"" help:"Create next season's file, with promotion and relegation."`
	Ledger    leagueLedgerCmd    `cmd:"" help:"Export the league ledger (anonymous JSON lines)."`
	Verify    leagueVerifyCmd    `cmd:"" help:"Verify a league ledger and its draws."`
	Report    leagueReportCmd    `cmd:"" help:"Write a newsletter summary."`
	Ratings   leagueRatingsCmd   `cmd:"" help:"List ratings."`
}

// leagueNewCmd makes a season.
type leagueNewCmd struct {
	File string `arg:"" help:"What the season is made from, in TOML." type:"existingfile"`
}

// Founding has the command begin a club where there is none yet.
func (leagueNewCmd) Founding() {}

// Run makes the season.
func (c leagueNewCmd) Run(g *screen.Globals) error {
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	f, err := season.Read(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return settings.WithHost(g, func(h *host.Host) error {
		if err := h.Leagues.NewLeague(g.Ctx, f); err != nil {
			return err
		}
		printSettings(g, f)
		err := h.Store.View(g.Ctx, func(tx store.ReadTx) error {
			unknown, err := leagues.Uninvited(tx, f)
			printUninvited(g, unknown, "Do so before keryx league open "+f.ID+".")
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s is made. keryx league open %s lets members enter by email.\n", f.ID, f.ID)
		return nil
	})
}

// printUninvited says whom a league's file invites who is not registered, and what to do.
func printUninvited(g *screen.Globals, unknown []string, then string) {
	if len(unknown) == 0 {
		return
	}
	fmt.Fprintf(g.Out, "Not invited, since nobody is registered under it: %s. keryx player add ADDRESS NAME registers somebody. %s\n", strings.Join(unknown, ", "), then)
}

// leagueListCmd lists leagues.
type leagueListCmd struct{ screen.Listing }

// Run lists them.
func (c leagueListCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		return h.Store.View(g.Ctx, func(tx store.ReadTx) error {
			all, err := season.All(tx)
			if err != nil {
				return err
			}
			w := c.Table(g.Out)
			fmt.Fprintln(w, "LEAGUE\tNAME\tFORMAT\tENTRANTS\tGAMES\tSTATUS")
			for _, s := range all {
				games, open := s.State.AllGames(), s.State.Open()
				fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d of %d\t%s\n", s.ID, s.File.Name, s.File.Format, len(s.State.Joined()), len(games)-len(open), len(games), statusOf(s))
			}
			return w.Flush()
		})
	})
}

// statusOf says how far a season is.
func statusOf(s *season.Season) string {
	switch {
	case s.State.Closed != nil:
		return "over"
	case s.Ending:
		return "ends with its games"
	case s.State.Begun():
		return "running"
	case s.Opened:
		return "open for entries"
	}
	return "not open yet"
}

// leagueOpenCmd opens entry by mail.
type leagueOpenCmd struct {
	League string `arg:"" help:"The league, such as spring."`
}

// Run opens it.
func (c leagueOpenCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		invited, err := h.Leagues.OpenLeague(g.Ctx, c.League)
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s is open; invitations: %d. Players enter with \"join %s\" in a signed email.\n", c.League, invited.Sent, c.League)
		printUninvited(g, invited.Unknown, "keryx league open "+c.League+" then invites them.")
		return nil
	})
}

// leagueEnterCmd enters a player.
type leagueEnterCmd struct {
	League   string `arg:"" help:"The league."`
	Player   string `arg:"" help:"The player's address."`
	Division int    `help:"The division, the best being 1." default:"1" least:"1"`
	Most     int    `help:"How many games at once he plays." least:"0"`
}

// Run enters him.
func (c leagueEnterCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		if err := h.Leagues.EnterLeague(g.Ctx, c.League, c.Player, c.Division-1, c.Most); err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s is entered in %s.\n", store.Address(c.Player), c.League)
		return nil
	})
}

// leagueWithdrawCmd withdraws a player.
type leagueWithdrawCmd struct {
	League string `arg:"" help:"The league."`
	Player string `arg:"" help:"The player's address."`
	Reason string `help:"Why; it goes into the league's ledger."`
}

// Run withdraws him.
func (c leagueWithdrawCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		if err := h.Leagues.LeaveLeague(g.Ctx, c.League, c.Player, c.Reason); err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s has withdrawn from %s.\n", store.Address(c.Player), c.League)
		return nil
	})
}

// leaguePairCmd begins a season or pairs a round.
type leaguePairCmd struct {
	League   string `arg:"" help:"The league."`
	Division int    `help:"The division, the best being 1." default:"1" least:"1"`
}

// Run pairs.
func (c leaguePairCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		what, err := h.Results.PairLeague(g.Ctx, c.League, c.Division-1)
		if err != nil {
			return err
		}
		s, err := h.Leagues.League(g.Ctx, c.League)
		if err != nil {
			return err
		}
		names := s.Apart(h.Leagues.Names(g.Ctx))
		for _, f := range what.Fixtures {
			fmt.Fprintf(g.Out, "%s  %s\n", f.ID, pairName(s, names, f.Home, f.Away))
		}
		printReasons(g, what.Reasons)
		fmt.Fprintln(g.Out, "The games begin as soon as the daemon runs (keryx serve).")
		return nil
	})
}

func pairName(s *season.Season, names func(string) string, home, away string) string {
	switch {
	case home == "":
		return "nobody"
	case away == "":
		return s.Name(home, names) + " has the bye"
	}
	return s.Name(home, names) + " - " + s.Name(away, names)
}

// leagueTableCmd prints tables.
type leagueTableCmd struct {
	screen.Listing
	League string `arg:"" help:"The league."`
	Format string `help:"text, csv, json, cross (a crosstable as CSV) or trf (a tournament report file)." enum:"text,csv,json,cross,trf" default:"text"`
	As     int    `name:"division" help:"The division, the best being 1; all of them unless given." least:"0"`
}

// Run prints them.
func (c leagueTableCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		s, err := h.Leagues.League(g.Ctx, c.League)
		if err != nil {
			return err
		}
		if c.JSON {
			c.Format = "json"
		}
		if c.As < 0 || c.As > len(s.State.Divisions) {
			return fmt.Errorf("%s has divisions 1 to %d", s.ID, len(s.State.Divisions))
		}
		if s.State.Ladder != nil && c.Format == "text" {
			return leagueLadderCmd{League: c.League}.Run(g)
		}
		names := s.Apart(h.Leagues.Names(g.Ctx))
		list, err := h.Ratings.Ratings(g.Ctx, s.State.Rules.Ruleset)
		if err != nil {
			return err
		}
		rating := func(entrant string) int {
			for _, r := range list {
				if r.Name == s.Name(entrant, names) {
					return r.Rating
				}
			}
			return 0
		}
		for i := range s.State.Divisions {
			if c.As != 0 && c.As != i+1 {
				continue
			}
			if err := WriteTable(g, s, i, c.Format, s.Apart(h.Leagues.Names(g.Ctx)), rating); err != nil {
				return err
			}
		}
		return nil
	})
}

// leagueFixturesCmd lists fixtures.
type leagueFixturesCmd struct {
	screen.Listing
	League string `arg:"" help:"The league."`
}

// Run lists them.
func (c leagueFixturesCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		s, err := h.Leagues.League(g.Ctx, c.League)
		if err != nil {
			return err
		}
		names := s.Apart(h.Leagues.Names(g.Ctx))
		w := c.Table(g.Out)
		fmt.Fprintf(w, "GAME\t%s\t%s\tON THE SERVER\tRESULT\n", strings.ToUpper(s.State.Rules.Sides[0]), strings.ToUpper(s.State.Rules.Sides[1]))
		for _, f := range s.State.Fixtures() {
			games := s.State.GamesOf(f.ID)
			ruled := slices.ContainsFunc(games, func(game league.Game) bool { return game.Result != nil })
			if !s.State.Sided(f.ID) && f.Away != "" && !ruled {
				waits := "bids until " + s.BidsUntil(f.ID).Format(time.DateOnly)
				if s.State.Closed != nil {
					waits = "not played"
				}
				fmt.Fprintf(w, "%s\t%s\t\t\t%s\n", f.ID, pairName(s, names, f.Home, f.Away), waits)
				continue
			}
			for _, game := range games {
				result := ""
				if o := s.State.Outcome(game); o.Known() {
					p := s.State.PointsOf(game)
					result = templates.For("en", s.State.Rules.Ruleset).Result(o.Verdict, [2]string{s.Name(game.First, names), s.Name(game.Second, names)})
					if !o.Struck {
						result += fmt.Sprintf("; %s - %s points", p[0], p[1])
					}
				}
				first, second := s.Name(game.First, names), s.Name(game.Second, names)
				if !s.State.Sided(f.ID) { // it was ruled on before anybody had a side
					first, second = pairName(s, names, f.Home, f.Away), ""
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", game.ID, first, second, game.Host, result)
			}
			if f.Away == "" && f.Home != "" {
				fmt.Fprintf(w, "%s\t%s\t\t\tbye\n", f.ID, s.Name(f.Home, names))
			}
		}
		return w.Flush()
	})
}

// leagueRuleCmd rules on a result.
type leagueRuleCmd struct {
	League string `arg:"" help:"The league."`
	Game   string `arg:"" help:"The game, such as 1-3-2-1."`
	Level  string `arg:"" help:"A victory level, draw, forfeit, both-forfeit or void."`
	Winner string `help:"The winner's address or name; nobody in a draw."`
	Reason string `help:"Why; both players read it." required:""`
}

// Run rules.
func (c leagueRuleCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		err := h.Results.RuleResult(g.Ctx, c.League, leagues.Rule{Game: c.Game, Winner: c.Winner, Level: c.Level, Why: c.Reason})
		if err == nil {
			fmt.Fprintf(g.Out, "The ruling on %s stands in the ledger of %s; both players are told.\n", c.Game, c.League)
		}
		return err
	})
}

// leagueCloseCmd ends a season.
type leagueCloseCmd struct {
	League     string `arg:"" help:"The league."`
	AfterGames bool   `help:"Of a ladder: take no more challenges from now on, and end it when its games have ended."`
	Preview    bool   `help:"Show what would become of each unfinished game, and change nothing."`
	Reason     string `help:"Why the season ends before its last day; all entrants read it."`
}

// Run ends it.
func (c leagueCloseCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		if c.AfterGames && c.Preview {
			return c.lastGames(g, h)
		}
		if c.AfterGames {
			games, err := h.Ladders.EndLadder(g.Ctx, c.League)
			if err == nil {
				fmt.Fprintf(g.Out, "%s takes no more challenges, and ends when its games have ended: %d are under way.\n", c.League, games)
			}
			return err
		}
		done, err := c.unfinished(g, h)
		if done || err != nil {
			return err
		}
		if err := h.Results.CloseLeague(g.Ctx, c.League); err != nil {
			return err
		}
		s, err := h.Leagues.League(g.Ctx, c.League)
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Out, "%s is over. %s\n", s.ID, ChampionsOf(s, s.Apart(h.Leagues.Names(g.Ctx))))
		return nil
	})
}

// ChampionsOf says in a line who has won a season, or that nobody has yet.
func ChampionsOf(s *season.Season, names func(string) string) string {
	if s.State.Closed == nil || len(s.State.Closed.Champions) == 0 {
		return "There is no champion."
	}
	var list []string
	for _, e := range s.State.Closed.Champions {
		list = append(list, s.Name(e, names))
	}
	return "Champion: " + strings.Join(list, ", ") + "."
}

// leagueNextCmd writes the file of the next season.
type leagueNextCmd struct {
	League string `arg:"" help:"The league that is over."`
	ID     string `arg:"" help:"The name of the next one."`
}

// Run writes it.
func (c leagueNextCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		s, err := h.Leagues.League(g.Ctx, c.League)
		if err != nil {
			return err
		}
		text, err := s.Next(c.ID)
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(g.Out, text)
		return err
	})
}

// leagueRatingsCmd lists ratings.
type leagueRatingsCmd struct {
	screen.Listing
	Ruleset string `arg:"" optional:"" help:"The printed game; all games of the club together unless given."`
}

// Run lists them.
func (c leagueRatingsCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		if c.Ruleset != "" && !slices.Contains(adjudicator.Rulesets(), c.Ruleset) {
			return &club.SettingError{Setting: "ruleset", Value: c.Ruleset, Want: "one of " + strings.Join(adjudicator.Rulesets(), ", ")}
		}
		list, err := h.Ratings.Ratings(g.Ctx, c.Ruleset)
		if err != nil {
			return err
		}
		w := c.Table(g.Out)
		fmt.Fprintln(w, "#\tPLAYER\tRATING\tDEVIATION\tGAMES")
		for _, r := range list {
			mark := ""
			if r.Uncertain {
				mark = "?"
			}
			fmt.Fprintf(w, "%d\t%s\t%d%s\t%d\t%d\n", r.Place, r.Name, r.Rating, mark, r.Deviation, r.Games)
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if c.JSON {
			return nil
		}
		fmt.Fprintf(g.Out, "A question mark stands behind a rating whose deviation is above %.0f.\n", rating.Default().Uncertain)
		biases, err := h.Ratings.Biases(g.Ctx, c.Ruleset)
		for _, b := range biases {
			low, high := b.Interval()
			fmt.Fprintf(g.Out, "%s %s: %s is better by %.0f points (%.0f to %.0f with 95 %%, %d games); the games of %s are rated with %.0f\n",
				b.Ruleset, b.Scenario, b.Side, b.Points, low, high, b.Games, b.Season, b.InForce.Points)
		}
		return err
	})
}
