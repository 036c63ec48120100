package hellespont

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// of makes a part of the rules out of a method for one side.
func of(s adjudicator.Side, part func(*adjudicator.Table, adjudicator.Side)) func(*adjudicator.Table) {
	return func(t *adjudicator.Table) { part(t, s) }
}

func TestKeepOne(t *testing.T) {
	g := emptyField(t)
	give(t, g, athens, "S1A/S2A", "S15A/S20N", "S15S/S20N")
	perform(t, g, nil, of(athens, g.war().KeepOne),
		"athens !not-in-hand keep S9", "athens !name-both-faces keep S20", "athens keep S15 S20 sparta")
	if g.Pool.Hand[athens].Len() != 1 || g.Pool.Cup.Len() != 2 || g.Counters[g.Pool.Hand[athens].Nth(0)].ID != "S15S/S20N" {
		t.Errorf("hand %b, cup %b", g.Pool.Hand[athens], g.Pool.Cup)
	}
	perform(t, g, nil, of(athens, g.war().KeepOne)) // a single counter is kept unasked
}

func TestRedeploy(t *testing.T) {
	g := emptyField(t)
	put(t, g, "sparta T20 2xT10 H3 Mindaros at M4", "sparta P5 P2 Pharnabaze at T22", "sparta T4 at B1", "athens P2 at Sestos")
	perform(t, g, nil, of(sparta, g.redeploy),
		"sparta !repatriates-too-many-ships repatriate T20 T10 to B1", // half of 40 on the map
		"sparta !not-own-base repatriate T10 to B2",
		"sparta !overloaded repatriate T10 H3 to B1",
		"sparta !persians-stay-ashore repatriate P5 T20 to B1",
		"sparta repatriate T10 from M4 P2 from T22 to B3",
		"sparta !overloaded repatriate H3 to B3",
		"sparta end")
}

func TestRedeployBudget(t *testing.T) {
	g := emptyField(t)
	put(t, g, "sparta T20 2xT10 H3 at M4", "sparta P5 P2 Pharnabaze at T22", "athens P2 at Sestos")
	perform(t, g, nil, of(sparta, g.redeploy),
		"sparta repatriate T10 P2 to B3",
		"sparta !overloaded repatriate H3 to B3",
		"sparta !repatriates-too-many-ships repatriate T20 to B3",
		"sparta !port-not-open enter Sestos H3",
		"sparta !not-among-these enter Rhoeteion H3",
		"sparta !overloaded-behind enter Abydos T10 T20",
		"sparta enter Abydos T20 H3",
		"sparta enter Abydos P5 Pharnabaze",
		"sparta repatriate T10 to B3",
		"sparta end")
	stands(t, g, sparta, "B3", "2xT10 P2")
	stands(t, g, sparta, "Abydos", "T20 H3 P5 Pharnabaze")
}

func TestPortStacking(t *testing.T) {
	g := emptyField(t)
	put(t, g, "sparta 2xT20 T10 at Abydos", "sparta T10 at M4", "sparta H4 H4+ P4 P2 at T22")
	perform(t, g, nil, of(sparta, g.redeploy),
		"sparta !port-full enter Abydos T10",
		"sparta !port-full enter Abydos H4 H4+ P4 P2",
		"sparta enter Abydos H4 H4+ P4", "sparta end")
}

func TestRecovery(t *testing.T) {
	g := emptyField(t)
	put(t, g, "sparta T10w T4w Mindaros at M4", "sparta P5w T10w H3w Doreius at Abydos", "sparta Hermocrate at B3")
	g.Wounded.Add(field.LeaderNo(g.Leader("Hermocrate")))
	give(t, g, sparta, "S4N/S11S")
	perform(t, g, nil, of(sparta, g.war().RecoverUnits),
		"sparta !too-many-units recover T4w H3w", // one sword: Hermocrates is wounded
		"sparta !not-among-these recover P5w",    // a Persian
		"sparta !say-where recover T10w",
		"sparta recover T10w at M4",
		"sparta play S11",
		"sparta recover P5w")
	stands(t, g, sparta, "M4", "T10 T4w Mindaros")
	stands(t, g, sparta, "Abydos", "T10w H3w P5 Doreius")
}

func TestRecoveryByTwo(t *testing.T) {
	g := emptyField(t)
	put(t, g, "sparta H3w P2w P5w at Abydos")
	give(t, g, sparta, "S6N/S12S")
	perform(t, g, nil, of(sparta, g.war().RecoverUnits), "sparta play S12", "sparta !no-such-unit recover P5w", "sparta recover H3w P2w")
	stands(t, g, sparta, "Abydos", "H3 P5w P2")
}

