package store

import "time"

// A SetBack tells how to date what a clock wrote that was ahead.
type SetBack struct {
	Now   time.Time     // the moment that is believed
	By    time.Duration // how far the clock was ahead; 0 when nobody knows
	Slack time.Duration // what is dated later than Now by no more stays as it is
	Retry time.Duration // the longest that a mail which goes out waits for its next attempt
	Lease time.Duration // the longest that a sender has one
}

// Dated tells of times of one kind that are later than they can be.
type Dated struct {
	What   string // in English: "emails that go out: created"
	Count  int
	Latest time.Time
}

// A ClockReader finds what is dated later than it can be.
type ClockReader interface {
	// Newest returns a time that is later than the present if a clock that was ahead has written lately: of the last mails that
	// came in and went out, and of what waits to be sent. It looks at few rows. Nil when there are none.
	Newest() (*time.Time, error)
	// Ahead lists the times that [ClockWriter.SetBack] would change, kind by kind. It looks at every row.
	Ahead(SetBack) ([]Dated, error)
}

// A ClockWriter dates back what a clock wrote that was ahead.
type ClockWriter interface {
	// SetBack dates back by By, and at least to Now, what tells when something happened: mails that came in and went out, keys,
	// reports, submissions, snapshots, games. Mails that wait are tried again no later than Retry after Now, leases end no later
	// than Lease after it, and answers spent on later days are forgotten. Every seat is to be looked at
	// again. The ledger stays as it is. It returns the number of
	// times that were changed.
	SetBack(SetBack) (int, error)
	// SetInboxTimes sets when a message that came in was first seen, and what counts as its receipt. ErrNotFound when there
	// is none.
	SetInboxTimes(id int64, seen, receipt time.Time) error
	// SetInboxTry sets before when there is no attempt to work on a message. ErrNotFound when it never had such a moment.
	SetInboxTry(id int64, next time.Time) error
}
