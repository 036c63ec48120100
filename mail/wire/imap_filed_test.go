package wire

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
	for _, folder := range []string{FolderDone, FolderRefused} {
		for i := range beginWith + 3 {
			name := fmt.Sprintf("%s %02d", folder, i)
			must(t, s.Put(daemon, folder, letter(name)))
			if i >= 3 {
				want = append(want, name)
			}
		}
	}
	must(t, s.Put(daemon, FolderIgnored, letter("sent by the doctor")))
	must(t, s.Put(daemon, "INBOX", letter("new")))
	var seen []string
	m := watching(t, MailboxConfig{Endpoint: imapEndpoint(s), Begin: func(_ context.Context, filed []Fetched) error {
		for _, f := range filed {
			seen = append(seen, subject(f.Raw))
			if !slices.Contains(HandledFolders, f.Folder) || f.UID == 0 || f.InternalDate.IsZero() {
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
	if want = append(want, "new"); !slices.Equal(seen, want) {
		t.Errorf("seen %q, want %q, and that once", seen, want)
	}
}

// TestLook asks Begin before any Watch, until it is content.
func TestLook(t *testing.T) {
	s := post(t, nil)
	must(t, s.Put(daemon, FolderDone, letter("filed")))
	tries := 0
	m, err := NewMailbox(MailboxConfig{Endpoint: imapEndpoint(s), Log: quiet(), Begin: func(_ context.Context, filed []Fetched) error {
		if tries++; tries == 1 {
			return &StopError{errors.New("not this one")}
		}
		return nil
	}})
	must(t, err)
	if err := m.Look(t.Context()); !errors.As(err, new(*StopError)) || begun(m) {
		t.Errorf("a look at what must not be: %v, begun: %v", err, begun(m))
	}
	for range 2 {
		must(t, m.Look(t.Context()))
	}
	if !begun(m) || tries != 2 {
		t.Errorf("Begin was asked %d times, want 2; begun: %v", tries, begun(m))
	}
}

func begun(m *Mailbox) bool {
	select {
	case <-m.Begun():
		return true
	default:
		return false
	}
}

// TestBack goes back through a folder until enough has been seen.
func TestBack(t *testing.T) {
	s := post(t, nil)
	for i := range 5 {
		must(t, s.Put(daemon, FolderRefused, letter(fmt.Sprint(i))))
	}
	m, err := NewMailbox(MailboxConfig{Endpoint: imapEndpoint(s), Log: quiet()})
	must(t, err)
	var seen []string
	must(t, m.Back(t.Context(), FolderRefused, func(f Fetched) (bool, error) {
		seen = append(seen, subject(f.Raw))
		return len(seen) == 3, nil
	}))
	if want := []string{"4", "3", "2"}; !slices.Equal(seen, want) {
		t.Errorf("seen %q, want %q", seen, want)
	}
	broken := errors.New("the disk is full")
	if err := m.Back(t.Context(), FolderRefused, func(Fetched) (bool, error) { return false, broken }); !errors.Is(err, broken) {
		t.Errorf("what failed is %v", err)
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
