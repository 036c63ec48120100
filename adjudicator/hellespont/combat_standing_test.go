package hellespont

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
	"keryx/templates"
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
	fleet := g.NavalAt(sparta, zone(t, g, "M8"))
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
		{"fresh ones first", &battle.UnitsForm{G: g.war(), Act: order.ActLose, From: fleet, Min: 1, Max: 1}, "losses: fresh first, smallest first", "lose T4"},
		{"weakened ones first", &battle.UnitsForm{G: g.war(), Act: order.ActLose, From: fleet, Min: 1, Max: 1}, "losses: weakened first, smallest first", "lose T4w"},
		{"the largest first", &battle.UnitsForm{G: g.war(), Act: order.ActLose, From: fleet, Min: 1, Max: 1}, "losses: fresh first, largest first", "lose T10"},
		{"ships must still come to the sum", &battle.UnitsForm{G: g.war(), Act: order.ActLose, From: fleet, Sum: 12}, "losses: fresh first, smallest first", "lose T10 T4w"},
		{"nothing recovers by the rule of losses", &battle.UnitsForm{G: g.war(), Act: order.ActRecover, From: fleet, Max: 1}, "losses: fresh first", ""},
		{"retreat", retreatFrom(t, g, "M8"), "retreat: Sestos, M9, M10", "retreat to M10"},
		{"retreat to nowhere named", retreatFrom(t, g, "M8"), "retreat: Sestos, M9", ""},
		{"throw again", throwMenu(g, 5), "when result is E or A: use advantage to reroll", "reroll"},
		{"accept", throwMenu(g, 2), "when result is E or A: use advantage to reroll", "accept"},
		{"keep the Advantage", throwMenu(g, 5), "advantage: keep", "accept"},
		{"keep it in combats", throwMenu(g, 5), "advantage combats: keep", "accept"},
		{"keep it elsewhere", throwMenu(g, 5), "advantage movements: keep", ""},
		{"accept is not to throw again", throwMenu(g, 5), "when result is A or E: accept", "accept"},
		{"a victory stands", throwMenu(g, 5), "when defeated: reroll", "accept"},
		{"the smallest of the fleet", &battle.UnitsForm{G: g.war(), Act: order.ActLose, From: fleet, Min: 1, Max: 1}, "losses: smallest first", "lose T4w"},
		{"a counter by its face", &battle.UnitsForm{G: g.war(), Act: order.ActLose, From: fleet, Min: 1, Max: 1}, "losses: T10 first", "lose T10"},
		{"and the others behind it", &battle.UnitsForm{G: g.war(), Act: order.ActLose, From: fleet, Min: 1, Max: 1}, "losses: T4 last", "lose T10"},
		{"evade anywhere", evadeMenu(t, g, "M4", "M3", "Abydos"), "when attacked in the strait: evade", "evade to M3"},
		{"not from the open sea", evadeMenu(t, g, "M8", "M9"), "when attacked in the strait: evade", ""},
		{"no evasion", evadeMenu(t, g, "M8", "M9"), "evasion: none", "stand"},
	} {
		a, _, ok := c.form.(adjudicator.Adviser).Advise(standings(t, c.rule))
		got := ""
		if ok {
			got = ruletest.Written(a.Words())
			if err := c.form.Check(a); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestCircumstances: a rule holds where, when, against whom and at what odds it says.
func TestCircumstances(t *testing.T) {
	g := emptyField(t) // August
	put(t, g, "sparta T10 at M5", "athens T20 Alcibiade at M5", "athens T10 at M8", "sparta T20 at M8")
	at := func(id string) *battle.Battle {
		return &battle.Battle{Zone: zone(t, g, id), Attacker: athens, Naval: true}
	}
	for _, c := range []struct {
		head string
		zone string
		want bool
	}{
		{"", "M5", true},
		{"at sea", "M5", true},
		{"on land", "M5", false},
		{"in M5", "M5", true},
		{"in M6 or M5", "M5", true},
		{"at M6, M8", "M5", false},
		{"by Alcibiade", "M5", true},
		{"by Alcibiade", "M8", false},
		{"by Thrasybule or Alcibiade", "M5", true},
		{"in august", "M5", true},
		{"in september, october", "M5", false},
		{"at 2:1 or more", "M5", true},
		{"at 3:1 or more", "M5", false},
		{"at 2/1 or less", "M5", true},
		{"at 1:1 or less", "M5", false},
		{"at 1:2 or less", "M8", true},
		{"in M5 by Alcibiade at 2:1 or more in august", "M5", true},
		{"in M5 by Alcibiade at 2:1 or more in winter", "M5", false},
		{"in summer", "M5", true},
		{"in the strait", "M5", true},
		{"in the strait", "M8", false},
		{"in the open sea", "M8", true},
		{"in the open sea", "M5", false},
		{"at sea in M8", "M5", false},
		{"at sea or on land", "M5", true},
		{"with Alcibiade", "M5", true},
		{"with Mindaros", "M5", false},
		{"against Alcibiade with Mindaros", "M5", false},
		{"at 2 to 1 or more", "M5", true},
		{"at odds of 3:1 or more", "M5", false},
		{"en pleine mer", "M5", false},
		{"dans le detroit par Alcibiade a un rapport de 2:1 ou plus en ete", "M5", true},
		{"at 0:1 or more", "", false},
		{"at 2 to", "", false},
		{"at 2:1 or worse", "", false},
		{"at least 2:1", "M5", true},
		{"at most 2:1", "M5", true},
		{"at most 1:1", "M5", false},
		{"au moins 3:1", "M5", false},
		{"au plus 1:2", "M8", true},
		{"at 2 dice or more", "", false},
		{"at", "", false},
		{"at 2:1", "", false},
		{"during lunch", "", false},
	} {
		rules, faults := orders.ParseStanding("when attacked " + c.head + ": stand")
		if len(faults) > 0 {
			t.Fatalf("%s: %v", c.head, faults[0])
		}
		st, faults := Default().ReadStanding(&rules[0])
		if (len(faults) > 0) != (c.zone == "") {
			t.Errorf("%q: faults %v", c.head, faults)
		}
		if c.zone == "" || len(faults) > 0 {
			continue
		}
		when := st.(attackedRule).When
		if got := g.war().Covers(&when, at(c.zone)); got != c.want {
			t.Errorf("%q in %s: %t, want %t", c.head, c.zone, got, c.want)
		}
	}
}

// TestStandingRuses: rules play stratagems, or give them away, where they say.
func TestStandingRuses(t *testing.T) {
	g := emptyField(t)
	put(t, g, "sparta P2 C5+ at T17", "sparta H3 at T16", "athens P2 at T17", "sparta H3 at Abydos", "athens T10 P2 at M4")
	give(t, g, sparta, "S3A/S8S", "S5S/S9A", "S7S/S13S")
	b := &battle.Battle{Zone: zone(t, g, "T17"), Attacker: athens}
	siege := &siege{port: zone(t, g, "Abydos"), besieger: athens}
	inside := &chit.RuseForm{G: g.war().Chits, Side: sparta, In: siegeSetting{g, siege}, Offered: []field.Ruse{discarding(g.Holding(sparta, 5)), discarding(g.Holding(sparta, 8))}}
	fallen := chit.Played(7)
	fallen.Unit = g.LandAt(athens, b.Zone).Nth(0)
	for _, c := range []struct {
		form *chit.RuseForm
		rule string
		want string
	}{
		{g.war().CombatRuses(b, sparta), "when attacked in T17: stand; play S8 from T16", "play S8 from T16"},
		{g.war().CombatRuses(b, sparta), "when attacked: play S8 from T18, else play S8", "play S8 from T16"},
		{g.war().CombatRuses(b, sparta), "when attacked: play S2, else pass", "pass"},
		{g.war().CombatRuses(b, sparta), "when attacked: play S2", ""},
		{g.war().CombatRuses(b, sparta), "when attacked in M5: play S8", ""},
		{g.war().CombatRuses(b, sparta), "when attacked: stand", ""},
		{g.war().CombatRuses(b, sparta), "when attacking: play S8", ""},
		{g.war().CombatRuses(b, sparta), "stratagems combats: none", "pass"},
		{g.war().CombatRuses(b, sparta), "stratagems movements, C: none", ""},
		{inside, "when besieged in Abydos: discard S3, else discard S5", "discard S3 S8"},
		{inside, "when besieged: discard S4, else discard S5", "discard S5 S9"},
		{inside, "when besieging: discard S5", ""},
		{inside, "stratagems sieges: none", "pass"},
		{&chit.RuseForm{G: g.war().Chits, Side: sparta, In: battle.CombatSetting{G: g.war(), Battle: b, Afterwards: true}, Offered: []field.Ruse{fallen}}, "when victorious: play S7", "play S7 on P2 at T17"},
	} {
		a, _, ok := c.form.Advise(standings(t, c.rule))
		got := ""
		if ok {
			got = ruletest.Written(a.Words())
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.rule, got, c.want)
		}
	}
}

// TestPassing: a question about stratagems and the Advantage is passed over when
// every part of it is covered.
func TestPassing(t *testing.T) {
	g := emptyField(t)
	put(t, g, "sparta T10w at M8")
	give(t, g, athens, "S3A/S8S")
	for _, c := range []struct {
		side   adjudicator.Side
		moment field.Moment
		rules  []string
		want   bool
	}{
		{athens, field.AfterMoves, []string{"stratagems: none"}, true},
		{athens, field.AfterMoves, []string{"stratagems combats: none"}, false},
		{athens, field.AfterMoves, []string{"advantage: keep"}, false},
		{sparta, field.AfterMoves, []string{"advantage: keep"}, true},
		{sparta, field.AfterDice, []string{"stratagems: none"}, false},
		{sparta, field.Besieged, []string{"advantage: keep"}, true},
		{sparta, field.Besieged, []string{"advantage sieges: keep"}, true},
		{sparta, field.Besieged, []string{"advantage movements: keep"}, false},
		{sparta, field.Besieged, []string{"advantage except combats: keep"}, true},
		{sparta, field.AfterMoves, []string{"advantage movements, C: none"}, true},
		{athens, field.AfterMoves, []string{"stratagems in september: none"}, false},
		{athens, field.AfterMoves, []string{"stratagems in august: none"}, true},
		{athens, field.AfterMoves, []string{"stratagems movements: play S4, else none"}, true},
		{athens, field.AfterMoves, []string{"stratagems movements: play S4"}, false},
		{athens, field.AfterMoves, []string{"stratagems movements: play S4", "stratagems: none"}, true},
		{sparta, field.Closing, []string{"advantage: keep", "stratagems: none"}, true},
	} {
		f := &chit.PlayForm{G: g.war().Chits, Side: c.side, Moment: c.moment}
		if _, _, ok := f.Advise(standings(t, c.rules...)); ok != c.want {
			t.Errorf("side %d, moment %d, %v: %t, want %t", c.side, c.moment, c.rules, ok, c.want)
		}
	}
}

// TestStandingInAdjustments: rules for sieges, what comes after them, and for what
// makes room.
func TestStandingInAdjustments(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10w T20w H4w P2 at Sestos", "athens T10 P2 at M4", "athens H4 at T22")
	give(t, g, athens, "S3A/S8S", "S8A/S14A")
	sestos, abydos := zone(t, g, "Sestos"), zone(t, g, "Abydos")
	ports := g.zoneMenu(actSiege, board.SetOf(abydos, zone(t, g, "Cyzique")), actSiege, "cannot-besiege", "C", chit.Asides{}, siegeGuide{g, athens})
	worn := &battle.UnitsForm{G: g.war(), Act: order.ActRecover, From: g.war().Worn(athens), Max: 1, Located: true}
	into := &portForm{g: g, side: athens, act: actAdvance, ports: board.SetOf(abydos), rule: "5.2"}
	room := g.war().Displacing("displace", "B.2", board.SetOf(zone(t, g, "T3"), zone(t, g, "T4")), g.LandAt(athens, sestos), 0)
	for _, c := range []struct {
		form adjudicator.Adviser
		rule string
		want string
	}{
		{ports, "sieges: none", "siege none"},
		{ports, "sieges: all", "siege Abydos"},
		{ports, "sieges: Cyzique, Abydos", "siege Cyzique"},
		{ports, "sieges: Parion", "siege none"},
		{ports, "sieges at least 2 dice: all", "siege Abydos"},
		{ports, "sieges at 5 dice or more: all", "siege none"},
		{ports, "sieges in winter: all", "siege none"},
		{worn, "recover: largest first", "recover T20w at Sestos"},
		{worn, "recover: troops first", "recover H4w at Sestos"},
		{worn, "recover: ships first, smallest first", "recover T10w at Sestos"},
		{into, "advance: smallest", "advance P2 from M4 to Abydos"},
		{into, "advance: none", "advance none"},
		{into, "advance: all", "advance H4 from T22 T10 P2 from M4 to Abydos"},
		{room, "displaced: to T28, else T4", "displace T10w to T4"},
		{g.war().Keeping(athens), "keep: S14, S3", "keep S8 S14"},
		{g.war().Keeping(athens), "keep: S1, S3", "keep S3 S8"},
		{g.war().Keeping(athens), "keep: S1", ""},
		{&redeployForm{portForm: *into}, "redeploy: none", "end"},
		{&march.ActForm{G: g.war().Marches}, "departures: none", "end"},
		{&march.ActForm{G: g.war().Marches, Actions: true}, "departures: none", ""},
		{g.war().NextFight(board.SetOf(sestos, abydos)), "combats: M5, Sestos", "fight Sestos first"},
		{&march.SacrificeForm{G: g.war().Marches, Side: athens, Zone: sestos, From: g.NavalAt(athens, sestos)}, "losses: weakened first, largest first", "lose T20w"},
	} {
		a, _, ok := c.form.Advise(standings(t, c.rule))
		got := ""
		if ok {
			got = ruletest.Written(a.Words())
			if err := c.form.(adjudicator.Form).Check(a); err != nil {
				t.Errorf("%s: %v", c.rule, err)
			}
		}
		if c.rule == "displaced: to T28, else T4" {
			got = got[max(0, len(got)-5):]
			c.want = "to T4"
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.rule, got, c.want)
		}
	}
}

