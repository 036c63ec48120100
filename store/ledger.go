package store

import "time"

// An Entry is one line of a game's ledger. Entries are appended and never change; Hash is the caller's, taken over the
// rest as he defines it, and the store sees to it that Prev is the hash of the entry before.
type Entry struct {
	Game string
	Seq  int    // from 1 without a gap
	Kind string // "created", "orders", "ruling", ...
	Side string // empty when it is nobody's
	Time time.Time
	Body []byte
	Salt Digest // hides a guessable body behind its hash
	Prev Digest // zero in the first entry
	Hash Digest
	// Removed is the digest of Salt and Body where the body was forgotten or cut; zero where it is there, whole.
	Removed Digest

	// The evidence: who signed the body, and what he sent. Empty in an entry of the server's own.
	Fingerprint string
	Scheme      string
	Raw         []byte // signature or whole mail, as it came
}

// A Head is the end of a ledger.
type Head struct {
	Seq  int // 0 when the ledger is empty
	Hash Digest
}

// A Submission is a signed text that was taken in, whatever became of it. Its id is a digest over seat, purpose and
// canonical text; Message-ID, path and signature bytes have no part in it, so a text sent again is recognised in any
// envelope.
type Submission struct {
	Game     string
	ID       Digest
	Side     string
	Inbox    int64     // the message it came in; 0 when it came another way
	Entry    int       // ledger sequence it caused; 0 when it was refused
	Received time.Time // receipt time of the first
}

// A LedgerReader reads ledgers and submissions.
type LedgerReader interface {
	// Head returns the end of a game's ledger.
	Head(game string) (Head, error)
	// Entries returns the entries of a game from sequence from on, in order.
	Entries(game string, from int) ([]Entry, error)
	// Seated returns the entries of all games that name their players, of kind "seats", without what was signed, by game and
	// sequence.
	Seated() ([]Entry, error)
	// Submission returns the first submission of that id, or ErrNotFound.
	Submission(game string, id Digest) (Submission, error)
	// Submissions returns all submissions of a game in the order they were recorded.
	Submissions(game string) ([]Submission, error)
}

// A LedgerWriter appends to ledgers.
type LedgerWriter interface {
	// AppendEntry adds an entry after the head. A *[ChainError] when it does not follow, ErrNotFound when there is no such
	// game.
	AppendEntry(Entry) error
	// ForgetBody drops the body of an entry that names the players of a game, and keeps its digest in its place, so that the
	// hashes can still be checked. ErrConflict when the entry is of another kind than "seats", or has none any more.
	ForgetBody(game string, seq int, digest Digest) error
	// CutBody puts another body, which is shorter, in the place of that of signed orders, and keeps the digest of the first.
	// ErrConflict when the entry is of another kind than "orders", or was cut before.
	CutBody(game string, seq int, body []byte, digest Digest) error
	// RecordSubmission remembers a submission for ever. A *[DuplicateError] with the first one when its id is known.
	RecordSubmission(Submission) error
}
