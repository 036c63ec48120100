package store

import "time"

// A Status is where a game stands in its life.
type Status string

// The statuses of a game.
const (
	Running Status = "running"
	Paused  Status = "paused" // no deadline runs
	Ended   Status = "ended"
)

// A Game is what is fixed or slow about one game; what has happened in it is its ledger.
type Game struct {
	ID             string // "hel-7": lower-case letters, a hyphen, a number
	Ruleset        string // "hellespont"
	RulesetVersion string // that the ledger was played under
	Scenario       string
	Options        []byte        // JSON, of the ruleset
	Secret         Secret        // source of its dice, from the first ledger entry on
	Later          []LaterSecret // those that took its place, in the order of the ledger
	Language       string        // of public texts: "en", "fr"
	Referee        string        // address of a player; may be empty
	Status         Status
	Turn           int           // last one begun
	AnswerTime     time.Duration // that a player has; whole milliseconds
	Contract       string        // what a missed deadline does: "wait", "default", ...
	Schedule       []byte        // JSON: weekdays, quiet hours, grace, reminders; may be empty
	Created        time.Time
}

// A LaterSecret takes the place of a game's secret: all that follows from the ledger entry, and not the entry itself, hangs
// on it.
type LaterSecret struct {
	Entry  int // sequence of the ledger entry that says so
	Secret Secret
}

// A Seat is one side of a game, who holds it, and how far he has been told.
type Seat struct {
	Game          string
	Side          string
	Player        string     // address; empty while nobody holds the seat
	Substitutes   []string   // addresses of those who may answer in his stead, first one first
	Answers       string     // code of the report that waits for an answer; empty when nothing is asked
	ReportedEntry int        // ledger sequence up to which the seat has been told
	ReportedTurn  int        // turn of that
	ReportedEvent int        // number of the last event of that turn that was told
	Deadline      *time.Time // of what is asked
	Reminded      *time.Time // when he was last reminded of that deadline
	Thread        string     // Message-ID of the first mail of the game to this seat
	Bounces       int        // permanent ones since the last mail from him
	Unreachable   bool       // mail to him bounces; the referee has been told
}

// A GameReader reads games and seats.
type GameReader interface {
	// Game returns the game of that id, or ErrNotFound.
	Game(id string) (Game, error)
	// Games returns all games, oldest first.
	Games() ([]Game, error)
	// Seat returns one seat, or ErrNotFound.
	Seat(game, side string) (Seat, error)
	// SeatsOf returns the seats of a game in the order they were added.
	SeatsOf(game string) ([]Seat, error)
	// SeatsOfPlayer returns the seats that a player holds, by game.
	SeatsOfPlayer(address string) ([]Seat, error)
	// SeatsDue returns the seats of running games whose deadline is not after now, earliest deadline first.
	SeatsDue(now time.Time) ([]Seat, error)
	// NextDeadline returns the earliest deadline in a running game, or nil.
	NextDeadline() (*time.Time, error)
}

// A GameWriter writes games and seats.
type GameWriter interface {
	// NextGameID returns the first free id of that prefix: prefix "hel" gives "hel-7" when "hel-6" is the highest there is.
	// The id of a game is never given twice, because games are never deleted.
	NextGameID(prefix string) (string, error)
	// CreateGame adds a game, without later secrets. ErrDuplicate when the id is taken.
	CreateGame(Game) error
	// UpdateGame replaces a game. Its ID, Ruleset, Secret, Later and Created stay as they were. ErrNotFound when there is none.
	UpdateGame(Game) error
	// AddSecret gives a game the secret that takes the place of those before. ErrNotFound when there is no such ledger entry,
	// ErrDuplicate when that entry has a secret already.
	AddSecret(game string, secret LaterSecret) error
	// AddSeat adds a seat. ErrDuplicate when the side is there, ErrNotFound when the game or the player is not.
	AddSeat(Seat) error
	// UpdateSeat replaces a seat. ErrNotFound when the seat or the player is not there.
	UpdateSeat(Seat) error
}
