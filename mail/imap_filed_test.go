package mail

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// TestBegin shows a Watch the newest filed mails before it handles any.
func TestBegin(t *testing.T) {
	s := post(t, nil)
	var want []string
	for i := range beginWith + 3 {
		name := fmt.Sprintf("filed %02d", i)
		must(t, s.Put(daemon, FolderDone, letter(name)))
		want = append(want, name)
	}
	must(t, s.Put(daemon, "INBOX", letter("new")))
	var seen []string
	m := watching(t, MailboxConfig{Endpoint: imapEndpoint(s), Begin: func(_ context.Context, filed []Fetched) error {
		for _, f := range filed {
			seen = append(seen, subject(f.Raw))
			if f.Folder != FolderDone || f.UID == 0 || f.InternalDate.IsZero() {
				t.Errorf("%+v is not complete", f)
			}
		}
		return nil
	}}, func(_ context.Context, f Fetched) (Disposition, error) {
		seen = append(seen, subject(f.Raw))
		return Disposition{Folder: FolderDone}, nil
	})
	must(t, m.Sync(t.Context()))
	s.DropIMAP()
	must(t, m.Sync(t.Context()))
	if want = append(want[3:], "new"); !slices.Equal(seen, want) {
		t.Errorf("seen %q, want %q, and that once", seen, want)
	}
	filed, err := m.Filed(t.Context(), FolderDone, 2)
	must(t, err)
	if len(filed) != 2 || subject(filed[1].Raw) != "new" {
		t.Errorf("the last two filed mails are %d, the last %q", len(filed), subject(filed[1].Raw))
	}
}

// TestBeginStops ends a Watch before its first mail.
func TestBeginStops(t *testing.T) {
	s := post(t, nil)
	must(t, s.Put(daemon, "INBOX", letter("new")))
	reason, tries := errors.New("not today"), 0
	m, err := NewMailbox(MailboxConfig{Endpoint: imapEndpoint(s), Log: quiet(), PollEvery: pollNever, After: onlyRetries,
		Begin: func(context.Context, []Fetched) error {
			if tries++; tries == 1 {
				return errors.New("the database is busy") // passes, so that it is asked again
			}
			return &StopError{reason}
		}})
	must(t, err)
	err = m.Watch(t.Context(), func(context.Context, Fetched) (Disposition, error) {
		t.Error("a mail was handled")
		return Disposition{}, nil
	})
	if !errors.Is(err, reason) || tries != 2 {
		t.Errorf("Watch returned %v after %d tries, want %v after 2", err, tries, reason)
	}
	wantFolder(t, s, "INBOX", "new")
}
