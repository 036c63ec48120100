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
	// PlayersAfter returns up to limit players by address, from the one that follows an address on; "" stands for the beginning.
	PlayersAfter(address string, limit int) ([]Player, error)
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
	// ForgetPlayer takes out of the store what tells who a player was: he gets the address and the name given, and has no
	// preferences and no keys any more; the mails from and to him, and those that name his address, lose their bytes, and
	// so do his reports and what stands as evidence behind his ledger entries. Rows stay, so that a copy of a mail is known
	// again, and what happened in his games stays. Mails that wait for him are cancelled. ErrNotFound when there is no such
	// player, ErrDuplicate when the new address is taken, ErrConflict when a mail to him is being sent.
	ForgetPlayer(address, as, name string) error
	// SpendAnswer takes one answer from the budget of an address for the UTC day of that moment, and reports false when
	// limit answers have been spent on it already. The address need not be a player's.
	SpendAnswer(address string, day time.Time, limit int) (bool, error)
}
