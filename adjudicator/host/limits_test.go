package host_test

import (
	"bytes"
	"context"
	"errors"
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

// Of a seat's mails a certain number is taken up in an hour. What comes beyond it waits, and copies of
// what came before do not count.
func TestTooManyMails(t *testing.T) {
	c := newClub(t)
	c.sent()
	first := letter(northAt, c.signed("north", orderFile(c.game, "north", "AAAA-AAAA", "bid 1")))
	c.receive(first)
	for range 40 { // somebody plays a mail back that he has seen
		c.receive(letter("mallory@example.net", c.signed("north", orderFile(c.game, "north", "AAAA-AAAA", "bid 1"))))
	}
	for n := range 29 {
		row := c.receive(letter(northAt, c.signed("north", orderFile(c.game, "north", fmt.Sprintf("AAAA-AA%02d", n+10), "bid 1"))))
		if row.State != store.Faulty {
			t.Fatalf("mail %d: %s (%s)", n, row.State, row.Reason)
		}
	}
	c.sent()
	good := c.signed("north", c.orders("north", "bid 2"))
	before := c.world()
	kept := c.waits(letter(northAt, good))
	if d := cmp.Diff([]string{"notice " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	for range 2 { // a copy of what waits is none more
		if row := c.receive(letter(northAt, good)); row.State != store.Ignored {
			t.Errorf("a copy is %s (%s)", row.State, row.Reason)
		}
	}
	if sent := c.sent(); len(sent) > 0 {
		t.Errorf("told are %q", kinds(sent))
	}
	c.unmoved(before)
	c.order("south", "bid 0") // the other side is not held up
	c.now = c.now.Add(time.Hour + time.Second)
	if row := c.again(kept); row.State != store.Accepted {
		t.Errorf("an hour later the orders are %s (%s)", row.State, row.Reason)
	}
}

// What is played back while a game pauses does not count when it goes on.
func TestCopiesInAPause(t *testing.T) {
	c := newClub(t)
	block := c.signed("north", c.orders("north", "bid 9"))
	c.receive(letter(northAt, block))
	set := func(s store.Status) {
		c.update(func(tx store.Tx) error {
			g, err := tx.Game(c.game)
			g.Status = s
			return errors.Join(err, tx.UpdateGame(g))
		})
	}
	set(store.Paused)
	for range 40 {
		if row := c.receive(letter("mallory@example.net", block)); row.State != store.Closed {
			t.Fatalf("%s (%s)", row.State, row.Reason)
		}
	}
	set(store.Running)
	c.order("north", "bid 1")
}

// A host may take up fewer.
func TestFewMails(t *testing.T) {
	c := newClub(t)
	c.Rules.SeatMails = 2
	mailOf := func(n int) []byte {
		return letter(northAt, c.signed("north", orderFile(c.game, "north", fmt.Sprint("AAAA-AA", n+10), "bid 1")))
	}
	for n := range 2 {
		if row := c.receive(mailOf(n)); row.State != store.Faulty {
			t.Errorf("mail %d is %s (%s)", n+1, row.State, row.Reason)
		}
	}
	c.waits(mailOf(2))
	c.order("south", "bid 0")
}

// A mail that is too large is answered from its header alone.
func TestTooLargeMail(t *testing.T) {
	for name, tt := range map[string]struct {
		from    string
		fields  []string
		state   store.InboxState
		answers []string
	}{
		"of a player":   {northAt, nil, store.TooLarge, []string{"too-large " + northAt}},
		"of a stranger": {"stranger@example.net", nil, store.TooLarge, nil},
		"of a program":  {northAt, []string{"Auto-Submitted: auto-replied"}, store.Automatic, nil},
		"of nobody":     {"", nil, store.TooLarge, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			c.sent()
			f := c.fetched(nil)
			f.Raw, f.TooLarge, f.Size = nil, true, 50<<20
			f.Head = append(letter(tt.from, "x\n", tt.fields...), bytes.Repeat([]byte("0123456789\r\n"), 1000)...)
			for range 2 {
				if _, err := c.Intake.Receive(t.Context(), f); err != nil {
					t.Fatal(err)
				}
				f.UIDValidity++ // the mailbox was restored
				c.now = c.now.Add(25 * time.Hour)
			}
			row := c.lastReceived()
			if row.State != tt.state || row.ID != 1 {
				t.Errorf("message %d is %s", row.ID, row.State)
			}
			got := c.sent()
			if d := cmp.Diff(append([]string{}, tt.answers...), kinds(got)); d != "" {
				t.Errorf("answers (-want +got):\n%s", d)
			}
			if len(got) > 0 && (!says(t, got[0], "larger than 262144 bytes") || got[0].EnvelopeFrom != "") {
				t.Errorf("the answer from %q:\n%s", got[0].EnvelopeFrom, text(t, got[0]))
			}
			c.view(func(tx store.ReadTx) error {
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
		mail  func(c *club, n int) []byte
		limit int
	}{
		"faulty": {func(c *club, n int) []byte {
			return letter(northAt, c.signed("north", c.orders("north", fmt.Sprintf("bid %d", 9+n))))
		}, 60},
		"without a game": {func(c *club, n int) []byte {
			return letter(northAt, c.signed("north", fmt.Sprintf("orders\nbid %d\n", n)))
		}, 60},
		"of no such game": {func(c *club, n int) []byte {
			return letter(northAt, c.signed("north", orderFile("ford-99", "north", "AAAA-AAAA", "pass")))
		}, 11},
		"of another's seat": {func(c *club, n int) []byte {
			return letter(northAt, c.signed("north", orderFile(c.game, "south", "AAAA-AAAA", "pass")))
		}, 11}, // the first was new
		"stale": {func(c *club, n int) []byte {
			return letter(northAt, c.signed("north", orderFile(c.game, "north", fmt.Sprintf("AAAA-A%03d", n), "pass")))
		}, 60},
		"repeated": {func(c *club, n int) []byte {
			return letter(northAt, c.signed("north", orderFile(c.game, "north", "AAAA-AAAA", "pass")))
		}, 11},
		"unsigned": {func(c *club, n int) []byte { return letter(northAt, "bid 1\n") }, 1},
		"forged": {func(c *club, n int) []byte {
			return letter(northAt, sign(c.t, people()["mallory"].ssh, "status\n", c.now))
		}, 1},
		"help": {func(c *club, n int) []byte { return letter(northAt, "help\n") }, 1},
		"requests": {func(c *club, n int) []byte {
			return letter(northAt, c.signed("north", fmt.Sprintf("status\nhelp\n# %d\n", n)))
		}, 20},
		"reports": {func(c *club, n int) []byte {
			return letter(northAt, c.signed("north", fmt.Sprintf("report\nreport\nreport\n# %d\n", n)))
		}, 60}, // 40 reports, and 20 answers that no more are sent that day
		"bad words": {func(c *club, n int) []byte {
			return letter(northAt, c.signed("north", fmt.Sprintf("keryx request 1\nfrobnicate %d\n", n)))
		}, 20},
		"an order outside": {func(c *club, n int) []byte {
			return letter(northAt, "march 1\n"+c.signed("north", c.orders("north", "bid 1")))
		}, 11},
		"expired key": {func(c *club, n int) []byte {
			end := c.now.Add(-time.Minute)
			c.closeKey("north", store.KeyActive, &end)
			return letter(northAt, c.signed("north", c.orders("north", "bid 1")))
		}, 11},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			c.sent()
			answers := 0
			for n := range tt.limit + 4 {
				c.now = c.now.Add(15 * time.Minute) // below the limit of mails in an hour
				if c.now.Day() != noon.Day() {
					c.now = noon.Add(11 * time.Hour)
				}
				if _, err := c.Intake.Receive(t.Context(), c.fetched(tt.mail(c, n))); !errors.Is(err, wire.ErrLater) { // which waits for another day
					check(t, err)
				}
				for _, m := range c.sent() {
					if m.Recipient != northAt {
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
	c := newClub(t)
	block := c.signed("north", c.orders("north", "bid 9"))
	c.receive(letter(northAt, block))
	foreign := c.signed("north", orderFile("ford-99", "north", "AAAA-AAAA", "bid 1"))
	c.sent()
	for range 40 {
		c.now = c.now.Add(10 * time.Minute)
		c.receive(letter("mallory@example.net", block))
		c.receive(letter("mallory@example.net", foreign))
		c.receive(letter("mallory@example.net", "march 1\n"+block))
	}
	// What was never answered is answered as his own, the first time.
	if got := c.sent(); len(got) != 11 {
		t.Errorf("120 copies were answered by %d mails, want 11", len(got))
	}
	c.receive(letter(northAt, c.signed("north", c.orders("north", "bid 8"))))
	if d := cmp.Diff([]string{"faulty " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("his own file (-want +got):\n%s", d)
	}
}

// Questions too: who has seen two of them leaves their author all but one of his answers.
func TestCopiesOfQuestionsUseUpNoAnswers(t *testing.T) {
	c := newClub(t)
	blocks := []string{c.signed("north", "status\n"), c.signed("north", "help\n")}
	for _, block := range blocks {
		c.receive(letter(northAt, block))
	}
	c.sent()
	for range 15 {
		for _, block := range blocks {
			c.receive(letter("mallory@example.net", block))
		}
	}
	if got := c.sent(); len(got) != 10 {
		t.Errorf("30 copies were answered by %d mails, want 10", len(got))
	}
	for n := range 18 {
		if c.receive(c.asksForHelp(n)); len(c.sent()) != 1 {
			t.Fatalf("his own question %d is not answered", n+1)
		}
	}
}

// A message whose work takes too long is tried again ever more slowly, and set aside in
// the end. Its author, of whom there is no time to learn anything, is known by his claim.
func TestWorkLimit(t *testing.T) {
	c := newClub(t, refereed)
	c.sent()
	usual := c.WorkLimit
	c.WorkLimit = time.Nanosecond
	f := c.fetched(letter(northAt, c.signed("north", c.orders("north", "bid 1"))))
	for try := range 8 {
		if _, err := c.Intake.Receive(t.Context(), f); err == nil || !strings.Contains(err.Error(), "took more than 1ns") {
			t.Fatalf("try %d: %v", try+1, err)
		}
		if _, err := c.Intake.Receive(t.Context(), f); !errors.Is(err, wire.ErrLater) {
			t.Fatalf("at once after try %d: %v", try+1, err)
		}
		c.now = *c.lastReceived().NextTry
	}
	if c.now.Sub(noon) < time.Hour {
		t.Errorf("eight tries within %s", c.now.Sub(noon))
	}
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if row := c.lastReceived(); row.State != store.Poison {
		t.Errorf("state %s", row.State)
	}
	if d := cmp.Diff([]string{"notice " + refereeAt}, kinds(c.sent())); d != "" {
		t.Error(d)
	}
	c.WorkLimit = usual
	c.order("north", "bid 1")
}

// Code that does not look at the time is noticed from outside.
func TestHung(t *testing.T) {
	c := newClub(t)
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
	_, err := c.Intake.Receive(t.Context(), c.fetched(letter("stranger@example.net", "hello\n")))
	if err == nil || told != 1 {
		t.Errorf("message %d is said to hang, error %v", told, err)
	}
}

// A stop in the middle of a message is no failure of the message, however often it
// happens.
func TestStopIsNoTry(t *testing.T) {
	c := newClub(t)
	f := c.fetched(letter(northAt, c.signed("north", c.orders("north", "bid 1"))))
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
		if row := c.lastReceived(); row.State != store.Received || row.Tries != 0 {
			t.Fatalf("state %s after %d tries", row.State, row.Tries)
		}
	}
	c.Trace = nil
	check(t, c.Intake.Resume(t.Context()))
	if row := c.lastReceived(); row.State != store.Accepted {
		t.Errorf("state %s", row.State)
	}
}

// A panic is a failure, even while the daemon stops.
func TestPanicInAStopIsATry(t *testing.T) {
	c := newClub(t, ruleset("frail"))
	c.order("south", "bid 0")
	ctx, cancel := context.WithCancel(t.Context())
	c.Trace = func(s hostclub.Step) {
		if s == hostclub.StepPlayed {
			cancel()
			panic("both at once")
		}
	}
	_, err := c.Intake.Receive(ctx, c.fetched(letter(northAt, c.signed("north", c.orders("north", "bid 1")))))
	if row := c.lastReceived(); err == nil || row.Faults != 1 {
		t.Errorf("%d faults, error %v", row.Faults, err)
	}
}

// breakGame makes a game one that was played under another version of its ruleset,
// and returns what mends it.
func (c *club) breakGame() (mend func()) {
	c.t.Helper()
	var whole store.Snapshot
	c.update(func(tx store.Tx) (err error) {
		if whole, err = tx.LatestSnapshot(c.game); err != nil {
			return err
		}
		broken := whole
		broken.Body = bytes.Replace(whole.Body, []byte(`"version":"1"`), []byte(`"version":"0"`), 1)
		if bytes.Equal(broken.Body, whole.Body) {
			c.t.Fatalf("the snapshot has no version: %s", whole.Body)
		}
		return tx.PutSnapshot(broken)
	})
	return func() { c.update(func(tx store.Tx) error { return tx.PutSnapshot(whole) }) }
}

// The mails of a broken game are set aside, none of them is lost, and its referee is
// told once. Other games go on.
func TestBrokenGame(t *testing.T) {
	c := newClub(t, refereed, contract(post.Defaults))
	whole := c.found()
	c.sent()
	mend := c.breakGame()
	ids := []int64{}
	for n, side := range []string{"north", "south", "north"} {
		row := c.receive(letter(people()[side].address, c.signed(side, c.orders(side, fmt.Sprintf("bid %d", n%2)))))
		if row.State != store.Poison || row.Tries != 1 || !strings.Contains(row.Reason, "version 0") {
			t.Errorf("mail %d: %s after %d tries (%s)", n, row.State, row.Tries, row.Reason)
		}
		ids = append(ids, row.ID)
	}
	// North is told of the game in the answer to his mail; south, who writes next, in both.
	want := []string{"notice " + southAt, "notice " + refereeAt, "notice " + northAt, "notice " + southAt}
	if d := cmp.Diff(want, kinds(c.sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	c.now = c.now.Add(answerTime + time.Hour)
	c.sweep()
	for range 2 {
		if n, err := c.Upkeep.Inspect(t.Context()); n != 1 || err != nil {
			t.Errorf("%d games are broken (%v), want 1", n, err)
		}
	}
	for _, m := range c.sent() {
		if m.Game == c.game {
			t.Errorf("a %s to %s", m.Kind, m.Recipient)
		}
	}
	if got := c.ask("north", "status "+c.game+"/status "+whole); len(got) != 2 || got[0].Game != whole || !says(t, got[1], "on hold") {
		t.Errorf("who asks gets %q", kinds(got))
	}

	mend()
	if n, err := c.Upkeep.Inspect(t.Context()); n != 0 || err != nil {
		t.Errorf("%d games are broken (%v), want none", n, err)
	}
	if n := c.sweep(); n != 0 {
		t.Errorf("%d deadlines passed while the answers had been received in time", n)
	}
	check(t, c.Intake.Resume(t.Context()))
	c.view(func(tx store.ReadTx) error {
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
	c := newClub(t)
	c.order("south", "bid 0") // nothing is asked of south now
	c.substitute("north", "third")
	c.receive(letter("third@example.org", c.signed("third", c.orders("north", "phase D/loot 0"))))
	c.sent()
	_, err := c.Recovery.Heartbeat(t.Context())
	check(t, err)
	c.now = c.now.Add(5*time.Hour + 30*time.Minute)
	_, err = c.Recovery.Heartbeat(t.Context())
	check(t, err)
	got := c.sent()
	if d := cmp.Diff([]string{"notice " + northAt, "notice third@example.org"}, kinds(got)); d != "" {
		t.Fatalf("mails (-want +got):\n%s", d)
	}
	for _, words := range []string{"5 h 30 min", "Tuesday 24 November 2026, 18:30 Paris time (17:30 UTC)", c.game} {
		if !says(t, got[0], words) {
			t.Errorf("the notice does not say %q:\n%s", words, text(t, got[0]))
		}
	}
	_, err = c.Recovery.Heartbeat(t.Context())
	check(t, err)
	if again := c.sent(); len(again) != 0 {
		t.Errorf("told again: %q", kinds(again))
	}
	r, err := mail.ReadReport(got[0].Raw)
	check(t, err)
	if !strings.Contains(r.Subject, c.game) {
		t.Errorf("the subject is %q", r.Subject)
	}
}

// What a seat has sent too much of holds up that seat alone: not its holder's files for another game.
func TestSeatsWaitEachForItself(t *testing.T) {
	c := newClub(t)
	first, second := c.game, c.found()
	c.Rules.SeatMails = 2
	stale := func(game string, n int) []byte {
		return letter(northAt, c.signed("north", orderFile(game, "north", fmt.Sprint("AAAA-AA", n+10), "bid 1")))
	}
	c.sent()
	for n := range 2 {
		c.wantState(stale(first, n), store.Faulty)
	}
	c.waits(stale(first, 2))
	c.game = second
	c.order("north", "bid 1")
	c.sent()
	c.wantState(stale(second, 3), store.Faulty) // the two mails of this game
	c.sent()
	c.waits(stale(second, 4))
	if d := cmp.Diff([]string{"notice " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("told of the second game (-want +got):\n%s", d)
	}
}
