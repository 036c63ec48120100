package hosttest

import (
	"strings"
	"testing"
	"time"

	"keryx/mail"
	"keryx/orders/pattern"
	"keryx/store"
)

// Enrolling is a club that north sends new keys to.
type Enrolling struct {
	Club  *Club
	North string
}

// NewEnrolling is a club in which somebody enrols his first key.
func NewEnrolling(t *testing.T) Enrolling {
	c := NewClub(t)
	c.Sent()
	return Enrolling{c, People()["north"].Address}
}

// Send mails a text that a key has signed, with the keys that are to go with it.
func (e Enrolling) Send(key *mail.Signer, text string, with ...*mail.Signer) store.InboxMessage {
	e.Club.T.Helper()
	e.Club.Time = e.Club.Time.Add(time.Second)
	parts := []string{"\n" + Sign(e.Club.T, key, text, e.Club.Time)}
	for _, k := range with {
		parts = append(parts, AttachedFile("key.asc", "application/pgp-keys", k.Public().Text))
	}
	return e.Club.Receive(Multipart("mixed", parts...))
}

// Code reads the code out of the last mail.
func (e Enrolling) Code() string {
	e.Club.T.Helper()
	mails := e.Club.Sent()
	if len(mails) != 1 {
		e.Club.T.Fatalf("mails %q, want a code", KindsOf(mails))
	}
	found := SentCode.FindStringSubmatch(TextOf(e.Club.T, mails[0]))
	if found == nil {
		e.Club.T.Fatalf("no code in\n%s", TextOf(e.Club.T, mails[0]))
	}
	return found[1]
}

// SentCode finds the code of a letter that asks for a confirmation.
var SentCode = pattern.New(`(?m)^code ([A-Z2-9-]{32})$`)

// Keyless closes all keys of a player, as he might himself.
func Keyless(c *Club, name string) {
	c.T.Helper()
	for _, key := range []*mail.Signer{People()[name].SSH, People()[name].PGP} {
		_, err := c.Keys.ChangeKey(c.T.Context(), key.Public().Fingerprint, store.KeyRetired, "")
		Check(c.T, err)
	}
	c.Sent()
}

// Registered registers and confirms a key of north's by code.
func (e Enrolling) Registered(key *mail.Signer) store.InboxMessage {
	e.Club.T.Helper()
	e.Club.Sent()
	e.Send(key, "keryx register 1\n", key)
	row := e.Send(key, "keryx confirm 1\ncode "+e.Code()+"\n")
	return row
}

// AboutKey is a text about another key.
func AboutKey(verb string, key *mail.Signer, more ...string) string {
	return "keryx " + verb + " 1\nkey " + key.Public().Fingerprint + "\nat " + ServerAddress + "\n" + strings.Join(more, "\n") + "\n"
}
