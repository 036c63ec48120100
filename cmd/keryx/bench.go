package main

import (
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/bench"
	"keryx/cmd/keryx/screen"
)

// benchCmd measures what Keryx costs here.
type benchCmd struct {
	Game     string `help:"The printed game that is played." default:"hellespont" placeholder:"RULESET"`
	Mails    int    `help:"How many order mails to measure one by one." default:"200" least:"1"`
	Games    int    `help:"How many games have orders waiting when the daemon begins." default:"100" least:"1"`
	Clubs    []int  `help:"The numbers of games at which start and ticks of the daemon are measured." default:"10,1000,10000" placeholder:"N"`
	Markdown bool   `help:"Write the table in Markdown."`
	Plots    string `help:"Draw the curves (PNG) into this directory." type:"path" placeholder:"DIR"`
	Seed     uint64 `help:"Seed for the simulated players." default:"411"`
}

// maxEchoes bounds the mails whose answer is waited for one by one.
const maxEchoes = 50

// Run measures and writes a table. All is played in databases of its own and on the
// loopback interface.
func (c benchCmd) Run(g *screen.Globals) error {
	rules, err := adjudicator.Lookup(c.Game)
	if err != nil {
		return err
	}
	if least := min(c.Mails, c.Games, slices.Min(append(c.Clubs, 1))); least < 1 {
		return fmt.Errorf("--mails, --games and --clubs are numbers from 1 on, and %d is not", least)
	}
	sweepSeldom() // as a daemon does
	if c.Plots != "" {
		if err := os.MkdirAll(c.Plots, 0o755); err != nil {
			return err
		}
	}
	rows := []bench.Row{{What: "machine", Value: fmt.Sprintf("%d processors", runtime.NumCPU()), How: runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version()}}
	bar := g.Progress("steps", false)
	defer bar.Done()
	bar.To(0, len(c.Clubs)+2+bits.Len(uint(runtime.NumCPU())))
	var clubs []bench.Growth // first, while the program holds nothing else
	for _, games := range c.Clubs {
		club, err := bench.Grow(g.Ctx, rules, games, c.Seed)
		if err != nil {
			return err
		}
		clubs = append(clubs, club)
		bar.Next()
	}
	cost, err := bench.Mails(g.Ctx, rules, c.Mails, c.Seed)
	if err != nil {
		return err
	}
	bar.Next()
	echo, err := bench.Echoes(g.Ctx, rules, min(c.Mails, maxEchoes), c.Seed)
	if err != nil {
		return err
	}
	bar.Next()
	rows = append(append(rows, cost.Rows()...), echo.Rows()...)
	var flows []bench.Flow
	for processors := 1; processors <= runtime.NumCPU(); processors *= 2 {
		f, err := bench.Through(g.Ctx, rules, c.Games, processors, c.Seed)
		if err != nil {
			return err
		}
		flows, rows = append(flows, f), append(rows, f.Rows()...)
		bar.Next()
	}
	for _, club := range clubs {
		rows = append(rows, club.Rows()...)
	}
	bar.Done()
	if err := bench.Write(g.Out, rows, c.Markdown); err != nil {
		return err
	}
	start, tick := bench.Curves(clubs)
	return c.draw(map[string]bench.Curve{"mails": cost.Curve(), "processors": bench.Workers(flows), "start": start, "tick": tick})
}

// draw writes each curve into a file of its name, if pictures are wanted.
func (c benchCmd) draw(curves map[string]bench.Curve) (all error) {
	if c.Plots == "" {
		return nil
	}
	for name, curve := range curves {
		f, err := os.Create(filepath.Join(c.Plots, name+".png"))
		if err != nil {
			return err
		}
		all = errors.Join(all, curve.PNG(f), f.Close())
	}
	return all
}
