package hellespont

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
)

// TestStormAgain: the dice of one sea zone are thrown again with the Advantage.
func TestStormAgain(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 T4 at M8", "sparta T20 at M9", "sparta T10w Mindaros at M10")
	// M8: 6 and 1; M9: 6; M10: 6. M9 again: 2.
	perform(t, g, []int{6, 1, 6, 6, 2}, func(t *adjudicator.Table) { g.war().Storm(t, nil) }, "sparta reroll at M9")
	stands(t, g, athens, "M8", "T10w T4")
	stands(t, g, sparta, "M9", "T20")
	stands(t, g, sparta, "M10", "")
	if l := g.Leader("Mindaros"); g.LeaderFate[l] != field.Captured {
		t.Errorf("Mindarus, without a ship: fate %d", g.LeaderFate[l])
	}
	if g.Advantage != athens {
		t.Error("the Advantage has not passed")
	}
}

// TestEvasionAgain: whom the die of an evasion disappoints has it thrown again.
func TestEvasionAgain(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 at M9", "sparta T10 at M9")
	b := &battle.Battle{Zone: zone(t, g, "M9"), Attacker: athens, Naval: true}
	perform(t, g, []int{2, 5}, func(table *adjudicator.Table) { g.evaded(table, b) }, "sparta evade to M8", "sparta reroll")
	stands(t, g, sparta, "M8", "T10w")
	stands(t, g, sparta, "M9", "")
}

// TestOverdue: who sailed among the enemy in B.2 and has not paid for the combat
// goes back weakened.
func TestOverdue(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens T10 T4w Chereas at M21", "sparta T20 at M21")
	for set := g.Of[athens]; !set.Empty(); {
		if u := set.Pop(); g.UnitFate[u] == field.InPlay {
			g.Berth.Units[u] = zone(t, g, "B2")
		}
	}
	g.Berth.Leaders[g.Leader("Chereas")] = zone(t, g, "B2")
	perform(t, g, nil, g.overdue)
	stands(t, g, athens, "B2", "T10w Chereas")
	stands(t, g, athens, "M21", "")
}

// TestPassedByUnits: units capture a leader whom they only pass.
func TestPassedByUnits(t *testing.T) {
	g := emptyField(t)
	put(t, g, "athens P2 at T22", "sparta Mindaros at T23")
	m := march.Move{G: g.war().Marches, Side: athens, Units: g.UnitsAt(athens, zone(t, g, "T22")), From: zone(t, g, "T22"), Steps: 2}
	m.Route[0], m.Route[1] = zone(t, g, "T23"), zone(t, g, "T7")
	perform(t, g, nil, func(table *adjudicator.Table) { g.war().March(table, &m) })
	if l := g.Leader("Mindaros"); g.LeaderFate[l] != field.Captured {
		t.Errorf("fate %d", g.LeaderFate[l])
	}
}

// TestAsides: the Advantage and S22 can be used while something else is asked.
func TestAsides(t *testing.T) {
	g := emptyField(t)
	put(t, g, "sparta T10w at M8", "sparta H3w at Abydos", "athens T20 at Sestos")
	give(t, g, sparta, "S22N/S23A")
	g.Pool.Cup = 0b11
	perform(t, g, nil, func(table *adjudicator.Table) { g.redeploy(table, sparta) },
		"sparta use advantage to recover T10w at M8", "sparta play S22 for advantage", "sparta use advantage to recover H3w at Abydos", "sparta end")
	stands(t, g, sparta, "M8", "T10")
	stands(t, g, sparta, "Abydos", "H3")
	if g.Advantage != athens || g.Pool.Hand[sparta] != 0 {
		t.Errorf("the Advantage is with side %d, hand %b", g.Advantage, g.Pool.Hand[sparta])
	}
}

// TestRecalled: a leader whom the scenario calls away comes with no arrival that it
// has down for before.
func TestRecalled(t *testing.T) {
	g := emptyField(t)
	r := g.setting.Removals[0]
	l := field.LeaderNo(r.Leader)
	g.TurnNo = r.Month - g.Playing.First
	perform(t, g, nil, g.removeLeaders)
	if g.LeaderFate[l] != field.Removed || g.war().Returns(l, r.Month-2) || !g.war().Returns(l, r.Month+3) {
		t.Errorf("fate %d", g.LeaderFate[l])
	}
	g.LeaderFate[l] = field.Eliminated
	perform(t, g, nil, g.removeLeaders)
	if _, back := g.war().Fallen(athens); g.LeaderFate[l] != field.Eliminated || back.Has(l) {
		t.Errorf("dead: fate %d, back %t", g.LeaderFate[l], back.Has(l))
	}
}
