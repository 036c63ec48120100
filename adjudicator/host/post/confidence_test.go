package post_test

import (
	"bytes"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/mail"
	"keryx/store"
)

// An encrypted mail is treated as any other, and its answers come encrypted to its author,
// who wants nothing else encrypted.
func TestEncryptedOrders(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Signer = hosttest.NewSigner("server", mail.OpenPGP)
	north := hosttest.People()["north"].PGP
	to := c.Signer.Public()
	c.Sent()
	answer := func() {
		t.Helper()
		for _, m := range c.Sent() {
			if m.Recipient != hosttest.NorthAt {
				t.Errorf("a %s went to %s", m.Kind, m.Recipient)
				continue
			}
			hosttest.WantSealed(t, m)
		}
	}
	for _, tt := range []struct {
		text string
		want store.InboxState
	}{
		{c.Orders("north", "bid 1/frobnicate"), store.Faulty},
		{"status\n", store.Command},
		{"keryx revoke 1\n", store.Faulty},
		{c.Orders("north", "bid 1"), store.Accepted},
		{c.Orders("north", "bid 1"), store.Duplicate},
	} {
		if row := c.Receive(hosttest.SealedMail(c, north, to, tt.text)); row.State != tt.want {
			t.Errorf("%q: %s (%s)", tt.text, row.State, row.Reason)
		}
		answer()
	}
	c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", "status\n")))
	if mails := c.Sent(); len(mails) != 1 || bytes.Contains(mails[0].Raw, []byte("encrypted")) {
		t.Error("the answer to a clear mail is encrypted")
	}
}

// Whoever proves nothing gets one answer to encrypted mail, whatever is in it and whether
// or not it could be opened.
func TestEncryptedMailIsNoOracle(t *testing.T) {
	server, other := hosttest.NewSigner("server", mail.OpenPGP), hosttest.NewSigner("other", mail.OpenPGP)
	said, states := map[string][]string{}, map[store.InboxState]bool{}
	for name, make := range map[string]func(c *hosttest.Club) []byte{
		"for another key": func(c *hosttest.Club) []byte {
			return hosttest.SealedMail(c, hosttest.People()["north"].PGP, other.Public(), "help\n")
		},
		"unsigned":        func(c *hosttest.Club) []byte { return hosttest.SealedMail(c, nil, server.Public(), "Good morning\n") },
		"a plea for help": func(c *hosttest.Club) []byte { return hosttest.SealedMail(c, nil, server.Public(), "help\n") },
		"unknown key": func(c *hosttest.Club) []byte {
			return hosttest.SealedMail(c, hosttest.People()["mallory"].PGP, server.Public(), "status\n")
		},
		"a new key": func(c *hosttest.Club) []byte {
			m := hosttest.People()["mallory"].PGP
			return hosttest.SealedMail(c, nil, server.Public(), hosttest.Sign(c.T, m, "keryx register 1\n", c.Time)+"\n"+m.Public().Text)
		},
		"cut": func(c *hosttest.Club) []byte {
			raw := hosttest.SealedMail(c, hosttest.People()["north"].PGP, server.Public(), "status\n")
			i := bytes.LastIndex(raw, []byte("-----END PGP MESSAGE"))
			return append(append([]byte{}, raw[:i-200]...), raw[i:]...)
		},
	} {
		c := hosttest.NewClub(t)
		c.Signer = server
		c.Sent()
		row := c.Receive(make(c))
		states[row.State] = true
		mails := c.Sent()
		if len(mails) != 1 || mails[0].Recipient != hosttest.NorthAt {
			t.Errorf("%s: mails %q", name, hosttest.KindsOf(mails))
			continue
		}
		body := hosttest.TextOf(t, mails[0])
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
	c := hosttest.NewClub(t, hosttest.Refereed)
	c.Signer = hosttest.NewSigner("server", mail.OpenPGP)
	_, err := c.Keys.ChangeKey(t.Context(), hosttest.People()["north"].PGP.Public().Fingerprint, store.KeyRetired, "")
	hosttest.Check(t, err)
	c.Sent()
	if row := c.Receive(hosttest.SealedMail(c, nil, c.Signer.Public(), c.Signed("north", c.Orders("north", "bid 1")))); row.State != store.Accepted {
		t.Fatalf("%s (%s)", row.State, row.Reason)
	}
	mails := c.Sent()
	for _, m := range mails {
		if body := hosttest.TextOf(t, m); m.Recipient == hosttest.NorthAt && (!strings.HasPrefix(body, "Your email was accepted") || !strings.Contains(body, "Your email came encrypted") || strings.Contains(body, "bid")) {
			t.Errorf("to its author:\n%s", body)
		}
	}
	if len(mails) != 2 {
		t.Errorf("mails %q, want one to the author and one to the referee", hosttest.KindsOf(mails))
	}
}
