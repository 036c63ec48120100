package amphipolis

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
	Absent  uint32         `json:"absent,omitempty"`  // arrivals that wait for a base, as bits
	Awaited uint32         `json:"awaited,omitempty"` // and optional reinforcements
	Summons []savedSummons `json:"summons,omitempty"` // units called for and not placed yet
	Open    []string       `json:"open,omitempty"`    // garrisons that may still be besieged, by their zones
	steps
	Besieged *savedSiege `json:"besieged,omitempty"` // by the side that is asked
	saved.Course
	saved.Midst
	Then *situation `json:"then,omitempty"` // the position at the juncture, if the question comes later
}

// savedSiege is a siege that a side has ordered and plays something in.
type savedSiege struct {
	Zone string `json:"zone"` // the garrison's
	How  string `json:"how"`  // the verb of the order
}

// savedSummons are units that a side has called for, and where.
type savedSummons struct {
	Units []string `json:"units"`
	Zone  string   `json:"zone"`
}

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
	m := &savedMoment{Point: saved.PointOf(f, g.edition.Version, g.setup.Options), Open: saved.ZoneIDs(f, g.Juncture.Open),
		steps: g.steps, Course: saved.CourseOf(f, side)}
	switch m.At {
	case field.AtCombat:
		m.Open = nil
	case atSiegeRuse:
		m.Besieged = &savedSiege{g.Board.Name(g.Juncture.Zone), manners[g.steps.besieging].word}
	case atArrive:
		m.Muster(f)
		fallthrough
	case field.AtFortune, field.AtReinforcing, field.AtStep:
		m.Absent, m.Awaited, m.Summons = g.absent, g.awaited, g.savedSummons()
	}
	return m
}

// savedSummons lists what has been called for.
func (g *game) savedSummons() (all []savedSummons) {
	for _, called := range g.summons {
		if !called.units.Empty() {
			all = append(all, savedSummons{saved.UnitIDs(&g.Field, called.units), g.Board.Name(called.zone)})
		}
	}
	return all
}

// Remember implements [edition.Opened].
func (g *game) Remember(side adjudicator.Side, position []byte) error {
	var s situation
	if err := json.Unmarshal(position, &s); err != nil {
		return err
	}
	if err := g.remember(&s); err != nil {
		return err
	}
	if err := g.recallSummons(s.Summons); err != nil {
		return err
	}
	if s.Moment == nil {
		return s.Look(&g.Field, side, nil)
	}
	return s.Look(&g.Field, side, &s.Moment.Course)
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
	if err := g.remember(&s); err != nil {
		return err
	}
	if err := m.Enter(&g.Field, side, &s.Sight, &m.Course, junctures); err != nil {
		return err
	}
	return g.recallSteps(m)
}

// recallSteps restores what is remembered of operations and reinforcements.
func (g *game) recallSteps(m *savedMoment) (err error) {
	g.steps = m.steps
	if m.At != field.AtCombat {
		if g.Entry.Open, err = saved.Zones(&g.Field, m.Open); err != nil {
			return err
		}
	}
	if m.At == atArrive && g.Entry.First == adjudicator.Observer {
		return fmt.Errorf("who is first is missing")
	}
	if m.At == atSiegeRuse {
		if err := g.recallSiege(m.Besieged); err != nil {
			return err
		}
	}
	g.absent, g.awaited = m.Absent, m.Awaited
	return g.recallSummons(m.Summons)
}

// recallSummons restores what has been called for.
func (g *game) recallSummons(all []savedSummons) error {
	for _, called := range all {
		units, err := saved.Units(&g.Field, called.Units)
		if err != nil {
			return err
		}
		z, ok := g.Board.Zone(called.Zone)
		if !ok {
			return fmt.Errorf("no zone %q", called.Zone)
		}
		g.summon(units, z)
	}
	return nil
}

// recallSiege restores what is besieged and how.
func (g *game) recallSiege(s *savedSiege) error {
	if s == nil {
		return fmt.Errorf("what is besieged is missing")
	}
	z, ok := g.Board.Zone(s.Zone)
	if !ok || g.garrisonHere(z) < 0 {
		return fmt.Errorf("no garrison in %q", s.Zone)
	}
	for how := negotiation; how < methods; how++ {
		if manners[how].word == s.How {
			g.Entry.Zone, g.steps.besieging = z, how
			return nil
		}
	}
	return fmt.Errorf("no such siege: %q", s.How)
}
