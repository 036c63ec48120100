package chit

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Capture takes a leader who is alone among enemy units out of play (4.2.4).
func (g Chits) Capture(t *adjudicator.Table, l field.LeaderNo) {
	g.Tell(t, g.Sections.Retreat, 1, "leader-captured", "Leader", l, "Zone", g.LeaderWhere[l])
	g.Dismiss(l, field.Captured)
}

// CaptureLeaders eliminates leaders who are alone among enemy units (4.2.4).
func (g Chits) CaptureLeaders(t *adjudicator.Table) {
	for side := range g.Captains {
		for set := g.Captains[side]; set != 0; {
			l := set.Pop()
			z, s := g.LeaderWhere[l], adjudicator.Side(side)
			if z == board.NoZone || g.Held[s].Has(z) || !g.Enemies(s, z) {
				continue
			}
			g.Capture(t, l)
		}
	}
}
