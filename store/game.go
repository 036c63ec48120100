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
	// SeatsConcerning returns the seats that a player holds or is a substitute of, by game.
	SeatsConcerning(address string) ([]Seat, error)
	// UnreachableSeats returns the seats of games that are not over whose players mail does not reach, by game.
	UnreachableSeats() ([]Seat, error)
	// SeatsToLookAt returns up to limit seats with a deadline that somebody has to look at by then: those that have changed,
	// or their games, since LookAgain was last called for them, and after them those whose moment has come. Whether the game
	// runs plays no part.
	SeatsToLookAt(now time.Time, limit int) ([]Seat, error)
	// SeatsWaiting returns up to limit seats of running games whose deadline is not before a moment, in the order of game and
	// side, from the one that follows a seat on; "" and "" stand for the beginning.
	SeatsWaiting(since time.Time, game, side string, limit int) ([]Seat, error)
	// CountGames returns how many games there are of each status.
	CountGames() (map[Status]int, error)
	// UnendedGames returns the ids of up to limit games that are not over, in the order of their ids, from the one that
	// follows an id on; "" stands for the beginning.
	UnendedGames(after string, limit int) ([]string, error)
	// RefereedGames returns for each referee of games that are not over the oldest of them, oldest first.
	RefereedGames() ([]Game, error)
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
	// UpdateGame replaces a game, and calls for a look at its seats. Its ID, Ruleset, Secret, Later and Created stay as they were. ErrNotFound when there is none.
	UpdateGame(Game) error
	// AddSecret gives a game the secret that takes the place of those before. ErrNotFound when there is no such ledger entry,
	// ErrDuplicate when that entry has a secret already.
	AddSecret(game string, secret LaterSecret) error
	// AddSeat adds a seat. ErrDuplicate when the side is there, ErrNotFound when the game or the player is not.
	AddSeat(Seat) error
	// UpdateSeat replaces a seat, and calls for a look at it. ErrNotFound when the seat or the player is not there.
	UpdateSeat(Seat) error
	// LookAgain puts off the next look at a seat, until it or its game changes. A seat that is not there is no error.
	LookAgain(game, side string, at time.Time) error
}
