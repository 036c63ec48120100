package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/perse/field"
)

// Game is a game in play.
type Game struct {
	field.War
	enter string // the question at which the turn begins; empty at the beginning of one
	trial trial
}

// Clone implements [adjudicator.Cloner].
func (g *Game) Clone() adjudicator.Game {
	c := *g
	c.War = g.Copy()
	return &c
}
