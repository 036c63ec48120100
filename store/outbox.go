package store

import "time"

// An OutboxState is where a mail stands on its way out.
type OutboxState string

// The states of a mail that goes out.
const (
	Queued    OutboxState = "queued"
	Sending   OutboxState = "sending" // claimed by a sender, who may have died since
	Sent      OutboxState = "sent"
	Failed    OutboxState = "failed"    // given up
	Cancelled OutboxState = "cancelled" // overtaken before it was sent
)

// An OutboxMail is a finished mail. Its bytes and its Message-ID are fixed when it is queued, so that a resend is the
// same mail.
type OutboxMail struct {
	ID           int64
	MessageID    string // unique
	Occasion     string // unique: what the mail is about; the Message-ID where it is empty
	Game         string // empty when it is of no game
	Side         string
	Kind         string // "report", "receipt", "refusal", ...
	Recipient    string // the one RCPT address, as at queueing
	EnvelopeFrom string // empty: the null sender
	Raw          []byte
	Damaged      bool // the bytes are not those that were queued; only looked for where Raw is read
	State        OutboxState
	Doubtful     bool // a sender died with it, so it may have been delivered already
	Attempts     int  // claims so far
	NextAttempt  time.Time
	LeaseUntil   *time.Time // while Sending
	LastError    string
	Created      time.Time
	Sent         *time.Time
}

// A Claim is a mail in the hands of one sender. Token fences it: once another has claimed the mail, the marks of this
// claim are refused.
type Claim struct {
	OutboxMail
	Token int64
}

// An OutboxFilter selects mails. Zero fields select everything.
type OutboxFilter struct {
	Game  string
	Side  string
	State OutboxState
	Limit int // 0: all
}

// An OutboxReader reads what goes out.
type OutboxReader interface {
	// OutboxMail returns one mail, or ErrNotFound.
	OutboxMail(id int64) (OutboxMail, error)
	// OutboxByMessageID returns one mail, or ErrNotFound.
	OutboxByMessageID(messageID string) (OutboxMail, error)
	// OutboxMails returns the selected mails without their Raw, newest first.
	OutboxMails(OutboxFilter) ([]OutboxMail, error)
	// FailedTo returns the mails to a recipient that were given up, oldest first, without their Raw.
	FailedTo(recipient string) ([]OutboxMail, error)
	// NextSend returns the moment at which the next mail can be claimed, or nil when none waits.
	NextSend() (*time.Time, error)
}

// An OutboxWriter queues mails and moves them forward.
type OutboxWriter interface {
	// Enqueue queues a mail and returns its id. ErrDuplicate when the Message-ID or the occasion was ever queued. A zero
	// NextAttempt means at once. State, Damaged, Doubtful, Attempts, LeaseUntil, LastError and Sent of the argument are ignored.
	Enqueue(OutboxMail) (int64, error)
	// ClaimOutbox takes the mail that has waited longest past its NextAttempt, for the time of the lease, and reports false
	// when there is none. A mail whose sender let the lease run out is claimed again, and is Doubtful from then on. Mails to
	// a recipient to whom another is being sent wait so that they arrive in their order, but for no longer than alone after
	// that was claimed, if all senders have the same lease; and so do those whose recipients are in one of the domains: what
	// follows the @ of an address, in lower case.
	ClaimOutbox(now time.Time, lease, alone time.Duration, except ...string) (Claim, bool, error)
	// MarkSent ends a claim well. ErrLeaseLost when it is not the current one.
	MarkSent(id, token int64, now time.Time) error
	// MarkRetry puts a claimed mail back until next. ErrLeaseLost when the claim is not the current one.
	MarkRetry(id, token int64, next time.Time, reason string) error
	// MarkWait puts a claimed mail back until next after a try that says nothing of the mail: it is not counted as an attempt.
	// ErrLeaseLost when the claim is not the current one.
	MarkWait(id, token int64, next time.Time, reason string) error
	// MarkFailed gives a claimed mail up. ErrLeaseLost when the claim is not the current one.
	MarkFailed(id, token int64, reason string) error
	// MarkReturned gives up a mail that was sent and has come back; if it was kept in few bytes it has all of them again.
	// ErrConflict when it is at another state.
	MarkReturned(id int64, reason string) error
	// ReleaseOutbox ends the leases of all mails at Sending, so that they can be claimed at once, and returns how many there
	// were. Only the one daemon may call it, when it starts: no other sender lives then.
	ReleaseOutbox(now time.Time) (int, error)
	// ReleaseClaim ends the lease of one claim, whose sender lives no more, so that the mail can be claimed at once.
	// ErrLeaseLost when the claim is not the current one.
	ReleaseClaim(id, token int64, now time.Time) error
	// CancelOutbox takes a queued or failed mail out of the way. ErrConflict when it is sent or a sender has it.
	CancelOutbox(id int64, reason string) error
	// RequeueOutbox gives a failed mail another chance, from then on and with no attempts counted. ErrConflict when it is at
	// another state.
	RequeueOutbox(id int64, now time.Time) error
}
