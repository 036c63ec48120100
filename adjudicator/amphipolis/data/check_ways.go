package data

import (
	"fmt"
	"strings"

	"keryx/adjudicator/board"
)

// printedWays are what ways cost in movement points: examples of the rulebook and what
// follows from them. Each says from where to where, by which zones, under what: walls
// standing or destroyed, the Flotilla, or fleets in all seas.
var printedWays = []struct {
	fact, rule, way, under string
	cost                   int // board.Never: no way
}{
	{"B14: Thasos to T4 by sea", "rule 3.1.3, 3.1.4", "Thasos M2 T4", "fleets", 4},
	{"M6: T15 to T17 by T11", "rule 3.1.4", "T15 T11 T17", "", 4},
	{"M7: T15 to T11 over the bridge", "rule 3.1.4", "T15 T11", "", 2},
	{"M7: T15 to T13 over the river", "rule 3.1.4", "T15 T13", "", board.Never},
	{"M40: T15 to T13 with the Flotilla", "rule 7", "T15 T13", "flotilla", 3},
	{"M40: T16 to T17 with the Flotilla", "rule 7", "T16 T17", "flotilla", 3},
	{"M40: the bridge with the Flotilla", "rule 7", "T15 T11", "flotilla", 2},
	{"M4: T5 to T6", "rule 3.1", "T5 T6", "", board.Never},
	{"M4: T7 to T11", "rule 3.1", "T7 T11", "", board.Never},
	{"M4: T9 to T12", "rule 3.1", "T9 T12", "", board.Never},
	{"B17: Thasos to T22", "rule 3.1.3, 3.1.4", "Thasos M2 T22", "fleets", 4},
	{"B17: Thasos to T15", "rule 3.1.3, 3.1.4", "Thasos M2 T15", "fleets", 4},
	{"B17: Thasos to T5", "rule 3.1.3, 3.1.4", "Thasos M2 M1 T5", "fleets", 5},
	{"B17: Thasos to T23", "rule 3.1.3, 3.1.4", "Thasos M2 M3 T23", "fleets", 5},
	{"B18: T4 to T5 by sea", "rule 3.1.3", "T4 M2 M1 T5", "fleets", 3},
	{"B18: T22 to T5 by sea", "rule 3.1.3", "T22 M2 M1 T5", "fleets", 3},
	{"B18: T15 to T5 by sea", "rule 3.1.3", "T15 M2 M1 T5", "fleets", 3},
	{"B18: T23 to T5 by sea", "rule 3.1.3", "T23 M3 M2 M1 T5", "fleets", 4},
	{"B20: T21 to T11", "rule 3.1.4", "T21 T15 T11", "", 3},
	{"B20: T21 to T12", "rule 3.1.4", "T21 T15 T11 T12", "", 4},
	{"B21: Eion to Amphipolis", "rule 3.1.4", "T5 T10 T9 T11 T12", "", 4},
	{"B21: Eion to Amphipolis behind its wall", "rule 3.1.4, 5.1", "T5 T10 T9 T7 T12", "walls", 7},
	{"B21: Eion to Amphipolis, the wall destroyed", "rule 3.1.4, 5.2", "T5 T10 T9 T11 T12", "ruins", 6},
	{"B24: Brasidas to Argilos in B.2", "rule 3.1.4", "Macedonia T23 T22", "", 4},
	{"B24: Brasidas from Argilos to T11", "rule 3.1.4", "T22 T15 T11", "", 3},
	{"B24: Brasidas from T11 to T12", "rule 3.1.4", "T11 T12", "", 1},
	{"B24: Thucydides from T4 to T5", "rule 3.1.4", "T4 T5", "", 1},
	{"B24: Thucydides from T4 to T11", "rule 3.1.4", "T4 T6 T10 T9 T11", "", 4},
}

