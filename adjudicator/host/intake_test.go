package host_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
)

const (
	northAt = "north@example.org"
	southAt = "south@example.org"
)

// TestAnswers sends one mail of each kind and looks at its state, at the answers,
// and at whether the game has moved.
func TestAnswers(t *testing.T) {
	tests := []struct {
		name    string
		mail    func(c *club) []byte
		state   store.InboxState
		filed   string
		answers []string
		moves   bool
		says    []string // in the answer
	}{
		{"accepted", func(c *club) []byte {
			return letter(northAt, c.signed("north", c.orders("north", "bid 2/phase C/march 1")))
		}, store.Accepted, wire.FolderDone, []string{"receipt " + northAt}, true, []string{"bid 2", "march 1"}},

		{"accepted, clearsigned with OpenPGP", func(c *club) []byte {
			return letter(northAt, sign(c.t, people()["north"].pgp, c.orders("north", "bid 2"), c.now))
		}, store.Accepted, wire.FolderDone, []string{"receipt " + northAt}, true, []string{"bid 2"}},

		{"accepted from another address, answered at the registered one", func(c *club) []byte {
			return letter("elsewhere@example.net", c.signed("north", c.orders("north", "bid 2")), "Reply-To: "+southAt)
		}, store.Accepted, wire.FolderDone, []string{"receipt " + northAt}, true, nil},

		{"faulty", func(c *club) []byte {
			return letter(northAt, c.signed("north", c.orders("north", "bid 9/frobnicate/phase Q/pass/loot north")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + northAt}, false, []string{"line 5", "line 6", "line 7", "line 9"}},

		{"faulty in its form", func(c *club) []byte {
			return letter(northAt, c.signed("north", c.orders("north", "bid 9/march 1:")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + northAt}, false, []string{"line 5", "line 6"}},

		{"faulty without a game", func(c *club) []byte {
			return letter(northAt, c.signed("north", "side north\nanswers AAAA-AAAA\norders\npass\n"))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + northAt}, false, nil},

		{"faulty for another turn", func(c *club) []byte {
			return letter(northAt, c.signed("north", "turn 7\n"+c.orders("north", "bid 1")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + northAt}, false, []string{"line 1"}},

		{"stale", func(c *club) []byte {
			old := c.orders("north", "bid 2")
			c.order("north", "bid 1")
			c.sent()
			return letter(northAt, c.signed("north", old))
		}, store.Stale, wire.FolderRefused, []string{"stale " + northAt}, false, nil},

		{"a code that no report bears", func(c *club) []byte {
			return letter(northAt, c.signed("north", orderFile(c.game, "north", "AAAA-AAAA", "bid 2")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + northAt}, false, []string{"No report to you has the code “AAAA-AAAA”", "line 3"}},

		{"the enemy's code", func(c *club) []byte {
			return letter(northAt, c.signed("north", orderFile(c.game, "north", c.seat("south").Answers, "bid 2")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + northAt}, false, []string{"No report to you has the code"}},

		{"no header at all", func(c *club) []byte {
			return letter(northAt, c.signed("north", "orders\nbid 2\n"))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + northAt}, false,
			[]string{"does not say which game and side", "game    ford-1", "  bid 2"}},

		{"the enemy's seat", func(c *club) []byte {
			return letter(northAt, c.signed("north", c.orders("south", "bid 2")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + northAt}, false, []string{"You do not play “south” in ford-1", "write “side north”"}},

		{"a seat that does not exist", func(c *club) []byte {
			return letter(northAt, c.signed("north", orderFile(c.game, "east", "AAAA-AAAA", "bid 2")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + northAt}, false, []string{"You do not play “east” in ford-1"}},

		{"wrong game", func(c *club) []byte {
			return letter("third@example.org", c.signed("third", c.orders("north", "bid 2")))
		}, store.Foreign, wire.FolderRefused, []string{"foreign third@example.org"}, false, nil},

		{"no such game", func(c *club) []byte {
			return letter(northAt, c.signed("north", orderFile("ford-99", "north", "AAAA-AAAA", "bid 2")))
		}, store.NoSuchGame, wire.FolderRefused, []string{"foreign " + northAt}, false, []string{"do not name a side that you play", "ford-1"}},

		{"closed game", func(c *club) []byte {
			raw := letter(northAt, c.signed("north", c.orders("north", "bid 2")))
			c.update(func(tx store.Tx) error {
				g, err := tx.Game(c.game)
				if err != nil {
					return err
				}
				g.Status = store.Paused
				return tx.UpdateGame(g)
			})
			return raw
		}, store.Closed, wire.FolderRefused, []string{"closed " + northAt}, false, nil},

		{"unsigned", func(c *club) []byte {
			return letter(northAt, c.orders("north", "bid 2"))
		}, store.Unsigned, wire.FolderRefused, []string{"unsigned " + northAt}, false, nil},

		{"unsigned from a stranger", func(c *club) []byte {
			return letter("stranger@example.net", c.orders("north", "bid 2"))
		}, store.Unsigned, wire.FolderRefused, nil, false, nil},

		{"altered", func(c *club) []byte {
			return letter(northAt, strings.Replace(c.signed("north", c.orders("north", "bid 2")), "bid 2", "bid 3", 1))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + northAt}, false, nil},

		{"altered, clearsigned", func(c *club) []byte {
			return letter(northAt, strings.Replace(sign(c.t, people()["north"].pgp, c.orders("north", "bid 2"), c.now), "bid 2", "bid 3", 1))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + northAt}, false, nil},

		{"forged", func(c *club) []byte {
			return letter(northAt, sign(c.t, people()["mallory"].ssh, c.orders("north", "bid 2"), c.now))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + northAt}, false, nil},

		{"forged by a stranger", func(c *club) []byte {
			return letter("mallory@example.org", sign(c.t, people()["mallory"].pgp, c.orders("north", "bid 2"), c.now))
		}, store.BadSignature, wire.FolderRefused, nil, false, nil},

		{"forged by the enemy", func(c *club) []byte {
			return letter(northAt, c.signed("south", c.orders("north", "bid 2")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + southAt}, false, []string{"You do not play “north” in ford-1"}},

		{"an order outside of what is signed", func(c *club) []byte {
			return letter(northAt, "march 1\n\n"+c.signed("north", c.orders("north", "bid 2")))
		}, store.Unsigned, wire.FolderRefused, []string{"unsigned " + northAt}, false, nil},

		{"retired key", func(c *club) []byte {
			c.closeKey("north", store.KeyRetired, nil)
			return letter(northAt, c.signed("north", c.orders("north", "bid 2")))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + northAt}, false, nil},

		{"revoked key", func(c *club) []byte {
			c.closeKey("north", store.KeyRevoked, nil)
			return letter("thief@example.net", c.signed("north", c.orders("north", "bid 2")))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + northAt}, false, nil},

		{"key that the register has ended", func(c *club) []byte {
			end := c.now.Add(-time.Minute)
			c.closeKey("north", store.KeyActive, &end)
			return letter(northAt, c.signed("north", c.orders("north", "bid 2")))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + northAt}, false, nil},

		{"automatic mail", func(c *club) []byte {
			return letter(northAt, c.signed("north", c.orders("north", "bid 2")), "Auto-Submitted: auto-replied")
		}, store.Automatic, wire.FolderIgnored, nil, false, nil},

		{"in our own name", func(c *club) []byte {
			return letter(serverAddress, "Hello")
		}, store.Unsigned, wire.FolderRefused, nil, false, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newClub(t)
			c.sent()
			raw := tt.mail(c)
			before := c.world()
			disposition, err := c.Intake.Receive(t.Context(), c.fetched(raw))
			check(t, err)
			if row := c.lastReceived(); row.State != tt.state || disposition.Folder != tt.filed {
				t.Errorf("state %s (%s), filed in %s; want %s in %s", row.State, row.Reason, disposition.Folder, tt.state, tt.filed)
			}
			answers := c.sent()
			if d := cmp.Diff(append([]string{}, tt.answers...), kinds(answers)); d != "" {
				t.Errorf("answers (-want +got):\n%s", d)
			}
			for _, words := range tt.says {
				if !strings.Contains(text(t, answers[0]), words) {
					t.Errorf("the answer does not say %q:\n%s", words, text(t, answers[0]))
				}
			}
			if tt.moves == cmp.Equal(before, c.world()) {
				t.Errorf("the game has moved: %t, want %t", !tt.moves, tt.moves)
			}
			if tt.state != store.Closed {
				c.order("south", "bid 0") // whatever came, the game goes on
			}
		})
	}
}

// closeKey puts a player's SSH key into a state.
func (c *club) closeKey(name string, state store.KeyState, expires *time.Time) {
	c.t.Helper()
	c.update(func(tx store.Tx) error {
		k, err := tx.KeyByFingerprint(people()[name].ssh.Public().Fingerprint)
		if err != nil {
			return err
		}
		k.State, k.Changed, k.Expires = state, c.now, expires
		return tx.UpdateKey(k)
	})
}

func TestDuplicate(t *testing.T) {
	c := newClub(t)
	file := c.orders("north", "bid 2")
	block := c.signed("north", file)
	first := letter(northAt, block)
	if row := c.receive(first); row.State != store.Accepted {
		t.Fatal(row.State, row.Reason)
	}
	c.sent()
	before := c.world()
	id := c.lastReceived().ID

	// The very same mail again, as after a crash: known by its bytes, not answered.
	if row := c.receive(first); row.ID != id || row.State != store.Accepted {
		t.Errorf("the same bytes are message %d, %s", row.ID, row.State)
	}
	if got := c.sent(); len(got) != 0 {
		t.Errorf("the same bytes are answered by %q", kinds(got))
	}
	c.now = c.now.Add(26 * time.Hour)
	again := map[string]string{
		"in a new envelope":       block,
		"signed again":            sign(t, people()["north"].ssh, file, c.now),
		"signed by the other key": sign(t, people()["north"].pgp, file, c.now),
	}
	for name, body := range again {
		t.Run(name, func(t *testing.T) {
			if row := c.receive(letter(northAt, body)); row.State != store.Duplicate || row.Side != "north" || row.Reason != fmt.Sprint("of message ", id) {
				t.Errorf("state %s (%s)", row.State, row.Reason)
			}
			got := c.sent()
			if d := cmp.Diff([]string{"duplicate " + northAt}, kinds(got)); d != "" {
				t.Errorf("answers (-want +got):\n%s", d)
			}
			if said := text(t, got[0]); !strings.Contains(said, "21 November 2026") || strings.Contains(said, "22 November 2026") {
				t.Errorf("the answer does not say when the first came:\n%s", text(t, got[0]))
			}
			c.unmoved(before)
		})
	}
}

// Whoever has seen a signed mail can send it again, at any later time.
func TestReplayedFromAnEarlierTurn(t *testing.T) {
	c := newClub(t)
	early := c.signed("north", c.orders("north", "bid 2/pass/pass/loot 0/loot 0"))
	withheld := c.signed("north", c.orders("north", "bid 3"))
	c.receive(letter(northAt, early))
	c.order("south", "bid 0/pass/pass/loot 0/loot 0")
	if turn := c.turn(); turn != 2 {
		t.Fatalf("the game is in turn %d", turn)
	}
	c.sent()
	before := c.world()
	for name, tt := range map[string]struct {
		block string
		state store.InboxState
	}{"accepted then": {early, store.Duplicate}, "never sent": {withheld, store.Stale}} {
		t.Run(name, func(t *testing.T) {
			if row := c.receive(letter("mallory@example.org", tt.block)); row.State != tt.state {
				t.Errorf("state %s (%s), want %s", row.State, row.Reason, tt.state)
			}
			if got := c.sent(); len(got) != 1 || got[0].Recipient != northAt {
				t.Errorf("answers %q", kinds(got))
			}
			c.unmoved(before)
		})
	}
}

func (c *club) turn() (turn int) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		g, err := tx.Game(c.game)
		turn = g.Turn
		return err
	})
	return turn
}

// The code of a report is read as people copy it, and the faults of a file are listed in
// its order, whatever finds them.
func TestCodesAndFaults(t *testing.T) {
	for name, change := range map[string]func(string) string{
		"small": strings.ToLower, "no hyphen": func(s string) string { return strings.ReplaceAll(s, "-", "") },
	} {
		c := newClub(t)
		code := c.seat("north").Answers
		if row := c.receive(letter(northAt, c.signed("north", "turn 1\n"+orderFile(c.game, "north", change(code), "bid 1")))); row.State != store.Accepted {
			t.Errorf("%s: %s (%s)", name, row.State, row.Reason)
		}
	}
	c := newClub(t)
	c.sent()
	c.receive(letter(northAt, c.signed("north", c.orders("north", "bid 9/march 1:/frobnicate/loot :"))))
	said := text(t, c.sent()[0])
	last := -1
	for _, line := range []string{"line 5", "line 6", "line 7", "line 8"} {
		at := strings.Index(said, line)
		if at <= last {
			t.Errorf("%s stands at %d, the line before at %d:\n%s", line, at, last, said)
		}
		last = at
	}
}

// TestCodeOfAnotherGame: the code of a report on another game of the player's is no unknown
// one; he hears of which game it is, and what to write for either.
func TestCodeOfAnotherGame(t *testing.T) {
	c := newClub(t)
	here, code := c.game, c.seat("north").Answers
	c.game = c.found()
	c.sent()
	c.receive(letter(northAt, c.signed("north", orderFile(c.game, "north", code, "bid 1"))))
	said := strings.Join(strings.Fields(text(t, c.sent()[0])), " ")
	for _, want := range []string{"belongs to a report on " + here + ", but the file names " + c.game, "its code is " + c.seat("north").Answers, "write “game " + here + "”"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing from\n%s", want, said)
		}
	}
}

// TestWelcomeUnfolded: nothing is unchanged for who is told for the first time.
func TestWelcomeUnfolded(t *testing.T) {
	c := newClub(t, ruleset("hellespont"), func(n *post.NewGame) { n.Seats = map[string]string{"athens": northAt, "sparta": southAt} })
	for _, m := range c.sent() {
		if got := text(t, m); strings.Contains(strings.ToLower(got), "unchanged since") || !strings.Contains(got, "FORCES OF SPARTA") {
			t.Errorf("the first letter to %s:\n%s", m.Recipient, got)
		}
	}
}

// A key that is closed between the check of a signature and what follows from it
// signs nothing: the next try finds that.
func TestKeyClosedMeanwhile(t *testing.T) {
	c := newClub(t)
	before := c.world()
	f := c.fetched(letter(northAt, c.signed("north", c.orders("north", "bid 1"))))
	c.Trace = func(s hostclub.Step) {
		if s == hostclub.StepRead {
			c.Trace = nil
			c.closeKey("north", store.KeyRevoked, nil)
		}
	}
	if _, err := c.Intake.Receive(t.Context(), f); err == nil {
		t.Error("no error")
	}
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if row := c.lastReceived(); row.State != store.BadSignature {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	c.unmoved(before)
}

// A file that was refused has been received all the same: its text does not count
// when it comes again, even if it would be legal by then.
func TestFaultyFileAgain(t *testing.T) {
	c := newClub(t)
	block := c.signed("north", c.orders("north", "bid 9"))
	c.receive(letter(northAt, block))
	if row := c.receive(letter(northAt, block)); row.State != store.Duplicate {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	c.order("north", "bid 1") // the code has not changed
}

// Mail that proves nothing of its sender is answered once a day at most for each reason,
// at a registered address, with the null sender.
func TestHelpOnceADay(t *testing.T) {
	c := newClub(t)
	c.sent()
	var all []store.OutboxMail
	for range 3 {
		c.receive(letter(northAt, "march 2"))
		c.receive(letter("stranger@example.net", "march 2"))
		all = append(all, c.sent()...)
	}
	// The second mail of an hour brings who is awaited one line more, the third nothing.
	if len(all) != 2 || all[0].Recipient != northAt || all[0].EnvelopeFrom != "" || all[1].Recipient != northAt || all[1].Kind != "notice" {
		t.Fatalf("help was sent to %q", kinds(all))
	}
	for _, secret := range []string{c.game, "South", "bid", "march", c.seat("north").Answers} {
		// Short words stand by chance in what is random of a mail, such as its Message-ID. The subject names the game.
		if len(secret) > 5 && secret != c.game && strings.Contains(string(all[0].Raw), secret) || strings.Contains(text(t, all[0]), secret) {
			t.Errorf("help for somebody unknown says %q:\n%s", secret, text(t, all[0]))
		}
	}
	c.now = c.now.Add(24 * time.Hour)
	c.receive(letter(northAt, "march 2"))
	if got := c.sent(); len(got) != 1 {
		t.Errorf("on the next day %d helps were sent", len(got))
	}
}

// Who is no player of a game cannot find out whether it exists.
func TestNoSuchGameReadsLikeForeign(t *testing.T) {
	c := newClub(t)
	c.sent()
	answer := func(game string) string {
		c.receive(letter("third@example.org", c.signed("third", orderFile(game, "north", "AAAA-AAAA", "bid 1"))))
		got := c.sent()
		if len(got) != 1 {
			t.Fatalf("answers %q", kinds(got))
		}
		return text(t, got[0])
	}
	if d := cmp.Diff(answer(c.game), answer("ford-99")); d != "" {
		t.Errorf("the answers differ (-a game of others +no game):\n%s", d)
	}
}

func TestVerifiedAnswersAreLimited(t *testing.T) {
	c := newClub(t)
	c.sent()
	file := func(n int) []byte {
		return letter(northAt, c.signed("north", orderFile(c.game, "north", fmt.Sprint("AAAA-", n), "bid 1")))
	}
	for n := range 60 {
		c.now = c.now.Add(5 * time.Minute) // below the limit of mails in an hour
		c.receive(file(n))
	}
	c.waits(file(60))
	if got := c.sent(); len(got) != 60 {
		t.Errorf("%d answers in a day, want 60", len(got))
	}
	c.order("north", "bid 1")
	if got := c.sent(); len(got) != 1 {
		t.Errorf("%d receipts", len(got))
	}
}

func TestTooLarge(t *testing.T) {
	c := newClub(t)
	c.sent()
	f := c.fetched(nil)
	f.TooLarge, f.Size = true, 50<<20
	disposition, err := c.Intake.Receive(t.Context(), f)
	check(t, err)
	first := c.lastReceived()
	if first.State != store.TooLarge || disposition.Folder != wire.FolderRefused {
		t.Errorf("state %s, filed in %s", first.State, disposition.Folder)
	}
	// Another one of which no more is known is another one.
	f.UID++
	_, err = c.Intake.Receive(t.Context(), f)
	check(t, err)
	if row := c.lastReceived(); row.ID == first.ID || row.State != store.TooLarge {
		t.Errorf("message %d, state %s", row.ID, row.State)
	}
}

// A key for one game signs nothing in another.
func TestKeyOfAnotherGame(t *testing.T) {
	c := newClub(t)
	other := c.found()
	key := newSigner("extra", mail.SSH)
	_, err := c.Keys.AddKey(t.Context(), northAt, other, []byte(key.Public().Text))
	check(t, err)
	if row := c.receive(letter(northAt, sign(t, key, c.orders("north", "bid 1"), c.now))); row.State != store.Foreign {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	c.game = other
	if row := c.receive(letter(northAt, sign(t, key, c.orders("north", "bid 1"), c.now))); row.State != store.Accepted {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
}
