package host

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/intake"
	"keryx/adjudicator/host/post"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/jobs"
)

// Crew is how a daemon shares the work with others on the same database. That of package
// keryx/store/crew is one, and [*jobs.Local] that of a daemon alone.
type Crew interface {
	// Alone reports whether no other daemon can serve the database.
	Alone() bool
	// Run does what comes up until ctx ends, and waits for what is under way.
	Run(ctx context.Context, hands jobs.Hands) error
	// Hold waits until this daemon is the one to do something, and does it until ctx ends.
	Hold(ctx context.Context, office string, work func(context.Context) error) error
	// TryLock takes a lock, and reports false if somebody else holds it.
	TryLock(ctx context.Context, class int32, name string) (unlock func(), ok bool, err error)
	// Survey makes sure that work is known which waits in the tables.
	Survey(ctx context.Context, woken []jobs.Job) error
	// Orphans lists the mails that daemons were sending which are gone, and Buried forgets
	// some of them.
	Orphans(ctx context.Context) ([]jobs.Orphan, error)
	Buried(ctx context.Context, dealt []jobs.Orphan) error
}

// Alone makes the crew of a daemon that serves a database without others. From then on the
// transactions of the host tell it of the work that they make.
func Alone(h *Host) *jobs.Local {
	local := jobs.NewLocal(h.Log)
	h.Store = jobs.Announce(h.Store, local)
	return local
}

// lockMessage is the class of the locks of messages.
const lockMessage = 1

// serve does the work of a daemon until ctx ends. Messages are worked on by any daemon of
// a crew, and so are deadlines, and mails sent; one of them has the mailbox, sees when deadlines
// call and notes that the club is awake. Sure says that the mailbox has been looked at: before it was,
// mails go out and nothing else happens.
func (d *Daemon) serve(ctx context.Context, sure bool) error {
	if d.Ready != nil {
		d.Ready()
	}
	wake, looked := make(chan struct{}, 1), make(chan struct{})
	if sure {
		close(looked)
	}
	f := intake.NewFiling()
	group, run := errgroup.WithContext(ctx)
	group.Go(func() error {
		return d.patiently(run, func(ctx context.Context) error { return d.sendLoop(ctx, wake) })
	})
	group.Go(func() error {
		if !sure {
			if err := d.patiently(run, d.lookFirst); err != nil || run.Err() != nil {
				return err
			}
			close(looked)
		}
		if err := d.patiently(run, d.readKeys); err != nil {
			return err
		}
		return nil
	})
	group.Go(func() error {
		return d.Crew.Run(run, jobs.Hands{
			jobs.Message: {Most: d.desks(), Work: func(ctx context.Context, j jobs.Job) error {
				if !await(ctx, looked) {
					return context.Cause(ctx)
				}
				return d.messageJob(ctx, j, f)
			}},
			jobs.Deadline: {Most: 1, Work: d.deadlineJob},
			jobs.Mail:     {Most: 1, Work: func(context.Context, jobs.Job) error { signal(wake); return nil }},
		})
	})
	if !d.Crew.Alone() {
		group.Go(func() error { return d.orphanLoop(run, wake) })
	}
	if d.Archive != nil {
		group.Go(func() error { return d.Crew.Hold(run, "archive", d.Archive) })
	}
	group.Go(func() error {
		return d.Crew.Hold(run, "mailbox "+store.Address(d.Host.Post.Address), func(ctx context.Context) error {
			return d.patiently(ctx, func(ctx context.Context) error { return d.keepMailbox(ctx, looked, f) })
		})
	})
	if err := group.Wait(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// desks is how many messages are taken up at a time. A daemon alone works on them in the
// order in which they came in.
func (d *Daemon) desks() int {
	if d.Crew.Alone() {
		return 1
	}
	return runtime.NumCPU()
}

// readKeys reads the keys of all players behind the work, so that the first message of each
// need not wait for it.
func (d *Daemon) readKeys(ctx context.Context) error {
	_, err := (post.Keyring{Store: d.Host.Store}).List(ctx)
	return err
}

// await waits for a channel to be closed, and reports false if ctx ends first.
func await(ctx context.Context, closed <-chan struct{}) bool {
	select {
	case <-closed:
		return true
	case <-ctx.Done():
		return false
	}
}

// patiently does something again while the database is out of reach: a server that many
// share is restarted without asking them.
func (d *Daemon) patiently(ctx context.Context, do func(context.Context) error) error {
	for {
		err := do(ctx)
		if !errors.Is(err, store.ErrUnavailable) || ctx.Err() != nil {
			return err
		}
		d.Host.Log.Warn("the database is out of reach", "error", err)
		if !d.backInReach(ctx) {
			return nil
		}
	}
}

// backInReach waits before a database is tried again. It reports false if ctx ends first.
func (d *Daemon) backInReach(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-d.After(post.OutOfReach):
		return true
	}
}

// lookFirst waits until the mailbox has been found to belong to this database. Whoever has
// the mailbox sees that when it can be reached; others ask now and then.
func (d *Daemon) lookFirst(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.Mailbox.Begun():
			return nil
		case <-d.After(d.Every):
		}
		if sure, err := d.look(ctx); sure || err != nil {
			return err
		}
	}
}

