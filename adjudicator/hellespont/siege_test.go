package hellespont

import (
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
)

func TestSiegeDice(t *testing.T) {
	const november = 3
	for _, c := range []struct {
		name      string
		put       []string
		port      string
		turn      int
		advantage adjudicator.Side
		worst     bool
		want      int
	}{
		{"base, two zones, three to one", []string{"athens T10 at M4", "athens P2 at T22", "sparta H4 at Abydos"}, "Abydos", 0, sparta, false, 3},
		{"the Advantage", []string{"athens T10 at M4", "athens P2 at T22", "sparta H4 at Abydos"}, "Abydos", 0, athens, false, 4},
		{"winter", []string{"athens T10 at M4", "athens P2 at T22", "sparta H4 at Abydos"}, "Abydos", november, sparta, false, 2},
		{"below three to one", []string{"athens T10 at M4", "athens P2 at T22", "sparta T4 A2w at Abydos"}, "Abydos", 0, sparta, false, 2},
		{"below two to one", []string{"athens T4 at M4", "athens P2 at T22", "sparta H4 at Abydos"}, "Abydos", 0, sparta, false, 1},
		{"below one to one", []string{"athens T4 at M4", "athens P2 at T22", "sparta T10 at Abydos"}, "Abydos", 0, sparta, false, 0},
		{"the worst line by option", []string{"athens T10 at M4", "athens P2 at T22", "sparta T4 A2w at Abydos"}, "Abydos", 0, sparta, true, 0},
		{"a leader with a double bonus", []string{"athens T10 Alcibiade at M4", "athens P2 at T22", "sparta H4 Doreius at Abydos"}, "Abydos", 0, sparta, false, 4},
		{"met by one with a bonus", []string{"athens T10 Alcibiade at M4", "athens P2 at T22", "sparta H4 Mindaros at Abydos"}, "Abydos", 0, sparta, false, 3},
		{"a zone that the besieged alone holds", []string{"athens T20 P2 at M4", "sparta H4 at Abydos", "sparta P2 at T22"}, "Abydos", 0, sparta, false, 1},
		{"a zone that both hold counts for nobody", []string{"athens T20 at M4", "athens P2 at T22", "sparta P2 at T22", "sparta H4 at Abydos"}, "Abydos", 0, sparta, false, 2},
		{"Cyzique has five neighbours", []string{"athens T10 at M16", "athens T10 at M17", "athens P2 at T1", "athens P2 at T2", "athens A2 at T3", "sparta P2 at Cyzique"},
			"Cyzique", 0, sparta, false, 6},
	} {
		g := emptyField(t)
		put(t, g, c.put...)
		g.TurnNo, g.Advantage, g.options.SiegeWorst = c.turn, c.advantage, c.worst
		m := g.siegeDice(&siege{port: zone(t, g, c.port), besieger: athens})
		if m.Sum() != c.want {
			t.Errorf("%s: %d dice (%v), want %d", c.name, m.Sum(), listedKeys(m.All()), c.want)
		}
	}
	g := emptyField(t)
	put(t, g, "sparta T20 at M5", "sparta P2 at T17", "athens H4 Alcibiade at Sestos")
	m := g.siegeDice(&siege{port: zone(t, g, "Sestos"), besieger: sparta, ruse: [2]field.Ruse{{Discard: 1}, chit.Played(9)}})
	if m.Sum() != 1+1+2-1-1+2 {
		t.Errorf("with a leader within, a discard and a mine: %d dice (%v), want 4", m.Sum(), listedKeys(m.All()))
	}
}

