package amphipolis

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// The ground of this test is written out, so that it shares nothing with the map's file.
const (
	testCities = " T5 T12 T22 "
	testWet    = " T13 T14 T16 T17 "
	testHigh   = " T1 T8 T21 T24 T25 T27 "
	testRiver  = " T11-T15 T13-T15 T14-T15 T16-T17 T18-T20 " // the first of them is the bridge
)

// fighter is a unit of a combat as its counter shows it, and the way it came.
type fighter struct {
	class string
	weak  bool
	way
}

// way is how a unit came: out of a zone, or empty if it did not move.
type way struct {
	from string
	sea  bool
}

// arm is the letter of its type.
func (x fighter) arm() string { return x.class[:1] }

// picked reports whether it is of hoplites with a sword.
func (x fighter) picked() bool { return x.arm() == "H" && strings.Contains(x.class, "+") }

// pf is what it counts: the number on its front, or half of it, rounded up with a sword.
func (x fighter) pf() int {
	n, _ := strconv.Atoi(strings.Trim(x.class[1:], "+a"))
	if !x.weak {
		return n
	}
	if strings.Contains(x.class, "+") {
		n++
	}
	return n / 2
}

// engagement is a combat as a player sees it on the table.
type engagement struct {
	zone     string
	sides    [2][]fighter // those of Athens, of Sparta
	swords   [2]int       // leaders with a bonus who are not wounded
	attacker int
	walls    string
	ruse     [2]int
	help     [2]int // force points that S8 calls on
	left     [2]int // those of the unit that the S9 of a side leaves out
}

// each reports whether all units of the attacker came in some way.
func (e *engagement) each(way func(fighter) bool) bool {
	for _, x := range e.sides[e.attacker] {
		if !way(x) {
			return false
		}
	}
	return true
}

// some reports whether one of a side's units is of some kind.
func (e *engagement) some(side int, kind func(fighter) bool) bool {
	for _, x := range e.sides[side] {
		if kind(x) {
			return true
		}
	}
	return false
}

// walled reports whether a unit has come inwards through a wall that counts (5.1).
func (e *engagement) walled(x fighter) bool {
	switch x.from + ">" + e.zone {
	case "T17>T11":
		return !x.sea
	case "T7>T12", "T11>T12", "T9>T11", "T13>T11":
		return !x.sea && e.walls == "standing"
	}
	return false
}

// die adds up the modifiers of the die as they are printed (4.2, 7).
func (e *engagement) die() (n int) {
	a, d := e.attacker, 1-e.attacker
	var leaders [2]int
	for s := range leaders {
		if e.ruse[1-s] != 18 {
			leaders[s] = e.swords[s]
		}
	}
	n += leaders[a] - leaders[d]
	if e.some(a, fighter.picked) && !e.some(d, fighter.picked) {
		n++
	}
	if e.some(d, func(x fighter) bool { return x.arm() == "A" || x.arm() == "C" }) {
		n--
	}
	types := map[string]bool{}
	for _, x := range e.sides[a] {
		types[x.arm()] = true
	}
	if len(types) >= 3 {
		n++
	}
	if !e.some(d, func(x fighter) bool { return !x.picked() }) {
		n -= 2
	}
	if strings.Contains(testCities+testWet, " "+e.zone+" ") && !e.each(e.walled) {
		n -= 2
	}
	gift := [2]map[int]int{{5: -1, 6: -2}, {5: 2, 6: 1}} // of the defender, of the attacker
	return n + gift[1][e.ruse[a]] + gift[0][e.ruse[d]]
}

// shift adds up those of the column.
func (e *engagement) shift() (n int) {
	a, d := e.attacker, 1-e.attacker
	hoplites := func(x fighter) bool { return x.arm() == "H" }
	switch {
	case e.some(a, hoplites) && !e.some(d, hoplites):
		n += 2
	case !e.some(a, hoplites) && e.some(d, hoplites):
		n--
	}
	if e.each(func(x fighter) bool {
		return !x.sea && x.from != "" && (strings.Contains(testRiver, " "+x.from+"-"+e.zone+" ") || strings.Contains(testRiver, " "+e.zone+"-"+x.from+" "))
	}) {
		n--
	}
	if e.each(func(x fighter) bool { return x.sea }) {
		n--
	}
	if strings.Contains(testHigh, " "+e.zone+" ") && e.each(func(x fighter) bool {
		return !x.sea && strings.HasPrefix(x.from, "T") && !strings.Contains(testCities+testWet+testHigh, " "+x.from+" ") && len(x.from) < 4
	}) {
		n--
	}
	if e.each(e.walled) {
		n -= 2
	}
	if e.ruse[1] == 7 { // Sparta's alone
		n += 2*e.attacker - 1
	}
	return n
}

