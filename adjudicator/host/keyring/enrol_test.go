package keyring_test

import (
	"errors"
	"fmt"
	"keryx/adjudicator/host/club"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
)

// withKey is a signed text and, beside it, the OpenPGP key that signed it.
func withKey(from, body string, key *mail.Signer) []byte {
	return hosttest.Letter(from, "--outer\nContent-Type: text/plain\n\n"+body+
		"\n--outer\nContent-Type: application/pgp-keys; name=key.asc\nContent-Disposition: attachment; filename=key.asc\n\n"+
		key.Public().Text+"\n--outer--\n", `Content-Type: multipart/mixed; boundary="outer"`)
}

// subjects lists the mails since it was last asked, as "subject to whom".
func subjects(c *hosttest.Club) (all []string, mails []store.OutboxMail) {
	c.T.Helper()
	mails = c.Sent()
	for _, m := range mails {
		r, err := mail.ReadReport(m.Raw)
		hosttest.Check(c.T, err)
		all = append(all, strings.ReplaceAll(r.Subject, "\n", " ")+" > "+m.Recipient)
	}
	slices.Sort(all)
	return all, mails
}

func wantSubjects(c *hosttest.Club, want ...string) []store.OutboxMail {
	c.T.Helper()
	got, mails := subjects(c)
	if d := cmp.Diff(want, got); d != "" && len(want)+len(got) > 0 {
		c.T.Errorf("mails (-want +got):\n%s", d)
	}
	return mails
}

func keyState(c *hosttest.Club, key *mail.Signer) (state store.KeyState) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		k, err := tx.KeyByFingerprint(key.Public().Fingerprint)
		state = k.State
		if err != nil {
			state = ""
		}
		return nil
	})
	return state
}

// A player's first key is registered by mail, proved by a code that only the registered address
// gets, and signs orders only then. Everybody in the game hears of it.
func TestEnrolByMail(t *testing.T) {
	for _, kind := range []mail.KeyKind{mail.SSH, mail.OpenPGP} {
		t.Run(string(kind), func(t *testing.T) {
			c := hosttest.NewClub(t)
			hosttest.Keyless(c, "north")
			fresh := hosttest.NewSigner("fresh", kind)
			north := hosttest.People()["north"].Address
			send := func(from, text string) store.InboxMessage {
				c.Time = c.Time.Add(time.Minute)
				block := hosttest.Sign(t, fresh, text, c.Time)
				if kind == mail.OpenPGP {
					return c.Receive(withKey(from, block, fresh))
				}
				return c.Receive(hosttest.Letter(from, block))
			}
			before := c.World()
			if row := send("nobody@example.org", "keryx register 1\naddress nobody@example.org\n"); row.State != store.Ignored {
				t.Errorf("an unknown address: %s", row.State)
			}
			wantSubjects(c)
			if row := send("elsewhere@example.org", "keryx register 1\naddress "+north+"\n"); row.State != store.Command {
				t.Fatalf("register: %s (%s)", row.State, row.Reason)
			}
			mails := wantSubjects(c, "Your new key waits for its confirmation > "+north)
			code := hosttest.SentCode.FindStringSubmatch(hosttest.TextOf(t, mails[0]))
			if code == nil || keyState(c, fresh) != store.KeyPending {
				t.Fatalf("code %q, key %s:\n%s", code, keyState(c, fresh), hosttest.TextOf(t, mails[0]))
			}
			if row := send(north, c.Orders("north", "bid 1")); row.State != store.BadSignature {
				t.Errorf("orders signed by a pending key: %s", row.State)
			}
			c.Sent()
			if row := send(north, "keryx confirm 1\ncode AAAA-"+code[1][5:]+"\n"); row.State != store.Faulty {
				t.Errorf("a wrong code: %s", row.State)
			}
			wantSubjects(c, "The code is not the one that was sent > "+north)
			if row := send(north, "keryx confirm 1\ncode "+strings.ToLower(code[1])+"\n"); row.State != store.Command {
				t.Errorf("the code: %s (%s)", row.State, row.Reason)
			}
			wantSubjects(c, "A key of yours is in use > "+north, "North signs with a new key > "+hosttest.People()["south"].Address)
			c.Unmoved(before)
			if row := send(north, c.Orders("north", "bid 1")); row.State != store.Accepted {
				t.Errorf("orders signed by the new key: %s (%s)", row.State, row.Reason)
			}
		})
	}
}

