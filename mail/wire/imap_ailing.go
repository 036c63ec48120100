package wire

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// A server may list a message and not hand it out: a file of it is damaged, a disk is away. What
// concerns one message stays with that message. It is passed over, so that those behind it are
// handled, and tried again with growing pauses.

// ailingPauses are those between the tries of a message that cannot be fetched; the last one goes on.
var ailingPauses = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour}

// A place is one message as a listing has it. Size and time tell it from another that got its
// UID when the server had lost its memory.
type place struct {
	folder      string
	uidValidity uint32
	listed      imapListing
}

// An ailment is what is known of a message that could not be fetched.
type ailment struct {
	tries   int // that failed
	put     int // how often it was put off
	next    time.Time
	trouble error
}

// How often a message may fail before it is put off. A connection is lost for other reasons than
// the message that was being fetched, and a message is gone that another client has taken away.
const (
	refusedTries  = 0
	withheldTries = 1
	lostTries     = 3
)

// errWithheld is that of a server which says OK and sends nothing.
var errWithheld = errors.New("the server sends nothing of it")

// strickenError is the loss of the connection while a message was fetched.
type strickenError struct{ err error }

func (e *strickenError) Error() string { return e.err.Error() }
func (e *strickenError) Unwrap() error { return e.err }

// MessageError is the alarm for a message that the server lists and does not hand out.
type MessageError struct {
	Mailbox, Folder  string
	UIDValidity, UID uint32
	Received         time.Time // zero if the server does not say
	Err              error
}

// Error says which message it is, and why.
func (e *MessageError) Error() string {
	received := ""
	if !e.Received.IsZero() {
		received = ", received " + e.Received.UTC().Format("2006-01-02 15:04 MST")
	}
	return fmt.Sprintf("message %d of the folder %s of the mailbox %s%s: %v", e.UID, e.Folder, e.Mailbox, received, e.Err)
}

// Unwrap returns the server's answer.
func (e *MessageError) Unwrap() error { return e.Err }

// ailed takes note that a message could not be fetched, and returns the error with which the
// connection ends, if it does.
func (m *Mailbox) ailed(p place, trouble error) error {
	free, lost := lostTries, true
	if refused := (*refusedError)(nil); errors.As(trouble, &refused) {
		free, lost = refusedTries, false
	}
	if errors.Is(trouble, errWithheld) {
		free, lost = withheldTries, false
	}
	m.mu.Lock()
	a := m.ailing[p]
	if a == nil {
		a = &ailment{}
		m.ailing[p] = a
	}
	a.tries++
	a.trouble = trouble
	put := 0
	if a.tries > free {
		a.next = m.cfg.Now().Add(ailingPauses[min(a.put, len(ailingPauses)-1)])
		a.put++
		put = a.put
	}
	m.mu.Unlock()

	alarm := &MessageError{Mailbox: m.cfg.Endpoint.String(), Folder: p.folder, UIDValidity: p.uidValidity, UID: p.listed.uid,
		Received: p.listed.internalDate, Err: trouble}
	switch put {
	case 1:
		m.cfg.Log.Warn("a message cannot be fetched; it is passed over and tried again", "folder", p.folder, "uid", p.listed.uid, "error", trouble)
	case 2:
		m.cfg.Alarm(alarm)
	}
	if lost {
		return &strickenError{trouble}
	}
	return nil
}

// fetchable forgets what ailed a message.
func (m *Mailbox) fetchable(p place) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if a := m.ailing[p]; a != nil {
		delete(m.ailing, p)
		if a.put > 0 {
			m.cfg.Log.Info("a message can be fetched after all", "folder", p.folder, "uid", p.listed.uid)
		}
	}
}

// putOff reports whether a message is to be passed over for now.
func (m *Mailbox) putOff(p place) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.ailing[p]
	return a != nil && a.next.After(m.cfg.Now())
}

// ailingLast puts the messages that could not be fetched behind the others, so that these are
// handled whatever becomes of the connection, and forgets those that a folder has no longer.
func (m *Mailbox) ailingLast(f *folderScan, listing []imapListing) []imapListing {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.ailing) == 0 {
		return listing
	}
	there := map[place]bool{}
	var well, ill []imapListing
	for _, l := range listing {
		p := place{f.folder, f.uidValidity, l}
		there[p] = true
		if m.ailing[p] != nil {
			ill = append(ill, l)
		} else {
			well = append(well, l)
		}
	}
	for p := range m.ailing {
		if p.folder == f.folder && !there[p] {
			delete(m.ailing, p)
		}
	}
	return append(well, ill...)
}

// patientScans is how often a message may be put off before others stop waiting for it.
const patientScans = 2

// awaited reports whether a message that may be had in a short while holds up those who wait for
// all of the mail: it may have been in time for a deadline.
func (m *Mailbox) awaited() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, a := range m.ailing {
		if a.put > 0 && a.put <= patientScans {
			return true
		}
	}
	return false
}

// untilNext is how long to wait for the next scan.
func (m *Mailbox) untilNext() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	wait := m.cfg.PollEvery
	var all []time.Duration
	for _, a := range m.ailing {
		if a.put > 0 {
			all = append(all, max(a.next.Sub(m.cfg.Now()), time.Second))
		}
	}
	for _, u := range m.unlisted {
		if pause := u.next.Sub(m.cfg.Now()); pause > 0 {
			all = append(all, pause)
		}
	}
	if len(all) > 0 {
		wait = min(wait, slices.Min(all))
	}
	return wait
}