func TestBesiegeable(t *testing.T) {
	for _, c := range []struct {
		name string
		put  []string
		want bool
	}{
		{"a ship and a land unit", []string{"athens T2 at M4", "athens P2 at T22"}, true},
		{"the land unit aboard", []string{"athens T10 P2 at M4"}, true},
		{"no land unit", []string{"athens T10 at M4"}, false},
		{"no ship", []string{"athens P2 at T22"}, false},
	} {
		g := emptyField(t)
		put(t, g, append(c.put, "sparta P2 at Abydos")...)
		if got := g.besiegeable(athens).Has(zone(t, g, "Abydos")); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
	g := emptyField(t)
	put(t, g, "athens T10 P2 at M4")
	if !g.besiegeable(athens).Empty() {
		t.Error("an empty port can be besieged")
	}
}

func TestSiege(t *testing.T) {
	around := []string{"athens T10 at M4", "athens P2 at T22"}
	for _, c := range []struct {
		name    string
		put     []string
		dice    []int
		answers []string
		athens  string // in Abydos
		sparta  string
	}{
		{"a 6 takes the port", []string{"sparta H3 Doreius at Abydos"}, []int{6, 2, 3},
			[]string{"athens siege Abydos", "sparta accept", "athens !not-among-these advance H4 to Abydos", "athens advance P2 to Abydos"}, "P2", ""},
		{"nobody has to move in", []string{"sparta H3 Doreius at Abydos"}, []int{6, 2, 3},
			[]string{"athens siege Abydos", "sparta accept", "athens advance none"}, "", "Doreius"},
		{"a 5 weakens", []string{"sparta H3 at Abydos"}, []int{5, 2, 3}, []string{"athens siege Abydos", "sparta accept"}, "", "H3w"},
		{"a 5 empties a port of weakened units", []string{"sparta H3w at Abydos"}, []int{5, 2, 3},
			[]string{"athens siege Abydos", "sparta pass", "sparta accept", "athens advance T10 from M4 to Abydos"}, "T10", ""},
		{"each 1 costs the besieger", []string{"sparta H3 at Abydos"}, []int{1, 1, 2}, []string{"athens siege Abydos", "sparta accept"}, "", "H3"},
		{"of his choice", []string{"sparta H3 at Abydos"}, []int{1, 2, 2},
			[]string{"athens siege Abydos", "sparta accept", "athens !too-many-units weaken T10 P2", "athens weaken P2 at T22"}, "", "H3"},
		{"the Advantage throws all dice again", []string{"sparta H3 at Abydos"}, []int{6, 2, 3, 2, 2, 2},
			[]string{"athens siege Abydos", "sparta reroll"}, "", "H3"},
		{"no siege", []string{"sparta H3 at Abydos"}, nil, []string{"athens !cannot-besiege siege Sestos", "athens siege none"}, "", "H3"},
		{"no dice, no throw", []string{"sparta T20 H3 at Abydos"}, nil, []string{"athens siege Abydos"}, "", "T20 H3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := emptyField(t)
			put(t, g, append(slices.Clone(around), c.put...)...)
			perform(t, g, c.dice, g.sequence().Part("C"), c.answers...)
			stands(t, g, athens, "Abydos", c.athens)
			stands(t, g, sparta, "Abydos", c.sparta)
		})
	}
}

// TestSiegeStratagems: both sides discard in secret; the mine adds two dice and
// excludes the besieger's discard.
func TestSiegeStratagems(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 at M4", "athens P2 at T22", "sparta H3 at Abydos")
	give(t, g, athens, "S5S/S9A", "S6N/S12A")
	give(t, g, sparta, "S7S/S13S", "S4N/S11A")
	story := perform(t, g, []int{2, 2, 2, 2}, g.sequence().Part("C"),
		"athens siege Abydos",
		"sparta !no-such-discard discard S4", "sparta discard S7 S13",
		"athens !stratagem-not-now play S12", "athens play S9",
		"sparta accept")
	if g.Pool.Hand[athens].Len() != 1 || g.Pool.Hand[sparta].Len() != 1 || g.Pool.Cup.Len() != 2 {
		t.Errorf("hands %b, cup %b: each side has spent one counter", g.Pool.Hand, g.Pool.Cup)
	}
	if !slices.Contains(story, "discarded") || !slices.Contains(story, "played") {
		t.Errorf("told %v", story)
	}
}
