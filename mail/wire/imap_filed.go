package wire

import (
	"context"
	"fmt"
	"slices"
)

// StopError ends a Watch, before its first message or at the one whose Handler returns it: trying again would not help.
type StopError struct{ Err error }

// Error is that of the reason.
func (e *StopError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *StopError) Unwrap() error { return e.Err }

// HandledFolders are where mail is filed that was handled for somebody. What lies in
// FolderIgnored says nothing: "keryx doctor" files its own mails there.
var HandledFolders = []string{FolderDone, FolderRefused}

// beginWith is how many filed messages of each folder Begin is shown.
const beginWith = 20

// Look asks Begin over a connection of its own, unless it has been content before. An
// error that is no *[StopError] is one of the connection, and Begin may not have been
// asked; Watch asks it then, as soon as there is a connection.
func (m *Mailbox) Look(ctx context.Context) error { return m.visit(ctx, m.begin) }

// Begun is closed once Begin has been asked and was content.
func (m *Mailbox) Begun() <-chan struct{} { return m.begun }

// begin asks Begin until it is content, which it has to be once in the life of a Mailbox.
func (m *Mailbox) begin(ctx context.Context, s imapSession) error {
	select {
	case <-m.begun:
		return nil
	default:
	}
	var filed []Fetched
	for _, folder := range HandledFolders {
		some, err := m.newest(ctx, s, folder, beginWith)
		if err != nil {
			return err
		}
		filed = append(filed, some...)
	}
	if err := m.cfg.Begin(ctx, filed); err != nil {
		return err
	}
	m.content.Do(func() { close(m.begun) })
	return nil
}

// Back shows what lies in a folder to a function, the newest first, which is the reverse
// of the order in which it was filed, until that has seen enough or returns an error. It
// works over a connection of its own. Messages that exceed MaxSize are left
// out, and so are those that the server does not hand out.
func (m *Mailbox) Back(ctx context.Context, folder string, show func(Fetched) (enough bool, err error)) error {
	return m.visit(ctx, func(ctx context.Context, s imapSession) error { return m.back(ctx, s, folder, show) })
}

// visit does something over a connection of its own.
func (m *Mailbox) visit(ctx context.Context, do func(context.Context, imapSession) error) error {
	s, err := m.open(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.prepare(ctx, m.cfg.Folders); err != nil {
		return err
	}
	return do(ctx, s)
}

// newest fetches the last n messages of a folder, the oldest of them first.
func (m *Mailbox) newest(ctx context.Context, s imapSession, folder string, n int) (filed []Fetched, err error) {
	err = m.back(ctx, s, folder, func(f Fetched) (bool, error) {
		filed = append(filed, f)
		return len(filed) == n, nil
	})
	slices.Reverse(filed)
	return filed, err
}

func (m *Mailbox) back(ctx context.Context, s imapSession, folder string, show func(Fetched) (enough bool, err error)) error {
	uidValidity, err := s.enter(ctx, folder)
	if err != nil {
		return fmt.Errorf("looking through %s: %w", folder, err)
	}
	listing, err := m.list(ctx, s, folder)
	if err != nil {
		return err
	}
	slices.SortFunc(listing, byUID)
	for _, l := range slices.Backward(listing) {
		at := place{folder, uidValidity, l}
		if m.putOff(at) {
			continue
		}
		var raw []byte
		var tooLarge bool
		if l, err = m.described(ctx, s, l); err == nil && l.size <= m.cfg.MaxSize {
			raw, tooLarge, err = s.body(ctx, l.uid, m.cfg.MaxSize)
		}
		if err != nil {
			if err := m.ailed(at, err); err != nil {
				return err
			}
			continue
		}
		m.fetchable(at)
		if raw == nil || tooLarge {
			continue // gone meanwhile
		}
		enough, err := show(Fetched{Folder: folder, UIDValidity: uidValidity, UID: l.uid, InternalDate: l.internalDate, Size: l.size, Raw: raw})
		if err != nil || enough {
			return err
		}
	}
	return nil
}
