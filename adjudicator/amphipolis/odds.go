package amphipolis

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/odds"
	"keryx/orders"
)

// model is a game whose chances are told.
type model struct {
	*game
	made bool // the position is made up, and its garrisons are whose the throw needs them to be
}

// Position implements [battle.Model].
func (m model) Position() *field.Field { return &m.Field }

// Copy implements [battle.Model].
func (m model) Copy() battle.Model {
	other := *m.game
	return model{&other, m.made}
}

// Become implements [battle.Model].
func (m model) Become(other battle.Model) { *m.game = *other.(model).game }

// modelIn is the model whose chances are told.
func modelIn(o odds.Odds) model { return o.Rules.(model) }

// Reckon implements [adjudicator.Reckoner].
func (rs *ruleset) Reckon(at adjudicator.Position, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic, error) {
	return odds.Reckon(rs.Lexicon(), at, s, rs.oddsIn)
}

var _ adjudicator.Reckoner = (*ruleset)(nil)

// oddsIn returns the position that a question about chances begins in: that of a situation
// with its turn, its markers and the options of its game, or an empty one, of the longest
// scenario unless another one is named, so that every turn can be.
func (rs *ruleset) oddsIn(setup adjudicator.Setup, known *situation) (odds.Rules, error) {
	switch {
	case known == nil && setup.Scenario == "":
		setup.Scenario = slices.MaxFunc(rs.Scenarios, func(a, b *field.Scenario) int { return a.Last - a.First - b.Last + b.First }).ID
	case known != nil && known.Moment != nil && len(setup.Options) == 0:
		setup.Options = known.Moment.Options
	}
	g, err := rs.empty(setup)
	if err != nil {
		return nil, err
	}
	if known == nil {
		g.Advantage = adjudicator.Observer
		return model{g, true}, nil
	}
	if known.Moment != nil {
		e, err := editions.Of(known.Moment.Rules)
		if err != nil {
			return nil, err
		}
		g.playUnder(e)
	}
	return model{g, false}, g.remember(known)
}

// Clause implements [odds.Rules]: "turn 3", "wall built" and "wall destroyed".
func (m model) Clause(c *odds.Clause) bool {
	switch {
	case c.Take("odds-turn-number"):
		n, d := c.TakeNumber()
		c.Fail(d)
		c.Turn, c.NoTurn = n, "odds-no-turn"
		return true
	case !c.Take("odds-wall"):
		return false
	case c.Take("odds-built"):
		m.walls = data.WallStanding
	case c.Take("odds-destroyed"):
		m.walls = data.WallDestroyed
	default:
		c.Need("odds-built", "odds-destroyed")
	}
	return true
}
