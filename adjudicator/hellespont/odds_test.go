package hellespont

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/odds"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
	"keryx/templates"
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
		after.Search = new(board.Search)
		act := &scene{&after, func(t *adjudicator.Table) { part(&after, t) }}
		session, err := adjudicator.Open(staged{Default().(*ruleset), act}, adjudicator.Snapshot{Turn: 1}, dice.NewQuick(rnd), 1, dice.Head{})
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
			if m, ok := form.(*zoneMenu); ok && evade && m.act == actEvade {
				a = m.answer(m.at(m.zones.First()))
			}
			if err := session.Answer(side, a); err != nil {
				t.Fatal(err)
			}
		}
		session.Close()
		if after.Holds(s, z) {
			out.left++
		}
		for side := athens; side <= sparta; side++ {
			pf := odds.Lost(&after.Field, &g.Field, side).PF
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

// emptyOdds makes an empty position in a month.
func emptyOdds(t *testing.T, setup adjudicator.Setup, month string) *game {
	t.Helper()
	o, err := newOdds(Default().(*ruleset), setup)
	if err != nil {
		t.Fatal(err)
	}
	if !odds.Of(o).SetTurn(o.own.TurnNamed(month)) {
		t.Fatalf("there is no %s", month)
	}
	return o
}

// lay puts a force, written as in an order, into a zone.
func (o *game) lay(t *testing.T, s adjudicator.Side, z board.Zone, text string) {
	t.Helper()
	st, err := ruletest.Statement("lose " + text)
	if err != nil {
		t.Fatal(err)
	}
	r := order.NewReader(orders.NewCursor(st), o.Printed, o.Lexicon)
	f := r.Force()
	if len(r.Faults) > 0 {
		t.Fatal(r.Faults[0])
	}
	if wrong := odds.Of(o).Put(s, z, f); wrong != nil {
		t.Fatalf("%s cannot be placed: %s", text, wrong.Code)
	}
}

// randomOdds makes a random position with a force of each side in a zone.
func randomOdds(t *testing.T, rnd *rand.Rand, zones board.Set, own, enemy adjudicator.Side) (*game, board.Zone) {
	t.Helper()
	months := []string{"august", "october", "december", "january", "march", "may"}
	o := emptyOdds(t, adjudicator.Setup{}, months[rnd.IntN(len(months))])
	z := zones.Nth(rnd.IntN(zones.Len()))
	for _, s := range [2]adjudicator.Side{own, enemy} {
		o.scatter(rnd, s, z)
	}
	o.Active = own
	o.Advantage = own
	return o, z
}

// scatter puts some random counters of a side into a zone: no more than a port or
// difficult terrain next door has room for.
func (o *game) scatter(rnd *rand.Rand, s adjudicator.Side, z board.Zone) {
	g := o
	for n := 1 + rnd.IntN(5); n > 0 || !g.Holds(s, z); n-- {
		pool := g.Of[s].Minus(g.Ships).Minus(g.Landsmen)
		if g.Seas.Has(z) {
			pool = g.Of[s].And(g.Ships)
		}
		u := pool.Nth(rnd.IntN(pool.Len()))
		if g.Where[u] == board.NoZone && !g.war().Overfull(g.cardia, g.Pieces[u].Class, 0, g.AllPF(s, z)+g.Strength(u)) {
			g.Place(u, z)
			g.TurnOver(u, rnd.IntN(4) == 0)
		}
	}
	if rnd.IntN(2) == 0 {
		men := g.Captains[s] &^ g.LandLeaders
		for range rnd.IntN(men.Len()) {
			men.Pop()
		}
		g.PlaceLeader(men.Pop(), z)
	}
	if g.Seas.Has(z) && rnd.IntN(2) == 0 {
		for troops := g.Of[s].Minus(g.Ships).Minus(g.Landsmen); !troops.Empty(); {
			if u := troops.Pop(); g.NavalPF(s, z) >= 5*(g.LandPF(s, z)+g.Strength(u)) && rnd.IntN(3) == 0 {
				g.Place(u, z)
			}
		}
	}
}

func sumsToOne(t *testing.T, what string, chances ...odds.Chance) {
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
	rnd := rand.New(rand.NewPCG(seed.First(t, 411), 410))
	g := Default().(*ruleset).Printed
	for i := range 50 {
		own := adjudicator.Side(i % 2)
		zones := g.Seas
		if rnd.IntN(2) == 0 {
			zones = g.Lands
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
	if near := o.Board.Near(z, board.ByLand); rnd.IntN(2) == 0 && !near.Empty() {
		odds.Of(o).Came(own, z, near.First(), rnd.IntN(2) == 0)
	}
	c, wrong := odds.Of(o).Combat(z, own, [2]odds.Ruse{{Zone: board.NoZone}, {Zone: board.NoZone}})
	if wrong != nil {
		t.Fatal(wrong.Code)
	}
	sumsToOne(t, what, c.Wins[0], c.Wins[1])
	left := 0.0
	for _, row := range c.Rows {
		if row.Winner == sideIDs[own.Other()] && int(row.Losses[1].Eliminated) < o.UnitsAt(own.Other(), z).Len() {
			left += row.Chance.Float()
		}
	}
	out := try(t, o, n, rnd, z, own.Other(), false, func(g *game, t *adjudicator.Table) {
		g.war().Fight(t, &battle.Battle{Zone: z, Attacker: own, Naval: g.Seas.Has(z)})
	})
	out.agrees(t, fmt.Sprintf("%s, combat in %s, %v against %v", what, c.Zone, c.Forces[0], c.Forces[1]), left,
		map[adjudicator.Side]float64{own: c.Losses[0].PF, own.Other(): c.Losses[1].PF})
}

func oddsOfEvasion(t *testing.T, n int, rnd *rand.Rand, zones board.Set, own adjudicator.Side, what string) {
	o, z := randomOdds(t, rnd, zones, own, own.Other())
	e := evasionOdds(odds.Of(o), z, own)
	if e == nil {
		t.Fatalf("%s: no evasion", what)
	}
	sumsToOne(t, what, e.Outcomes[0].Chance, e.Outcomes[1].Chance)
	out := try(t, o, n, rnd, z, own.Other(), true, func(g *game, t *adjudicator.Table) {
		g.evaded(t, &battle.Battle{Zone: z, Attacker: own, Naval: g.Seas.Has(z)})
	})
	out.agrees(t, fmt.Sprintf("%s, evasion from %s, %v", what, e.Zone, e.Forces[0]), e.Outcomes[1].Chance.Float(),
		map[adjudicator.Side]float64{own.Other(): e.Losses[0].PF, own: 0})
}

func oddsOfSiege(t *testing.T, n int, rnd *rand.Rand, own adjudicator.Side, what string) {
	p := Default().(*ruleset).Printed
	o, port := randomOdds(t, rnd, p.Ports, own.Other(), own.Other())
	near := p.Board.Near(port, board.BySea).Intersect(p.Seas)
	o.scatter(rnd, own, near.First())
	for o.LandAt(own, near.First()).Empty() {
		o.Place(o.Of[own].And(p.ByArm[field.PeltastArm]).Minus(p.Landsmen).Nth(0), near.First())
	}
	o.Advantage = adjudicator.Side(rnd.IntN(2))
	o.Active = own
	s, wrong := siegeOdds(odds.Of(o), port, own, [2]odds.Ruse{})
	if wrong != nil {
		t.Fatal(wrong.Code)
	}
	sumsToOne(t, what, s.Outcomes[0].Chance, s.Outcomes[1].Chance, s.Outcomes[2].Chance)
	held := s.Outcomes[1].Chance.Float() + s.Outcomes[2].Chance.Float()
	if s.Outcomes[1].Name == "emptied" {
		held = s.Outcomes[2].Chance.Float()
	}
	out := try(t, o, n, rnd, port, own.Other(), false, func(g *game, t *adjudicator.Table) {
		g.besiege(t, &siege{port: port, besieger: own})
	})
	out.agrees(t, fmt.Sprintf("%s, siege of %s with %d dice, %v", what, s.Zone, s.Dice, s.Forces[1]), held,
		map[adjudicator.Side]float64{own.Other(): s.Losses[1].PF, own: s.Losses[0].PF})
}

func oddsOfAttrition(t *testing.T, n int, rnd *rand.Rand, zones board.Set, own adjudicator.Side, what string) {
	o, z := randomOdds(t, rnd, zones, own, own)
	o.Advantage = own
	if exposed := o.Exposed(own); !exposed.Has(z) {
		if odds.Of(o).Attrition(z, own) != nil {
			t.Errorf("%s: attrition where there is none", what)
		}
		return
	}
	a := odds.Of(o).Attrition(z, own)
	if a == nil {
		t.Fatalf("%s: no attrition", what)
	}
	sumsToOne(t, what, a.Outcomes[0].Chance, a.Outcomes[1].Chance, a.Outcomes[2].Chance)
	out := try(t, o, n, rnd, z, own.Other(), false, func(g *game, t *adjudicator.Table) { g.war().Attrition(t, own) })
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
		o := emptyOdds(t, adjudicator.Setup{}, "august")
		z := zone(t, o, c.zone)
		for s, force := range [2]string{c.fleet, c.enemy} {
			o.lay(t, adjudicator.Side(s), z, force)
		}
		r := runOdds(odds.Of(o), z, athens)
		if r == nil {
			t.Fatalf("%s past %s in %s: nothing to run past", c.fleet, c.enemy, c.zone)
		}
		sumsToOne(t, c.zone, r.Outcomes[0].Chance, r.Outcomes[1].Chance)
		if r.Outcomes[0].Chance.Ways != c.ways || r.Dice != c.dice {
			t.Errorf("%s past %s in %s: %+v", c.fleet, c.enemy, c.zone, r)
		}
	}
}

// TestOddsRuses: what a side plays changes the odds as the rules say, and what it
// cannot play there is refused.
func TestOddsRuses(t *testing.T) {
	combat := func(z string, attacker adjudicator.Side, ruses [2]odds.Ruse) (*odds.Fight, *odds.Misplaced) {
		o := emptyOdds(t, adjudicator.Setup{}, "august")
		for s, stack := range [2]string{"T10", "T10"} {
			o.lay(t, adjudicator.Side(s), zone(t, o, z), stack)
		}
		o.lay(t, attacker, zone(t, o, "M9"), "T4w T4")
		return odds.Of(o).Combat(zone(t, o, z), attacker, ruses)
	}
	play := func(n int, from string) odds.Ruse {
		r := odds.Ruse{Number: n, Zone: order.Nowhere.Zone}
		if from != "" {
			r.Zone = Default().(*ruleset).Board.MustZone(from)
		}
		return r
	}
	for _, c := range []struct {
		zone     string
		attacker adjudicator.Side
		ruses    [2]odds.Ruse
		column   string // "" if it cannot be played
		pf       int    // the attacker's
	}{
		{"M8", athens, [2]odds.Ruse{}, "1:1", 10},
		{"M8", athens, [2]odds.Ruse{play(1, "")}, "2:1", 10},
		{"M5", athens, [2]odds.Ruse{play(1, "")}, "", 0},                  // not in the strait
		{"M8", sparta, [2]odds.Ruse{play(1, "")}, "", 0},                  // not Sparta's
		{"M8", athens, [2]odds.Ruse{play(2, "")}, "", 0},                  // not the attacker's
		{"M8", athens, [2]odds.Ruse{play(4, "")}, "", 0},                  // not of combats
		{"M8", athens, [2]odds.Ruse{play(15, "")}, "", 0},                 // no leader there
		{"M8", athens, [2]odds.Ruse{{Discard: true}}, "", 0},              // no siege
		{"M8", athens, [2]odds.Ruse{{}, play(10, "")}, "", 0},             // not the defender's
		{"M8", athens, [2]odds.Ruse{{}, play(2, "")}, "2:3", 10},          //
		{"M8", athens, [2]odds.Ruse{play(3, ""), play(2, "")}, "1:1", 10}, // both
		{"M8", athens, [2]odds.Ruse{play(8, "M9"), {}}, "1:1", 13},        // half of 6
		{"M8", athens, [2]odds.Ruse{play(8, "M10"), {}}, "", 0},           // nobody there
		{"M8", athens, [2]odds.Ruse{play(8, "M5"), {}}, "", 0},            // nor next to it
		{"M8", sparta, [2]odds.Ruse{play(10, ""), {}}, "3:2", 10},         //
		{"M8", sparta, [2]odds.Ruse{play(3, ""), play(1, "")}, "2:3", 10}, // 1 - 2
		{"M5", sparta, [2]odds.Ruse{play(3, ""), play(2, "")}, "1:1", 10}, //
		{"M8", sparta, [2]odds.Ruse{{}, {Number: 99}}, "", 0},             // there is none
		{"M8", sparta, [2]odds.Ruse{{}, {Number: 8, Zone: 200}}, "", 0},   //
	} {
		got, wrong := combat(c.zone, c.attacker, c.ruses)
		switch {
		case c.column == "":
			if wrong == nil || wrong.Code != "odds-ruse" {
				t.Errorf("%v in %s: refused with %+v", c.ruses, c.zone, wrong)
			}
		case wrong != nil:
			t.Errorf("%v in %s: refused with %+v", c.ruses, c.zone, wrong)
		case got.Column != c.column || got.PF[0] != c.pf:
			t.Errorf("%v in %s: column %s with %d PF, want %s with %d", c.ruses, c.zone, got.Column, got.PF[0], c.column, c.pf)
		}
	}
}

// TestOddsOfSiegeRuses: a mine and discards change the number of siege dice.
func TestOddsOfSiegeRuses(t *testing.T) {
	o := emptyOdds(t, adjudicator.Setup{}, "august")
	abydos := zone(t, o, "Abydos")
	o.lay(t, athens, zone(t, o, "M4"), "T20 T10 H4")
	o.lay(t, sparta, abydos, "P2")
	discard := odds.Ruse{Discard: true}
	for _, c := range []struct {
		ruses [2]odds.Ruse
		dice  int // -1 if it cannot be
	}{
		{[2]odds.Ruse{}, 2},
		{[2]odds.Ruse{{Number: 9}}, 4},
		{[2]odds.Ruse{discard}, 3},
		{[2]odds.Ruse{{}, discard}, 1},
		{[2]odds.Ruse{{Number: 9}, discard}, 3},
		{[2]odds.Ruse{{}, {Number: 9}}, -1},
		{[2]odds.Ruse{{Number: 10}}, -1},
	} {
		got, wrong := siegeOdds(odds.Of(o), abydos, athens, c.ruses)
		if (wrong != nil) != (c.dice < 0) || wrong == nil && got.Dice != c.dice {
			t.Errorf("%v: %+v, %v, want %d dice", c.ruses, got, wrong, c.dice)
		}
	}
}

// TestOddsByOption: the options of a game change its odds.
func TestOddsByOption(t *testing.T) {
	for value, dice := range map[string]int{"graduated": 1, "worst": 0} {
		o := emptyOdds(t, adjudicator.Setup{Options: map[string]string{"siege-ratio": value}}, "may")
		o.lay(t, athens, zone(t, o, "M4"), "T10 H4")
		o.lay(t, sparta, zone(t, o, "Abydos"), "H3 P2")
		got, wrong := siegeOdds(odds.Of(o), zone(t, o, "Abydos"), athens, [2]odds.Ruse{})
		if wrong != nil || got.Dice != dice {
			t.Errorf("%s: %+v, %v, want %d dice", value, got, wrong, dice)
		}
	}
	if _, err := newOdds(Default().(*ruleset), adjudicator.Setup{Options: map[string]string{"weather": "foul"}}); err == nil {
		t.Error("an option that there is not")
	}
}

// TestOddsMend: every refusal says how the question is put right.
func TestOddsMend(t *testing.T) {
	p := templates.For("en", "hellespont")
	for line, mend := range map[string]string{
		"odds naval in M44 T10 against T4":                   "M4",
		"odds naval in M4 T10 T11 against T4":                "T10",
		"odds naval in M4 9xT20 against T4":                  "fewer of them",
		"odds land in T22 T10 against P2":                    "Name land units",
		"odds naval in M4 T20 Mindarus against T10 Mindarus": "“, side sparta”",
		"odds naval in M4 T10":                               "Name ships of both sides",
		"odds land in Abydos H4 against P2":                  "a land zone",
		"odds siege of Abydos T10":                           "beside it",
		"odds evasion in M5 T10":                             "then that which evades",
		"odds run in M5 T10":                                 "then that which it meets",
		"odds naval in M4 T10 against T4, play S8":           "“, play S8 from M4”",
	} {
		_, fault := reckon(t, line)
		if fault == nil {
			t.Errorf("%q is answered", line)
		} else if text := strings.Join(strings.Fields(p.Diagnostic(fault)), " "); !strings.Contains(text, mend) {
			t.Errorf("%q: %q does not say %q", line, text, mend)
		}
	}
}

// In a situation the attackers come from where it has them, of the side whose it is, and
// the game's options, month and Advantage count.
func TestOddsInASituation(t *testing.T) {
	g := emptyOdds(t, adjudicator.Setup{}, "december")
	g.lay(t, athens, zone(t, g, "M4"), "T20 2xT10 H4 Alcibiades")
	g.lay(t, sparta, zone(t, g, "M5"), "T10 T4")
	g.lay(t, sparta, zone(t, g, "Abydos"), "H3 P2")
	g.Advantage = sparta
	at := adjudicator.Position{Data: situationOf(t, g, athens), Side: athens}
	for line, want := range map[string]string{
		"naval in M5, from M4":              "40 PF fight",
		"naval in M5 T10, from M4":          "10 PF fight",
		"naval in M5 T10 T20, from M4":      "30 PF fight",
		"naval in M5 all, from M4":          "40 PF fight",
		"naval in M4, from M5, side sparta": "14 PF fight",
	} {
		answer, fault := askOdds(t, at, line)
		if fault != nil {
			t.Errorf("%q: %v", line, fault)
			continue
		}
		if text := reckoned(answer); !strings.Contains(text, want) {
			t.Errorf("%q is answered without %q:\n%s", line, want, text)
		}
	}
	for line, code := range map[string]string{
		"naval in M5 3xT10, from M4":      "no-such-unit",
		"naval in M5 Thrasybule, from M4": "no-such-leader",
		"naval in M5 T10":                 "odds-situation-from",
		"naval in M5, from M9":            "odds-nobody-comes",
		"naval in M5 against T10":         "odds-situation-enemy",
		"siege of Abydos, from M4":        "odds-situation-siege",
		"siege of Abydos T20":             "odds-situation-siege",
		"land in T22 T10, from M4":        "odds-ships-ashore",
		"naval in M4 T10 Mindarus":        "odds-situation-from",
		"naval in M5, from M4, amphibien": "odds-clause",
	} {
		if _, fault := askOdds(t, at, line); fault == nil || fault.Code != code {
			t.Errorf("%q: %v, want %s", line, fault, code)
		}
	}
}

// The month of a situation and the options of its game count, and a month that is named.
func TestOddsInASituationOfAGame(t *testing.T) {
	g := emptyOdds(t, adjudicator.Setup{}, "may")
	g.lay(t, athens, zone(t, g, "M4"), "T10 H4")
	g.lay(t, sparta, zone(t, g, "Abydos"), "H3 P2")
	g.Advantage = sparta
	data := situationOf(t, g, athens)
	for _, c := range []struct {
		line    string
		options map[string]string
		dice    string
	}{
		{"siege of Abydos", nil, "One die is rolled"},
		{"siege of Abydos", map[string]string{"siege-ratio": "worst"}, "No die is rolled"},
		{"siege of Abydos, advantage athens", nil, "2 dice"},
		{"siege of Abydos, month december", nil, "No die is rolled"},
	} {
		answer, fault := askOdds(t, adjudicator.Position{Setup: adjudicator.Setup{Options: c.options}, Data: data, Side: athens}, c.line)
		if fault != nil {
			t.Errorf("%q: %v", c.line, fault)
		} else if text := reckoned(answer); !strings.Contains(text, c.dice) {
			t.Errorf("%q with %v is answered without %q:\n%s", c.line, c.options, c.dice, text)
		}
	}
	for what, at := range map[string]adjudicator.Position{
		"another game's position": {Data: []byte(`{"board": 3}`)},
		"no JSON":                 {Data: []byte(`month`)},
		"no such option":          {Setup: adjudicator.Setup{Options: map[string]string{"weather": "foul"}}},
		"no such scenario":        {Setup: adjudicator.Setup{Scenario: "99"}},
	} {
		st, _ := orders.ParseStatement("odds naval in M4 T10 against T4")
		if _, _, err := Default().(adjudicator.Reckoner).Reckon(at, st); err == nil {
			t.Errorf("%s is taken", what)
		}
	}
}

// situationOf is the position of a situation.json.
func situationOf(t *testing.T, o *game, side adjudicator.Side) []byte {
	t.Helper()
	data, err := json.Marshal(o.situation(side))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// askOdds asks for chances in a position.
func askOdds(t *testing.T, at adjudicator.Position, line string) (adjudicator.Reckoning, *orders.Diagnostic) {
	t.Helper()
	st, fault := orders.ParseStatement("odds " + line)
	if fault != nil {
		t.Fatal(fault)
	}
	answer, faults, err := Default().(adjudicator.Reckoner).Reckon(at, st)
	if err != nil {
		t.Fatal(err)
	}
	if len(faults) > 0 {
		return answer, faults[0]
	}
	return answer, nil
}

// reckoned is what a reckoning says.
func reckoned(r adjudicator.Reckoning) string {
	var all []string
	for _, phrase := range r.Told() {
		all = append(all, templates.For("en", "hellespont").Phrase(phrase))
	}
	return strings.Join(all, "\n")
}
