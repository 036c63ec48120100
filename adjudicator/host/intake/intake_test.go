package intake_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
)

// TestAnswers sends one mail of each kind and looks at its state, at the answers,
// and at whether the game has moved.
func TestAnswers(t *testing.T) {
	tests := []struct {
		name    string
		mail    func(c *hosttest.Club) []byte
		state   store.InboxState
		filed   string
		answers []string
		moves   bool
		says    []string // in the answer
	}{
		{"accepted", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 2/phase C/march 1")))
		}, store.Accepted, wire.FolderDone, []string{"receipt " + hosttest.NorthAt}, true, []string{"bid 2", "march 1"}},

		{"accepted, clearsigned with OpenPGP", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, hosttest.Sign(c.T, hosttest.People()["north"].PGP, c.Orders("north", "bid 2"), c.Time))
		}, store.Accepted, wire.FolderDone, []string{"receipt " + hosttest.NorthAt}, true, []string{"bid 2"}},

		{"accepted from another address, answered at the registered one", func(c *hosttest.Club) []byte {
			return hosttest.Letter("elsewhere@example.net", c.Signed("north", c.Orders("north", "bid 2")), "Reply-To: "+hosttest.SouthAt)
		}, store.Accepted, wire.FolderDone, []string{"receipt " + hosttest.NorthAt}, true, nil},

		{"faulty", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 9/frobnicate/phase Q/pass/loot north")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + hosttest.NorthAt}, false, []string{"line 5", "line 6", "line 7", "line 9"}},

		{"faulty in its form", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 9/march 1:")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + hosttest.NorthAt}, false, []string{"line 5", "line 6"}},

		{"faulty without a game", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", "side north\nanswers AAAA-AAAA\norders\npass\n"))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + hosttest.NorthAt}, false, nil},

		{"faulty for another turn", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", "turn 7\n"+c.Orders("north", "bid 1")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + hosttest.NorthAt}, false, []string{"line 1"}},

		{"stale", func(c *hosttest.Club) []byte {
			old := c.Orders("north", "bid 2")
			c.Order("north", "bid 1")
			c.Sent()
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", old))
		}, store.Stale, wire.FolderRefused, []string{"stale " + hosttest.NorthAt}, false, nil},

		{"a code that no report bears", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", "AAAA-AAAA", "bid 2")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + hosttest.NorthAt}, false, []string{"No report to you has the code “AAAA-AAAA”", "line 3"}},

		{"the enemy's code", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", c.Seat("south").Answers, "bid 2")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + hosttest.NorthAt}, false, []string{"No report to you has the code"}},

		{"no header at all", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", "orders\nbid 2\n"))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + hosttest.NorthAt}, false,
			[]string{"does not say which game and side", "game    ford-1", "  bid 2"}},

		{"the enemy's seat", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("south", "bid 2")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + hosttest.NorthAt}, false, []string{"You do not play “south” in ford-1", "write “side north”"}},

		{"a seat that does not exist", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "east", "AAAA-AAAA", "bid 2")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + hosttest.NorthAt}, false, []string{"You do not play “east” in ford-1"}},

		{"wrong game", func(c *hosttest.Club) []byte {
			return hosttest.Letter("third@example.org", c.Signed("third", c.Orders("north", "bid 2")))
		}, store.Foreign, wire.FolderRefused, []string{"foreign third@example.org"}, false, nil},

		{"no such game", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile("ford-99", "north", "AAAA-AAAA", "bid 2")))
		}, store.NoSuchGame, wire.FolderRefused, []string{"foreign " + hosttest.NorthAt}, false, []string{"do not name a side that you play", "ford-1"}},

		{"closed game", func(c *hosttest.Club) []byte {
			raw := hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 2")))
			c.Change(func(tx store.Tx) error {
				g, err := tx.Game(c.Game)
				if err != nil {
					return err
				}
				g.Status = store.Paused
				return tx.UpdateGame(g)
			})
			return raw
		}, store.Closed, wire.FolderRefused, []string{"closed " + hosttest.NorthAt}, false, nil},

		{"unsigned", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Orders("north", "bid 2"))
		}, store.Unsigned, wire.FolderRefused, []string{"unsigned " + hosttest.NorthAt}, false, nil},

		{"unsigned from a stranger", func(c *hosttest.Club) []byte {
			return hosttest.Letter("stranger@example.net", c.Orders("north", "bid 2"))
		}, store.Unsigned, wire.FolderRefused, nil, false, nil},

		{"altered", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, strings.Replace(c.Signed("north", c.Orders("north", "bid 2")), "bid 2", "bid 3", 1))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + hosttest.NorthAt}, false, nil},

		{"altered, clearsigned", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, strings.Replace(hosttest.Sign(c.T, hosttest.People()["north"].PGP, c.Orders("north", "bid 2"), c.Time), "bid 2", "bid 3", 1))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + hosttest.NorthAt}, false, nil},

		{"forged", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, hosttest.Sign(c.T, hosttest.People()["mallory"].SSH, c.Orders("north", "bid 2"), c.Time))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + hosttest.NorthAt}, false, nil},

		{"forged by a stranger", func(c *hosttest.Club) []byte {
			return hosttest.Letter("mallory@example.org", hosttest.Sign(c.T, hosttest.People()["mallory"].PGP, c.Orders("north", "bid 2"), c.Time))
		}, store.BadSignature, wire.FolderRefused, nil, false, nil},

		{"forged by the enemy", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("south", c.Orders("north", "bid 2")))
		}, store.Faulty, wire.FolderRefused, []string{"faulty " + hosttest.SouthAt}, false, []string{"You do not play “north” in ford-1"}},

		{"an order outside of what is signed", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, "march 1\n\n"+c.Signed("north", c.Orders("north", "bid 2")))
		}, store.Unsigned, wire.FolderRefused, []string{"unsigned " + hosttest.NorthAt}, false, nil},

		{"retired key", func(c *hosttest.Club) []byte {
			hosttest.CloseKey(c, "north", store.KeyRetired, nil)
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 2")))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + hosttest.NorthAt}, false, nil},

		{"revoked key", func(c *hosttest.Club) []byte {
			hosttest.CloseKey(c, "north", store.KeyRevoked, nil)
			return hosttest.Letter("thief@example.net", c.Signed("north", c.Orders("north", "bid 2")))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + hosttest.NorthAt}, false, nil},

		{"key that the register has ended", func(c *hosttest.Club) []byte {
			end := c.Time.Add(-time.Minute)
			hosttest.CloseKey(c, "north", store.KeyActive, &end)
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 2")))
		}, store.BadSignature, wire.FolderRefused, []string{"bad-signature " + hosttest.NorthAt}, false, nil},

		{"automatic mail", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 2")), "Auto-Submitted: auto-replied")
		}, store.Automatic, wire.FolderIgnored, nil, false, nil},

		{"in our own name", func(c *hosttest.Club) []byte {
			return hosttest.Letter(hosttest.ServerAddress, "Hello")
		}, store.Unsigned, wire.FolderRefused, nil, false, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := hosttest.NewClub(t)
			c.Sent()
			raw := tt.mail(c)
			before := c.World()
			disposition, err := c.Intake.Receive(t.Context(), c.Fetched(raw))
			hosttest.Check(t, err)
			if row := c.LastReceived(); row.State != tt.state || disposition.Folder != tt.filed {
				t.Errorf("state %s (%s), filed in %s; want %s in %s", row.State, row.Reason, disposition.Folder, tt.state, tt.filed)
			}
			answers := c.Sent()
			if d := cmp.Diff(append([]string{}, tt.answers...), hosttest.KindsOf(answers)); d != "" {
				t.Errorf("answers (-want +got):\n%s", d)
			}
			for _, words := range tt.says {
				if !strings.Contains(hosttest.TextOf(t, answers[0]), words) {
					t.Errorf("the answer does not say %q:\n%s", words, hosttest.TextOf(t, answers[0]))
				}
			}
			if tt.moves == cmp.Equal(before, c.World()) {
				t.Errorf("the game has moved: %t, want %t", !tt.moves, tt.moves)
			}
			if tt.state != store.Closed {
				c.Order("south", "bid 0") // whatever came, the game goes on
			}
		})
	}
}

