package crew

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"keryx/store"
	"keryx/store/jobs"
)

// soon is when a daemon of the tests is gone that says nothing more: long enough that one who lives says so in time
// on a slow machine that does other work besides.
const soon = 12 * time.Second

// brisk is a crew whose daemons are gone soon.
func brisk(t *testing.T, pool *pgxpool.Pool) *Crew {
	t.Helper()
	c, err := Open(t.Context(), pool, Config{Beat: soon / 8, Gone: soon, Log: slog.New(slog.DiscardHandler)})
	noErr(t, err)
	return c
}

func wake(t *testing.T, c *Crew, woken ...jobs.Job) {
	t.Helper()
	noErr(t, pgx.BeginFunc(t.Context(), c.pool, func(tx pgx.Tx) error { return c.put(t.Context(), tx, woken) }))
}

// log notes what was done, and by whom.
type log struct {
	sync.Mutex
	done []string
}

func (l *log) note(s string) {
	l.Lock()
	defer l.Unlock()
	l.done = append(l.done, s)
}

func (l *log) all() []string {
	l.Lock()
	defer l.Unlock()
	return slices.Sorted(slices.Values(l.done))
}

func (l *log) count() int {
	l.Lock()
	defer l.Unlock()
	return len(l.done)
}

// serve lets a daemon of its own work until the returned function is called.
func serve(t *testing.T, c *Crew, name string, hands jobs.Hands) (stop func()) {
	t.Helper()
	d, err := c.Join(t.Context(), name)
	noErr(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx, hands) }()
	return sync.OnceFunc(func() {
		cancel()
		noErr(t, <-ended)
		noErr(t, d.Leave(context.Background()))
	})
}

func TestJobIsThereWhenItsWorkIs(t *testing.T) {
	pool := aPool(t, dsn(t))
	c := brisk(t, pool)
	refused := errors.New("refused")
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		return errors.Join(c.put(t.Context(), tx, []jobs.Job{{Kind: jobs.Message, Of: 1}}), refused)
	})
	if !errors.Is(err, refused) {
		t.Fatal(err)
	}
	wake(t, c, jobs.Job{Kind: jobs.Message, Of: 2}, jobs.Job{Kind: jobs.Mail, Of: 3})
	var did log
	work := func(_ context.Context, j jobs.Job) error { did.note(j.String()); return nil }
	stop := serve(t, c, "one", jobs.Hands{jobs.Message: {Most: 1, Work: work}, jobs.Mail: {Most: 1, Work: work}})
	defer stop()
	eventually(t, "both are done", func() bool { return did.count() == 2 })
	stop()
	for _, got := range did.all() {
		if got != "message 2" && got != "mail 3" {
			t.Errorf("done: %s", got)
		}
	}
}

func TestEachJobIsDoneByOne(t *testing.T) {
	source := dsn(t)
	var did log
	both := make(chan struct{}) // closed when both daemons are at work
	var once sync.Once
	first := map[string]bool{}
	crews := map[string]*Crew{"one": brisk(t, aPool(t, source)), "two": brisk(t, aPool(t, source))}
	const many = 200
	var all []jobs.Job
	for i := range many {
		all = append(all, jobs.Job{Kind: jobs.Message, Of: int64(i + 1)})
	}
	wake(t, crews["one"], all...)
	for name, c := range crews {
		stop := serve(t, c, name, jobs.Hands{jobs.Message: {Most: 4, Work: func(ctx context.Context, j jobs.Job) error {
			did.note(j.String())
			did.Lock()
			if first[name] = true; len(first) == 2 {
				once.Do(func() { close(both) })
			}
			did.Unlock()
			select {
			case <-both: // nobody takes all of it
			case <-ctx.Done():
			}
			return nil
		}}})
		defer stop()
	}
	eventually(t, "all are done", func() bool { return did.count() >= many })
	seen := map[string]bool{}
	for _, j := range did.all() {
		if seen[j] {
			t.Errorf("%s was done twice", j)
		}
		seen[j] = true
	}
}

func TestJobComesAgain(t *testing.T) {
	c := brisk(t, aPool(t, dsn(t)))
	wake(t, c, jobs.Job{Kind: jobs.Mail, Of: 7})
	var did log
	stop := serve(t, c, "one", jobs.Hands{jobs.Mail: {Most: 1, Work: func(context.Context, jobs.Job) error {
		did.note("")
		if did.count() < 3 {
			return &jobs.Later{In: 10 * time.Millisecond}
		}
		return nil
	}}})
	defer stop()
	eventually(t, "it is done in the end", func() bool { return did.count() == 3 })
}

