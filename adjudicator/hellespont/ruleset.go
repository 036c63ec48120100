package hellespont

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont/data"
	"keryx/orders"
)

// version changes whenever the same answers could give another game.
const version = "2"

var sideIDs = data.SideIDs

// ruleset is Hellespont with one set of data files.
type ruleset struct {
	*printed
	verbs   map[string]*verb
	lexicon *orders.Lexicon
	version string
}

// Default returns the ruleset with the embedded data files.
var Default = sync.OnceValue(func() adjudicator.Ruleset {
	rs, err := New(data.Default())
	if err != nil {
		panic(fmt.Sprintf("hellespont: embedded data: %v", err))
	}
	return rs
})

// New returns the ruleset with the given data, which it adds its verbs and the
// names of the units to. It returns an error if the data have more counters than
// there is room for.
func New(d *data.Game) (adjudicator.Ruleset, error) {
	p, err := prepare(d)
	if err != nil {
		return nil, err
	}
	rs := &ruleset{printed: p, verbs: map[string]*verb{}, lexicon: d.Lexicon, version: version}
	all := verbs()
	for i := range all {
		v := &all[i]
		if rs.verbs[v.id] != nil {
			return nil, fmt.Errorf("two orders are called %s", v.id)
		}
		rs.verbs[v.id] = v
		rs.lexicon.Add(orders.VerbKind, v.id, v.also...)
	}
	for _, label := range p.labels {
		rs.lexicon.Add(unitKind, label)
		rs.lexicon.Add(unitKind, label+"w")
	}
	return rs, nil
}

// FromDir returns the ruleset with the data files of a directory in the place of
// the embedded ones. Its version names those files, since a game played with other
// data would not replay. The errors are those of [data.LoadDir] and [New].
func FromDir(dir string) (adjudicator.Ruleset, error) {
	d, err := data.LoadDir(dir)
	if err != nil {
		return nil, err
	}
	own, err := New(d)
	if err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.toml")) // sorted
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("data directory: %w", err)
		}
		fmt.Fprintf(sum, "%s %d\n", filepath.Base(name), len(text))
		sum.Write(text)
	}
	own.(*ruleset).version = fmt.Sprintf("%s+%x", version, sum.Sum(nil)[:4])
	return own, nil
}

// Info implements [adjudicator.Ruleset].
func (rs *ruleset) Info() adjudicator.Info {
	info := adjudicator.Info{Name: "hellespont", Prefix: "hel", Version: rs.version, Sides: sideIDs[:],
		Phases: []string{"A", "B.1", "B.2", "B.3", "C", "D.1", "D.2", "D.3", "D.4", "D.5"}, Options: settings()}
	for i := range rs.Scenarios {
		info.Scenarios = append(info.Scenarios, rs.Scenarios[i].ID)
	}
	return info
}

// Chart implements [adjudicator.Charted].
func (rs *ruleset) Chart() (*board.Map, *board.Geometry) { return rs.Map, rs.Geometry }

// Lexicon implements [adjudicator.Ruleset].
func (rs *ruleset) Lexicon() *orders.Lexicon { return rs.lexicon }

// New implements [adjudicator.Ruleset]: it sets up a scenario (10).
func (rs *ruleset) New(s adjudicator.Setup) (adjudicator.Game, error) {
	g, err := rs.empty(s)
	if err != nil {
		return nil, err
	}
	g.advantage = g.scenario.Advantage
	g.supply = [2]int{g.scenario.Supply, g.scenario.Supply}
	for c := range g.Counters {
		g.cup.add(chit(c))
	}
	for i := range g.scenario.Setup {
		g.put(&g.scenario.Setup[i], g.scenario.First)
	}
	return g, nil
}

// empty returns a game of a scenario with nothing on the map.
func (rs *ruleset) empty(s adjudicator.Setup) (*game, error) {
	if s.Scenario == "" {
		s.Scenario = rs.Scenarios[0].ID
	}
	scenario := rs.Scenario(s.Scenario)
	if scenario == nil {
		return nil, fmt.Errorf("there is no scenario %q; there are %v", s.Scenario, rs.Info().Scenarios)
	}
	o, err := readOptions(s.Options)
	if err != nil {
		return nil, err
	}
	g := &game{printed: rs.printed, setup: s, scenario: scenario, options: o, berth: noOrigins, scratch: newScratch()}
	for u := range g.where {
		g.where[u] = board.NoZone
	}
	for l := range g.leaderWhere {
		g.leaderWhere[l] = board.NoZone
	}
	g.active = adjudicator.Observer
	g.beginPhase(adjudicator.Observer)
	return g, nil
}

func newScratch() *scratch { return &scratch{search: new(board.Search)} }

// Load implements [adjudicator.Ruleset].
func (rs *ruleset) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := rs.empty(s)
	if err != nil {
		return nil, err
	}
	var saved saved
	if err := json.Unmarshal(state, &saved); err != nil {
		return nil, fmt.Errorf("a saved game of Hellespont: %w", err)
	}
	if err := g.restore(&saved); err != nil {
		return nil, fmt.Errorf("a saved game of Hellespont: %w", err)
	}
	return g, nil
}

// Name implements [adjudicator.Game].
func (g *game) Name() adjudicator.Phrase {
	m := &g.Months[min(g.scenario.First+g.turn, g.scenario.Last)]
	return adjudicator.Say("hellespont.turn", "Month", adjudicator.Term{Kind: "month", ID: m.ID}, "Year", m.Year)
}

// Result implements [adjudicator.Game].
func (g *game) Result() *adjudicator.Result { return g.result }
