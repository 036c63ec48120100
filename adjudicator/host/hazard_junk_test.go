package host_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/mail/wire"
	"keryx/store"
)

// TestHazardJunk has a filter put everything into the junk folder: orders are taken out
// of it, and spam stays there, unread and unanswered.
func TestHazardJunk(t *testing.T) {
	c := hosttest.NewClub(t)
	post, told := hosttest.PostOffice(t)
	good := hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1")))
	altered := hosttest.Letter(hosttest.SouthAt, strings.Replace(c.Signed("south", c.Orders("south", "bid 1")), "bid 1", "bid 3", 1))
	spam := [][]byte{hosttest.Letter(hosttest.NorthAt, "Buy now"), hosttest.Letter("x@example.net", "Buy now", "Precedence: bulk"), hosttest.Letter(hosttest.SouthAt, "<b>Buy</b>", "Content-Type: text/html"),
		hosttest.Letter("y@example.net", "broken", "Content-Type: text"), hosttest.Letter(hosttest.ServerAddress, "from ourselves"),
		hosttest.Letter(hosttest.SouthAt, strings.Repeat("Buy now\n", 1<<16))}
	outside := hosttest.Letter(hosttest.NorthAt, "march 1\n"+c.Signed("north", c.Orders("north", "bid 2")))
	for _, raw := range append(spam, good, altered, outside) {
		hosttest.Check(t, post.Put(hosttest.ServerAddress, "Junk", raw))
	}
	// What lies in the inbox is for us, whatever it is.
	hosttest.Check(t, post.Put(hosttest.ServerAddress, "INBOX", hosttest.Letter(hosttest.NorthAt, "Whose turn is it?")))
	d := c.NewDaemon(post)
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: account(post.IMAPAddr()), Junk: "Junk", Log: c.Log, Now: func() time.Time { return hosttest.Noon }})
	hosttest.Check(t, err)
	d.Mailbox = box
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	hosttest.Check(t, box.Sync(ctx))
	for range 6 { // two first reports, a receipt, word of a signature that does not fit, of an order outside, of one that is missing
		<-told
	}
	for folder, want := range map[string]int{"INBOX": 0, "Junk": len(spam)} { // a mail is filed after it is answered
		wait, giveUp := context.WithTimeout(ctx, 10*time.Minute)
		for n := -1; n != want && wait.Err() == nil; {
			hosttest.Check(t, box.Sync(ctx))
			all, err := post.Folder(ctx, hosttest.ServerAddress, folder)
			hosttest.Check(t, err)
			n = len(all)
		}
		giveUp()
	}
	stop()
	hosttest.Check(t, <-ended)
	left, err := post.Folder(t.Context(), hosttest.ServerAddress, "Junk")
	hosttest.Check(t, err)
	if len(left) != len(spam) {
		t.Errorf("%d mails are left in the junk folder, want %d", len(left), len(spam))
	}
	for _, raw := range left {
		if bytes.Contains(raw, []byte("BEGIN")) {
			t.Errorf("left in the junk folder:\n%s", raw)
		}
	}
	if left, err := post.Folder(t.Context(), hosttest.ServerAddress, "INBOX"); err != nil || len(left) != 0 {
		t.Errorf("%d mails are left in the inbox (%v)", len(left), err)
	}
	states := map[store.InboxState]int{}
	c.View(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{})
		for _, row := range rows {
			states[row.State]++
		}
		return err
	})
	if len(states) != 3 || states[store.Accepted] != 1 || states[store.BadSignature] != 1 || states[store.Unsigned] != 2 {
		t.Errorf("kept: %v", states)
	}
	if len(told) != 0 {
		t.Errorf("%d more mails were sent", len(told))
	}
}
