package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"keryx/mail"
)

// imapSession is all that Mailbox wants of an IMAP connection. After any error
// but a *refusedError the connection is unusable.
type imapSession interface {
	// prepare creates the folders that are missing.
	prepare(ctx context.Context, folders []string) error
	// enter selects a folder and returns its UIDVALIDITY.
	enter(ctx context.Context, folder string) (uidValidity uint32, err error)
	// list describes every message of the folder, in any order: barely, if nothing but the UIDs is
	// to be asked for.
	list(ctx context.Context, barely bool) ([]imapListing, error)
	// describe asks for size and date of one message. They are zero if the message is gone.
	describe(ctx context.Context, uid uint32) (imapListing, error)
	// body fetches a message without marking it. It is nil if the message is
	// gone, or tooLarge if it exceeds limit after all.
	body(ctx context.Context, uid uint32, limit int64) (raw []byte, tooLarge bool, err error)
	// head fetches the beginning of a message that is too large to be fetched
	// whole, without marking it. It is nil if the message is gone.
	head(ctx context.Context, uid uint32, limit int64) ([]byte, error)
	// file moves a message of the folder to another one.
	file(ctx context.Context, uid uint32, folder string) error
	// quota tells how full the mailbox is; nothing if the server does not tell.
	quota(ctx context.Context) ([]Quota, error)
	// wait returns when the server has news, or one of the channels has.
	wait(ctx context.Context, wake <-chan struct{}, tick <-chan time.Time) error
	close()
}

// imapListing is one line of a folder's table of contents.
type imapListing struct {
	uid          uint32
	size         int64
	internalDate time.Time
	bare         bool // size and date were not asked for
}

// byUID orders a listing as the messages came into the folder.
func byUID(a, b imapListing) int { return cmp.Compare(a.uid, b.uid) }

// refusedError is a NO or a BAD from the server to one command; the connection is fine.
type refusedError struct{ err error }

func (e *refusedError) Error() string { return e.err.Error() }
func (e *refusedError) Unwrap() error { return e.err }

// Watch gives every message of the mailbox to handle, now and as they come,
// until ctx ends; it returns the cause, or the *[StopError] of Begin. Lost connections are made again, with
// growing pauses. Two Watches on one mailbox lose nothing but handle mail twice;
// whoever may be started twice should hold a lease.
func (m *Mailbox) Watch(ctx context.Context, handle Handler) error {
	failures, alarmed := 0, false
	for {
		err := m.session(ctx, handle, func() { failures, alarmed = 0, false })
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if stop := (*StopError)(nil); errors.As(err, &stop) {
			return stop
		}
		if failures++; errors.As(err, new(*strickenError)) {
			failures = 1 // the mailbox is there; whatever was lost, was lost over one message
		}
		refused := errors.Is(err, ErrAuth)
		if !alarmed && (refused || failures >= m.cfg.AlarmAfter) {
			alarmed = true
			m.cfg.Alarm(fmt.Errorf("mailbox %s: %w", m.cfg.Endpoint, err))
		}
		pause, wake := m.backoff(failures), m.wake
		if refused {
			pause, wake = m.cfg.AuthRetry, nil // a locked account helps nobody
		}
		m.cfg.Log.Warn("mailbox out of reach", "mailbox", m.cfg.Endpoint, "error", err, "failures", failures, "pause", pause)
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-wake:
		case <-m.cfg.After(pause):
		}
	}
}

// backoff doubles from 1 s to 5 min; half of it is chance, so that many daemons
// do not come back to a restarted server in step.
func (m *Mailbox) backoff(failures int) time.Duration {
	d := min(time.Second<<min(failures-1, 9), 5*time.Minute)
	return d/2 + time.Duration(m.cfg.Rand()*float64(d/2))
}