func TestDuplicate(t *testing.T) {
	c := hosttest.NewClub(t)
	file := c.Orders("north", "bid 2")
	block := c.Signed("north", file)
	first := hosttest.Letter(hosttest.NorthAt, block)
	if row := c.Receive(first); row.State != store.Accepted {
		t.Fatal(row.State, row.Reason)
	}
	c.Sent()
	before := c.World()
	id := c.LastReceived().ID

	// The very same mail again, as after a crash: known by its bytes, not answered.
	if row := c.Receive(first); row.ID != id || row.State != store.Accepted {
		t.Errorf("the same bytes are message %d, %s", row.ID, row.State)
	}
	if got := c.Sent(); len(got) != 0 {
		t.Errorf("the same bytes are answered by %q", hosttest.KindsOf(got))
	}
	c.Time = c.Time.Add(26 * time.Hour)
	again := map[string]string{
		"in a new envelope":       block,
		"signed again":            hosttest.Sign(t, hosttest.People()["north"].SSH, file, c.Time),
		"signed by the other key": hosttest.Sign(t, hosttest.People()["north"].PGP, file, c.Time),
	}
	for name, body := range again {
		t.Run(name, func(t *testing.T) {
			if row := c.Receive(hosttest.Letter(hosttest.NorthAt, body)); row.State != store.Duplicate || row.Side != "north" || row.Reason != fmt.Sprint("of message ", id) {
				t.Errorf("state %s (%s)", row.State, row.Reason)
			}
			got := c.Sent()
			if d := cmp.Diff([]string{"duplicate " + hosttest.NorthAt}, hosttest.KindsOf(got)); d != "" {
				t.Errorf("answers (-want +got):\n%s", d)
			}
			if said := hosttest.TextOf(t, got[0]); !strings.Contains(said, "21 November 2026") || strings.Contains(said, "22 November 2026") {
				t.Errorf("the answer does not say when the first came:\n%s", hosttest.TextOf(t, got[0]))
			}
			c.Unmoved(before)
		})
	}
}

