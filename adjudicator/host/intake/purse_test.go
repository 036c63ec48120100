package intake_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	hostreports "keryx/adjudicator/host/reports"
	"keryx/mail/wire"
	"keryx/store"
)

// waits gives the host a mail that has to wait for its author's limit, and returns it as it came.
func waits(c *hosttest.Club, raw []byte) wire.Fetched {
	c.T.Helper()
	f := c.Fetched(raw)
	if _, err := c.Intake.Receive(c.T.Context(), f); !errors.Is(err, wire.ErrLater) {
		c.T.Fatalf("it does not wait: %v", err)
	}
	if row := c.LastReceived(); row.State != store.Received {
		c.T.Fatalf("what waits is %s (%s)", row.State, row.Reason)
	}
	return f
}

// again gives the host a mail that has waited.
func again(c *hosttest.Club, f wire.Fetched) (row store.InboxMessage) {
	c.T.Helper()
	_, err := c.Intake.Receive(c.T.Context(), f)
	hosttest.Check(c.T, err)
	c.View(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{})
		for _, one := range rows {
			if full, err := tx.InboxMessage(one.ID); err == nil && string(full.Raw) == string(f.Raw) {
				row = one
			}
		}
		return err
	})
	return row
}

// asksForHelp is a signed question, another one for each number.
func asksForHelp(c *hosttest.Club, n int) []byte {
	return hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("help # %d\n", n)))
}

// The last answer of a day says that it is the last. What comes after it waits, is neither carried out
// nor refused, and is dealt with in its order on the next day.
func TestLastAnswerOfADay(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	for n := range 20 {
		c.Receive(asksForHelp(c, n))
		sent := c.Sent()
		if len(sent) != 1 {
			t.Fatalf("answer %d: %q", n+1, hosttest.KindsOf(sent))
		}
		if last := hosttest.Says(t, sent[0], "last answer to a question"); last != (n == 19) {
			t.Errorf("answer %d says that it is the last: %t", n+1, last)
		}
	}
	var kept []wire.Fetched
	for n := range 3 {
		kept = append(kept, waits(c, asksForHelp(c, 100+n)))
	}
	if sent := c.Sent(); len(sent) > 0 {
		t.Errorf("what waits is answered: %q", hosttest.KindsOf(sent))
	}
	// That it waits for tomorrow is no sign that the clock was ahead.
	until := c.LastReceived().NextTry
	_, err := c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	if now := c.LastReceived().NextTry; until == nil || now == nil || !now.Equal(*until) || len(c.Sent()) > 0 {
		t.Errorf("what waits until %v is tried again at %v, or somebody is told", until, now)
	}
	// What changes something, and orders, have purses of their own.
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "calendar files off\n"), hosttest.NorthAt+": ")
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "help\ngame "+c.Game+"\nside north\nanswers "+c.Seat("north").Answers+"\norders\nbid 1\n"), "help")
	if row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "nonsense")))); row.State != store.Faulty || len(c.Sent()) != 1 {
		t.Errorf("a faulty file is %s, and not answered", row.State)
	}
	c.Order("north", "bid 1")
	c.Time = c.Time.Add(12*time.Hour + 2*time.Minute) // the next day
	if _, err := c.Intake.Receive(t.Context(), c.Fetched(asksForHelp(c, 200))); !errors.Is(err, wire.ErrLater) {
		t.Errorf("a later mail goes before those that wait: %v", err)
	}
	c.Sent()
	for n, f := range kept {
		if row := again(c, f); row.State != store.Command {
			t.Errorf("mail %d of those that waited is %s (%s)", n+1, row.State, row.Reason)
		}
		if sent := c.Sent(); len(sent) != 1 {
			t.Errorf("mail %d of those that waited is answered by %q", n+1, hosttest.KindsOf(sent))
		}
	}
}

// What changes something is not carried out in silence: with the last answer gone, it waits.
func TestNothingIsDoneInSilence(t *testing.T) {
	c := hosttest.Away(t)
	for n := range 100 {
		if said := c.Requests("north", hosttest.NorthAt, fmt.Sprintf("pictures %s\n", []string{"on", "off"}[n%2])); strings.Contains(said, "last answer of its kind") != (n == 99) {
			t.Fatalf("answer %d:\n%s", n+1, said)
		}
	}
	f := waits(c, hosttest.Letter(hosttest.NorthAt, c.Signed("north", "absence from 2026-12-20 to 2026-12-22\n")))
	if sent := c.Sent(); len(sent) > 0 {
		t.Errorf("it was carried out: %q", hosttest.KindsOf(sent))
	}
	c.Time = c.Time.Add(12*time.Hour + 2*time.Minute)
	if row := again(c, f); row.State != store.Command {
		t.Errorf("the next day it is %s (%s)", row.State, row.Reason)
	}
	if said := hosttest.KindsOf(c.Sent()); !slices.Contains(said, "requested "+hosttest.NorthAt) && len(said) < 2 {
		t.Errorf("told are %q", said)
	}
}

