package data

import (
	"fmt"
	"slices"

	"keryx/adjudicator/bey/field"
)

// Reconstructed lists, topic by topic, which data in use are not fixed by the rulebook.
// It is what a club should know about its copy of the data.
func Reconstructed(g *Game) []field.Topic {
	scenarios, awards := field.Topic{Name: "deployments, arrivals and removals"}, field.Topic{Name: "who scores the awards of scenarios"}
	for _, s := range g.Scenarios {
		for _, d := range s.Deployments() {
			scenarios.Add(s.ID+" "+g.describeDeployment(d), d.Source)
		}
		for _, r := range s.Removals {
			scenarios.Add(s.ID+" "+g.describeRemoval(&r), r.Source)
		}
		for _, a := range s.Awards {
			awards.Add(s.ID+" "+g.describeAward(&a), a.SideSource)
		}
	}
	return slices.Concat(field.MapTopics(g.Map, g.Geometry, false), field.UnitTopics(&g.Facts), g.placeTopics(),
		field.StratagemTopics(&g.Facts), []field.Topic{scenarios, awards}, field.CRTTopics(g.CRT))
}

func (g *Game) placeTopics() []field.Topic {
	garrisons, pf, va := field.Topic{Name: "garrisons"}, field.Topic{Name: "strengths of garrisons"}, field.Topic{Name: "allegiances of garrisons"}
	for _, x := range g.Garrisons {
		garrisons.Add(x.ID, x.Source)
		pf.Add(fmt.Sprintf("%s %d", x.ID, x.PF), x.PFSource)
		va.Add(fmt.Sprintf("%s %d", x.ID, x.VA[Athens]), x.VASource)
	}
	walls, effects := field.Topic{Name: "walls"}, field.Topic{Name: "effects of walls"}
	for _, w := range g.Walls {
		id := g.Map.Name(w.Inside) + "-" + g.Map.Name(w.Outside)
		walls.Add(id, w.Source)
		effects.Add(id, w.EffectSource)
	}
	turns, seasons := field.Topic{Name: "turns"}, field.Topic{Name: "seasons of turns"}
	for n, t := range g.Turns {
		turns.Add(fmt.Sprint(n), t.Source)
		seasons.Add(fmt.Sprintf("%d %s", n, t.ID), t.SeasonSource)
	}
	return []field.Topic{garrisons, pf, va, walls, effects, turns, seasons}
}
