package hellespont

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/dice"
)

// simulations is how often each position of a test is resolved by the rules.
func simulations(t *testing.T) int {
	if os.Getenv("KERYX_LONG") == "" {
		t.Log("2000 resolutions of each position; 100000 with KERYX_LONG=1")
		return 2000
	}
	return 100_000
}

// tried is what the resolutions of a position came to: the part of them in which
// the enemy of the attacker is left in the zone, and losses by side, with the sums
// of their squares.
type tried struct {
	n           int
	left        int
	sum, square [2]float64
}

// try resolves part of the rules on copies of a position. Every question is given
// its default but those about evasion: if evade is set, the first refuge.
func try(t *testing.T, g *game, n int, rnd *rand.Rand, z board.Zone, s adjudicator.Side, evade bool, part func(g *game, t *adjudicator.Table)) tried {
	t.Helper()
	out := tried{n: n}
	for range n {
		after := *g
		after.scratch = newScratch()
		act := &scene{&after, func(t *adjudicator.Table) { part(&after, t) }}
		session, err := adjudicator.Open(stage{Default().(*ruleset), act}, adjudicator.Snapshot{Turn: 1}, dice.NewQuick(rnd), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		session.Hush()
		for !session.Ended() {
			side := athens
			if session.Asked(side) == nil {
				side = sparta
			}
			form := session.Asked(side).Form
			a := form.Default()
			if m, ok := form.(*menu); ok && evade && m.options[0].act == actEvade {
				a = menuAnswer{m.g, m.options[0]}
			}
			if err := session.Answer(side, a); err != nil {
				t.Fatal(err)
			}
		}
		session.Close()
		if after.holds(s, z) {
			out.left++
		}
		for side := athens; side <= sparta; side++ {
			pf := after.lost(g, side).PF
			out.sum[side] += pf
			out.square[side] += pf * pf
		}
	}
	return out
}

// agrees compares a probability and mean losses with what was tried, within five
// standard deviations.
func (out tried) agrees(t *testing.T, what string, left float64, losses map[adjudicator.Side]float64) {
	t.Helper()
	n := float64(out.n)
	if got := float64(out.left) / n; math.Abs(got-left) > 5*math.Sqrt(left*(1-left)/n)+1e-9 {
		t.Errorf("%s: still held in %.4f of %d tries, want %.4f", what, got, out.n, left)
	}
	for side, want := range losses {
		mean := out.sum[side] / n
		spread := math.Sqrt(max(0, out.square[side]/n-mean*mean) / n)
		if math.Abs(mean-want) > 5*spread+1e-9 {
			t.Errorf("%s: %s lost %.4f PF on the mean of %d tries, want %.4f", what, sideIDs[side], mean, out.n, want)
		}
	}
}

// randomOdds makes a random position with a force of each side in a zone.
func randomOdds(t *testing.T, rnd *rand.Rand, zones board.Set, own, enemy adjudicator.Side) (*OddsTable, board.Zone) {
	t.Helper()
	months := []string{"august", "october", "december", "january", "march", "may"}
	o, err := NewOdds(Default(), adjudicator.Setup{}, months[rnd.IntN(len(months))])
	if err != nil {
		t.Fatal(err)
	}
	z := nthZone(zones, rnd.IntN(zones.Len()))
	for _, s := range [2]adjudicator.Side{own, enemy} {
		o.scatter(rnd, s, z)
	}
	o.g.active = own
	o.SetAdvantage(own)
	return o, z
}

// scatter puts some random counters of a side into a zone: no more than a port or
// difficult terrain next door has room for.
func (o *OddsTable) scatter(rnd *rand.Rand, s adjudicator.Side, z board.Zone) {
	g := o.g
	for n := 1 + rnd.IntN(5); n > 0 || !g.holds(s, z); n-- {
		pool := g.of[s].minus(g.ships).minus(g.persianUnits)
		if g.seas.Has(z) {
			pool = g.of[s].and(g.ships)
		}
		u := pool.nth(rnd.IntN(pool.len()))
		if g.where[u] == board.NoZone && !g.overfull(g.cardia, g.units[u].class, 0, g.allPF(s, z)+g.strength(u)) {
			g.place(u, z)
			g.turnOver(u, rnd.IntN(4) == 0)
		}
	}
	if rnd.IntN(2) == 0 {
		men := g.captains[s] &^ g.persianLeaders
		for range rnd.IntN(men.len()) {
			men.pop()
		}
		g.placeLeader(men.pop(), z)
	}
	if g.seas.Has(z) && rnd.IntN(2) == 0 {
		for troops := g.of[s].minus(g.ships).minus(g.persianUnits); !troops.empty(); {
			if u := troops.pop(); g.navalPF(s, z) >= 5*(g.landPF(s, z)+g.strength(u)) && rnd.IntN(3) == 0 {
				g.place(u, z)
			}
		}
	}
}

func sumsToOne(t *testing.T, what string, chances ...OddsChance) {
	t.Helper()
	ways := int64(0)
	for _, c := range chances {
		if ways += c.Ways; c.Of != chances[0].Of || c.Ways < 0 {
			t.Errorf("%s: %v do not add up", what, chances)
		}
	}
	if ways != chances[0].Of {
		t.Errorf("%s: %v add up to %d, not %d", what, chances, ways, chances[0].Of)
	}
}

// Combats, sieges, evasions and attrition come out as the chances say, in random
// positions resolved by the rules themselves.
func TestOddsAgreeWithPlay(t *testing.T) {
	n := simulations(t)
	rnd := rand.New(rand.NewPCG(411, 410))
	g := Default().(*ruleset).printed
	for i := range 50 {
		own := adjudicator.Side(i % 2)
		zones := g.seas
		if rnd.IntN(2) == 0 {
			zones = g.lands
		}
		what := fmt.Sprintf("position %d", i)
		switch i % 5 {
		case 2:
			oddsOfEvasion(t, n, rnd, zones, own, what)
		case 3:
			oddsOfSiege(t, n, rnd, own, what)
		case 4:
			oddsOfAttrition(t, n, rnd, zones, own, what)
		default:
			oddsOfCombat(t, n, rnd, zones, own, what)
		}
	}
}

func oddsOfCombat(t *testing.T, n int, rnd *rand.Rand, zones board.Set, own adjudicator.Side, what string) {
	o, z := randomOdds(t, rnd, zones, own, own.Other())
	if near := o.g.board.Near(z, board.ByLand); rnd.IntN(2) == 0 && !near.Empty() {
		o.Came(own, z, near.First(), rnd.IntN(2) == 0)
	}
	c, err := o.Combat(z, own, [2]OddsRuse{{Zone: board.NoZone}, {Zone: board.NoZone}})
	if err != nil {
		t.Fatal(err)
	}
	sumsToOne(t, what, c.Wins[0], c.Wins[1])
	left := 0.0
	for _, row := range c.Rows {
		if row.Winner == sideIDs[own.Other()] && int(row.Losses[1].Eliminated) < o.g.unitsAt(own.Other(), z).len() {
			left += row.Chance.Float()
		}
	}
	out := try(t, o.g, n, rnd, z, own.Other(), false, func(g *game, t *adjudicator.Table) {
		g.fight(t, &battle{zone: z, attacker: own, naval: g.seas.Has(z)})
	})
	out.agrees(t, fmt.Sprintf("%s, combat in %s, %v against %v", what, c.Zone, c.Forces[0], c.Forces[1]), left,
		map[adjudicator.Side]float64{own: c.Losses[0].PF, own.Other(): c.Losses[1].PF})
}

func oddsOfEvasion(t *testing.T, n int, rnd *rand.Rand, zones board.Set, own adjudicator.Side, what string) {
	o, z := randomOdds(t, rnd, zones, own, own.Other())
	e, err := o.Evasion(z, own)
	if err != nil {
		t.Fatal(err)
	}
	sumsToOne(t, what, e.Outcomes[0].Chance, e.Outcomes[1].Chance)
	out := try(t, o.g, n, rnd, z, own.Other(), true, func(g *game, t *adjudicator.Table) {
		g.evade(t, &battle{zone: z, attacker: own, naval: g.seas.Has(z)})
	})
	out.agrees(t, fmt.Sprintf("%s, evasion from %s, %v", what, e.Zone, e.Forces[0]), e.Outcomes[1].Chance.Float(),
		map[adjudicator.Side]float64{own.Other(): e.Losses[0].PF, own: 0})
}

func oddsOfSiege(t *testing.T, n int, rnd *rand.Rand, own adjudicator.Side, what string) {
	p := Default().(*ruleset).printed
	o, port := randomOdds(t, rnd, p.ports, own.Other(), own.Other())
	near := p.board.Near(port, board.BySea).Intersect(p.seas)
	o.scatter(rnd, own, near.First())
	for o.g.landAt(own, near.First()).empty() {
		o.g.place(o.g.of[own].and(p.byArm[peltasts]).minus(p.persianUnits).nth(0), near.First())
	}
	o.SetAdvantage(adjudicator.Side(rnd.IntN(2)))
	o.g.active = own
	s, err := o.Siege(port, own, [2]OddsRuse{})
	if err != nil {
		t.Fatal(err)
	}
	sumsToOne(t, what, s.Outcomes[0].Chance, s.Outcomes[1].Chance, s.Outcomes[2].Chance)
	held := s.Outcomes[1].Chance.Float() + s.Outcomes[2].Chance.Float()
	if s.Outcomes[1].Name == "emptied" {
		held = s.Outcomes[2].Chance.Float()
	}
	out := try(t, o.g, n, rnd, port, own.Other(), false, func(g *game, t *adjudicator.Table) {
		g.besiege(t, &siege{port: port, besieger: own})
	})
	out.agrees(t, fmt.Sprintf("%s, siege of %s with %d dice, %v", what, s.Zone, s.Dice, s.Forces[1]), held,
		map[adjudicator.Side]float64{own.Other(): s.Losses[1].PF, own: s.Losses[0].PF})
}

func oddsOfAttrition(t *testing.T, n int, rnd *rand.Rand, zones board.Set, own adjudicator.Side, what string) {
	o, z := randomOdds(t, rnd, zones, own, own)
	o.SetAdvantage(own)
	if exposed := o.g.exposed(own); !exposed.Has(z) {
		if _, err := o.Attrition(z, own); err == nil {
			t.Errorf("%s: attrition where there is none", what)
		}
		return
	}
	a, err := o.Attrition(z, own)
	if err != nil {
		t.Fatal(err)
	}
	sumsToOne(t, what, a.Outcomes[0].Chance, a.Outcomes[1].Chance, a.Outcomes[2].Chance)
	out := try(t, o.g, n, rnd, z, own.Other(), false, func(g *game, t *adjudicator.Table) { g.attrition(t, own) })
	out.agrees(t, fmt.Sprintf("%s, attrition in %s, %v", what, a.Zone, a.Forces[0]), 0,
		map[adjudicator.Side]float64{own: a.Losses[0].PF})
}

func TestOddsOfRunningPast(t *testing.T) {
	for _, c := range []struct {
		zone, fleet, enemy string
		ways               int64
		dice               int
	}{
		{"M7", "T20 T20 T10", "T4", 6, 0},
		{"M8", "T20 T20 T10", "T20", 3, 1},
		{"M5", "T10", "T10", 1, 1},
	} {
		o, err := NewOdds(Default(), adjudicator.Setup{}, "")
		if err != nil {
			t.Fatal(err)
		}
		z := zone(t, o.g, c.zone)
		for s, force := range [2]string{c.fleet, c.enemy} {
			if err := o.Place(adjudicator.Side(s), z, force); err != nil {
				t.Fatal(err)
			}
		}
		r, err := o.RunPast(z, athens)
		if err != nil {
			t.Fatal(err)
		}
		sumsToOne(t, c.zone, r.Outcomes[0].Chance, r.Outcomes[1].Chance)
		if r.Outcomes[0].Chance.Ways != c.ways || r.Dice != c.dice {
			t.Errorf("%s past %s in %s: %+v", c.fleet, c.enemy, c.zone, r)
		}
	}
}

func TestOddsRefuse(t *testing.T) {
	o, err := NewOdds(Default(), adjudicator.Setup{}, "september")
	if err != nil {
		t.Fatal(err)
	}
	z := zone(t, o.g, "T22")
	for _, force := range []string{"T10", "H9", "9xH4", "Mindaros", "", "all"} {
		if err := o.Place(athens, z, force); err == nil {
			t.Errorf("%q was placed in T22", force)
		}
	}
	if _, err := o.Combat(z, athens, [2]OddsRuse{}); err == nil {
		t.Error("a combat against nobody")
	}
	if _, err := NewOdds(Default(), adjudicator.Setup{}, "june"); err == nil {
		t.Error("the scenario has a June")
	}
}

// TestOddsRuses: what a side plays changes the odds as the rules say, and what it
// cannot play there is refused.
func TestOddsRuses(t *testing.T) {
	combat := func(z string, attacker adjudicator.Side, ruses [2]OddsRuse) (*CombatOdds, error) {
		o, err := NewOdds(Default(), adjudicator.Setup{}, "")
		if err != nil {
			t.Fatal(err)
		}
		for s, stack := range [2]string{"T10", "T10"} {
			if err := o.Place(adjudicator.Side(s), zone(t, o.g, z), stack); err != nil {
				t.Fatal(err)
			}
		}
		if err := o.Place(attacker, zone(t, o.g, "M9"), "T4w T4"); err != nil {
			t.Fatal(err)
		}
		return o.Combat(zone(t, o.g, z), attacker, ruses)
	}
	play := func(n int, from string) OddsRuse {
		r := OddsRuse{Number: n, Zone: nowhere.zone}
		if from != "" {
			r.Zone = Default().(*ruleset).board.MustZone(from)
		}
		return r
	}
	for _, c := range []struct {
		zone     string
		attacker adjudicator.Side
		ruses    [2]OddsRuse
		column   string // "" if it cannot be played
		pf       int    // the attacker's
	}{
		{"M8", athens, [2]OddsRuse{}, "1:1", 10},
		{"M8", athens, [2]OddsRuse{play(1, "")}, "2:1", 10},
		{"M5", athens, [2]OddsRuse{play(1, "")}, "", 0},                  // not in the strait
		{"M8", sparta, [2]OddsRuse{play(1, "")}, "", 0},                  // not Sparta's
		{"M8", athens, [2]OddsRuse{play(2, "")}, "", 0},                  // not the attacker's
		{"M8", athens, [2]OddsRuse{play(4, "")}, "", 0},                  // not of combats
		{"M8", athens, [2]OddsRuse{play(15, "")}, "", 0},                 // no leader there
		{"M8", athens, [2]OddsRuse{{Discard: true}}, "", 0},              // no siege
		{"M8", athens, [2]OddsRuse{{}, play(10, "")}, "", 0},             // not the defender's
		{"M8", athens, [2]OddsRuse{{}, play(2, "")}, "2:3", 10},          //
		{"M8", athens, [2]OddsRuse{play(3, ""), play(2, "")}, "1:1", 10}, // both
		{"M8", athens, [2]OddsRuse{play(8, "M9"), {}}, "1:1", 13},        // half of 6
		{"M8", athens, [2]OddsRuse{play(8, "M10"), {}}, "", 0},           // nobody there
		{"M8", athens, [2]OddsRuse{play(8, "M5"), {}}, "", 0},            // nor next to it
		{"M8", sparta, [2]OddsRuse{play(10, ""), {}}, "3:2", 10},         //
		{"M8", sparta, [2]OddsRuse{play(3, ""), play(1, "")}, "2:3", 10}, // 1 - 2
		{"M5", sparta, [2]OddsRuse{play(3, ""), play(2, "")}, "1:1", 10}, //
		{"M8", sparta, [2]OddsRuse{{}, {Number: 99}}, "", 0},             // there is none
		{"M8", sparta, [2]OddsRuse{{}, {Number: 8, Zone: 200}}, "", 0},   //
	} {
		got, err := combat(c.zone, c.attacker, c.ruses)
		switch {
		case c.column == "":
			if !errors.Is(err, ErrOdds) || !strings.Contains(err.Error(), "it could play ") {
				t.Errorf("%v in %s: error %v", c.ruses, c.zone, err)
			}
		case err != nil:
			t.Errorf("%v in %s: %v", c.ruses, c.zone, err)
		case got.Column != c.column || got.PF[0] != c.pf:
			t.Errorf("%v in %s: column %s with %d PF, want %s with %d", c.ruses, c.zone, got.Column, got.PF[0], c.column, c.pf)
		}
	}
}

// TestOddsOfSiegeRuses: a mine and discards change the number of siege dice.
func TestOddsOfSiegeRuses(t *testing.T) {
	o, err := NewOdds(Default(), adjudicator.Setup{}, "")
	if err != nil {
		t.Fatal(err)
	}
	abydos := zone(t, o.g, "Abydos")
	for _, err := range []error{o.Place(athens, zone(t, o.g, "M4"), "T20 T10 H4"), o.Place(sparta, abydos, "P2")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	discard := OddsRuse{Discard: true}
	for _, c := range []struct {
		ruses [2]OddsRuse
		dice  int // -1 if it cannot be
	}{
		{[2]OddsRuse{}, 2},
		{[2]OddsRuse{{Number: 9}}, 4},
		{[2]OddsRuse{discard}, 3},
		{[2]OddsRuse{{}, discard}, 1},
		{[2]OddsRuse{{Number: 9}, discard}, 3},
		{[2]OddsRuse{{}, {Number: 9}}, -1},
		{[2]OddsRuse{{Number: 10}}, -1},
	} {
		got, err := o.Siege(abydos, athens, c.ruses)
		if (err != nil) != (c.dice < 0) || err == nil && got.Dice != c.dice {
			t.Errorf("%v: %+v, %v, want %d dice", c.ruses, got, err, c.dice)
		}
	}
}

// TestOddsByOption: the options of a game change its odds.
func TestOddsByOption(t *testing.T) {
	for value, dice := range map[string]int{"graduated": 1, "worst": 0} {
		o, err := NewOdds(Default(), adjudicator.Setup{Options: map[string]string{"siege-ratio": value}}, "mai")
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(o.Place(athens, zone(t, o.g, "M4"), "T10 H4"), o.Place(sparta, zone(t, o.g, "Abydos"), "H3 P2")); err != nil {
			t.Fatal(err)
		}
		got, err := o.Siege(zone(t, o.g, "Abydos"), athens, [2]OddsRuse{})
		if err != nil || got.Dice != dice {
			t.Errorf("%s: %+v, %v, want %d dice", value, got, err, dice)
		}
	}
	if _, err := NewOdds(Default(), adjudicator.Setup{Options: map[string]string{"weather": "foul"}}, ""); !errors.Is(err, ErrOdds) {
		t.Errorf("an option that there is not: %v", err)
	}
}

// TestOddsMend: every refusal says how the question is put right.
func TestOddsMend(t *testing.T) {
	o, err := NewOdds(Default(), adjudicator.Setup{}, "")
	if err != nil {
		t.Fatal(err)
	}
	m4, t22, m5 := zone(t, o.g, "M4"), zone(t, o.g, "T22"), zone(t, o.g, "M5")
	wrong := func(_ any, err error) error { return err }
	_, noMonth := NewOdds(Default(), adjudicator.Setup{}, "june")
	for _, c := range []struct {
		err  error
		mend string
	}{
		{wrong(o.Zone("M44")), "M1 to M23"},
		{noMonth, "august, september"},
		{o.Place(athens, m4, "T10 T11"), "at “T11”; write "},
		{o.Place(athens, m4, "9xT20"), "there are 3 of them"},
		{o.Place(athens, t22, "T10"), "name land units"},
		{o.Place(athens, m4, "Mindaros"), "--side"},
		{wrong(o.Combat(m4, athens, [2]OddsRuse{})), "no ships there"},
		{wrong(o.Combat(zone(t, o.g, "Abydos"), athens, [2]OddsRuse{})), "a siege"},
		{wrong(o.Siege(zone(t, o.g, "Abydos"), athens, [2]OddsRuse{})), "beside it"},
		{wrong(o.Evasion(m5, athens)), "name the defender's force"},
		{wrong(o.Attrition(m5, athens)), "without a beach"},
		{wrong(o.RunPast(m5, athens)), "ships of both sides"},
		{wrong(o.Stratagem("S99", "")), "S1 to S20"},
		{wrong(o.Stratagem("S8", "")), "\"S8 M4\""},
	} {
		if !errors.Is(c.err, ErrOdds) || !strings.Contains(c.err.Error(), c.mend) {
			t.Errorf("%v does not say %q", c.err, c.mend)
		}
	}
}
