// Package seating is about who holds a seat: players, substitutes, takeovers, and how many games
// one may have.
package seating

import (
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
)

// Seats keeps who holds which seat.
type Seats struct {
	*club.Club
	Games   *play.Games
	Letters *post.Letters
	Outbox  *post.Outbox
	Terms   *post.Terms
	Reports *reports.Reports
	Clocks  *clock.Clocks
}
