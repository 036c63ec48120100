package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// roads are how many movement points land units are from one zone to another by land, by
// the state of the walls and whether the river can be crossed, wherever the enemy stands.
type roads [data.WallDestroyed + 1][2][field.MaxZones][field.MaxZones]uint8

// noRoad is farther than anybody goes.
const noRoad = 100

// findRoads works them out.
func findRoads(p *field.Printed, w *ways) *roads {
	r := new(roads)
	search := new(board.Search)
	for walls := range r {
		for flotilla := range r[walls] {
			cost := w[walls][flotilla][0]
			for from := range r[walls][flotilla] {
				for to := range r[walls][flotilla][from] {
					r[walls][flotilla][from][to] = noRoad
				}
			}
			for from := range p.Lands.Union(p.Bases).All() {
				far := &r[walls][flotilla][from]
				search.Run(p.Board, from, noRoad-1, func(at board.Zone, e *board.Edge) int {
					if !e.By(board.ByLand) || p.Bases.Has(e.To) {
						return board.Never
					}
					return cost(at, e)
				})
				for z := range search.Reached().All() {
					points, _ := search.Cost(z)
					far[z] = uint8(points)
				}
			}
		}
	}
	return r
}

// road is how far a side's land units in a zone are from another one. Those of Athens at
// Thasos count as ashore when they have been carried over.
func (m model) road(s adjudicator.Side, from, to board.Zone) int {
	flotilla := 0
	if m.flotilla && s == sparta {
		flotilla = 1
	}
	far := &m.roads[m.walls][flotilla]
	if from != m.thasos {
		return int(far[from][to])
	}
	least := noRoad
	for z := range m.Coast.Intersect(m.Lands).All() {
		least = min(least, voyage+int(far[z][to]))
	}
	return least
}

// voyage is what the way from Thasos to the coast counts for.
const voyage = 4
