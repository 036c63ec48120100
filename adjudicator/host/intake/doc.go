// Package intake takes in a mail: it is tried, read, judged for what it is, and handed down to what
// carries it out. Beside it stand the machine, which writes mails itself, and the recovery after a
// database was restored or a clock set back.
package intake

import (
	"sync"

	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/offers"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/rulings"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/watch"
)

// Intake takes in mails.
type Intake struct {
	*club.Club
	Games     *play.Games
	Letters   *post.Letters
	Outbox    *post.Outbox
	Terms     *post.Terms
	Reports   *reports.Reports
	Desk      *requests.Desk
	Keys      *keyring.Keys
	Clocks    *clock.Clocks
	Seats     *seating.Seats
	Rulings   *rulings.Rulings
	Claims    *rulings.Claims
	Transfers *upkeep.Transfers
	Results   *leagues.Results
	Answers   *Answers
	Recovery  *Recovery

	working    sync.Mutex     // held while a message is worked on
	unrecorded map[int64]bool // messages whose last try is explained, and nobody could note it; under working
}

// Answers tells who asks how things stand.
type Answers struct {
	*club.Club
	Games    *play.Games
	Letters  *post.Letters
	Reports  *reports.Reports
	Desk     *requests.Desk
	Clocks   *clock.Clocks
	Offers   *offers.Offers
	Watchers *watch.Watchers
	Rulings  *rulings.Rulings
	Leagues  *leagues.Leagues
}

// Recovery brings a club back in step after its database or its clock was set back.
type Recovery struct {
	*club.Club
	Games     *play.Games
	Letters   *post.Letters
	Outbox    *post.Outbox
	Terms     *post.Terms
	Keys      *keyring.Keys
	Clocks    *clock.Clocks
	Transfers *upkeep.Transfers
	Ladders   *leagues.Ladders
	Intake    *Intake
	Answers   *Answers
	Machine   *Machine
}

// Machine holds seats, reads its letters and answers them by mail as anybody does.
type Machine struct {
	*club.Club
	Intake *Intake
}
