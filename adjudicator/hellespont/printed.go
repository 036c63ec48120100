package hellespont

import (
	"keryx/adjudicator/hellespont/data"
)

// month is what only this game says of the month in play.
func (g *game) month() *data.Month { return g.own.Months[g.Playing.First+g.TurnNo] }
