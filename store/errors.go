package store

import (
	"errors"
	"fmt"
	"time"
)

// The errors a caller must tell apart. They are matched with [errors.Is]; those that carry more are also types.
var (
	// ErrNotFound: no such row.
	ErrNotFound = errors.New("not found")
	// ErrDuplicate: the row is there already. A *[DuplicateError] when a submission is repeated.
	ErrDuplicate = errors.New("already there")
	// ErrInvalid: the record lacks what it must have, or holds a value out of its range.
	ErrInvalid = errors.New("invalid record")
	// ErrConflict: the row is no longer in the state that the step starts from; somebody else took it.
	ErrConflict = errors.New("state has changed")
	// ErrLeaseLost: the token of an outbox claim is no longer the current one: another sender has claimed the mail since.
	ErrLeaseLost = errors.New("lease lost")
	// ErrBroken: a ledger entry does not follow the last one. Always a *[ChainError].
	ErrBroken = errors.New("ledger chain broken")
	// ErrLocked: another daemon serves this database. Always a *[LockedError].
	ErrLocked = errors.New("database in use")
	// ErrUnavailable: the database cannot be used for the time being, for a reason that lies outside of it and of what was
	// asked: the disk is full or fails, another process holds the lock.
	ErrUnavailable = errors.New("database cannot be used for now")
	// ErrUncertain: nobody knows whether what was asked for was done. Always an *[UncertainError].
	ErrUncertain = errors.New("it is not known whether the change was made")
	// ErrNewerSchema: a later Keryx has migrated this database. Always a *[SchemaError].
	ErrNewerSchema = errors.New("database is newer than this program")
)

// A DuplicateError refuses a submission that was recorded before, and gives the first one.
type DuplicateError struct{ First Submission }

// Error says when the first was received.
func (e *DuplicateError) Error() string {
	return fmt.Sprintf("game %s: this submission was already received at %s", e.First.Game, e.First.Received.Format(time.RFC3339))
}

// Is makes errors.Is(err, ErrDuplicate) true.
func (e *DuplicateError) Is(target error) bool { return target == ErrDuplicate }

// A ChainError refuses a ledger entry that leaves a gap or names another predecessor than the head.
type ChainError struct {
	Game     string
	Seq      int    // of the refused entry
	WantSeq  int    // the next free one
	Prev     Digest // of the refused entry
	WantPrev Digest // hash of the head, zero for an empty ledger
}

// Error gives both sides of the mismatch.
func (e *ChainError) Error() string {
	if e.Seq != e.WantSeq {
		return fmt.Sprintf("game %s: ledger entry %d refused, the next one is %d", e.Game, e.Seq, e.WantSeq)
	}
	return fmt.Sprintf("game %s: ledger entry %d follows %s, but the head is %s", e.Game, e.Seq, e.Prev, e.WantPrev)
}

// Is makes errors.Is(err, ErrBroken) true.
func (e *ChainError) Is(target error) bool { return target == ErrBroken }

// A LockedError names the daemon that holds the database.
type LockedError struct {
	Holder string    // the owner it gave; empty when it could not be read
	Since  time.Time // zero when it could not be read
}

// Error names the holder and says since when.
func (e *LockedError) Error() string {
	if e.Holder == "" {
		return "database in use by another daemon"
	}
	return fmt.Sprintf("database in use by %s since %s", e.Holder, e.Since.Format(time.RFC3339))
}

// Is makes errors.Is(err, ErrLocked) true.
func (e *LockedError) Is(target error) bool { return target == ErrLocked }

// A SchemaError refuses a database whose schema this program does not know.
type SchemaError struct{ Have, Know int }

// Error gives both versions and the way out.
func (e *SchemaError) Error() string {
	return fmt.Sprintf("database has schema %d, this program knows up to %d: use the newer program, or restore the backup made before the migration",
		e.Have, e.Know)
}

// Is makes errors.Is(err, ErrNewerSchema) true.
func (e *SchemaError) Is(target error) bool { return target == ErrNewerSchema }

// An UncertainError tells of a commit whose answer was lost with the connection, when the server could not be asked either
// what became of it. Whoever gets one looks before he does the work again; what is kept for the time being (orders in the
// mailbox) is looked at again by itself, because the error is an [ErrUnavailable] too.
type UncertainError struct{ Cause error }

// Error says so.
func (e *UncertainError) Error() string {
	return fmt.Sprintf("the database has not answered whether the change was made, look before you try again: %v", e.Cause)
}

// Is makes errors.Is true for ErrUncertain and ErrUnavailable.
func (e *UncertainError) Is(target error) bool {
	return target == ErrUncertain || target == ErrUnavailable
}

// Unwrap returns how the answer was lost.
func (e *UncertainError) Unwrap() error { return e.Cause }
