package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// removals is what the scenario takes out of the game for good at the end of the turn in
// play (10.4). Nobody whom it takes comes back, whatever has become of him.
func (g *game) removals(t *adjudicator.Table) {
	for i := range g.setting.Removals {
		r := &g.setting.Removals[i]
		due := r.Turn < 0 || r.Turn == g.turnNumber()
		if due && (!r.IfCitadel || g.faces[g.citadel] == r.Citadel) {
			g.retire(t, r)
		}
	}
}

// retire carries one removal out. It tells of what was in play.
func (g *game) retire(t *adjudicator.Table, r *data.Removal) {
	units, men := g.leaving(r)
	if t.Heard() && (!units.Empty() || men != 0) {
		g.tell(t, "10.4", 0, "retired", "Side", g.SideTerm(r.Side), "Who", g.Terms(units, men))
	}
	var zones board.Set
	for !units.Empty() {
		u := units.Pop()
		zones.Add(g.Where[u])
		g.remove(u)
	}
	for _, share := range r.Units {
		for u := range g.allOf(r.Side, share.Class) {
			g.remove(u)
		}
	}
	for _, l := range r.Leaders {
		if n := field.LeaderNo(l); g.LeaderFate[n] != field.Removed {
			g.Dismiss(n, field.Removed)
		}
	}
	for z := range zones.All() {
		g.war().Aftermath(t, z)
	}
	for _, n := range r.Stratagems {
		g.retireText(t, n)
	}
}

// leaving are the units and leaders of a removal that are in play.
func (g *game) leaving(r *data.Removal) (units field.UnitSet, men field.LeaderSet) {
	for _, share := range r.Units {
		for u := range g.allOf(r.Side, share.Class) {
			if g.UnitFate[u] == field.InPlay {
				units.Add(u)
			}
		}
	}
	for _, l := range r.Leaders {
		if n := field.LeaderNo(l); g.LeaderFate[n] == field.InPlay {
			men.Add(n)
		}
	}
	return units, men
}

// allOf are the units of a side's class.
func (g *game) allOf(s adjudicator.Side, class string) func(yield func(field.UnitNo) bool) {
	return func(yield func(field.UnitNo) bool) {
		for i := range g.Units {
			if u := &g.Units[i]; u.Side == s && u.Class == class && !yield(field.UnitNo(i)) {
				return
			}
		}
	}
}

// retireText takes a text out of the game, and its counter if the game is played so. The
// counter's other face stays otherwise.
func (g *game) retireText(t *adjudicator.Table, n field.StratagemNo) {
	g.Retired.Add(n)
	if g.options.s16Counter {
		for c := range g.Counters {
			if faces := g.Counters[c].Faces; faces[0].Stratagem == n || faces[1].Stratagem == n {
				g.Pool.Withdraw(field.ChitNo(c))
			}
		}
	}
	if t.Heard() {
		g.tell(t, "10.4", 0, "text-retired", "Stratagem", g.StratagemTerm(n))
	}
}