// Whoever has seen a signed mail can send it again, at any later time.
func TestReplayedFromAnEarlierTurn(t *testing.T) {
	c := hosttest.NewClub(t)
	early := c.Signed("north", c.Orders("north", "bid 2/pass/pass/loot 0/loot 0"))
	withheld := c.Signed("north", c.Orders("north", "bid 3"))
	c.Receive(hosttest.Letter(hosttest.NorthAt, early))
	c.Order("south", "bid 0/pass/pass/loot 0/loot 0")
	if turn := c.Turn(); turn != 2 {
		t.Fatalf("the game is in turn %d", turn)
	}
	c.Sent()
	before := c.World()
	for name, tt := range map[string]struct {
		block string
		state store.InboxState
	}{"accepted then": {early, store.Duplicate}, "never sent": {withheld, store.Stale}} {
		t.Run(name, func(t *testing.T) {
			if row := c.Receive(hosttest.Letter("mallory@example.org", tt.block)); row.State != tt.state {
				t.Errorf("state %s (%s), want %s", row.State, row.Reason, tt.state)
			}
			if got := c.Sent(); len(got) != 1 || got[0].Recipient != hosttest.NorthAt {
				t.Errorf("answers %q", hosttest.KindsOf(got))
			}
			c.Unmoved(before)
		})
	}
}

// The code of a report is read as people copy it, and the faults of a file are listed in
// its order, whatever finds them.
func TestCodesAndFaults(t *testing.T) {
	for name, change := range map[string]func(string) string{
		"small": strings.ToLower, "no hyphen": func(s string) string { return strings.ReplaceAll(s, "-", "") },
	} {
		c := hosttest.NewClub(t)
		code := c.Seat("north").Answers
		if row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", "turn 1\n"+hosttest.OrderFile(c.Game, "north", change(code), "bid 1")))); row.State != store.Accepted {
			t.Errorf("%s: %s (%s)", name, row.State, row.Reason)
		}
	}
	c := hosttest.NewClub(t)
	c.Sent()
	c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 9/march 1:/frobnicate/loot :"))))
	said := hosttest.TextOf(t, c.Sent()[0])
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
	c := hosttest.NewClub(t)
	here, code := c.Game, c.Seat("north").Answers
	c.Game = c.NewGame()
	c.Sent()
	c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", code, "bid 1"))))
	said := strings.Join(strings.Fields(hosttest.TextOf(t, c.Sent()[0])), " ")
	for _, want := range []string{"belongs to a report on " + here + ", but the file names " + c.Game, "its code is " + c.Seat("north").Answers, "write “game " + here + "”"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing from\n%s", want, said)
		}
	}
}

// TestWelcomeUnfolded: nothing is unchanged for who is told for the first time.
func TestWelcomeUnfolded(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Ruleset("hellespont"), func(n *post.NewGame) {
		n.Seats = map[string]string{"athens": hosttest.NorthAt, "sparta": hosttest.SouthAt}
	})
	for _, m := range c.Sent() {
		if got := hosttest.TextOf(t, m); strings.Contains(strings.ToLower(got), "unchanged since") || !strings.Contains(got, "FORCES OF SPARTA") {
			t.Errorf("the first letter to %s:\n%s", m.Recipient, got)
		}
	}
}

