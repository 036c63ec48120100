package host_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"keryx/mail/wire"
	"keryx/store"
)

// TestHazardJunk has a filter put everything into the junk folder: orders are taken out
// of it, and spam stays there, unread and unanswered.
func TestHazardJunk(t *testing.T) {
	c := newClub(t)
	post, told := postOffice(t)
	good := letter(northAt, c.signed("north", c.orders("north", "bid 1")))
	altered := letter(southAt, strings.Replace(c.signed("south", c.orders("south", "bid 1")), "bid 1", "bid 3", 1))
	spam := [][]byte{letter(northAt, "Buy now"), letter("x@example.net", "Buy now", "Precedence: bulk"), letter(southAt, "<b>Buy</b>", "Content-Type: text/html"),
		letter("y@example.net", "broken", "Content-Type: text"), letter(serverAddress, "from ourselves"),
		letter(southAt, strings.Repeat("Buy now\n", 1<<16))}
	outside := letter(northAt, "march 1\n"+c.signed("north", c.orders("north", "bid 2")))
	for _, raw := range append(spam, good, altered, outside) {
		check(t, post.Put(serverAddress, "Junk", raw))
	}
	// What lies in the inbox is for us, whatever it is.
	check(t, post.Put(serverAddress, "INBOX", letter(northAt, "Whose turn is it?")))
	d := c.daemon(post)
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: account(post.IMAPAddr()), Junk: "Junk", Log: c.Log, Now: func() time.Time { return noon }})
	check(t, err)
	d.Mailbox = box
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	check(t, box.Sync(ctx))
	for range 6 { // two first reports, a receipt, word of a signature that does not fit, of an order outside, of one that is missing
		<-told
	}
	for folder, want := range map[string]int{"INBOX": 0, "Junk": len(spam)} { // a mail is filed after it is answered
		wait, giveUp := context.WithTimeout(ctx, 10*time.Minute)
		for n := -1; n != want && wait.Err() == nil; {
			check(t, box.Sync(ctx))
			all, err := post.Folder(ctx, serverAddress, folder)
			check(t, err)
			n = len(all)
		}
		giveUp()
	}
	stop()
	check(t, <-ended)
	left, err := post.Folder(t.Context(), serverAddress, "Junk")
	check(t, err)
	if len(left) != len(spam) {
		t.Errorf("%d mails are left in the junk folder, want %d", len(left), len(spam))
	}
	for _, raw := range left {
		if bytes.Contains(raw, []byte("BEGIN")) {
			t.Errorf("left in the junk folder:\n%s", raw)
		}
	}
	if left, err := post.Folder(t.Context(), serverAddress, "INBOX"); err != nil || len(left) != 0 {
		t.Errorf("%d mails are left in the inbox (%v)", len(left), err)
	}
	states := map[store.InboxState]int{}
	c.view(func(tx store.ReadTx) error {
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