// session works on one connection until it fails. healthy is called after every
// complete scan.
func (m *Mailbox) session(ctx context.Context, handle Handler, healthy func()) error {
	s, err := m.open(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.prepare(ctx, m.cfg.Folders); err != nil {
		return err
	}
	if err := m.begin(ctx, s); err != nil {
		return err
	}
	// What was handled but left in place. It dies with the connection, for a
	// server that lost its memory may give the same UIDVALIDITY and UIDs to
	// other messages afterwards.
	scanners := []*folderScan{{folder: folderInbox}}
	if m.cfg.Junk != "" {
		// INBOX last, since IDLE watches the folder entered last.
		scanners = []*folderScan{{folder: m.cfg.Junk}, scanners[0]}
	}
	for {
		if err := m.watchQuota(ctx, s); err != nil {
			return err
		}
		waiting := m.takeWaiting()
		for _, f := range scanners {
			if err = m.scan(ctx, s, f, handle); err != nil {
				break
			}
		}
		m.settle(waiting, err)
		if err != nil {
			return err
		}
		healthy()
		if err := s.wait(ctx, m.wake, m.cfg.After(m.untilNext())); err != nil {
			return err
		}
	}
}

// folderScan remembers, for one folder on one connection, what need not be
// handled again.
type folderScan struct {
	folder      string
	uidValidity uint32
	handled     map[uint32]bool
	later       map[uint32]func() (Disposition, bool) // of messages whose folder is not known yet
}

// renumbered forgets everything if the UIDs have a new meaning. Zero is no
// UIDVALIDITY at all, although broken servers send it.
func (f *folderScan) renumbered(uidValidity uint32) {
	if f.handled == nil || uidValidity == 0 || uidValidity != f.uidValidity {
		f.uidValidity, f.handled, f.later = uidValidity, map[uint32]bool{}, map[uint32]func() (Disposition, bool){}
	}
}

// scan goes once through the folder. The folder is entered anew each time, to
// see a UIDVALIDITY that changed under an open connection.
func (m *Mailbox) scan(ctx context.Context, s imapSession, f *folderScan, handle Handler) error {
	uidValidity, err := s.enter(ctx, f.folder)
	if refused := (*refusedError)(nil); errors.As(err, &refused) && f.folder != folderInbox {
		if !m.noJunk {
			m.noJunk = true
			m.cfg.Log.Warn("cannot scan folder", "folder", f.folder, "error", err)
			m.cfg.Alarm(&JunkError{Mailbox: m.cfg.Endpoint.String(), Folder: f.folder, Err: err})
		}
		return nil
	}
	if err != nil {
		return err
	}
	if f.folder != folderInbox {
		m.noJunk = false
	}
	f.renumbered(uidValidity)
	listing, err := m.list(ctx, s, f.folder)
	if err != nil {
		return err
	}
	slices.SortFunc(listing, byUID)
	if slices.ContainsFunc(listing, func(l imapListing) bool { return l.internalDate.IsZero() && !l.bare }) {
		m.sayUndated(f.folder)
	}
	listing = m.ailingLast(f, listing)
	still, later := make(map[uint32]bool, len(f.handled)), map[uint32]func() (Disposition, bool){}
	for _, l := range listing {
		done := f.handled[l.uid] || m.isOldJunk(f, l)
		if !done {
			if done, err = m.deliver(ctx, s, f, l, handle); err != nil {
				return err
			}
		}
		if done {
			still[l.uid] = true
		} else if ask := f.later[l.uid]; ask != nil {
			later[l.uid] = ask
		}
	}
	f.handled, f.later = still, later
	return nil
}

// sayUndated warns once that some mail has no date of its receipt.
func (m *Mailbox) sayUndated(folder string) {
	if !m.undated {
		m.undated = true
		m.cfg.Log.Warn("the server does not say when some mail was received; it counts as received when it is fetched", "folder", folder)
	}
}

// errOldJunk stops the fetching of a message that turns out to be old junk.
var errOldJunk = errors.New("it lies in the junk folder for too long")

// isOldJunk reports a message that lies in the junk folder for too long.
func (m *Mailbox) isOldJunk(f *folderScan, l imapListing) bool {
	return f.folder != folderInbox && !l.internalDate.IsZero() && m.cfg.Now().Sub(l.internalDate) > m.cfg.JunkAge
}

// deliver gives one message to the handler and files it. done is false if it
// has to come again; the error is that of the connection.
func (m *Mailbox) deliver(ctx context.Context, s imapSession, f *folderScan, l imapListing, handle Handler) (done bool, err error) {
	if ask := f.later[l.uid]; ask != nil {
		disposition, known := ask()
		if !known {
			return false, ctx.Err()
		}
		return m.file(ctx, s, f, l.uid, disposition)
	}
	at := place{f.folder, f.uidValidity, l}
	if m.putOff(at) {
		return false, nil
	}
	msg, err := m.fetch(ctx, s, f, l)
	if errors.Is(err, errOldJunk) {
		return true, nil
	}
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err == nil && msg == nil {
		err = errWithheld // or it has vanished since it was listed: the next listing tells
	}
	if err != nil {
		return false, m.ailed(at, err)
	}
	m.fetchable(at)
	disposition, err := handle(ctx, *msg)
	if stop := (*StopError)(nil); errors.As(err, &stop) {
		return false, stop
	}
	if errors.Is(err, ErrLater) {
		m.logOf(f, l.uid).Debug("message put off", "reason", err)
		return false, ctx.Err()
	}
	if err != nil {
		m.logOf(f, l.uid).Error("processing failed, will retry", "error", err)
		return false, ctx.Err()
	}
	if disposition.Later != nil {
		f.later[l.uid] = disposition.Later
		return false, nil
	}
	return m.file(ctx, s, f, l.uid, disposition)
}

// fetch fetches a message, or nothing if there is none.
func (m *Mailbox) fetch(ctx context.Context, s imapSession, f *folderScan, l imapListing) (_ *Fetched, err error) {
	if l, err = m.described(ctx, s, l); err != nil {
		return nil, err
	}
	if m.isOldJunk(f, l) {
		return nil, errOldJunk
	}
	if l.internalDate.IsZero() {
		m.sayUndated(f.folder)
		l.internalDate = m.cfg.Now() // the server owes one, and some still give none
	}
	msg := Fetched{
		Folder: f.folder, UIDValidity: f.uidValidity, UID: l.uid,
		InternalDate: l.internalDate, Size: l.size, TooLarge: l.size > m.cfg.MaxSize,
	}
	if !msg.TooLarge {
		msg.Raw, msg.TooLarge, err = s.body(ctx, l.uid, m.cfg.MaxSize)
		if err != nil || msg.Raw == nil && !msg.TooLarge {
			return nil, err
		}
	}
	if msg.TooLarge {
		if msg.Head, err = s.head(ctx, l.uid, mail.MaxHeader); err != nil || msg.Head == nil {
			return nil, err
		}
		if n := int64(len(msg.Head)); n < mail.MaxHeader && n <= m.cfg.MaxSize {
			// There is no more of it than this: the server was wrong about its size.
			msg.Raw, msg.Head, msg.TooLarge = msg.Head, nil, false
		}
	}
	return &msg, nil
}

// file files a message as its handler wants it. done is false if that has to come again.
func (m *Mailbox) file(ctx context.Context, s imapSession, f *folderScan, uid uint32, disposition Disposition) (done bool, err error) {
	if disposition.Folder == "" || disposition.Folder == f.folder {
		return true, nil
	}
	err = s.file(ctx, uid, disposition.Folder)
	if refused := (*refusedError)(nil); errors.As(err, &refused) {
		m.logOf(f, uid).Error("message not filed, it will come again", "to", disposition.Folder, "error", err)
		return false, nil
	}
	if err == nil && disposition.Filed != nil {
		disposition.Filed()
	}
	return err == nil, err
}

func (m *Mailbox) logOf(f *folderScan, uid uint32) *slog.Logger {
	return m.cfg.Log.With("folder", f.folder, "uidvalidity", f.uidValidity, "uid", uid)
}

// ErrRenumbered is returned by Move when the UID no longer means the message
// that was fetched.
var ErrRenumbered = errors.New("mail: the folder was renumbered since the message was fetched")

// Move files one message outside Watch, over a connection of its own, for a
// decision taken later than the handler's. Moving a message that is no longer
// there is no error. It returns ErrRenumbered if the folder's UIDVALIDITY is not
// the one of msg.
func (m *Mailbox) Move(ctx context.Context, msg Fetched, folder string) error {
	s, err := m.open(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	uidValidity, err := s.enter(ctx, msg.Folder)
	if err != nil {
		return err
	}
	if uidValidity == 0 || uidValidity != msg.UIDValidity {
		return fmt.Errorf("move to %s: %w", folder, ErrRenumbered)
	}
	return s.file(ctx, msg.UID, folder)
}
