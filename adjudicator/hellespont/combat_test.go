package hellespont

import (
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
)

// fights returns the part of the rules that is a combat attacked by Athens.
func fights(t *testing.T, g *game, id string) func(*adjudicator.Table) {
	z := zone(t, g, id)
	return func(table *adjudicator.Table) {
		g.Active = athens
		g.war().Fight(table, &battle.Battle{Zone: z, Attacker: athens, Naval: g.Seas.Has(z)})
	}
}

// results returns the part of the rules that applies a cell of the table.
func results(t *testing.T, g *game, id string, cell bey.Cell) func(*adjudicator.Table) {
	z := zone(t, g, id)
	return func(table *adjudicator.Table) {
		g.lose(table, &battle.Battle{Zone: z, Attacker: athens, Naval: g.Seas.Has(z)}, cell)
	}
}

func TestLosses(t *testing.T) {
	for _, c := range []struct {
		name    string
		put     []string
		zone    string
		cell    bey.Cell
		answers []string
		want    [2]string
	}{
		{"H14: half of three units is one", []string{"athens H3 P2 A2 at T22", "sparta P2 at T22"}, "T22",
			bey.Cell{Attacker: bey.Half}, []string{"athens lose P2"}, [2]string{"H3 P2w A2", "P2"}},
		{"H15: a quarter of two units is one at least", []string{"athens P2 at T22", "sparta H3 P2 at T22"}, "T22",
			bey.Cell{Defender: bey.Quarter}, []string{"sparta !too-many-units lose H3 P2", "sparta lose H3"}, [2]string{"P2", "H3w P2"}},
		{"H16: half of 38 PF of ships", []string{"athens 3xT10 2xT4 at M8", "sparta T10 at M8"}, "M8",
			bey.Cell{Attacker: bey.Half}, nil, [2]string{"T10 2xT10w 2xT4", "T10"}},
		{"H17: 3 PF of weakened ships, and their cargo", []string{"athens 2xT10w 2xT4w T2w H3 at M8", "sparta T10 at M8"}, "M8",
			bey.Cell{Attacker: bey.Quarter}, []string{"athens lose H3"}, [2]string{"2xT10w T4w H3w", "T10"}},
		{"the owner chooses among equal sums", []string{"athens 2xT4 2xT2 at M8", "sparta T10 at M8"}, "M8",
			bey.Cell{Attacker: bey.Quarter}, []string{"athens !losses-wrong-sum lose T2", "athens lose 2xT2"}, [2]string{"2xT4 2xT2w", "T10"}},
		{"both choose at the same time", []string{"athens H3 P2 at T22", "sparta H3 P2 at T22"}, "T22",
			bey.Cell{Attacker: bey.Quarter, Defender: bey.Quarter}, []string{"sparta lose P2", "athens lose H3"}, [2]string{"H3w P2", "H3 P2w"}},
		{"A weakens all and eliminates the weakened", []string{"athens P2 at T22", "sparta H3 P2w at T22"}, "T22",
			bey.Cell{Defender: bey.AllWeakened}, nil, [2]string{"P2", "H3w"}},
		{"E takes the leaders too", []string{"athens P2 at T22", "sparta H3 Mindaros at T22"}, "T22",
			bey.Cell{Defender: bey.AllEliminated}, nil, [2]string{"P2", ""}},
		{"a leader whose last unit goes is captured", []string{"athens P2 at T22", "sparta P2w Mindaros at T22"}, "T22",
			bey.Cell{Defender: bey.Half}, nil, [2]string{"P2", ""}},
		{"troops drown with their ships", []string{"athens T10 at M8", "sparta T10w P2w Mindaros at M8"}, "M8",
			bey.Cell{Defender: bey.Quarter}, nil, [2]string{"T10", ""}},
		{"R costs nothing", []string{"athens P2 at T22", "sparta P2 at T22"}, "T22", bey.Cell{}, nil, [2]string{"P2", "P2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := emptyField(t)
			put(t, g, c.put...)
			perform(t, g, nil, results(t, g, c.zone, c.cell), c.answers...)
			stands(t, g, athens, c.zone, c.want[athens])
			stands(t, g, sparta, c.zone, c.want[sparta])
		})
	}
}

