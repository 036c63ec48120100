// Package boardtest proves of the drawing of any board that it shows the map that it is of.
package boardtest

import (
	"testing"

	"keryx/adjudicator/board"
)

// Borders proves that zones whose drawings share a border are those that the map joins,
// without exception, and returns how many zones are drawn as areas. Zones drawn as markers
// have no borders.
func Borders(t *testing.T, m *board.Map, geo *board.Geometry) (areas int) {
	t.Helper()
	drawn := make(map[[2]board.Zone]bool)
	for _, b := range geo.Borders {
		drawn[[2]board.Zone{b.A, b.B}] = true
		if !m.Adjacent(b.A, b.B) && !m.Adjacent(b.B, b.A) {
			t.Errorf("%s and %s share a border but are not adjacent", m.Name(b.A), m.Name(b.B))
		}
	}
	for a := range m.All().All() {
		if geo.Shapes[a].Rings == nil {
			continue
		}
		areas++
		for _, b := range m.Neighbours(a, board.Any) {
			if geo.Shapes[b].Rings != nil && !drawn[[2]board.Zone{min(a, b), max(a, b)}] {
				t.Errorf("%s and %s are adjacent but share no border", m.Name(a), m.Name(b))
			}
		}
	}
	return areas
}

// AreasAt returns the zones whose area holds p.
func AreasAt(geo *board.Geometry, p board.Point) []board.Zone {
	var zones []board.Zone
	for z, s := range geo.Shapes {
		for _, r := range s.Rings {
			if contains(r, p) {
				zones = append(zones, board.Zone(z))
			}
		}
	}
	return zones
}

// contains counts the sides of the ring that a line from p to the east meets.
func contains(ring []board.Point, p board.Point) bool {
	in := false
	for i, b := range ring {
		a := ring[(i+len(ring)-1)%len(ring)]
		if (a.Lat > p.Lat) != (b.Lat > p.Lat) && p.Lon < (b.Lon-a.Lon)*(p.Lat-a.Lat)/(b.Lat-a.Lat)+a.Lon {
			in = !in
		}
	}
	return in
}

// Tiles proves that the areas meet without gap or overlap: every side belongs to one area,
// or to two in opposite directions, no two sides cross, and every outline runs
// counter-clockwise within the picture and within one board.
func Tiles(t *testing.T, m *board.Map, geo *board.Geometry) {
	t.Helper()
	type side struct{ from, to board.Point }
	owner := make(map[side]board.Zone)
	var sides []side
	for z, s := range geo.Shapes {
		for _, ring := range s.Rings {
			area := 0.0
			for i, p := range ring {
				q := ring[(i+1)%len(ring)]
				area += p.Lon*q.Lat - q.Lon*p.Lat
				if p.Lon < geo.Min.Lon || p.Lon > geo.Max.Lon || p.Lat < geo.Min.Lat || p.Lat > geo.Max.Lat {
					t.Errorf("%s: %v is outside the picture", m.Name(board.Zone(z)), p)
				}
				if other, twice := owner[side{p, q}]; twice {
					t.Errorf("%s and %s lie on the same side of %v-%v", m.Name(board.Zone(z)), m.Name(other), p, q)
				}
				owner[side{p, q}] = board.Zone(z)
				if _, shared := owner[side{q, p}]; !shared {
					sides = append(sides, side{p, q})
				}
			}
			if area <= 0 {
				t.Errorf("%s runs clockwise", m.Name(board.Zone(z)))
			}
		}
	}
	for i, a := range sides {
		for _, b := range sides[:i] {
			if crosses(a.from, a.to, b.from, b.to) {
				t.Errorf("%v-%v of %s crosses %v-%v of %s", a.from, a.to, m.Name(owner[a]), b.from, b.to, m.Name(owner[b]))
			}
		}
	}
}

// crosses reports whether two segments meet other than in a common end.
func crosses(a, b, c, d board.Point) bool {
	if a == c || a == d || b == c || b == d {
		return false
	}
	turn := func(p, q, r board.Point) float64 {
		return (q.Lon-p.Lon)*(r.Lat-p.Lat) - (q.Lat-p.Lat)*(r.Lon-p.Lon)
	}
	apart := max(a.Lon, b.Lon) < min(c.Lon, d.Lon) || max(c.Lon, d.Lon) < min(a.Lon, b.Lon) ||
		max(a.Lat, b.Lat) < min(c.Lat, d.Lat) || max(c.Lat, d.Lat) < min(a.Lat, b.Lat)
	return !apart && turn(a, b, c)*turn(a, b, d) <= 0 && turn(c, d, a)*turn(c, d, b) <= 0
}
