package data

import (
	"fmt"
	"strings"

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

// add counts one datum.
func (t *Topic) add(what string, s board.Source) {
	if s.Reconstructed() {
		t.Reconstructed = append(t.Reconstructed, what)
		return
	}
	t.Fixed++
}

// Reconstructed lists, topic by topic, which data in use are not fixed by the
// rulebook. It is what a club should know about its copy of the data.
func Reconstructed(g *Game) []Topic {
	return append(mapTopics(g), counterTopics(g)...)
}

func mapTopics(g *Game) []Topic {
	m := g.Map
	zones, terrain, names := Topic{Name: "zones"}, Topic{Name: "terrain"}, Topic{Name: "names of zones"}
	edges, beaches := Topic{Name: "adjacency"}, Topic{Name: "beaches, or their absence"}
	outlets := Topic{Name: "outlets of bases"}
	for z := range m.All().All() {
		p := m.Place(z)
		zones.add(p.ID, p.Source)
		names.add(p.ID+" "+p.Names.EN, p.NameSource)
		if p.TerrainSource != "" {
			terrain.add(p.ID+" "+m.TerrainID(p.Terrain), p.TerrainSource)
		}
		for _, e := range m.Edges(z) {
			what := p.ID + "-" + m.Name(e.To)
			switch {
			case p.Kind == board.Base:
				outlets.add(what, e.Source)
				continue
			case e.To < z && !e.OneWay:
				continue // counted from the other end
			}
			edges.add(what, e.Source)
			if e.By(board.Shore) {
				word := "none"
				if e.Beach {
					word = "beach"
				}
				beaches.add(what+" "+word, e.BeachSource)
			}
		}
	}
	topics := []Topic{zones, terrain, edges, beaches, outlets, names}
	if g.Geometry != nil {
		drawing := Topic{Name: "drawing of the map"}
		drawing.add("all outlines", g.Geometry.Source)
		topics = append(topics, drawing)
	}
	return topics
}

func counterTopics(g *Game) []Topic {
	units, reduced := Topic{Name: "combat units"}, Topic{Name: "reduced values of combat units"}
	for _, u := range g.Units {
		units.add(u.ID, u.Source)
		if u.Number == 1 {
			reduced.add(fmt.Sprintf("%s %s %d", SideIDs[u.Side], u.Class, u.Reduced), u.ReducedSource)
		}
	}
	leaders, bonuses := Topic{Name: "leaders"}, Topic{Name: "bonuses of leaders"}
	for _, l := range g.Leaders {
		leaders.add(l.ID, l.Source)
		bonuses.add(fmt.Sprintf("%s %d", l.ID, l.Bonus), l.BonusSource)
	}
	texts := Topic{Name: "stratagem texts"}
	for _, s := range g.Stratagems {
		texts.add(s.ID, s.Source)
	}
	pairs, colours := Topic{Name: "pairs of faces of stratagem counters"}, Topic{Name: "colours of stratagem counters"}
	for _, c := range g.Counters {
		pairs.add(c.ID, c.Source)
		colours.add(c.ID, c.ColourSource)
	}
	scenarios := Topic{Name: "deployments and arrivals"}
	for _, s := range g.Scenarios {
		for _, d := range s.deployments() {
			scenarios.add(s.ID+" "+g.describeDeployment(d), d.Source)
		}
	}
	results, winners := Topic{Name: "combat table, results"}, Topic{Name: "combat table, winners"}
	results.add("all cells", g.CRT.Source())
	winners.add("all cells", g.CRT.WinnerSource())
	return []Topic{units, reduced, leaders, bonuses, texts, pairs, colours, scenarios, results, winners}
}
