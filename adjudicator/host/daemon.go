package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/jobs"
)

// Daemon is a host at work: it watches the mailbox, sends what is due, and
// keeps the deadlines.
type Daemon struct {
	Host    *Host
	Mailbox *wire.Mailbox
	Carrier post.Carrier
	// Pace, if set, waits until another mail may go out, or returns an error when ctx
	// ends: [wire.Pace.Wait].
	Pace func(context.Context) error
	// Every is how often deadlines and the outbox are looked at when nothing else
	// calls for it.
	Every time.Duration
	// After waits; time.After, but for tests.
	After func(time.Duration) <-chan time.Time
	// Crew hands out the work, to this daemon and to others on the same database; [Alone] makes
	// that of a daemon without others.
	Crew Crew
	// Ready, if set, is called once the daemon holds its lock and is at work.
	Ready func()
	// Archive, if set, keeps what is published of the games up to date until ctx ends. Of several daemons
	// on one database one at a time does.
	Archive func(ctx context.Context) error
	// Inspected, if set, is called when all games have been inspected behind the work, with
	// the number of those that are broken.
	Inspected func(broken int)

	inspected bool // all games have been, in this process; for who has the mailbox
}

// Run serves until ctx ends, then stops cleanly and returns nil. A daemon alone, on a
// database that another daemon serves, gets a *[store.LockedError].
func (d *Daemon) Run(ctx context.Context) error {
	err := d.run(ctx)
	if end := ctx.Err(); end != nil && errors.Is(err, end) {
		return nil // it was stopped within something, of which the store keeps nothing
	}
	return err
}

func (d *Daemon) run(ctx context.Context) (err error) {
	d.Host.ByJobs = true
	if d.Crew.Alone() {
		host, _ := os.Hostname() // only to be read by a person
		release, err := d.Host.Store.AcquireLock(ctx, fmt.Sprintf("process %d on %s", os.Getpid(), host), d.Host.Now())
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, release()) }()
	}
	sure, err := d.look(ctx)
	if err != nil {
		return err
	}
	if d.Crew.Alone() {
		if err := d.releaseOutbox(ctx); err != nil {
			return err
		}
	}
	return d.serve(ctx, sure)
}

// look asks the mailbox whether this is the database that belongs to it, before anything
// is written. It reports whether that is sure: a mailbox that is out of reach is asked
// as soon as it can be, and until then the games stand still.
func (d *Daemon) look(ctx context.Context) (sure bool, err error) {
	look, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	err = d.Mailbox.Look(look)
	switch stop := (*wire.StopError)(nil); {
	case err == nil:
		return true, nil
	case errors.As(err, &stop):
		return false, err
	case ctx.Err() != nil:
		return false, nil
	}
	d.Host.Log.Warn("the games wait until the mailbox has been looked at", "error", err)
	return false, nil
}

// takeOver goes on from where the daemon before this one ended.
func (d *Daemon) takeOver(ctx context.Context) error {
	if outage, err := d.Host.Recovery.Beat(ctx, d.Host.Now()); err != nil {
		return err
	} else if outage > 0 {
		d.Host.Log.Warn("outage detected, deadlines extended", "outage", outage)
	}
	if _, err := d.Host.Upkeep.RetrySetAside(ctx, "", maxRetriedGames); err != nil {
		return err
	}
	return d.survey(ctx)
}

// maxRetriedGames bounds the games whose mails that were set aside are taken up before
// others that waited; those of further games come when all games are inspected.
const maxRetriedGames = 100

// inspectLater inspects the games behind the work, once what came before is taken over.
func (d *Daemon) inspectLater(ctx context.Context, taken <-chan struct{}) error {
	select {
	case <-taken:
	case <-ctx.Done():
		return nil
	}
	if d.inspected {
		return nil
	}
	broken, err := d.Host.Upkeep.Inspect(ctx)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	d.inspected = true
	d.Host.Log.Info("all games are inspected", "broken", broken)
	if d.Inspected != nil {
		d.Inspected(broken)
	}
	return nil
}

