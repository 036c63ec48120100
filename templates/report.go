package templates

import (
	"time"

	"keryx/adjudicator"
	"keryx/orders"
)

// Kind is what a letter is about. It decides the subject and the opening; what
// else stands in the letter follows from what the [Report] holds.
type Kind string

// The kinds of letters.
const (
	Welcome  Kind = "welcome"  // the first report of a game
	Receipt  Kind = "receipt"  // orders accepted, and what came of them
	Asked    Kind = "question" // something is asked
	TurnDone Kind = "turn"     // a turn has ended
	GameOver Kind = "result"   // the game has ended
	Ruled    Kind = "ruling"   // a referee's ruling touches the game
	Reminder Kind = "reminder" // the deadline comes near
	Waiting  Kind = "waiting"  // an old report, asked for by mail, or news without a question
	Watched  Kind = "watched"  // what somebody who watches a game is sent after a turn

	// Answers to a verified mail of the player that moved nothing.
	Faulty    Kind = "faulty"    // the order file was refused
	Stale     Kind = "stale"     // the file answers an older report
	Duplicate Kind = "duplicate" // the same file came before
	Closed    Kind = "closed"    // the game is over or paused

	// Answers to a mail that proves nothing about its sender, or not enough. They
	// hold nothing of any game, but for the list of what a proven sender plays; see
	// [Kind.ContentFree].
	Foreign      Kind = "foreign"       // no such game, or not the sender's seat: one answer for both
	Unsigned     Kind = "unsigned"      // no signature
	BadSignature Kind = "bad-signature" // a signature that does not count
	TooLarge     Kind = "too-large"     // over the size limit
)

// ContentFree reports whether letters of this kind say nothing of any game or
// player. [Render] makes them from Lang, Mailbox, Refusal, About and Seats alone.
func (k Kind) ContentFree() bool {
	switch k {
	case Foreign, Unsigned, BadSignature, TooLarge, Help:
		return true
	}
	return false
}

// Report is all that one letter to one player is made of. Only Kind is
// required; a part that is empty is left out of the letter.
type Report struct {
	Kind    Kind
	Lang    string // language tag of the player
	Mailbox string // address that orders go to

	Game     string // "hel-7"
	Ruleset  string // "hellespont"
	Scenario string // identifier
	// Options are those that the game was created with.
	Options  map[string]string
	Sides    [2]string        // identifiers of the seats, as in adjudicator.Info
	Side     adjudicator.Side // whose report it is; Observer for nobody's
	Player   string           // the reader's name
	Opponent string           // the other player's name; may be empty
	Code     string           // what the "answers" line of the order file copies

	// Re is the mail that this one answers.
	Re Mail
	// Refusal says why a mail was not taken: "refusal.CODE" of the mail
	// catalogue. ".mend" is added to the key for the way out.
	Refusal adjudicator.Phrase
	// About is the game that a refused mail in the name of a player is most likely about; empty if nobody can tell.
	About string
	// Last says that the letter is the last answer of its kind that its reader gets that day; zero if
	// it is not.
	Last adjudicator.Phrase
	// Aside is what stood in the mail beside its signed text.
	Aside Aside
	// NewStanding says that the mail which is answered brought the standing orders in force, or
	// withdrew them.
	NewStanding bool
	// Passed says that a message of that mail was passed on to the opponent.
	Passed bool
	// Left is what was set aside of the signed text itself, and LeftBy the address of its author: it
	// is told to nobody else.
	Left   []orders.Aside
	LeftBy string

	// Unsaid are the kinds of the sections of words in a file that was not taken: what they
	// say went to nobody.
	Unsaid []string
	// Claim is what came of the call for the referee that stood below the orders, Appeal of an
	// appeal there; nil if none did.
	Claim, Appeal *Claim

	// Story is what happened since the last report, turn by turn.
	Story []Chapter
	// News is what the story comes to in figures, as a [adjudicator.Tallier] gives it.
	News []adjudicator.Phrase
	// Missed are deadlines since the last report that passed without orders of the
	// reader, so that the server answered for him, and those of his opponent.
	Missed, OtherMissed []time.Time
	View                adjudicator.View
	// Before is what the reader's last report showed him; nil for the first. What has
	// not changed since is folded.
	Before *adjudicator.View
	// History is the balance at the start of each turn so far, oldest first.
	History [][]adjudicator.BalanceRow
	// Tally is the whole game in figures, for its last report.
	Tally []adjudicator.Phrase
	// Looks are those that were taken by hand at what is secret, for its last report.
	Looks []Look
	// Question is what is asked of the player now; nil if nothing.
	Question *adjudicator.Question
	// Again tells that the reader has answered the same question before in the same phase;
	// Since is what has happened since then.
	Again    bool
	Since    []adjudicator.Event
	Answered []adjudicator.Answered // how the file of the mail answered
	Faults   []*orders.Diagnostic   // why the file was refused
	Own      string                 // the text of a refused file, to be corrected; its author is proven
	Seats    []SeatLine             // what the reader plays, for whose file no seat could be found
	Waiting  []orders.Statement     // orders no question has asked for yet
	Replaced []orders.Statement     // orders that waited before the file that is answered, which does not hold them
	Standing string                 // standing orders in force, as text
	Starter  string                 // standing orders to begin with, for who has none
	Rulings  []Ruling
	// Void are the codes of reports to the reader that a ruling has made void; for an observer,
	// who knows no codes, the names of the turns that he was told of.
	Void  []string
	Press []Press
	Cut   bool // the game ended before its rules did: its result has no points
	// Stopped says why the league of the game has stopped it, if one has.
	Stopped  adjudicator.Phrase
	Enclosed []Attachment // files that go with the letter
	Settings []Setting    // options in force, for the first report
	// Observing is who may watch the game, for the first report: "open", "invited", or empty
	// for nobody; ObservedAfter is how long after the end of a turn they are told of it.
	Observing     string
	ObservedAfter time.Duration
	Observers     []string  // names of those who watch the game
	Players       [2]string // the names of both players, for an observer

	Deadline time.Time      // zero if none
	Now      time.Time      // of writing, to tell a deadline that has passed; zero if none can have
	Zone     *time.Location // the player's; nil for UTC
	Contract string         // what a missed deadline does: "wait", "default", "substitute", "forfeit"
	// Bank is how many days of his time bank a missed deadline opens by itself, Extensions how
	// many times he can put one off: what comes before the contract counts.
	Bank, Extensions int
	// Referee tells that somebody hears of a missed deadline besides the players.
	Referee bool
	// Until is when the server answers for a reader whose deadline has passed; zero if it
	// does not.
	Until time.Time
	// Overdue tells that a reminder is one of those after the deadline, and not the first
	// word of it; LastReminder that it is the last.
	Overdue, LastReminder bool
	// Others are the reader's other games that wait for him, most urgent first.
	Others []OtherGame
	// Moved tells why the deadline is later than the answer time makes it.
	Moved Moved
	// Away tells that the server was not at work when the letter was written: the reader's time
	// begins when it leaves.
	Away bool
	// Absent tells that the reader has let a deadline pass and not written since: the
	// server answers for him sooner than otherwise, until he writes.
	Absent bool
	// OtherAsked tells that the game waits for the opponent, OtherDeadline until when;
	// it is looked at only if nothing is asked of the reader.
	OtherAsked    bool
	OtherDeadline time.Time
	// Status is that of a game which takes no orders: "paused", "ended".
	Status string
	// Pause is when a game goes on that is paused, in a letter of how things stand; zero otherwise.
	Pause time.Time

	// Proof is what the dice and the ledger can be checked with. Its rolls are
	// added from Story.
	Proof Proof

	Map     Picture // optional
	CloseUp Picture // where something happened; optional
	Boards  int     // how many boards the map has; 0 for one
	Whole   bool    // no part of the map is framed and drawn larger
	// Sketch is the map in letters, in one part a board and one for what is drawn larger: for
	// who is sent no pictures, and for the answer to a request for the position.
	Sketch []string
	// Plain tells that the reader wants no pictures.
	Plain bool
	// Places are the zones of the map, for the first report.
	Places []Place

	// NoKey is set for a player without a key that signs orders for his seat, whose
	// registered address is then in Address: his first report tells how to register one.
	NoKey   bool
	Address string
	// SignPage is the page that signs in a browser; it goes with such a report.
	SignPage SignPage
	// Guide is the page of help that goes with the first letter of a player's first game;
	// without a key none does.
	Guide Page
	// ServerKey is the key that the server signs its mail with; it goes with the
	// first report of a game.
	ServerKey ServerKey
}

