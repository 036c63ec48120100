// Package jobs tells whoever is free of work that waits in a store: a mail that came in, a mail to be sent, a deadline.
//
// The tables of the store are the truth, and a job is a wake-up: it says where to look, and never what is to be done. One
// that comes twice finds nothing to do the second time. One that is lost is made again by an [Engine] that looks through
// the tables.
//
// The work itself is written once, as a [Hand] for each kind. There are two engines that call it: [Local] in the one
// process that serves a SQLite file, and that of keryx/store/crew, where any number of processes share the work of one
// PostgreSQL database.
package jobs

import (
	"context"
	"fmt"
	"time"

	"keryx/store"
)

// A Kind of work.
type Kind string

// The kinds.
const (
	Message Kind = "message" // a mail that came in waits to be worked on; Of is its row in the inbox
	Mail    Kind = "mail"    // a mail waits to be sent; Of is its row in the outbox

	// A deadline has passed, or calls for a reminder, at the moment Until; Game and Side are its seat. All mail that was
	// received by then has been fetched.
	Deadline Kind = "deadline"
)

// A Job is a wake-up. Two of the same content are the same, whatever the moment.
type Job struct {
	Kind  Kind   `json:"-"`
	Of    int64  `json:"of,omitempty"`
	Game  string `json:"game,omitempty"`
	Side  string `json:"side,omitempty"`
	Until int64  `json:"until,omitempty"` // in milliseconds of Unix time
}

// Same returns what jobs have in common that are the same.
func (j Job) Same() Job {
	j.Until = 0
	return j
}

// String names the job for a log.
func (j Job) String() string {
	if j.Kind == Deadline {
		return fmt.Sprintf("%s of %s in %s", j.Kind, j.Side, j.Game)
	}
	return fmt.Sprintf("%s %d", j.Kind, j.Of)
}

// Work does what a job calls for, as far as the store says that it is still to be done. After a *[Later] the job comes
// again then; after any other error too, with a pause between that grows. When ctx has ended, what was cut off comes again.
type Work func(ctx context.Context, j Job) error

// A Hand is how one kind of work is done in a process.
type Hand struct {
	Most int // jobs at the same time, 1 or more
	Work Work
}

// Hands are all that a process does.
type Hands map[Kind]Hand

// Later is the error of a [Work] that has to wait, for the time of a pause or for somebody else.
type Later struct{ In time.Duration }

// Error says how long.
func (l *Later) Error() string { return fmt.Sprintf("to be done in %v", l.In) }

// An Engine carries jobs from where they arise to where they are done.
type Engine interface {
	// Note takes jobs in the writing transaction that makes their work: they are there when it has been committed, and
	// not if it is not.
	Note(ctx context.Context, tx store.Tx, woken []Job) error
	// Committed is called after that transaction.
	Committed(woken []Job)
	// Claimed is told, in the transaction, that this process claims a mail to send it. When the process is gone, the claim
	// is nobody's.
	Claimed(ctx context.Context, tx store.Tx, c store.Claim) error
}

// An Orphan is the claim of a mail whose sender is gone.
type Orphan struct{ Mail, Token int64 }
