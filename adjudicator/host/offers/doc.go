// Package offers is what players offer each other and the club: a draw, an end, an extension, to
// stand in for somebody; and what is done when nobody answers.
package offers

import (
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/seating"
)

// Offers keeps what is offered until it is answered or lapses.
type Offers struct {
	*club.Club
	Games   *play.Games
	Letters *post.Letters
	Desk    *requests.Desk
	Seats   *seating.Seats
}
