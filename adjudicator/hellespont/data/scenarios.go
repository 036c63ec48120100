package data

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

func loadScenarios(fsys fs.FS, g *Game) error {
	var f scenariosFile
	if err := board.ReadTOML(fsys, field.ScenariosName, &f); err != nil {
		return err
	}
	l := scenarioLoader{Deploying: g.Deploying(field.ScenariosName), g: g}
	for _, e := range f.Scenario {
		l.scenario(e)
		if l.Err != nil {
			return l.Err
		}
	}
	return nil
}

type scenarioLoader struct {
	field.Deploying
	g *Game
}

func (l *scenarioLoader) scenario(e scenarioEntry) {
	g, key := l.g, "scenario "+e.ID
	s := new(Scenario)
	if e.BasedOn != "" {
		base := g.Scenario(e.BasedOn)
		if base == nil {
			l.Fail(key+".based_on", board.ErrUnknown, strconv.Quote(e.BasedOn))
			return
		}
		s = copyOf(base)
	}
	l.Begin(&s.Scenario, e.ScenarioEntry)
	if e.BasedOn == "" || e.First != "" {
		s.First = l.month(key+".first", e.First)
	}
	if e.BasedOn == "" || e.Last != "" {
		s.Last = l.month(key+".last", e.Last)
	}
	if e.BasedOn == "" || e.Supply != 0 {
		s.Supply = e.Supply
	}
	if e.StartChoice != nil {
		s.StartChoice = l.startChoice(key+".start_choice", e.StartChoice)
	}
	l.deployments(key, e, s)
	for _, r := range e.Removal {
		l.Source(key+".removal", r.Source)
		s.Removals = append(s.Removals, Removal{Month: l.month(key+".removal", r.Month), Leader: l.Leader(key+".removal", r.Leader), Source: r.Source})
	}
	for _, x := range e.Exchange {
		l.exchange(key+".exchange", x, s)
	}
	g.Scenarios = append(g.Scenarios, s)
}

// copyOf copies what exchanges and additional entries may change.
func copyOf(base *Scenario) *Scenario {
	s := *base
	s.Withdrawn, s.Setup = slices.Clone(s.Withdrawn), slices.Clone(s.Setup)
	s.Arrivals, s.Optional, s.Removals = slices.Clone(s.Arrivals), slices.Clone(s.Optional), slices.Clone(s.Removals)
	for i, a := range s.Arrivals {
		own := *a
		own.Leaders = slices.Clone(a.Leaders)
		s.Arrivals[i] = &own
	}
	return &s
}

func (l *scenarioLoader) deployments(key string, e scenarioEntry, s *Scenario) {
	for i, d := range e.Setup {
		s.Setup = append(s.Setup, l.deployment(fmt.Sprintf("%s.setup number %d", key, i+1), d, 0))
	}
	for i, d := range e.Arrival {
		at := fmt.Sprintf("%s.arrival number %d", key, i+1)
		s.Arrivals = append(s.Arrivals, l.deployment(at, d, l.month(at, d.Month)))
	}
	for i, d := range e.Optional {
		s.Optional = append(s.Optional, l.deployment(fmt.Sprintf("%s.optional number %d", key, i+1), d, 0))
	}
	slices.SortStableFunc(s.Arrivals, field.Earlier)
}

func (l *scenarioLoader) deployment(key string, e deployEntry, month int) *field.Deployment {
	d := new(field.Deployment)
	l.Deploy(key, d, e.DeployEntry, month, "zone", e.Zone)
	return d
}

func (l *scenarioLoader) exchange(key string, e changeEntry, s *Scenario) {
	l.Source(key, e.Source)
	month, out, in := l.month(key, e.Month), l.Leader(key, e.Leader), l.Leader(key+".by", e.By)
	for _, a := range s.Arrivals {
		if at := slices.Index(a.Leaders, out); a.Turn == month && at >= 0 {
			a.Leaders[at] = in
			return
		}
	}
	l.Fail(key, board.ErrInvalid, fmt.Sprintf("%s does not arrive in %s", e.Leader, e.Month))
}

func (l *scenarioLoader) startChoice(key string, e *startChoiceEntry) StartChoice {
	l.Source(key, e.Source)
	c := StartChoice{From: l.g.Number(&l.Reading, key+".from", e.From), To: l.g.Number(&l.Reading, key+".to", e.To),
		FirstDraw: e.FirstDraw, Source: e.Source}
	for _, id := range e.Order {
		c.Order = append(c.Order, l.Side(key+".order", id))
	}
	return c
}

func (l *scenarioLoader) month(key, id string) int {
	n := l.g.TurnNamed(id)
	if n < 0 {
		l.Fail(key, board.ErrUnknown, "month "+strconv.Quote(id))
	}
	return n
}