// A daemon that is killed says no more; it is played here by one that stops to beat while its work goes on.
func TestWorkOfADeadDaemonIsDoneByAnother(t *testing.T) {
	source := dsn(t)
	dead := brisk(t, aPool(t, source))
	d, err := dead.Join(t.Context(), "dead")
	noErr(t, err)
	begun, end := make(chan struct{}), make(chan struct{})
	client, err := d.client(d.name, jobs.Hands{jobs.Message: {Most: 1, Work: func(context.Context, jobs.Job) error {
		close(begun)
		<-end
		return nil
	}}})
	noErr(t, err)
	noErr(t, client.Start(t.Context()))
	wake(t, dead, jobs.Job{Kind: jobs.Message, Of: 1})
	<-begun
	defer func() { close(end); <-client.Stopped() }()
	go client.StopAndCancel(context.Background()) // so that it takes no other

	var did log
	other := brisk(t, aPool(t, source))
	stop := serve(t, other, "alive", jobs.Hands{jobs.Message: {Most: 1, Work: func(_ context.Context, j jobs.Job) error { did.note(j.String()); return nil }}})
	defer stop()
	eventually(t, "another does its work", func() bool { return did.count() == 1 })
	members, err := Members(t.Context(), other.pool)
	noErr(t, err)
	if len(members) != 1 || members[0].Owner != "alive" {
		t.Errorf("the list of daemons is %v", members)
	}
}

