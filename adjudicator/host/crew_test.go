package host_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/jobs"
)

// TestDaemonByJobs plays a turn over real IMAP and SMTP, each message and mail by its job.
func TestDaemonByJobs(t *testing.T) {
	c := hosttest.NewClub(t)
	post, told := hosttest.PostOffice(t)
	below := c.Store
	d := c.NewDaemon(post)
	// What came before this daemon has no job.
	rest := "/pass/pass/loot 0/loot 0"
	raw, before := hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"+rest))), int64(0)
	hosttest.Check(t, below.Update(t.Context(), func(tx store.Tx) error {
		row, _, err := tx.AddInbox(store.InboxMessage{ContentHash: sha256.Sum256(raw), InternalDate: hosttest.Noon, FirstSeen: hosttest.Noon, Receipt: hosttest.Noon, Raw: raw})
		before = row.ID
		return err
	}))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	for range 3 {
		<-told // the first reports, and the receipt of what waited
	}
	hosttest.Check(t, post.Submit(ctx, hosttest.SouthAt, hosttest.ServerAddress, hosttest.Letter(hosttest.SouthAt, c.Signed("south", c.Orders("south", "bid 0"+rest)))))
	for range 2 {
		<-told // the turn has ended
	}
	deadline := time.After(10 * time.Minute)
	for filed := false; !filed; {
		select {
		case <-deadline:
			t.Fatal("the message is not filed")
		case <-time.After(10 * time.Millisecond):
		}
		done, err := post.Folder(t.Context(), hosttest.ServerAddress, wire.FolderDone)
		hosttest.Check(t, err)
		filed = len(done) == 1
	}
	stop()
	hosttest.Check(t, <-ended)
	c.View(func(tx store.ReadTx) error {
		row, err := tx.InboxMessage(before)
		if row.State != store.Accepted {
			t.Errorf("what came before the daemon is %s: %s", row.State, row.Reason)
		}
		waiting, _ := tx.Pending(1)
		queued, _ := tx.OutboxMails(store.OutboxFilter{State: store.Queued})
		if len(waiting)+len(queued) > 0 {
			t.Errorf("%d messages and %d mails wait", len(waiting), len(queued))
		}
		return err
	})
}

// TestSameMailTwice delivers one mail twice, as a server does whose answer was lost: it is one message, and both copies
// leave the mailbox.
func TestSameMailTwice(t *testing.T) {
	c := hosttest.NewClub(t)
	post, told := hosttest.PostOffice(t)
	d := c.NewDaemon(post)
	twice := hosttest.Letter(hosttest.SouthAt, c.Signed("south", c.Orders("south", "bid 0/pass/pass/loot 0/loot 0")))
	for range 2 {
		hosttest.Check(t, post.Submit(t.Context(), hosttest.SouthAt, hosttest.ServerAddress, twice))
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	<-told
	for filed := 0; filed < 2; {
		hosttest.Check(t, d.Mailbox.Sync(ctx))
		done, err := post.Folder(ctx, hosttest.ServerAddress, wire.FolderDone)
		hosttest.Check(t, err)
		filed = len(done)
	}
	hosttest.Check(t, d.Mailbox.Sync(ctx)) // the last move has been noted, too
	stop()
	hosttest.Check(t, <-ended)
	c.View(func(tx store.ReadTx) error {
		list, err := tx.InboxMessages(store.InboxFilter{})
		if len(list) != 1 || !list[0].Filed {
			t.Errorf("%d messages are in the inbox", len(list))
		}
		return err
	})
}

// TestDaemonTakesUp puts a message back from outside while the daemon runs, as a command in
// another process does: nothing but its look at the tables tells it.
func TestDaemonTakesUp(t *testing.T) {
	c := hosttest.NewClub(t)
	raw, id := hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))), int64(0)
	c.Change(func(tx store.Tx) error {
		row, _, err := tx.AddInbox(store.InboxMessage{ContentHash: sha256.Sum256(raw), InternalDate: hosttest.Noon, FirstSeen: hosttest.Noon, Receipt: hosttest.Noon, Raw: raw})
		id = row.ID
		return errors.Join(err, tx.SetInboxState(row.ID, store.Poison, "panic"))
	})
	outside := c.Store
	post, told := hosttest.PostOffice(t)
	d := c.NewDaemon(post)
	d.Every = 10 * time.Millisecond
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	for range 2 {
		<-told // the first reports
	}
	hosttest.Check(t, outside.Update(ctx, func(tx store.Tx) error { return tx.RetryInbox(id) }))
	<-told // its receipt
	stop()
	hosttest.Check(t, <-ended)
}