// TestFates: E kills leaders, being left alone captures them; only the first counts
// for victory (9.2).
func TestFates(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens P2 at T22", "sparta H3 P2 Mindaros at T22")
	perform(t, g, nil, results(t, g, "T22", bey.Cell{Defender: bey.AllEliminated}))
	put(t, g, "sparta A2w Doreius at T22")
	perform(t, g, nil, results(t, g, "T22", bey.Cell{Defender: bey.AllWeakened}))
	if h, o, l := g.killed(sparta); h != 1 || o != 2 || l != 1 {
		t.Errorf("killed: %d hoplites, %d others, %d leaders; want 1, 2, 1", h, o, l)
	}
	if f := g.LeaderFate[g.Leader("Doreius")]; f != field.Captured {
		t.Errorf("the lone leader's fate is %d, want captured", f)
	}
}

func TestFight(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens H4 P2 at T22", "sparta P2 at T22")
	// 6 to 2 and two to the right, die 5: R - A, the defender goes.
	story := perform(t, g, []int{5}, fights(t, g, "T22"),
		"sparta !cannot-evade-there evade to M4", "sparta stand", "sparta accept", "sparta retreat to T24")
	want := []string{"battle-land", "odds", "modifier-column", "combat-die", "weakened", "retreated"}
	if !slices.Equal(story, want) {
		t.Errorf("told %v, want %v", story, want)
	}
	stands(t, g, athens, "T22", "H4 P2")
	stands(t, g, sparta, "T24", "P2w")
}

// TestReroll: the holder of the Advantage has the die thrown again, once, and the
// Advantage passes.
func TestReroll(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 at M8", "sparta T10 at M8")
	// 1 to 1, +1: die 6 is 7: R - 1/2. Thrown again: 1 is 2: 1/4 - R, the attacker goes.
	perform(t, g, []int{6, 1}, fights(t, g, "M8"), "sparta stand", "sparta reroll", "athens retreat to M7")
	stands(t, g, athens, "M7", "T10w")
	stands(t, g, sparta, "M8", "T10")
	if g.Advantage != athens {
		t.Error("the Advantage has not passed")
	}
}

func TestEvasion(t *testing.T) {
	for _, c := range []struct {
		name    string
		put     []string
		zone    string
		die     int
		answers []string
		escapes bool
	}{
		{"on the open sea a 5 is enough", []string{"athens T10 at M9", "sparta T10 T4 at M9"}, "M9", 5,
			[]string{"sparta evade to M8", "sparta lose T4"}, true},
		{"a 4 is not", []string{"athens T10 at M9", "sparta T10 at M9"}, "M9", 4, []string{"sparta evade to M8", "sparta accept"}, false},
		{"in the strait not even a 6", []string{"athens T10 at M4", "sparta T10 at M4"}, "M4", 6, []string{"sparta evade to M5"}, false},
		{"unless he has the better leader", []string{"athens T10 at M4", "sparta T10 Mindaros at M4"}, "M4", 6, []string{"sparta evade to M5"}, true},
		{"who is met by a leader with a bonus", []string{"athens T10 Theramene at M4", "sparta T10 Mindaros at M4"}, "M4", 6,
			[]string{"sparta evade to M5"}, false},
		{"on clear ground a 6", []string{"athens P2 at T22", "sparta P2 at T22"}, "T22", 6, []string{"sparta evade to Abydos"}, true},
		{"on difficult ground no 6", []string{"athens P2 at T26", "sparta P2 at T26"}, "T26", 6, []string{"sparta evade to T25"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := emptyField(t)
			put(t, g, c.put...)
			b := &battle.Battle{Zone: zone(t, g, c.zone), Attacker: athens}
			b.Naval = g.Seas.Has(b.Zone)
			escaped := false
			perform(t, g, []int{c.die}, func(table *adjudicator.Table) { escaped = g.evaded(table, b) }, c.answers...)
			if escaped != c.escapes {
				t.Errorf("escaped: %t, want %t", escaped, c.escapes)
			}
			if g.Holds(sparta, b.Zone) == escaped {
				t.Error("the units are not where they should be")
			}
		})
	}
}

// TestNoEvasion: without a refuge nothing is asked; a base is none.
func TestNoEvasion(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 at M23", "sparta T10 at M23", "athens T2 at M22")
	b := &battle.Battle{Zone: zone(t, g, "M23"), Attacker: athens, Naval: true}
	perform(t, g, nil, func(table *adjudicator.Table) {
		if g.evaded(table, b) {
			t.Error("evaded to nowhere")
		}
	})
}

