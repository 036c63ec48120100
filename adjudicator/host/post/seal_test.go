package post_test

import (
	"bytes"
	"errors"
	"keryx/adjudicator/host/club"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/mail"
	"keryx/store"
)

// A player who wants it gets every mail encrypted, old reports among them, and his
// opponent's stay as they were.
func TestEncryptedMail(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Signer = hosttest.NewSigner("server", mail.OpenPGP)
	north, south := hosttest.People()["north"].Address, hosttest.People()["south"].Address
	hosttest.Check(t, encrypt(c, north, true))
	c.Sent()
	if row := c.Receive(hosttest.Letter(north, c.Signed("north", c.Orders("north", "bid 1")))); row.State != store.Accepted {
		t.Fatalf("%s (%s)", row.State, row.Reason)
	}
	c.Receive(hosttest.Letter(south, c.Signed("south", c.Orders("south", "bid 1"))))
	// The first report went out in the clear; sent again, it does not.
	c.Receive(hosttest.Letter(north, c.Signed("north", "report turn 1\n")))
	kinds := map[string]int{}
	for _, m := range c.Sent() {
		switch m.Recipient {
		case north:
			kinds[m.Kind]++
			hosttest.WantSealed(t, m)
		case south:
			if bytes.Contains(m.Raw, []byte("multipart/encrypted")) {
				t.Error("the opponent's mail is encrypted")
			}
			if !bytes.Contains(m.Raw, []byte("multipart/signed")) {
				t.Error("the opponent's mail is not signed")
			}
		}
	}
	if kinds["again"] == 0 || len(kinds) < 2 {
		t.Errorf("mails to north: %v", kinds)
	}
	hosttest.Check(t, encrypt(c, north, false))
	c.Receive(hosttest.Letter(north, c.Signed("north", "report\n")))
	if mails := c.Sent(); len(mails) != 1 || !strings.Contains(hosttest.InCopy(t, mails[0]).Text, c.Seat("north").Answers) {
		t.Errorf("%d mails; what was encrypted is not to be had in the clear:\n%.800s", len(mails), mails[0].Raw)
	}
}

// Where no key will do, nothing leaves in the clear: the player hears how to mend it,
// the referee that it is so, and what was withheld can be asked for.
func TestWithheldMail(t *testing.T) {
	c := hosttest.NewClub(t, func(n *post.NewGame) { n.Referee = hosttest.People()["third"].Address })
	north, referee := hosttest.People()["north"], hosttest.People()["third"]
	hosttest.Check(t, encrypt(c, north.Address, true))
	_, err := c.Keys.ChangeKey(t.Context(), north.PGP.Public().Fingerprint, store.KeyRevoked, "lost")
	hosttest.Check(t, err)
	c.Sent()
	for _, bid := range []string{"bid 1", "fly 3"} { // the referee hears of each
		c.Time = c.Time.Add(time.Minute)
		c.Receive(hosttest.Letter(north.Address, c.Signed("north", c.Orders("north", bid))))
	}
	var got, told []string
	for _, m := range c.Sent() {
		if body := hosttest.TextOf(t, m); m.Recipient == north.Address {
			told = append(told, body[:strings.Index(body, ".")])
		}
		if m.Recipient != hosttest.People()["south"].Address {
			got = append(got, m.Recipient)
			if body := hosttest.TextOf(t, m); m.Recipient == north.Address && !strings.Contains(body, "All email to you is to be encrypted") ||
				m.Recipient == referee.Address && !strings.HasPrefix(body, "Mail to North") {
				t.Errorf("to %s:\n%s", m.Recipient, body)
			}
		}
	}
	if n := slices.Sorted(slices.Values(got)); !slices.Equal(n, []string{north.Address, north.Address, referee.Address, referee.Address}) {
		t.Errorf("mails to %v", got)
	}
	if want := []string{"Your email was accepted, and what it asked was done", "Your email was refused: nothing of it was carried out"}; !slices.Equal(told, want) {
		t.Errorf("what became of the two mails: %q", told)
	}
	o, err := c.Answers.Overview(t.Context())
	hosttest.Check(t, err)
	if len(o.Withheld) != 1 || o.Withheld[0].Player.Address != north.Address || o.Withheld[0].Letters < 2 {
		t.Errorf("what a keeper sees: %+v", o.Withheld)
	}
	fresh := hosttest.NewSigner("fresh", mail.OpenPGP)
	_, err = c.Keys.AddKey(t.Context(), north.Address, "", []byte(fresh.Public().Text))
	hosttest.Check(t, err)
	if o, err = c.Answers.Overview(t.Context()); err != nil || len(o.Withheld) != 0 {
		t.Errorf("after that: %+v, %v", o.Withheld, err)
	}
	c.Sent()
	c.Receive(hosttest.Letter(north.Address, hosttest.Sign(t, fresh, "report\n", c.Time)))
	mails := c.Sent()
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	hosttest.WantSealed(t, mails[0])
}

// Encryption is not turned on for who has no key for it.
func TestSetEncryption(t *testing.T) {
	c := hosttest.NewClub(t)
	p := hosttest.People()["north"]
	_, err := c.Keys.ChangeKey(t.Context(), p.PGP.Public().Fingerprint, store.KeyRetired, "old")
	hosttest.Check(t, err)
	for _, address := range []string{p.Address, "nobody@example.org"} {
		if err := encrypt(c, address, true); !errors.As(err, new(*club.SettingError)) {
			t.Errorf("%s: %v", address, err)
		}
	}
	c.Sent()
	c.Receive(hosttest.Letter(p.Address, c.Signed("north", "status\n")))
	if mails := c.Sent(); len(mails) != 1 || bytes.Contains(mails[0].Raw, []byte("encrypted")) {
		t.Error("the refused wish counts")
	}
	hosttest.Check(t, encrypt(c, p.Address, false))
}

// encrypt sets whether all mail to a player is encrypted.
func encrypt(c *hosttest.Club, address string, on bool) error {
	_, err := c.Seats.ChangePlayer(c.T.Context(), address, seating.PlayerChange{Encrypt: &on})
	return err
}
