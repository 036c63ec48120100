package chart

import (
	"fmt"
	"image"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont/data"
)

// crowds are positions made up at random, with all sorts of stacks in many zones and
// movements along routes, and how to draw each.
func crowds(t *testing.T, draw func(name string, s *sheet, v adjudicator.View)) {
	t.Helper()
	r := rand.New(rand.NewPCG(411, 410))
	m := data.Default().Map
	for n := range 16 {
		var rows []string
		for z := range m.All().All() {
			for _, side := range []string{"athens", "sparta"} {
				if r.IntN(100) >= 20 {
					continue
				}
				ships, land := []string{"T10", "T4", "T10w", "T2"}, []string{"H3", "P2", "P2w"}
				if side == "sparta" {
					land = []string{"H3", "P4", "C5+"}
				}
				units := slices.Concat(ships[:r.IntN(4)], land[:r.IntN(4)])
				switch m.Kind(z) {
				case board.Land:
					units = land[:1+r.IntN(3)]
				case board.Sea:
					units = ships[:1+r.IntN(4)]
				}
				if len(units) > 0 && r.IntN(5) == 0 {
					units = append(units, map[string]string{"athens": "Thrasybule", "sparta": "Mindaros"}[side])
				}
				if len(units) > 0 {
					rows = append(rows, m.Name(z)+" "+side+" "+strings.Join(units, " "))
				}
			}
		}
		v := stand(t, strings.Join(rows, "\n"))
		o := Options{Names: nameIn([]string{"en", "fr"}[n%2]), Width: []int{1216, 960, 608, 2000}[n%4]}
		if n%3 > 0 {
			z := board.Zone(r.IntN(m.Len()))
			o.Region = []string{m.Name(z)}
		}
		s, err := theatre().drawSheet(v, walks(r, m), o)
		if err != nil {
			t.Fatalf("position %d: %v", n, err)
		}
		draw(fmt.Sprintf("position %d, region %v", n, o.Region), s, v)
	}
}

// walks are moves at random along neighbours that one arm can take, and battles.
func walks(r *rand.Rand, m *board.Map) (all []adjudicator.Mark) {
	for range 8 {
		z := board.Zone(r.IntN(m.Len()))
		route := []string{m.Name(z)}
		for range 1 + r.IntN(4) {
			next := m.Neighbours(z, board.ByLand)
			if m.Kind(z) == board.Sea {
				next = m.Neighbours(z, board.BySea)
			}
			if len(next) == 0 {
				break
			}
			z = next[r.IntN(len(next))]
			route = append(route, m.Name(z))
		}
		all = append(all, adjudicator.Mark{Kind: "move", Side: adjudicator.Side(r.IntN(2)), Zones: route},
			adjudicator.Mark{Kind: "battle", Zones: route[len(route)-1:]})
	}
	return all
}

// inside reports whether a place lies in one of the rings, by counting the sides that a
// line from it crosses.
func inside(q point, shape path) bool {
	in := false
	for _, l := range shape {
		for i, a := range l {
			b := l[(i+1)%len(l)]
			if (a.Y > q.Y) != (b.Y > q.Y) && float64(q.X) < float64(b.X-a.X)*float64(q.Y-a.Y)/float64(b.Y-a.Y)+float64(a.X) {
				in = !in
			}
		}
	}
	return in
}

// Every counter that floats is drawn on the water: the four corners and the middle of its
// place lie in sea zones, and on no island. In a frame that says where it is it may stand ashore.
func TestShipsAreOnTheWater(t *testing.T) {
	afloat := 0
	crowds(t, func(name string, s *sheet, _ adjudicator.View) {
		for _, l := range s.plates {
			for _, p := range l.taken {
				f := strings.Fields(p.what)
				if len(f) < 4 || f[3] != "afloat" || p.titled {
					continue
				}
				afloat++
				b := p.rect.Inset(l.px(3)) // no counter reaches the rim of its place
				for _, q := range []image.Point{b.Min, {X: b.Max.X, Y: b.Min.Y}, {X: b.Min.X, Y: b.Max.Y}, b.Max, b.Min.Add(b.Max).Div(2)} {
					if !onWater(l, fromPixel(q)) {
						t.Errorf("%s, %v: %s lies on land at %v", name, l.view, p.what, q)
						break
					}
				}
			}
		}
	})
	if afloat < 60 {
		t.Errorf("only %d fleets were drawn", afloat)
	}
}

func onWater(l *layout, q point) bool {
	for _, a := range l.art {
		if a.kind == "island" && inside(q, path{l.line(a.ring)}) {
			return false
		}
	}
	for z := range l.board.OfKind(board.Sea).All() {
		if inside(q, l.shape(l.zones[z].rings)) {
			return true
		}
	}
	return false
}

// Words keep clear of one another, of counters and signs, and of arrows and the lines that
// tie counters to their zones.
func TestWordsAreClear(t *testing.T) {
	words := 0
	crowds(t, func(name string, s *sheet, _ adjudicator.View) {
		for _, l := range s.plates {
			for i, p := range l.taken {
				if !p.word {
					continue
				}
				words++
				for _, q := range l.taken[:i] {
					if p.rect.Overlaps(q.rect) {
						t.Errorf("%s: %s overlaps %s", name, p.what, q.what)
					}
				}
				if !l.roads.clear(p.rect.Sub(l.frame.Min).Inset(l.grid.side)) {
					t.Errorf("%s: a line runs through %s", name, p.what)
				}
			}
		}
	})
	if words < 300 {
		t.Errorf("only %d words were written", words)
	}
}

// The hall of a port lies in the colour of who holds it.
func TestPortsHaveTheirHoldersColour(t *testing.T) {
	m := data.Default().Map
	for side, want := range []ink{blueFill, redFill} {
		for port := range m.OfKind(board.Port).All() {
			v := adjudicator.View{Zones: []adjudicator.ZoneView{{Zone: adjudicator.Term{Kind: "zone", ID: m.Name(port)},
				Marks: []adjudicator.ZoneMark{{Kind: adjudicator.Held, Side: adjudicator.Side(side)}}}}}
			for _, o := range []Options{{}, {Region: []string{m.Name(port)}}} {
				o.Width = 1216
				s, err := theatre().drawSheet(v, nil, o)
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range s.plates {
					for other := range m.OfKind(board.Port).All() {
						c, half := l.town(other)
						if !pixel(c).In(l.frame) {
							continue
						}
						q := pixel(c.Add(pt(l.u(half-3.5), -l.u(half-3.5)))) // a corner beside the gable
						if got := ink(s.img.ColorIndexAt(q.X, q.Y)); (got == want) != (other == port) {
							t.Errorf("%s held by %d: %s is drawn with %d", m.Name(port), side, m.Name(other), got)
						}
					}
				}
			}
		}
	}
}
