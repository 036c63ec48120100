package field

import (
	"fmt"
	"strings"

	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
)

// Topic says of one sort of data how many are fixed by the rulebook (or another
// source) and names those that are a reconstruction.
type Topic struct {
	Name          string
	Fixed         int
	Reconstructed []string // "T1-T2", "Thrasybule 2" ...
}

// String returns the topic as one line: "bonuses of leaders: 12 of 12
// reconstructed (Thrasybule 2, ...)".
func (t Topic) String() string {
	line := fmt.Sprintf("%s: %d of %d reconstructed", t.Name, len(t.Reconstructed), t.Fixed+len(t.Reconstructed))
	if len(t.Reconstructed) > 0 {
		line += " (" + strings.Join(t.Reconstructed, ", ") + ")"
	}
	return line
}

// Add counts one datum.
func (t *Topic) Add(what string, s board.Source) {
	if s.Reconstructed() {
		t.Reconstructed = append(t.Reconstructed, what)
		return
	}
	t.Fixed++
}

// MapTopics tells of zones, terrain, adjacency, outlets, names and, where there is one, the
// drawing; of beaches if the game has them.
func MapTopics(m *board.Map, geo *board.Geometry, withBeaches bool) []Topic {
	zones, terrain, names := Topic{Name: "zones"}, Topic{Name: "terrain"}, Topic{Name: "names of zones"}
	edges, beaches := Topic{Name: "adjacency"}, Topic{Name: "beaches, or their absence"}
	outlets := Topic{Name: "outlets of bases"}
	for z := range m.All().All() {
		p := m.Place(z)
		zones.Add(p.ID, p.Source)
		names.Add(p.ID+" "+p.Names.EN, p.NameSource)
		if p.TerrainSource != "" {
			terrain.Add(p.ID+" "+m.TerrainID(p.Terrain), p.TerrainSource)
		}
		for _, e := range m.Edges(z) {
			what := p.ID + "-" + m.Name(e.To)
			switch {
			case p.Kind == board.Base:
				outlets.Add(what, e.Source)
				continue
			case e.To < z && !e.OneWay:
				continue // counted from the other end
			}
			edges.Add(what, e.Source)
			if e.By(board.Shore) {
				word := "none"
				if e.Beach {
					word = "beach"
				}
				beaches.Add(what+" "+word, e.BeachSource)
			}
		}
	}
	topics := []Topic{zones, terrain, edges}
	if withBeaches {
		topics = append(topics, beaches)
	}
	topics = append(topics, outlets, names)
	if geo != nil {
		drawing := Topic{Name: "drawing of the map"}
		drawing.Add("all outlines", geo.Source)
		topics = append(topics, drawing)
	}
	return topics
}

// UnitTopics tells of the units and the leaders.
func UnitTopics(f *Facts) []Topic {
	units, reduced := Topic{Name: "combat units"}, Topic{Name: "reduced values of combat units"}
	for _, u := range f.Units {
		units.Add(u.ID, u.Source)
		if u.Number == 1 {
			reduced.Add(fmt.Sprintf("%s %s %d", f.Map.Sides()[u.Side], u.Class, u.Reduced), u.ReducedSource)
		}
	}
	leaders, bonuses := Topic{Name: "leaders"}, Topic{Name: "bonuses of leaders"}
	for _, l := range f.Leaders {
		leaders.Add(l.ID, l.Source)
		bonuses.Add(fmt.Sprintf("%s %d", l.ID, l.Bonus), l.BonusSource)
	}
	return []Topic{units, reduced, leaders, bonuses}
}

// StratagemTopics tells of the texts of stratagems and of their counters: which texts share
// one, and their colours.
func StratagemTopics(f *Facts) []Topic {
	texts := Topic{Name: "stratagem texts"}
	for _, s := range f.Stratagems {
		texts.Add(s.ID, s.Source)
	}
	pairs, colours := Topic{Name: "pairs of faces of stratagem counters"}, Topic{Name: "colours of stratagem counters"}
	for _, c := range f.Counters {
		pairs.Add(c.ID, c.Source)
		colours.Add(c.ID, c.ColourSource)
	}
	return []Topic{texts, pairs, colours}
}

// CRTTopics tells of the combat table.
func CRTTopics(crt *bey.CRT) []Topic {
	results, winners := Topic{Name: "combat table, results"}, Topic{Name: "combat table, winners"}
	results.Add("all cells", crt.Source())
	winners.Add("all cells", crt.WinnerSource())
	return []Topic{results, winners}
}

// Lines writes topics, one a line.
func Lines(topics []Topic) (all []string) {
	for _, t := range topics {
		all = append(all, t.String())
	}
	return all
}
