package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/sync/errgroup"

	"keryx/adjudicator"
	"keryx/cmd/keryx/screen"
)

// selfplayCmd plays many games in process.
type selfplayCmd struct {
	Ruleset  string `arg:"" help:"The printed game, such as hellespont."`
	Games    int    `help:"How many." default:"200" least:"1"`
	Players  string `help:"Who plays: random or sensible." enum:"random,sensible" default:"random"`
	Standing sided  `help:"Give both sides the standing orders that the ruleset proposes, or with =SIDE that side alone." placeholder:"SIDE"`
	Orders   string `help:"Standing orders instead of the proposed ones: a text file, for whoever has any." type:"existingfile"`
	Swap     bool   `help:"Play the second half of the games on the dice of the first, with the standing orders at the other side."`
	Scenario string `help:"The scenario; the first one unless given."`
	Seed     uint64 `help:"Random seed; same seed, same games." default:"1"`
	Workers  int    `help:"Games played at once; as many as there are processors unless given. Results do not depend on it." default:"0" least:"0"`
	Digest   bool   `help:"Print the digest of all games, of what was played and of what was said: equal games have equal ones."`
	Fast     bool   `help:"Only play: no invariants after each answer, no second play of each turn to compare."`
	Least    int    `help:"Fail if the lower bound of the score is below so many per cent." default:"0"`

	alone adjudicator.Side // who alone has standing orders, or Observer
	text  string           // of --orders
}

// Run plays the games and reports results and speed.
func (c *selfplayCmd) Run(g *screen.Globals) error {
	rules, err := adjudicator.Lookup(c.Ruleset)
	if err != nil {
		return err
	}
	info := rules.Info()
	if c.Scenario == "" {
		c.Scenario = info.Scenarios[0]
	}
	if !slices.Contains(info.Scenarios, c.Scenario) {
		return fmt.Errorf("%s has no --scenario %q; it has %s", c.Ruleset, c.Scenario, strings.Join(info.Scenarios, ", "))
	}
	if err := c.readStanding(info); err != nil {
		return err
	}
	// Games leave much behind and keep little: memory is swept less often than in a daemon.
	defer debug.SetGCPercent(debug.SetGCPercent(1600))
	begin := time.Now()
	games, err := c.playAll(g, rules)
	if err != nil {
		return err
	}
	tally := tally{results: map[string]int{}, asking: map[string]int{}}
	for i, played := range games {
		tally.add(info, played)
		if c.alone != adjudicator.Observer {
			tally.score.add(c.dice(i), played.Result, c.holder(i))
		}
	}
	if err := tally.print(g, time.Since(begin), c.Digest); err != nil {
		return err
	}
	if low, _ := tally.score.interval(); c.Least > 0 && low < float64(c.Least) {
		return fmt.Errorf("the lower bound of the score is %.1f %%, below %d %%", low, c.Least)
	}
	return nil
}

// playAll plays every game, several at once, and returns what came of them in the
// order of their seeds. The error is that of the first game that failed.
func (c selfplayCmd) playAll(g *screen.Globals, rules adjudicator.Ruleset) ([]adjudicator.Played, error) {
	if c.Workers <= 0 {
		c.Workers = runtime.NumCPU()
	}
	read := new(adjudicator.Standings)
	bar := g.Progress("games", false)
	bar.To(0, c.Games)
	defer bar.Done()
	games, faults := make([]adjudicator.Played, c.Games), make([]error, c.Games)
	group, ctx := errgroup.WithContext(g.Ctx)
	group.SetLimit(c.Workers)
	for i := range c.Games {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			seed := c.Seed + uint64(c.dice(i))*adjudicator.SeedStep
			if games[i], faults[i] = c.play(rules, read, i, seed); faults[i] != nil {
				faults[i] = fmt.Errorf("game %d (--seed %d --games 1): %w", i+1, seed, faults[i])
				return context.Canceled // begin no more games; those before are played to their end
			}
			bar.Next()
			return nil
		})
	}
	stopped := group.Wait()
	for _, fault := range faults {
		if fault != nil {
			return nil, fault
		}
	}
	if g.Ctx.Err() != nil {
		return nil, g.Ctx.Err()
	}
	return games, stopped
}

