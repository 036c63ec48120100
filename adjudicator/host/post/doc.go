// Package post is the way of letters from who writes them to the mail server: how they are
// addressed, sealed, queued once and sent at least once, what comes of bounces, and how long the
// reader of a letter has for his answer.
package post

import (
	"context"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/store"
)

// Letters queues the letters of a club, and draws the consequence of those that come back.
type Letters struct {
	*club.Club
	Outbox *Outbox
	Terms  *Terms

	// Deliveries are told what becomes of the mail to a seat.
	Deliveries Deliveries
}

// Outbox sends what is queued.
type Outbox struct {
	*club.Club
	Letters *Letters

	logins  logins  // at the sending server
	passage passage // through it

	// ToMachine has the machine read a letter to it, instead of it being sent.
	ToMachine func(ctx context.Context, m store.OutboxMail, at time.Time) error
}

// Terms keeps the deadline of each seat: when it was asked, how long it has, and since when its clock stands.
type Terms struct {
	*club.Club
	Letters *Letters
	Outbox  *Outbox
}
