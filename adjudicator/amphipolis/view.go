package amphipolis

import "keryx/adjudicator"

// View implements [adjudicator.Game].
func (g *game) View(side adjudicator.Side) adjudicator.View { return adjudicator.View{} }
