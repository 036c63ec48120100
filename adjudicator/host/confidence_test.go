package host_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"keryx/mail"
	"keryx/store"
)

// sealedMail is a mail that its author has signed, if by is given, and encrypted to a key.
func (c *club) sealedMail(by *mail.Signer, to mail.PublicKey, text string) []byte {
	c.t.Helper()
	encrypt, err := to.Encrypter(c.now)
	check(c.t, err)
	body := mail.NewEntity("text/plain; charset=utf-8", "7bit", []byte(strings.ReplaceAll(text, "\n", "\r\n")))
	if by != nil {
		body, err = by.Seal(c.now)(body)
		check(c.t, err)
	}
	body, err = encrypt(body)
	check(c.t, err)
	envelopes++
	return append(fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: ...\r\nMIME-Version: 1.0\r\nMessage-ID: <sealed%d@example.org>\r\n",
		northAt, serverAddress, envelopes), body.Bytes()...)
}

// An encrypted mail is treated as any other, and its answers come encrypted to its author,
// who wants nothing else encrypted.
func TestEncryptedOrders(t *testing.T) {
	c := newClub(t)
	c.Signer = newSigner("server", mail.OpenPGP)
	north := people()["north"].pgp
	to := c.Signer.Public()
	c.sent()
	answer := func() {
		t.Helper()
		for _, m := range c.sent() {
			if m.Recipient != northAt {
				t.Errorf("a %s went to %s", m.Kind, m.Recipient)
				continue
			}
			wantSealed(t, m)
		}
	}
	for _, tt := range []struct {
		text string
		want store.InboxState
	}{
		{c.orders("north", "bid 1/frobnicate"), store.Faulty},
		{"status\n", store.Command},
		{"keryx revoke 1\n", store.Faulty},
		{c.orders("north", "bid 1"), store.Accepted},
		{c.orders("north", "bid 1"), store.Duplicate},
	} {
		if row := c.receive(c.sealedMail(north, to, tt.text)); row.State != tt.want {
			t.Errorf("%q: %s (%s)", tt.text, row.State, row.Reason)
		}
		answer()
	}
	c.receive(letter(northAt, c.signed("north", "status\n")))
	if mails := c.sent(); len(mails) != 1 || bytes.Contains(mails[0].Raw, []byte("encrypted")) {
		t.Error("the answer to a clear mail is encrypted")
	}
}

// Whoever proves nothing gets one answer to encrypted mail, whatever is in it and whether
// or not it could be opened.
func TestEncryptedMailIsNoOracle(t *testing.T) {
	server, other := newSigner("server", mail.OpenPGP), newSigner("other", mail.OpenPGP)
	said, states := map[string][]string{}, map[store.InboxState]bool{}
	for name, make := range map[string]func(c *club) []byte{
		"for another key": func(c *club) []byte { return c.sealedMail(people()["north"].pgp, other.Public(), "help\n") },
		"unsigned":        func(c *club) []byte { return c.sealedMail(nil, server.Public(), "Good morning\n") },
		"a plea for help": func(c *club) []byte { return c.sealedMail(nil, server.Public(), "help\n") },
		"unknown key":     func(c *club) []byte { return c.sealedMail(people()["mallory"].pgp, server.Public(), "status\n") },
		"a new key": func(c *club) []byte {
			m := people()["mallory"].pgp
			return c.sealedMail(nil, server.Public(), sign(c.t, m, "keryx register 1\n", c.now)+"\n"+m.Public().Text)
		},
		"cut": func(c *club) []byte {
			raw := c.sealedMail(people()["north"].pgp, server.Public(), "status\n")
			i := bytes.LastIndex(raw, []byte("-----END PGP MESSAGE"))
			return append(append([]byte{}, raw[:i-200]...), raw[i:]...)
		},
	} {
		c := newClub(t)
		c.Signer = server
		c.sent()
		row := c.receive(make(c))
		states[row.State] = true
		mails := c.sent()
		if len(mails) != 1 || mails[0].Recipient != northAt {
			t.Errorf("%s: mails %q", name, kinds(mails))
			continue
		}
		body := text(t, mails[0])
		said[body] = append(said[body], name)
	}
	if len(said) != 1 || len(states) != 1 {
		t.Errorf("%d answers and the states %v", len(said), states)
		for body, names := range said {
			t.Errorf("to %q:\n%s", names, body)
		}
	}
}

// Who writes encrypted and signs with a key that nothing can be encrypted to is not
// answered in the clear.
func TestEncryptedMailIsNotAnsweredInTheClear(t *testing.T) {
	c := newClub(t, refereed)
	c.Signer = newSigner("server", mail.OpenPGP)
	_, err := c.Keys.ChangeKey(t.Context(), people()["north"].pgp.Public().Fingerprint, store.KeyRetired, "")
	check(t, err)
	c.sent()
	if row := c.receive(c.sealedMail(nil, c.Signer.Public(), c.signed("north", c.orders("north", "bid 1")))); row.State != store.Accepted {
		t.Fatalf("%s (%s)", row.State, row.Reason)
	}
	mails := c.sent()
	for _, m := range mails {
		if body := text(t, m); m.Recipient == northAt && (!strings.HasPrefix(body, "Your email was accepted") || !strings.Contains(body, "Your email came encrypted") || strings.Contains(body, "bid")) {
			t.Errorf("to its author:\n%s", body)
		}
	}
	if len(mails) != 2 {
		t.Errorf("mails %q, want one to the author and one to the referee", kinds(mails))
	}
}
