package mail

import (
	"context"
	"fmt"
	"slices"
)

// StopError ends a Watch before its first message: trying again would not help.
type StopError struct{ Err error }

// Error is that of the reason.
func (e *StopError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *StopError) Unwrap() error { return e.Err }

// beginWith is how many filed messages Begin is shown.
const beginWith = 20

// begin asks Begin once in the life of a Mailbox.
func (m *Mailbox) begin(ctx context.Context, s imapSession) error {
	if m.begun {
		return nil
	}
	filed, err := m.newest(ctx, s, FolderDone, beginWith)
	if err != nil {
		return err
	}
	if err := m.cfg.Begin(ctx, filed); err != nil {
		return err
	}
	m.begun = true
	return nil
}

// Filed fetches what lies in a folder, the oldest first and at most the newest n
// messages, over a connection of its own. Messages that exceed MaxSize are left out.
func (m *Mailbox) Filed(ctx context.Context, folder string, n int) ([]Fetched, error) {
	s, err := m.open(ctx)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.prepare(ctx, m.cfg.Folders); err != nil {
		return nil, err
	}
	return m.newest(ctx, s, folder, n)
}

// newest fetches the last n messages of a folder by UID, which is the order in which
// they were filed.
func (m *Mailbox) newest(ctx context.Context, s imapSession, folder string, n int) (filed []Fetched, err error) {
	uidValidity, err := s.enter(ctx, folder)
	if err != nil {
		return nil, fmt.Errorf("looking through %s: %w", folder, err)
	}
	listing, err := s.list(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(listing, byUID)
	for _, l := range listing[max(0, len(listing)-n):] {
		if l.size > m.cfg.MaxSize {
			continue
		}
		raw, tooLarge, err := s.body(ctx, l.uid, m.cfg.MaxSize)
		if err != nil {
			return nil, err
		}
		if raw == nil || tooLarge {
			continue // gone meanwhile
		}
		filed = append(filed, Fetched{Folder: folder, UIDValidity: uidValidity, UID: l.uid, InternalDate: l.internalDate, Size: l.size, Raw: raw})
	}
	return filed, nil
}
