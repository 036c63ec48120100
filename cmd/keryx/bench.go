package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/host/bench"
)

// benchCmd measures what Keryx costs here.
type benchCmd struct {
	Game     string `help:"The printed game that is played." default:"hellespont" placeholder:"RULESET"`
	Mails    int    `help:"How many order mails to measure one by one." default:"200"`
	Games    int    `help:"How many games have orders waiting when the daemon begins." default:"100"`
	Clubs    []int  `help:"The numbers of games at which start and ticks of the daemon are measured." default:"10,1000,10000" placeholder:"N"`
	Markdown bool   `help:"Write the table in Markdown."`
	Seed     uint64 `help:"Of the simulated players' judgement." default:"411"`
}

// Run measures and writes a table. All is played in databases of its own and on the
// loopback interface.
func (c benchCmd) Run(g *globals) error {
	rules, err := adjudicator.Lookup(c.Game)
	if err != nil {
		return err
	}
	if least := min(c.Mails, c.Games, slices.Min(append(c.Clubs, 1))); least < 1 {
		return fmt.Errorf("--mails, --games and --clubs are numbers from 1 on, and %d is not", least)
	}
	rows := []bench.Row{{What: "machine", Value: fmt.Sprintf("%d processors", runtime.NumCPU()), How: runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version()}}
	for _, measure := range []func(context.Context, adjudicator.Ruleset) ([]bench.Row, error){c.mails, c.echoes, c.through, c.growth} {
		more, err := measure(g.Ctx, rules)
		if err != nil {
			return err
		}
		rows = append(rows, more...)
	}
	return bench.Write(g.Out, rows, c.Markdown)
}

func (c benchCmd) mails(ctx context.Context, rules adjudicator.Ruleset) ([]bench.Row, error) {
	cost, err := bench.Mails(ctx, rules, c.Mails, c.Seed)
	return cost.Rows(), err
}

func (c benchCmd) echoes(ctx context.Context, rules adjudicator.Ruleset) ([]bench.Row, error) {
	e, err := bench.Echoes(ctx, rules, min(c.Mails, 50), c.Seed)
	return e.Rows(), err
}

// through measures with one processor and with all.
func (c benchCmd) through(ctx context.Context, rules adjudicator.Ruleset) (rows []bench.Row, err error) {
	for processors := 1; processors <= runtime.NumCPU(); processors *= 2 {
		f, err := bench.Through(ctx, rules, c.Games, processors, c.Seed)
		if err != nil {
			return rows, err
		}
		rows = append(rows, f.Rows()...)
	}
	return rows, nil
}

// growth measures clubs that wait.
func (c benchCmd) growth(ctx context.Context, rules adjudicator.Ruleset) (rows []bench.Row, err error) {
	for _, games := range c.Clubs {
		g, err := bench.Grow(ctx, rules, games, c.Seed)
		if err != nil {
			return rows, err
		}
		rows = append(rows, g.Rows()...)
	}
	return rows, nil
}
