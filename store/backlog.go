package store

import "time"

// A Backlog tells in numbers what waits: for the work of a daemon, or for a person.
type Backlog struct {
	Inbox   map[InboxState]int  // messages at [Received] and at [Poison]
	Oldest  *time.Time          // the receipt of the message that has waited longest at Received; nil if none does
	Outbox  map[OutboxState]int // mails at [Queued], [Sending] and [Failed]
	Overdue int                 // seats of running games whose deadline has passed
}

// A BacklogReader counts what waits. It looks at nothing that is done with, however much of that is kept.
type BacklogReader interface {
	// Backlog counts what waits at a moment.
	Backlog(now time.Time) (Backlog, error)
}
