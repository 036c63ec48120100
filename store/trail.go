package store

import "time"

// A Read is a look that somebody took, by a command on the server, at what is secret in a running game. It is kept for
// ever.
type Read struct {
	ID      int64
	At      time.Time
	Game    string // empty when it is of no game, or of all
	Command string // as it was given: "inbox show 12 --body"
	What    string // was seen, as the caller names it: "email-in", "ledger", ...
	User    string // who gave the command, as the operating system knows him; empty if it does not say
	Told    bool   // whoever was to hear of it has been told
}

// A TrailReader reads who looked at what is secret.
type TrailReader interface {
	// Reads returns the looks at a game, or at any and at none where game is empty, oldest first.
	Reads(game string) ([]Read, error)
	// UntoldReads returns those of games that nobody has been told of, by game, oldest first.
	UntoldReads() ([]Read, error)
}

// A TrailWriter keeps record of who looks at what is secret.
type TrailWriter interface {
	// AddRead adds a look to those on record, and returns its number.
	AddRead(Read) (int64, error)
	// TellReads marks the looks at a game, up to that number, as told.
	TellReads(game string, upTo int64) error
}

// Validate checks a look.
func (r Read) Validate() error {
	return check("look "+r.Command, has(r.Command, "a command"), has(r.What, "what was seen"), at(r.At, "the look"))
}
