package hellespont

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/saved"
)

// savedMoment is what a side that is asked something at a juncture knows of the turn in
// play, besides the position.
type savedMoment struct {
	saved.Point
	Ports []string   `json:"ports,omitempty"` // that may still be besieged
	Home  *savedHome `json:"home,omitempty"`
	saved.Course
}

// savedHome is what has gone home in D.2, in PF.
type savedHome struct {
	Budget  int `json:"budget"`
	Fleet   int `json:"fleet"`
	Carried int `json:"carried"`
}

// unnamed is the version of the rules whose moments do not name it.
const unnamed = "2"

// moment is what a side is told of the turn in play: nothing unless it is asked
// something itself, or it would learn how far its enemy has got.
func (g *game) moment(side adjudicator.Side) *savedMoment {
	f := &g.Field
	if !saved.Asked(f, side, junctures) {
		return nil
	}
	rules := g.edition.Version
	if rules == unnamed {
		rules = ""
	}
	m := &savedMoment{Point: saved.PointOf(f, rules, g.setup.Options), Ports: saved.ZoneIDs(f, g.Juncture.Open), Course: saved.CourseOf(f, side)}
	switch m.At {
	case atStart:
		m.Muster(f)
	case atRedeploy:
		m.Home = &savedHome{g.home.budget, g.home.fleet, g.home.carried}
	}
	return m
}

// Imagine implements [adjudicator.Imaginer].
func (rs *ruleset) Imagine(scenario string, side adjudicator.Side, position []byte, r *rand.Rand) (adjudicator.Game, error) {
	var s situation
	if err := json.Unmarshal(position, &s); err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	if s.Moment == nil {
		return nil, adjudicator.ErrNotImagined
	}
	g, err := rs.empty(adjudicator.Setup{Scenario: scenario, Options: s.Moment.Options})
	if err == nil {
		err = g.recall(side, &s)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	g.Redeal(side, r)
	return g, nil
}

// recall fills an empty game with what a side knows. The enemy's counters are any.
func (g *game) recall(side adjudicator.Side, s *situation) error {
	f, m := &g.Field, s.Moment
	e, err := editions.Of(cmp.Or(m.Rules, unnamed))
	if err != nil {
		return err
	}
	g.playUnder(e)
	if err := g.load(s); err != nil {
		return err
	}
	if err := m.Recall(f, side, &s.Sight); err != nil {
		return err
	}
	g.BeginPhase(side)
	if err := m.Follow(f); err != nil {
		return err
	}
	if err := m.Enter(f, side, junctures); err != nil {
		return err
	}
	if m.At == atRedeploy {
		if m.Home == nil {
			return fmt.Errorf("what has gone home is missing")
		}
		g.home = homeward{m.Home.Budget, m.Home.Fleet, m.Home.Carried}
	}
	f.Entry.Open, err = saved.Zones(f, m.Ports)
	return err
}

var _ adjudicator.Imaginer = (*ruleset)(nil)
