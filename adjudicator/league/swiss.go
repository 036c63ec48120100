package league

import (
	"fmt"
	"keryx/adjudicator"
	"keryx/adjudicator/league/pairing"
	"keryx/adjudicator/league/standing"
	"slices"
)

// maxSwiss is how many one Swiss takes.
const maxSwiss = 127

// swiss has whoever plays meet one who has as many points, in a number of rounds.
func swiss() format {
	return format{name: Swiss, check: checkSwiss, pair: (*State).nextSwiss, byRounds: true, rounds: 3,
		breaks: []standing.Break{"buchholz-cut-1", "buchholz", "sonneborn-berger", "victory-margin"},
		ahead:  func(r Rules, f Ahead) int { return r.inTurn()*(r.Rounds-f.Paired) + f.Open }}
}

// checkSwiss wants a number of rounds, and a field that can be paired.
func checkSwiss(r Rules) error {
	if r.Rounds < 1 || r.Size > maxSwiss {
		return fmt.Errorf("%w: a Swiss needs a number of rounds, and takes %d", ErrRules, maxSwiss)
	}
	return nil
}

// nextSwiss pairs those who are there, by what they have so far.
func (s *State) nextSwiss(division int) (pairing.Round, []adjudicator.Phrase, error) {
	d := s.Divisions[division]
	if len(d.Rounds) >= s.Rules.Rounds {
		return nil, nil, fmt.Errorf("%w: all rounds are paired", ErrOrder)
	}
	cards := s.Cards(division)
	provisional := map[string]standing.Points{}
	byName := map[string]standing.Card{}
	for i, c := range cards {
		for k, r := range c.Rounds {
			provisional[c.Entrant] += r.Points
			if r.Pending {
				provisional[c.Entrant] += s.pendingDraws(d.Rounds[k], c.Entrant)
			}
		}
		byName[c.Entrant] = cards[i]
	}
	var field []pairing.Contender
	for i, name := range d.Order {
		if en := s.Entrants[name]; !en.Left && !en.Away {
			field = append(field, s.contender(d, i+1, byName[name], provisional))
		}
	}
	if len(field) < 2 {
		return nil, nil, fmt.Errorf("%w: there is nobody to play", ErrOrder)
	}
	round, _, err := pairing.Swiss(field, len(d.Rounds)+1, !s.Rules.Twice)
	if err != nil {
		return nil, nil, err
	}
	return round, s.why(d, round, field, byName), nil
}

// pendingDraws is what the games that are not finished would give as draws.
func (s *State) pendingDraws(round []*match, name string) (p standing.Points) {
	for _, m := range round {
		if m.Home != name && m.Away != name {
			continue
		}
		for _, g := range m.games {
			if s.effective(g).Result == nil {
				p += s.Rules.Points[Draw].Winner
			}
		}
	}
	return p
}

// contender is an entrant as the pairing sees him. Floats are told by the scores as they
// are now known to have been before each round.
func (s *State) contender(d *Division, number int, c standing.Card, provisional map[string]standing.Points) pairing.Contender {
	out := pairing.Contender{Number: number, Score: int64(provisional[c.Entrant])}
	for k, r := range c.Rounds {
		switch r.How {
		case standing.FreeBye, standing.ForfeitWon:
			out.BarredFromBye = true
		}
		if r.How != standing.Played {
			continue
		}
		out.Met = append(out.Met, d.number(r.Opponent))
		mine, theirs := s.before(d, c.Entrant, k), s.before(d, r.Opponent, k)
		out.FloatedDown = out.FloatedDown || mine > theirs
		out.FloatedUp = out.FloatedUp || mine < theirs
		for _, m := range d.Rounds[k] {
			for _, g := range m.games {
				if g.First == c.Entrant {
					out.Balance++
				} else if g.Second == c.Entrant {
					out.Balance--
				}
			}
		}
	}
	return out
}

// before is what an entrant had after k rounds.
func (s *State) before(d *Division, name string, k int) (p standing.Points) {
	byes := s.Rules.HalfByes
	for r := range k {
		p += s.cardRound(d.Rounds[r], r+1, name, &byes).Points
	}
	return p
}

// why gives the reason for each pair of a Swiss round.
func (s *State) why(d *Division, round pairing.Round, field []pairing.Contender, cards map[string]standing.Card) (out []adjudicator.Phrase) {
	by := map[int]pairing.Contender{}
	for _, c := range field {
		by[c.Number] = c
	}
	points := func(n int64) string { return standing.Points(n).String() }
	for _, p := range round {
		home := by[p.Home]
		if p.IsBye() {
			out = append(out, adjudicator.Say("league.pair.swiss-bye", "player", d.name(p.Home), "score", points(home.Score)))
			continue
		}
		away := by[p.Away]
		args := []any{"home", d.name(p.Home), "away", d.name(p.Away), "score", points(home.Score), "other", points(away.Score)}
		key := "league.pair.same-score"
		if home.Score != away.Score {
			key = "league.pair.float"
			high, low := home, away
			if high.Score < low.Score {
				high, low = low, high
			}
			if high.FloatedDown || low.FloatedUp {
				key = "league.pair.float-again"
			}
		}
		out = append(out, adjudicator.Say(key, args...))
		for _, c := range []pairing.Contender{home, away} {
			var met []adjudicator.Phrase
			for _, n := range c.Met {
				if other, there := by[n]; there && other.Score == c.Score {
					met = append(met, adjudicator.Say("league.pair.player", "player", d.name(n)))
				}
			}
			if len(met) > 0 {
				out = append(out, adjudicator.Say("league.pair.met", "player", d.name(c.Number), "others", met))
			}
			if slices.ContainsFunc(cards[d.name(c.Number)].Rounds, func(r standing.Round) bool { return r.Pending }) {
				out = append(out, adjudicator.Say("league.pair.pending", "player", d.name(c.Number)))
			}
		}
	}
	return out
}
