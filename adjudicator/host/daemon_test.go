package host_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/mail/wire"
	"keryx/store"
)

// daemon makes a daemon of the club's host at a post office.
func (c *club) daemon(post *loopback.Server) *host.Daemon {
	c.t.Helper()
	at := func(address string) wire.Endpoint {
		return wire.Endpoint{Address: address, TLS: wire.TLSNone, Username: serverAddress, Password: "secret"}
	}
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: at(post.IMAPAddr()), Log: c.Log})
	check(c.t, err)
	return &host.Daemon{Host: c.Host, Crew: host.Alone(c.Host), Mailbox: box, Carrier: &wire.Sender{Endpoint: at(post.SMTPAddr())},
		Every: time.Hour, After: time.After}
}

// postOffice starts a post office that tells of each delivery to a player.
func postOffice(t *testing.T) (*loopback.Server, <-chan loopback.Delivery) {
	t.Helper()
	post := loopback.New(loopback.User{Address: serverAddress, Password: "secret"},
		loopback.User{Address: northAt, Password: "secret"}, loopback.User{Address: southAt, Password: "secret"})
	told := make(chan loopback.Delivery, 100)
	post.Now = func() time.Time { return noon }
	post.OnDeliver = func(d loopback.Delivery) {
		if d.To != serverAddress {
			told <- d
		}
	}
	check(t, post.Start(t.Context()))
	t.Cleanup(func() { check(t, post.Close()) })
	return post, told
}

// TestDaemon plays a turn over real IMAP and SMTP, and stops cleanly.
func TestDaemon(t *testing.T) {
	c := newClub(t)
	post, told := postOffice(t)
	d := c.daemon(post)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	for range 2 {
		<-told // the first reports
	}
	rest := "/pass/pass/loot 0/loot 0"
	check(t, post.Submit(ctx, northAt, serverAddress, letter(northAt, c.signed("north", c.orders("north", "bid 1"+rest)))))
	if got := <-told; got.To != northAt {
		t.Errorf("a receipt went to %s", got.To)
	}
	check(t, post.Submit(ctx, southAt, serverAddress, letter(southAt, c.signed("south", c.orders("south", "bid 0"+rest)))))
	for range 2 {
		<-told // the turn has ended
	}
	for filed := 0; filed < 2; {
		check(t, d.Mailbox.Sync(ctx))
		done, err := post.Folder(ctx, serverAddress, wire.FolderDone)
		check(t, err)
		filed = len(done)
	}
	var locked *store.LockedError
	other := &club{Host: newHost(t, c.Store, func() time.Time { return noon }), t: t} // as in another process
	if err := other.daemon(post).Run(ctx); !errors.As(err, &locked) {
		t.Errorf("a second daemon on the same database: %v", err)
	}
	stop()
	check(t, <-ended)
	if done, err := post.Folder(t.Context(), serverAddress, wire.FolderDone); err != nil || len(done) != 2 {
		t.Errorf("%d mails are filed as done: %v", len(done), err)
	}
	c.view(func(tx store.ReadTx) error {
		unfiled, err := tx.Unfiled(10)
		if len(unfiled) != 0 {
			t.Errorf("the store takes %v for not filed", unfiled)
		}
		return err
	})
	if turn := c.turn(); turn != 2 {
		t.Errorf("the game is in turn %d", turn)
	}
}

// What time brings besides deadlines the daemon does by itself: an offer ends, and who watches a
// game is told of its turn.
func TestDaemonPassesTime(t *testing.T) {
	c := newClub(t, watchedGame(play.ObservedByAll, 0))
	c.asks("third", "watch "+c.game, store.Command)
	c.playScript(shooting, func(int) {})
	c.offered("north", "south", "draw")
	c.flush(&carrier{})
	later := noon.AddDate(0, 2, 0)
	c.Now = func() time.Time { return later }
	post, told := postOffice(t)
	post.AddUser(thirdAt, "secret")
	d := c.daemon(post)
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	wanted := map[string]string{northAt: "An offer has ended", southAt: "An offer has ended", thirdAt: "the turn for observers"}
	for len(wanted) > 0 {
		select {
		case got := <-told:
			letter, err := mail.ReadReport(got.Raw)
			check(t, err)
			if strings.Contains(letter.Subject, wanted[got.To]) {
				delete(wanted, got.To)
			}
		case <-ctx.Done():
			t.Fatalf("not sent: %v", wanted)
		}
	}
	stop()
	check(t, <-ended)
}

// An answer that lies in the mailbox since before the end of an offer counts, however late the daemon is.
func TestDaemonFetchesBeforeItEndsOffers(t *testing.T) {
	c := newClub(t)
	line := c.offered("north", "south", "draw")
	c.flush(&carrier{})
	post, told := postOffice(t)
	check(t, post.Put(serverAddress, "INBOX", letter(southAt, c.signed("south", line+"\n"))))
	c.Now = func() time.Time { return noon.Add(7*24*time.Hour + time.Minute) }
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- c.daemon(post).Run(ctx) }()
	for over := false; !over; {
		select {
		case got := <-told:
			letter, err := mail.ReadReport(got.Raw)
			check(t, err)
			if strings.Contains(letter.Subject, "An offer has ended") {
				row := c.lastReceived()
				t.Fatalf("the offer has ended before the answer was read: %s (%s), received %s", row.State, row.Reason, row.Receipt)
			}
			over = strings.Contains(letter.Subject, "the game is over: a draw")
		case <-ctx.Done():
			t.Fatal("the answer has come to nothing")
		}
	}
	stop()
	check(t, <-ended)
}

// A mail that lies in the mailbox since before its deadline is fetched before a
// default is taken, however late the daemon is.
func TestDaemonFetchesBeforeItTakesDefaults(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.order("south", "bid 0")
	c.flush(&carrier{}) // the clocks run
	post, _ := postOffice(t)
	check(t, post.Put(serverAddress, "INBOX", letter(northAt, c.signed("north", c.orders("north", "bid 3")))))
	late := noon.Add(answerTime + time.Hour)
	c.Now = func() time.Time { return late }
	d := c.daemon(post)
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
	check(t, <-ended)
	entries, err := c.Reports.Ledger(t.Context(), c.game)
	check(t, err)
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
	c := newClub(t)
	post, told := postOffice(t)
	whole := &forgetful{Store: c.Store}
	c.Store = whole
	d := c.daemon(post)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	for range 2 {
		<-told // the first reports
	}
	check(t, post.Submit(ctx, northAt, serverAddress, letter(northAt, c.signed("north", c.orders("north", "bid 1/pass/pass/loot 0/loot 0")))))
	if got := <-told; got.To != northAt || !whole.lost.Load() {
		t.Errorf("a receipt went to %s, and a message was lost: %t", got.To, whole.lost.Load())
	}
	stop()
	check(t, <-ended)
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
	c := newClub(t)
	post, _ := postOffice(t)
	whole := c.Store
	defer func() { c.Store = whole }()
	for act := range 12 {
		ctx, stop := context.WithCancel(t.Context())
		s := &halting{Store: whole, stop: stop}
		s.left.Store(int64(act + 1))
		c.Store = s
		if err := c.daemon(post).Run(ctx); err != nil {
			t.Errorf("stopped at transaction %d: %v", act+1, err)
		}
		stop()
	}
}
