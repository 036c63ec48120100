// Package rulings is the referee: what players claim and appeal, and what a signed ruling does to a
// game, its clock and its seats.
package rulings

import (
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/offers"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/seating"
)

// Rulings carries out what referees order.
type Rulings struct {
	*club.Club
	Games   *play.Games
	Letters *post.Letters
	Outbox  *post.Outbox
	Terms   *post.Terms
	Reports *reports.Reports
	Desk    *requests.Desk
	Clocks  *clock.Clocks
	Seats   *seating.Seats
	Offers  *offers.Offers
	Claims  *Claims
}

// Claims keeps what players call the referee for.
type Claims struct {
	*club.Club
	Games   *play.Games
	Letters *post.Letters
	Outbox  *post.Outbox
	Terms   *post.Terms
	Reports *reports.Reports
	Desk    *requests.Desk
	Rulings *Rulings
}
