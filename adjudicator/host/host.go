// Package host is the referee's desk: submissions come in, reports go out. It
// takes signed order files from the inbox, plays them on the stored game, and
// writes what came of it (ledger entries, reports, answers) in one transaction.
//
// # The life of a mail
//
//	fetched    the mailbox delivers it; stored in the inbox, known by its bytes
//	tried      the attempt is counted, so that a mail which kills us is noticed
//	read       its signature is verified; from here on only the signed text exists
//	played     on a copy of the game, rebuilt from snapshot and ledger (or kept
//	           since the mail before it, if the ledger has not gone on: play/warm.go)
//	drafted    all that is to be written is there, letters included, on a snapshot of the
//	           database (package [keryx/store/draft])
//	committed  ledger, snapshot, seats, outgoing mail and inbox state, at once, if nothing
//	           that they were made from has changed; else it is played again
//	sent       by the outbox, at least once, always the same bytes
//	filed      the mail is moved to the folder of its answer
//
// Whatever happens between two of these steps, the next start goes on from what
// is committed. The mailbox's own flags decide nothing.
//
// # What is bound to what
//
// Orders count for the seat of the key's owner in the game that the signed text
// names, and only if the text answers the last report to that seat (its code).
// Every report has a code of its own, derived from the game's secret, the seat
// and the ledger entry that it tells up to.
//
// # What is no order
//
// A signed text whose lines ask for something (help, status, old reports, chances)
// moves no game and is answered to its author alone; see package requests. A delivery status
// notification marks the seat that its mail was for; see post/bounce.go. What comes too
// often, is too large or takes too long is dealt with in intake/limits.go, and the mails of a
// game that cannot be continued in post/broken.go. HOUSE.md has the rooms.
package host

import (
	"cmp"
	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/intake"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/offers"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/ratings"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/rulings"
	"keryx/adjudicator/host/seating"
	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/watch"
	"time"
)

// Club is what a host is made for; see [club.Club].
type Club = club.Club

// Post is the post office box of a club; see [club.Post].
type Post = club.Post

// Host runs the games of one store: its rooms, each of which does one part of the work. All their
// methods may be called at the same time; the store's one writing transaction keeps each game serial.
type Host struct {
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
	Offers    *offers.Offers
	Watchers  *watch.Watchers
	Rulings   *rulings.Rulings
	Claims    *rulings.Claims
	Upkeep    *upkeep.Upkeep
	Transfers *upkeep.Transfers
	Ratings   *ratings.Ratings
	Leagues   *leagues.Leagues
	Ladders   *leagues.Ladders
	Results   *leagues.Results
	Intake    *intake.Intake
	Answers   *intake.Answers
	Recovery  *intake.Recovery
	Machine   *intake.Machine
}

// New is the host of a club: it puts together the rooms, and hands to each those that it uses.
func New(c Club) *Host {
	c.WorkLimit = cmp.Or(c.WorkLimit, 2*time.Minute)
	all := &c
	h := &Host{Club: all}
	h.Games = &play.Games{Club: all}
	h.Letters = &post.Letters{Club: all}
	h.Outbox = &post.Outbox{Club: all, Letters: h.Letters}
	h.Terms = &post.Terms{Club: all, Letters: h.Letters, Outbox: h.Outbox}
	h.Reports = &reports.Reports{Club: all, Games: h.Games, Letters: h.Letters, Terms: h.Terms}
	h.Desk = &requests.Desk{Club: all, Games: h.Games, Letters: h.Letters, Outbox: h.Outbox, Reports: h.Reports}
	h.Keys = &keyring.Keys{Club: all, Letters: h.Letters, Outbox: h.Outbox, Terms: h.Terms, Desk: h.Desk}
	h.Clocks = &clock.Clocks{Club: all, Games: h.Games, Letters: h.Letters, Outbox: h.Outbox, Terms: h.Terms, Reports: h.Reports, Desk: h.Desk}
	h.Seats = &seating.Seats{Club: all, Games: h.Games, Letters: h.Letters, Outbox: h.Outbox, Terms: h.Terms, Reports: h.Reports, Clocks: h.Clocks}
	h.Offers = &offers.Offers{Club: all, Games: h.Games, Letters: h.Letters, Desk: h.Desk, Seats: h.Seats}
	h.Watchers = &watch.Watchers{Club: all, Letters: h.Letters}
	h.Rulings = &rulings.Rulings{Club: all, Games: h.Games, Letters: h.Letters, Outbox: h.Outbox, Terms: h.Terms, Reports: h.Reports, Desk: h.Desk, Clocks: h.Clocks, Seats: h.Seats, Offers: h.Offers}
	h.Claims = &rulings.Claims{Club: all, Games: h.Games, Letters: h.Letters, Outbox: h.Outbox, Terms: h.Terms, Reports: h.Reports, Desk: h.Desk, Rulings: h.Rulings}
	h.Upkeep = &upkeep.Upkeep{Club: all, Games: h.Games, Letters: h.Letters, Outbox: h.Outbox, Reports: h.Reports, Seats: h.Seats}
	h.Transfers = &upkeep.Transfers{Club: all, Games: h.Games, Letters: h.Letters, Outbox: h.Outbox, Reports: h.Reports, Desk: h.Desk, Keys: h.Keys, Seats: h.Seats, Upkeep: h.Upkeep}
	h.Ratings = &ratings.Ratings{Club: all}
	h.Leagues = &leagues.Leagues{Club: all, Letters: h.Letters, Reports: h.Reports, Seats: h.Seats, Upkeep: h.Upkeep, Ratings: h.Ratings}
	h.Ladders = &leagues.Ladders{Club: all, Terms: h.Terms, Clocks: h.Clocks, Leagues: h.Leagues}
	h.Results = &leagues.Results{Club: all, Terms: h.Terms, Leagues: h.Leagues, Ladders: h.Ladders}
	h.Intake = &intake.Intake{Club: all, Games: h.Games, Letters: h.Letters, Outbox: h.Outbox, Terms: h.Terms, Reports: h.Reports, Desk: h.Desk, Keys: h.Keys, Clocks: h.Clocks, Seats: h.Seats, Rulings: h.Rulings, Claims: h.Claims, Transfers: h.Transfers, Results: h.Results}
	h.Answers = &intake.Answers{Club: all, Games: h.Games, Letters: h.Letters, Reports: h.Reports, Desk: h.Desk, Clocks: h.Clocks, Offers: h.Offers, Watchers: h.Watchers, Rulings: h.Rulings, Leagues: h.Leagues}
	h.Recovery = &intake.Recovery{Club: all, Games: h.Games, Letters: h.Letters, Outbox: h.Outbox, Terms: h.Terms, Keys: h.Keys, Clocks: h.Clocks, Transfers: h.Transfers, Ladders: h.Ladders, Intake: h.Intake, Answers: h.Answers}
	h.Machine = &intake.Machine{Club: all, Intake: h.Intake}
	h.Letters.Outbox = h.Outbox
	h.Letters.Terms = h.Terms
	h.Rulings.Claims = h.Claims
	h.Leagues.Ladders = h.Ladders
	h.Leagues.Results = h.Results
	h.Intake.Answers = h.Answers
	h.Intake.Recovery = h.Recovery
	h.Recovery.Machine = h.Machine

	h.Letters.Deliveries = post.Deliveries{Heard: h.Clocks.TryAgain, Taken: h.Clocks.InHand, Failed: h.Clocks.HandOver}
	h.Outbox.ToMachine = h.Machine.AnswerAsMachine
	h.Games.BeforeTurn = h.Upkeep.UpgradeDue
	return h
}
