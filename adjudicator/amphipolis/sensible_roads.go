package amphipolis

import (
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// roads are how many movement points land units are from one zone to another by land,
// wherever the enemy stands and before anything is built. Those at Thasos are as far as
// from the coast, and what it takes to be carried there.
type roads [field.MaxZones][field.MaxZones]uint8

const (
	noRoad = 100 // farther than anybody goes
	voyage = 4   // what the way from Thasos to the coast counts for
)

// findRoads works them out.
func findRoads(p *field.Printed, w *ways, thasos board.Zone) *roads {
	r, search, cost := new(roads), new(board.Search), w[data.NoWall][0][0]
	for from := range p.Board.Len() {
		for to := range r[from] {
			r[from][to] = noRoad
		}
		search.Run(p.Board, board.Zone(from), noRoad-1, func(at board.Zone, e *board.Edge) int {
			if !e.By(board.ByLand) || p.Bases.Has(e.To) {
				return board.Never
			}
			return cost(at, e)
		})
		for z := range search.Reached().All() {
			points, _ := search.Cost(z)
			r[from][z] = uint8(points)
		}
	}
	for z := range p.Coast.Intersect(p.Lands).All() {
		for to, far := range r[z] {
			r[thasos][to] = min(r[thasos][to], voyage+far)
		}
	}
	return r
}
