package adjudicator

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/dice"
)

// EntryKind tells what a ledger entry records.
type EntryKind string

// The kinds of ledger entries.
const (
	Created  EntryKind = "created" // ruleset, scenario, options, commitment of the secret
	Seats    EntryKind = "seats"   // who plays which side, with which keys
	Commit   EntryKind = "commit"  // commitment of a turn's seed; opens the turn
	Ordered  EntryKind = "orders"  // a side's signed order text
	Deadline EntryKind = "default" // a deadline passed; the game's contract was followed
	Resigned EntryKind = "resign"  // a side has resigned
	Offered  EntryKind = "offer"   // an offer to end or adjourn the game was made, or what became of it
	Ruling   EntryKind = "ruling"  // a referee's ruling; see [Entry.Public]
	Appealed EntryKind = "appeal"  // a side has appealed against a ruling; which
	Upgrade  EntryKind = "upgrade" // from a turn on, other rules or data; why
	Reveal   EntryKind = "reveal"  // a turn's seed, published
	Reseed   EntryKind = "reseed"  // what was told to follow is given up; commitment of another secret
	Moved    EntryKind = "moved"   // the game goes on at another club; which, and its key
	Ended    EntryKind = "ended"   // the result, and the secret, published
)

// Entry is one entry of a game's ledger. Entries form a chain: each hash covers
// the one before it, so that none can be changed, left out or moved later.
type Entry struct {
	Game string
	Seq  int // from 1
	Kind EntryKind
	Side string // identifier of the seat, or empty
	Time time.Time
	Body []byte   // what is recorded; for orders, the signed text
	Salt [32]byte // hides short secret bodies behind their digest; zero for public kinds
	Prev dice.Head
	Hash dice.Head
	// Removed is the digest of salt and body where the body names a person who was
	// forgotten, and is not there any more, and where the body is that of signed orders
	// without what its author had written around them; zero otherwise.
	Removed dice.Head
}

// timeLayout fixes how a time enters a hash: UTC, milliseconds.
const timeLayout = "2006-01-02T15:04:05.000Z"

// Digest is SHA-256 of the salt followed by the body as [Entry.Public] gives it.
func (e Entry) Digest() dice.Head {
	if (e.Kind == Seats || e.Kind == Ordered) && e.Removed != (dice.Head{}) {
		return e.Removed
	}
	h := sha256.New()
	h.Write(e.Salt[:])
	h.Write(e.Public())
	return dice.Head(h.Sum(nil))
}

// Public is the body as anybody may read it once the game is open. Of a ruling with two lines
// the first says what it does; in the place of the second, which says by whose key and in what
// words, stands its SHA-256 in hexadecimal. So everybody can check the first against the digest
// without being told the second. Other bodies are what they are.
func (e Entry) Public() []byte {
	act, words, two := bytes.Cut(e.Body, []byte("\n"))
	if e.Kind != Ruling || !two {
		return e.Body
	}
	sum := sha256.Sum256(words)
	return fmt.Appendf(nil, "%s\n%x", act, sum)
}

// Sum computes the hash of the entry: SHA-256 over eight lines of ASCII, each
// ended by a line feed, so that sha256sum can check it:
//
//	keryx-ledger-1
//	hel-7
//	12
//	orders
//	athens
//	2026-11-21T18:04:05.000Z
//	<digest in hexadecimal>
//	<previous hash in hexadecimal>
func (e Entry) Sum() dice.Head {
	return ChainSum(e.Game, e.Seq, e.Kind, e.Side, e.Time, e.Digest(), e.Prev)
}

// ChainSum is [Entry.Sum] for one who knows of the body only its digest.
func ChainSum(game string, seq int, kind EntryKind, side string, at time.Time, digest, prev dice.Head) dice.Head {
	return sha256.Sum256(fmt.Appendf(nil, "keryx-ledger-1\n%s\n%d\n%s\n%s\n%s\n%s\n%s\n",
		game, seq, kind, side, at.UTC().Format(timeLayout), hex.EncodeToString(digest[:]), prev))
}

// Follow completes e as the entry after prev: number, link and hash. For the
// first entry prev is the zero Entry.
func (e Entry) Follow(prev Entry) Entry {
	e.Seq, e.Prev = prev.Seq+1, prev.Hash
	e.Time = e.Time.UTC().Truncate(time.Millisecond)
	e.Hash = e.Sum()
	return e
}

// ErrChain reports a ledger whose links or hashes do not hold.
var ErrChain = errors.New("the ledger does not hold together")

// VerifyChain checks the numbers, links and hashes of a whole ledger. The error matches
// [ErrChain] and names the entry.
func VerifyChain(entries []Entry) error {
	if len(entries) > 0 {
		if err := follows(Entry{}, entries[0]); err != nil {
			return err
		}
	}
	return VerifyPart(entries)
}

// VerifyPart is [VerifyChain] for entries in the midst of a ledger: what the first of them
// follows is not looked at.
func VerifyPart(entries []Entry) error {
	for i, e := range entries {
		if i > 0 {
			if err := follows(entries[i-1], e); err != nil {
				return err
			}
		}
		if e.Hash != e.Sum() {
			return fmt.Errorf("%w: entry %d does not have the hash that it says", ErrChain, e.Seq)
		}
	}
	return nil
}

func follows(prev, e Entry) error {
	switch {
	case e.Seq != prev.Seq+1:
		return fmt.Errorf("%w: entry %d follows entry %d", ErrChain, e.Seq, prev.Seq)
	case e.Prev != prev.Hash:
		return fmt.Errorf("%w: entry %d does not name the hash of the entry before it", ErrChain, e.Seq)
	}
	return nil
}
