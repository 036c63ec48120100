package data

import (
	"fmt"
	"io/fs"
	"maps"
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
	key := "scenario " + e.ID
	s := &Scenario{InitiativeTurn: -1, WithoutMainMap: e.WithoutMainMap, TruceTurns: e.TruceTurns, Returns: e.Returns}
	l.Begin(&s.Scenario, e.ScenarioEntry)
	s.First, s.Last = l.turn(key+".first", e.First), l.turn(key+".last", e.Last)
	if e.Initiative != nil {
		s.InitiativeTurn, s.Initiative = l.turn(key+".initiative", e.Initiative.Turn), l.Side(key+".initiative", e.Initiative.Side)
	}
	for _, t := range e.TruceTurns {
		l.turn(key+".truce_turns", t)
	}
	l.garrisons(key+".garrisons", e.Garrisons, s)
	l.deployments(key, e, s)
	for _, r := range e.Removal {
		s.Removals = append(s.Removals, l.removal(key+".removal", r))
	}
	for _, a := range e.Award {
		s.Awards = append(s.Awards, l.award(key+".award", a))
	}
	l.g.Scenarios = append(l.g.Scenarios, s)
}

// garrisons gives every garrison a side, and none two.
func (l *scenarioLoader) garrisons(key string, held map[string][]string, s *Scenario) {
	s.Garrisons = slices.Repeat([]Side{-1}, len(l.g.Garrisons))
	for _, id := range slices.Sorted(maps.Keys(held)) {
		side := l.Side(key, id)
		for _, name := range held[id] {
			n := l.garrison(key, name)
			switch {
			case n < 0:
			case s.Garrisons[n] >= 0:
				l.Fail(key, board.ErrDuplicate, name)
			default:
				s.Garrisons[n] = side
			}
		}
	}
	if n := slices.Index(s.Garrisons, -1); n >= 0 {
		l.Fail(key, board.ErrMissing, l.g.Garrisons[n].ID)
	}
}

func (l *scenarioLoader) garrison(key, id string) int {
	n := l.g.Garrison(id)
	if n < 0 {
		l.Fail(key, board.ErrUnknown, "garrison "+strconv.Quote(id))
	}
	return n
}

func (l *scenarioLoader) deployments(key string, e scenarioEntry, s *Scenario) {
	for _, group := range []struct {
		name    string
		entries []deployEntry
		own     *[]*Deployment
		shared  *[]*field.Deployment
	}{{"setup", e.Setup, &s.Setup, &s.Scenario.Setup}, {"arrival", e.Arrival, &s.Arrivals, &s.Scenario.Arrivals},
		{"optional", e.Optional, &s.Optional, &s.Scenario.Optional}} {
		for i, d := range group.entries {
			at := fmt.Sprintf("%s.%s number %d", key, group.name, i+1)
			*group.own = append(*group.own, l.deployment(at, d))
			if group.name == "setup" && len(d.Zones) != 1 {
				l.Fail(at+".zones", board.ErrInvalid, "what is set up has one zone")
			}
		}
		slices.SortStableFunc(*group.own, func(a, b *Deployment) int { return field.Earlier(&a.Deployment, &b.Deployment) })
		for _, d := range *group.own {
			*group.shared = append(*group.shared, &d.Deployment)
		}
	}
	led := map[int]bool{}
	for _, d := range s.Deployments() {
		for _, n := range d.Leaders {
			if led[n] {
				l.Fail(key, board.ErrDuplicate, l.g.Leaders[n].ID)
			}
			led[n] = true
		}
	}
	for _, a := range s.Arrivals {
		if a.Turn < s.First || a.Turn > s.Last {
			l.Fail(key+".arrival", board.ErrInvalid, fmt.Sprintf("turn %d is not of the scenario", a.Turn))
		}
	}
}