func TestOfficeHasOneHolder(t *testing.T) {
	source := dsn(t)
	holding := make(chan string)
	type one struct {
		stop func()
		lost <-chan struct{}
	}
	all := map[string]one{}
	for _, name := range []string{"one", "two"} {
		d, err := brisk(t, aPool(t, source)).Join(t.Context(), name)
		noErr(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		lost, ended, lived := make(chan struct{}), make(chan struct{}), make(chan struct{})
		go func() { defer close(lived); d.live(ctx) }()
		go func() {
			defer close(ended)
			d.Hold(ctx, "mailbox", func(ctx context.Context) error {
				holding <- name
				<-ctx.Done()
				close(lost)
				return nil
			})
		}()
		all[name] = one{func() { cancel(); <-lived; <-ended }, lost}
	}
	first := <-holding
	select {
	case second := <-holding:
		t.Fatalf("%s and %s both hold it", first, second)
	case <-all[first].lost:
		t.Fatal("it was lost")
	case <-time.After(soon + soon/2): // who said nothing would be gone by then
	}
	all[first].stop()
	if second := <-holding; second == first {
		t.Fatalf("%s holds it again", second)
	} else {
		all[second].stop()
	}
}

// Who has lost touch with the database ends his work before another may begin it.
func TestOfficeOfASilentDaemonIsTakenOver(t *testing.T) {
	source := dsn(t)
	deaf := aPool(t, source)
	d, err := brisk(t, deaf).Join(t.Context(), "deaf")
	noErr(t, err)
	holds, stopped := make(chan struct{}), make(chan time.Time, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go d.Hold(ctx, "mailbox", func(ctx context.Context) error {
		close(holds)
		<-ctx.Done()
		stopped <- time.Now()
		return nil
	})
	<-holds // and never beats again

	other, err := brisk(t, aPool(t, source)).Join(t.Context(), "alive")
	noErr(t, err)
	taken := make(chan time.Time, 1)
	lived, stop := context.WithCancel(t.Context())
	defer stop()
	go other.live(lived)
	go other.Hold(lived, "mailbox", func(ctx context.Context) error {
		taken <- time.Now()
		<-ctx.Done()
		return nil
	})
	if over, begun := <-stopped, <-taken; begun.Before(over) {
		t.Errorf("two held the office at the same time, for %v", over.Sub(begun))
	}
}

func TestCrewOutlivesItsServer(t *testing.T) {
	source := dsn(t)
	c := brisk(t, aPool(t, source))
	var did log
	stop := serve(t, c, "one", jobs.Hands{jobs.Message: {Most: 1, Work: func(_ context.Context, j jobs.Job) error { did.note(j.String()); return nil }}})
	defer stop()
	wake(t, c, jobs.Job{Kind: jobs.Message, Of: 1})
	eventually(t, "the first is done", func() bool { return did.count() == 1 })
	noErr(t, theServer.stop())
	noErr(t, theServer.start())
	eventually(t, "the second can be queued", func() bool {
		return pgx.BeginFunc(t.Context(), c.pool, func(tx pgx.Tx) error {
			return c.put(t.Context(), tx, []jobs.Job{{Kind: jobs.Message, Of: 2}})
		}) == nil
	})
	eventually(t, "the second is done", func() bool { return did.count() == 2 })
}

func TestLocks(t *testing.T) {
	config, err := pgx.ParseConfig(dsn(t))
	noErr(t, err)
	one, two := NewLocks(config), NewLocks(config)
	defer one.Close(t.Context())
	unlock, ok, err := one.TryLock(t.Context(), 1, "hel-1")
	noErr(t, err)
	if !ok {
		t.Fatal("a free lock is not to be had")
	}
	for who, l := range map[string]*Locks{"the same process": one, "another": two} {
		if _, ok, err := l.TryLock(t.Context(), 1, "hel-1"); ok || err != nil {
			t.Errorf("%s has it as well: %v", who, err)
		}
	}
	for _, free := range []struct {
		class int32
		name  string
	}{{1, "hel-2"}, {2, "hel-1"}} {
		if _, ok, err := two.TryLock(t.Context(), free.class, free.name); !ok || err != nil {
			t.Errorf("%v is not to be had: %v", free, err)
		}
	}
	unlock()
	again, err := two.Lock(t.Context(), 1, "hel-1")
	noErr(t, err)
	unlock() // twice does no harm
	if _, ok, _ := one.TryLock(t.Context(), 1, "hel-1"); ok {
		t.Error("a lock was given back that is another's")
	}
	noErr(t, two.Close(t.Context())) // as when its process is killed
	taken, err := one.Lock(t.Context(), 1, "hel-1")
	noErr(t, err)
	again() // it ended with its connection
	taken()
}

func TestSurveyQueuesWhatIsMissing(t *testing.T) {
	c := brisk(t, aPool(t, dsn(t)))
	wake(t, c, jobs.Job{Kind: jobs.Message, Of: 1})
	for until := range int64(2) {
		noErr(t, c.Survey(t.Context(), []jobs.Job{{Kind: jobs.Message, Of: 1}, {Kind: jobs.Message, Of: 2}, {Kind: jobs.Mail, Of: 1},
			{Kind: jobs.Deadline, Game: "hel-1", Side: "athens", Until: 5 + until}, {Kind: jobs.Deadline, Game: "hel-1", Side: "sparta", Until: 5 + until}}))
	}
	var did log
	work := func(_ context.Context, j jobs.Job) error { did.note(j.String()); return nil }
	atFirst := func(_ context.Context, j jobs.Job) error {
		did.note(j.String() + " at " + strconv.FormatInt(j.Until, 10))
		return nil
	}
	stop := serve(t, c, "one", jobs.Hands{jobs.Message: {Most: 1, Work: work}, jobs.Mail: {Most: 1, Work: work}, jobs.Deadline: {Most: 1, Work: atFirst}})
	defer stop()
	eventually(t, "all are done", func() bool { return did.count() >= 5 })
	wake(t, c, jobs.Job{Kind: jobs.Message, Of: 9})
	eventually(t, "the last is done", func() bool { return slices.Contains(did.all(), "message 9") })
	if want := []string{"deadline of athens in hel-1 at 5", "deadline of sparta in hel-1 at 5", "mail 1", "message 1", "message 2", "message 9"}; !slices.Equal(did.all(), want) {
		t.Errorf("done: %v, want %v", did.all(), want)
	}
}

func TestOrphans(t *testing.T) {
	source := dsn(t)
	one, err := brisk(t, aPool(t, source)).Join(t.Context(), "one")
	noErr(t, err)
	two, err := brisk(t, aPool(t, source)).Join(t.Context(), "two")
	noErr(t, err)
	claim := func(d *Daemon, mail, token int64) {
		t.Helper()
		noErr(t, pgx.BeginFunc(t.Context(), d.pool, func(tx pgx.Tx) error {
			d.cfg.Tx = func(store.Tx) (pgx.Tx, error) { return tx, nil }
			return d.Claimed(t.Context(), nil, store.Claim{OutboxMail: store.OutboxMail{ID: mail}, Token: token})
		}))
	}
	claim(one, 1, 1)
	claim(one, 2, 1)
	claim(two, 3, 1)
	claim(two, 2, 2) // taken over
	orphans, err := two.Orphans(t.Context())
	if noErr(t, err); len(orphans) > 0 {
		t.Errorf("orphans %v, while both live", orphans)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go two.live(ctx)
	eventually(t, "the first mail is an orphan", func() bool {
		orphans, err = two.Orphans(t.Context())
		noErr(t, err)
		return len(orphans) > 0
	})
	if want := []jobs.Orphan{{Mail: 1, Token: 1}}; !slices.Equal(orphans, want) {
		t.Errorf("orphans %v, want %v", orphans, want)
	}
	noErr(t, two.Buried(t.Context(), orphans))
	if orphans, err = two.Orphans(t.Context()); err != nil || len(orphans) > 0 {
		t.Errorf("orphans %v, %v, after they were dealt with", orphans, err)
	}
}

// A server that is away is no fault of who looks for work: he waits until it is back.
func TestSurveyWithoutServer(t *testing.T) {
	c := brisk(t, aPool(t, dsn(t)))
	c.pool.Close()
	if err := c.Survey(t.Context(), []jobs.Job{{Kind: jobs.Message, Of: 1}}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("it says %v", err)
	}
}

// River may have given a job to a daemon that never heard of it.
func TestLostJobIsDoneAgain(t *testing.T) {
	pool := aPool(t, dsn(t))
	c := brisk(t, pool)
	var did log
	stop := serve(t, c, "one", jobs.Hands{jobs.Mail: {Most: 1, Work: func(_ context.Context, j jobs.Job) error {
		did.note(j.String())
		return nil
	}}})
	defer stop()
	noErr(t, pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		err := c.put(t.Context(), tx, []jobs.Job{{Kind: jobs.Mail, Of: 7}})
		if err != nil {
			return err
		}
		_, err = tx.Exec(t.Context(), `UPDATE river_job SET state = 'running', attempt = 1,
			attempted_at = now() - interval '1 hour', attempted_by = ARRAY(SELECT name FROM crew)`)
		return err
	}))
	eventually(t, "it is done", func() bool { return did.count() == 1 })
}
