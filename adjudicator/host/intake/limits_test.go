package intake_test

import (
	"bytes"
	"context"
	"errors"
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

// Of a seat's mails a certain number is taken up in an hour. What comes beyond it waits, and copies of
// what came before do not count.
func TestTooManyMails(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	first := hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", "AAAA-AAAA", "bid 1")))
	c.Receive(first)
	for range 40 { // somebody plays a mail back that he has seen
		c.Receive(hosttest.Letter("mallory@example.net", c.Signed("north", hosttest.OrderFile(c.Game, "north", "AAAA-AAAA", "bid 1"))))
	}
	for n := range 29 {
		row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", fmt.Sprintf("AAAA-AA%02d", n+10), "bid 1"))))
		if row.State != store.Faulty {
			t.Fatalf("mail %d: %s (%s)", n, row.State, row.Reason)
		}
	}
	c.Sent()
	good := c.Signed("north", c.Orders("north", "bid 2"))
	before := c.World()
	kept := waits(c, hosttest.Letter(hosttest.NorthAt, good))
	if d := cmp.Diff([]string{"notice " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	for range 2 { // a copy of what waits is none more
		if row := c.Receive(hosttest.Letter(hosttest.NorthAt, good)); row.State != store.Ignored {
			t.Errorf("a copy is %s (%s)", row.State, row.Reason)
		}
	}
	if sent := c.Sent(); len(sent) > 0 {
		t.Errorf("told are %q", hosttest.KindsOf(sent))
	}
	c.Unmoved(before)
	c.Order("south", "bid 0") // the other side is not held up
	c.Time = c.Time.Add(time.Hour + time.Second)
	if row := again(c, kept); row.State != store.Accepted {
		t.Errorf("an hour later the orders are %s (%s)", row.State, row.Reason)
	}
}

// What is played back while a game pauses does not count when it goes on.
func TestCopiesInAPause(t *testing.T) {
	c := hosttest.NewClub(t)
	block := c.Signed("north", c.Orders("north", "bid 9"))
	c.Receive(hosttest.Letter(hosttest.NorthAt, block))
	set := func(s store.Status) {
		c.Change(func(tx store.Tx) error {
			g, err := tx.Game(c.Game)
			g.Status = s
			return errors.Join(err, tx.UpdateGame(g))
		})
	}
	set(store.Paused)
	for range 40 {
		if row := c.Receive(hosttest.Letter("mallory@example.net", block)); row.State != store.Closed {
			t.Fatalf("%s (%s)", row.State, row.Reason)
		}
	}
	set(store.Running)
	c.Order("north", "bid 1")
}

// A host may take up fewer.
func TestFewMails(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Rules.SeatMails = 2
	mailOf := func(n int) []byte {
		return hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", fmt.Sprint("AAAA-AA", n+10), "bid 1")))
	}
	for n := range 2 {
		if row := c.Receive(mailOf(n)); row.State != store.Faulty {
			t.Errorf("mail %d is %s (%s)", n+1, row.State, row.Reason)
		}
	}
	waits(c, mailOf(2))
	c.Order("south", "bid 0")
}

// A mail that is too large is answered from its header alone.
func TestTooLargeMail(t *testing.T) {
	for name, tt := range map[string]struct {
		from    string
		fields  []string
		state   store.InboxState
		answers []string
	}{
		"of a player":   {hosttest.NorthAt, nil, store.TooLarge, []string{"too-large " + hosttest.NorthAt}},
		"of a stranger": {"stranger@example.net", nil, store.TooLarge, nil},
		"of a program":  {hosttest.NorthAt, []string{"Auto-Submitted: auto-replied"}, store.Automatic, nil},
		"of nobody":     {"", nil, store.TooLarge, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.NewClub(t)
			c.Sent()
			f := c.Fetched(nil)
			f.Raw, f.TooLarge, f.Size = nil, true, 50<<20
			f.Head = append(hosttest.Letter(tt.from, "x\n", tt.fields...), bytes.Repeat([]byte("0123456789\r\n"), 1000)...)
			for range 2 {
				if _, err := c.Intake.Receive(t.Context(), f); err != nil {
					t.Fatal(err)
				}
				f.UIDValidity++ // the mailbox was restored
				c.Time = c.Time.Add(25 * time.Hour)
			}
			row := c.LastReceived()
			if row.State != tt.state || row.ID != 1 {
				t.Errorf("message %d is %s", row.ID, row.State)
			}
			got := c.Sent()
			if d := cmp.Diff(append([]string{}, tt.answers...), hosttest.KindsOf(got)); d != "" {
				t.Errorf("answers (-want +got):\n%s", d)
			}
			if len(got) > 0 && (!hosttest.Says(t, got[0], "larger than 262144 bytes") || got[0].EnvelopeFrom != "") {
				t.Errorf("the answer from %q:\n%s", got[0].EnvelopeFrom, hosttest.TextOf(t, got[0]))
			}
			c.View(func(tx store.ReadTx) error {
				kept, err := tx.InboxMessage(1)
				if err == nil && (len(kept.Raw) == 0 || bytes.Contains(kept.Raw, []byte("0123456789"))) {
					t.Errorf("%d bytes were kept, want the header", len(kept.Raw))
				}
				return err
			})
		})
	}
}

// Whatever one sends, and however often, the number of answers to one address in one
// day has a limit.
func TestAnswerBudgets(t *testing.T) {
	for name, tt := range map[string]struct {
		mail  func(c *hosttest.Club, n int) []byte
		limit int
	}{
		"faulty": {func(c *hosttest.Club, n int) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", fmt.Sprintf("bid %d", 9+n))))
		}, 60},
		"without a game": {func(c *hosttest.Club, n int) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("orders\nbid %d\n", n)))
		}, 60},
		"of no such game": {func(c *hosttest.Club, n int) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile("ford-99", "north", "AAAA-AAAA", "pass")))
		}, 11},
		"of another's seat": {func(c *hosttest.Club, n int) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "south", "AAAA-AAAA", "pass")))
		}, 11}, // the first was new
		"stale": {func(c *hosttest.Club, n int) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", fmt.Sprintf("AAAA-A%03d", n), "pass")))
		}, 60},
		"repeated": {func(c *hosttest.Club, n int) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(c.Game, "north", "AAAA-AAAA", "pass")))
		}, 11},
		"unsigned": {func(c *hosttest.Club, n int) []byte { return hosttest.Letter(hosttest.NorthAt, "bid 1\n") }, 1},
		"forged": {func(c *hosttest.Club, n int) []byte {
			return hosttest.Letter(hosttest.NorthAt, hosttest.Sign(c.T, hosttest.People()["mallory"].SSH, "status\n", c.Time))
		}, 1},
		"help": {func(c *hosttest.Club, n int) []byte { return hosttest.Letter(hosttest.NorthAt, "help\n") }, 1},
		"requests": {func(c *hosttest.Club, n int) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("status\nhelp\n# %d\n", n)))
		}, 20},
		"reports": {func(c *hosttest.Club, n int) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("report\nreport\nreport\n# %d\n", n)))
		}, 60}, // 40 reports, and 20 answers that no more are sent that day
		"bad words": {func(c *hosttest.Club, n int) []byte {
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("keryx request 1\nfrobnicate %d\n", n)))
		}, 20},
		"an order outside": {func(c *hosttest.Club, n int) []byte {
			return hosttest.Letter(hosttest.NorthAt, "march 1\n"+c.Signed("north", c.Orders("north", "bid 1")))
		}, 11},
		"expired key": {func(c *hosttest.Club, n int) []byte {
			end := c.Time.Add(-time.Minute)
			hosttest.CloseKey(c, "north", store.KeyActive, &end)
			return hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1")))
		}, 11},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.NewClub(t)
			c.Sent()
			answers := 0
			for n := range tt.limit + 4 {
				c.Time = c.Time.Add(15 * time.Minute) // below the limit of mails in an hour
				if c.Time.Day() != hosttest.Noon.Day() {
					c.Time = hosttest.Noon.Add(11 * time.Hour)
				}
				if _, err := c.Intake.Receive(t.Context(), c.Fetched(tt.mail(c, n))); !errors.Is(err, wire.ErrLater) { // which waits for another day
					hosttest.Check(t, err)
				}
				for _, m := range c.Sent() {
					if m.Recipient != hosttest.NorthAt {
						t.Fatalf("a mail to %s", m.Recipient)
					}
					if m.Kind != "notice" {
						answers++
					}
				}
			}
			if answers != tt.limit {
				t.Errorf("%d answers in a day, want %d", answers, tt.limit)
			}
		})
	}
}

