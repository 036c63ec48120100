package host_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
)

var sentCode = regexp.MustCompile(`(?m)^code ([A-Z2-9-]{32})$`)

// withKey is a signed text and, beside it, the OpenPGP key that signed it.
func withKey(from, body string, key *mail.Signer) []byte {
	return letter(from, "--outer\nContent-Type: text/plain\n\n"+body+
		"\n--outer\nContent-Type: application/pgp-keys; name=key.asc\nContent-Disposition: attachment; filename=key.asc\n\n"+
		key.Public().Text+"\n--outer--\n", `Content-Type: multipart/mixed; boundary="outer"`)
}

// subjects lists the mails since it was last asked, as "subject to whom".
func (c *club) subjects() (all []string, mails []store.OutboxMail) {
	c.t.Helper()
	mails = c.sent()
	for _, m := range mails {
		r, err := mail.ReadReport(m.Raw)
		check(c.t, err)
		all = append(all, strings.ReplaceAll(r.Subject, "\n", " ")+" > "+m.Recipient)
	}
	slices.Sort(all)
	return all, mails
}

func (c *club) wantSubjects(want ...string) []store.OutboxMail {
	c.t.Helper()
	got, mails := c.subjects()
	if d := cmp.Diff(want, got); d != "" && len(want)+len(got) > 0 {
		c.t.Errorf("mails (-want +got):\n%s", d)
	}
	return mails
}

func (c *club) keyState(key *mail.Signer) (state store.KeyState) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		k, err := tx.KeyByFingerprint(key.Public().Fingerprint)
		state = k.State
		if err != nil {
			state = ""
		}
		return nil
	})
	return state
}

// keyless closes all keys of a player, as he might himself.
func (c *club) keyless(name string) {
	c.t.Helper()
	for _, key := range []*mail.Signer{people()[name].ssh, people()[name].pgp} {
		_, err := c.Keys.ChangeKey(c.t.Context(), key.Public().Fingerprint, store.KeyRetired, "")
		check(c.t, err)
	}
	c.sent()
}

// A player's first key is registered by mail, proved by a code that only the registered address
// gets, and signs orders only then. Everybody in the game hears of it.
func TestEnrolByMail(t *testing.T) {
	for _, kind := range []mail.KeyKind{mail.SSH, mail.OpenPGP} {
		t.Run(string(kind), func(t *testing.T) {
			c := newClub(t)
			c.keyless("north")
			fresh := newSigner("fresh", kind)
			north := people()["north"].address
			send := func(from, text string) store.InboxMessage {
				c.now = c.now.Add(time.Minute)
				block := sign(t, fresh, text, c.now)
				if kind == mail.OpenPGP {
					return c.receive(withKey(from, block, fresh))
				}
				return c.receive(letter(from, block))
			}
			before := c.world()
			if row := send("nobody@example.org", "keryx register 1\naddress nobody@example.org\n"); row.State != store.Ignored {
				t.Errorf("an unknown address: %s", row.State)
			}
			c.wantSubjects()
			if row := send("elsewhere@example.org", "keryx register 1\naddress "+north+"\n"); row.State != store.Command {
				t.Fatalf("register: %s (%s)", row.State, row.Reason)
			}
			mails := c.wantSubjects("Your new key waits for its confirmation > " + north)
			code := sentCode.FindStringSubmatch(text(t, mails[0]))
			if code == nil || c.keyState(fresh) != store.KeyPending {
				t.Fatalf("code %q, key %s:\n%s", code, c.keyState(fresh), text(t, mails[0]))
			}
			if row := send(north, c.orders("north", "bid 1")); row.State != store.BadSignature {
				t.Errorf("orders signed by a pending key: %s", row.State)
			}
			c.sent()
			if row := send(north, "keryx confirm 1\ncode AAAA-"+code[1][5:]+"\n"); row.State != store.Faulty {
				t.Errorf("a wrong code: %s", row.State)
			}
			c.wantSubjects("The code is not the one that was sent > " + north)
			if row := send(north, "keryx confirm 1\ncode "+strings.ToLower(code[1])+"\n"); row.State != store.Command {
				t.Errorf("the code: %s (%s)", row.State, row.Reason)
			}
			c.wantSubjects("A key of yours is in use > "+north, "North signs with a new key > "+people()["south"].address)
			c.unmoved(before)
			if row := send(north, c.orders("north", "bid 1")); row.State != store.Accepted {
				t.Errorf("orders signed by the new key: %s (%s)", row.State, row.Reason)
			}
		})
	}
}

