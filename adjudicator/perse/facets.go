package perse

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/odds"
	"keryx/adjudicator/perse/order"
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

// Player implements [adjudicator.Bot]: see package player.
func (r *Rules) Player(*rand.Rand) adjudicator.Player { return sensible{} }

// sensible is the sensible player.
type sensible struct{}

// Answer implements [adjudicator.Player].
func (sensible) Answer(at *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	g, ok := at.Game().(*Game)
	f, known := q.Form.(*order.Form)
	if !ok || !known {
		return q.Form.Default()
	}
	return player.Answer(&g.War, side, q.Kind, f)
}

var _ adjudicator.Bot = (*Rules)(nil)