// A key in use puts another in its place, without a code, once the other has shown
// that its owner holds it.
func TestRotateByMail(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	old, fresh, north := hosttest.People()["north"].SSH, hosttest.NewSigner("fresh", mail.SSH), hosttest.People()["north"].Address
	rotate := "keryx rotate 1\nto " + fresh.Public().Fingerprint + "\nat " + hosttest.ServerAddress + "\n"
	if row := c.Receive(hosttest.Letter(north, hosttest.Sign(t, old, rotate, c.Time))); row.State != store.Faulty {
		t.Errorf("a key that nobody has shown: %s", row.State)
	}
	wantSubjects(c, "There is no such key to change to > "+north)
	c.Receive(hosttest.Letter(north, hosttest.Sign(t, fresh, "keryx enregistrer 1\n", c.Time)))
	c.Sent()
	if row := c.Receive(hosttest.Letter(north, hosttest.Sign(t, hosttest.People()["south"].SSH, rotate, c.Time.Add(1)))); row.State != store.Faulty {
		t.Errorf("by somebody else's key: %s", row.State)
	}
	c.Sent()
	if row := c.Receive(hosttest.Letter(north, hosttest.Sign(t, old, rotate+"# once more\n", c.Time))); row.State != store.Command {
		t.Fatalf("rotate: %s (%s)", row.State, row.Reason)
	}
	south := hosttest.People()["south"].Address
	wantSubjects(c, "A key of North is retired > "+south, "A key of yours is in use > "+north, "A key of yours is retired > "+north,
		"North signs with a new key > "+south)
	if keyState(c, old) != store.KeyRetired || keyState(c, fresh) != store.KeyActive {
		t.Errorf("old %s, new %s", keyState(c, old), keyState(c, fresh))
	}
	if row := c.Receive(hosttest.Letter(north, hosttest.Sign(t, old, c.Orders("north", "bid 1"), c.Time))); row.State != store.BadSignature {
		t.Errorf("orders signed by the retired key: %s", row.State)
	}
	if row := c.Receive(hosttest.Letter(north, hosttest.Sign(t, fresh, c.Orders("north", "bid 1"), c.Time))); row.State != store.Accepted {
		t.Errorf("orders signed by the new key: %s (%s)", row.State, row.Reason)
	}
}

// A key is revoked by a mail that it signs, or another of its owner, for ever.
func TestRevokeByMail(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	p := hosttest.People()["north"]
	text := fmt.Sprintf("keryx revoke 1\nkey %s\nat %s\n", strings.ToLower(p.PGP.Public().Fingerprint), hosttest.ServerAddress)
	if row := c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, p.SSH, text, c.Time))); row.State != store.Command {
		t.Fatalf("revoke: %s (%s)", row.State, row.Reason)
	}
	if keyState(c, p.PGP) != store.KeyRevoked || keyState(c, p.SSH) != store.KeyActive {
		t.Errorf("pgp %s, ssh %s", keyState(c, p.PGP), keyState(c, p.SSH))
	}
	wantSubjects(c, "A key of North is revoked > "+hosttest.People()["south"].Address, "A key of yours is revoked > "+p.Address)
	if _, err := c.Keys.ChangeKey(t.Context(), p.PGP.Public().Fingerprint, store.KeyActive, ""); err == nil {
		t.Error("a revoked key was brought back")
	}
	if row := c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, p.SSH, "keryx revoke 1\nat "+hosttest.ServerAddress+"\n", c.Time))); row.State != store.Command || keyState(c, p.SSH) != store.KeyRevoked {
		t.Errorf("the key that signs: %s, %s", row.State, keyState(c, p.SSH))
	}
	c.Sent()
	if row := c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, p.SSH, c.Orders("north", "bid 1"), c.Time))); row.State != store.BadSignature {
		t.Errorf("orders signed by a revoked key: %s", row.State)
	}
}

