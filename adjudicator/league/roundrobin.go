package league

import (
	"fmt"
	"keryx/adjudicator"
	"keryx/adjudicator/league/pairing"
	"keryx/adjudicator/league/standing"
)

// roundRobin has everybody meet everybody. All its rounds are made at once, from a table: games begin as players have room
// for them.
func roundRobin() format {
	return format{name: RoundRobin, pair: (*State).nextBerger, plan: "league.pair.table", strikes: true, ahead: gamesOfTable}
}

// nextBerger is the next of the rounds of a table in which everybody meets everybody.
func (s *State) nextBerger(division int) (pairing.Round, []adjudicator.Phrase, error) {
	d := s.Divisions[division]
	rounds := pairing.Berger(len(d.Order))
	if len(d.Rounds) >= len(rounds) {
		return nil, nil, fmt.Errorf("%w: all rounds are paired", ErrOrder)
	}
	return rounds[len(d.Rounds)], nil, nil
}

// gamesOfTable is how many games follow each other for one who meets everybody.
func gamesOfTable(r Rules, f Ahead) int {
	if f.Begun {
		return 0 // all are paired
	}
	games, most := max(0, f.Field-1), min(r.Most, 2) // nobody has a side in two games at once
	if r.Twice {
		games *= 2
	}
	return (games + most - 1) / most
}

// struck reports whether one's results count for nobody.
func (s *State) struck(d *Division, name string, rounds []standing.Round) bool {
	if !s.Rules.format().strikes || !s.Entrants[name].Left {
		return false
	}
	played := 0
	for _, r := range rounds {
		if r.How == standing.Played && !r.Pending {
			played++
		}
	}
	return 2*played < len(d.Order)-1
}
