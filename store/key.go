package store

import "time"

// A KeyState is where a key stands in its life. Only an active key can sign orders.
type KeyState string

// The states of a key.
const (
	KeyPending KeyState = "pending" // enrolled, not yet confirmed
	KeyActive  KeyState = "active"
	KeyRetired KeyState = "retired" // replaced by another
	KeyRevoked KeyState = "revoked" // lost or stolen
)

// A Key is a public key registered for a player. A fingerprint belongs to one player, for ever: a key that has been his
// is never registered for another.
type Key struct {
	Fingerprint string // full, in the scheme's usual spelling; compared byte for byte
	Player      string // address
	Game        string // the only game it signs for; empty: all of the player's seats
	Scheme      string // "openpgp", "ssh"
	Material    []byte // the public key
	State       KeyState
	Reason      string     // why it is retired or revoked
	Token       Digest     // SHA-256 of the word that confirms a pending key; zero when it needs none
	Added       time.Time  // first registered
	Changed     time.Time  // last change of state
	Expires     *time.Time // nil: never
	Due         *time.Time // when what waits takes place: a pending key counts, an active one is revoked; nil: nothing waits
	DueBy       string     // fingerprint of the key that asked for the revocation that waits; empty if none did
}

// A KeyReader reads keys. Keys of every state are returned, so that a refusal can say what is wrong with one.
type KeyReader interface {
	// KeyByFingerprint returns the key of exactly that fingerprint, or ErrNotFound.
	KeyByFingerprint(fingerprint string) (Key, error)
	// KeysOf returns the keys of a player, oldest first.
	KeysOf(player string) ([]Key, error)
	// KeysBySuffix returns the keys whose fingerprint ends so, ignoring case: candidates for an OpenPGP key id, which never
	// identifies anybody by itself. A suffix shorter than 8 characters is ErrInvalid.
	KeysBySuffix(suffix string) ([]Key, error)
	// KeysHolding returns the keys that are listed under an id, which [KeyWriter.ListKey] gave them, oldest first.
	KeysHolding(id string) ([]Key, error)
	// UnlistedKeys returns up to limit keys that have no list of ids since they were added or renewed.
	UnlistedKeys(limit int) ([]Key, error)
	// KeysDue returns the keys with a change that is due at a moment or was before, earliest first.
	KeysDue(at time.Time) ([]Key, error)
}

// A KeyWriter writes keys.
type KeyWriter interface {
	// AddKey adds a key. ErrDuplicate when the fingerprint was ever registered, ErrNotFound when there is no such player or
	// game.
	AddKey(Key) error
	// UpdateKey replaces the Game, State, Reason, Token, Changed, Expires, Due and DueBy of a key. ErrNotFound when there is none.
	UpdateKey(Key) error
	// RenewKey replaces the Material of a key by a later edition of the same key, which is not listed then. ErrNotFound when
	// there is none.
	RenewKey(fingerprint string, material []byte) error
	// ListKey lists a key under the ids by which signatures name it, of which there may be none, in the place of those before.
	// ErrNotFound when there is no such key.
	ListKey(fingerprint string, ids []string) error
}
