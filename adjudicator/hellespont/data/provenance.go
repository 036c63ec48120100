package data

import (
	"slices"

	"keryx/adjudicator/bey/field"
)

// Topic says how much of one sort of data is reconstructed.
type Topic = field.Topic

// Reconstructed lists, topic by topic, which data in use are not fixed by the
// rulebook. It is what a club should know about its copy of the data.
func Reconstructed(g *Game) []Topic {
	scenarios := Topic{Name: "deployments and arrivals"}
	for _, s := range g.Scenarios {
		for _, d := range s.Deployments() {
			scenarios.Add(s.ID+" "+g.Describe(d), d.Source)
		}
	}
	attrition := Topic{Name: "attrition table"}
	attrition.Add("all cells", g.Attrition.Source())
	return slices.Concat(field.MapTopics(g.Map, g.Geometry, true), field.UnitTopics(&g.Facts), field.StratagemTopics(&g.Facts),
		[]Topic{scenarios, attrition}, field.CRTTopics(g.CRT))
}
