package host_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/mail"
	"keryx/store"
)

// wantSealed checks that a mail is encrypted and tells nothing outside.
func wantSealed(t *testing.T, m store.OutboxMail) {
	t.Helper()
	if !bytes.Contains(m.Raw, []byte("multipart/encrypted")) || !bytes.Contains(m.Raw, []byte("Subject: Keryx: message\r\n")) {
		t.Errorf("the %s to %s is not encrypted:\n%.600s", m.Kind, m.Recipient, m.Raw)
	}
	if bytes.Contains(m.Raw, []byte("text/plain")) || bytes.Contains(m.Raw, []byte("multipart/signed")) {
		t.Errorf("the %s to %s says what it holds", m.Kind, m.Recipient)
	}
}

// A player who wants it gets every mail encrypted, old reports among them, and his
// opponent's stay as they were.
func TestEncryptedMail(t *testing.T) {
	c := newClub(t)
	c.Signer = newSigner("server", mail.OpenPGP)
	north, south := people()["north"].address, people()["south"].address
	check(t, c.encrypt(north, true))
	c.sent()
	if row := c.receive(letter(north, c.signed("north", c.orders("north", "bid 1")))); row.State != store.Accepted {
		t.Fatalf("%s (%s)", row.State, row.Reason)
	}
	c.receive(letter(south, c.signed("south", c.orders("south", "bid 1"))))
	// The first report went out in the clear; sent again, it does not.
	c.receive(letter(north, c.signed("north", "report turn 1\n")))
	kinds := map[string]int{}
	for _, m := range c.sent() {
		switch m.Recipient {
		case north:
			kinds[m.Kind]++
			wantSealed(t, m)
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
	check(t, c.encrypt(north, false))
	c.receive(letter(north, c.signed("north", "report\n")))
	if mails := c.sent(); len(mails) != 1 || !strings.Contains(inCopy(t, mails[0]).Text, c.seat("north").Answers) {
		t.Errorf("%d mails; what was encrypted is not to be had in the clear:\n%.800s", len(mails), mails[0].Raw)
	}
}

// Where no key will do, nothing leaves in the clear: the player hears how to mend it,
// the referee that it is so, and what was withheld can be asked for.
func TestWithheldMail(t *testing.T) {
	c := newClub(t, func(n *post.NewGame) { n.Referee = people()["third"].address })
	north, referee := people()["north"], people()["third"]
	check(t, c.encrypt(north.address, true))
	_, err := c.Keys.ChangeKey(t.Context(), north.pgp.Public().Fingerprint, store.KeyRevoked, "lost")
	check(t, err)
	c.sent()
	for _, bid := range []string{"bid 1", "fly 3"} { // the referee hears of each
		c.now = c.now.Add(time.Minute)
		c.receive(letter(north.address, c.signed("north", c.orders("north", bid))))
	}
	var got, told []string
	for _, m := range c.sent() {
		if body := text(t, m); m.Recipient == north.address {
			told = append(told, body[:strings.Index(body, ".")])
		}
		if m.Recipient != people()["south"].address {
			got = append(got, m.Recipient)
			if body := text(t, m); m.Recipient == north.address && !strings.Contains(body, "All email to you is to be encrypted") ||
				m.Recipient == referee.address && !strings.HasPrefix(body, "Mail to North") {
				t.Errorf("to %s:\n%s", m.Recipient, body)
			}
		}
	}
	if n := slices.Sorted(slices.Values(got)); !slices.Equal(n, []string{north.address, north.address, referee.address, referee.address}) {
		t.Errorf("mails to %v", got)
	}
	if want := []string{"Your email was accepted, and what it asked was done", "Your email was refused: nothing of it was carried out"}; !slices.Equal(told, want) {
		t.Errorf("what became of the two mails: %q", told)
	}
	o, err := c.Answers.Overview(t.Context())
	check(t, err)
	if len(o.Withheld) != 1 || o.Withheld[0].Player.Address != north.address || o.Withheld[0].Letters < 2 {
		t.Errorf("what a keeper sees: %+v", o.Withheld)
	}
	fresh := newSigner("fresh", mail.OpenPGP)
	_, err = c.Keys.AddKey(t.Context(), north.address, "", []byte(fresh.Public().Text))
	check(t, err)
	if o, err = c.Answers.Overview(t.Context()); err != nil || len(o.Withheld) != 0 {
		t.Errorf("after that: %+v, %v", o.Withheld, err)
	}
	c.sent()
	c.receive(letter(north.address, sign(t, fresh, "report\n", c.now)))
	mails := c.sent()
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	wantSealed(t, mails[0])
}

// Encryption is not turned on for who has no key for it.
func TestSetEncryption(t *testing.T) {
	c := newClub(t)
	p := people()["north"]
	_, err := c.Keys.ChangeKey(t.Context(), p.pgp.Public().Fingerprint, store.KeyRetired, "old")
	check(t, err)
	for _, address := range []string{p.address, "nobody@example.org"} {
		if err := c.encrypt(address, true); !errors.As(err, new(*play.SettingError)) {
			t.Errorf("%s: %v", address, err)
		}
	}
	c.sent()
	c.receive(letter(p.address, c.signed("north", "status\n")))
	if mails := c.sent(); len(mails) != 1 || bytes.Contains(mails[0].Raw, []byte("encrypted")) {
		t.Error("the refused wish counts")
	}
	check(t, c.encrypt(p.address, false))
}

// encrypt sets whether all mail to a player is encrypted.
func (c *club) encrypt(address string, on bool) error {
	_, err := c.Seats.ChangePlayer(c.t.Context(), address, seating.PlayerChange{Encrypt: &on})
	return err
}
