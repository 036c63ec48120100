package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Clone implements [adjudicator.Cloner]. A game is copied by assignment, but for the memory
// that it works in.
func (g *game) Clone() adjudicator.Game { return g.copied() }

func (g *game) copied() *game {
	other := *g
	other.search = new(board.Search)
	return &other
}

// Clone implements [adjudicator.Cloner].
func (i imagined) Clone() adjudicator.Game { return imagined{i.copied()} }

// Bind implements [adjudicator.Binder]: what an answer names, it names in this game.
func (g *game) Bind(a adjudicator.Answer) adjudicator.Answer {
	switch a := a.(type) {
	case activation:
		a.g = g
		return a
	case endMoves:
		a.g = g
		return a
	case *move:
		return g.answer(a)
	case *play:
		p := *a
		p.g = g
		return &p
	case ruseAnswer:
		a.g = g
		return a
	case menuAnswer:
		a.g = g
		return a
	case fightAnswer:
		a.g = g
		return a
	case keepAnswer:
		a.g = g
		return a
	case starting:
		a.g = g
		return a
	case displacement:
		a.g = g
		return a
	case sacrifice:
		a.g = g
		return a
	case ridingOff:
		return ridingOff{g.answer(a.move)}
	}
	return g.bindForm(a)
}

// bindForm binds the answers that know the form which they were given to.
func (g *game) bindForm(a adjudicator.Answer) adjudicator.Answer {
	switch a := a.(type) {
	case unitsAnswer:
		f := *a.form
		f.g, a.form = g, &f
		return a
	case entering:
		f := *a.form
		f.g, a.form = g, &f
		return a
	case repatriation:
		f := *a.form
		f.g, a.form = g, &f
		return a
	case retirement:
		f := *a.form
		f.g, a.form = g, &f
		return a
	case going:
		f := *a.f
		f.g, a.f = g, &f
		return a
	}
	return a // it names nothing
}

// Value implements [adjudicator.Valuer]: the victory points if the game ended now (9.2).
func (g *game) Value(side adjudicator.Side) float64 {
	if g.result != nil {
		return g.result.Value(side)
	}
	points, _ := g.victoryPoints()
	return float64(points[side] - points[side.Other()])
}

var (
	_ adjudicator.Cloner = (*game)(nil)
	_ adjudicator.Cloner = imagined{}
	_ adjudicator.Binder = (*game)(nil)
	_ adjudicator.Valuer = (*game)(nil)
)
