package field

import (
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Marches are the cheapest ways by land from a zone to all others within some zones, by zone; empty where there is none.
func (g *War) Marches(from board.Zone, most int) []string {
	return g.ways(g.Rules.Land, from, most, g.Toll)
}

// MarchesBut are the cheapest of those that lead through no zone that is closed: where Spartans may not go, the way round may be
// longer (11.2).
func (g *War) MarchesBut(from board.Zone, most int, closed func(board.Zone) bool) []string {
	return g.ways(g.Rules.Land, from, most, func(at, to board.Zone) int {
		if closed(to) {
			return barred
		}
		return g.Toll(at, to)
	})
}

// danger is what a zone with enemies counts for on a voyage, which costs as much wherever it leads (9.1): more than any detour.
const danger = 2 * MostZones

// Voyages are the ways by sea from a zone to all others within some zones, by zone, that pass the fewest enemies whom the side
// sees, and of these the shortest: attrition grows with every zone (9.1). None leads through a zone that is closed.
func (g *War) Voyages(side adjudicator.Side, from board.Zone, most int, closed func(board.Zone) bool) []string {
	return g.ways(g.Rules.Sea, from, most, func(_, to board.Zone) int {
		if closed(to) {
			return barred
		}
		if names, ships := g.Enemies(Force{Side: side, At: to, Sea: true}); names != 0 || ships {
			return danger
		}
		return 1
	})
}

// barred is what a zone counts for into which no way leads.
const barred = -1

// ways are the ways through zones that are next to each other that cost least, by zone.
func (g *War) ways(near []board.Set, from board.Zone, most int, toll func(from, to board.Zone) int) []string {
	type way struct {
		cost int
		path string
	}
	best := make([]way, g.Rules.Map.Len())
	at, reached := board.SetOf(from), make([]way, len(best))
	for range most {
		next, after := board.Set{}, make([]way, len(best))
		for z := range at.All() {
			for to := range near[z].All() {
				cost := toll(z, to)
				if cost == barred {
					continue
				}
				one := way{reached[z].cost + cost, strings.TrimSpace(reached[z].path + " " + g.ZoneID(to))}
				if to != from && (best[to].path == "" || one.cost < best[to].cost) {
					best[to], after[to] = one, one
					next.Add(to)
				}
			}
		}
		at, reached = next, after
	}
	paths := make([]string, len(best))
	for z, one := range best {
		paths[z] = one.path
	}
	return paths
}
