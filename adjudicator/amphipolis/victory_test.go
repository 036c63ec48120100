package amphipolis

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/draw"
)

// TestLevels: a lead of four is a draw whatever the ratio; with five, twice the points are
// strategic.
func TestLevels(t *testing.T) {
	for _, c := range []struct {
		high, low int
		want      string
	}{{4, 2, "draw"}, {4, 0, "draw"}, {5, 0, "strategic"}, {12, 6, "strategic"}, {11, 6, "tactical"}, {9, 9, "draw"}} {
		if got := level(c.high, c.low); got != c.want {
			t.Errorf("%d:%d is %s, want %s", c.high, c.low, got, c.want)
		}
	}
}

// TestAttritionOutcomes: 5 weakens one unit, 6 half of them, rounded down, and more all; an
// option makes half of one unit one.
func TestAttritionOutcomes(t *testing.T) {
	g, one := blank(t, "10.1", nil), blank(t, "10.1", map[string]string{"attrition": "one"})
	for _, c := range []struct {
		total, units int
		came         standing.Outcome
		n, least     int // weakened, and with the option
	}{
		{4, 7, standing.OutcomeNone, 0, 0}, {5, 7, standing.OutcomeOne, 1, 1}, {6, 7, standing.OutcomeHalf, 3, 3},
		{7, 7, standing.OutcomeAll, 7, 7}, {9, 2, standing.OutcomeAll, 2, 2}, {6, 1, standing.OutcomeHalf, 0, 1}, {-1, 3, standing.OutcomeNone, 0, 0},
	} {
		came, n := g.AttritionOutcome(c.total, c.units)
		_, least := one.AttritionOutcome(c.total, c.units)
		if came != c.came || n != c.n || least != c.least {
			t.Errorf("%d with %d units: %v, %d, %d", c.total, c.units, came, n, least)
		}
	}
}

// TestAttritionOfWinterInTheArmistice: the modifiers of winter and armistice stand beside
// each other, and are the change that the turn prints.
func TestAttritionOfWinterInTheArmistice(t *testing.T) {
	g := blank(t, "10.4", nil)
	for g.TurnNo = 0; g.TurnNo <= 9; g.TurnNo++ {
		m := g.AttritionModifiers(athens, g.Board.MustZone("M2"))
		if m.Sum() != g.turn().Attrition {
			t.Errorf("turn %d: %d, printed %d", g.TurnNo, m.Sum(), g.turn().Attrition)
		}
		if n := len(m.All()); g.TurnNo == 6 && n != 2 || g.TurnNo == 5 && n != 1 || g.TurnNo == 3 && n != 0 {
			t.Errorf("turn %d: %d modifiers", g.TurnNo, n)
		}
	}
}

// TestAwards: 10.2 gives Athens Eion, and five points for both towns, not for one; the face
// of the citadel counts once. Where both leaders have to live, a captured one shuns nobody.
func TestAwards(t *testing.T) {
	g := blank(t, "10.2", nil)
	before, _ := g.victoryPoints()
	if before != [2]int{2 + eionPoints, 6 + citadelPoints} {
		t.Error("at the beginning of 10.2:", before)
	}
	g.faces[g.own.Garrison("O1")] = athens
	if points, _ := g.victoryPoints(); points != [2]int{before[athens] + 1, before[sparta] - 1} {
		t.Error("with Mende:", points)
	}
	g.faces[g.own.Garrison("O2")] = athens
	if points, _ := g.victoryPoints(); points != [2]int{before[athens] + 2 + 5, before[sparta] - 2} {
		t.Error("with both:", points)
	}
	for _, option := range []string{"always", "both-alive"} {
		g := blank(t, "10.3", map[string]string{"shunned": option})
		lead(g, "T21", "Brasidas")
		lead(g, "Thasos", "Cleon")
		alive, _ := g.victoryPoints()
		g.Dismiss(g.champion[athens], field.Captured)
		if dead, _ := g.victoryPoints(); (dead == alive) != (option == "always") {
			t.Error(option, alive, dead)
		}
		g.shunned = false
		if met, _ := g.victoryPoints(); met[athens] != alive[athens]-2 {
			t.Error(option, alive, met)
		}
	}
}

// TestRemovedText: after turn 6 of 10.4 S16 cannot be played, and its counter stays for its
// other face, or goes if the game is played so.
func TestRemovedText(t *testing.T) {
	for _, option := range []string{"face", "counter"} {
		g := blank(t, "10.4", map[string]string{"s16": option})
		g.Pool = draw.New(len(g.Counters))
		g.TurnNo = 6
		all := g.Pool.All().Len()
		g.removals(new(adjudicator.Table))
		if want := map[string]int{"face": all, "counter": all - 1}[option]; !g.Retired.Has(16) || g.Pool.All().Len() != want {
			t.Errorf("%s: %d counters of %d", option, g.Pool.All().Len(), all)
		}
	}
}

// TestBuildable: each of the conditions of works hinders them alone.
func TestBuildable(t *testing.T) {
	ready := func(scenario string, options map[string]string) *game {
		g := blank(t, scenario, options)
		g.Advantage, g.faces[g.citadel] = sparta, sparta
		return g
	}
	for name, c := range map[string]struct {
		spoil func(g *game)
		want  bool
	}{
		"nothing":         {func(*game) {}, true},
		"no Advantage":    {func(g *game) { g.Advantage = athens }, false},
		"no citadel":      {func(g *game) { g.faces[g.citadel] = athens }, false},
		"walls":           {func(g *game) { g.walls = data.WallStanding }, false},
		"ruins":           {func(g *game) { n := g.turnNumber() - 1; g.walls, g.sapped = data.WallDestroyed, &n }, true},
		"fresh ruins":     {func(g *game) { n := g.turnNumber(); g.walls, g.sapped = data.WallDestroyed, &n }, false},
		"a unit in T13":   {func(g *game) { muster(t, g, athens, "T13", "P5", 1) }, false},
		"a leader in T9":  {func(g *game) { lead(g, "T9", "Cleon") }, true},
		"Spartans in T9":  {func(g *game) { muster(t, g, sparta, "T9", "H7", 1) }, true},
		"Athenians in T7": {func(g *game) { muster(t, g, athens, "T7", "P5", 1) }, true},
	} {
		g := ready("10.4", nil)
		g.TurnNo = 3
		if c.spoil(g); g.buildable() != c.want {
			t.Error(name)
		}
	}
	if ready("10.2", nil).buildable() || !ready("10.2", map[string]string{"works": "always"}).buildable() {
		t.Error("10.2")
	}
}
