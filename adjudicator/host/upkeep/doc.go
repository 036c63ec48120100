// Package upkeep is what the operator does with games: they are made, exported to another club and
// loaded from there, inspected, cancelled, forgotten, and taken over to other rules.
package upkeep

import (
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/seating"
)

// Upkeep makes, inspects and forgets games.
type Upkeep struct {
	*club.Club
	Games   *play.Games
	Letters *post.Letters
	Outbox  *post.Outbox
	Reports *reports.Reports
	Seats   *seating.Seats
}

// Transfers sends games to other clubs and takes them in.
type Transfers struct {
	*club.Club
	Games   *play.Games
	Letters *post.Letters
	Outbox  *post.Outbox
	Reports *reports.Reports
	Desk    *requests.Desk
	Keys    *keyring.Keys
	Seats   *seating.Seats
	Upkeep  *Upkeep
}
