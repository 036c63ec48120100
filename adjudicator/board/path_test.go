package board

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// walk costs 1 PM per zone by land and 2 into a hill.
func walk(m *Map) StepCost {
	hill, _ := m.TerrainByID("hill")
	return func(_ Zone, e *Edge) int {
		switch {
		case !e.By(ByLand):
			return Never
		case m.Terrain(e.To) == hill:
			return 2
		}
		return 1
	}
}

func TestSearch(t *testing.T) {
	m := mustLoad(t)
	var s Search
	for _, c := range []struct {
		from  string
		limit int
		to    string
		want  string // path and cost
	}{
		{"Port", 4, "L3", "Port L1 L2 L3: 4"},
		{"Port", 3, "L3", ": none"},
		{"L3", 9, "Port", "L3 L2 L1 Port: 4"},
		{"L1", 0, "L1", "L1: 0"},
		{"L1", 9, "M1", ": none"},
	} {
		s.Run(m, m.MustZone(c.from), c.limit, walk(m))
		var names []string
		for _, z := range s.Path(m.MustZone(c.to), nil) {
			names = append(names, m.Name(z))
		}
		got := strings.Join(names, " ") + ": none"
		if cost, ok := s.Cost(m.MustZone(c.to)); ok {
			got = fmt.Sprintf("%s: %d", strings.Join(names, " "), cost)
		}
		if got != c.want {
			t.Errorf("%s to %s within %d: %s, want %s", c.from, c.to, c.limit, got, c.want)
		}
	}
}

func TestFlood(t *testing.T) {
	m := mustLoad(t)
	for _, c := range []struct {
		from, through, want string
	}{
		{"B", "M1 M2 Port", "M1 M2 Port B"},
		{"B", "M2 Port", "B"},
		{"M2", "M1", "M1 M2"},
	} {
		var through Set
		for _, id := range strings.Fields(c.through) {
			through.Add(m.MustZone(id))
		}
		if got := ids(m, m.Flood(m.MustZone(c.from), BySea, through)); got != c.want {
			t.Errorf("from %s through %s: %s, want %s", c.from, c.through, got, c.want)
		}
	}
}