// A key in use puts another in its place, without a code, once the other has shown
// that its owner holds it.
func TestRotateByMail(t *testing.T) {
	c := newClub(t)
	c.sent()
	old, fresh, north := people()["north"].ssh, newSigner("fresh", mail.SSH), people()["north"].address
	rotate := "keryx rotate 1\nto " + fresh.Public().Fingerprint + "\nat " + serverAddress + "\n"
	if row := c.receive(letter(north, sign(t, old, rotate, c.now))); row.State != store.Faulty {
		t.Errorf("a key that nobody has shown: %s", row.State)
	}
	c.wantSubjects("There is no such key to change to > " + north)
	c.receive(letter(north, sign(t, fresh, "keryx enregistrer 1\n", c.now)))
	c.sent()
	if row := c.receive(letter(north, sign(t, people()["south"].ssh, rotate, c.now.Add(1)))); row.State != store.Faulty {
		t.Errorf("by somebody else's key: %s", row.State)
	}
	c.sent()
	if row := c.receive(letter(north, sign(t, old, rotate+"# once more\n", c.now))); row.State != store.Command {
		t.Fatalf("rotate: %s (%s)", row.State, row.Reason)
	}
	south := people()["south"].address
	c.wantSubjects("A key of North is retired > "+south, "A key of yours is in use > "+north, "A key of yours is retired > "+north,
		"North signs with a new key > "+south)
	if c.keyState(old) != store.KeyRetired || c.keyState(fresh) != store.KeyActive {
		t.Errorf("old %s, new %s", c.keyState(old), c.keyState(fresh))
	}
	if row := c.receive(letter(north, sign(t, old, c.orders("north", "bid 1"), c.now))); row.State != store.BadSignature {
		t.Errorf("orders signed by the retired key: %s", row.State)
	}
	if row := c.receive(letter(north, sign(t, fresh, c.orders("north", "bid 1"), c.now))); row.State != store.Accepted {
		t.Errorf("orders signed by the new key: %s (%s)", row.State, row.Reason)
	}
}

// A key is revoked by a mail that it signs, or another of its owner, for ever.
func TestRevokeByMail(t *testing.T) {
	c := newClub(t)
	c.sent()
	p := people()["north"]
	text := fmt.Sprintf("keryx revoke 1\nkey %s\nat %s\n", strings.ToLower(p.pgp.Public().Fingerprint), serverAddress)
	if row := c.receive(letter(p.address, sign(t, p.ssh, text, c.now))); row.State != store.Command {
		t.Fatalf("revoke: %s (%s)", row.State, row.Reason)
	}
	if c.keyState(p.pgp) != store.KeyRevoked || c.keyState(p.ssh) != store.KeyActive {
		t.Errorf("pgp %s, ssh %s", c.keyState(p.pgp), c.keyState(p.ssh))
	}
	c.wantSubjects("A key of North is revoked > "+people()["south"].address, "A key of yours is revoked > "+p.address)
	if _, err := c.Keys.ChangeKey(t.Context(), p.pgp.Public().Fingerprint, store.KeyActive, ""); err == nil {
		t.Error("a revoked key was brought back")
	}
	if row := c.receive(letter(p.address, sign(t, p.ssh, "keryx revoke 1\nat "+serverAddress+"\n", c.now))); row.State != store.Command || c.keyState(p.ssh) != store.KeyRevoked {
		t.Errorf("the key that signs: %s, %s", row.State, c.keyState(p.ssh))
	}
	c.sent()
	if row := c.receive(letter(p.address, sign(t, p.ssh, c.orders("north", "bid 1"), c.now))); row.State != store.BadSignature {
		t.Errorf("orders signed by a revoked key: %s", row.State)
	}
}

