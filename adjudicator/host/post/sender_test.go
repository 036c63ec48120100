package post_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/post"
	"keryx/mail/loopback"
	"keryx/mail/wire"
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

func newSilence(c *hosttest.Club, silent func(to string) bool) *silence {
	return &silence{silent: silent, arrived: make(chan string, 100), hangs: make(chan string, 100), release: make(chan struct{}), loggedIn: c.Outbox.LoggedIn,
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
			return &wire.SendError{Kind: wire.ErrTemporary, Stage: wire.StageFinal, Err: ctx.Err()}
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

// run starts a daemon that sends with a carrier, and stops it when the test ends.
func run(c *hosttest.Club, carrier post.Carrier, change ...func(*host.Daemon)) {
	c.T.Helper()
	post := loopback.New(loopback.User{Address: hosttest.ServerAddress, Password: "secret"})
	hosttest.Check(c.T, post.Start(c.T.Context()))
	c.T.Cleanup(func() { hosttest.Check(c.T, post.Close()) })
	d := c.NewDaemon(post)
	d.Carrier = carrier
	for _, f := range change {
		f(d)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	c.T.Cleanup(func() {
		stop()
		hosttest.Check(c.T, <-ended)
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
		"one player": {nil, func(to string) bool { return to == hosttest.NorthAt }, 1, []string{hosttest.SouthAt}},
		"a domain": {[]string{"a@quiet.example", "b@quiet.example", "c@QUIET.example", "d@quiet.example", "e@loud.example", "f@quiet.example", "g@loud.example"},
			func(to string) bool { return to[1:] == "@quiet.example" || to[1:] == "@QUIET.example" }, 2,
			[]string{hosttest.NorthAt, hosttest.SouthAt, "e@loud.example", "g@loud.example"}},
		"three domains": {[]string{"a@one.example", "b@two.example", "c@three.example", "d@one.example", "e@loud.example"},
			func(to string) bool {
				return to[1:] != "@loud.example" && to != hosttest.NorthAt && to != hosttest.SouthAt
			}, 4, []string{hosttest.NorthAt, hosttest.SouthAt, "e@loud.example"}},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.NewClub(t)
			c.Queue(tt.to...)
			k := newSilence(c, tt.silent)
			run(c, k)
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
	c := hosttest.NewClub(t)
	var to []string
	for n := range 60 {
		to = append(to, fmt.Sprintf("p%d@d%d.example", n%20, n%20))
	}
	c.Queue(to...)
	k := newSilence(c, func(string) bool { return true })
	run(c, k)
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
	club  *hosttest.Club
	good  bool
	tries []time.Time
	sent  []string
}

func (r *refusing) Send(_ context.Context, _, to string, _ []byte) error {
	r.tries = append(r.tries, r.club.Time)
	if !r.good {
		return &wire.SendError{Kind: wire.ErrAuth, Stage: wire.StageAuth, Code: 535, Err: wire.ErrAuth}
	}
	r.sent = append(r.sent, to)
	return nil
}

// TestLoginIsPaced has the server refuse the credentials while a dozen mails wait. It is
// asked once in a quarter of an hour, with the first of them; none is given up for it,
// and all go out once the credentials are good.
func TestLoginIsPaced(t *testing.T) {
	c := hosttest.NewClub(t)
	for n := range 10 {
		c.Queue(fmt.Sprintf("p%d@example.net", n))
	}
	k := &refusing{club: c}
	for c.Time.Before(hosttest.Noon.Add(10 * 24 * time.Hour)) {
		_, err := c.Outbox.Flush(t.Context(), k)
		hosttest.Check(t, err)
		c.Time = c.Time.Add(time.Minute)
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
	c.Time = c.Time.Add(time.Hour)
	if _, err := c.Outbox.Flush(t.Context(), k); err != nil || len(k.sent) != 14 { // two tell players that their deadlines have moved
		t.Errorf("%d mails went out once the credentials were taken: %v", len(k.sent), err)
	}
}

// While nobody knows whether the server takes the credentials, one mail goes first.
func TestFirstLoginGoesAlone(t *testing.T) {
	c := hosttest.NewClub(t)
	asked := make(chan string, 100)
	answer := make(chan error)
	run(c, carrierFunc(func(ctx context.Context, to string) error {
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
	answer <- &wire.SendError{Kind: wire.ErrPermanent, Stage: wire.StageRcpt, Code: 550, Err: wire.ErrPermanent}
	<-asked // the other goes only now
	if len(asked) != 0 {
		t.Errorf("%d more mails were under way", len(asked))
	}
	answer <- nil
}

type carrierFunc func(ctx context.Context, to string) error

func (f carrierFunc) Send(ctx context.Context, _, to string, _ []byte) error { return f(ctx, to) }

// A mail over which the server falls silent holds up others to the same player for some seconds only.
func TestSilentMailHoldsUpItsRecipientBriefly(t *testing.T) {
	c := hosttest.OpenClub(t)
	var late atomic.Int64
	c.Now = func() time.Time { return hosttest.Noon.Add(time.Duration(late.Load())) }
	c.Queue("a@quiet.example")
	c.QueueAs("second", "a@quiet.example")
	hung, arrived := make(chan struct{}, 1), make(chan struct{}, 1)
	var tries atomic.Int64
	tick := make(chan time.Time)
	run(c, carrierFunc(func(ctx context.Context, to string) error {
		c.Outbox.LoggedIn()
		if to == "a@quiet.example" && tries.Add(1) == 1 {
			hung <- struct{}{}
			<-ctx.Done()
			return ctx.Err()
		}
		if to == "a@quiet.example" {
			arrived <- struct{}{}
		}
		return nil
	}), func(d *host.Daemon) {
		d.After = func(time.Duration) <-chan time.Time { return tick }
	})
	for hangs := false; !hangs; {
		select {
		case <-hung:
			hangs = true
		case tick <- hosttest.Noon:
		}
	}
	late.Store(int64(5 * time.Second))
	for range 50 {
		select {
		case <-arrived:
			t.Fatal("the second mail has overtaken the first after five seconds")
		case tick <- hosttest.Noon:
		}
	}
	late.Store(int64(11 * time.Second)) // far less than the lease of the first
	for {
		select {
		case <-arrived:
			return
		case tick <- hosttest.Noon:
		}
	}
}

// Domains that are silent at the same moment, more of them than there are places for mails,
// hold up the others for some seconds only, and get no further mails meanwhile.
func TestManySilentDomains(t *testing.T) {
	c := hosttest.OpenClub(t)
	var late atomic.Int64
	c.Now = func() time.Time { return hosttest.Noon.Add(time.Duration(late.Load())) }
	var to []string
	for domain := range 6 {
		for _, name := range []string{"a", "b", "c"} {
			to = append(to, fmt.Sprintf("%s@quiet-%d.example", name, domain))
		}
	}
	c.Queue(append(to, "a@loud.example", "b@loud.example")...)
	k := newSilence(c, func(to string) bool { return to[1:] != "@loud.example" })
	tick := make(chan time.Time)
	run(c, k, func(d *host.Daemon) {
		d.After = func(time.Duration) <-chan time.Time { return tick }
	})
	for hanging := 0; hanging < 8; {
		select {
		case to := <-k.hangs:
			hanging++
			if to[1:] > "@quiet-4" {
				t.Errorf("a mail goes to %s at once, beside 8 others", to)
			}
		case tick <- hosttest.Noon: // the first goes alone, until it has logged in
		}
	}
	for arrived := 0; arrived < 2; {
		late.Add(int64(11 * time.Second))
		select {
		case <-k.arrived:
			arrived++
		case tick <- hosttest.Noon:
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for domain := range 6 {
		under := 0
		for _, name := range []string{"a", "b", "c"} {
			under += k.now[fmt.Sprintf("%s@quiet-%d.example", name, domain)]
		}
		if under > 4 {
			t.Errorf("%d mails hang at the same domain", under)
		}
	}
}
