package pairing

import "slices"

// edge is an edge between two vertices; of a blossom, the edge between two
// vertices inside that stands for it.
type edge struct{ u, v int }

// What the search has made of a vertex or blossom.
const (
	free  = -1
	outer = 0
	inner = 1
)

// matcher finds a matching of greatest weight in a general graph: Edmonds' blossom
// algorithm with dual variables, in the dense form that takes O(n³) additions of
// weights (J. Edmonds, Maximum matching and a polyhedron with 0,1-vertices, 1965;
// Z. Galil, Efficient algorithms for finding maximum matching in graphs, 1986).
// Vertices are 1 to n, blossoms n+1 and above; 0 is none.
type matcher struct {
	n, top int        // vertices; highest number in use
	worth  [][]weight // of the edges between vertices, doubled values of which are in the duals
	has    [][]bool   // is there an edge, between vertices or blossoms
	edges  [][]edge   // by vertices or blossoms
	dual   []weight
	match  []int // the vertex at the other end
	slack  []int // the outer vertex whose edge to here has the least slack
	whole  []int // the outermost blossom a vertex or blossom is in; 0: not in use
	parent []int // the vertex that the search came from
	from   [][]int
	petals [][]int
	state  []int
	seen   []int
	stamp  int
	queue  []int
}

// greatestMatching returns for each vertex from 1 to n whom it is matched with, or 0.
// worth(u, v) is asked for u < v; weights must be above zero.
func greatestMatching(n int, worth func(u, v int) (weight, bool)) []int {
	m := newMatcher(n)
	var greatest weight
	for u := 1; u <= n; u++ {
		m.whole[u], m.from[u][u] = u, u
		for v := 1; v <= n; v++ {
			m.edges[u][v] = edge{u, v}
		}
		for v := u + 1; v <= n; v++ {
			w, ok := worth(u, v)
			if !ok {
				continue
			}
			m.worth[u][v], m.worth[v][u] = w, w
			m.has[u][v], m.has[v][u] = true, true
			if w.compare(&greatest) > 0 {
				greatest = w
			}
		}
	}
	for u := 1; u <= n; u++ {
		m.dual[u] = greatest
	}
	for m.grow() {
	}
	return m.match[:n+1]
}

func newMatcher(n int) *matcher {
	size := 2*n + 1
	m := &matcher{n: n, top: n}
	m.worth, m.has, m.edges, m.from = make([][]weight, n+1), make([][]bool, size), make([][]edge, size), make([][]int, size)
	for i := range size {
		m.has[i], m.edges[i], m.from[i] = make([]bool, size), make([]edge, size), make([]int, n+1)
	}
	for i := range n + 1 {
		m.worth[i] = make([]weight, n+1)
	}
	m.dual, m.petals = make([]weight, size), make([][]int, size)
	for _, s := range []*[]int{&m.match, &m.slack, &m.whole, &m.parent, &m.state, &m.seen} {
		*s = make([]int, size)
	}
	return m
}

// loose is how much an edge lacks of being tight: the sum of the duals of its ends less
// twice its weight.
func (m *matcher) loose(e edge) weight {
	d := m.dual[e.u]
	v, w := &m.dual[e.v], &m.worth[e.u][e.v]
	for i := range d {
		d[i] += v[i] - 2*w[i]
	}
	return d
}

func (m *matcher) isTight(e edge) bool {
	u, v, w := &m.dual[e.u], &m.dual[e.v], &m.worth[e.u][e.v]
	for i := range u {
		if u[i]+v[i] != 2*w[i] {
			return false
		}
	}
	return true
}

// looser reports whether a lacks more than b.
func (m *matcher) looser(a, b edge) bool {
	au, av, aw := &m.dual[a.u], &m.dual[a.v], &m.worth[a.u][a.v]
	bu, bv, bw := &m.dual[b.u], &m.dual[b.v], &m.worth[b.u][b.v]
	for i := range au {
		x, y := au[i]+av[i]-2*aw[i], bu[i]+bv[i]-2*bw[i]
		if x != y {
			return x > y
		}
	}
	return false
}

