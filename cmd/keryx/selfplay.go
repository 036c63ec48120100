package main

import (
	"fmt"
	"math/rand/v2"
	"text/tabwriter"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"keryx/adjudicator"
)

// selfplayCmd plays many games in process.
type selfplayCmd struct {
	Ruleset  string `arg:"" help:"The printed game, such as hellespont."`
	Games    int    `help:"How many." default:"200"`
	Scenario string `help:"The scenario; the first one unless given."`
	Seed     uint64 `help:"Equal seeds play equal games." default:"1"`
	Fast     bool   `help:"Only play: no invariants after each answer, no second play of each turn to compare."`
}

// Run plays the games and reports results and speed.
func (c selfplayCmd) Run(g *globals) error {
	rules, err := adjudicator.Lookup(c.Ruleset)
	if err != nil {
		return err
	}
	info := rules.Info()
	if c.Scenario == "" {
		c.Scenario = info.Scenarios[0]
	}
	bar, done := progress(g, c.Games)
	tally := tally{results: map[string]int{}}
	begin := time.Now()
	for i := range c.Games {
		if g.Ctx.Err() != nil {
			break
		}
		seed := c.Seed + uint64(i)*1_000_003
		played, err := c.play(rules, seed)
		if err != nil {
			done()
			return fmt.Errorf("game %d (--seed %d --games 1): %w", i+1, seed, err)
		}
		tally.add(info, played)
		bar()
	}
	done()
	tally.print(g, info, time.Since(begin))
	return g.Ctx.Err()
}

// play plays one game between random players.
func (c selfplayCmd) play(rules adjudicator.Ruleset, seed uint64) (adjudicator.Played, error) {
	game := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: c.Scenario}, Seed: seed,
		Check: !c.Fast, Replay: !c.Fast, MaxAnswers: 5000}
	for side := range game.Players {
		game.Players[side] = adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, uint64(side)+100))}
	}
	return game.Run()
}

// tally adds up what games came to.
type tally struct {
	games, turns, answers int
	results               map[string]int
}

func (t *tally) add(info adjudicator.Info, p adjudicator.Played) {
	t.games++
	t.turns += p.Turns
	t.answers += p.Answers
	name := "no result"
	if r := p.Result; r != nil {
		name = r.Level
		if r.Winner != adjudicator.Observer {
			name = info.Sides[r.Winner] + ", " + r.Level
		}
	}
	t.results[name]++
}

func (t *tally) print(g *globals, info adjudicator.Info, took time.Duration) {
	w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintf(w, "games\t%d\n", t.games)
	for _, name := range sortedKeys(t.results) {
		fmt.Fprintf(w, "  %s\t%d\n", name, t.results[name])
	}
	seconds := took.Seconds()
	fmt.Fprintf(w, "turns\t%d\n", t.turns)
	fmt.Fprintf(w, "answers\t%d\n", t.answers)
	fmt.Fprintf(w, "time\t%.2f s\n", seconds)
	fmt.Fprintf(w, "games/s\t%.1f\n", float64(t.games)/seconds)
	fmt.Fprintf(w, "answers/s\t%.0f\n", float64(t.answers)/seconds)
	w.Flush()
}

// progress shows a bar on a terminal, and nothing elsewhere. It returns what to
// call for each game and at the end.
func progress(g *globals, total int) (each, done func()) {
	if !term.IsTerminal(2) {
		return func() {}, func() {}
	}
	p := mpb.New(mpb.WithOutput(g.Err), mpb.WithWidth(48))
	bar := p.AddBar(int64(total), mpb.PrependDecorators(decor.CountersNoUnit("%d of %d games")),
		mpb.AppendDecorators(decor.AverageETA(decor.ET_STYLE_GO)))
	return bar.Increment, func() {
		bar.Abort(false)
		p.Wait()
	}
}
