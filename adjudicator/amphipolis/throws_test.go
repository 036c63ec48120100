package amphipolis

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// stronghold is a garrison as its counter shows it: its force points and, on the face of
// either side, its allegiance, 0 for none.
type stronghold struct {
	zone string
	pf   int
	va   [2]int
}

// The garrisons are written out, so that this test shares nothing with their file. Those of
// Torone and Sane are the rulebook's.
var strongholds = []stronghold{{"O1", 3, [2]int{4, 4}}, {"O2", 3, [2]int{4, 4}}, {"O3", 2, [2]int{4, 4}}, {"O4", 4, [2]int{6, 6}},
	{"O5", 3, [2]int{5, 5}}, {"O6", 2, [2]int{5, 5}}, {"O7", 3, [2]int{3, 3}}, {"O8", 2, [2]int{3, 3}}, {"T12", 4, [2]int{5, 0}}}

// camp is a side's force in a zone.
type camp struct {
	land, ships []fighter
	leaders     int
	bonus       int // the best of theirs
}

// pf is what land units count.
func (c *camp) pf() (n int) {
	for _, x := range c.land {
		n += x.pf()
	}
	return n
}

// pitch puts a random force of a side into a zone.
func pitch(g *game, rnd *rand.Rand, side int, zone string) (c camp) {
	z := g.Board.MustZone(zone)
	kinds := strings.Fields([2]string{"H6+ H6 H5+ H5 P5+ P5 A3 C5 T10 T7", "H8+ H5+ H8+a H7 P6 P5 C5"}[side])
	for range rnd.IntN(9) {
		x := fighter{class: kinds[rnd.IntN(len(kinds))], weak: rnd.IntN(4) == 0}
		u := spareUnit(g, adjudicator.Side(side), x.class)
		if u == field.NoUnit || x.arm() == "T" && zone == "T12" {
			continue
		}
		g.Place(u, z)
		if g.TurnOver(u, x.weak); x.arm() == "T" {
			c.ships = append(c.ships, x)
		} else {
			c.land = append(c.land, x)
		}
	}
	for _, of := range []struct {
		name        string
		side, bonus int
	}{{"Eucles", 0, 0}, {"Thucydide", 0, 1}, {"Nicias", 0, 2}, {"Polydamidas", 1, 0}, {"Clearidas", 1, 1}, {"Brasidas", 1, 3}} {
		if of.side != side || rnd.IntN(2) == 0 {
			continue
		}
		l := field.LeaderNo(g.Leader(of.name))
		if g.PlaceLeader(l, z); rnd.IntN(4) == 0 {
			g.Wounded.Add(l)
			of.bonus = 0
		}
		c.leaders++
		c.bonus = max(c.bonus, of.bonus)
	}
	return c
}

// siegeSays is whether rule 4.3 allows a siege, and whether a die is enough.
func siegeSays(c *camp, x stronghold, how method, va, die, ruse int) (allowed, falls bool) {
	n, pf := len(c.land), c.pf()
	switch how {
	case negotiation:
		if ruse == 19 {
			die += 2
		}
		return n > 0 && va > 0 && c.bonus > 0 && pf > x.pf, die+c.bonus >= va
	case assault:
		if c.bonus > 0 {
			die--
		}
		if ruse == 20 {
			die--
		}
		return n > x.pf && c.leaders > 0, die <= n/x.pf
	default:
		if ruse == 20 {
			die++
		}
		return n > 0 && x.zone != "T12" && pf > 2*x.pf, die >= 6 || die == 5 && va < 5
	}
}

