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
//	           since the mail before it, if the ledger has not gone on: warm.go)
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
// moves no game and is answered to its author alone; see request.go. A delivery status
// notification marks the seat that its mail was for; see bounce.go. What comes too
// often, is too large or takes too long is dealt with in limits.go, and the mails of a
// game that cannot be continued in broken.go.
package host

import (
	"context"
	"sync"
	"time"

	"keryx/adjudicator"
	"keryx/store"
)

// Host runs the games of one store. All its methods may be called at the same
// time; the store's one writing transaction keeps each game serial.
type Host struct {
	*Club

	working sync.Mutex // held while a message is worked on
	warm    warmth
	past    past
	leagues leagueWatch
	ladders leagueWatch // of what time brings to them
	logins  logins      // at the sending server
	passage passage     // through it

	unrecorded map[int64]bool // messages whose last try is explained, and nobody could note it; under working

	// What a room below calls of one above.
	deliveries deliveries
	machine    func(ctx context.Context, m store.OutboxMail, at time.Time) error
	beforeTurn func(tx store.Tx, p *position, snap adjudicator.Snapshot) (adjudicator.Snapshot, error)
}

// New is the host of a club.
func New(c Club) *Host {
	h := &Host{Club: &c}
	h.deliveries = deliveries{heard: h.tryAgain, taken: h.inHand, failed: h.handOver}
	h.machine = h.answerAsMachine
	h.beforeTurn = h.upgradeDue
	return h
}
