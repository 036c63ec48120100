package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/odds"
	"keryx/orders"
)

// Reckon implements [adjudicator.Reckoner].
func (rs *ruleset) Reckon(at adjudicator.Position, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic, error) {
	return odds.Reckon(rs.Lexicon(), at, s, rs.oddsIn)
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
// that of a situation with its month, its markers and the options of its game.
func (rs *ruleset) oddsIn(setup adjudicator.Setup, known *situation) (odds.Rules, error) {
	if known != nil && len(setup.Options) == 0 && known.Moment != nil {
		setup.Options = known.Moment.Options
	}
	g, err := newOdds(rs, setup)
	if err != nil || known == nil {
		return g, err
	}
	return g, g.load(known)
}
