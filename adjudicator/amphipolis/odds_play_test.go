package amphipolis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/odds"
	"keryx/adjudicator/board"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/dice/seed"
)

// staged plays one part of the rules on a position of the test's own.
type staged struct {
	*ruleset
	scene *scene
}

// Load returns the position whatever was saved.
func (s staged) Load(adjudicator.Setup, []byte) (adjudicator.Game, error) { return s.scene, nil }

// scene is a game whose turn is the part of the rules under test.
type scene struct {
	*game
	part func(t *adjudicator.Table)
}

// Turn implements [adjudicator.Game].
func (s *scene) Turn(t *adjudicator.Table) bool {
	s.part(t)
	return false
}

// resolved is what many resolutions of a position came to: how often what was asked about
// happened, and the force points that each side lost, with the sums of their squares.
type resolved struct {
	n, happened int
	sum, square [2]float64
}

// resolve plays part of the rules on copies of a position; every question is given its
// default answer, or what build says to.
func resolve(t *testing.T, g *game, rnd *rand.Rand, part func(g *game, t *adjudicator.Table) bool) resolved {
	t.Helper()
	out := resolved{n: 1000}
	if os.Getenv("KERYX_LONG") != "" {
		out.n = 50_000
	}
	for range out.n {
		after := *g
		after.Search = new(board.Search)
		happened := false
		act := &scene{&after, func(t *adjudicator.Table) { happened = part(&after, t) }}
		s, err := adjudicator.Open(staged{Default().(*ruleset), act}, adjudicator.Snapshot{Turn: 1}, dice.NewQuick(rnd), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		s.Hush()
		for !s.Ended() {
			side := athens
			if s.Asked(side) == nil {
				side = sparta
			}
			a := s.Asked(side).Form.Default()
			if _, works := s.Asked(side).Form.(*worksForm); works {
				a = building{}
			}
			if err := s.Answer(side, a); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
		if happened {
			out.happened++
		}
		for side := range out.sum {
			pf := odds.Lost(&after.Field, &g.Field, adjudicator.Side(side)).PF
			out.sum[side] += pf
			out.square[side] += pf * pf
		}
	}
	return out
}

// agrees compares a chance and mean losses with what happened, within five standard
// deviations.
func (out resolved) agrees(t *testing.T, what string, chance float64, losses [2]float64) {
	t.Helper()
	n := float64(out.n)
	if got := float64(out.happened) / n; math.Abs(got-chance) > 5*math.Sqrt(chance*(1-chance)/n)+1e-9 {
		t.Errorf("%s: it happened in %.4f of %d resolutions, and %.4f were told", what, got, out.n, chance)
	}
	for side, want := range losses {
		mean := out.sum[side] / n
		if spread := math.Sqrt(max(0, out.square[side]/n-mean*mean) / n); math.Abs(mean-want) > 5*spread+1e-9 {
			t.Errorf("%s: %s lost %.4f PF on the mean, and %.4f were told", what, sideIDs[side], mean, want)
		}
	}
}

// won is the chance of an outcome by its name.
func won(x *odds.Throw, name string) float64 {
	for _, o := range x.Outcomes {
		if o.Name == name {
			return o.Chance.Float()
		}
	}
	return -1
}

// TestOddsAgreeWithPlay: combats, sieges, attrition and works come out as the chances say,
// in random positions that the rules themselves resolve.
func TestOddsAgreeWithPlay(t *testing.T) {
	rnd := rand.New(rand.NewPCG(seed.First(t, 424), 422))
	for i := range 12 {
		g, _, b := randomCombat(t, rnd)
		oddsOfCombat(t, g, rnd, b.Zone, b.Attacker, fmt.Sprintf("combat %d", i))
	}
	sieges, tests := 0, 0
	for i := 0; sieges < 12 || tests < 12; i++ {
		if i == 2000 {
			t.Fatalf("%d sieges and %d tests of attrition in %d positions", sieges, tests, i)
		}
		side := adjudicator.Side(rnd.IntN(2))
		x := strongholds[rnd.IntN(len(strongholds))]
		g := blank(t, "10.4", nil)
		g.TurnNo, g.Advantage, g.Active = rnd.IntN(10), side, side
		pitch(g, rnd, int(side), x.zone)
		if how := method(1 + rnd.IntN(int(methods)-1)); sieges < 12 {
			sieges += oddsOfSiege(t, g, rnd, x.zone, side, how)
		}
		if z := g.Lands.Nth(rnd.IntN(g.Lands.Len())); tests < 12 {
			place := blank(t, "10.4", nil)
			place.TurnNo, place.Advantage, place.Active = rnd.IntN(10), side, side
			pitch(place, rnd, int(side), place.Board.Name(z))
			tests += oddsOfAttrition(t, place, rnd, z, side)
		}
	}
	for turn := range 10 {
		oddsOfWorks(t, rnd, turn)
	}
}

func oddsOfCombat(t *testing.T, g *game, rnd *rand.Rand, z board.Zone, own adjudicator.Side, what string) {
	g.Active, g.Advantage = own, own
	c, wrong := odds.Of(model{g, false}).Combat(z, own, [2]odds.Ruse{{Zone: board.NoZone}, {Zone: board.NoZone}})
	if wrong != nil {
		t.Fatal(wrong.Code)
	}
	var losses [2]float64
	losses[own], losses[own.Other()] = c.Losses[0].PF, c.Losses[1].PF
	resolve(t, g, rnd, func(g *game, t *adjudicator.Table) bool {
		return g.war().Clash(t, &battle.Battle{Zone: z, Attacker: own}) != own
	}).agrees(t, fmt.Sprintf("%s in %s, %v against %v", what, c.Zone, c.Forces[0], c.Forces[1]), c.Wins[0].Float(), losses)
}

// oddsOfSiege returns 1 if the siege is one that the rules allow.
func oddsOfSiege(t *testing.T, g *game, rnd *rand.Rand, zone string, side adjudicator.Side, how method) int {
	z := g.Board.MustZone(zone)
	n := g.garrisonHere(z)
	g.faces[n] = side.Other()
	answer, wrong := siegeChances(odds.Of(model{g, false}), how, z, side, [2]odds.Ruse{{Zone: board.NoZone}, {Zone: board.NoZone}})
	if wrong != nil {
		return 0
	}
	resolve(t, g, rnd, func(g *game, t *adjudicator.Table) bool {
		g.besiege(t, &siege{besieger: side, garrison: n, how: how})
		return g.faces[n] == side
	}).agrees(t, manners[how].word+" "+zone, won(answer.(told).Throw, "won"), [2]float64{})
	return 1
}

// oddsOfAttrition returns 1 if there is a test in the zone.
func oddsOfAttrition(t *testing.T, g *game, rnd *rand.Rand, z board.Zone, side adjudicator.Side) int {
	x := odds.Of(model{g, false}).Attrition(z, side)
	if x == nil || g.UnitsAt(side, z).Empty() {
		return 0
	}
	var losses [2]float64
	losses[side] = x.Losses[0].PF
	before := g.Sum(g.UnitsAt(side, z))
	chance := 0.0
	for _, o := range x.Outcomes {
		if o.Losses[0].PF == 0 {
			chance += o.Chance.Float()
		}
	}
	resolve(t, g, rnd, func(g *game, t *adjudicator.Table) bool {
		g.war().Attrition(t, side)
		return g.Sum(g.UnitsAt(side, z)) == before
	}).agrees(t, "attrition in "+g.Board.Name(z), chance, losses)
	return 1
}

func oddsOfWorks(t *testing.T, rnd *rand.Rand, turn int) {
	g := blank(t, "10.4", nil)
	g.TurnNo, g.Advantage, g.faces[g.citadel] = turn-g.Playing.First, sparta, sparta
	answer, wrong := worksChances(odds.Of(model{g, false}), board.NoZone, sparta, [2]odds.Ruse{})
	if wrong != nil {
		t.Fatal(wrong.Code)
	}
	resolve(t, g, rnd, func(g *game, t *adjudicator.Table) bool {
		g.works(t)
		return g.walls == data.WallStanding
	}).agrees(t, fmt.Sprintf("works in turn %d", turn), won(answer.(told).Throw, "built"), [2]float64{})
}