// gridMap returns a map of w*h land zones in a rectangle.
func gridMap(t testing.TB, w, h int) *Map {
	var b strings.Builder
	b.WriteString("id = \"grid\"\nsides = [\"a\"]\n")
	for i := range w * h {
		fmt.Fprintf(&b, "[[zone]]\nid = \"Z%d\"\nkind = \"land\"\nen = \"z\"\nfr = \"z\"\nsource = \"rule 1\"\nname_source = \"rule 1\"\n", i)
	}
	edge := func(i, j int) { fmt.Fprintf(&b, "[[edge]]\nzones = [\"Z%d\", \"Z%d\"]\nsource = \"rule 1\"\n", i, j) }
	for i := range w * h {
		if i%w+1 < w {
			edge(i, i+1)
		}
		if i+w < w*h {
			edge(i, i+w)
		}
	}
	m, err := load(t, b.String())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// On random costs the search finds what relaxing every edge until nothing
// changes finds (Bellman and Ford), and its paths cost what it says.
func TestSearchFindsTheCheapest(t *testing.T) {
	m := gridMap(t, 8, 8)
	r := rand.New(rand.NewPCG(3, 4))
	var s Search
	for range 50 {
		cost := make([][64]int, 64)
		for i := range cost {
			for j := range cost[i] {
				cost[i][j] = r.IntN(6) - 1 // -1 is Never, 0 is free
			}
		}
		step := func(from Zone, e *Edge) int { return cost[from][e.To] }
		from := Zone(r.IntN(64))
		s.Run(m, from, 12, step)
		want := bellmanFord(m, from, 12, step)
		for z, w := range want {
			got, ok := s.Cost(Zone(z))
			if !ok {
				got = Never
			}
			if got != w {
				t.Fatalf("from %d to %d: cost %d, want %d", from, z, got, w)
			}
			sum := 0
			path := s.Path(Zone(z), nil)
			for i := 1; i < len(path); i++ {
				sum += step(path[i-1], m.Edge(path[i-1], path[i]))
			}
			if ok && (sum != w || path[0] != from || path[len(path)-1] != Zone(z)) {
				t.Fatalf("from %d to %d: path %v costs %d, want %d", from, z, path, sum, w)
			}
		}
	}
}

func bellmanFord(m *Map, from Zone, limit int, step StepCost) []int {
	best := make([]int, m.Len())
	for i := range best {
		best[i] = Never
	}
	best[from] = 0
	for changed := true; changed; {
		changed = false
		for z := range best {
			for i := range m.Edges(Zone(z)) {
				e := &m.Edges(Zone(z))[i]
				c := step(Zone(z), e)
				if best[z] == Never || c == Never || best[z]+c > limit {
					continue
				}
				if best[e.To] == Never || best[z]+c < best[e.To] {
					best[e.To] = best[z] + c
					changed = true
				}
			}
		}
	}
	return best
}

// TestSpreadReachesWhatASearchDoes: where every step costs the same, so many steps lead as far.
func TestSpreadReachesWhatASearchDoes(t *testing.T) {
	m := gridMap(t, 9, 7)
	r := rand.New(rand.NewPCG(3, 4))
	some := func(part int) (zones Set) {
		for z := range m.Len() {
			zones.Put(Zone(z), r.IntN(part) == 0)
		}
		return zones
	}
	var s Search
	for range 200 {
		from, limit, shut, stops := Zone(r.IntN(m.Len())), r.IntN(12), some(5), some(4)
		s.Run(m, from, limit, func(at Zone, e *Edge) int {
			if !e.By(ByLand) || shut.Has(e.To) || at != from && stops.Has(at) {
				return Never
			}
			return 1
		})
		if got, want := m.Spread(from, ByLand, limit, shut, stops), s.Reached(); got != want {
			t.Errorf("%d steps from %d lead to %v, want %v", limit, from, got, want)
		}
	}
}

// Among equally cheap ways the one with lower indices wins, read from the goal.
func TestSearchIsDeterministic(t *testing.T) {
	m := gridMap(t, 3, 3)
	var s Search
	for range 20 {
		s.Run(m, 0, 9, func(Zone, *Edge) int { return 1 })
		if got := fmt.Sprint(s.Path(8, nil)); got != "[0 1 2 5 8]" {
			t.Fatalf("path %s", got)
		}
	}
}

func TestQueriesDoNotAllocate(t *testing.T) {
	m := gridMap(t, 8, 8)
	var s Search
	buf := make([]Zone, 0, 64)
	step := func(Zone, *Edge) int { return 1 }
	s.Run(m, 0, 20, step)
	for name, f := range map[string]func(){
		"search": func() { s.Run(m, 0, 20, step); buf = s.Path(63, buf[:0]) },
		"flood":  func() { m.Flood(0, ByLand, m.Near(0, Any).Union(m.Near(1, Any))) },
		"edges": func() {
			for z := range m.Near(9, Any).All() {
				if m.Edge(9, z) == nil || !m.Adjacent(9, z) || len(m.Neighbours(z, ByLand)) == 0 {
					panic("lost an edge")
				}
			}
		},
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

var sink int

func BenchmarkAdjacent(b *testing.B) {
	m := gridMap(b, 8, 8)
	for b.Loop() {
		for z := range Zone(64) {
			if m.Adjacent(z, 27) {
				sink++
			}
		}
	}
}

func BenchmarkNeighbourSet(b *testing.B) {
	m := gridMap(b, 8, 8)
	enemies := SetOf(1, 5, 17, 40)
	for b.Loop() {
		for z := range m.Near(27, Any).Minus(enemies).All() {
			sink += int(z)
		}
	}
}

func BenchmarkFlood(b *testing.B) {
	m := gridMap(b, 8, 8)
	all := m.All()
	for b.Loop() {
		sink += m.Flood(0, ByLand, all).Len()
	}
}

func BenchmarkSearch(b *testing.B) {
	m := gridMap(b, 8, 8)
	var s Search
	step := func(Zone, *Edge) int { return 1 }
	b.Run("4PM", func(b *testing.B) {
		for b.Loop() {
			s.Run(m, 27, 4, step)
		}
	})
	b.Run("whole map", func(b *testing.B) {
		for b.Loop() {
			s.Run(m, 27, 100, step)
		}
	})
}