// play plays game number i, from 0.
func (c selfplayCmd) play(rules adjudicator.Ruleset, read *adjudicator.Standings, i int, seed uint64) (adjudicator.Played, error) {
	game := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: c.Scenario}, Seed: seed,
		Read:  read,
		Check: !c.Fast, Replay: !c.Fast, Digest: c.Digest, MaxAnswers: 5000}
	if err := game.Seat(c.Players, false); err != nil {
		return adjudicator.Played{}, err
	}
	for side := range adjudicator.Side(2) {
		if !c.Standing.given || c.alone != adjudicator.Observer && side != c.holder(i) {
			continue
		}
		if c.text != "" {
			game.Standing[side] = c.text
		} else if err := game.Propose(side); err != nil {
			return adjudicator.Played{}, err
		}
	}
	return game.Run()
}

// tally adds up what games came to.
type tally struct {
	games, turns, answers int
	results               map[string]int
	lengths               []int          // of the games, in turns
	mails                 []int          // by turn and player
	joined                []int          // the same, without receipts that could be joined with what follows
	asking                map[string]int // the mails that asked, by the kind of the question
	digest                adjudicator.Digest
	score                 score
}

func (t *tally) add(info adjudicator.Info, p adjudicator.Played) {
	t.games++
	t.turns += p.Turns
	t.answers += p.Answers
	t.lengths = append(t.lengths, p.Turns)
	for i, turn := range p.Mails {
		t.mails = append(t.mails, turn[0], turn[1])
		t.joined = append(t.joined, turn[0]-p.Receipts[i][0], turn[1]-p.Receipts[i][1])
	}
	for kind, n := range p.Asking {
		t.asking[kind] += n
	}
	t.digest.Add(p.Digest)
	name := "no result"
	if r := p.Result; r != nil {
		name = r.Level
		if r.Winner != adjudicator.Observer {
			name = info.Sides[r.Winner] + ", " + r.Level
		}
	}
	t.results[name]++
}

// print prints them, and the digest if it is one of anything.
func (t *tally) print(g *screen.Globals, took time.Duration, digest bool) error {
	w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintf(w, "games\t%d\n", t.games)
	for _, name := range screen.SortedKeys(t.results) {
		fmt.Fprintf(w, "  %s\t%d\n", name, t.results[name])
	}
	if t.score.pairs() > 0 {
		low, high := t.score.interval()
		fmt.Fprintf(w, "score\t%.1f %% [%.1f,%.1f]\n", t.score.mean(), low, high)
	}
	if digest {
		fmt.Fprintf(w, "digest\t%s\n", t.digest)
	}
	seconds := took.Seconds()
	fmt.Fprintf(w, "turns\t%d (%s a game)\n", t.turns, screen.Spread(t.lengths))
	fmt.Fprintf(w, "answers\t%d\n", t.answers)
	fmt.Fprintf(w, "mails per turn and player\t%s\n", screen.Spread(t.mails))
	fmt.Fprintf(w, "  if answered at once\t%s\n", screen.Spread(t.joined))
	for _, kind := range byCount(t.asking) {
		fmt.Fprintf(w, "  that ask: %s\t%.2f\n", kind, float64(t.asking[kind])/float64(len(t.mails)))
	}
	fmt.Fprintf(w, "time\t%.2f s\n", seconds)
	fmt.Fprintf(w, "games/s\t%.1f\n", float64(t.games)/seconds)
	fmt.Fprintf(w, "answers/s\t%.0f\n", float64(t.answers)/seconds)
	return w.Flush()
}

// byCount are the keys of numbers, the greatest number first.
func byCount(numbers map[string]int) []string {
	keys := screen.SortedKeys(numbers)
	slices.SortStableFunc(keys, func(a, b string) int { return numbers[b] - numbers[a] })
	return keys
}