// Texts about keys that cannot be read are answered; of a stranger's nothing is
// repeated. Floods and codes that have run out lead nowhere.
func TestKeyTextFaults(t *testing.T) {
	c := newClub(t)
	c.sent()
	p, fresh := people()["north"], newSigner("fresh", mail.SSH)
	for text, subject := range map[string]string{
		"keryx revoke 2\n":                            "Your email about a key could not be read",
		"keryx revoke 1\nplease and thank you\n":      "Your email about a key could not be read",
		"keryx register 1\n":                          "Your key is in use already",
		"keryx revoke 1\n":                            "Your email about a key is not for this server",
		"keryx revoquer 1\nchez autre@club.example\n": "Your email about a key is not for this server",
	} {
		row := c.receive(letter(p.address, sign(t, p.ssh, text, c.now)))
		if row.State != store.Faulty {
			t.Errorf("%q: %s", text, row.State)
		}
		c.wantSubjects(subject + " > " + p.address)
	}
	c.receive(letter(p.address, sign(t, fresh, "keryx register 1\nvisit evil.example now\n", c.now)))
	mails := c.wantSubjects("An email about a key could not be read > " + p.address)
	if strings.Contains(text(t, mails[0]), "evil") {
		t.Error("a stranger's words went to a player")
	}
	c.now = c.now.AddDate(0, 0, 1)
	c.receive(letter(p.address, sign(t, fresh, "keryx register 1\n", c.now)))
	code := sentCode.FindStringSubmatch(text(t, c.sent()[0]))[1]
	c.now = c.now.AddDate(0, 0, 8)
	if row := c.receive(letter(p.address, sign(t, fresh, "keryx confirm 1\ncode "+code+"\n", c.now))); row.State != store.Faulty || c.keyState(fresh) != store.KeyPending {
		t.Errorf("an old code: %s, %s", row.State, c.keyState(fresh))
	}
	c.sent()
	for n := range 12 {
		c.receive(letter(p.address, sign(t, fresh, fmt.Sprintf("keryx register 1\n# %d\n", n), c.now)))
	}
	if n := len(c.sent()); n > 6 {
		t.Errorf("%d mails in a day to an address that did not ask", n)
	}
}

// Whatever strangers send in a player's name, he can revoke his key.
func TestStrangersDoNotKeepAKeyInUse(t *testing.T) {
	c := newClub(t)
	p := people()["north"]
	for n := range 20 {
		c.receive(letter(p.address, sign(t, newSigner(fmt.Sprint("stranger", n), mail.SSH), "keryx register 1\naddress "+p.address+"\n", c.now)))
	}
	if row := c.receive(letter(p.address, sign(t, p.ssh, "keryx revoke 1\nat "+serverAddress+"\n", c.now))); row.State != store.Command || c.keyState(p.ssh) != store.KeyRevoked {
		t.Errorf("revoke: %s (%s), the key is %s", row.State, row.Reason, c.keyState(p.ssh))
	}
}

// Nor do copies of texts about keys that he has signed himself. Each text is answered as his own once.
func TestCopiesDoNotKeepAKeyInUse(t *testing.T) {
	c := newClub(t)
	c.sent()
	p := people()["north"]
	for _, text := range []string{"keryx register 1\n", "keryx revoke 1\nat other@club.example\n", "keryx rotate 1\nto ABCD\nat " + serverAddress + "\n"} {
		block := sign(t, p.ssh, text, c.now)
		for range 5 {
			c.receive(letter("mallory@example.net", block))
		}
	}
	if n := len(c.sent()); n != 8 {
		t.Errorf("15 copies were answered by %d mails, want 8", n)
	}
	if row := c.receive(letter(p.address, sign(t, p.pgp, "keryx revoke 1\nkey "+p.ssh.Public().Fingerprint+"\nat "+serverAddress+"\n", c.now))); row.State != store.Command || c.keyState(p.ssh) != store.KeyRevoked {
		t.Errorf("revoke: %s (%s), the key is %s", row.State, row.Reason, c.keyState(p.ssh))
	}
}