// Whoever has seen mails of a player can send copies of them, whole or mixed with words
// of his own. That uses up no answer to what the player writes himself.
func TestCopiesUseUpNoAnswers(t *testing.T) {
	c := hosttest.NewClub(t)
	block := c.Signed("north", c.Orders("north", "bid 9"))
	c.Receive(hosttest.Letter(hosttest.NorthAt, block))
	foreign := c.Signed("north", hosttest.OrderFile("ford-99", "north", "AAAA-AAAA", "bid 1"))
	c.Sent()
	for range 40 {
		c.Time = c.Time.Add(10 * time.Minute)
		c.Receive(hosttest.Letter("mallory@example.net", block))
		c.Receive(hosttest.Letter("mallory@example.net", foreign))
		c.Receive(hosttest.Letter("mallory@example.net", "march 1\n"+block))
	}
	// What was never answered is answered as his own, the first time.
	if got := c.Sent(); len(got) != 11 {
		t.Errorf("120 copies were answered by %d mails, want 11", len(got))
	}
	c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 8"))))
	if d := cmp.Diff([]string{"faulty " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("his own file (-want +got):\n%s", d)
	}
}

// Questions too: who has seen two of them leaves their author all but one of his answers.
func TestCopiesOfQuestionsUseUpNoAnswers(t *testing.T) {
	c := hosttest.NewClub(t)
	blocks := []string{c.Signed("north", "status\n"), c.Signed("north", "help\n")}
	for _, block := range blocks {
		c.Receive(hosttest.Letter(hosttest.NorthAt, block))
	}
	c.Sent()
	for range 15 {
		for _, block := range blocks {
			c.Receive(hosttest.Letter("mallory@example.net", block))
		}
	}
	if got := c.Sent(); len(got) != 10 {
		t.Errorf("30 copies were answered by %d mails, want 10", len(got))
	}
	for n := range 18 {
		if c.Receive(asksForHelp(c, n)); len(c.Sent()) != 1 {
			t.Fatalf("his own question %d is not answered", n+1)
		}
	}
}

// A message whose work takes too long is tried again ever more slowly, and set aside in
// the end. Its author, of whom there is no time to learn anything, is known by his claim.
func TestWorkLimit(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	c.Sent()
	usual := c.WorkLimit
	c.WorkLimit = time.Nanosecond
	f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
	for try := range 8 {
		if _, err := c.Intake.Receive(t.Context(), f); err == nil || !strings.Contains(err.Error(), "took more than 1ns") {
			t.Fatalf("try %d: %v", try+1, err)
		}
		if _, err := c.Intake.Receive(t.Context(), f); !errors.Is(err, wire.ErrLater) {
			t.Fatalf("at once after try %d: %v", try+1, err)
		}
		c.Time = *c.LastReceived().NextTry
	}
	if c.Time.Sub(hosttest.Noon) < time.Hour {
		t.Errorf("eight tries within %s", c.Time.Sub(hosttest.Noon))
	}
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if row := c.LastReceived(); row.State != store.Poison {
		t.Errorf("state %s", row.State)
	}
	if d := cmp.Diff([]string{"notice " + hosttest.ThirdAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Error(d)
	}
	c.WorkLimit = usual
	c.Order("north", "bid 1")
}

// Code that does not look at the time is noticed from outside.
func TestHung(t *testing.T) {
	c := hosttest.NewClub(t)
	hung := make(chan int64)
	c.WorkLimit = time.Second // longer than a busy machine needs to come to where it hangs
	c.Hung = func(message int64) { hung <- message }
	var told int64
	c.Trace = func(s hostclub.Step) {
		if s == hostclub.StepTried {
			return
		}
		if s == hostclub.StepRead { // hangs until somebody has noticed
			told = <-hung
		}
	}
	_, err := c.Intake.Receive(t.Context(), c.Fetched(hosttest.Letter("stranger@example.net", "hello\n")))
	if err == nil || told != 1 {
		t.Errorf("message %d is said to hang, error %v", told, err)
	}
}

// A stop in the middle of a message is no failure of the message, however often it
// happens.
func TestStopIsNoTry(t *testing.T) {
	c := hosttest.NewClub(t)
	f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
	for range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		c.Trace = func(s hostclub.Step) {
			if s == hostclub.StepRead {
				cancel()
			}
		}
		if _, err := c.Intake.Receive(ctx, f); err == nil {
			t.Fatal("no error, though it was stopped")
		}
		if row := c.LastReceived(); row.State != store.Received || row.Tries != 0 {
			t.Fatalf("state %s after %d tries", row.State, row.Tries)
		}
	}
	c.Trace = nil
	hosttest.Check(t, c.Intake.Resume(t.Context()))
	if row := c.LastReceived(); row.State != store.Accepted {
		t.Errorf("state %s", row.State)
	}
}

// A panic is a failure, even while the daemon stops.
func TestPanicInAStopIsATry(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Ruleset("frail"))
	c.Order("south", "bid 0")
	ctx, cancel := context.WithCancel(t.Context())
	c.Trace = func(s hostclub.Step) {
		if s == hostclub.StepPlayed {
			cancel()
			panic("both at once")
		}
	}
	_, err := c.Intake.Receive(ctx, c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1")))))
	if row := c.LastReceived(); err == nil || row.Faults != 1 {
		t.Errorf("%d faults, error %v", row.Faults, err)
	}
}

// breakGame makes a game one that was played under another version of its ruleset,
// and returns what mends it.
func breakGame(c *hosttest.Club) (mend func()) {
	c.T.Helper()
	var whole store.Snapshot
	c.Change(func(tx store.Tx) (err error) {
		if whole, err = tx.LatestSnapshot(c.Game); err != nil {
			return err
		}
		broken := whole
		broken.Body = bytes.Replace(whole.Body, []byte(`"version":"1"`), []byte(`"version":"0"`), 1)
		if bytes.Equal(broken.Body, whole.Body) {
			c.T.Fatalf("the snapshot has no version: %s", whole.Body)
		}
		return tx.PutSnapshot(broken)
	})
	return func() { c.Change(func(tx store.Tx) error { return tx.PutSnapshot(whole) }) }
}

// The mails of a broken game are set aside, none of them is lost, and its referee is
// told once. Other games go on.
func TestBrokenGame(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed, hosttest.Contract(post.Defaults))
	whole := c.NewGame()
	c.Sent()
	mend := breakGame(c)
	ids := []int64{}
	for n, side := range []string{"north", "south", "north"} {
		row := c.Receive(hosttest.Letter(hosttest.People()[side].Address, c.Signed(side, c.Orders(side, fmt.Sprintf("bid %d", n%2)))))
		if row.State != store.Poison || row.Tries != 1 || !strings.Contains(row.Reason, "version 0") {
			t.Errorf("mail %d: %s after %d tries (%s)", n, row.State, row.Tries, row.Reason)
		}
		ids = append(ids, row.ID)
	}
	// North is told of the game in the answer to his mail; south, who writes next, in both.
	want := []string{"notice " + hosttest.SouthAt, "notice " + hosttest.ThirdAt, "notice " + hosttest.NorthAt, "notice " + hosttest.SouthAt}
	if d := cmp.Diff(want, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	c.Time = c.Time.Add(hosttest.AnswerTime + time.Hour)
	c.SweepNow()
	for range 2 {
		if n, err := c.Upkeep.Inspect(t.Context()); n != 1 || err != nil {
			t.Errorf("%d games are broken (%v), want 1", n, err)
		}
	}
	for _, m := range c.Sent() {
		if m.Game == c.Game {
			t.Errorf("a %s to %s", m.Kind, m.Recipient)
		}
	}
	if got := c.Ask("north", "status "+c.Game+"/status "+whole); len(got) != 2 || got[0].Game != whole || !hosttest.Says(t, got[1], "on hold") {
		t.Errorf("who asks gets %q", hosttest.KindsOf(got))
	}

	mend()
	if n, err := c.Upkeep.Inspect(t.Context()); n != 0 || err != nil {
		t.Errorf("%d games are broken (%v), want none", n, err)
	}
	if n := c.SweepNow(); n != 0 {
		t.Errorf("%d deadlines passed while the answers had been received in time", n)
	}
	hosttest.Check(t, c.Intake.Resume(t.Context()))
	c.View(func(tx store.ReadTx) error {
		for n, id := range ids {
			row, err := tx.InboxMessage(id)
			if err != nil {
				return err
			}
			if want := []store.InboxState{store.Accepted, store.Accepted, store.Duplicate}[n]; row.State != want {
				t.Errorf("mail %d is now %s (%s), want %s", n, row.State, row.Reason, want)
			}
		}
		return nil
	})
}

// Who plays a seat is told, in his own time zone, when its deadline has moved.
func TestOutageIsTold(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Order("south", "bid 0") // nothing is asked of south now
	c.Substitute("north", "third")
	c.Receive(hosttest.Letter("third@example.org", c.Signed("third", c.Orders("north", "phase D/loot 0"))))
	c.Sent()
	_, err := c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.Time = c.Time.Add(5*time.Hour + 30*time.Minute)
	_, err = c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	got := c.Sent()
	if d := cmp.Diff([]string{"notice " + hosttest.NorthAt, "notice third@example.org"}, hosttest.KindsOf(got)); d != "" {
		t.Fatalf("mails (-want +got):\n%s", d)
	}
	for _, words := range []string{"5 h 30 min", "Tuesday 24 November 2026, 18:30 Paris time (17:30 UTC)", c.Game} {
		if !hosttest.Says(t, got[0], words) {
			t.Errorf("the notice does not say %q:\n%s", words, hosttest.TextOf(t, got[0]))
		}
	}
	_, err = c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	if again := c.Sent(); len(again) != 0 {
		t.Errorf("told again: %q", hosttest.KindsOf(again))
	}
	r, err := mail.ReadReport(got[0].Raw)
	hosttest.Check(t, err)
	if !strings.Contains(r.Subject, c.Game) {
		t.Errorf("the subject is %q", r.Subject)
	}
}

// What a seat has sent too much of holds up that seat alone: not its holder's files for another game.
func TestSeatsWaitEachForItself(t *testing.T) {
	c := hosttest.NewClub(t)
	first, second := c.Game, c.NewGame()
	c.Rules.SeatMails = 2
	stale := func(game string, n int) []byte {
		return hosttest.Letter(hosttest.NorthAt, c.Signed("north", hosttest.OrderFile(game, "north", fmt.Sprint("AAAA-AA", n+10), "bid 1")))
	}
	c.Sent()
	for n := range 2 {
		c.WantState(stale(first, n), store.Faulty)
	}
	waits(c, stale(first, 2))
	c.Game = second
	c.Order("north", "bid 1")
	c.Sent()
	c.WantState(stale(second, 3), store.Faulty) // the two mails of this game
	c.Sent()
	waits(c, stale(second, 4))
	if d := cmp.Diff([]string{"notice " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("told of the second game (-want +got):\n%s", d)
	}
}