// Texts about keys that cannot be read are answered; of a stranger's nothing is
// repeated. Floods and codes that have run out lead nowhere.
func TestKeyTextFaults(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	p, fresh := hosttest.People()["north"], hosttest.NewSigner("fresh", mail.SSH)
	for text, subject := range map[string]string{
		"keryx revoke 2\n":                            "Your email about a key could not be read",
		"keryx revoke 1\nplease and thank you\n":      "Your email about a key could not be read",
		"keryx register 1\n":                          "Your key is in use already",
		"keryx revoke 1\n":                            "Your email about a key is not for this server",
		"keryx revoquer 1\nchez autre@club.example\n": "Your email about a key is not for this server",
	} {
		row := c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, p.SSH, text, c.Time)))
		if row.State != store.Faulty {
			t.Errorf("%q: %s", text, row.State)
		}
		wantSubjects(c, subject+" > "+p.Address)
	}
	c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, fresh, "keryx register 1\nvisit evil.example now\n", c.Time)))
	mails := wantSubjects(c, "An email about a key could not be read > "+p.Address)
	if strings.Contains(hosttest.TextOf(t, mails[0]), "evil") {
		t.Error("a stranger's words went to a player")
	}
	c.Time = c.Time.AddDate(0, 0, 1)
	c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, fresh, "keryx register 1\n", c.Time)))
	code := hosttest.SentCode.FindStringSubmatch(hosttest.TextOf(t, c.Sent()[0]))[1]
	c.Time = c.Time.AddDate(0, 0, 8)
	if row := c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, fresh, "keryx confirm 1\ncode "+code+"\n", c.Time))); row.State != store.Faulty || keyState(c, fresh) != store.KeyPending {
		t.Errorf("an old code: %s, %s", row.State, keyState(c, fresh))
	}
	c.Sent()
	for n := range 12 {
		c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, fresh, fmt.Sprintf("keryx register 1\n# %d\n", n), c.Time)))
	}
	if n := len(c.Sent()); n > 6 {
		t.Errorf("%d mails in a day to an address that did not ask", n)
	}
}

// Whatever strangers send in a player's name, he can revoke his key.
func TestStrangersDoNotKeepAKeyInUse(t *testing.T) {
	c := hosttest.NewClub(t)
	p := hosttest.People()["north"]
	for n := range 20 {
		c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, hosttest.NewSigner(fmt.Sprint("stranger", n), mail.SSH), "keryx register 1\naddress "+p.Address+"\n", c.Time)))
	}
	if row := c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, p.SSH, "keryx revoke 1\nat "+hosttest.ServerAddress+"\n", c.Time))); row.State != store.Command || keyState(c, p.SSH) != store.KeyRevoked {
		t.Errorf("revoke: %s (%s), the key is %s", row.State, row.Reason, keyState(c, p.SSH))
	}
}

// Nor do copies of texts about keys that he has signed himself. Each text is answered as his own once.
func TestCopiesDoNotKeepAKeyInUse(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	p := hosttest.People()["north"]
	for _, text := range []string{"keryx register 1\n", "keryx revoke 1\nat other@club.example\n", "keryx rotate 1\nto ABCD\nat " + hosttest.ServerAddress + "\n"} {
		block := hosttest.Sign(t, p.SSH, text, c.Time)
		for range 5 {
			c.Receive(hosttest.Letter("mallory@example.net", block))
		}
	}
	if n := len(c.Sent()); n != 8 {
		t.Errorf("15 copies were answered by %d mails, want 8", n)
	}
	if row := c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, p.PGP, "keryx revoke 1\nkey "+p.SSH.Public().Fingerprint+"\nat "+hosttest.ServerAddress+"\n", c.Time))); row.State != store.Command || keyState(c, p.SSH) != store.KeyRevoked {
		t.Errorf("revoke: %s (%s), the key is %s", row.State, row.Reason, keyState(c, p.SSH))
	}
}

