package field

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Deploying is the reading of a scenario file. It takes counters for one scenario after
// the other, and no counter twice in one.
type Deploying struct {
	Reading
	facts *Facts
	used  []bool // per unit: placed already in the scenario at hand
}

// Deploying begins the reading of a scenario file, once all other files have been read.
func (f *Facts) Deploying(file string) Deploying {
	return Deploying{Reading: f.Reading(file), facts: f}
}

// ScenarioEntry is what a block [[scenario]] of every game says, its deployments apart.
type ScenarioEntry struct {
	ID        string       `toml:"id"`
	EN        string       `toml:"en"`
	FR        string       `toml:"fr"`
	Advantage string       `toml:"advantage"`
	Withdrawn []string     `toml:"withdrawn"`
	Source    board.Source `toml:"source"`
}

// DeployEntry is what a deployment of every game says, its zones and its turn apart.
type DeployEntry struct {
	Side     string         `toml:"side"`
	Leaders  []string       `toml:"leaders"`
	Units    map[string]int `toml:"units"`
	Weakened map[string]int `toml:"weakened"`
	Source   board.Source   `toml:"source"`
}

// Begin reads a block into a scenario, which may hold what it takes over from another one.
func (r *Deploying) Begin(s *Scenario, e ScenarioEntry) {
	key := "scenario " + e.ID
	if slices.ContainsFunc(r.facts.Scenarios, func(o *Scenario) bool { return o.ID == e.ID }) {
		r.Fail(key, board.ErrDuplicate, "")
	}
	r.Source(key, e.Source)
	s.ID, s.Names, s.Source = e.ID, r.Names(key, e.EN, e.FR), e.Source
	s.Advantage = r.Side(key+".advantage", e.Advantage)
	for _, id := range e.Withdrawn {
		s.Withdrawn = append(s.Withdrawn, r.facts.Number(&r.Reading, key+".withdrawn", id))
	}
	r.used = make([]bool, len(r.facts.Units))
	for _, d := range s.Deployments() {
		for _, u := range d.Units {
			r.used[u.Unit] = true
		}
	}
	r.facts.Scenarios = append(r.facts.Scenarios, s)
}

// Deploy reads a deployment into d, which comes to one of the zones in a turn.
func (r *Deploying) Deploy(key string, d *Deployment, e DeployEntry, turn int, zonesKey string, zones ...string) {
	r.Source(key, e.Source)
	d.Turn, d.Side, d.Source = turn, r.Side(key, e.Side), e.Source
	for _, id := range zones {
		zone, ok := r.facts.Map.Zone(id)
		switch {
		case !ok:
			r.Fail(key+"."+zonesKey, board.ErrUnknown, strconv.Quote(id))
		case !r.facts.Map.OpenTo(int(d.Side)).Has(zone):
			r.Fail(key+"."+zonesKey, board.ErrInvalid, id+" is closed to "+e.Side)
		}
		d.Zones = append(d.Zones, zone)
	}
	d.Leaders = r.Leaders(key+".leaders", d.Side, e.Leaders)
	r.place(key+".units", d, e.Units, false)
	r.place(key+".weakened", d, e.Weakened, true)
}

// Leader resolves a leader; -1 for one that there is not.
func (r *Deploying) Leader(key, id string) int {
	n := r.facts.Leader(id)
	if n < 0 {
		r.Fail(key, board.ErrUnknown, "leader "+strconv.Quote(id))
	}
	return n
}

// Leaders resolves leaders of a side.
func (r *Deploying) Leaders(key string, side adjudicator.Side, ids []string) (all []int) {
	for _, id := range ids {
		n := r.Leader(key, id)
		if n >= 0 && r.facts.Leaders[n].Side != side {
			r.Fail(key, board.ErrInvalid, id+" is not of "+r.Sides[side])
		}
		all = append(all, n)
	}
	return all
}

// Classes requires a side to have each class, and at least one counter to be wanted.
func (r *Deploying) Classes(key string, side adjudicator.Side, want map[string]int) {
	for _, class := range slices.Sorted(maps.Keys(want)) {
		if r.facts.Class(side, class) == nil {
			r.Fail(key, board.ErrUnknown, class+" of "+r.Sides[side])
		}
		if want[class] < 1 {
			r.Fail(key, board.ErrInvalid, fmt.Sprintf("%d %s", want[class], class))
		}
	}
}

// place takes the wanted numbers of counters out of those not used so far in the
// scenario, in the order of the counter file.
func (r *Deploying) place(key string, d *Deployment, want map[string]int, weakened bool) {
	r.Classes(key, d.Side, want)
	left := maps.Clone(want)
	for i := range r.facts.Units {
		u := &r.facts.Units[i]
		if u.Side == d.Side && !r.used[i] && left[u.Class] > 0 {
			left[u.Class]--
			r.used[i] = true
			d.Units = append(d.Units, Placed{Unit: i, Weakened: weakened})
		}
	}
	for _, class := range slices.Sorted(maps.Keys(left)) {
		if left[class] > 0 {
			r.Fail(key, board.ErrInvalid, fmt.Sprintf("the counters lack %d more %s for %s", left[class], class, r.Sides[d.Side]))
		}
	}
}
