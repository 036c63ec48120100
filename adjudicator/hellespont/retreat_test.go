package hellespont

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
)

// retreats returns the part of the rules in which Sparta must leave a zone.
func retreats(t *testing.T, g *game, id string) func(*adjudicator.Table) {
	z := zone(t, g, id)
	return func(table *adjudicator.Table) {
		g.Active = athens
		g.war().Retreat(table, &battle.Battle{Zone: z, Attacker: athens, Naval: g.Seas.Has(z)}, sparta)
	}
}

func TestRetreat(t *testing.T) {
	for _, c := range []struct {
		name    string
		put     []string
		zone    string
		answers []string
		want    map[string]string // of Sparta, by zone
	}{
		{"next door, not where the enemy is", []string{"athens P2 at T22", "sparta H3 P2 Mindaros at T22", "athens P2 at T23"}, "T22",
			[]string{"sparta !no-retreat-there retreat to T23", "sparta !no-retreat-there retreat to T20", "sparta retreat to T24"},
			map[string]string{"T22": "", "T24": "H3 P2 Mindaros"}},
		{"in two directions", []string{"athens P2 at T22", "sparta H3 P2 at T22"}, "T22",
			[]string{"sparta !no-such-unit retreat H4 to T24", "sparta retreat P2 to Abydos", "sparta retreat to T21"},
			map[string]string{"Abydos": "P2", "T21": "H3"}},
		{"a fleet into a port, with its troops", []string{"athens T10 at M4", "sparta T10 P2 at M4", "athens T2 at M3", "athens T2 at M5"}, "M4",
			nil, map[string]string{"Abydos": "T10 P2"}},
		{"never into a base", []string{"athens T10 at M23", "sparta T10 at M23", "athens T2 at M22"}, "M23",
			nil, map[string]string{"M23": "", "B3": ""}},
		{"a fleet divides with its cargo", []string{"athens T10 at M8", "sparta T10 T4 P2 Mindaros at M8"}, "M8",
			[]string{"sparta !overloaded retreat T4 P2 to M9", "sparta !overloaded retreat T10 to M9",
				"sparta !leader-without-ship retreat Mindaros to M9", "sparta retreat T4 to M9", "sparta retreat to M10"},
			map[string]string{"M9": "T4", "M10": "T10 P2 Mindaros"}},
		{"over the ships of one's own, as many as they can pass", []string{"athens P2 at T5", "sparta H3 P2 at T5", "athens P2 at T4", "athens P4+ at T6",
			"athens A2 at T28", "sparta T4 at M13", "sparta T2 at M9"}, "T5",
			[]string{"sparta !ferry-overloaded-retreat retreat to T7", "sparta retreat P2 to T7 by M13 M9"},
			map[string]string{"T7": "P2", "T5": ""}},
		{"Persians do not sail", []string{"athens P2 at T5", "sparta P5 at T5", "athens P2 at T4", "athens P4+ at T6",
			"athens A2 at T28", "sparta T20 at M13", "sparta T20 at M14"}, "T5", nil, map[string]string{"T5": "", "T3": ""}},
		{"a retreat that overfills difficult ground goes on", []string{"athens P2 at T25", "sparta H3 P2 at T25",
			"sparta 2xA2 H4+ H4 at T26", "athens P4+ at T24"}, "T25",
			[]string{"sparta !no-retreat-there retreat H3 to T25", "sparta retreat A2 to T27"},
			map[string]string{"T26": "H4+ H4 H3 P2 A2", "T27": "A2"}},
		{"a full port sends ships out", []string{"athens T10 at M4", "sparta T10 at M4", "sparta 2xT20 T10 at Abydos", "athens T2 at M3", "athens T2 at M5"}, "M4",
			[]string{"sparta lose T10"}, map[string]string{"Abydos": "2xT20 T10"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := emptyField(t)
			put(t, g, c.put...)
			perform(t, g, nil, retreats(t, g, c.zone), c.answers...)
			for id, want := range c.want {
				stands(t, g, sparta, id, want)
			}
		})
	}
}