func TestSupplyTriggers(t *testing.T) {
	for _, c := range []struct {
		name string
		put  []string
		want [2]string
	}{
		{"nothing", nil, [2]string{}},
		{"6.1 A", []string{"sparta T2 at Eleonte", "sparta P2 at Rhoeteion"}, [2]string{"A", ""}},
		{"6.1 A needs a ship", []string{"sparta P2 at Eleonte", "sparta P2 at Rhoeteion"}, [2]string{}},
		{"a ship elsewhere is none", []string{"sparta P2 at Eleonte", "sparta P2 at Rhoeteion", "sparta T2 at Sestos"}, [2]string{}},
		{"6.1 B", []string{"sparta P2 at Sestos", "sparta T2 at Abydos"}, [2]string{"B", ""}},
		{"6.1 C", []string{"athens T10 at B2", "athens T4 at M5"}, [2]string{"C", ""}},
		{"as many in bases is not more", []string{"athens T4 at B2", "athens T4 at M5"}, [2]string{}},
		{"6.2 A", []string{"athens P2 at Cardia", "athens P2 at Parion", "athens T2 at Lampsaque", "athens A2 at Abydos"}, [2]string{"", "A"}},
		{"6.2 A, the ship in the wrong port", []string{"athens T2 at Cardia", "athens P2 at Parion", "athens P2 at Lampsaque", "athens A2 at Abydos"}, [2]string{}},
		{"6.2 B", []string{"sparta T4 at B1"}, [2]string{"", "B"}},
	} {
		g := emptyField(t)
		put(t, g, c.put...)
		for s, want := range c.want {
			if got := g.shortageTrigger(adjudicator.Side(s)); got != want {
				t.Errorf("%s: %s is in want by %q, want %q", c.name, sideIDs[s], got, want)
			}
		}
	}
}

func TestSupplyMarkers(t *testing.T) {
	const november = 3
	g := emptyField(t)
	put(t, g, "athens T10 at B2")
	perform(t, g, nil, g.Changed)
	if !g.shortage[athens] {
		t.Fatal("the marker has not turned at once")
	}
	step := func(what string, turn, want int, shortage bool) {
		t.Helper()
		g.TurnNo = turn
		perform(t, g, nil, of(athens, g.moveSupply))
		if g.supply[athens] != want || g.shortage[athens] != shortage {
			t.Errorf("%s: supply %d, want %t; expected %d, %t", what, g.supply[athens], g.shortage[athens], want, shortage)
		}
	}
	step("in want", 0, 2, true)
	put(t, g, "athens T20 at M5")
	step("the cause is gone, but in winter nothing rises", november, 2, false)
	step("in October it does", 2, 3, false)
	step("and stays at 3", 2, 3, false)
}

func TestStarvation(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 T4w H3 at B2", "athens P2 at Sestos", "sparta T4 at B3")
	g.shortage[athens], g.supply[athens] = true, 0
	perform(t, g, nil, of(athens, g.starve))
	stands(t, g, athens, "B2", "T10w H3w")
	stands(t, g, athens, "Sestos", "P2")
	stands(t, g, sparta, "B3", "T4")
	give(t, g, athens, "S16S/S19A")
	perform(t, g, nil, of(athens, g.replenish), "athens play S19")
	if g.supply[athens] != 1 {
		t.Errorf("S19 leaves the supply at %d", g.supply[athens])
	}
}

// TestExposed is H18: who tests attrition.
func TestExposed(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T2 at M5", "athens T2 at M13", "athens P2 at Parion", "athens T4 at B2",
		"athens T4 at M8", "athens T4 at M12", "athens P2 at T6")
	var want board.Set
	for _, id := range []string{"M8", "M12", "T6"} {
		want.Add(zone(t, g, id))
	}
	if got := g.Exposed(athens); got != want {
		t.Errorf("tested: %v, want %v", g.ZoneTerms(got), g.ZoneTerms(want))
	}
}

func TestAttrition(t *testing.T) {
	const december = 4
	g := emptyField(t)
	put(t, g, "athens H4 2xP2 at T6", "athens T20 T10 at M8", "athens P4+w at T7")
	// M8: 4+1 = 5, one unit; T6: 8 PF, 3+1 = 4, none; T7: thrown again, 6, all.
	perform(t, g, []int{3, 2, 4, 6}, of(athens, g.war().Attrition),
		"sparta reroll at T7", "athens weaken T10")
	stands(t, g, athens, "T6", "H4 2xP2")
	stands(t, g, athens, "M8", "T20 T10w")
	stands(t, g, athens, "T7", "")
	g.TurnNo = december
	if m := g.AttritionModifiers(athens, zone(t, g, "M8")); m.Sum() != 2 {
		t.Errorf("25 PF of ships in December add %d, want 2", m.Sum())
	}
}

