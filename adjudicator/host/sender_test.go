package host_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host"
	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/store"
)

// silence is a carrier to servers of which some never answer. It tells of every mail
// that arrives, and of every one that hangs.
type silence struct {
	silent         func(to string) bool
	arrived, hangs chan string
	release        chan struct{} // closed: they answer after all
	loggedIn       func()

	mu         sync.Mutex
	now, most  map[string]int // mails under way, by recipient and in all ("")
	recipients []string       // of the mails that arrived
}

func newSilence(c *club, silent func(to string) bool) *silence {
	return &silence{silent: silent, arrived: make(chan string, 100), hangs: make(chan string, 100), release: make(chan struct{}), loggedIn: c.LoggedIn,
		now: map[string]int{}, most: map[string]int{}}
}

func (s *silence) Send(ctx context.Context, _, to string, _ []byte) error {
	s.count(to, 1)
	defer s.count(to, -1)
	s.loggedIn()
	if s.silent(to) {
		s.hangs <- to
		select {
		case <-s.release:
		case <-ctx.Done():
			return &mail.SendError{Kind: mail.ErrTemporary, Stage: mail.StageFinal, Err: ctx.Err()}
		}
	}
	s.mu.Lock()
	s.recipients = append(s.recipients, to)
	s.mu.Unlock()
	s.arrived <- to
	return nil
}

func (s *silence) count(to string, by int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range []string{to, ""} {
		s.now[key] += by
		s.most[key] = max(s.most[key], s.now[key])
	}
}

// queue puts plain mails into the outbox.
func (c *club) queue(to ...string) {
	c.t.Helper()
	c.update(func(tx store.Tx) error {
		for i, address := range to {
			_, err := tx.Enqueue(store.OutboxMail{MessageID: fmt.Sprintf("<%d.%s>", i, address), Kind: "notice", Recipient: address,
				Raw: []byte("Subject: x\r\n\r\n"), Created: c.now})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// run starts a daemon that sends with a carrier, and stops it when the test ends.
func (c *club) run(carrier host.Carrier, change ...func(*host.Daemon)) {
	c.t.Helper()
	post := loopback.New(loopback.User{Address: serverAddress, Password: "secret"})
	check(c.t, post.Start(c.t.Context()))
	c.t.Cleanup(func() { check(c.t, post.Close()) })
	d := c.daemon(post)
	d.Carrier = carrier
	for _, f := range change {
		f(d)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	c.t.Cleanup(func() {
		stop()
		check(c.t, <-ended)
	})
}

// TestSilentServer sends while servers hang after they have been given a mail. Nobody
// else's mail waits for that, wherever it goes.
func TestSilentServer(t *testing.T) {
	for name, tt := range map[string]struct {
		to     []string // north's and south's first reports go first
		silent func(to string) bool
		hang   int
		want   []string
	}{
		"one player": {nil, func(to string) bool { return to == northAt }, 1, []string{southAt}},
		"a domain": {[]string{"a@quiet.example", "b@quiet.example", "c@QUIET.example", "d@quiet.example", "e@loud.example", "f@quiet.example", "g@loud.example"},
			func(to string) bool { return to[1:] == "@quiet.example" || to[1:] == "@QUIET.example" }, 2,
			[]string{northAt, southAt, "e@loud.example", "g@loud.example"}},
		"three domains": {[]string{"a@one.example", "b@two.example", "c@three.example", "d@one.example", "e@loud.example"},
			func(to string) bool { return to[1:] != "@loud.example" && to != northAt && to != southAt }, 4, []string{northAt, southAt, "e@loud.example"}},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			c.queue(tt.to...)
			k := newSilence(c, tt.silent)
			c.run(k)
			var arrived []string
			for range tt.want {
				arrived = append(arrived, <-k.arrived)
			}
			slices.Sort(arrived)
			want := slices.Clone(tt.want)
			slices.Sort(want)
			if d := cmp.Diff(want, arrived); d != "" {
				t.Errorf("mails that arrived (-want +got):\n%s", d)
			}
			for range tt.hang {
				<-k.hangs
			}
		})
	}
}

// Mails to one recipient go in their order, one after the other, and not too many at
// once go to all.
func TestManyMailsKeepTheirOrder(t *testing.T) {
	c := newClub(t)
	var to []string
	for n := range 60 {
		to = append(to, fmt.Sprintf("p%d@d%d.example", n%20, n%20))
	}
	c.queue(to...)
	k := newSilence(c, func(string) bool { return true })
	c.run(k)
	for range 8 {
		<-k.hangs
	}
	close(k.release)
	for range len(to) + 2 {
		<-k.arrived
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for recipient, most := range k.most {
		if recipient == "" && (most != 8) || recipient != "" && most != 1 {
			t.Errorf("%d mails to %q were under way at once", most, recipient)
		}
	}
}

// refusing is a server that takes no credentials until it is told to.
type refusing struct {
	club  *club
	good  bool
	tries []time.Time
	sent  []string
}

func (r *refusing) Send(_ context.Context, _, to string, _ []byte) error {
	r.tries = append(r.tries, r.club.now)
	if !r.good {
		return &mail.SendError{Kind: mail.ErrAuth, Stage: mail.StageAuth, Code: 535, Err: mail.ErrAuth}
	}
	r.sent = append(r.sent, to)
	return nil
}

// TestLoginIsPaced has the server refuse the credentials while a dozen mails wait. It is
// asked once in a quarter of an hour, with the first of them; none is given up for it,
// and all go out once the credentials are good.
func TestLoginIsPaced(t *testing.T) {
	c := newClub(t)
	for n := range 10 {
		c.queue(fmt.Sprintf("p%d@example.net", n))
	}
	k := &refusing{club: c}
	for c.now.Before(noon.Add(10 * 24 * time.Hour)) {
		_, err := c.Flush(t.Context(), k)
		check(t, err)
		c.now = c.now.Add(time.Minute)
	}
	if n := len(k.tries); n != 10*24*4 {
		t.Errorf("the credentials were tried %d times in ten days, want once in a quarter of an hour", n)
	}
	for i := range k.tries[1:] {
		if pause := k.tries[i+1].Sub(k.tries[i]); pause < 15*time.Minute {
			t.Fatalf("tried again after %s", pause)
		}
	}
	k.good = true
	c.now = c.now.Add(time.Hour)
	if _, err := c.Flush(t.Context(), k); err != nil || len(k.sent) != 12 {
		t.Errorf("%d mails went out once the credentials were taken: %v", len(k.sent), err)
	}
}

// While nobody knows whether the server takes the credentials, one mail goes first.
func TestFirstLoginGoesAlone(t *testing.T) {
	c := newClub(t)
	asked := make(chan string, 100)
	answer := make(chan error)
	c.run(carrierFunc(func(ctx context.Context, to string) error {
		asked <- to
		select {
		case err := <-answer:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}), func(d *host.Daemon) {
		d.After = func(time.Duration) <-chan time.Time { return time.After(time.Millisecond) }
	})
	<-asked
	answer <- &mail.SendError{Kind: mail.ErrPermanent, Stage: mail.StageRcpt, Code: 550, Err: mail.ErrPermanent}
	<-asked // the other goes only now
	if len(asked) != 0 {
		t.Errorf("%d more mails were under way", len(asked))
	}
	answer <- nil
}

type carrierFunc func(ctx context.Context, to string) error

func (f carrierFunc) Send(ctx context.Context, _, to string, _ []byte) error { return f(ctx, to) }
