package hellespont

import (
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
)

// standings reads standing orders.
func standings(t *testing.T, lines ...string) []adjudicator.Standing {
	t.Helper()
	var all []adjudicator.Standing
	for _, line := range lines {
		rules, faults := orders.ParseStanding(line)
		if len(faults) > 0 {
			t.Fatalf("%q: %v", line, faults[0])
		}
		st, faults := Default().ReadStanding(&rules[0])
		if len(faults) > 0 {
			t.Fatalf("%q: %v", line, faults[0])
		}
		all = append(all, st)
	}
	return all
}

// TestStandingInCombat plays a combat of which standing orders answer everything.
func TestStandingInCombat(t *testing.T) {
	g := emptyField(t)
	put(t, g, "sparta T10 T4w T4 at M8", "athens T10 at M9")
	fleet := g.navalAt(sparta, zone(t, g, "M8"))
	for _, c := range []struct {
		name string
		form adjudicator.Form
		rule string
		want string // "" for no advice
	}{
		{"evade at sea to the first that is open", evadeMenu(t, g, "M4", "M3", "Abydos"), "when attacked at sea: evade to M5, evade to port, else stand", "evade to Abydos"},
		{"evade nowhere", evadeMenu(t, g, "M8", "M9"), "when attacked at sea: evade to M5, evade to port, else stand", "stand"},
		{"a rule for another zone", evadeMenu(t, g, "M8", "M9"), "when attacked in T17: stand", ""},
		{"a rule for the zone", evadeMenu(t, g, "T17", "T16"), "when attacked in T17: stand", "stand"},
		{"fresh ones first", &unitsForm{g: g, act: actLose, from: fleet, min: 1, max: 1}, "losses: fresh first, smallest first", "lose T4"},
		{"weakened ones first", &unitsForm{g: g, act: actLose, from: fleet, min: 1, max: 1}, "losses: weakened first, smallest first", "lose T4w"},
		{"the largest first", &unitsForm{g: g, act: actLose, from: fleet, min: 1, max: 1}, "losses: fresh first, largest first", "lose T10"},
		{"ships must still come to the sum", &unitsForm{g: g, act: actLose, from: fleet, sum: 12}, "losses: fresh first, smallest first", "lose T10 T4w"},
		{"nothing recovers by the rule of losses", &unitsForm{g: g, act: actRecover, from: fleet, max: 1}, "losses: fresh first", ""},
		{"retreat", retreatFrom(t, g, "M8"), "retreat: Sestos, M9, M10", "retreat to M10"},
		{"retreat to nowhere named", retreatFrom(t, g, "M8"), "retreat: Sestos, M9", ""},
		{"throw again", throwMenu(g, 5), "when result is E or A: use advantage to reroll", "reroll"},
		{"accept", throwMenu(g, 2), "when result is E or A: use advantage to reroll", "accept"},
		{"keep the Advantage", throwMenu(g, 5), "advantage: keep", "accept"},
	} {
		a, _, ok := c.form.(adjudicator.Adviser).Advise(standings(t, c.rule))
		got := ""
		if ok {
			got = render(a.Words())
			if err := c.form.Check(a); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func evadeMenu(t *testing.T, g *game, at string, to ...string) *menu {
	m := &menu{g: g, at: zone(t, g, at)}
	for _, id := range to {
		m.options = append(m.options, single{actEvade, zone(t, g, id)})
	}
	m.options = append(m.options, single{act: actStand, zone: nowhere.zone})
	return m
}

func throwMenu(g *game, result int) *menu {
	m := &menu{g: g, thrown: true, options: []single{{actReroll, nowhere.zone}, {actAccept, nowhere.zone}}}
	for range result {
		m.result++
	}
	return m
}

func retreatFrom(t *testing.T, g *game, id string) *retreatForm {
	z := zone(t, g, id)
	return &retreatForm{g: g, side: sparta, from: z, units: g.unitsAt(sparta, z), near: g.refuges(sparta, z)}
}