// TestSiegesArePrintedOnes: random forces may besiege each garrison by the methods that rule
// 4.3 allows them, and take it with the dice that it names.
func TestSiegesArePrintedOnes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(43, 1))
	seen := map[string]int{}
	for range 2500 {
		g := bare(t, nil)
		n := rnd.IntN(len(strongholds))
		x, side := strongholds[n], rnd.IntN(2)
		g.faces[n] = adjudicator.Side(1 - side)
		c := pitch(g, rnd, side, x.zone)
		if open := g.besiegeable(adjudicator.Side(side)).Has(g.Board.MustZone(x.zone)); open != (len(c.land) > 0) {
			t.Fatalf("%s open to %+v: %v", x.zone, c, open)
		}
		for how := negotiation; how < methods; how++ {
			for _, ruse := range []int{0, map[method]int{negotiation: 19}[how] + map[method]int{assault: 20, blockade: 20}[how]} {
				s := &siege{besieger: adjudicator.Side(side), garrison: n, how: how, ruse: field.StratagemNo(ruse)}
				allowed := len(c.land) > 0 && g.judgeSiege(s) == nil
				for die := 1; die <= 6; die++ {
					may, falls := siegeSays(&c, x, how, x.va[1-side], die, ruse)
					if allowed != may || may && g.falls(s, die) != falls {
						t.Fatalf("%s of %s, S%d, by %+v with a %d: allowed %v, falls %v; printed %v, %v", manners[how].word, x.zone, ruse, c, die, allowed, g.falls(s, die), may, falls)
					}
					seen[fmt.Sprint(manners[how].word, " ", may, " ", may && falls)]++
				}
			}
		}
	}
	for _, how := range []string{"negotiate", "assault", "blockade"} {
		for _, what := range []string{" true true", " true false", " false false"} {
			if seen[how+what] == 0 {
				t.Errorf("no %s was%s", how, what)
			}
		}
	}
}

// TestAttritionIsThePrintedOne: random forces anywhere on both maps and in rear bases are
// tested where rule 6 says so, in each turn, and each die weakens as many units as it says.
func TestAttritionIsThePrintedOne(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 1))
	winters, armistice := map[int]bool{2: true, 6: true}, map[int]bool{4: true, 5: true, 6: true, 7: true}
	for range 3000 {
		g := bare(t, nil)
		turn := rnd.IntN(10)
		g.TurnNo = turn
		side := rnd.IntN(2)
		zone := fmt.Sprint("T", 1+rnd.IntN(27))
		own := true // the garrison, of a zone of operations
		switch rnd.IntN(8) {
		case 0, 1, 2:
			n := rnd.IntN(8)
			zone = strongholds[n].zone
			own = rnd.IntN(2) == 0
			if g.faces[n] = adjudicator.Side(side); !own {
				g.faces[n] = adjudicator.Side(1 - side)
			}
		case 3:
			zone = "Thrace"
		}
		c := pitch(g, rnd, side, zone)
		if strings.HasPrefix(zone, "T") {
			c = ashore(g, side, zone, c)
		}
		units := len(c.land) + len(c.ships)
		safe := zone == "Thrace" || strings.Contains(testCities, " "+zone+" ") || strings.HasPrefix(zone, "O") && own
		z := g.Board.MustZone(zone)
		if exposed := g.Exposed(adjudicator.Side(side)).Has(z); exposed != (units > 0 && !safe) {
			t.Fatalf("%s, %+v: tested %v", zone, c, exposed)
		}
		if units == 0 || safe {
			continue
		}
		m := g.AttritionModifiers(adjudicator.Side(side), z)
		for die := 1; die <= 6; die++ {
			total := die
			if zone[0] == 'T' && !strings.Contains(testWet, " "+zone+" ") {
				total++
			}
			if c.pf() >= 30 {
				total++
			}
			if winters[turn] {
				total++
			}
			if armistice[turn] {
				total--
			}
			want := 0
			switch {
			case total > 6:
				want = units
			case total == 6:
				want = units / 2
			case total == 5:
				want = 1
			}
			if _, n := g.AttritionOutcome(die+m.Sum(), units); n != want {
				t.Fatalf("turn %d, %s, %+v with a %d: %d weakened, printed %d", turn, zone, c, die, n, want)
			}
		}
	}
}

// ashore takes ships off a land zone or Thrace, where there are none.
func ashore(g *game, side int, zone string, c camp) camp {
	for fleet := g.NavalAt(adjudicator.Side(side), g.Board.MustZone(zone)); !fleet.Empty(); {
		g.Lift(fleet.Pop())
	}
	c.ships = nil
	return c
}