func (m *matcher) updateSlack(u, x int) {
	if m.slack[x] == 0 || m.looser(m.edges[m.slack[x]][x], m.edges[u][x]) {
		m.slack[x] = u
	}
}

func (m *matcher) setSlack(x int) {
	m.slack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.has[u][x] && m.whole[u] != x && m.state[m.whole[u]] == outer {
			m.updateSlack(u, x)
		}
	}
}

// enqueue has the search go on from all vertices in x.
func (m *matcher) enqueue(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, p := range m.petals[x] {
		m.enqueue(p)
	}
}

func (m *matcher) setWhole(x, b int) {
	m.whole[x] = b
	if x > m.n {
		for _, p := range m.petals[x] {
			m.setWhole(p, b)
		}
	}
}

// evenPlace is the place of a petal in its blossom, counted in the direction in which it
// is even; the petals are turned round for it where need be.
func (m *matcher) evenPlace(b, petal int) int {
	place := slices.Index(m.petals[b], petal)
	if place%2 == 1 {
		slices.Reverse(m.petals[b][1:])
		return len(m.petals[b]) - place
	}
	return place
}

// setMatch matches u with v, and within the blossom u all petals anew.
func (m *matcher) setMatch(u, v int) {
	e := m.edges[u][v]
	m.match[u] = e.v
	if u <= m.n {
		return
	}
	base := m.from[u][e.u]
	place := m.evenPlace(u, base)
	for i := range place {
		m.setMatch(m.petals[u][i], m.petals[u][i^1])
	}
	m.setMatch(base, v)
	m.petals[u] = slices.Concat(m.petals[u][place:], m.petals[u][:place])
}

// augment turns over the path from u to the root of its tree, u being matched with v.
func (m *matcher) augment(u, v int) {
	for {
		next := m.whole[m.match[u]]
		m.setMatch(u, v)
		if next == 0 {
			return
		}
		m.setMatch(next, m.whole[m.parent[next]])
		u, v = m.whole[m.parent[next]], next
	}
}

