package league

import (
	"cmp"
	"fmt"
	"slices"

	"keryx/adjudicator/league/standing"
)

// Startable are the games that may begin now, in order: nobody plays more games at once than
// he can, nor the same side in two at once; both games of a pair begin together or one
// after the other, as the rules say. Sides must have been given. What is listed first counts
// for what is listed after it.
func (s *State) Startable() []Game {
	running := map[string]int{}
	side := map[[2]string]bool{}
	begin := func(g *Game) {
		running[g.First]++
		running[g.Second]++
		side[[2]string{g.First, s.Rules.Sides[0]}], side[[2]string{g.Second, s.Rules.Sides[1]}] = true, true
	}
	for _, g := range s.games {
		if g.Started && s.effective(g).Result == nil {
			begin(g)
		}
	}
	can := func(g *Game, games int) bool {
		return running[g.First]+games <= s.Entrants[g.First].Most && running[g.Second]+games <= s.Entrants[g.Second].Most &&
			!side[[2]string{g.First, s.Rules.Sides[0]}] && !side[[2]string{g.Second, s.Rules.Sides[1]}]
	}
	var out []Game
	for _, m := range s.inOrder() {
		var waiting []*Game
		for _, g := range m.games {
			if s.effective(g).Result == nil && !g.Started {
				waiting = append(waiting, g)
			}
		}
		if len(waiting) == 0 || !m.sided {
			continue
		}
		if s.Ladder != nil { // a challenge that was accepted waits for nothing but its other game
			if !s.Rules.Together {
				if s.running(m) {
					continue
				}
				waiting = waiting[:1]
			}
			for _, g := range waiting {
				out = append(out, *g)
			}
			continue
		}
		if s.Rules.Together && len(waiting) == 2 {
			if !can(waiting[0], 2) || !can(waiting[1], 2) {
				continue
			}
		} else if waiting = waiting[:1]; !can(waiting[0], 1) || s.running(m) && !s.Rules.Together {
			continue
		}
		for _, g := range waiting {
			begin(g)
			out = append(out, *g)
		}
	}
	return out
}

// running reports whether a game of the match is being played.
func (s *State) running(m *match) bool {
	return slices.ContainsFunc(m.games, func(g *Game) bool { return g.Started && s.effective(g).Result == nil })
}

// inOrder are all matches, earlier rounds first.
func (s *State) inOrder() []*match {
	var out []*match
	for _, d := range s.Divisions {
		for _, round := range d.Rounds {
			out = append(out, round...)
		}
	}
	slices.SortStableFunc(out, func(a, b *match) int { return cmp.Compare(a.round, b.round) })
	return out
}

// Open are the games without a result, in order: what must be adjudicated before the
// season can close.
func (s *State) Open() []Game {
	var out []Game
	for _, m := range s.inOrder() {
		for _, g := range m.games {
			if s.effective(g).Result == nil {
				out = append(out, *g)
			}
		}
	}
	return out
}

// Games are all games of a division with the results that count, in order.
func (s *State) Games(division int) []Game {
	var out []Game
	for _, m := range s.inOrder() {
		for _, g := range m.games {
			if m.division == division {
				out = append(out, *s.effective(g))
			}
		}
	}
	return out
}

// Barred are those who let their time run out more often than the rules bear, by name.
func (s *State) Barred() []string {
	flags := map[string]int{}
	for _, g := range s.games {
		if g.Result != nil {
			flags[g.First] += g.Result.Flags[0]
			flags[g.Second] += g.Result.Flags[1]
		}
	}
	var out []string
	for name, n := range flags {
		if s.Rules.Flags > 0 && n > s.Rules.Flags {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// Verdict is what a member without interest says of an unfinished game.
type Verdict struct {
	Member string `json:"member"`           // "judge 1": who he is stands in no ledger
	Winner string `json:"winner,omitempty"` // nobody for a draw
	Level  string `json:"level"`
	Why    string `json:"why"`
}

// Middle is the middle one of three verdicts on a game, from the best for the first side to
// the best for the second. It fails with [ErrResult] if a verdict is none or two are one member's.
func (s *State) Middle(game string, verdicts [3]Verdict) (Verdict, error) {
	g := s.games[game]
	if g == nil {
		return Verdict{}, fmt.Errorf("%w: game %q", ErrUnknown, game)
	}
	margin := map[string]standing.Points{}
	for _, v := range verdicts {
		w, known := s.Rules.Points[v.Level]
		_, twice := margin[v.Member]
		decided := v.Winner == g.First || v.Winner == g.Second
		if !known || twice || v.Why == "" || decided == (v.Level == Draw) || v.Member == g.First || v.Member == g.Second {
			return Verdict{}, fmt.Errorf("%w: verdict of %q", ErrResult, v.Member)
		}
		margin[v.Member] = w.Winner - w.Loser
		if v.Winner == g.Second {
			margin[v.Member] = w.Loser - w.Winner
		}
	}
	slices.SortFunc(verdicts[:], func(a, b Verdict) int { // a copy: arrays are values
		return cmp.Or(cmp.Compare(margin[b.Member], margin[a.Member]), cmp.Compare(a.Member, b.Member))
	})
	return verdicts[1], nil
}

// Close is how the season would end: champions, and the divisions of the next season
// with as many promoted and relegated as the rules say. Who withdrew is not in them. It
// fails with [ErrOrder] while a round or a result is missing.
func (s *State) Close() (Closing, error) {
	if !s.drawn {
		return Closing{}, fmt.Errorf("%w: the season has not begun", ErrOrder)
	}
	if open := s.Open(); len(open) > 0 {
		return Closing{}, fmt.Errorf("%w: %d games have no result, the first is %s", ErrOrder, len(open), open[0].ID)
	}
	if s.Ladder != nil {
		return s.closeLadder(), nil
	}
	orders := make([][]string, len(s.Divisions))
	var c Closing
	for i, d := range s.Divisions {
		if _, _, err := s.Pair(i); err == nil {
			return Closing{}, fmt.Errorf("%w: division %s has another round", ErrOrder, d.Name)
		}
		table := s.Table(i)
		for _, r := range table.Rows {
			if !s.Entrants[r.Entrant].Left {
				orders[i] = append(orders[i], r.Entrant)
			}
			if i == 0 && r.Rank == 1 && s.Rules.format().champion == nil {
				c.Champions = append(c.Champions, r.Entrant)
			}
		}
	}
	if champion := s.Rules.format().champion; champion != nil {
		if w := champion(s); w != "" {
			c.Champions = []string{w}
		}
	}
	c.Next = s.moved(orders)
	return c, nil
}

// moved has the last of each division change places with the first of the next.
func (s *State) moved(orders [][]string) [][]string {
	next := make([][]string, len(orders))
	up := 0
	for i, list := range orders {
		down := 0
		if i+1 < len(orders) {
			down = min(s.Rules.Moves, len(list)-up, len(orders[i+1]))
		}
		if i > 0 {
			next[i-1] = append(next[i-1], list[:up]...)
		}
		next[i] = append(next[i], list[up:len(list)-down]...)
		if i+1 < len(orders) {
			next[i+1] = append(next[i+1], list[len(list)-down:]...)
		}
		up = down
	}
	return next
}