// An OpenPGP key may stand under the signed text as well as be attached.
func TestEnrolWithAPastedKey(t *testing.T) {
	c := newClub(t)
	c.sent()
	fresh, p := newSigner("fresh", mail.OpenPGP), people()["north"]
	row := c.receive(letter(p.address, sign(t, fresh, "keryx register 1\n", c.now)+"\n"+fresh.Public().Text))
	if row.State != store.Command || c.keyState(fresh) != store.KeyPending {
		t.Errorf("state %s (%s), the key is %s", row.State, row.Reason, c.keyState(fresh))
	}
	c.wantSubjects("Your new key waits for its confirmation > " + p.address)
}

// TestEnrolWithAGreeting: a key that waits for its code is no unknown one, and who signs
// anything else with it hears so; a code below a greeting does not count, and the answer says why; it counts
// above a quoted letter.
func TestEnrolWithAGreeting(t *testing.T) {
	c := newClub(t)
	c.sent()
	fresh, p := newSigner("fresh", mail.OpenPGP), people()["north"]
	row := c.receive(withKey(p.address, sign(t, fresh, "keryx register 1\n", c.now), fresh))
	if row.State != store.Command || c.keyState(fresh) != store.KeyPending {
		t.Fatalf("state %s (%s)", row.State, row.Reason)
	}
	code := sentCode.FindStringSubmatch(text(t, c.wantSubjects("Your new key waits for its confirmation > " + p.address)[0]))
	if row := c.receive(letter(p.address, sign(t, fresh, "Good evening,\n\nkeryx confirm 1\ncode "+code[1]+"\n", c.now))); row.Reason != "keys: above" {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	if got := text(t, c.wantSubjects("Your email about a key begins with something else > " + p.address)[0]); !strings.Contains(got, "something is above it") {
		t.Errorf("he is told\n%s", got)
	}
	c.receive(letter(p.address, sign(t, fresh, "keryx confirm 1\ncode "+code[1]+"\n\nSomebody wrote:\n> If it is yours, confirm it\n", c.now)))
	if state := c.keyState(fresh); state == store.KeyPending && len(c.sent()) == 0 {
		t.Error("the code counts for nothing, and nobody says so")
	}
}

// TestRefereesAreNoOpponents: what a referee reads of a key does not call its owner somebody
// whom he plays against.
func TestRefereesAreNoOpponents(t *testing.T) {
	for state, reason := range map[store.KeyState]string{store.KeyRevoked: "lost", store.KeyRetired: "old"} {
		c := newClub(t)
		c.found(refereed)
		c.sent()
		_, err := c.Keys.ChangeKey(t.Context(), people()["north"].ssh.Public().Fingerprint, state, reason)
		check(t, err)
		for _, m := range c.sent() {
			if got := strings.Contains(text(t, m), "whom you play against"); got != (m.Recipient == southAt) && m.Recipient != northAt {
				t.Errorf("%s reads\n%s", m.Recipient, text(t, m))
			}
		}
	}
}

// Closed keys do not come back: neither by the mail of another key, nor by the referee's
// word; and a key is not closed twice.
func TestClosedKeysStayClosed(t *testing.T) {
	c := newClub(t)
	p := people()["north"]
	for _, state := range []store.KeyState{store.KeyRetired, store.KeyRevoked} {
		c.closeKey("north", state, nil)
		c.sent()
		rotate := "keryx rotate 1\nto " + p.ssh.Public().Fingerprint + "\nat " + serverAddress + "\n# " + string(state) + "\n"
		if row := c.receive(letter(northAt, sign(t, p.pgp, rotate, c.now))); row.State != store.Faulty || c.keyState(p.ssh) != state || c.keyState(p.pgp) != store.KeyActive {
			t.Errorf("rotate to a %s key: %s (%s)", state, row.State, row.Reason)
		}
		revoke := "keryx revoke 1\nkey " + p.ssh.Public().Fingerprint + "\nat " + serverAddress + "\n# " + string(state) + "\n"
		if row := c.receive(letter(northAt, sign(t, p.pgp, revoke, c.now))); row.State != store.Faulty || c.keyState(p.ssh) != state {
			t.Errorf("revoke a %s key: %s (%s)", state, row.State, row.Reason)
		}
		for _, to := range []store.KeyState{state, store.KeyActive} {
			var wrong *play.SettingError
			if _, err := c.Keys.ChangeKey(t.Context(), p.ssh.Public().Fingerprint, to, ""); !errors.As(err, &wrong) || c.keyState(p.ssh) != state {
				t.Errorf("a %s key made %s: %v", state, to, err)
			}
		}
	}
	if _, err := c.Keys.ChangeKey(t.Context(), p.ssh.Public().Fingerprint, store.KeyRetired, ""); err == nil || c.keyState(p.ssh) != store.KeyRevoked {
		t.Errorf("a revoked key is retired: %v", err)
	}
	if row := c.receive(letter(northAt, sign(t, p.pgp, "keryx confirm 1\ncode AAAA\n", c.now))); row.State != store.Faulty {
		t.Errorf("a code for a key in use: %s (%s)", row.State, row.Reason)
	}
}

// Of a key those hear who play against its owner, or for whose game it is, and their
// referees: each once, and nobody else.
func TestWhoHearsOfAKey(t *testing.T) {
	for name, tt := range map[string]struct {
		games func(c *club)
		want  []string // besides the owner
	}{
		"an opponent, in two games": {func(c *club) { c.found() }, []string{southAt}},
		"and in another game another": {func(c *club) {
			c.found(func(n *post.NewGame) { n.Seats["south"] = people()["third"].address })
		}, []string{southAt, "third@example.org"}},
		"a game without him": {func(c *club) {
			c.found(func(n *post.NewGame) { n.Seats["north"], n.Seats["south"] = people()["third"].address, southAt })
		}, []string{southAt}},
		"a game in which he stands in": {func(c *club) {
			c.game = c.found(func(n *post.NewGame) { n.Seats["north"], n.Seats["south"] = southAt, people()["third"].address })
			c.substitute("north", "north")
		}, []string{southAt, "third@example.org"}},
		"a game that is over": {func(c *club) {
			id := c.found(func(n *post.NewGame) { n.Seats["south"] = people()["third"].address })
			c.update(func(tx store.Tx) error {
				g, err := tx.Game(id)
				g.Status = store.Ended
				return errors.Join(err, tx.UpdateGame(g))
			})
		}, []string{southAt}},
		"a referee": {func(c *club) { c.found(refereed) }, []string{southAt, refereeAt}},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			tt.games(c)
			c.sent()
			_, err := c.Keys.ChangeKey(t.Context(), people()["north"].ssh.Public().Fingerprint, store.KeyRevoked, "lost")
			check(t, err)
			var told []string
			for _, m := range c.sent() {
				if m.Recipient != northAt {
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
		c := newClub(t)
		other := c.found(func(n *post.NewGame) { n.Seats["south"] = people()["third"].address })
		key := newSigner("one game", mail.SSH)
		_, err := c.Keys.AddKey(t.Context(), northAt, other, []byte(key.Public().Text))
		check(t, err)
		c.sent()
		_, err = c.Keys.ChangeKey(t.Context(), key.Public().Fingerprint, store.KeyRevoked, "lost")
		check(t, err)
		if d := cmp.Diff([]string{"notice " + northAt, "notice third@example.org"}, kinds(c.sent())); d != "" {
			t.Errorf("told (-want +got):\n%s", d)
		}
	})
}
