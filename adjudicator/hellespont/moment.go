package hellespont

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/saved"
)

// savedMoment is what a side that is asked something at a juncture knows of the turn in
// play, besides the position.
type savedMoment struct {
	saved.Point
	Ports []string   `json:"ports,omitempty"` // that may still be besieged
	Home  *savedHome `json:"home,omitempty"`
	saved.Course
	saved.Midst
	Then *situation `json:"then,omitempty"` // the position at the juncture, if the question comes later
}

// savedHome is what has gone home in D.2, in PF.
type savedHome struct {
	Budget  int `json:"budget"`
	Fleet   int `json:"fleet"`
	Carried int `json:"carried"`
}

// unnamed is the version of the rules, the oldest, whose moments do not name it.
const unnamed = "2"

// moment is what a side is told of the turn in play: nothing unless it is asked
// something itself, or it would learn how far its enemy has got.
func (g *game) moment(side adjudicator.Side, now *saved.Sight) *savedMoment {
	f := &g.Field
	if saved.Asked(f, side, junctures) {
		return g.momentAt(side)
	}
	kept, way, ok := f.Passed(side)
	if !ok {
		return nil
	}
	was := kept.(*game)
	m, then := was.momentAt(side), was.position(side)
	m.Owned(&was.Field)
	m.Midst = saved.MidstOf(f, &was.Field, side, way)
	then.Sight = then.Sight.Then(*now)
	m.Then = &then
	return m
}

// momentAt is what a side knows of the turn at a juncture.
func (g *game) momentAt(side adjudicator.Side) *savedMoment {
	f := &g.Field
	rules := g.edition.Version
	if rules == unnamed {
		rules = ""
	}
	m := &savedMoment{Point: saved.PointOf(f, rules, g.setup.Options), Ports: saved.ZoneIDs(f, g.Juncture.Open), Course: saved.CourseOf(f, side)}
	switch m.At {
	case atStart:
		m.Muster(f)
	case field.AtCombat:
		m.Ports = nil
	case atRedeploy:
		m.Home = &savedHome{g.home.budget, g.home.fleet, g.home.carried}
	}
	return m
}

// Remember implements [edition.Opened].
func (g *game) Remember(side adjudicator.Side, position []byte) error {
	var s situation
	if err := json.Unmarshal(position, &s); err != nil {
		return err
	}
	if err := g.load(&s); err != nil {
		return err
	}
	var course *saved.Course
	if s.Moment != nil {
		course = &s.Moment.Course
	}
	if err := s.Look(&g.Field, side, course); err != nil {
		return err
	}
	g.recallBounty()
	return nil
}

// recallBounty gives Sparta the points that S18 has brought: nothing else takes a text out of the game.
func (g *game) recallBounty() {
	if g.Retired.Has(17) {
		g.bounty = forestalling
	}
}

// Recall implements [edition.Opened].
func (g *game) Recall(side adjudicator.Side, position []byte) error {
	var s situation
	if err := json.Unmarshal(position, &s); err != nil {
		return err
	}
	m := s.Moment
	if then := m.Then; then != nil {
		then.Sight = then.With(s.Sight)
		s = *then
	}
	if err := g.load(&s); err != nil {
		return err
	}
	if err := m.Enter(&g.Field, side, &s.Sight, &m.Course, junctures); err != nil {
		return err
	}
	g.recallBounty()
	if m.At == atRedeploy {
		if m.Home == nil {
			return fmt.Errorf("what has gone home is missing")
		}
		g.home = homeward{m.Home.Budget, m.Home.Fleet, m.Home.Carried}
	}
	if m.At == field.AtCombat {
		return nil
	}
	var err error
	g.Entry.Open, err = saved.Zones(&g.Field, m.Ports)
	return err
}