func evadeMenu(t *testing.T, g *game, at string, to ...string) *zoneMenu {
	z := zone(t, g, at)
	var refuges board.Set
	for _, id := range to {
		refuges.Add(zone(t, g, id))
	}
	return g.zoneMenu(actEvade, refuges, order.ActStand, "cannot-evade-there", "4.2.1", chit.Asides{},
		evasionGuide{g, &battle.Battle{Zone: z, Attacker: athens, Naval: g.Seas.Has(z)}})
}

func throwMenu(g *game, result int) *battle.RerollForm {
	thrown := battle.CombatThrown{G: g.war(), Battle: &battle.Battle{Attacker: athens, Naval: true, Zone: g.Seas.First()}}
	for range result {
		thrown.Result++
	}
	return g.war().Rethrowing(thrown, board.Set{})
}

func retreatFrom(t *testing.T, g *game, id string) *battle.RetreatForm {
	z := zone(t, g, id)
	return &battle.RetreatForm{G: g.war(), Side: sparta, From: z, Units: g.UnitsAt(sparta, z), Near: g.war().WaysOut(sparta, z)}
}

// TestNarrowing: what a rule cannot be narrowed down by is refused, not overlooked.
func TestNarrowing(t *testing.T) {
	for line, good := range map[string]bool{
		"losses in Sestos in winter: smallest first":                true,
		"losses by Alcibiade: smallest first":                       false,
		"losses at 2:1 or more: smallest first":                     false,
		"retreat from M5 in september: Sestos":                      true,
		"retreat with Mindaros: Abydos":                             false,
		"when entered in T29 by Alcibiade: stand":                   true,
		"when entered at 2:1 or more: stand":                        false,
		"when besieged in Sestos by Mindaros: pass":                 true,
		"when besieged at 1:1 or less: pass":                        false,
		"when siege fails by Mindaros: reroll":                      true,
		"when siege fails at 2:1 or more: reroll":                   false,
		"when attrition is all in M8 in winter: reroll":             true,
		"when attrition is all with Mindaros: reroll":               false,
		"when discord succeeds against Theramene: reroll":           true,
		"when discord succeeds in M5: reroll":                       false,
		"when initiative is won in october: keep":                   true,
		"when initiative is lost in M5: keep":                       false,
		"refuge for Mindaros: Abydos":                               true,
		"displaced by Mindaros: T4":                                 false,
		"displaced from T29: T4":                                    true,
		"when result is A in M5 by Mindaros at 1:1 or more: reroll": true,
		"stratagems in M5: none":                                    false,
	} {
		rules, faults := orders.ParseStanding(line)
		if len(faults) == 0 {
			_, faults = Default().ReadStanding(&rules[0])
		}
		if (len(faults) == 0) != good {
			t.Errorf("%q: %v", line, faults)
		}
		for _, lang := range []string{"en", "fr"} {
			for _, fault := range faults {
				if text := templates.For(lang, "hellespont").Diagnostic(fault); strings.ContainsAny(text, "‹›") {
					t.Errorf("%q in %s: %s", line, lang, text)
				}
			}
		}
	}
}
