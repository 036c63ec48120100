package leagues

import (
	"fmt"
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// leaguePreviewCmd shows the next round.
type leaguePreviewCmd struct {
	screen.Listing
	League string `arg:"" help:"The league."`
}

// Run shows it, and changes nothing.
func (c leaguePreviewCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		p, err := h.PreviewLeague(g.Ctx, c.League)
		if err != nil {
			return err
		}
		names := p.Season.Apart(h.Names(g.Ctx))
		if c.JSON {
			return screen.PrintJSON(g.Out, previewOf(p, names))
		}
		if p.Season.State.Closed != nil {
			fmt.Fprintln(g.Out, "The season is over.")
			return nil
		}
		if !p.Season.State.Begun() {
			fmt.Fprintf(g.Out, "The season has not begun. Entered: %d.\n", p.Season.State.InCount())
		}
		for _, round := range p.Rounds {
			if round.Not != nil { // as "league pair" says it
				fmt.Fprintf(g.Out, "%s: %v\n", p.Season.State.Divisions[round.Division].Name, round.Not)
				continue
			}
			fmt.Fprintf(g.Out, "%s, round %d:\n", p.Season.State.Divisions[round.Division].Name, round.Round)
			for _, f := range round.Fixtures {
				fmt.Fprintf(g.Out, "  %s  %s\n", f.ID, pairName(p.Season, names, f.Home, f.Away))
			}
			printReasons(g, round.Reasons)
		}
		if p.Games > 0 {
			fmt.Fprintf(g.Out, "Games without a result: %d.\n", p.Games)
		}
		if p.Pace > 0 {
			fmt.Fprintf(g.Out, "A game of this club takes %.1f days (measured over %d games); at that pace the season ends about %s.\n",
				p.Pace.Hours()/24, p.Measured, p.Ends.Format(time.DateOnly))
			if ends := p.Season.State.Terms.Ends; !ends.IsZero() && p.Ends.After(ends) {
				fmt.Fprintf(g.Out, "That is after its last day, %s: what is not finished then is adjudicated.\n", ends.Format(time.DateOnly))
			}
		} else {
			fmt.Fprintln(g.Out, "No finished games of this scenario yet; pace unknown.")
		}
		return nil
	})
}

// previewShown is what a preview tells, as programs read it.
type previewShown struct {
	Over       bool           `json:"over"`
	Begun      bool           `json:"begun"`
	Entered    int            `json:"entered"`
	Rounds     []previewRound `json:"rounds"`
	Unfinished int            `json:"games_without_a_result"`
	DaysAGame  float64        `json:"days_a_game,omitempty"` // measured
	Measured   int            `json:"games_measured"`
	Ends       string         `json:"ends_about,omitempty"`
	LastDay    string         `json:"last_day,omitempty"`
}

type previewRound struct {
	Division string           `json:"division"`
	Round    int              `json:"round,omitempty"`
	Not      string           `json:"not,omitempty"` // why there is none
	Fixtures []previewFixture `json:"fixtures"`
}

type previewFixture struct {
	ID   string `json:"id"`
	Home string `json:"home"`
	Away string `json:"away,omitempty"` // nobody: home has the bye
}

// previewOf is a preview for programs.
func previewOf(p host.Preview, names func(string) string) previewShown {
	d := previewShown{Over: p.Season.State.Closed != nil, Begun: p.Season.State.Begun(), Entered: p.Season.State.InCount(), Rounds: []previewRound{}, Unfinished: p.Games, Measured: p.Measured}
	for _, round := range p.Rounds {
		r := previewRound{Division: p.Season.State.Divisions[round.Division].Name, Round: round.Round, Fixtures: []previewFixture{}}
		if round.Not != nil {
			r.Not = round.Not.Error()
		}
		for _, f := range round.Fixtures {
			one := previewFixture{ID: f.ID, Home: p.Season.Name(f.Home, names)}
			if f.Away != "" {
				one.Away = p.Season.Name(f.Away, names)
			}
			r.Fixtures = append(r.Fixtures, one)
		}
		d.Rounds = append(d.Rounds, r)
	}
	if p.Pace > 0 {
		d.DaysAGame, d.Ends = p.Pace.Hours()/24, p.Ends.Format(time.DateOnly)
	}
	if ends := p.Season.State.Terms.Ends; !ends.IsZero() {
		d.LastDay = ends.Format(time.DateOnly)
	}
	return d
}
