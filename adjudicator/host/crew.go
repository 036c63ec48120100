package host

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"keryx/mail"
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

// lockMessage is the class of the locks of messages.
const lockMessage = 1

// serveTogether is Run of a daemon that is one of a crew. Messages are worked on by any of
// them, and so are mails sent; one of them has the mailbox, keeps the deadlines and notes
// that the club is awake.
func (d *Daemon) serveTogether(ctx context.Context) error {
	if err := d.patiently(ctx, d.lookFirst); err != nil || ctx.Err() != nil {
		return err
	}
	if d.Ready != nil {
		d.Ready()
	}
	wake := make(chan struct{}, 1)
	group, run := errgroup.WithContext(ctx)
	group.Go(func() error {
		return d.Crew.Run(run, jobs.Hands{
			jobs.Message: {Most: runtime.NumCPU(), Work: d.messageJob},
			jobs.Mail:    {Most: 1, Work: func(context.Context, jobs.Job) error { signal(wake); return nil }},
		})
	})
	group.Go(func() error {
		return d.patiently(run, func(ctx context.Context) error { return d.sendLoop(ctx, wake) })
	})
	group.Go(func() error { return d.orphanLoop(run, wake) })
	group.Go(func() error {
		return d.Crew.Hold(run, "mailbox "+store.Address(d.Post.Address), func(ctx context.Context) error {
			return d.patiently(ctx, func(ctx context.Context) error { return d.keepMailbox(ctx, wake) })
		})
	})
	if err := group.Wait(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// patiently does something again while the database is out of reach: a server that many
// share is restarted without asking them.
func (d *Daemon) patiently(ctx context.Context, do func(context.Context) error) error {
	for {
		err := do(ctx)
		if !errors.Is(err, store.ErrUnavailable) || ctx.Err() != nil {
			return err
		}
		d.Log.Warn("the database is out of reach", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-d.After(outOfReach):
		}
	}
}

// outOfReach is the pause before a database is tried again.
const outOfReach = time.Second

// lookFirst asks the mailbox whether this is the database that belongs to it, before
// anything is worked on, until it is within reach.
func (d *Daemon) lookFirst(ctx context.Context) error {
	for {
		sure, err := d.look(ctx)
		if sure || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-d.After(d.Every):
		}
	}
}

// messageJob works on one message. It waits as long as the message has to, or while
// somebody else works on it.
func (d *Daemon) messageJob(ctx context.Context, j jobs.Job) error {
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
	_, failure := d.work(ctx, *row)
	if failure == nil || ctx.Err() != nil {
		return failure
	}
	if !errors.Is(failure, mail.ErrLater) {
		d.Log.Error("message not handled, it will come again", "message", j.Of, "error", failure)
	}
	row, err = d.waiting(ctx, j.Of)
	switch {
	case err != nil || row == nil:
		return err
	case row.NextTry == nil:
		return &jobs.Later{In: time.Second}
	}
	return &jobs.Later{In: max(row.NextTry.Sub(d.Now()), time.Second/10)}
}

// waiting returns a message if it waits to be worked on, or nil.
func (d *Daemon) waiting(ctx context.Context, id int64) (found *store.InboxMessage, err error) {
	err = d.Store.View(ctx, func(tx store.ReadTx) error {
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

// survey has those messages worked on that nobody has been told of.
func (d *Daemon) survey(ctx context.Context) error {
	var list []jobs.Job
	err := d.Store.View(ctx, func(tx store.ReadTx) error {
		rows, err := tx.Pending(maxResume)
		for _, row := range rows {
			list = append(list, jobs.Job{Kind: jobs.Message, Of: row.ID})
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
			d.Log.Warn("cannot look for mails whose sender is gone", "error", err)
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
	return d.Store.View(ctx, func(tx store.ReadTx) error {
		next, err := tx.NextSend()
		if err == nil && next != nil && !next.After(d.Now()) {
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
	err = d.Store.Update(ctx, func(tx store.Tx) error {
		for _, o := range orphans {
			err := tx.ReleaseClaim(o.Mail, o.Token, d.Now())
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
		d.Log.Warn("mails were being sent by a daemon that is gone; they will be sent again", "mails", n)
	}
	return d.Crew.Buried(ctx, orphans)
}

// keepMailbox is the work of the one daemon that has the mailbox: it stores what comes,
// files what is done with, and keeps the deadlines.
func (d *Daemon) keepMailbox(ctx context.Context, wake chan struct{}) error {
	if err := d.takeOver(ctx); err != nil {
		return err
	}
	f := &filing{states: map[int64]store.InboxState{}}
	group, run := errgroup.WithContext(ctx)
	group.Go(func() error { return d.Mailbox.Watch(run, d.storer(f)) })
	group.Go(func() error { return d.filingLoop(run, f) })
	group.Go(func() error { return d.deadlineLoop(run, wake) })
	if err := group.Wait(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// storer stores what comes. Others work on it; it is filed when they have.
func (d *Daemon) storer(f *filing) mail.Handler {
	return func(ctx context.Context, m mail.Fetched) (mail.Disposition, error) {
		if ours, err := d.belongs(ctx, m); err != nil || !ours {
			return mail.Disposition{}, err
		}
		row, err := d.keep(ctx, m)
		if err != nil {
			return mail.Disposition{}, err
		}
		d.did(StepFetched)
		filed := func() { f.forget(row.ID); d.filed(ctx, row, m) }
		if row.State.Final() {
			return mail.Disposition{Folder: folder(row.State), Filed: filed}, nil
		}
		f.await(row.ID)
		return mail.Disposition{Later: func() (mail.Disposition, bool) {
			state, known := f.fate(row.ID)
			return mail.Disposition{Folder: folder(state), Filed: filed}, known
		}}, nil
	}
}

// filing knows which messages lie in the mailbox that are worked on, and what became of
// them.
type filing struct {
	mu     sync.Mutex
	states map[int64]store.InboxState // Received while it is not known
}

func (f *filing) await(id int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.states[id] = store.Received
}

// fate returns what became of a message, once that is known.
func (f *filing) fate(id int64) (state store.InboxState, known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	state = f.states[id]
	return state, state.Final()
}

func (f *filing) forget(id int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.states, id)
}

// awaited counts the messages of which nothing is known yet.
func (f *filing) awaited() (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, state := range f.states {
		if !state.Final() {
			n++
		}
	}
	return n
}

// learn takes note of what became of messages, and reports whether that is news.
func (f *filing) learn(done []store.Copy) (news bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range done {
		if state, ok := f.states[c.Message]; ok && !state.Final() {
			f.states[c.Message], news = c.State, true
		}
	}
	return news
}

// filingPause is how often is looked which messages can be filed.
const filingPause = time.Second

// maxUnfiled bounds the copies that are looked at beside those that are waited for: some may have been taken out of the
// mailbox by somebody else, and are never filed.
const maxUnfiled = 4096

// filingLoop lets the mailbox know when messages can be filed.
func (d *Daemon) filingLoop(ctx context.Context, f *filing) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.After(filingPause):
		}
		n := f.awaited()
		if n == 0 {
			continue
		}
		var done []store.Copy
		err := d.Store.View(ctx, func(tx store.ReadTx) (err error) {
			done, err = tx.Unfiled(n + maxUnfiled)
			return err
		})
		if err != nil {
			if ctx.Err() == nil {
				d.Log.Warn("cannot look which messages can be filed", "error", err)
			}
			continue
		}
		if f.learn(done) {
			d.Mailbox.Wake()
		}
	}
}
