package board

import "slices"

// Never is the cost of a step that is not allowed.
const Never = -1

// StepCost returns what it costs to cross e out of from, at least 0, or [Never].
// The search asks it once per edge of each zone it reaches, so a zone that must
// not be left (a stop on enemies) is one for which every edge out is Never.
type StepCost func(from Zone, e *Edge) int

// Search finds cheapest paths. The zero value is ready; reuse one Search to
// avoid allocations. It must not be used by two goroutines at once.
//
// Among paths of equal cost the one with fewer steps wins, and among those the
// one whose zones, read backwards from the goal, have the lower indices. So
// the same question has the same answer on every machine.
type Search struct {
	from    Zone
	reached Set
	cost    [MaxZones + 1]int32
	steps   [MaxZones + 1]uint8
	prev    [MaxZones + 1]Zone
	queue   []uint64 // binary heap of cost<<16 | steps<<8 | zone
	runs    int
}

// Runs is how often Run has been called: as long as it stays the same, so do the answers.
func (s *Search) Runs() int { return s.runs }

// Run explores m from a zone as far as limit allows; Reached, Cost and Path then
// answer about this exploration until the next Run.
func (s *Search) Run(m *Map, from Zone, limit int, step StepCost) {
	s.runs++
	s.from, s.reached, s.queue = from, SetOf(from), s.queue[:0]
	s.cost[from], s.steps[from], s.prev[from] = 0, 0, NoZone
	s.push(key(0, 0, from))
	var done Set
	for len(s.queue) > 0 {
		z := Zone(s.pop())
		if done.Has(z) {
			continue
		}
		done.Add(z)
		edges := m.edges[z]
		for i := range edges {
			e := &edges[i]
			if done.Has(e.To) {
				continue
			}
			price := step(z, e)
			if price < 0 {
				continue
			}
			s.relax(z, e.To, s.cost[z]+int32(price), limit)
		}
	}
}

// relax notes that to can be had for cost by way of from, if that is better
// than what is known.
func (s *Search) relax(from, to Zone, cost int32, limit int) {
	if int(cost) > limit {
		return
	}
	steps := s.steps[from] + 1
	if s.reached.Has(to) {
		switch {
		case cost != s.cost[to]:
			if cost > s.cost[to] {
				return
			}
		case steps != s.steps[to]:
			if steps > s.steps[to] {
				return
			}
		case from >= s.prev[to]:
			return
		}
	}
	s.reached.Add(to)
	s.cost[to], s.steps[to], s.prev[to] = cost, steps, from
	s.push(key(cost, steps, to))
}

// Reached returns the zones within the limit, the start included.
func (s *Search) Reached() Set { return s.reached }

// Cost returns the lowest cost of reaching z, and whether it can be reached.
func (s *Search) Cost(z Zone) (int, bool) {
	if !s.reached.Has(z) {
		return 0, false
	}
	return int(s.cost[z]), true
}

// Path appends the zones from the start to z, both included, to buf and returns
// it. It returns buf unchanged when z cannot be reached.
func (s *Search) Path(z Zone, buf []Zone) []Zone {
	if !s.reached.Has(z) {
		return buf
	}
	start := len(buf)
	for ; z != NoZone; z = s.prev[z] {
		buf = append(buf, z)
	}
	slices.Reverse(buf[start:])
	return buf
}

// Flood returns every zone that can be reached from a zone in the given way,
// passing only through zones of through: the start counts as passable, a zone
// outside through is neither entered nor returned. The start is in the result.
func (m *Map) Flood(from Zone, w Way, through Set) Set {
	reached := SetOf(from)
	frontier := reached
	for !frontier.Empty() {
		z := frontier.Pop()
		fresh := m.near[w][z].Intersect(through).Minus(reached)
		reached = reached.Union(fresh)
		frontier = frontier.Union(fresh)
	}
	return reached
}

// Spread returns the zones that so many steps from a zone lead to in a given way, the start
// included: no zone of shut is entered, and none of stops is left again but the start.
func (m *Map) Spread(from Zone, w Way, steps int, shut, stops Set) Set {
	reached := SetOf(from)
	for wave := reached; steps > 0 && !wave.Empty(); steps-- {
		var next Set
		for !wave.Empty() {
			next = next.Union(m.near[w][wave.Pop()])
		}
		next = next.Minus(shut).Minus(reached)
		reached, wave = reached.Union(next), next.Minus(stops)
	}
	return reached
}

func key(cost int32, steps uint8, z Zone) uint64 {
	return uint64(cost)<<16 | uint64(steps)<<8 | uint64(z)
}

func (s *Search) push(k uint64) {
	q := append(s.queue, k)
	i := len(q) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if q[parent] <= q[i] {
			break
		}
		q[parent], q[i] = q[i], q[parent]
		i = parent
	}
	s.queue = q
}

func (s *Search) pop() uint64 {
	q := s.queue
	top := q[0]
	last := len(q) - 1
	q[0] = q[last]
	q = q[:last]
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if q[child] < q[least] {
				least = child
			}
		}
		if least == i {
			break
		}
		q[i], q[least] = q[least], q[i]
		i = least
	}
	s.queue = q
	return top
}
