package data

import (
	"fmt"

	"keryx/adjudicator/bey/field"
)

// Topic says how much of one sort of data is reconstructed.
type Topic = field.Topic

// Reconstructed lists, topic by topic, which data in use are not fixed by the
// rulebook. It is what a club should know about its copy of the data.
func Reconstructed(g *Game) []Topic {
	return append(field.MapTopics(g.Map, g.Geometry, true), counterTopics(g)...)
}

func counterTopics(g *Game) []Topic {
	units, reduced := Topic{Name: "combat units"}, Topic{Name: "reduced values of combat units"}
	for _, u := range g.Units {
		units.Add(u.ID, u.Source)
		if u.Number == 1 {
			reduced.Add(fmt.Sprintf("%s %s %d", SideIDs[u.Side], u.Class, u.Reduced), u.ReducedSource)
		}
	}
	leaders, bonuses := Topic{Name: "leaders"}, Topic{Name: "bonuses of leaders"}
	for _, l := range g.Leaders {
		leaders.Add(l.ID, l.Source)
		bonuses.Add(fmt.Sprintf("%s %d", l.ID, l.Bonus), l.BonusSource)
	}
	texts := Topic{Name: "stratagem texts"}
	for _, s := range g.Stratagems {
		texts.Add(s.ID, s.Source)
	}
	scenarios := Topic{Name: "deployments and arrivals"}
	for _, s := range g.Scenarios {
		for _, d := range s.Deployments() {
			scenarios.Add(s.ID+" "+g.describeDeployment(d), d.Source)
		}
	}
	topics := append([]Topic{units, reduced, leaders, bonuses, texts}, field.CounterTopics(g.Counters)...)
	return append(append(topics, scenarios), field.CRTTopics(g.CRT)...)
}