// strength is the force points of a side, those of S8 with them, those of S9 without.
func (e *engagement) strength(side int) (n int) {
	for _, x := range e.sides[side] {
		n += x.pf()
	}
	if e.ruse[side] == 8 {
		n += (e.help[side] + 1) / 2
	}
	if e.ruse[1-side] == 9 {
		n -= e.left[1-side]
	}
	return n
}

// column is the one of a ratio, rounded for the defender, from 0 for 1:3 and less.
func column(attacker, defender int) int {
	for c, r := range [][2]int{{1, 2}, {2, 3}, {1, 1}, {3, 2}, {2, 1}, {3, 1}} {
		if float64(attacker)/float64(defender) < float64(r[0])/float64(r[1])-1e-9 {
			return c
		}
	}
	return 6
}

// TestReckoningIsThePrintedOne: combats of random forces that have come in random ways,
// with random stratagems, are reckoned as a player does who reads the counters, the map and
// the lists of modifiers.
func TestReckoningIsThePrintedOne(t *testing.T) {
	rnd := rand.New(rand.NewPCG(424, 422))
	seen := map[string]int{}
	for range 3000 {
		g, e, b := randomCombat(t, rnd)
		r := g.war().Reckon(b)
		got := fmt.Sprint(r.Strength[e.attacker], r.Strength[1-e.attacker], r.Odds, r.Shifts.Sum(), r.Column, r.Die.Sum())
		odds := column(e.strength(e.attacker), e.strength(1-e.attacker))
		want := fmt.Sprint(e.strength(e.attacker), e.strength(1-e.attacker), odds, e.shift(), min(max(odds+e.shift(), 0), 6), e.die())
		if got != want {
			t.Fatalf("force points, odds, shift, column and die are %s, printed %s, of %+v", got, want, *e)
		}
		seen[fmt.Sprint("shift ", e.shift())]++
		seen[fmt.Sprint("die ", e.die())]++
	}
	for _, rare := range []string{"shift -3", "shift -2", "shift -1", "shift 0", "shift 1", "shift 2", "shift 3", "die -5", "die -3", "die 0", "die 2", "die 3"} {
		if seen[rare] == 0 {
			t.Errorf("no combat has had %s: %v", rare, seen)
		}
	}
}