// releaseOutbox takes back the mails that a daemon before this one was sending
// when it was killed: the lock says that it lives no more.
func (d *Daemon) releaseOutbox(ctx context.Context) error {
	return d.Host.Write(ctx, func(tx club.Tx) error {
		n, err := tx.ReleaseOutbox(d.Host.Now())
		if n > 0 {
			d.Host.Log.Warn("mails were being sent when the daemon last ended; they will be sent again", "mails", n)
		}
		return err
	})
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
	s := d.Host.Outbox.NewSender(post.PlainRetry{Carrier: d.Carrier, Club: d.Host.Club}, d.Pace)
	s.Again = d.backInReach
	defer func() { err = errors.Join(err, s.Stop()) }()
	for {
		if err := s.Start(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		wait, err := d.nextSend(ctx)
		if err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case f := <-s.Done:
			if err := s.Ended(f); err != nil && ctx.Err() == nil {
				return err
			}
		case <-wake:
			s.Look()
		case <-d.After(wait):
			s.Look()
		}
	}
}

// nextSend is how long until a mail falls due, at most the interval.
func (d *Daemon) nextSend(ctx context.Context) (time.Duration, error) {
	wait := d.Every
	err := d.Host.Store.View(ctx, func(tx store.ReadTx) error {
		next, err := tx.NextSend()
		if err == nil && next != nil {
			wait = min(wait, max(next.Sub(d.Host.Now()), d.Host.Outbox.Opens().Sub(d.Host.Now()), time.Second))
		}
		return err
	})
	return wait, err
}

// syncTimeout is how long a deadline waits for a look into the mailbox before it
// is put off to the next round.
const syncTimeout = time.Minute

