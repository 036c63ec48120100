package perse

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/odds"
	"keryx/adjudicator/perse/player"
	"keryx/adjudicator/perse/view"
	"keryx/orders"
)

// Reckon implements [adjudicator.Reckoner].
func (r *Rules) Reckon(at adjudicator.Position, s *orders.Statement) (adjudicator.Reckoning, []*orders.Diagnostic, error) {
	setup := at.Setup
	if setup.Scenario == "" {
		setup.Scenario = "14.3" // which has most counters
	}
	made, err := r.Bare(setup)
	if err != nil {
		return adjudicator.Reckoning{}, nil, err
	}
	g := made.(*Game)
	g.TurnNo = 1
	if at.Data != nil {
		var k view.Knowledge
		if err := json.Unmarshal(at.Data, &k); err != nil || k.Public == nil {
			return adjudicator.Reckoning{}, nil, fmt.Errorf("a position to reckon with: %w", err)
		}
		g.Opt, g.TurnNo, g.Scorched, g.Ruined, g.Joined, g.Freed, g.Quarter, g.First = k.Readings, max(1, k.Public.TurnNo), k.Public.Scorched, k.Public.Ruined, k.Public.Joined, k.Public.Freed, k.Public.Quarter, k.Public.First
	}
	answer, faults := odds.Reckon(r.lexicon, &g.War, at.Side, s)
	return answer, faults, nil
}

var _ adjudicator.Reckoner = (*Rules)(nil)

// View implements [adjudicator.Game].
func (g *Game) View(side adjudicator.Side) adjudicator.View { return view.Of(&g.War, side) }

// seats are the sensible players of the ruleset: see package player.
var seats = player.Seats(func(at adjudicator.Game) *field.War {
	if g, ok := at.(*Game); ok {
		return &g.War
	}
	return nil
})

// Player implements [adjudicator.Bot].
func (r *Rules) Player(rnd *rand.Rand) adjudicator.Player { return seats.Player(rnd) }

// Propose implements [adjudicator.Proposer].
func (r *Rules) Propose(s *adjudicator.Session, side adjudicator.Side, n int, _ *rand.Rand) []adjudicator.Plan {
	return seats.Propose(s, side, n)
}

var (
	_ adjudicator.Bot      = (*Rules)(nil)
	_ adjudicator.Proposer = (*Rules)(nil)
)