// randomCombat makes a combat in a zone of the main map, or now and then of operations.
func randomCombat(t *testing.T, rnd *rand.Rand) (*game, *engagement, *battle.Battle) {
	g := bare(t, nil)
	e := &engagement{zone: fmt.Sprint("T", 1+rnd.IntN(27)), attacker: rnd.IntN(2), walls: []string{"none", "standing", "destroyed"}[rnd.IntN(3)]}
	switch rnd.IntN(8) {
	case 0:
		e.zone = fmt.Sprint("O", 1+rnd.IntN(8))
	case 1, 2:
		e.zone = []string{"T11", "T12"}[rnd.IntN(2)]
	}
	g.walls = map[string]data.WallState{"none": data.NoWall, "standing": data.WallStanding, "destroyed": data.WallDestroyed}[e.walls]
	g.flotilla = true
	b := &battle.Battle{Zone: g.Board.MustZone(e.zone), Attacker: adjudicator.Side(e.attacker)}
	classes := [2]string{"H6+ H6 H5+ H5 P5+ P5 A3 C5", "H8+ H5+ H8+a H7 P6 P5 C5"}
	// Most attackers come the same way, so that what all must have done is often done by all.
	ways := waysInto(g, b.Zone)
	common := ways[rnd.IntN(len(ways))]
	for side, list := range classes {
		kinds := strings.Fields(list)
		kinds = kinds[rnd.IntN(len(kinds)):]
		for range 1 + rnd.IntN(4) {
			x := fighter{class: kinds[rnd.IntN(min(len(kinds), 1+rnd.IntN(4)))], weak: rnd.IntN(4) == 0}
			u := spareUnit(g, adjudicator.Side(side), x.class)
			if u == field.NoUnit {
				continue
			}
			g.Place(u, b.Zone)
			g.TurnOver(u, x.weak)
			if side == e.attacker {
				x.way = common
				if rnd.IntN(6) == 0 {
					x.way = ways[rnd.IntN(len(ways))]
				}
				g.Phase.Entry[u] = field.Entry{From: board.NoZone, Amphibious: x.sea}
				if x.from != "" {
					g.Phase.Entry[u].From = g.Board.MustZone(x.from)
				}
			}
			e.sides[side] = append(e.sides[side], x)
		}
	}
	for _, of := range []struct {
		name        string
		side, bonus int
	}{{"Thucydide", 0, 1}, {"Nicias", 0, 1}, {"Cleon", 0, 1}, {"Eucles", 0, 0}, {"Brasidas", 1, 1}, {"Clearidas", 1, 1}, {"Polydamidas", 1, 0}} {
		l := field.LeaderNo(g.Leader(of.name))
		if rnd.IntN(3) > 0 {
			continue
		}
		g.PlaceLeader(l, b.Zone)
		if rnd.IntN(4) == 0 {
			g.Wounded.Add(l)
			of.bonus = 0
		}
		e.swords[of.side] += of.bonus
	}
	for side := range e.ruse {
		e.playRuse(g, b, side, []int{0, 5, 6, 7, 8, 9, 18}[rnd.IntN(7)])
	}
	return g, e, b
}

// waysInto are those from the zones next to one, by land, and from the sea if it has a
// coast; and not having moved.
func waysInto(g *game, z board.Zone) (ways []way) {
	for from := range g.Board.Near(z, board.ByLand).Intersect(g.Lands).All() {
		ways = append(ways, way{from: g.ZoneTerm(from).ID})
	}
	for sea := range g.Board.Near(z, board.Shore).Intersect(g.Seas).All() {
		ways = append(ways, way{from: g.ZoneTerm(sea).ID, sea: true})
	}
	return append(ways, way{})
}

// spareUnit is a unit of a class that is not on the map, or NoUnit.
func spareUnit(g *game, s adjudicator.Side, class string) field.UnitNo {
	for rest := g.Of[s]; !rest.Empty(); {
		if u := rest.Pop(); g.Units[u].Class == class && g.Where[u] == board.NoZone {
			return u
		}
	}
	return field.NoUnit
}

// playRuse has a side play a stratagem if its conditions hold.
func (e *engagement) playRuse(g *game, b *battle.Battle, side, n int) {
	s := adjudicator.Side(side)
	ruse := field.Ruse{Number: field.StratagemNo(n), Zone: board.NoZone, Leader: field.NoLeader, Unit: field.NoUnit}
	land := strings.HasPrefix(e.zone, "T")
	switch {
	case n == 0,
		n == 5 && !e.some(side, func(x fighter) bool { return x.arm() == "C" }),
		n == 6 && !e.some(side, func(x fighter) bool { return x.arm() == "P" }),
		n == 7 && (side == 0 || !e.some(side, func(x fighter) bool { return x.class == "H8+" || x.class == "H5+" })),
		n == 8 && !land, n == 9 && len(e.sides[1-side]) < 3:
		return
	case n == 8:
		near := g.Board.Near(b.Zone, board.ByLand).Intersect(g.Lands)
		u := spareUnit(g, s, [2]string{"P5", "C5"}[side])
		if near.Empty() || u == field.NoUnit {
			return
		}
		ruse.Zone = near.First()
		g.Place(u, ruse.Zone)
		e.help[side] = 5
	case n == 9:
		ruse.Unit = g.LandAt(s.Other(), b.Zone).Nth(0)
		e.left[side] = fighter{class: g.Units[ruse.Unit].Class, weak: g.Weak.Has(ruse.Unit)}.pf()
	}
	e.ruse[side], b.Ruse[side] = n, ruse
}
