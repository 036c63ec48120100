package amphipolis

import (
	"keryx/adjudicator"
)

func (g *game) redeploy(*adjudicator.Table, adjudicator.Side) {}

func (g *game) sendHome(*adjudicator.Table, adjudicator.Side) {}