// meeting is where the paths of u and v to their roots meet, or 0.
func (m *matcher) meeting(u, v int) int {
	m.stamp++
	for u != 0 || v != 0 {
		if u != 0 {
			if m.seen[u] == m.stamp {
				return u
			}
			m.seen[u] = m.stamp
			if u = m.whole[m.match[u]]; u != 0 {
				u = m.whole[m.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// shrink makes a blossom of the paths from u and v to where they meet.
func (m *matcher) shrink(u, root, v int) {
	b := m.n + 1
	for b <= m.top && m.whole[b] != 0 {
		b++
	}
	m.top = max(m.top, b)
	m.dual[b], m.state[b], m.match[b] = weight{}, outer, m.match[root]
	m.petals[b] = []int{root}
	m.climb(b, u, root)
	slices.Reverse(m.petals[b][1:])
	m.climb(b, v, root)
	m.setWhole(b, b)
	clear(m.from[b])
	for x := 1; x <= m.top; x++ {
		m.has[b][x], m.has[x][b] = false, false
	}
	for _, p := range m.petals[b] {
		m.inherit(b, p)
	}
	m.setSlack(b)
}

// climb appends the petals on the way from x up to the root.
func (m *matcher) climb(b, x, root int) {
	for x != root {
		y := m.whole[m.match[x]]
		m.petals[b] = append(m.petals[b], x, y)
		m.enqueue(y)
		x = m.whole[m.parent[y]]
	}
}

// inherit gives the blossom the tightest edges of its petal.
func (m *matcher) inherit(b, petal int) {
	for x := 1; x <= m.top; x++ {
		if m.has[petal][x] && (!m.has[b][x] || m.looser(m.edges[b][x], m.edges[petal][x])) {
			m.edges[b][x], m.edges[x][b] = m.edges[petal][x], m.edges[x][petal]
			m.has[b][x], m.has[x][b] = true, true
		}
	}
	for x := 1; x <= m.n; x++ {
		if m.from[petal][x] != 0 {
			m.from[b][x] = petal
		}
	}
}

// expand takes an inner blossom whose dual is used up apart.
func (m *matcher) expand(b int) {
	for _, p := range m.petals[b] {
		m.setWhole(p, p)
	}
	base := m.from[b][m.edges[b][m.parent[b]].u]
	place := m.evenPlace(b, base)
	for i := 0; i < place; i += 2 {
		in, out := m.petals[b][i], m.petals[b][i+1]
		m.parent[in] = m.edges[out][in].u
		m.state[in], m.state[out] = inner, outer
		m.slack[in] = 0
		m.setSlack(out)
		m.enqueue(out)
	}
	m.state[base], m.parent[base] = inner, m.parent[b]
	for _, p := range m.petals[b][place+1:] {
		m.state[p] = free
		m.setSlack(p)
	}
	m.whole[b] = 0
}

// follow goes over a tight edge and reports whether the matching has grown.
func (m *matcher) follow(e edge) bool {
	u, v := m.whole[e.u], m.whole[e.v]
	switch m.state[v] {
	case free:
		next := m.whole[m.match[v]]
		m.parent[v], m.state[v] = e.u, inner
		m.slack[v], m.slack[next] = 0, 0
		m.state[next] = outer
		m.enqueue(next)
	case outer:
		root := m.meeting(u, v)
		if root == 0 {
			m.augment(u, v)
			m.augment(v, u)
			return true
		}
		m.shrink(u, root, v)
	}
	return false
}

// grow makes the matching greater by one pair; false when it is the greatest.
func (m *matcher) grow() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.top; x++ {
		m.state[x], m.slack[x] = free, 0
	}
	for x := 1; x <= m.top; x++ {
		if m.whole[x] == x && m.match[x] == 0 {
			m.parent[x], m.state[x] = 0, outer
			m.enqueue(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		if m.search() {
			return true
		}
		if !m.adjust() {
			return false
		}
		if m.tightened() {
			return true
		}
		for b := m.n + 1; b <= m.top; b++ {
			if m.whole[b] == b && m.state[b] == inner && m.dual[b].sign() == 0 {
				m.expand(b)
			}
		}
	}
}

// search follows the tight edges from all vertices in the queue.
func (m *matcher) search() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		if m.state[m.whole[u]] == inner {
			continue
		}
		for v := 1; v <= m.n; v++ {
			if !m.has[u][v] || m.whole[u] == m.whole[v] {
				continue
			}
			if !m.isTight(edge{u, v}) {
				m.updateSlack(u, m.whole[v])
			} else if m.follow(edge{u, v}) {
				return true
			}
		}
	}
	return false
}

// step is the greatest change of the duals that keeps all of them allowed.
func (m *matcher) step() (d weight, found bool) {
	take := func(w weight) {
		if !found || w.compare(&d) < 0 {
			d, found = w, true
		}
	}
	for b := m.n + 1; b <= m.top; b++ {
		if m.whole[b] == b && m.state[b] == inner {
			w := m.dual[b]
			w.halve()
			take(w)
		}
	}
	for x := 1; x <= m.top; x++ {
		if m.whole[x] != x || m.slack[x] == 0 {
			continue
		}
		w := m.loose(m.edges[m.slack[x]][x])
		switch m.state[x] {
		case free:
			take(w)
		case outer:
			w.halve()
			take(w)
		}
	}
	return d, found
}

// adjust changes the duals by a step; false when the matching is the greatest.
func (m *matcher) adjust() bool {
	d, found := m.step()
	for u := 1; u <= m.n; u++ {
		if m.state[m.whole[u]] == outer && (!found || m.dual[u].compare(&d) <= 0) {
			return false
		}
	}
	for x := 1; x <= m.top; x++ {
		times := int64(1)
		if x > m.n {
			if m.whole[x] != x {
				continue
			}
			times = -2
		}
		switch m.state[m.whole[x]] {
		case outer:
			m.dual[x].add(&d, -times)
		case inner:
			m.dual[x].add(&d, times)
		}
	}
	return true
}

// tightened follows the edges that the last step made tight.
func (m *matcher) tightened() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.top; x++ {
		s := m.slack[x]
		if m.whole[x] != x || s == 0 || m.whole[s] == x {
			continue
		}
		if e := m.edges[s][x]; m.isTight(e) && m.follow(e) {
			return true
		}
	}
	return false
}