// A Look is one that somebody took, by a command on the server, at what was secret then.
type Look struct {
	At   time.Time
	What string // "read.what.WHAT" of the catalogues
}

// Place is a zone and those next to it, in words.
type Place struct{ Name, Near string }

// SignPage is the page that signs orders in a browser.
type SignPage struct {
	Data    []byte // the file
	Address string // where the club serves it, by https; empty if nowhere
}

// ServerKey is an OpenPGP public key.
type ServerKey struct {
	Fingerprint string
	Text        string // armoured
}

// Mail identifies a mail of the player in an answer to it. Both come from
// outside and are cleaned.
type Mail struct {
	Received time.Time
}

// Aside measures what stood in a mail beside its signed text and was not read. The words
// themselves are no player's for certain, and stand in no letter.
type Aside struct {
	Lines, Characters int // of text
	Files             int // attachments
}

// Chapter is what happened in one turn, as far as it is new to the reader.
type Chapter struct {
	Number int                 // of the turn, from 1
	Turn   adjudicator.Phrase  // its name
	Events []adjudicator.Event // told through [adjudicator.Event.For]
	// Tally is the whole turn in figures if it has ended, as a [adjudicator.Tallier]
	// gives it.
	Tally []adjudicator.Phrase
}

// Ruling is a referee's ruling as one side may hear of it.
type Ruling struct {
	Entry   int    // its ledger entry
	Reason  string // the referee's own words
	Changes []adjudicator.Phrase
	Appeal  time.Time // until when it can be appealed; zero if it cannot
}

// Press is a message from one player to the other.
type Press struct {
	From string // the sender's name or side
	Text string // his own words, any number of lines
}

// Setting is an interpretation or option in force in this game.
type Setting struct {
	Option adjudicator.Option
	Value  string
}

// Picture is a map of the view.
type Picture struct {
	PNG           []byte
	Width, Height int                // pixels
	Shows         adjudicator.Phrase // the caption of a close-up
}

// Letter is a rendered report, to be addressed and sent. All of it was made
// for one reader.
type Letter struct {
	Subject     string
	Text        string // LF line ends, at most 72 columns except in orders
	HTML        string
	Attachments []Attachment
}

// Attachment is a file that goes with a letter. One with a CID is shown inside
// the HTML.
type Attachment struct {
	Name string // ASCII
	Type string // "image/png"
	CID  string // without brackets; empty for a plain attachment
	Data []byte
}