// An OpenPGP key may stand under the signed text as well as be attached.
func TestEnrolWithAPastedKey(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	fresh, p := hosttest.NewSigner("fresh", mail.OpenPGP), hosttest.People()["north"]
	row := c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, fresh, "keryx register 1\n", c.Time)+"\n"+fresh.Public().Text))
	if row.State != store.Command || keyState(c, fresh) != store.KeyPending {
		t.Errorf("state %s (%s), the key is %s", row.State, row.Reason, keyState(c, fresh))
	}
	wantSubjects(c, "Your new key waits for its confirmation > "+p.Address)
}

// TestEnrolWithAGreeting: a key that waits for its code is no unknown one, and who signs
// anything else with it hears so; a code below a greeting does not count, and the answer says why; it counts
// above a quoted letter.
func TestEnrolWithAGreeting(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	fresh, p := hosttest.NewSigner("fresh", mail.OpenPGP), hosttest.People()["north"]
	row := c.Receive(withKey(p.Address, hosttest.Sign(t, fresh, "keryx register 1\n", c.Time), fresh))
	if row.State != store.Command || keyState(c, fresh) != store.KeyPending {
		t.Fatalf("state %s (%s)", row.State, row.Reason)
	}
	code := hosttest.SentCode.FindStringSubmatch(hosttest.TextOf(t, wantSubjects(c, "Your new key waits for its confirmation > "+p.Address)[0]))
	if row := c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, fresh, "Good evening,\n\nkeryx confirm 1\ncode "+code[1]+"\n", c.Time))); row.Reason != "keys: above" {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	if got := hosttest.TextOf(t, wantSubjects(c, "Your email about a key begins with something else > "+p.Address)[0]); !strings.Contains(got, "something is above it") {
		t.Errorf("he is told\n%s", got)
	}
	c.Receive(hosttest.Letter(p.Address, hosttest.Sign(t, fresh, "keryx confirm 1\ncode "+code[1]+"\n\nSomebody wrote:\n> If it is yours, confirm it\n", c.Time)))
	if state := keyState(c, fresh); state == store.KeyPending && len(c.Sent()) == 0 {
		t.Error("the code counts for nothing, and nobody says so")
	}
}

// TestRefereesAreNoOpponents: what a referee reads of a key does not call its owner somebody
// whom he plays against.
func TestRefereesAreNoOpponents(t *testing.T) {
	for state, reason := range map[store.KeyState]string{store.KeyRevoked: "lost", store.KeyRetired: "old"} {
		c := hosttest.NewClub(t)
		c.NewGame(hosttest.Refereed)
		c.Sent()
		_, err := c.Keys.ChangeKey(t.Context(), hosttest.People()["north"].SSH.Public().Fingerprint, state, reason)
		hosttest.Check(t, err)
		for _, m := range c.Sent() {
			if got := strings.Contains(hosttest.TextOf(t, m), "whom you play against"); got != (m.Recipient == hosttest.SouthAt) && m.Recipient != hosttest.NorthAt {
				t.Errorf("%s reads\n%s", m.Recipient, hosttest.TextOf(t, m))
			}
		}
	}
}

// Closed keys do not come back: neither by the mail of another key, nor by the referee's
// word; and a key is not closed twice.
func TestClosedKeysStayClosed(t *testing.T) {
	c := hosttest.NewClub(t)
	p := hosttest.People()["north"]
	for _, state := range []store.KeyState{store.KeyRetired, store.KeyRevoked} {
		hosttest.CloseKey(c, "north", state, nil)
		c.Sent()
		rotate := "keryx rotate 1\nto " + p.SSH.Public().Fingerprint + "\nat " + hosttest.ServerAddress + "\n# " + string(state) + "\n"
		if row := c.Receive(hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, p.PGP, rotate, c.Time))); row.State != store.Faulty || keyState(c, p.SSH) != state || keyState(c, p.PGP) != store.KeyActive {
			t.Errorf("rotate to a %s key: %s (%s)", state, row.State, row.Reason)
		}
		revoke := "keryx revoke 1\nkey " + p.SSH.Public().Fingerprint + "\nat " + hosttest.ServerAddress + "\n# " + string(state) + "\n"
		if row := c.Receive(hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, p.PGP, revoke, c.Time))); row.State != store.Faulty || keyState(c, p.SSH) != state {
			t.Errorf("revoke a %s key: %s (%s)", state, row.State, row.Reason)
		}
		for _, to := range []store.KeyState{state, store.KeyActive} {
			var wrong *club.SettingError
			if _, err := c.Keys.ChangeKey(t.Context(), p.SSH.Public().Fingerprint, to, ""); !errors.As(err, &wrong) || keyState(c, p.SSH) != state {
				t.Errorf("a %s key made %s: %v", state, to, err)
			}
		}
	}
	if _, err := c.Keys.ChangeKey(t.Context(), p.SSH.Public().Fingerprint, store.KeyRetired, ""); err == nil || keyState(c, p.SSH) != store.KeyRevoked {
		t.Errorf("a revoked key is retired: %v", err)
	}
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, p.PGP, "keryx confirm 1\ncode AAAA\n", c.Time))); row.State != store.Faulty {
		t.Errorf("a code for a key in use: %s (%s)", row.State, row.Reason)
	}
}

