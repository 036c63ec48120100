package store

import "time"

// An InboxState says what became of a message. All but Received are final.
type InboxState string

// The states of a message that came in.
const (
	Received     InboxState = "received"      // waits to be worked on
	Accepted     InboxState = "accepted"      // orders taken
	Duplicate    InboxState = "duplicate"     // of a submission taken before
	Stale        InboxState = "stale"         // answers an older report
	Faulty       InboxState = "faulty"        // orders with faults
	Foreign      InboxState = "foreign"       // a seat that is not the signer's
	Unsigned     InboxState = "unsigned"      // no signature, or nothing that could be signed
	BadSignature InboxState = "bad-signature" // does not verify, or not with a key that may sign
	NoSuchGame   InboxState = "no-such-game"  // names no game of this server
	Closed       InboxState = "closed"        // the game has ended or is paused
	Command      InboxState = "command"       // a valid request that is not orders: a registration, an old report
	Automatic    InboxState = "automatic"     // auto-reply, bounce or list mail
	TooLarge     InboxState = "too-large"     // over a limit; Raw may be empty
	Poison       InboxState = "poison"        // crashed its worker
	Ignored      InboxState = "ignored"       // anything else
)

// A Place is where a message lies in the mailbox. Servers reuse places for other messages after a restore: it finds a
// message, and never identifies one (RFC 9051 section 2.3.1.1).
type Place struct {
	Folder      string
	UIDValidity uint32
	UID         uint32
}

// An InboxMessage is a mail that was fetched. It is known by the hash of its bytes.
type InboxMessage struct {
	ID           int64
	ContentHash  Digest // of the raw message; unique
	Place        Place  // where it was first seen
	InternalDate time.Time
	FirstSeen    time.Time
	Receipt      time.Time // the moment that counts for deadlines
	Raw          []byte
	State        InboxState
	Reason       string
	Tries        int        // begun attempts to work on it of which nobody knows how they ended
	Faults       int        // attempts that failed by themselves
	Delays       int        // attempts that something outside cut off: a full disk, a locked database
	NextTry      *time.Time // no attempt before that; nil: at any time
	Player       string     // address of the player in whose name it came, whether he has proven it or not; may be empty
	Game         string     // once known
	Side         string     // once known
	Filed        bool       // every copy seen has been moved to the folder of its state
}

// A Copy is a finished message in one place, to be moved to the folder that belongs to its state.
type Copy struct {
	Message int64
	State   InboxState
	Place   Place
}

// An InboxFilter selects messages. Zero fields select everything.
type InboxFilter struct {
	Game   string
	State  InboxState
	Player string    // in whose name they came
	Since  time.Time // received then or later
	Limit  int       // 0: all
}

// An InboxReader reads what came in.
type InboxReader interface {
	// InboxMessage returns one message, or ErrNotFound.
	InboxMessage(id int64) (InboxMessage, error)
	// InboxByContent returns the message whose SHA-256 is given, or ErrNotFound.
	InboxByContent(hash Digest) (InboxMessage, error)
	// InboxAt returns the message whose SHA-256 is given if that place of it is noted and not filed, or ErrNotFound.
	InboxAt(hash Digest, at Place) (InboxMessage, error)
	// InboxMessages returns the selected messages without their Raw, newest first.
	InboxMessages(InboxFilter) ([]InboxMessage, error)
	// Pending returns up to limit messages at Received, in the order of receipt, then of UID, then of arrival here.
	Pending(limit int) ([]InboxMessage, error)
	// InboxDue returns the ids of the messages at Received whose next try is not after a moment, in the order of Pending.
	InboxDue(now time.Time) ([]int64, error)
	// CountInbox returns how many messages of a seat have a receipt time since that moment. Duplicates and ignored messages
	// do not count: whoever has seen a signed mail can send it again and again.
	CountInbox(game, side string, since time.Time) (int, error)
	// Unfiled returns up to limit copies of finished messages that have not been moved yet.
	Unfiled(limit int) ([]Copy, error)
	// Cursor returns the last place of a folder up to which everything has been stored, zero when nothing has.
	Cursor(folder string) (Place, error)
}

// An InboxWriter writes what came in and what became of it.
type InboxWriter interface {
	// AddInbox stores a message at Received unless its content is known, and returns the row with added true. Known content
	// gives the row as it stands, with its first receipt time; a new place of it is noted as one more copy to be filed.
	// ID, State, Tries and Filed of the argument are ignored, except that a State other than Received may be given at once.
	AddInbox(InboxMessage) (row InboxMessage, added bool, err error)
	// CountTry notes that work on a message begins, and returns the number of tries with this one. Unless something else is
	// noted until then, the next try is not before next: this one may end with the process. It belongs in a transaction of
	// its own, before the one that does the work.
	CountTry(id int64, next time.Time) (int, error)
	// UncountTry takes back the last try: it was interrupted, and says nothing against the message. The next may be at any
	// time. ErrConflict when the message is no longer at Received.
	UncountTry(id int64) error
	// PostponeInbox takes back the last try, counts a delay and puts the next one off. It returns the number of delays with
	// this one. ErrConflict when the message is no longer at Received.
	PostponeInbox(id int64, next time.Time, reason string) (int, error)
	// FaultInbox takes back the last try, counts a fault and puts the next try off. It returns the number of faults with
	// this one. ErrConflict when the message is no longer at Received.
	FaultInbox(id int64, next time.Time, reason string) (int, error)
	// SetInboxPlayer notes in whose name a message came. ErrNotFound when there is no such player.
	SetInboxPlayer(id int64, player string) error
	// SetInboxState ends the work on a message. ErrConflict when it is no longer at Received: it has been answered.
	SetInboxState(id int64, state InboxState, reason string) error
	// SetInboxSeat notes which seat a message is of.
	SetInboxSeat(id int64, game, side string) error
	// RetryInbox puts a poison message back to Received with no tries, faults and delays. ErrConflict when it is at another
	// state.
	RetryInbox(id int64) error
	// PruneInbox drops the bytes of up to limit messages that were first seen before that moment, that nothing came of and
	// that are of no seat: unsigned, automatic, too large, ignored, or with a signature that did not hold. The rows stay, so
	// that a copy is known again. It returns how many messages and bytes it was; 0 when there are none left.
	PruneInbox(before time.Time, limit int) (messages int, bytes int64, err error)
	// MarkFiled notes that a copy has been moved. A copy that is not known is no error: the mailbox is what it is.
	MarkFiled(id int64, at Place) error
	// SetCursor notes that everything in a folder up to a place has been stored.
	SetCursor(Place) error
}
