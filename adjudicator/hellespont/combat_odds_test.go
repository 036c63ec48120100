package hellespont

import (
	"slices"
	"testing"

	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// listed turns modifiers into "rule value" lines, for comparison.
func listed(m *bey.Modifiers) map[string]int {
	all := map[string]int{}
	for _, mod := range m.All() {
		all[mod.Rule] = mod.Value
	}
	return all
}

func TestLandModifiers(t *testing.T) {
	for _, c := range []struct {
		name   string
		put    []string
		zone   string
		enter  string // the zone that all attackers came from; "" for none
		ferry  bool
		die    map[string]int
		shifts map[string]int
	}{
		{"plain peltasts", []string{"athens P2 at T22", "sparta P2 at T22"}, "T22", "", false, nil, nil},
		{"leaders count by the head, not by the sword", []string{"athens P2 Alcibiade Theramene Chereas at T22", "sparta P2 Mindaros at T22"},
			"T22", "", false, map[string]int{"table, die a": 1}, nil},
		{"the defender's leaders", []string{"athens P2 Chereas at T22", "sparta P2 Mindaros at T22"},
			"T22", "", false, map[string]int{"table, die a": -1}, nil},
		{"hoplites with a bonus against none at all", []string{"athens H4+ at T22", "sparta P2 at T22"}, "T22", "", false,
			map[string]int{"table, die b": 1}, map[string]int{"table, column a": 2}},
		{"hoplites with a bonus against plain ones", []string{"athens H4+ at T22", "sparta H4 at T22"}, "T22", "", false,
			map[string]int{"table, die b": 1}, nil},
		{"hoplites with a bonus on both sides", []string{"athens H4+ at T22", "sparta H4+ P2 at T22"}, "T22", "", false, nil, nil},
		{"nothing but hoplites with a bonus", []string{"athens H4 at T22", "sparta H4+ at T22"}, "T22", "", false,
			map[string]int{"table, die d": -2}, nil},
		{"peltasts attack hoplites", []string{"athens P2 at T22", "sparta H3 P2 at T22"}, "T22", "", false,
			nil, map[string]int{"table, column b": -1}},
		{"three types", []string{"athens H3 P2 A2 at T22", "sparta H3 P2 at T22"}, "T22", "", false,
			map[string]int{"table, die c": 1}, nil},
		{"two types of three units", []string{"athens H3 P2 P2 at T22", "sparta H3 P2 at T22"}, "T22", "", false, nil, nil},
		{"archers defend", []string{"athens P2 at T22", "sparta A2 P2 at T22"}, "T22", "", false,
			map[string]int{"table, die e": -1}, nil},
		{"cavalry and archers count once", []string{"athens P2 at T22", "sparta A2 C5+ at T22"}, "T22", "", false,
			map[string]int{"table, die e": -1}, nil},
		{"landed", []string{"athens P2 at T22", "sparta P2 at T22"}, "T22", "Sestos", true,
			nil, map[string]int{"table, column c": -1}},
		{"clear into difficult", []string{"athens P2 at T18", "sparta P2 at T18"}, "T18", "T17", false,
			nil, map[string]int{"table, column d": -1}},
		{"difficult into difficult", []string{"athens P2 at T26", "sparta P2 at T26"}, "T26", "T27", false, nil, nil},
		{"clear into clear", []string{"athens P2 at T17", "sparta P2 at T17"}, "T17", "T16", false, nil, nil},
		{"standing in difficult ground", []string{"athens P2 at T18", "sparta P2 at T18"}, "T18", "", false, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := emptyField(t)
			put(t, g, c.put...)
			b := &battle.Battle{Zone: zone(t, g, c.zone), Attacker: athens}
			if c.enter != "" {
				for rest := g.war().Fighters(b, athens); !rest.Empty(); {
					g.Phase.Entry[rest.Pop()] = field.Entry{From: zone(t, g, c.enter), Amphibious: c.ferry}
				}
			}
			compare(t, g, b, c.die, c.shifts)
		})
	}
}

