package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"keryx/mail"
	"keryx/store"
)

// Daemon is a host at work: it watches the mailbox, sends what is due, and
// keeps the deadlines.
type Daemon struct {
	*Host
	Mailbox *mail.Mailbox
	Carrier Carrier
	// Pace, if set, waits until another mail may go out, or returns an error when ctx
	// ends: [mail.Pace.Wait].
	Pace func(context.Context) error
	// Every is how often deadlines and the outbox are looked at when nothing else
	// calls for it.
	Every time.Duration
	// After waits; time.After, but for tests.
	After func(time.Duration) <-chan time.Time
	// Crew, if set, hands out the work, to this daemon and to others on the same database.
	Crew Crew
	// Ready, if set, is called once the daemon holds its lock and is at work.
	Ready func()
	// Inspected, if set, is called when all games have been inspected behind the work, with
	// the number of those that are broken.
	Inspected func(broken int)
}

// Run serves until ctx ends, then stops cleanly and returns nil. A daemon on a
// database that another daemon serves gets a *[store.LockedError].
func (d *Daemon) Run(ctx context.Context) (err error) {
	if d.Crew != nil {
		return d.serveTogether(ctx)
	}
	host, _ := os.Hostname() // only to be read by a person
	release, err := d.Store.AcquireLock(ctx, fmt.Sprintf("process %d on %s", os.Getpid(), host), d.Now())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	sure, err := d.look(ctx)
	if err != nil {
		return err
	}
	taken := make(chan struct{}) // closed when the work of the daemon before this one has been taken over
	if sure {
		if err := d.takeOver(ctx); err != nil {
			return err
		}
		close(taken)
	}
	if d.Ready != nil {
		d.Ready()
	}
	wake := make(chan struct{}, 1)
	group, run := errgroup.WithContext(ctx)
	group.Go(func() error { return d.Mailbox.Watch(run, d.receiver(taken, wake)) })
	group.Go(func() error { return d.sendLoop(run, wake) })
	group.Go(func() error { return d.inspectLater(run, taken, wake) })
	group.Go(func() error {
		if !sure {
			if begun, err := d.waitForMailbox(run); err != nil || !begun {
				return err
			}
			close(taken)
		}
		return d.deadlineLoop(run, wake)
	})
	if err := group.Wait(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// look asks the mailbox whether this is the database that belongs to it, before anything
// is written. It reports whether that is sure: a mailbox that is out of reach is asked
// as soon as it can be, and until then the games stand still.
func (d *Daemon) look(ctx context.Context) (sure bool, err error) {
	look, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	err = d.Mailbox.Look(look)
	switch stop := (*mail.StopError)(nil); {
	case err == nil:
		return true, nil
	case errors.As(err, &stop):
		return false, err
	case ctx.Err() != nil:
		return false, nil
	}
	d.Log.Warn("the games wait until the mailbox has been looked at", "error", err)
	return false, nil
}

// waitForMailbox waits until the mailbox has been looked at, and takes over then. It
// reports false if ctx ends first.
func (d *Daemon) waitForMailbox(ctx context.Context) (begun bool, err error) {
	select {
	case <-d.Mailbox.Begun():
		return true, d.takeOver(ctx)
	case <-ctx.Done():
		return false, nil
	}
}

// takeOver goes on from where the daemon before this one ended.
func (d *Daemon) takeOver(ctx context.Context) error {
	if outage, err := d.beat(ctx, d.Now()); err != nil {
		return err
	} else if outage > 0 {
		d.Log.Warn("back after an outage; deadlines move", "outage", outage)
	}
	if d.Crew == nil || d.Crew.Alone() {
		if err := d.releaseOutbox(ctx); err != nil {
			return err
		}
	}
	if _, err := d.retrySetAside(ctx, "", maxRetriedGames); err != nil {
		return err
	}
	if d.Crew != nil {
		return d.survey(ctx)
	}
	return d.Resume(ctx)
}

// maxRetriedGames bounds the games whose mails that were set aside are taken up before
// others that waited; those of further games come when all games are inspected.
const maxRetriedGames = 100

// inspectLater inspects the games behind the work, once what came before is taken over.
func (d *Daemon) inspectLater(ctx context.Context, taken <-chan struct{}, wake chan<- struct{}) error {
	select {
	case <-taken:
	case <-ctx.Done():
		return nil
	}
	if _, err := (keyring{d.Store}).list(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	broken, err := d.Inspect(ctx)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	d.Log.Info("all games are inspected", "broken", broken)
	if d.Inspected != nil {
		d.Inspected(broken)
	}
	signal(wake)
	return nil
}

// releaseOutbox takes back the mails that a daemon before this one was sending
// when it was killed: the lock says that it lives no more.
func (d *Daemon) releaseOutbox(ctx context.Context) error {
	return d.Store.Update(ctx, func(tx store.Tx) error {
		n, err := tx.ReleaseOutbox(d.Now())
		if n > 0 {
			d.Log.Warn("mails were being sent when the daemon last ended; they will be sent again", "mails", n)
		}
		return err
	})
}

// receiver handles a message, after those that came before this daemon, and lets the
// sender know that there may be mail.
func (d *Daemon) receiver(taken <-chan struct{}, wake chan<- struct{}) mail.Handler {
	return func(ctx context.Context, f mail.Fetched) (mail.Disposition, error) {
		select {
		case <-taken:
		case <-ctx.Done():
			return mail.Disposition{}, ctx.Err()
		}
		if ours, err := d.belongs(ctx, f); err != nil || !ours {
			return mail.Disposition{}, err
		}
		disposition, err := d.Receive(ctx, f)
		signal(wake)
		return disposition, err
	}
}

func signal(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default: // one is pending
	}
}

// sendLoop sends what is due, whenever something new is there, a retry falls
// due, or the interval has passed.
func (d *Daemon) sendLoop(ctx context.Context, wake <-chan struct{}) (err error) {
	s := d.newSender(plainRetry{d.Carrier, d.Host}, d.Pace)
	defer func() { err = errors.Join(err, s.stop()) }()
	for {
		if err := s.start(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		wait, err := d.nextSend(ctx)
		if err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case f := <-s.done:
			if err := s.ended(f); err != nil && ctx.Err() == nil {
				return err
			}
		case <-wake:
			s.look()
		case <-d.After(wait):
			s.look()
		}
	}
}

// nextSend is how long until a mail falls due, at most the interval.
func (d *Daemon) nextSend(ctx context.Context) (time.Duration, error) {
	wait := d.Every
	err := d.Store.View(ctx, func(tx store.ReadTx) error {
		next, err := tx.NextSend()
		if err == nil && next != nil {
			wait = min(wait, max(next.Sub(d.Now()), d.logins.next().Sub(d.Now()), time.Second))
		}
		return err
	})
	return wait, err
}

// syncTimeout is how long a deadline waits for a look into the mailbox before it
// is put off to the next round.
const syncTimeout = time.Minute

// deadlineLoop keeps the deadlines and notes that the daemon is awake.
func (d *Daemon) deadlineLoop(ctx context.Context, wake chan<- struct{}) error {
	for {
		// Only deadlines that had passed when the clock was looked at count as missed: it
		// may jump ahead at any time.
		now := d.Now()
		if _, err := d.beat(ctx, now); err != nil && ctx.Err() == nil {
			return err
		}
		taken, err := d.takeUp(ctx)
		if err != nil && ctx.Err() == nil {
			return err
		}
		if err := d.shiftRest(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		dealt, err := d.sweep(ctx, now)
		if err != nil && ctx.Err() == nil {
			return err
		}
		warned, _, err := d.warnSome(ctx)
		if err != nil && ctx.Err() == nil {
			return err
		}
		reads, err := d.TellReads(ctx)
		if err != nil && ctx.Err() == nil {
			return err
		}
		if dealt+taken+warned+reads > 0 {
			signal(wake)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-d.After(min(d.Every, minOutage/2)): // a longer pause would look like an outage
		}
	}
}

// takeUp has those messages worked on whose time has come.
func (d *Daemon) takeUp(ctx context.Context) (int, error) {
	if d.Crew != nil {
		return 0, d.survey(ctx)
	}
	return d.TakeUp(ctx)
}

// sweep fetches what lies in the mailbox and then deals with the deadlines that
// had passed at a moment before, so that nobody is late whose mail was in time. While the
// mailbox is out of reach all deadlines wait.
func (d *Daemon) sweep(ctx context.Context, until time.Time) (int, error) {
	due, err := d.due(ctx, until)
	if err != nil {
		return 0, err
	}
	keys, err := d.dueKeys(ctx, until)
	if err != nil {
		return 0, err
	}
	if len(due)+keys == 0 {
		return d.Receipts(ctx, until)
	}
	sync, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	if err := d.Mailbox.Sync(sync); err != nil {
		d.Log.Warn("deadlines wait for the mailbox", "seats", len(due), "keys", keys, "error", err)
		return d.Receipts(ctx, until)
	}
	settled, err := d.SettleKeys(ctx, until)
	if err != nil {
		return settled, err
	}
	dealt, err := d.Sweep(ctx, until)
	return settled + dealt, err
}