func TestRottenHulls(t *testing.T) {
	g := emptyField(t)
	put(t, g, "sparta T10 T4w at M5", "sparta T2 at M13", "sparta T20 at M8")
	give(t, g, athens, "S2S/S5A")
	perform(t, g, nil, of(athens, g.trickery), "athens play S5",
		"sparta !not-among-these remove T20", "sparta remove T2 at M13", "sparta weaken T10")
	stands(t, g, sparta, "M5", "T10w T4w")
	stands(t, g, sparta, "M13", "")
	stands(t, g, sparta, "M8", "T20")
}

func TestDesertion(t *testing.T) {
	g := emptyField(t)
	put(t, g, "sparta T20 T20w H3 at Abydos")
	give(t, g, athens, "S22N/S23A")
	perform(t, g, nil, of(athens, g.trickery), "athens !stratagem-target play S23 on T20",
		"athens play S23 on H3 at Abydos")
	stands(t, g, sparta, "Abydos", "T20 T20w")
	if h, _, _ := g.killed(sparta); h != 0 {
		t.Error("a deserter counts as eliminated")
	}
}

func TestVictory(t *testing.T) {
	all := []string{"Sestos", "Abydos", "Lampsaque", "Parion", "Cyzique", "Eleonte", "Rhoeteion", "Cardia"}
	hold := func(side string, ports ...string) []string {
		var lines []string
		for i, p := range ports {
			lines = append(lines, side+" "+[]string{"T20", "T20", "T20", "T10", "T10", "T10", "T10", "T10"}[i]+" at "+p)
		}
		return lines
	}
	for _, c := range []struct {
		name   string
		put    []string
		last   bool
		supply [2]int
		winner adjudicator.Side
		level  string // "" for a game that goes on
		points [2]int
	}{
		{"Athens holds all eight", hold("athens", all...), false, [2]int{3, 3}, athens, "total", [2]int{49, 0}},
		{"seven are not enough for Athens", hold("athens", all[:7]...), false, [2]int{3, 3}, 0, "", [2]int{}},
		{"Sparta needs seven", hold("sparta", all[:7]...), false, [2]int{3, 3}, sparta, "total", [2]int{0, 45}},
		{"seven with Cardia are not", hold("sparta", all[1:]...), false, [2]int{3, 3}, 0, "", [2]int{}},
		{"fleets at the end", append(hold("sparta", "Abydos", "Parion", "Lampsaque"), "athens T20 T10 at B2"), true, [2]int{3, 3}, sparta, "total", [2]int{0, 23}},
		{"one PF too many is left to Athens", append(hold("sparta", "Abydos", "Parion", "Lampsaque"), "athens T20 T10 T2w at B2"), true, [2]int{3, 3}, sparta, "strategic", [2]int{0, 23}},
		{"H19: supply counts the difference", nil, true, [2]int{1, 3}, sparta, "strategic", [2]int{0, 6}},
		{"five apart is a draw", []string{"athens P2 at Cyzique"}, true, [2]int{3, 3}, adjudicator.Observer, "draw", [2]int{5, 0}},
		{"just double is tactical", []string{"athens P2 at Cyzique", "athens H3 at Sestos", "athens A2 at Abydos", "athens P2 at Parion", "sparta P2 at Lampsaque", "sparta P2 at Cardia"},
			true, [2]int{1, 3}, adjudicator.Observer, "draw", [2]int{12, 8}},
		{"ships count by full tens, outside bases", []string{"athens T10 T4 at M8", "athens T4 at M9", "sparta T20 at B1"}, true, [2]int{3, 3}, adjudicator.Observer, "draw", [2]int{3, 0}},
	} {
		g := emptyField(t)
		put(t, g, c.put...)
		g.supply = c.supply
		if c.last {
			g.TurnNo = g.Playing.Last - g.Playing.First
		}
		perform(t, g, nil, g.victory)
		if c.level == "" {
			if g.Outcome != nil {
				t.Errorf("%s: over: %+v", c.name, *g.Outcome)
			}
			continue
		}
		if g.Outcome == nil || g.Outcome.Winner != c.winner || g.Outcome.Level != c.level || g.Outcome.Points != c.points {
			t.Errorf("%s: %+v, want %d, %s, %v", c.name, g.Outcome, c.winner, c.level, c.points)
		}
	}
}
