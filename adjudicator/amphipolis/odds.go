package amphipolis

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/odds"
	"keryx/adjudicator/bey/order"
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

// Reckon implements [adjudicator.Reckoner]. An empty position is of the longest scenario, so
// that every turn can be named, unless another one is.
func (rs *ruleset) Reckon(at adjudicator.Position, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic, error) {
	m, err := rs.oddsIn(at)
	if err != nil {
		return adjudicator.Reckoning{}, nil, err
	}
	answer, faults := odds.Ask(m, rs.Lexicon(), at, s)
	return answer, faults, nil
}

var _ adjudicator.Reckoner = (*ruleset)(nil)

// longest is the identifier of the scenario of most turns.
func (rs *ruleset) longest() string {
	long := rs.Scenarios[0]
	for _, s := range rs.Scenarios {
		if s.Last-s.First > long.Last-long.First {
			long = s
		}
	}
	return long.ID
}

// oddsIn returns the position that a question about chances begins in: an empty one, or
// that of a situation.json with its turn, its markers and the options of its game.
func (rs *ruleset) oddsIn(at adjudicator.Position) (model, error) {
	setup := at.Setup
	if at.Data == nil {
		if setup.Scenario == "" {
			setup.Scenario = rs.longest()
		}
		g, err := rs.empty(setup)
		if err != nil {
			return model{}, err
		}
		g.Advantage = adjudicator.Observer
		return model{g, true}, nil
	}
	var s situation
	if err := json.Unmarshal(at.Data, &s); err != nil {
		return model{}, fmt.Errorf("a position of Amphipolis: %w", err)
	}
	if len(setup.Options) == 0 && s.Moment != nil {
		setup.Options = s.Moment.Options
	}
	g, err := rs.empty(setup)
	if err != nil {
		return model{}, err
	}
	if s.Moment != nil {
		e, err := editions.Of(s.Moment.Rules)
		if err != nil {
			return model{}, err
		}
		g.playUnder(e)
	}
	return model{g, false}, g.remember(&s)
}

// CarryOut implements [odds.Rules]: discord cancels a combined attack, and a surprise brings
// its unit (7, S9 and S10).
func (m model) CarryOut(b *battle.Battle) {
	for _, s := range [2]adjudicator.Side{b.Attacker, b.Attacker.Other()} {
		switch b.Ruse[s].Number {
		case discordRuse:
			m.cancelsCombined(b, s)
		case surpriseRuse:
			m.join(b, s)
		}
	}
}

// Clause implements [odds.Rules]: "wall built" and "wall destroyed".
func (m model) Clause(r *order.Reader) bool {
	if !r.Take("odds-wall") {
		return false
	}
	switch {
	case r.Take("odds-built"):
		m.walls = data.WallStanding
	case r.Take("odds-destroyed"):
		m.walls = data.WallDestroyed
	default:
		r.Need("odds-built", "odds-destroyed")
	}
	return true
}
