package store

import "time"

// A Player is a person who plays, referees or stands in. He is known by his registered mail address.
type Player struct {
	Address  string // see [Address]
	Name     string
	Language string // "en", "fr"
	TimeZone string // IANA name, "Europe/Paris"
	Prefs    []byte // JSON: absences, mail form and the like; may be empty
	Added    time.Time
}

// A PlayerReader reads players and the answers spent on addresses.
type PlayerReader interface {
	// Player returns the player of that address, or ErrNotFound.
	Player(address string) (Player, error)
	// Players returns all players by address.
	Players() ([]Player, error)
	// Answers returns how many answers were spent on an address on the UTC day of that moment.
	Answers(address string, day time.Time) (int, error)
}

// A PlayerWriter writes players and spends answers.
type PlayerWriter interface {
	// AddPlayer adds a player. ErrDuplicate when the address is taken.
	AddPlayer(Player) error
	// UpdatePlayer replaces a player. His Added stays. ErrNotFound when there is none.
	UpdatePlayer(Player) error
	// ChangeAddress gives a player another address; seats, keys and games follow. ErrNotFound when there is no such
	// player, ErrDuplicate when the new address is taken.
	ChangeAddress(from, to string) error
	// SpendAnswer takes one answer from the budget of an address for the UTC day of that moment, and reports false when
	// limit answers have been spent on it already. The address need not be a player's.
	SpendAnswer(address string, day time.Time, limit int) (bool, error)
}