// ways asserts what every way costs, and that the shortest is no shorter.
func (a *audit) ways() {
	for _, c := range printedWays {
		going, all := a.going(c.under), strings.Fields(c.way)
		a.Want(c.fact+" costs as much", c.rule, a.sum(all, going), c.cost)
		shorter := all[0] == "T4" && all[1] == "M2" // on foot
		if c.cost != board.Never && len(all) > 2 && !shorter {
			cheapest := a.reach(all[0], going, 12)[all[len(all)-1]]
			a.Want(c.fact+" is the cheapest way", c.rule, cheapest, c.cost)
		}
	}
	for _, c := range []struct{ fact, from, want string }{
		{"B19: reach of units from Macedonia", "Macedonia", "T20:4 T22:4 T23:3 T26:3"},
		{"B19: reach of units from Thrace", "Thrace", "T1:3 T19:4 T2:3 T3:4 T4:4 T7:4"},
	} {
		reached := a.reach(c.from, Going{}, 4)
		delete(reached, c.from)
		a.Want(c.fact, "rule 3.1.4", strings.Trim(fmt.Sprint(reached), "map[]"), c.want)
	}
	a.ashore()
	for _, c := range []struct {
		fact, from, to string
		want           [3]int
	}{
		{"M23, M24: T12 from T7", "T7", "T12", [3]int{0, 2, 0}},
		{"T11 from T17", "T17", "T11", [3]int{2, 2, 2}},
		{"T11 from T9", "T9", "T11", [3]int{0, 2, 0}},
		{"out of T12 to T7", "T12", "T7", [3]int{}},
	} {
		from, to := a.Zone(c.from), a.Zone(c.to)
		if from == board.NoZone || to == board.NoZone {
			continue
		}
		var found [3]int
		for s := range found {
			found[s] = a.g.WallColumns(from, to, WallState(s))
		}
		a.Want(c.fact+": columns without, with and after the wall", "rule 5.1", found, c.want)
	}
}

// ashore asserts where an army from Thasos can land with 4 movement points, and how Eion
// is entered on foot (B17, B18).
func (a *audit) ashore() {
	reached := a.reach("Thasos", a.going("fleets"), 4)
	var ids []string
	for id := range reached {
		if z := a.Zone(id); a.Map.Kind(z) == board.Land {
			ids = append(ids, id)
		}
	}
	a.Want("B17: land that units reach from Thasos in B.3", "rule 3.1.3, 3.1.4", a.Names(a.set(ids)), "T15 T22 T4")
	a.Want("B18: zones from which Eion is reached on foot", "rule 3.1", a.Names(a.near("T5").Intersect(a.Map.OfKind(board.Land))), "T10 T14 T4")
}

func (a *audit) set(ids []string) (s board.Set) {
	for _, id := range ids {
		s.Add(a.Zone(id))
	}
	return s
}

func (a *audit) going(under string) Going {
	switch under {
	case "fleets":
		return Going{Fleets: a.Map.OfKind(board.Sea)}
	case "flotilla":
		return Going{Flotilla: true}
	case "walls":
		return Going{Walls: WallStanding}
	case "ruins":
		return Going{Walls: WallDestroyed}
	}
	return Going{}
}

// sum is the cost of a way zone by zone, Never where a step is impossible.
func (a *audit) sum(way []string, o Going) (cost int) {
	step := a.g.StepCost(o)
	for i := 1; i < len(way); i++ {
		e := a.Edge(way[i-1], way[i])
		if e == nil {
			return board.Never
		}
		price := step(a.Zone(way[i-1]), e)
		if price == board.Never {
			return board.Never
		}
		cost += price
	}
	return cost
}

// reach lists what can be reached from a zone, with its least cost.
func (a *audit) reach(from string, o Going, limit int) map[string]int {
	found := map[string]int{}
	start := a.Zone(from)
	if start == board.NoZone {
		return found
	}
	var s board.Search
	s.Run(a.Map, start, limit, a.g.StepCost(o))
	for z := range s.Reached().All() {
		found[a.Map.Name(z)], _ = s.Cost(z)
	}
	return found
}
