package wire

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A server that has to read a message to tell its size may die over one that it cannot read, and
// with it the connection, before any message of the folder is known. Then the UIDs alone are asked
// for, and size and date of each message when its turn comes: what goes wrong stays with the
// message. The whole list is tried again with growing pauses.

// unlist is what is known of a folder whose list has cost the connection.
type unlist struct {
	tries   int // of the list, that failed
	bare    int // of the UIDs alone
	put     int // how often the list was put off
	next    time.Time
	trouble error
}

// ListError is the alarm for a server that hangs up when it is asked what a folder holds, though not
// over one of its messages.
type ListError struct {
	Mailbox, Folder string
	Err             error
}

// Error says which folder it is, and what became of the connection.
func (e *ListError) Error() string {
	return fmt.Sprintf("the list of the folder %s of the mailbox %s, with sizes and dates: %v", e.Folder, e.Mailbox, e.Err)
}

// Unwrap returns how the connection was lost.
func (e *ListError) Unwrap() error { return e.Err }

// list lists a folder, as far as the server can.
func (m *Mailbox) list(ctx context.Context, s imapSession, folder string) ([]imapListing, error) {
	barely, leave := m.listBarely(folder)
	if leave {
		return nil, nil
	}
	listing, err := s.list(ctx, barely)
	if refused := (*refusedError)(nil); ctx.Err() != nil || errors.As(err, &refused) {
		return listing, err
	}
	switch {
	case err != nil:
		return nil, m.listLost(folder, barely, err)
	case len(listing) > 0: // an empty folder is not asked about
		m.listable(folder, barely)
	}
	return listing, nil
}

// listBarely reports whether a folder is to be asked for its UIDs alone, or, unless it is the one
// that mail comes to, to be left for now.
func (m *Mailbox) listBarely(folder string) (barely, leave bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := m.unlisted[folder]
	if u == nil || !u.next.After(m.cfg.Now()) {
		return false, false
	}
	return true, folder == m.cfg.Junk && folder != folderInbox && u.bare > lostTries
}

// listable forgets what was wrong with the list of a folder.
func (m *Mailbox) listable(folder string, barely bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := m.unlisted[folder]
	switch {
	case u == nil:
	case barely:
		u.bare = 0
	default:
		delete(m.unlisted, folder)
		if u.put > 0 {
			m.cfg.Log.Info("a folder can be listed after all", "folder", folder)
		}
	}
}

// listLost takes note that the connection was lost over the list of a folder, and returns the error
// that the connection ends with.
func (m *Mailbox) listLost(folder string, barely bool, trouble error) error {
	m.mu.Lock()
	u := m.unlisted[folder]
	if u == nil {
		u = &unlist{}
		m.unlisted[folder] = u
	}
	u.trouble = trouble
	if barely {
		u.bare++
		m.mu.Unlock()
		if folder == m.cfg.Junk {
			return &strickenError{trouble}
		}
		return trouble // not even that: the mailbox is out of reach
	}
	put := 0
	if u.tries++; u.tries > lostTries {
		u.next = m.cfg.Now().Add(ailingPauses[min(u.put, len(ailingPauses)-1)])
		u.put++
		put = u.put
	}
	told := false // about the message that it is
	for p, a := range m.ailing {
		told = told || p.folder == folder && a.put > 0
	}
	m.mu.Unlock()
	switch {
	case put == 1:
		m.cfg.Log.Warn("the server hangs up over the list of a folder; its messages are asked for one by one, and the list is tried again", "folder", folder, "error", trouble)
	case put == 2 && !told:
		m.cfg.Alarm(&ListError{Mailbox: m.cfg.Endpoint.String(), Folder: folder, Err: trouble})
	}
	return &strickenError{trouble}
}

// described is a message of a bare list with its size and date. What the server refuses to tell stays
// unknown.
func (m *Mailbox) described(ctx context.Context, s imapSession, l imapListing) (imapListing, error) {
	if !l.bare {
		return l, nil
	}
	known, err := s.describe(ctx, l.uid)
	if refused := (*refusedError)(nil); errors.As(err, &refused) {
		return l, nil
	}
	return known, err
}