func compare(t *testing.T, g *game, b *battle.Battle, die, shifts map[string]int) {
	t.Helper()
	r := g.war().Reckon(b)
	check := func(what string, got, want map[string]int) {
		t.Helper()
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
		for rule, v := range want {
			if got[rule] != v {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
	}
	check("die", listed(&r.Die), die)
	check("column", listed(&r.Shifts), shifts)
}

// TestEntryBySomeOnly: the modifiers of entry need every attacker to have come
// that way, unless the option says that one is enough.
func TestEntryBySomeOnly(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens 2xP2 at T18", "sparta P2 at T18")
	b := &battle.Battle{Zone: zone(t, g, "T18"), Attacker: athens}
	g.Phase.Entry[g.war().Fighters(b, athens).Nth(0)] = field.Entry{From: zone(t, g, "T17")}
	compare(t, g, b, nil, nil)
	g.Habits.EntryByAny = true
	compare(t, g, b, nil, map[string]int{"table, column d": -1})
}

func TestNavalModifiers(t *testing.T) {
	marines := map[string]int{"table, die f": 1}
	for _, c := range []struct {
		name   string
		put    []string
		zone   string
		die    map[string]int
		shifts map[string]int
	}{
		{"nobody carries anything: as much", []string{"athens T10 at M8", "sparta T10 at M8"}, "M8", marines, nil},
		{"the attacker carries fewer", []string{"athens T10 at M8", "sparta T10 P2 at M8"}, "M8", map[string]int{"table, die g": -1}, nil},
		{"leaders", []string{"athens T10 Alcibiade at M8", "sparta T10 at M8"}, "M8",
			map[string]int{"table, die a": 1, "table, die f": 1}, nil},
		{"H13: T22 and a combat in M4", []string{"athens T10 at M4", "sparta T10 at M4", "athens P2 at T22"}, "M4", marines,
			map[string]int{"table, column e": 1}},
		{"H13: T22 and a combat in M5", []string{"athens T10 at M5", "sparta T10 at M5", "sparta P2 at T22"}, "M5", marines,
			map[string]int{"table, column f": -1}},
		{"H13: T22 and a combat in M3", []string{"athens T10 at M3", "sparta T10 at M3", "athens P2 at T22"}, "M3", marines, nil},
		{"H13: T22 and a combat in M6", []string{"athens T10 at M6", "sparta T10 at M6", "athens P2 at T22"}, "M6", marines, nil},
		{"beaches of both", []string{"athens T10 at M1", "sparta T10 at M1", "athens P2 at T20", "sparta P2 at T20"}, "M1", marines, nil},
		{"no land modifiers at sea", []string{"athens T20 H4+ at M8", "sparta T10 A2 at M8"}, "M8", marines, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := emptyField(t)
			put(t, g, c.put...)
			compare(t, g, &battle.Battle{Zone: zone(t, g, c.zone), Attacker: athens, Naval: true}, c.die, c.shifts)
		})
	}
}

func TestStratagemsInReckoning(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 Alcibiade at M9", "sparta T10 Mindaros Hermocrate at M9", "athens T10 T2w at M8", "sparta T4 at M13")
	for _, c := range []struct {
		name     string
		ruse     [2]field.Ruse
		shifts   map[string]int
		leaders  int
		strength [2]int
	}{
		{"none", [2]field.Ruse{}, nil, -1, [2]int{10, 10}},
		{"Periplous against Kuklos", [2]field.Ruse{chit.Played(1), chit.Played(2)}, map[string]int{"7, S1": 2, "7, S2": -1}, -1, [2]int{10, 10}},
		{"Periplous of the defender", [2]field.Ruse{{}, chit.Played(1)}, map[string]int{"7, S1": -2}, -1, [2]int{10, 10}},
		{"Diekplous", [2]field.Ruse{chit.Played(3), {}}, map[string]int{"7, S3": 1}, -1, [2]int{10, 10}},
		{"Surprise", [2]field.Ruse{chit.Played(10), {}}, map[string]int{"7, S10": 1}, -1, [2]int{10, 10}},
		{"a combined attack adds half, rounded up", [2]field.Ruse{from(t, g, "M8"), from(t, g, "M13")}, nil, -1, [2]int{16, 12}},
		{"a wounded leader cancels all of his side", [2]field.Ruse{wounds(t, g, "Mindaros"), {}}, nil, 1, [2]int{10, 10}},
		{"both wounded", [2]field.Ruse{wounds(t, g, "Mindaros"), wounds(t, g, "Alcibiade")}, nil, 0, [2]int{10, 10}},
	} {
		b := &battle.Battle{Zone: zone(t, g, "M9"), Attacker: athens, Naval: true, Ruse: c.ruse}
		r := g.war().Reckon(b)
		if got := listed(&r.Shifts); len(got) != len(c.shifts) {
			t.Errorf("%s: shifts %v, want %v", c.name, got, c.shifts)
		}
		for rule, v := range c.shifts {
			if got := listed(&r.Shifts)[rule]; got != v {
				t.Errorf("%s: %s is %d, want %d", c.name, rule, got, v)
			}
		}
		if got := listed(&r.Die)["table, die a"]; got != c.leaders {
			t.Errorf("%s: leaders %d, want %d", c.name, got, c.leaders)
		}
		if r.Strength != c.strength {
			t.Errorf("%s: strengths %v, want %v", c.name, r.Strength, c.strength)
		}
	}
}

func from(t *testing.T, g *game, id string) field.Ruse {
	r := chit.Played(8)
	r.Zone = zone(t, g, id)
	return r
}

func wounds(t *testing.T, g *game, id string) field.Ruse {
	r := chit.Played(15)
	r.Leader = field.LeaderNo(g.Leader(id))
	return r
}

// TestColumn: the ratio is rounded in favour of the defender, the shifts are summed
// and only then held within the table.
func TestColumn(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens H4 P2 at T22", "sparta P4 at T22")
	b := &battle.Battle{Zone: zone(t, g, "T22"), Attacker: athens}
	r := g.war().Reckon(b) // 6 to 4, hoplites against none
	if g.CRT.ColumnName(r.Odds) != "3:2" || g.CRT.ColumnName(r.Column) != "3:1" {
		t.Errorf("6 to 4 is column %s, then %s; want 3:2, then 3:1", g.CRT.ColumnName(r.Odds), g.CRT.ColumnName(r.Column))
	}
	b.Ruse[athens] = chit.Played(10)
	if r := g.war().Reckon(b); r.Column != bey.CRTColumns-1 {
		t.Errorf("three columns to the right of 3:2 is column %d, want the last", r.Column)
	}
	put(t, g, "sparta P2 at T22")
	if r := g.war().Reckon(&battle.Battle{Zone: b.Zone, Attacker: athens}); g.CRT.ColumnName(r.Odds) != "1:1" {
		t.Errorf("6 to 6 is column %s", g.CRT.ColumnName(r.Odds))
	}
}

// TestCombatRuses: what is offered in a combat depends on the hand, on who attacks,
// and on where.
func TestCombatRuses(t *testing.T) {
	numbers := func(f *chit.RuseForm) []int {
		var all []int
		for _, r := range f.Options() {
			if n := int(r.Number); !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
		slices.Sort(all)
		return all
	}
	for _, c := range []struct {
		name string
		zone string
		hand []string
		side int
		want []int
	}{
		{"the attacker on the open sea", "M9", []string{"S1A/S2A", "S3A/S8S", "S18A/S10A"}, 0, []int{1, 3, 10}},
		{"in the strait there is no Periplous", "M4", []string{"S1A/S2A", "S3A/S8S"}, 0, []int{3}},
		{"the defender has Kuklos instead", "M9", []string{"S1A/S2A", "S3A/S8S", "S18A/S10A"}, 1, []int{1, 2}},
		{"nothing of the enemy's colour", "M9", []string{"S1A/S3S"}, 0, []int{1}},
		{"no leader to wound", "M9", []string{"S15A/S20N"}, 0, nil},
	} {
		g := emptyField(t)
		put(t, g, "athens T10 at "+c.zone, "sparta T10 at "+c.zone)
		give(t, g, athens, c.hand...)
		b := &battle.Battle{Zone: zone(t, g, c.zone), Attacker: athens, Naval: true}
		if c.side == 1 {
			b.Attacker = sparta
		}
		if got := numbers(g.war().CombatRuses(b, athens)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	g := emptyField(t)
	put(t, g, "athens H3 at T22", "sparta H3 Mindaros at T22", "athens H3 at T21", "athens H4 at Abydos", "athens T10 H4 at M5")
	give(t, g, athens, "S8A/S14A", "S15A/S20N")
	b := &battle.Battle{Zone: zone(t, g, "T22"), Attacker: athens}
	f := g.war().CombatRuses(b, athens)
	if got := numbers(f); !slices.Equal(got, []int{8, 15}) {
		t.Errorf("on land: %v, want 8 and 15", got)
	}
	if zones := g.war().SupportZones(b, athens); zones != board.SetOf(zone(t, g, "T21")) {
		t.Errorf("a combined attack on land comes from %v, want T21 alone: neither port nor sea", g.ZoneTerms(zones))
	}
}

func listedKeys(all []bey.Modifier) map[string]int {
	keys := map[string]int{}
	for _, m := range all {
		keys[m.Key] = m.Value
	}
	return keys
}
