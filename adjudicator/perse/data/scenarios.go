package data

import (
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator/board"
)

type placeEntry struct {
	Side     string       `toml:"side"`
	Zone     string       `toml:"zone"`
	Leaders  []string     `toml:"leaders"`
	Counters []string     `toml:"counters"`
	Source   board.Source `toml:"source"`
}

type arrivalEntry struct {
	Turn   int          `toml:"turn"`
	Zone   string       `toml:"zone"`
	Leader string       `toml:"leader"`
	Source board.Source `toml:"source"`
}

type scenarioEntry struct {
	ID           string         `toml:"id"`
	EN           string         `toml:"en"`
	FR           string         `toml:"fr"`
	Year         int            `toml:"year"`
	Season       string         `toml:"season"`
	Turns        int            `toml:"turns"`
	Greek        []string       `toml:"greek"`
	Persian      []string       `toml:"persian"`
	Cup          []string       `toml:"cup"`
	Won          []string       `toml:"won"`
	Isolationism bool           `toml:"isolationism"`
	Succession   [2][]string    `toml:"succession"`
	Decoys       [2]int         `toml:"decoys"`
	Fleets       [2]int         `toml:"fleets"`
	DecoyFleets  [2]int         `toml:"decoy_fleets"`
	Source       board.Source   `toml:"source"`
	ZonesSource  board.Source   `toml:"zones_source"`
	Place        []placeEntry   `toml:"place"`
	Arrival      []arrivalEntry `toml:"arrival"`
}

// reading gathers the first fault of a scenario.
type reading struct {
	g   *Game
	key string
	err error
}

func (r *reading) fail(err error, detail string) {
	if r.err == nil {
		r.err = &board.LoadError{File: "scenarios.toml", Key: r.key, Err: err, Detail: detail}
	}
}

func (r *reading) zones(ids []string) (zones []board.Zone) {
	for _, id := range ids {
		z, ok := r.g.Map.Zone(id)
		if !ok {
			r.fail(board.ErrUnknown, id)
		}
		zones = append(zones, z)
	}
	return zones
}

func (r *reading) leaders(ids []string) (all []int) {
	for _, id := range ids {
		n := r.g.leader(id)
		if n < 0 {
			r.fail(board.ErrUnknown, id)
		}
		all = append(all, n)
	}
	return all
}

func (r *reading) stratagems(ids []string) (all []int) {
	for _, id := range ids {
		n := slices.IndexFunc(r.g.Stratagems, func(s Stratagem) bool { return s.ID == id })
		if n < 0 {
			r.fail(board.ErrUnknown, id)
		}
		all = append(all, n)
	}
	return all
}

// counters reads "4x4A-Athens" and the like: a kind for each counter.
func (r *reading) counters(texts []string) (all []int) {
	for _, text := range texts {
		count, id, _ := strings.Cut(text, "x")
		n, err := strconv.Atoi(count)
		k := r.g.kind(id)
		if err != nil || k < 0 {
			r.fail(board.ErrUnknown, text)
			continue
		}
		all = append(all, slices.Repeat([]int{k}, n)...)
	}
	return all
}

func loadScenarios(fsys fs.FS, g *Game) error {
	var f struct {
		Scenario []scenarioEntry `toml:"scenario"`
	}
	if err := board.ReadTOML(fsys, "scenarios.toml", &f); err != nil {
		return err
	}
	for _, e := range f.Scenario {
		r := &reading{g: g, key: "scenario " + e.ID}
		s := Scenario{ID: e.ID, EN: e.EN, FR: e.FR, Year: e.Year, Turns: e.Turns, Isolationism: e.Isolationism,
			Decoys: e.Decoys, Fleets: e.Fleets, Phantoms: e.DecoyFleets, Cup: r.stratagems(e.Cup), Won: r.stratagems(e.Won)}
		if s.Season = slices.Index(Seasons, e.Season); s.Season < 0 {
			r.fail(board.ErrUnknown, e.Season)
		}
		if !e.Source.Valid() || !e.ZonesSource.Valid() {
			r.fail(board.ErrSource, "")
		}
		s.Control = [2][]board.Zone{r.zones(e.Greek), r.zones(e.Persian)}
		s.Succession = [2][]int{r.leaders(e.Succession[0]), r.leaders(e.Succession[1])}
		for _, p := range e.Place {
			r.key = "scenario " + e.ID + " place " + p.Zone
			side := slices.Index([]string{"greeks", "persians", "neutral"}, p.Side)
			if side < 0 {
				r.fail(board.ErrUnknown, p.Side)
			}
			if !p.Source.Valid() {
				r.fail(board.ErrSource, "")
			}
			s.Places = append(s.Places, Place{Side: side, Zone: r.zones([]string{p.Zone})[0], Leaders: r.leaders(p.Leaders), Counters: r.counters(p.Counters)})
		}
		for _, a := range e.Arrival {
			r.key = "scenario " + e.ID + " arrival " + a.Leader
			s.Arrivals = append(s.Arrivals, Arrival{Turn: a.Turn, Leader: r.leaders([]string{a.Leader})[0], Zone: r.zones([]string{a.Zone})[0]})
		}
		if r.err != nil {
			return r.err
		}
		g.Scenarios = append(g.Scenarios, s)
		g.note("zones of ships at a city", e.ZonesSource)
	}
	return nil
}
