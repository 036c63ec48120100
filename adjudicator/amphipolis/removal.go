package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
)

// removals is what the scenario takes out of the game for good at the end of the turn in
// play (10.4). Nobody whom it takes comes back, whatever has become of him.
func (g *game) removals(t *adjudicator.Table) {
	for _, r := range g.setting.Removals {
		if (r.Turn < 0 || r.Turn == g.turnNumber()) && (!r.IfCitadel || g.faces[g.citadel] == r.Citadel) {
			g.retire(t, &r)
		}
	}
}

// retire carries one removal out. It tells of what was in play.
func (g *game) retire(t *adjudicator.Table, r *data.Removal) {
	units, men := g.meant(r)
	inPlay := units.And(g.OnMap(r.Side))
	there := men & g.LeadersInPlay(r.Side)
	if !inPlay.Empty() || there != 0 {
		g.tell(t, "10.4", 0, "retired", "Side", r.Side, "Who", g.Terms(inPlay, there))
	}
	zones := g.ZonesOf(inPlay)
	for !units.Empty() {
		g.remove(units.Pop())
	}
	for men != 0 {
		if l := men.Pop(); g.LeaderFate[l] != field.Removed {
			g.Dismiss(l, field.Removed)
		}
	}
	for z := range zones.All() {
		g.war().Aftermath(t, z)
	}
	for _, n := range r.Stratagems {
		g.retireText(t, n)
	}
}

// meant are the units and leaders of a removal, wherever they are.
func (g *game) meant(r *data.Removal) (units field.UnitSet, men field.LeaderSet) {
	for _, share := range r.Units {
		units = units.Or(g.Of[r.Side].Where(func(u field.UnitNo) bool { return g.Units[u].Class == share.Class }))
	}
	for _, l := range r.Leaders {
		men.Add(field.LeaderNo(l))
	}
	return units, men
}

// retireText takes a text out of the game, and its counter if the game is played so. The
// counter's other face stays otherwise.
func (g *game) retireText(t *adjudicator.Table, n field.StratagemNo) {
	g.Retired.Add(n)
	if g.options.S16Counter {
		for c := range g.Counters {
			if faces := g.Counters[c].Faces; faces[0].Stratagem == n || faces[1].Stratagem == n {
				g.Pool.Withdraw(field.ChitNo(c))
			}
		}
	}
	g.tell(t, "10.4", 0, "text-retired", "Stratagem", g.StratagemTerm(n))
}
