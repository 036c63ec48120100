// Package clock has time act on games: reminders, absences, outages that are made good, calendars
// and feeds, and the time bank.
package clock

import (
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
)

// Clocks has time act on games.
type Clocks struct {
	*club.Club
	Games   *play.Games
	Letters *post.Letters
	Outbox  *post.Outbox
	Terms   *post.Terms
	Reports *reports.Reports
	Desk    *requests.Desk
}
