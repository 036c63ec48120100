package hellespont

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/odds"
	"keryx/orders"
)

// Reckon implements [adjudicator.Reckoner].
func (rs *ruleset) Reckon(at adjudicator.Position, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic, error) {
	g, err := rs.oddsIn(at)
	if err != nil {
		return adjudicator.Reckoning{}, nil, err
	}
	answer, faults := odds.Ask(g, rs.Lexicon(), at, s)
	return answer, faults, nil
}

// newOdds returns an empty position in the first month of a scenario, with the options of
// its game. The error says which scenario or option there is not.
func newOdds(rs *ruleset, setup adjudicator.Setup) (*game, error) {
	g, err := rs.empty(setup)
	if err != nil {
		return nil, err
	}
	g.Advantage = adjudicator.Observer
	return g, nil
}

// oddsIn returns the position that a question about chances begins in: an empty one, or
// that of a situation.json with its month, its markers and the options of its game.
func (rs *ruleset) oddsIn(at adjudicator.Position) (*game, error) {
	if at.Data == nil {
		return newOdds(rs, at.Setup)
	}
	var s situation
	if err := json.Unmarshal(at.Data, &s); err != nil {
		return nil, fmt.Errorf("a position of Hellespont: %w", err)
	}
	if len(at.Setup.Options) == 0 && s.Moment != nil {
		at.Setup.Options = s.Moment.Options
	}
	g, err := newOdds(rs, at.Setup)
	if err != nil {
		return nil, err
	}
	return g, g.load(&s)
}
