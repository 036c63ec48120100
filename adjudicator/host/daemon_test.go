package host_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
)

// TestDaemon plays a turn over real IMAP and SMTP, and stops cleanly.
func TestDaemon(t *testing.T) {
	c := hosttest.NewClub(t)
	post, told := hosttest.PostOffice(t)
	d := c.NewDaemon(post)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	for range 2 {
		<-told // the first reports
	}
	rest := "/pass/pass/loot 0/loot 0"
	hosttest.Check(t, post.Submit(ctx, hosttest.NorthAt, hosttest.ServerAddress, hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"+rest)))))
	if got := <-told; got.To != hosttest.NorthAt {
		t.Errorf("a receipt went to %s", got.To)
	}
	hosttest.Check(t, post.Submit(ctx, hosttest.SouthAt, hosttest.ServerAddress, hosttest.Letter(hosttest.SouthAt, c.Signed("south", c.Orders("south", "bid 0"+rest)))))
	for range 2 {
		<-told // the turn has ended
	}
	for filed := 0; filed < 2; {
		hosttest.Check(t, d.Mailbox.Sync(ctx))
		done, err := post.Folder(ctx, hosttest.ServerAddress, wire.FolderDone)
		hosttest.Check(t, err)
		filed = len(done)
	}
	var locked *store.LockedError
	other := &hosttest.Club{Host: hosttest.NewHost(t, c.Store, func() time.Time { return hosttest.Noon }), T: t} // as in another process
	if err := other.NewDaemon(post).Run(ctx); !errors.As(err, &locked) {
		t.Errorf("a second daemon on the same database: %v", err)
	}
	stop()
	hosttest.Check(t, <-ended)
	if done, err := post.Folder(t.Context(), hosttest.ServerAddress, wire.FolderDone); err != nil || len(done) != 2 {
		t.Errorf("%d mails are filed as done: %v", len(done), err)
	}
	c.View(func(tx store.ReadTx) error {
		unfiled, err := tx.Unfiled(10)
		if len(unfiled) != 0 {
			t.Errorf("the store takes %v for not filed", unfiled)
		}
		return err
	})
	if turn := c.Turn(); turn != 2 {
		t.Errorf("the game is in turn %d", turn)
	}
}

// What time brings besides deadlines the daemon does by itself: an offer ends, and who watches a
// game is told of its turn.
func TestDaemonPassesTime(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.WatchedGame(play.ObservedByAll, 0))
	c.Asks("third", "watch "+c.Game, store.Command)
	c.PlayScript(hosttest.Shooting, func(int) {})
	c.Offered("north", "south", "draw")
	c.Flush(&hosttest.Carrier{})
	later := hosttest.Noon.AddDate(0, 2, 0)
	c.Now = func() time.Time { return later }
	post, told := hosttest.PostOffice(t)
	post.AddUser(hosttest.ThirdAt, "secret")
	d := c.NewDaemon(post)
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	wanted := map[string]string{hosttest.NorthAt: "An offer has ended", hosttest.SouthAt: "An offer has ended", hosttest.ThirdAt: "the turn for observers"}
	for len(wanted) > 0 {
		select {
		case got := <-told:
			letter, err := mail.ReadReport(got.Raw)
			hosttest.Check(t, err)
			if strings.Contains(letter.Subject, wanted[got.To]) {
				delete(wanted, got.To)
			}
		case <-ctx.Done():
			t.Fatalf("not sent: %v", wanted)
		}
	}
	stop()
	hosttest.Check(t, <-ended)
}

// An answer that lies in the mailbox since before the end of an offer counts, however late the daemon is.
func TestDaemonFetchesBeforeItEndsOffers(t *testing.T) {
	c := hosttest.NewClub(t)
	line := c.Offered("north", "south", "draw")
	c.Flush(&hosttest.Carrier{})
	post, told := hosttest.PostOffice(t)
	hosttest.Check(t, post.Put(hosttest.ServerAddress, "INBOX", hosttest.Letter(hosttest.SouthAt, c.Signed("south", line+"\n"))))
	c.Now = func() time.Time { return hosttest.Noon.Add(7*24*time.Hour + time.Minute) }
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- c.NewDaemon(post).Run(ctx) }()
	for over := false; !over; {
		select {
		case got := <-told:
			letter, err := mail.ReadReport(got.Raw)
			hosttest.Check(t, err)
			if strings.Contains(letter.Subject, "An offer has ended") {
				row := c.LastReceived()
				t.Fatalf("the offer has ended before the answer was read: %s (%s), received %s", row.State, row.Reason, row.Receipt)
			}
			over = strings.Contains(letter.Subject, "the game is over: a draw")
		case <-ctx.Done():
			t.Fatal("the answer has come to nothing")
		}
	}
	stop()
	hosttest.Check(t, <-ended)
}