// A key that is closed between the check of a signature and what follows from it
// signs nothing: the next try finds that.
func TestKeyClosedMeanwhile(t *testing.T) {
	c := hosttest.NewClub(t)
	before := c.World()
	f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
	c.Trace = func(s hostclub.Step) {
		if s == hostclub.StepRead {
			c.Trace = nil
			hosttest.CloseKey(c, "north", store.KeyRevoked, nil)
		}
	}
	if _, err := c.Intake.Receive(t.Context(), f); err == nil {
		t.Error("no error")
	}
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if row := c.LastReceived(); row.State != store.BadSignature {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	c.Unmoved(before)
}

// A file that was refused has been received all the same: its text does not count
// when it comes again, even if it would be legal by then.
func TestFaultyFileAgain(t *testing.T) {
	c := hosttest.NewClub(t)
	block := c.Signed("north", c.Orders("north", "bid 9"))
	c.Receive(hosttest.Letter(hosttest.NorthAt, block))
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, block)); row.State != store.Duplicate {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	c.Order("north", "bid 1") // the code has not changed
}

// Mail that proves nothing of its sender is answered once a day at most for each reason,
// at a registered address, with the null sender.
func TestHelpOnceADay(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	var all []store.OutboxMail
	for range 3 {
		c.Receive(hosttest.Letter(hosttest.NorthAt, "march 2"))
		c.Receive(hosttest.Letter("stranger@example.net", "march 2"))
		all = append(all, c.Sent()...)
	}
	// The second mail of an hour brings who is awaited one line more, the third nothing.
	if len(all) != 2 || all[0].Recipient != hosttest.NorthAt || all[0].EnvelopeFrom != "" || all[1].Recipient != hosttest.NorthAt || all[1].Kind != "notice" {
		t.Fatalf("help was sent to %q", hosttest.KindsOf(all))
	}
	for _, secret := range []string{c.Game, "South", "bid", "march", c.Seat("north").Answers} {
		// Short words stand by chance in what is random of a mail, such as its Message-ID. The subject names the game.
		if len(secret) > 5 && secret != c.Game && strings.Contains(string(all[0].Raw), secret) || strings.Contains(hosttest.TextOf(t, all[0]), secret) {
			t.Errorf("help for somebody unknown says %q:\n%s", secret, hosttest.TextOf(t, all[0]))
		}
	}
	c.Time = c.Time.Add(24 * time.Hour)
	c.Receive(hosttest.Letter(hosttest.NorthAt, "march 2"))
	if got := c.Sent(); len(got) != 1 {
		t.Errorf("on the next day %d helps were sent", len(got))
	}
}

// Who is no player of a game cannot find out whether it exists.
func TestNoSuchGameReadsLikeForeign(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	answer := func(game string) string {
		c.Receive(hosttest.Letter("third@example.org", c.Signed("third", hosttest.OrderFile(game, "north", "AAAA-AAAA", "bid 1"))))
		got := c.Sent()
		if len(got) != 1 {
			t.Fatalf("answers %q", hosttest.KindsOf(got))
		}
		return hosttest.TextOf(t, got[0])
	}
	if d := cmp.Diff(answer(c.Game), answer("ford-99")); d != "" {
		t.Errorf("the answers differ (-a game of others +no game):\n%s", d)
	}
}

func TestVerifiedAnswersAreLimited(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	file := func(n int) []byte {
		return hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", fmt.Sprint("AAAA-", n), "bid 1")))
	}
	for n := range 60 {
		c.Time = c.Time.Add(5 * time.Minute) // below the limit of mails in an hour
		c.Receive(file(n))
	}
	waits(c, file(60))
	if got := c.Sent(); len(got) != 60 {
		t.Errorf("%d answers in a day, want 60", len(got))
	}
	c.Order("north", "bid 1")
	if got := c.Sent(); len(got) != 1 {
		t.Errorf("%d receipts", len(got))
	}
}

func TestTooLarge(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	f := c.Fetched(nil)
	f.TooLarge, f.Size = true, 50<<20
	disposition, err := c.Intake.Receive(t.Context(), f)
	hosttest.Check(t, err)
	first := c.LastReceived()
	if first.State != store.TooLarge || disposition.Folder != wire.FolderRefused {
		t.Errorf("state %s, filed in %s", first.State, disposition.Folder)
	}
	// Another one of which no more is known is another one.
	f.UID++
	_, err = c.Intake.Receive(t.Context(), f)
	hosttest.Check(t, err)
	if row := c.LastReceived(); row.ID == first.ID || row.State != store.TooLarge {
		t.Errorf("message %d, state %s", row.ID, row.State)
	}
}

// A key for one game signs nothing in another.
func TestKeyOfAnotherGame(t *testing.T) {
	c := hosttest.NewClub(t)
	other := c.NewGame()
	key := hosttest.NewSigner("extra", mail.SSH)
	_, err := c.Keys.AddKey(t.Context(), hosttest.NorthAt, other, []byte(key.Public().Text))
	hosttest.Check(t, err)
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, key, c.Orders("north", "bid 1"), c.Time))); row.State != store.Foreign {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	c.Game = other
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, key, c.Orders("north", "bid 1"), c.Time))); row.State != store.Accepted {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
}