// Whoever has copies of a player's mails uses up none of the answers to new ones.
func TestCopiesUseUpNoReceipt(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Order("north", "bid 1")
	body := c.Signed("north", hosttest.OrderFile(c.Game, "north", "AAAA-AAAA", "bid 1"))
	c.Receive(hosttest.Letter(hosttest.NorthAt, body))
	c.Sent()
	last := 0
	for range 40 {
		c.Receive(hosttest.Letter("mallory@example.net", body))
		for _, m := range c.Sent() {
			if hosttest.Says(t, m, "may be copies of yours") {
				last++
			}
		}
	}
	if last != 1 {
		t.Errorf("%d answers to copies say that they are the last", last)
	}
	for what, file := range map[string]string{
		"of no game":  hosttest.OrderFile("ford-77", "north", "AAAA-AAAA", "bid 1"),
		"of no side":  hosttest.OrderFile(c.Game, "south", "AAAA-AAAA", "bid 1"),
		"old":         hosttest.OrderFile(c.Game, "north", c.Seat("north").Answers, "nonsense"),
		"unread yet?": "status\n" + hosttest.OrderFile(c.Game, "north", "AAAA-AAAB", "bid 1"),
	} {
		c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", file)))
		if sent := c.Sent(); len(sent) == 0 || sent[0].Recipient != hosttest.NorthAt {
			t.Errorf("a file %s: %q", what, hosttest.KindsOf(sent))
		}
	}
}

// A program that floods the server has so many mails kept and no more; its owner is told, once.
func TestNoRoomForAFlood(t *testing.T) {
	c := hosttest.NewClub(t)
	for n := range 20 {
		c.Receive(asksForHelp(c, n))
	}
	for n := range 50 {
		waits(c, asksForHelp(c, 100+n))
	}
	c.Sent()
	for n := range 3 {
		if row := c.Receive(asksForHelp(c, 500+n)); row.State != store.Ignored {
			t.Fatalf("mail %d beyond the room is %s", n+1, row.State)
		}
	}
	sent := c.Sent()
	if len(sent) != 1 || !hosttest.Says(t, sent[0], "was not kept") {
		t.Errorf("told are %q", hosttest.KindsOf(sent))
	}
	c.Order("north", "bid 1") // orders are played
	// What waits holds up no deadline.
	c.Time = c.Seat("south").Deadline.Add(time.Minute)
	if said := c.ToldAt(c.Time); !strings.Contains(said, hosttest.SouthAt+": ") {
		t.Errorf("nobody is told that the deadline has passed:\n%s", said)
	}
	figures, err := hostreports.Figures(t.Context(), c.Store, c.Time)
	hosttest.Check(t, err)
	if figures.Oldest != nil {
		t.Errorf("a mail of %s counts as one that nobody works on", figures.Oldest)
	}
}

// A referee has limits of his own, far above what he needs.
func TestARefereeIsNotMuted(t *testing.T) {
	c := hosttest.Overseen(t)
	for n := range 20 {
		c.Requests("third", hosttest.ThirdAt, fmt.Sprintf("help # %d\n", n))
	}
	for n := range 30 {
		c.Rule(fmt.Sprintf("preview / extend north until 2026-12-%02d / reason x", n%9+20), store.Command)
	}
}

// What was asked for on many days is taken up again at once after a restore.
func TestARestoreWaitsForNobody(t *testing.T) {
	c := hosttest.NewClub(t).WithKey("limits")
	var mails []wire.Fetched
	for n := range 130 {
		mails = append(mails, wire.Fetched{Folder: wire.FolderDone, InternalDate: c.Time, Raw: hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("help # %d\n", n)))})
	}
	got, err := c.Recovery.Recover(t.Context(), mails, nil)
	hosttest.Check(t, err)
	if got.Mails != 130 || got.Astray > 0 {
		t.Errorf("it came to %+v", got)
	}
}

// Copies of a mail that waits take no place of its author's, and say nothing.
func TestCopiesOfWhatWaits(t *testing.T) {
	c := hosttest.NewClub(t)
	for n := range 20 {
		c.Receive(asksForHelp(c, n))
	}
	body := c.Signed("north", "help # of those that wait\n")
	first := waits(c, hosttest.Letter(hosttest.NorthAt, body))
	c.Sent()
	for n := range 60 {
		if row := c.Receive(hosttest.Letter("mallory@example.net", body)); row.State != store.Ignored {
			t.Fatalf("copy %d is %s (%s)", n+1, row.State, row.Reason)
		}
	}
	waits(c, asksForHelp(c, 100))
	if sent := c.Sent(); len(sent) > 0 {
		t.Errorf("told are %q", hosttest.KindsOf(sent))
	}
	c.Time = c.Time.Add(12*time.Hour + 2*time.Minute)
	if row := again(c, first); row.State != store.Command || len(c.Sent()) != 1 {
		t.Errorf("the next day the first is %s (%s)", row.State, row.Reason)
	}
}

// What waits for one limit leaves room for what waits for another: fifty questions let no file be lost.
func TestEachLimitHasItsRoom(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Rules.SeatMails = 2
	for n := range 20 {
		c.Receive(asksForHelp(c, n))
	}
	for n := range 50 {
		waits(c, asksForHelp(c, 100+n))
	}
	for n := range 2 {
		c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", fmt.Sprintf("nonsense %d", n)))))
	}
	waits(c, hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
}

// What a database had kept for the next day when it was copied waits for that after a restore, too.
func TestARestoreLeavesWhatWaits(t *testing.T) {
	c := hosttest.NewClub(t).WithKey("limits")
	for n := range 20 {
		c.Receive(asksForHelp(c, n))
	}
	for n := range 3 {
		waits(c, asksForHelp(c, 100+n))
	}
	c.Sent()
	_, err := c.Recovery.Recover(t.Context(), []wire.Fetched{{Folder: wire.FolderDone, InternalDate: c.Time, Raw: hosttest.Letter(hosttest.NorthAt, c.Signed("north", "status # at noon\n"))}}, nil)
	hosttest.Check(t, err)
	hosttest.Check(t, c.Intake.Resume(t.Context()))
	waiting := 0
	c.View(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{State: store.Received})
		waiting = len(rows)
		return err
	})
	if waiting != 3 {
		t.Errorf("%d mails wait", waiting)
	}
}
