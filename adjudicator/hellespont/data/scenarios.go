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
	g    *Game
	used []bool // per unit: placed already in the scenario at hand
}

func (l *scenarioLoader) scenario(e scenarioEntry) {
	g, key := l.g, "scenario "+e.ID
	if g.Scenario(e.ID) != nil {
		l.Fail(key, board.ErrDuplicate, "")
	}
	l.Source(key, e.Source)
	var s Scenario
	l.used = make([]bool, len(g.Units))
	if e.BasedOn != "" {
		base := g.Scenario(e.BasedOn)
		if base == nil {
			l.Fail(key+".based_on", board.ErrUnknown, strconv.Quote(e.BasedOn))
			return
		}
		s = l.copyOf(base)
	}
	s.ID, s.Names, s.Source = e.ID, l.Names(key, e.EN, e.FR), e.Source
	s.Advantage = l.Side(key+".advantage", e.Advantage)
	if e.BasedOn == "" || e.First != "" {
		s.First = l.month(key+".first", e.First)
	}
	if e.BasedOn == "" || e.Last != "" {
		s.Last = l.month(key+".last", e.Last)
	}
	if e.BasedOn == "" || e.Supply != 0 {
		s.Supply = e.Supply
	}
	for _, id := range e.Withdrawn {
		s.Withdrawn = append(s.Withdrawn, stratagem(&l.Reading, g, key+".withdrawn", id))
	}
	if e.StartChoice != nil {
		s.StartChoice = l.startChoice(key+".start_choice", e.StartChoice)
	}
	l.deployments(key, e, &s)
	for _, r := range e.Removal {
		l.Source(key+".removal", r.Source)
		s.Removals = append(s.Removals, Removal{Month: l.month(key+".removal", r.Month), Leader: l.leader(key+".removal", r.Leader), Source: r.Source})
	}
	for _, x := range e.Exchange {
		l.exchange(key+".exchange", x, &s)
	}
	g.Scenarios = append(g.Scenarios, s)
}

// copyOf copies what exchanges and additional entries may change.
func (l *scenarioLoader) copyOf(base *Scenario) Scenario {
	s := *base
	s.Withdrawn, s.Setup = slices.Clone(s.Withdrawn), slices.Clone(s.Setup)
	s.Arrivals, s.Optional, s.Removals = slices.Clone(s.Arrivals), slices.Clone(s.Optional), slices.Clone(s.Removals)
	for i := range s.Arrivals {
		s.Arrivals[i].Leaders = slices.Clone(s.Arrivals[i].Leaders)
	}
	for _, d := range s.deployments() {
		for _, u := range d.Units {
			l.used[u.Unit] = true
		}
	}
	return s
}

// deployments returns every deployment of the scenario.
func (s *Scenario) deployments() []Deployment {
	all := slices.Concat(s.Setup, s.Optional)
	for _, a := range s.Arrivals {
		all = append(all, a.Deployment)
	}
	return all
}

func (l *scenarioLoader) deployments(key string, e scenarioEntry, s *Scenario) {
	for i, d := range e.Setup {
		s.Setup = append(s.Setup, l.deployment(fmt.Sprintf("%s.setup number %d", key, i+1), d))
	}
	for i, d := range e.Arrival {
		at := fmt.Sprintf("%s.arrival number %d", key, i+1)
		s.Arrivals = append(s.Arrivals, Arrival{Month: l.month(at, d.Month), Deployment: l.deployment(at, d)})
	}
	for i, d := range e.Optional {
		s.Optional = append(s.Optional, l.deployment(fmt.Sprintf("%s.optional number %d", key, i+1), d))
	}
	slices.SortStableFunc(s.Arrivals, func(a, b Arrival) int {
		return cmp.Or(cmp.Compare(a.Month, b.Month), cmp.Compare(a.Side, b.Side))
	})
}

func (l *scenarioLoader) deployment(key string, e deployEntry) Deployment {
	l.Source(key, e.Source)
	d := Deployment{Side: l.Side(key, e.Side), Source: e.Source}
	zone, ok := l.g.Map.Zone(e.Zone)
	switch {
	case !ok:
		l.Fail(key+".zone", board.ErrUnknown, strconv.Quote(e.Zone))
	case !l.g.Map.OpenTo(int(d.Side)).Has(zone):
		l.Fail(key+".zone", board.ErrInvalid, e.Zone+" is closed to "+e.Side)
	}
	d.Zone = zone
	for _, id := range e.Leaders {
		n := l.leader(key+".leaders", id)
		if n >= 0 && l.g.Leaders[n].Side != d.Side {
			l.Fail(key+".leaders", board.ErrInvalid, id+" is not of "+e.Side)
		}
		d.Leaders = append(d.Leaders, n)
	}
	l.place(key+".units", &d, e.Units, false)
	l.place(key+".weakened", &d, e.Weakened, true)
	return d
}

// place takes the wanted numbers of counters out of those not used so far in the
// scenario, in the order of the counter file.
func (l *scenarioLoader) place(key string, d *Deployment, want map[string]int, weakened bool) {
	left := maps.Clone(want)
	for i := range l.g.Units {
		u := &l.g.Units[i]
		if u.Side == d.Side && !l.used[i] && left[u.Class] > 0 {
			left[u.Class]--
			l.used[i] = true
			d.Units = append(d.Units, Placed{Unit: i, Weakened: weakened})
		}
	}
	for _, class := range slices.Sorted(maps.Keys(left)) {
		if left[class] > 0 {
			l.Fail(key, board.ErrInvalid, fmt.Sprintf("the counters lack %d more %s for %s", left[class], class, SideIDs[d.Side]))
		}
	}
}

func (l *scenarioLoader) exchange(key string, e changeEntry, s *Scenario) {
	l.Source(key, e.Source)
	month, out, in := l.month(key, e.Month), l.leader(key, e.Leader), l.leader(key+".by", e.By)
	for i := range s.Arrivals {
		a := &s.Arrivals[i]
		if at := slices.Index(a.Leaders, out); a.Month == month && at >= 0 {
			a.Leaders[at] = in
			return
		}
	}
	l.Fail(key, board.ErrInvalid, fmt.Sprintf("%s does not arrive in %s", e.Leader, e.Month))
}

func (l *scenarioLoader) startChoice(key string, e *startChoiceEntry) StartChoice {
	l.Source(key, e.Source)
	c := StartChoice{From: stratagem(&l.Reading, l.g, key+".from", e.From), To: stratagem(&l.Reading, l.g, key+".to", e.To),
		FirstDraw: e.FirstDraw, Source: e.Source}
	for _, id := range e.Order {
		c.Order = append(c.Order, l.Side(key+".order", id))
	}
	return c
}

func (l *scenarioLoader) month(key, id string) int {
	n := l.g.Month(id)
	if n < 0 {
		l.Fail(key, board.ErrUnknown, "month "+strconv.Quote(id))
	}
	return n
}

func (l *scenarioLoader) leader(key, id string) int {
	n := l.g.Leader(id)
	if n < 0 {
		l.Fail(key, board.ErrUnknown, "leader "+strconv.Quote(id))
	}
	return n
}
