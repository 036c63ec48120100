package host_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	hostreports "keryx/adjudicator/host/reports"
	"keryx/mail/wire"
	"keryx/store"
)

// waits gives the host a mail that has to wait for its author's limit, and returns it as it came.
func (c *club) waits(raw []byte) wire.Fetched {
	c.t.Helper()
	f := c.fetched(raw)
	if _, err := c.Intake.Receive(c.t.Context(), f); !errors.Is(err, wire.ErrLater) {
		c.t.Fatalf("it does not wait: %v", err)
	}
	if row := c.lastReceived(); row.State != store.Received {
		c.t.Fatalf("what waits is %s (%s)", row.State, row.Reason)
	}
	return f
}

// again gives the host a mail that has waited.
func (c *club) again(f wire.Fetched) (row store.InboxMessage) {
	c.t.Helper()
	_, err := c.Intake.Receive(c.t.Context(), f)
	check(c.t, err)
	c.view(func(tx store.ReadTx) error {
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
func (c *club) asksForHelp(n int) []byte {
	return letter(northAt, c.signed("north", fmt.Sprintf("help # %d\n", n)))
}

// The last answer of a day says that it is the last. What comes after it waits, is neither carried out
// nor refused, and is dealt with in its order on the next day.
func TestLastAnswerOfADay(t *testing.T) {
	c := newClub(t)
	c.sent()
	for n := range 20 {
		c.receive(c.asksForHelp(n))
		sent := c.sent()
		if len(sent) != 1 {
			t.Fatalf("answer %d: %q", n+1, kinds(sent))
		}
		if last := says(t, sent[0], "last answer to a question"); last != (n == 19) {
			t.Errorf("answer %d says that it is the last: %t", n+1, last)
		}
	}
	var kept []wire.Fetched
	for n := range 3 {
		kept = append(kept, c.waits(c.asksForHelp(100+n)))
	}
	if sent := c.sent(); len(sent) > 0 {
		t.Errorf("what waits is answered: %q", kinds(sent))
	}
	// That it waits for tomorrow is no sign that the clock was ahead.
	until := c.lastReceived().NextTry
	_, err := c.Recovery.Heartbeat(t.Context())
	check(t, err)
	if now := c.lastReceived().NextTry; until == nil || now == nil || !now.Equal(*until) || len(c.sent()) > 0 {
		t.Errorf("what waits until %v is tried again at %v, or somebody is told", until, now)
	}
	// What changes something, and orders, have purses of their own.
	wants(t, c.requests("north", northAt, "calendar files off\n"), northAt+": ")
	wants(t, c.requests("north", northAt, "help\ngame "+c.game+"\nside north\nanswers "+c.seat("north").Answers+"\norders\nbid 1\n"), "help")
	if row := c.receive(letter(northAt, c.signed("north", c.orders("north", "nonsense")))); row.State != store.Faulty || len(c.sent()) != 1 {
		t.Errorf("a faulty file is %s, and not answered", row.State)
	}
	c.order("north", "bid 1")
	c.now = c.now.Add(12*time.Hour + 2*time.Minute) // the next day
	if _, err := c.Intake.Receive(t.Context(), c.fetched(c.asksForHelp(200))); !errors.Is(err, wire.ErrLater) {
		t.Errorf("a later mail goes before those that wait: %v", err)
	}
	c.sent()
	for n, f := range kept {
		if row := c.again(f); row.State != store.Command {
			t.Errorf("mail %d of those that waited is %s (%s)", n+1, row.State, row.Reason)
		}
		if sent := c.sent(); len(sent) != 1 {
			t.Errorf("mail %d of those that waited is answered by %q", n+1, kinds(sent))
		}
	}
}

// What changes something is not carried out in silence: with the last answer gone, it waits.
func TestNothingIsDoneInSilence(t *testing.T) {
	c := away(t)
	for n := range 100 {
		if said := c.requests("north", northAt, fmt.Sprintf("pictures %s\n", []string{"on", "off"}[n%2])); strings.Contains(said, "last answer of its kind") != (n == 99) {
			t.Fatalf("answer %d:\n%s", n+1, said)
		}
	}
	f := c.waits(letter(northAt, c.signed("north", "absence from 2026-12-20 to 2026-12-22\n")))
	if sent := c.sent(); len(sent) > 0 {
		t.Errorf("it was carried out: %q", kinds(sent))
	}
	c.now = c.now.Add(12*time.Hour + 2*time.Minute)
	if row := c.again(f); row.State != store.Command {
		t.Errorf("the next day it is %s (%s)", row.State, row.Reason)
	}
	if said := kinds(c.sent()); !slices.Contains(said, "requested "+northAt) && len(said) < 2 {
		t.Errorf("told are %q", said)
	}
}

// Whoever has copies of a player's mails uses up none of the answers to new ones.
func TestCopiesUseUpNoReceipt(t *testing.T) {
	c := newClub(t)
	c.order("north", "bid 1")
	body := c.signed("north", orderFile(c.game, "north", "AAAA-AAAA", "bid 1"))
	c.receive(letter(northAt, body))
	c.sent()
	last := 0
	for range 40 {
		c.receive(letter("mallory@example.net", body))
		for _, m := range c.sent() {
			if says(t, m, "may be copies of yours") {
				last++
			}
		}
	}
	if last != 1 {
		t.Errorf("%d answers to copies say that they are the last", last)
	}
	for what, file := range map[string]string{
		"of no game":  orderFile("ford-77", "north", "AAAA-AAAA", "bid 1"),
		"of no side":  orderFile(c.game, "south", "AAAA-AAAA", "bid 1"),
		"old":         orderFile(c.game, "north", c.seat("north").Answers, "nonsense"),
		"unread yet?": "status\n" + orderFile(c.game, "north", "AAAA-AAAB", "bid 1"),
	} {
		c.receive(letter(northAt, c.signed("north", file)))
		if sent := c.sent(); len(sent) == 0 || sent[0].Recipient != northAt {
			t.Errorf("a file %s: %q", what, kinds(sent))
		}
	}
}

// A program that floods the server has so many mails kept and no more; its owner is told, once.
func TestNoRoomForAFlood(t *testing.T) {
	c := newClub(t)
	for n := range 20 {
		c.receive(c.asksForHelp(n))
	}
	for n := range 50 {
		c.waits(c.asksForHelp(100 + n))
	}
	c.sent()
	for n := range 3 {
		if row := c.receive(c.asksForHelp(500 + n)); row.State != store.Ignored {
			t.Fatalf("mail %d beyond the room is %s", n+1, row.State)
		}
	}
	sent := c.sent()
	if len(sent) != 1 || !says(t, sent[0], "was not kept") {
		t.Errorf("told are %q", kinds(sent))
	}
	c.order("north", "bid 1") // orders are played
	// What waits holds up no deadline.
	c.now = c.seat("south").Deadline.Add(time.Minute)
	if said := c.told(c.now); !strings.Contains(said, southAt+": ") {
		t.Errorf("nobody is told that the deadline has passed:\n%s", said)
	}
	figures, err := hostreports.Figures(t.Context(), c.Store, c.now)
	check(t, err)
	if figures.Oldest != nil {
		t.Errorf("a mail of %s counts as one that nobody works on", figures.Oldest)
	}
}

// A referee has limits of his own, far above what he needs.
func TestARefereeIsNotMuted(t *testing.T) {
	c := overseen(t)
	for n := range 20 {
		c.requests("third", thirdAt, fmt.Sprintf("help # %d\n", n))
	}
	for n := range 30 {
		c.rules(fmt.Sprintf("preview / extend north until 2026-12-%02d / reason x", n%9+20), store.Command)
	}
}

// What was asked for on many days is taken up again at once after a restore.
func TestARestoreWaitsForNobody(t *testing.T) {
	c := newClub(t).withKey("limits")
	var mails []wire.Fetched
	for n := range 130 {
		mails = append(mails, wire.Fetched{Folder: wire.FolderDone, InternalDate: c.now, Raw: letter(northAt, c.signed("north", fmt.Sprintf("help # %d\n", n)))})
	}
	got, err := c.Recovery.Recover(t.Context(), mails, nil)
	check(t, err)
	if got.Mails != 130 || got.Astray > 0 {
		t.Errorf("it came to %+v", got)
	}
}

// Copies of a mail that waits take no place of its author's, and say nothing.
func TestCopiesOfWhatWaits(t *testing.T) {
	c := newClub(t)
	for n := range 20 {
		c.receive(c.asksForHelp(n))
	}
	body := c.signed("north", "help # of those that wait\n")
	first := c.waits(letter(northAt, body))
	c.sent()
	for n := range 60 {
		if row := c.receive(letter("mallory@example.net", body)); row.State != store.Ignored {
			t.Fatalf("copy %d is %s (%s)", n+1, row.State, row.Reason)
		}
	}
	c.waits(c.asksForHelp(100))
	if sent := c.sent(); len(sent) > 0 {
		t.Errorf("told are %q", kinds(sent))
	}
	c.now = c.now.Add(12*time.Hour + 2*time.Minute)
	if row := c.again(first); row.State != store.Command || len(c.sent()) != 1 {
		t.Errorf("the next day the first is %s (%s)", row.State, row.Reason)
	}
}

// What waits for one limit leaves room for what waits for another: fifty questions let no file be lost.
func TestEachLimitHasItsRoom(t *testing.T) {
	c := newClub(t)
	c.Rules.SeatMails = 2
	for n := range 20 {
		c.receive(c.asksForHelp(n))
	}
	for n := range 50 {
		c.waits(c.asksForHelp(100 + n))
	}
	for n := range 2 {
		c.receive(letter(northAt, c.signed("north", c.orders("north", fmt.Sprintf("nonsense %d", n)))))
	}
	c.waits(letter(northAt, c.signed("north", c.orders("north", "bid 1"))))
}

// What a database had kept for the next day when it was copied waits for that after a restore, too.
func TestARestoreLeavesWhatWaits(t *testing.T) {
	c := newClub(t).withKey("limits")
	for n := range 20 {
		c.receive(c.asksForHelp(n))
	}
	for n := range 3 {
		c.waits(c.asksForHelp(100 + n))
	}
	c.sent()
	_, err := c.Recovery.Recover(t.Context(), []wire.Fetched{{Folder: wire.FolderDone, InternalDate: c.now, Raw: letter(northAt, c.signed("north", "status # at noon\n"))}}, nil)
	check(t, err)
	check(t, c.Intake.Resume(t.Context()))
	waiting := 0
	c.view(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{State: store.Received})
		waiting = len(rows)
		return err
	})
	if waiting != 3 {
		t.Errorf("%d mails wait", waiting)
	}
}
