package host

import (
	"crypto/sha256"
	"fmt"
	"time"

	"keryx/mail"
	"keryx/store"
)

// heard is what became of a signed text that came before.
type heard struct {
	At   time.Time `json:"at"`             // when the mail came that had it first
	Done bool      `json:"done,omitempty"` // something was done at its word
}

// heardPrefix begins the names of the settings that hold what was heard. They are kept for ever:
// a code that stands in a text may count for as long as its game.
const heardPrefix = "heard/"

// heardAs are the names under which a text is known: as its author's, whatever his keys are, and as
// that of the key which signed it, whatever its owner's address is.
func heardAs(in incoming, author string) []string {
	text := mail.Canonical(in.message.Signed.Text)
	name := func(who string) string {
		return fmt.Sprintf("%s%x", heardPrefix, sha256.Sum256(fmt.Appendf(nil, "keryx heard 1\n%s\n%s", who, text)))
	}
	return []string{name(author), name(in.message.Signed.Fingerprint)}
}

// noteHeard remembers that a text was heard, and whether anything was done at its word.
func noteHeard(tx store.Tx, in incoming, author string, done bool) error {
	for _, name := range heardAs(in, author) {
		if err := writeSetting(tx, name, heard{At: in.row.Receipt, Done: done}); err != nil {
			return err
		}
	}
	return nil
}

// did notes that something was done at the word of a text.
func (a *asking) did(tx store.Tx) error {
	if a.done {
		return nil
	}
	a.done = true
	return noteHeard(tx, a.incoming, a.player.Address, true)
}
