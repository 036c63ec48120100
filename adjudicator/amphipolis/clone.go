package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// Clone implements [adjudicator.Cloner]. A game is copied by assignment, but for the memory
// that it works in.
func (g *game) Clone() adjudicator.Game { return g.copied() }

func (g *game) copied() *game {
	other := *g
	other.Search = new(board.Search)
	return &other
}

// Bind implements [adjudicator.Binder]: what an answer names, it names in this game.
func (g *game) Bind(a adjudicator.Answer) adjudicator.Answer {
	switch a := a.(type) {
	case march.Activation:
		a.G = g.war().Marches
		return a
	case march.EndMoves:
		a.G = g.war().Marches
		return a
	case *march.Move:
		return g.war().Answer(a)
	case *chit.Play:
		p := *a
		p.G = g.war().Chits
		return &p
	case chit.RuseAnswer:
		a.G = g.war().Chits
		return a
	case battle.MenuAnswer:
		a.G = g.war()
		return a
	case battle.FightAnswer:
		a.G = g.war()
		return a
	case chit.KeepAnswer:
		a.G = g.war().Chits
		return a
	case march.Displacement:
		a.G = g.war().Marches
		return a
	case march.Sacrifice:
		a.G = g.war().Marches
		return a
	case march.RidingOff:
		return march.RidingOff{Move: g.war().Answer(a.Move)}
	}
	return g.bindForm(a)
}

// bindForm binds the answers that know the form which they were given to.
func (g *game) bindForm(a adjudicator.Answer) adjudicator.Answer {
	switch a := a.(type) {
	case battle.UnitsAnswer:
		f := *a.Form
		f.G, a.Form = g.war(), &f
		return a
	case siegeAnswer:
		a.g = g
		return a
	case *operation:
		o := *a
		o.g = g
		return &o
	case arrival:
		f := *a.form
		f.g, a.form = g, &f
		return a
	case battle.Retirement:
		f := *a.Form
		f.G, a.Form = g.war(), &f
		return a
	case march.Going:
		f := *a.F
		f.G, a.F = g.war().Marches, &f
		return a
	}
	return a // it names nothing
}

// Value implements [adjudicator.Valuer]: the victory points if the game ended now (9.2).
func (g *game) Value(side adjudicator.Side) float64 {
	if g.Outcome != nil {
		return g.Outcome.Value(side)
	}
	points, _ := g.victoryPoints()
	return float64(points[side] - points[side.Other()])
}

var (
	_ adjudicator.Cloner = (*game)(nil)
	_ adjudicator.Binder = (*game)(nil)
	_ adjudicator.Valuer = (*game)(nil)
)
