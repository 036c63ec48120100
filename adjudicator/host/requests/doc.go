// Package requests is the desk at which what a player asks for by mail is answered: who asks, for
// which game, how often, and the letter that answers him.
package requests

import (
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
)

// Desk answers what players ask for.
type Desk struct {
	*club.Club
	Games   *play.Games
	Letters *post.Letters
	Outbox  *post.Outbox
	Reports *reports.Reports
}
