package data

import (
	"cmp"
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
	if err := board.ReadTOML(fsys, scenariosName, &f); err != nil {
		return err
	}
	l := scenarioLoader{Reading: reading(scenariosName), g: g}
	for _, e := range f.Scenario {
		l.scenario(e)
		if l.Err != nil {
			return l.Err
		}
	}
	return nil
}

type scenarioLoader struct {
	field.Reading
	g *Game
}

func (l *scenarioLoader) scenario(e scenarioEntry) {
	g, key := l.g, "scenario "+e.ID
	if g.Scenario(e.ID) != nil {
		l.Fail(key, board.ErrDuplicate, "")
	}
	l.Source(key, e.Source)
	s := Scenario{ID: e.ID, Names: l.Names(key, e.EN, e.FR), First: l.turn(key+".first", e.First), Last: l.turn(key+".last", e.Last),
		Advantage: l.Side(key+".advantage", e.Advantage), InitiativeTurn: -1, WithoutMainMap: e.WithoutMainMap,
		TruceTurns: e.TruceTurns, Returns: e.Returns, Source: e.Source}
	if e.Initiative != nil {
		s.InitiativeTurn, s.Initiative = l.turn(key+".initiative", e.Initiative.Turn), l.Side(key+".initiative", e.Initiative.Side)
	}
	for _, t := range e.TruceTurns {
		l.turn(key+".truce_turns", t)
	}
	for _, id := range e.Withdrawn {
		s.Withdrawn = append(s.Withdrawn, stratagem(&l.Reading, g, key+".withdrawn", id))
	}
	l.garrisons(key+".garrisons", e.Garrisons, &s)
	l.deployments(key, e, &s)
	for _, r := range e.Removal {
		s.Removals = append(s.Removals, l.removal(key+".removal", r))
	}
	for _, a := range e.Award {
		s.Awards = append(s.Awards, l.award(key+".award", a))
	}
	g.Scenarios = append(g.Scenarios, s)
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
		into    *[]Deployment
	}{{"setup", e.Setup, &s.Setup}, {"arrival", e.Arrival, &s.Arrivals}, {"optional", e.Optional, &s.Optional}} {
		for i, d := range group.entries {
			at := fmt.Sprintf("%s.%s number %d", key, group.name, i+1)
			*group.into = append(*group.into, l.deployment(at, d))
			if group.name == "setup" && len(d.Zones) != 1 {
				l.Fail(at+".zones", board.ErrInvalid, "what is set up has one zone")
			}
		}
	}
	for _, a := range s.Arrivals {
		if a.Turn < s.First || a.Turn > s.Last {
			l.Fail(key+".arrival", board.ErrInvalid, fmt.Sprintf("turn %d is not of the scenario", a.Turn))
		}
	}
	l.enough(key, s)
	slices.SortStableFunc(s.Arrivals, func(a, b Deployment) int {
		return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Side, b.Side))
	})
}

// Deployments returns every deployment of the scenario: those set up, those that arrive,
// the optional ones.
func (s *Scenario) Deployments() []Deployment { return slices.Concat(s.Setup, s.Arrivals, s.Optional) }

// enough refuses a scenario that names more counters than there are, or a leader twice.
func (l *scenarioLoader) enough(key string, s *Scenario) {
	type class struct {
		side Side
		name string
	}
	used, led := map[class]int{}, map[int]bool{}
	for _, d := range s.Deployments() {
		for _, u := range d.Units {
			c := class{d.Side, u.Class}
			used[c] += u.Count
			if have := l.g.Count(d.Side, u.Class); used[c] > have {
				l.Fail(key, board.ErrInvalid, fmt.Sprintf("%d %s for %s, there are %d", used[c], u.Class, SideIDs[d.Side], have))
			}
		}
		for _, n := range d.Leaders {
			if led[n] {
				l.Fail(key, board.ErrDuplicate, l.g.Leaders[n].ID)
			}
			led[n] = true
		}
	}
}

func (l *scenarioLoader) deployment(key string, e deployEntry) Deployment {
	l.Source(key, e.Source)
	d := Deployment{Turn: l.turn(key+".turn", e.Turn), Side: l.Side(key, e.Side), Waits: -1, Repeated: e.Repeated, Source: e.Source}
	if e.Waits != nil {
		d.Waits = l.turn(key+".waits", *e.Waits)
	}
	if len(e.Zones) == 0 {
		l.Fail(key+".zones", board.ErrMissing, "")
	}
	for _, id := range e.Zones {
		z := zone(&l.Reading, l.g, key+".zones", id)
		if z != board.NoZone && !l.g.Map.OpenTo(int(d.Side)).Has(z) {
			l.Fail(key+".zones", board.ErrInvalid, id+" is closed to "+e.Side)
		}
		d.Zones = append(d.Zones, z)
	}
	d.Leaders = l.leaders(key+".leaders", d.Side, e.Leaders)
	d.Units = l.shares(key+".units", d.Side, e.Units)
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

// leaders resolves leaders of a side.
func (l *scenarioLoader) leaders(key string, side Side, ids []string) (all []int) {
	for _, id := range ids {
		n := l.g.Leader(id)
		switch {
		case n < 0:
			l.Fail(key, board.ErrUnknown, "leader "+strconv.Quote(id))
		case l.g.Leaders[n].Side != side:
			l.Fail(key, board.ErrInvalid, id+" is not of "+SideIDs[side])
		}
		all = append(all, n)
	}
	return all
}

// shares resolves numbers of counters, in the order of the counter file.
func (l *scenarioLoader) shares(key string, side Side, want map[string]int) (all []Share) {
	for _, class := range slices.Sorted(maps.Keys(want)) {
		if l.g.Class(side, class) == nil {
			l.Fail(key, board.ErrUnknown, class+" of "+SideIDs[side])
		}
		if want[class] < 1 {
			l.Fail(key, board.ErrInvalid, fmt.Sprintf("%d %s", want[class], class))
		}
	}
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
	r.Leaders, r.Units = l.leaders(key+".leaders", r.Side, e.Leaders), l.shares(key+".units", r.Side, e.Units)
	for _, id := range e.Stratagems {
		r.Stratagems = append(r.Stratagems, stratagem(&l.Reading, l.g, key+".stratagems", id))
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
		a.Garrisons = append(a.Garrisons, l.garrison(key+".garrisons", id))
	}
	return a
}

func (l *scenarioLoader) turn(key string, n int) int {
	if n < 0 || n >= len(l.g.Turns) {
		l.Fail(key, board.ErrUnknown, fmt.Sprintf("turn %d", n))
	}
	return n
}