// Deployments returns every deployment of the scenario: those set up, those that arrive,
// the optional ones.
func (s *Scenario) Deployments() []*Deployment { return slices.Concat(s.Setup, s.Arrivals, s.Optional) }

func (l *scenarioLoader) deployment(key string, e deployEntry) *Deployment {
	d := &Deployment{Waits: -1, Repeated: e.Repeated}
	if e.Waits != nil {
		d.Waits = l.turn(key+".waits", *e.Waits)
	}
	if len(e.Zones) == 0 {
		l.Fail(key+".zones", board.ErrMissing, "")
	}
	l.Deploy(key, &d.Deployment, e.DeployEntry, l.turn(key+".turn", e.Turn), "zones", e.Zones...)
	for _, x := range e.Stock {
		d.Stock = append(d.Stock, l.draw(key+".stock", x))
	}
	return d
}

func (l *scenarioLoader) draw(key string, e stockEntry) Draw {
	d := Draw{Count: e.Count, Remaining: e.Remaining, Band: e.Band}
	l.Among(key+".types", e.Types, "T", "H", "C", "P", "A")
	if l.Err != nil {
		return d
	}
	for _, t := range e.Types {
		d.Types = append(d.Types, field.UnitType(t[0]))
	}
	if len(e.Types) == 0 || (e.Count > 0) == e.Remaining || e.Count < 0 {
		l.Fail(key, board.ErrInvalid, "some types, and a count or remaining")
	}
	return d
}

// shares resolves numbers of counters, in the order of the counter file.
func (l *scenarioLoader) shares(key string, side Side, want map[string]int) (all []Share) {
	l.Classes(key, side, want)
	for _, u := range l.g.Units {
		if u.Side == side && u.Number == 1 && want[u.Class] > 0 {
			all = append(all, Share{u.Class, want[u.Class]})
		}
	}
	return all
}

func (l *scenarioLoader) removal(key string, e removalEntry) Removal {
	l.Source(key, e.Source)
	r := Removal{Turn: -1, Source: e.Source}
	if e.Turn != nil {
		r.Turn = l.turn(key+".turn", *e.Turn)
	}
	if e.Side != "" {
		r.Side = l.Side(key, e.Side)
	}
	r.Leaders, r.Units = l.Leaders(key+".leaders", r.Side, e.Leaders), l.shares(key+".units", r.Side, e.Units)
	for _, id := range e.Stratagems {
		r.Stratagems = append(r.Stratagems, l.g.Number(&l.Reading, key+".stratagems", id))
	}
	if e.Citadel != "" {
		r.IfCitadel, r.Citadel = true, l.Side(key+".citadel", e.Citadel)
	}
	if len(r.Leaders)+len(r.Units)+len(r.Stratagems) == 0 {
		l.Fail(key, board.ErrMissing, "leaders, units or stratagems")
	}
	return r
}

func (l *scenarioLoader) award(key string, e awardEntry) Award {
	if e.SideSource == "" {
		e.SideSource = e.Source
	}
	l.Source(key, e.Source, e.SideSource)
	l.Among(key+".for", []string{e.For}, ForCitadel, ForEion, ForGarrisons, ForShunning)
	if e.Points < 1 || (len(e.Garrisons) > 0) != (e.For == ForGarrisons) {
		l.Fail(key, board.ErrInvalid, "points from 1; garrisons with for = \"garrisons\" and nothing else")
	}
	a := Award{Side: l.Side(key, e.Side), Points: e.Points, For: e.For, Source: e.Source, SideSource: e.SideSource}
	for _, id := range e.Garrisons {
		if n := l.garrison(key+".garrisons", id); n >= 0 {
			a.Garrisons.Add(l.g.Garrisons[n].Zone)
		}
	}
	return a
}

func (l *scenarioLoader) turn(key string, n int) int {
	if n < 0 || n >= len(l.g.Turns) {
		l.Fail(key, board.ErrUnknown, fmt.Sprintf("turn %d", n))
	}
	return n
}