// A mail that lies in the mailbox since before its deadline is fetched before a
// default is taken, however late the daemon is.
func TestDaemonFetchesBeforeItTakesDefaults(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	c.Order("south", "bid 0")
	c.Flush(&hosttest.Carrier{}) // the clocks run
	post, _ := hosttest.PostOffice(t)
	hosttest.Check(t, post.Put(hosttest.ServerAddress, "INBOX", hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 3")))))
	late := hosttest.Noon.Add(hosttest.AnswerTime + time.Hour)
	c.Now = func() time.Time { return late }
	d := c.NewDaemon(post)
	swept := make(chan struct{})
	d.After = func(pause time.Duration) <-chan time.Time {
		if pause == 5*time.Minute { // the loop of the deadlines rests
			close(swept)
			return nil
		}
		return time.After(min(pause, 10*time.Millisecond))
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	<-swept
	stop()
	hosttest.Check(t, <-ended)
	entries, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	if last := entries[len(entries)-1]; last.Kind != "orders" || last.Side != "north" {
		t.Errorf("the last entry is %s of %q", last.Kind, last.Side)
	}
}

// forgetful is a store that loses the first message that is put into it, and says that it has it.
type forgetful struct {
	store.Store
	lost atomic.Bool
}

func (f *forgetful) Update(ctx context.Context, do func(store.Tx) error) error {
	forgets := errors.New("the server has crashed")
	err := f.Store.Update(ctx, func(tx store.Tx) error {
		before, err := tx.InboxMessages(store.InboxFilter{})
		if err != nil {
			return err
		}
		if err := do(tx); err != nil || f.lost.Load() {
			return err
		}
		after, err := tx.InboxMessages(store.InboxFilter{})
		if err == nil && len(after) > len(before) {
			f.lost.Store(true)
			err = forgets
		}
		return err
	})
	if errors.Is(err, forgets) {
		return nil
	}
	return err
}

// A message of which the store said that it has it, and which it lost in a crash, is taken out of the mailbox once more.
func TestForgottenMessageComesAgain(t *testing.T) {
	c := hosttest.NewClub(t)
	post, told := hosttest.PostOffice(t)
	whole := &forgetful{Store: c.Store}
	c.Store = whole
	d := c.NewDaemon(post)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	for range 2 {
		<-told // the first reports
	}
	hosttest.Check(t, post.Submit(ctx, hosttest.NorthAt, hosttest.ServerAddress, hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1/pass/pass/loot 0/loot 0")))))
	if got := <-told; got.To != hosttest.NorthAt || !whole.lost.Load() {
		t.Errorf("a receipt went to %s, and a message was lost: %t", got.To, whole.lost.Load())
	}
	stop()
	hosttest.Check(t, <-ended)
}

// halting is a store in which a daemon is stopped at its so-manieth transaction.
type halting struct {
	store.Store
	left atomic.Int64
	stop func()
}

func (s *halting) Update(ctx context.Context, f func(store.Tx) error) error {
	if s.left.Add(-1) == 0 {
		s.stop()
	}
	return s.Store.Update(ctx, f)
}

func (s *halting) View(ctx context.Context, f func(store.ReadTx) error) error {
	if s.left.Add(-1) == 0 {
		s.stop()
	}
	return s.Store.View(ctx, f)
}

func (s *halting) AcquireLock(ctx context.Context, owner string, now time.Time) (func() error, error) {
	if s.left.Add(-1) == 0 {
		s.stop()
	}
	return s.Store.AcquireLock(ctx, owner, now)
}

// Whenever a daemon is stopped, it has stopped cleanly: whoever supervises it is told of no fault.
func TestStoppedWithinItsWork(t *testing.T) {
	c := hosttest.NewClub(t)
	post, _ := hosttest.PostOffice(t)
	whole := c.Store
	defer func() { c.Store = whole }()
	for act := range 12 {
		ctx, stop := context.WithCancel(t.Context())
		s := &halting{Store: whole, stop: stop}
		s.left.Store(int64(act + 1))
		c.Store = s
		if err := c.NewDaemon(post).Run(ctx); err != nil {
			t.Errorf("stopped at transaction %d: %v", act+1, err)
		}
		stop()
	}
}
