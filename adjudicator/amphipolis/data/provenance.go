package data

import (
	"fmt"

	"keryx/adjudicator/bey/field"
)

// Reconstructed lists, topic by topic, which data in use are not fixed by the rulebook.
// It is what a club should know about its copy of the data.
func Reconstructed(g *Game) []field.Topic {
	topics := field.MapTopics(g.Map, g.Geometry, false)
	topics = append(topics, g.unitTopics()...)
	topics = append(topics, g.placeTopics()...)
	texts := field.Topic{Name: "stratagem texts"}
	for _, s := range g.Stratagems {
		texts.Add(s.ID, s.Source)
	}
	topics = append(append(topics, texts), field.CounterTopics(g.Counters)...)
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
	return append(append(topics, scenarios, awards), field.CRTTopics(g.CRT)...)
}

func (g *Game) unitTopics() []field.Topic {
	units, reduced := field.Topic{Name: "combat units"}, field.Topic{Name: "reduced values of combat units"}
	for _, u := range g.Units {
		units.Add(u.ID, u.Source)
		if u.Number == 1 {
			reduced.Add(fmt.Sprintf("%s %s %d", SideIDs[u.Side], u.Class, u.Reduced), u.ReducedSource)
		}
	}
	leaders, bonuses := field.Topic{Name: "leaders"}, field.Topic{Name: "bonuses of leaders"}
	for _, l := range g.Leaders {
		leaders.Add(l.ID, l.Source)
		bonuses.Add(fmt.Sprintf("%s %d", l.ID, l.Bonus), l.BonusSource)
	}
	return []field.Topic{units, reduced, leaders, bonuses}
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
