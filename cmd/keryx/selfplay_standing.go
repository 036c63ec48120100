package main

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"keryx/adjudicator"
)

// sided is a flag that may name a side: --standing, or --standing=athens.
type sided struct {
	given bool
	side  string // empty for both
}

// IsBool implements [kong.BoolMapperValue]: nothing need follow.
func (*sided) IsBool() bool { return true }

// Decode implements [kong.MapperValue].
func (s *sided) Decode(ctx *kong.DecodeContext) error {
	s.given = true
	if token := ctx.Scan.Peek(); token.Type == kong.FlagValueToken {
		s.side = fmt.Sprint(ctx.Scan.Pop().Value)
	}
	return nil
}

// readStanding finds out who has standing orders, and which.
func (c *selfplayCmd) readStanding(info adjudicator.Info) error {
	c.alone = adjudicator.Observer
	if c.Standing.side != "" {
		i := slices.Index(info.Sides, c.Standing.side)
		if i < 0 {
			return fmt.Errorf("%s has no side %q; it has %s", c.Ruleset, c.Standing.side, strings.Join(info.Sides, ", "))
		}
		c.alone = adjudicator.Side(i)
	}
	switch {
	case c.alone == adjudicator.Observer && (c.Swap || c.Least > 0):
		return fmt.Errorf("--swap and --least need --standing=SIDE: %s", strings.Join(info.Sides, " or "))
	case c.Swap && c.Games%2 != 0:
		return fmt.Errorf("--swap needs an even number of --games")
	case c.Orders != "":
		if !c.Standing.given {
			return fmt.Errorf("--orders needs --standing, or --standing=SIDE")
		}
		text, err := os.ReadFile(c.Orders)
		if err != nil {
			return fmt.Errorf("--orders: %w", err)
		}
		c.text = string(text)
	}
	return nil
}

// dice is the number of the game on whose dice game number i is played.
func (c *selfplayCmd) dice(i int) int {
	if c.Swap {
		return i % (c.Games / 2)
	}
	return i
}

// holder is who alone has standing orders in game number i.
func (c *selfplayCmd) holder(i int) adjudicator.Side {
	if c.Swap && i >= c.Games/2 {
		return c.alone.Other()
	}
	return c.alone
}

// score is what the side with standing orders has made of its games: 1 for a win, 1/2 for a
// draw. Games on the same dice are one observation, since they are no two.
type score struct {
	sums  map[int]float64 // by the number of the dice
	games map[int]int
}

// add enters a game.
func (s *score) add(dice int, r *adjudicator.Result, holder adjudicator.Side) {
	if s.sums == nil {
		s.sums, s.games = map[int]float64{}, map[int]int{}
	}
	s.games[dice]++
	switch {
	case r == nil || r.Winner == adjudicator.Observer:
		s.sums[dice] += 0.5
	case r.Winner == holder:
		s.sums[dice]++
	}
}

// pairs is how many observations there are.
func (s *score) pairs() int { return len(s.sums) }

// each is what an observation has come to, in per cent.
func (s *score) each() (all []float64) {
	for _, dice := range slices.Sorted(maps.Keys(s.sums)) {
		all = append(all, 100*s.sums[dice]/float64(s.games[dice]))
	}
	return all
}

// mean is the score in per cent.
func (s *score) mean() float64 {
	sum := 0.0
	for _, x := range s.each() {
		sum += x
	}
	return sum / float64(max(1, s.pairs()))
}

// interval is where the score of any number of games lies with 95 % of confidence.
func (s *score) interval() (low, high float64) {
	mean, spread := s.mean(), 0.0
	for _, x := range s.each() {
		spread += (x - mean) * (x - mean)
	}
	n := float64(s.pairs())
	half := 1.96 * math.Sqrt(spread/max(1, n-1)/max(1, n))
	return mean - half, mean + half
}
