package amphipolis

import "keryx/adjudicator/bey/field"

// gifts are the initiatives that the scenario gives away: 10.4's in turn 1 as printed, or
// in the first one (10.1, 10.4).
func (g *game) gifts() []field.Gift {
	switch {
	case g.setting.InitiativeTurn < 0:
		return nil
	case g.options.initiativeFirst:
		return []field.Gift{{Turn: g.setting.First, Side: g.setting.Initiative}}
	}
	return []field.Gift{{Turn: g.setting.InitiativeTurn, Side: g.setting.Initiative}}
}