// messageJob works on one message. It waits as long as the message has to, or while
// somebody else works on it.
func (d *Daemon) messageJob(ctx context.Context, j jobs.Job, f *intake.Filing) error {
	unlock, ok, err := d.Crew.TryLock(ctx, lockMessage, fmt.Sprint(j.Of))
	if err != nil {
		return err
	}
	if !ok {
		return &jobs.Later{In: time.Second}
	}
	defer unlock()
	row, err := d.waiting(ctx, j.Of)
	if err != nil || row == nil {
		return err
	}
	state, failure := d.Host.Intake.Work(ctx, *row)
	if failure == nil && f.Learn([]store.Copy{{Message: j.Of, State: state}}) && f.Awaited() < intake.FewAwaited {
		d.Mailbox.Wake()
	}
	if failure == nil || ctx.Err() != nil {
		return failure
	}
	if !errors.Is(failure, wire.ErrLater) {
		d.Host.Log.Error("processing failed, will retry", "message", j.Of, "error", failure)
	}
	row, err = d.waiting(ctx, j.Of)
	switch {
	case err != nil || row == nil:
		return err
	case row.NextTry == nil:
		return &jobs.Later{In: time.Second}
	}
	return &jobs.Later{In: max(row.NextTry.Sub(d.Host.Now()), time.Second/10)}
}

// waiting returns a message if it waits to be worked on, or nil.
func (d *Daemon) waiting(ctx context.Context, id int64) (found *store.InboxMessage, err error) {
	err = d.Host.Store.View(ctx, func(tx store.ReadTx) error {
		row, err := tx.InboxMessage(id)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return nil // of another life of the database
		case err != nil:
			return err
		case !row.State.Final():
			found = &row
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking for message %d: %w", id, err)
	}
	return found, nil
}

// survey has those messages worked on whose time has come and that nobody has been told of:
// they were put back by another process, put off, or left by a daemon that is gone.
func (d *Daemon) survey(ctx context.Context) error {
	var list []jobs.Job
	err := d.Host.Store.View(ctx, func(tx store.ReadTx) error {
		ids, err := tx.InboxDue(d.Host.Now())
		for _, id := range ids {
			list = append(list, jobs.Job{Kind: jobs.Message, Of: id})
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("looking for unfinished messages: %w", err)
	}
	return d.Crew.Survey(ctx, list)
}

// orphanPause is how often is looked for mails whose sender is gone.
const orphanPause = 5 * time.Second

// orphanLoop gives mails to be sent again whose sender is gone, and sends what another was woken for that is gone.
func (d *Daemon) orphanLoop(ctx context.Context, wake chan<- struct{}) error {
	for {
		err := d.adopt(ctx)
		if err == nil {
			err = d.wakeIfDue(ctx, wake)
		}
		if err != nil && ctx.Err() == nil {
			d.Host.Log.Warn("cannot look for mails whose sender is gone", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-d.After(orphanPause):
		}
	}
}

// wakeIfDue wakes the sender if a mail waits to be sent.
func (d *Daemon) wakeIfDue(ctx context.Context, wake chan<- struct{}) error {
	return d.Host.Store.View(ctx, func(tx store.ReadTx) error {
		next, err := tx.NextSend()
		if err == nil && next != nil && !next.After(d.Host.Now()) {
			signal(wake)
		}
		return err
	})
}

// adopt ends the claims of senders who are gone.
func (d *Daemon) adopt(ctx context.Context) error {
	orphans, err := d.Crew.Orphans(ctx)
	if err != nil || len(orphans) == 0 {
		return err
	}
	n := 0
	err = d.Host.Write(ctx, func(tx club.Tx) error {
		for _, o := range orphans {
			err := tx.ReleaseClaim(o.Mail, o.Token, d.Host.Now())
			if err == nil {
				n++
			} else if !errors.Is(err, store.ErrLeaseLost) && !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if n > 0 {
		d.Host.Log.Warn("mails were being sent by a daemon that is gone; they will be sent again", "mails", n)
	}
	return d.Crew.Buried(ctx, orphans)
}

// keepMailbox is the work of the one daemon that has the mailbox: it stores what comes,
// files what is done with, and sees when deadlines call.
func (d *Daemon) keepMailbox(ctx context.Context, looked <-chan struct{}, f *intake.Filing) error {
	f.Reset()
	taken := make(chan struct{}) // closed when the work of the daemon before this one has been taken over
	group, run := errgroup.WithContext(ctx)
	group.Go(func() error { return d.Mailbox.Watch(run, d.storer(taken, f)) })
	group.Go(func() error { return d.filingLoop(run, f) })
	group.Go(func() error { return d.inspectLater(run, taken) })
	group.Go(func() error { return d.compactLoop(run) })
	group.Go(func() error {
		if !await(run, looked) {
			return nil
		}
		if err := d.takeOver(run); err != nil {
			return err
		}
		close(taken)
		return d.deadlineLoop(run)
	})
	if err := group.Wait(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}
