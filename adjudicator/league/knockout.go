package league

import (
	"fmt"
	"keryx/adjudicator"
	"keryx/adjudicator/league/pairing"
)

// knockOut has whoever loses a fixture go out.
func knockOut() format {
	return format{name: KnockOut, pair: (*State).nextBracket, plan: "league.pair.bracket", champion: (*State).finalist, ahead: roundsOfBracket}
}

// nextBracket has those meet who have won their last fixture.
func (s *State) nextBracket(division int) (pairing.Round, []adjudicator.Phrase, error) {
	d := s.Divisions[division]
	if len(d.Rounds) == 0 {
		if round := pairing.Bracket(len(d.Order)); round != nil {
			return round, nil, nil
		}
		return nil, nil, fmt.Errorf("%w: there is nobody to play", ErrOrder)
	}
	last := d.Rounds[len(d.Rounds)-1]
	if len(last) == 1 {
		return nil, nil, fmt.Errorf("%w: the final is paired", ErrOrder)
	}
	var winners []int
	for _, m := range last {
		for _, g := range m.games {
			if s.effective(g).Result == nil {
				return nil, nil, fmt.Errorf("%w: game %s is not finished", ErrOrder, g.ID)
			}
		}
		winners = append(winners, d.number(s.winner(m)))
	}
	return pairing.NextRound(winners), nil, nil
}

// finalist is who has won the final; "" if nobody has.
func (s *State) finalist() string {
	if d := s.Divisions[0]; len(d.Rounds) > 0 {
		return s.winner(d.Rounds[len(d.Rounds)-1][0])
	}
	return ""
}

// roundsOfBracket is how many games follow each other until a final has been played.
func roundsOfBracket(r Rules, f Ahead) int {
	rounds := 0
	for n := 1; n < f.Field; n *= 2 {
		rounds++
	}
	return r.inTurn()*(rounds-f.Paired) + f.Open
}
