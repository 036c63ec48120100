package requests

import (
	"crypto/sha256"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/mail"
)

// Heard is what became of a signed text that came before.
type Heard struct {
	At   time.Time `json:"at"`             // when the mail came that had it first
	Done bool      `json:"done,omitempty"` // something was done at its word
}

// heardPrefix begins the names of the settings that hold what was heard. They are kept for ever:
// a code that stands in a text may count for as long as its game.
const heardPrefix = "heard/"

// HeardAs are the names under which a text is known: as its author's, whatever his keys are, and as
// that of the key which signed it, whatever its owner's address is.
func HeardAs(in post.Received, author string) []string {
	text := mail.Canonical(in.Message.Signed.Text)
	name := func(who string) string {
		return fmt.Sprintf("%s%x", heardPrefix, sha256.Sum256(fmt.Appendf(nil, "keryx heard 1\n%s\n%s", who, text)))
	}
	return []string{name(author), name(in.Message.Signed.Fingerprint)}
}

// NoteHeard remembers that a text was heard, and whether anything was done at its word.
func NoteHeard(tx club.Tx, in post.Received, author string, done bool) error {
	for _, name := range HeardAs(in, author) {
		if err := written.WriteSetting(tx, name, Heard{At: in.Row.Receipt, Done: done}); err != nil {
			return err
		}
	}
	return nil
}

// Did notes that something was done at the word of a text.
func (a *Mail) Did(tx club.Tx) error {
	if a.done {
		return nil
	}
	a.done = true
	return NoteHeard(tx, a.Received, a.Player.Address, true)
}