// Of a key those hear who play against its owner, or for whose game it is, and their
// referees: each once, and nobody else.
func TestWhoHearsOfAKey(t *testing.T) {
	for name, tt := range map[string]struct {
		games func(c *hosttest.Club)
		want  []string // besides the owner
	}{
		"an opponent, in two games": {func(c *hosttest.Club) { c.NewGame() }, []string{hosttest.SouthAt}},
		"and in another game another": {func(c *hosttest.Club) {
			c.NewGame(func(n *post.NewGame) { n.Seats["south"] = hosttest.People()["third"].Address })
		}, []string{hosttest.SouthAt, "third@example.org"}},
		"a game without him": {func(c *hosttest.Club) {
			c.NewGame(func(n *post.NewGame) {
				n.Seats["north"], n.Seats["south"] = hosttest.People()["third"].Address, hosttest.SouthAt
			})
		}, []string{hosttest.SouthAt}},
		"a game in which he stands in": {func(c *hosttest.Club) {
			c.Game = c.NewGame(func(n *post.NewGame) {
				n.Seats["north"], n.Seats["south"] = hosttest.SouthAt, hosttest.People()["third"].Address
			})
			c.Substitute("north", "north")
		}, []string{hosttest.SouthAt, "third@example.org"}},
		"a game that is over": {func(c *hosttest.Club) {
			id := c.NewGame(func(n *post.NewGame) { n.Seats["south"] = hosttest.People()["third"].Address })
			c.Change(func(tx store.Tx) error {
				g, err := tx.Game(id)
				g.Status = store.Ended
				return errors.Join(err, tx.UpdateGame(g))
			})
		}, []string{hosttest.SouthAt}},
		"a referee": {func(c *hosttest.Club) { c.NewGame(hosttest.Refereed) }, []string{hosttest.SouthAt, hosttest.ThirdAt}},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.NewClub(t)
			tt.games(c)
			c.Sent()
			_, err := c.Keys.ChangeKey(t.Context(), hosttest.People()["north"].SSH.Public().Fingerprint, store.KeyRevoked, "lost")
			hosttest.Check(t, err)
			var told []string
			for _, m := range c.Sent() {
				if m.Recipient != hosttest.NorthAt {
					told = append(told, m.Recipient)
				}
			}
			slices.Sort(told)
			if d := cmp.Diff(tt.want, told); d != "" {
				t.Errorf("told (-want +got):\n%s", d)
			}
		})
	}
	t.Run("a key for one game", func(t *testing.T) {
		c := hosttest.NewClub(t)
		other := c.NewGame(func(n *post.NewGame) { n.Seats["south"] = hosttest.People()["third"].Address })
		key := hosttest.NewSigner("one game", mail.SSH)
		_, err := c.Keys.AddKey(t.Context(), hosttest.NorthAt, other, []byte(key.Public().Text))
		hosttest.Check(t, err)
		c.Sent()
		_, err = c.Keys.ChangeKey(t.Context(), key.Public().Fingerprint, store.KeyRevoked, "lost")
		hosttest.Check(t, err)
		if d := cmp.Diff([]string{"notice " + hosttest.NorthAt, "notice third@example.org"}, hosttest.KindsOf(c.Sent())); d != "" {
			t.Errorf("told (-want +got):\n%s", d)
		}
	})
}