// deadlineLoop keeps the deadlines and notes that the daemon is awake.
func (d *Daemon) deadlineLoop(ctx context.Context) error {
	for {
		// Only deadlines that had passed when the clock was looked at count as missed: it
		// may jump ahead at any time.
		now := d.Host.Now()
		if _, err := d.Host.Recovery.Beat(ctx, now); err != nil && ctx.Err() == nil {
			return err
		}
		if err := d.survey(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		if err := d.Host.Recovery.ShiftRest(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		if _, err := d.Host.Rulings.ResumeGames(ctx, now); err != nil && ctx.Err() == nil {
			return err
		}
		soon, err := d.sweep(ctx, now)
		if err != nil && ctx.Err() == nil {
			return err
		}
		waits, err := d.endWaits(ctx, now)
		if err != nil && ctx.Err() == nil {
			return err
		}
		soon = soon || waits
		if _, _, err := d.Host.Keys.WarnSome(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		if _, err := d.Host.Transfers.TendTransfers(ctx, now); err != nil && ctx.Err() == nil {
			return err
		}
		if waits, err = d.tendInTime(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		soon = soon || waits
		if _, err := d.Host.Reports.TellReads(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		pause := min(d.Every, reports.MinOutage/2) // a longer one would look like an outage
		if soon {
			pause = min(pause, untilWorkedOn)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-d.After(pause):
		}
	}
}

// untilWorkedOn is the pause before deadlines are looked at again that wait for mail which
// is being worked on.
const untilWorkedOn = time.Second

// sweep fetches what lies in the mailbox and then has the deadlines dealt with that
// had passed at a moment before, so that nobody is late whose mail was in time. While the
// mailbox is out of reach all deadlines wait. It reports whether it is worth while to look
// again soon: some wait for mail that was fetched and is not worked on yet, or there are
// more than are dealt with at once.
func (d *Daemon) sweep(ctx context.Context, until time.Time) (soon bool, err error) {
	due, err := d.Host.due(ctx, until)
	if err != nil {
		return false, err
	}
	keys, err := d.Host.Keys.DueKeys(ctx, until)
	if err != nil {
		return false, err
	}
	ladders, err := d.Host.Ladders.LaddersDue(ctx, until)
	if err != nil {
		return false, err
	}
	if len(due)+keys+ladders > 0 {
		sync, cancel := context.WithTimeout(ctx, syncTimeout)
		defer cancel()
		if err := d.Mailbox.Sync(sync); err != nil {
			d.Host.Log.Warn("deadlines wait for the mailbox", "seats", len(due), "keys", keys, "ladders", ladders, "error", err)
			soon = true // it may be so full that it takes longer to fetch all
		} else if soon, err = d.settleAll(ctx, due, until); err != nil {
			return false, err
		}
	}
	_, err = d.Host.Reports.Receipts(ctx, until)
	return soon, err
}

// endWaits does what time brings besides deadlines, once the mail that came before it is fetched
// and worked on: an answer that was in time ends an offer, or a call for a substitute, first. It
// reports whether something waits for that.
func (d *Daemon) endWaits(ctx context.Context, until time.Time) (waits bool, err error) {
	calls, err := d.Host.Offers.DueCalls(ctx, until)
	if err != nil {
		return false, err
	}
	offers, err := d.Host.Offers.DueOffers(ctx, until)
	if err != nil {
		return false, err
	}
	if len(calls)+len(offers) > 0 {
		sync, cancel := context.WithTimeout(ctx, syncTimeout)
		defer cancel()
		if err := d.Mailbox.Sync(sync); err != nil {
			d.Host.Log.Warn("offers and calls for substitutes wait for the mailbox", "offers", len(offers), "calls", len(calls), "error", err)
			waits = true
		} else if err := d.Host.Store.View(ctx, func(tx store.ReadTx) (err error) {
			waits, err = keyring.Arrived(tx, until)
			return err
		}); err != nil {
			return false, err
		}
	}
	if waits {
		_, err = d.Host.Watchers.TellObservers(ctx, until)
	} else {
		_, err = d.Host.passTime(ctx, until)
	}
	return waits, err
}

// settleAll deals with the keys that were due at a moment, and has the deadlines dealt with.
func (d *Daemon) settleAll(ctx context.Context, due []store.Seat, until time.Time) (soon bool, err error) {
	soon = len(due) >= dueAtOnce/2 // fewer are all that there are
	err = d.Host.Store.View(ctx, func(tx store.ReadTx) error {
		waits, err := keyring.Arrived(tx, until)
		soon = soon || waits
		return err
	})
	if err != nil {
		return false, fmt.Errorf("looking for unfinished messages: %w", err)
	}
	if _, err := d.Host.Keys.SettleKeys(ctx, until); err != nil {
		return soon, err
	}
	if err := d.Host.Ladders.SweepLadders(ctx, until); err != nil {
		return soon, err
	}
	list := make([]jobs.Job, len(due))
	for i, seat := range due {
		list[i] = jobs.Job{Kind: jobs.Deadline, Game: seat.Game, Side: seat.Side, Until: until.UnixMilli()}
	}
	return soon, d.Crew.Survey(ctx, list)
}

// deadlineJob deals with one deadline.
func (d *Daemon) deadlineJob(ctx context.Context, j jobs.Job) error {
	d.Host.deal(ctx, j.Game, j.Side, time.UnixMilli(j.Until))
	return ctx.Err()
}

// tendInTime tends the leagues once the mail is fetched that came before: a bid, a word of who is
// there or a result that was in time counts, also where nobody read it in time. It reports whether
// they wait for mail.
func (d *Daemon) tendInTime(ctx context.Context) (waits bool, err error) {
	any, err := d.Host.Leagues.LeaguesCall(ctx)
	if err != nil {
		return false, err
	}
	if !any {
		return d.Host.Leagues.TendOpen(ctx)
	}
	sync, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	if err := d.Mailbox.Sync(sync); err != nil {
		d.Host.Log.Warn("leagues wait for the mailbox", "error", err)
		return true, nil
	}
	return d.Host.Leagues.TendOpen(ctx)
}
