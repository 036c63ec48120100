package league

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/league/pairing"
	"keryx/adjudicator/league/standing"
)

// DrawLots makes the divisions: each is filled in the order of entry, who is over goes a
// division down and from the last to the reserve list; there those follow who did not confirm.
// Start numbers and places for ties are drawn from the source, at the present head of
// the ledger.
func (s *State) DrawLots(source dice.Source) (Lots, error) {
	if s.drawn || s.Entrants == nil {
		return Lots{}, ErrOrder
	}
	l := Lots{Lots: map[string]int{}, Reserves: []string{}}
	var over, silent []string
	for i := range s.Divisions {
		list := over
		for _, name := range s.joined {
			switch en := s.Entrants[name]; {
			case en.Left || en.Division != i:
			case en.Reserve:
				silent = append(silent, name)
			default:
				list = append(list, name)
			}
		}
		size := min(s.Rules.Size, len(list))
		over = slices.Clone(list[size:])
		l.Divisions = append(l.Divisions, slices.Clone(list[:size]))
	}
	l.Reserves = append(append(l.Reserves, over...), silent...)
	draws := 0
	shuffle := func(list []string) {
		for i := len(list) - 1; i > 0; i-- {
			j := source.Draw(s.Head, draws, i+1)
			draws++
			list[i], list[j] = list[j], list[i]
		}
	}
	var all []string
	for _, list := range l.Divisions {
		shuffle(list)
		all = append(all, list...)
	}
	shuffle(all)
	for i, name := range all {
		l.Lots[name] = i + 1
	}
	return l, nil
}

// Pair makes the next round of a division, with the reasons for each fixture. A round of
// a round robin can be made at any time, one of a Swiss too: a game that is not finished
// counts as a draw. A knock-out waits for its games. [ErrOrder] reports that there is no
// further round or that it is too early; pairing.ErrNoRound that a Swiss cannot go on.
func (s *State) Pair(division int) (Pairing, []adjudicator.Phrase, error) {
	if division < 0 || division >= len(s.Divisions) {
		return Pairing{}, nil, fmt.Errorf("%w: division %d", ErrUnknown, division)
	}
	d := s.Divisions[division]
	if !s.drawn {
		return Pairing{}, nil, fmt.Errorf("%w: lots are not drawn", ErrOrder)
	}
	if s.Ladder != nil {
		return Pairing{}, nil, fmt.Errorf("%w: a ladder has no rounds", ErrOrder)
	}
	var round pairing.Round
	var reasons []adjudicator.Phrase
	var err error
	switch s.Rules.Format {
	case RoundRobin:
		round, err = s.nextBerger(d)
	case Swiss:
		round, reasons, err = s.nextSwiss(division)
	default:
		round, err = s.nextBracket(d)
	}
	if err != nil {
		return Pairing{}, nil, err
	}
	p := Pairing{Division: division, Round: len(d.Rounds) + 1, Lots: map[string]int{}}
	for i, pair := range round {
		f := Fixture{ID: fmt.Sprintf("%d-%d-%d", division+1, p.Round, i+1)}
		if pair.Home != 0 {
			f.Home, f.Away = d.name(pair.Home), d.name(pair.Away)
		}
		p.Fixtures = append(p.Fixtures, f)
	}
	for _, name := range d.Order { // who came late is placed after all who were there
		if _, has := s.Lots[name]; !has {
			p.Lots[name] = len(s.Lots) + len(p.Lots) + 1
		}
	}
	if reasons == nil {
		reasons = s.planned(p)
	}
	return p, reasons, nil
}

// planned gives the reasons of rounds that follow a plan.
func (s *State) planned(p Pairing) (out []adjudicator.Phrase) {
	for _, f := range p.Fixtures {
		switch {
		case f.Home == "":
		case f.Away == "":
			out = append(out, adjudicator.Say("league.pair.bye", "player", f.Home, "round", p.Round))
		case s.Rules.Format == KnockOut:
			out = append(out, adjudicator.Say("league.pair.bracket", "home", f.Home, "away", f.Away, "round", p.Round))
		default:
			out = append(out, adjudicator.Say("league.pair.table", "home", f.Home, "away", f.Away, "round", p.Round))
		}
	}
	return out
}

func (s *State) nextBerger(d *Division) (pairing.Round, error) {
	rounds := pairing.Berger(len(d.Order))
	if len(d.Rounds) >= len(rounds) {
		return nil, fmt.Errorf("%w: all rounds are paired", ErrOrder)
	}
	return rounds[len(d.Rounds)], nil
}

func (s *State) nextBracket(d *Division) (pairing.Round, error) {
	if len(d.Rounds) == 0 {
		if round := pairing.Bracket(len(d.Order)); round != nil {
			return round, nil
		}
		return nil, fmt.Errorf("%w: there is nobody to play", ErrOrder)
	}
	last := d.Rounds[len(d.Rounds)-1]
	if len(last) == 1 {
		return nil, fmt.Errorf("%w: the final is paired", ErrOrder)
	}
	var winners []int
	for _, m := range last {
		for _, g := range m.games {
			if s.effective(g).Result == nil {
				return nil, fmt.Errorf("%w: game %s is not finished", ErrOrder, g.ID)
			}
		}
		winners = append(winners, d.number(s.winner(m)))
	}
	return pairing.NextRound(winners), nil
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