// listening is the crew of a daemon alone, which tells of the deadlines that are to be dealt
// with, and leaves them to nobody.
type listening struct {
	*jobs.Local
	due chan jobs.Job
}

func (l listening) Survey(ctx context.Context, woken []jobs.Job) error {
	for _, j := range woken {
		if j.Kind == jobs.Deadline {
			l.due <- j
		}
	}
	return l.Local.Survey(ctx, woken)
}

// TestDeadlinesAreJobs lets a deadline pass: that is said to the crew, for the seat and the
// moment, and whoever gets the job reminds the player once.
func TestDeadlinesAreJobs(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Order("south", "bid 0")
	c.Flush(&hosttest.Carrier{})
	now := hosttest.Noon.Add(hosttest.AnswerTime)
	c.Now = func() time.Time { return now }
	post, told := hosttest.PostOffice(t)
	d := c.NewDaemon(post)
	l := listening{host.Alone(c.Host), make(chan jobs.Job, 100)}
	d.Crew = l
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	want := jobs.Job{Kind: jobs.Deadline, Game: c.Game, Side: "north", Until: now.UnixMilli()}
	if got := <-l.due; got != want {
		t.Errorf("the job is %+v, want %+v", got, want)
	}
	if got := <-told; got.To != hosttest.NorthAt {
		t.Errorf("a reminder went to %s", got.To)
	}
	stop()
	hosttest.Check(t, <-ended)
	if n, err := c.Sweep(t.Context(), now); n != 0 || err != nil {
		t.Errorf("%d deadlines are left to be dealt with (%v)", n, err)
	}
}

// out is a store that is out of reach for as many transactions as are asked of it.
type out struct {
	store.Store
	left *atomic.Int32
}

func (o out) Update(ctx context.Context, f func(store.Tx) error) error {
	if o.left.Add(-1) >= 0 {
		return fmt.Errorf("%w: the server restarts", store.ErrUnavailable)
	}
	return o.Store.Update(ctx, f)
}

// TestDatabaseAwayWhileMailIsSent takes the database away when a mail has been taken by the
// sending server, before that can be noted: it is noted when the database is back, and the
// mail sent once.
func TestDatabaseAwayWhileMailIsSent(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Flush(&hosttest.Carrier{})
	left, sent := &atomic.Int32{}, &atomic.Int32{}
	c.Store = out{c.Store, left}
	c.Queue("one@example.org")
	post, _ := hosttest.PostOffice(t)
	d := c.NewDaemon(post)
	d.After = func(pause time.Duration) <-chan time.Time { return time.After(min(pause, 10*time.Millisecond)) }
	d.Carrier = hosttest.Carrying(func() error { sent.Add(1); left.Store(5); return nil })
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	for waiting := 1; waiting > 0; {
		select {
		case err := <-ended:
			t.Fatal(err)
		case <-t.Context().Done():
			t.Fatal("the mail is not noted as sent")
		case <-time.After(10 * time.Millisecond):
		}
		c.View(func(tx store.ReadTx) error {
			rows, err := tx.OutboxMails(store.OutboxFilter{State: store.Sent})
			waiting = 1
			for _, m := range rows {
				if m.Recipient == "one@example.org" {
					waiting = 0
				}
			}
			return err
		})
	}
	stop()
	hosttest.Check(t, <-ended)
	if n := sent.Load(); n != 1 {
		t.Errorf("it was sent %d times", n)
	}
}