func TestStratagemsInCombat(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens H3 at T22", "sparta H3 Mindaros at T22", "athens H4 at T21")
	give(t, g, athens, "S8A/S14A")
	give(t, g, sparta, "S15S/S20N")
	story := perform(t, g, []int{6}, fights(t, g, "T22"),
		"sparta stand",
		"sparta !stratagem-not-now play S20",
		"sparta !not-in-hand play S1",
		"sparta pass",
		"athens !stratagem-target play S8 from T17",
		"athens play S8 from T21",
		"sparta accept", "sparta retreat to T24")
	for _, key := range []string{"played", "combined-attack"} {
		if !slices.Contains(story, key) {
			t.Errorf("%s was not told: %v", key, story)
		}
	}
	if g.Armed(athens) || !g.Armed(sparta) || !g.Phase.Played[athens] || g.Phase.Played[sparta] {
		t.Error("Athens has played its counter, Sparta has not")
	}
	// Having played, Athens is asked no more in this phase, though it draws again.
	give(t, g, athens, "S7A/S13A")
	put(t, g, "athens H3 at T24")
	perform(t, g, []int{1}, fights(t, g, "T24"), "sparta stand", "sparta pass", "sparta accept", "athens retreat to T25")
}

// TestWoundedLeader: S15 cancels all bonuses and turns one leader over.
func TestWoundedLeader(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens H3 at T22", "sparta H3 Mindaros Hermocrate at T22")
	give(t, g, athens, "S15A/S20N")
	b := &battle.Battle{Zone: zone(t, g, "T22"), Attacker: athens}
	perform(t, g, nil, func(table *adjudicator.Table) { g.war().Commit(table, b) },
		"athens !stratagem-target play S15", "athens play S15 on Mindaros")
	mindaros := field.LeaderNo(g.Leader("Mindaros"))
	if !g.Wounded.Has(mindaros) || g.Swords(mindaros) != 0 {
		t.Error("Mindaros is not wounded")
	}
	if got := g.war().LeaderBalance(b); got != 0 {
		t.Errorf("the leaders count %d, want 0", got)
	}
}

func TestCavalryPursuit(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens H3w P2w P2 at T7", "sparta C5+ at T7")
	give(t, g, sparta, "S7S/S13S")
	b := &battle.Battle{Zone: zone(t, g, "T7"), Attacker: athens}
	perform(t, g, nil, func(table *adjudicator.Table) { g.pursue(table, b, sparta) },
		"sparta !stratagem-target play S7 on P2", "sparta play S7 on H3w")
	stands(t, g, athens, "T7", "P2 P2w")
	// Without cavalry nobody is asked.
	g = emptyField(t)
	put(t, g, "athens H3w at T7", "sparta H3 at T7")
	give(t, g, sparta, "S7S/S13S")
	perform(t, g, nil, func(table *adjudicator.Table) { g.pursue(table, b, sparta) })
}

// TestOrderOfCombats: the attacker decides, and pays one point for all (B.3.3).
func TestOrderOfCombats(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 at M9", "sparta T4 at M9", "athens T10 at M13", "sparta T4 at M13", "athens P2 at T3", "sparta P2 at T3")
	g.Active, g.Points[athens], g.Phase.Spend = athens, 2, 2
	perform(t, g, []int{6, 6, 6}, func(table *adjudicator.Table) { g.war().Combats(table, athens) },
		"athens !no-combat-there fight M8", "athens fight T3 M13",
		"sparta stand", "sparta accept", "sparta retreat to T4",
		"sparta stand", "sparta accept", "sparta retreat to M12",
		"sparta stand", "sparta accept", "sparta retreat to M8")
	if g.Points[athens] != 1 {
		t.Errorf("Athens has %d points left, want 1", g.Points[athens])
	}
}

// TestUnpaidCombat: units that entered go back weakened, those weakened are lost, and
// units that stood there before stay (4.1).
func TestUnpaidCombat(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 T4w T2 Alcibiade at M9", "sparta T4 at M9")
	g.Active = athens
	for rest := g.NavalAt(athens, zone(t, g, "M9")); !rest.Empty(); {
		if u := rest.Pop(); g.Pieces[u].Full != 2 {
			g.Phase.Origin.Units[u] = zone(t, g, "M8")
		}
	}
	g.Phase.Origin.Leaders[g.Leader("Alcibiade")] = zone(t, g, "M8")
	perform(t, g, nil, func(table *adjudicator.Table) { g.war().Combats(table, athens) })
	stands(t, g, athens, "M9", "T2")
	stands(t, g, athens, "M8", "T10w Alcibiade")
}
