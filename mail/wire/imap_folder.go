package wire

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// learnNames asks how folders are named here: "Keryx/Done" is "INBOX.Keryx.Done"
// on some servers.
func (s *liveSession) learnNames(ctx context.Context) error {
	if s.caps.Has(imap.CapNamespace) {
		err := s.do(ctx, "namespace", func() error {
			data, err := s.client.Namespace().Wait()
			if err == nil && len(data.Personal) > 0 {
				s.prefix, s.delim = data.Personal[0].Prefix, delimiter(data.Personal[0].Delim)
			}
			return err
		})
		if refused := (*refusedError)(nil); !errors.As(err, &refused) {
			return err
		}
	}
	// An empty pattern asks for the delimiter (RFC 9051 section 6.3.9).
	return s.do(ctx, "list", func() error {
		root, err := s.client.List("", "", nil).Collect()
		if err == nil && len(root) > 0 {
			s.delim = delimiter(root[0].Delim)
		}
		return err
	})
}

func delimiter(r rune) string {
	if r == 0 {
		return "" // a flat namespace
	}
	return string(r)
}

// serverName translates a folder name to the server's way. A flat namespace
// gets "Keryx-Done".
func (s *liveSession) serverName(folder string) string {
	if strings.EqualFold(folder, folderInbox) {
		return folderInbox
	}
	delim := s.delim
	if delim == "" {
		delim = "-"
	}
	name := strings.ReplaceAll(folder, "/", delim)
	if s.prefix != "" && strings.HasPrefix(name, s.prefix) {
		return name // somebody has written the server's own name into the settings
	}
	return s.prefix + name
}

func (s *liveSession) prepare(ctx context.Context, folders []string) error {
	for _, folder := range folders {
		if err := s.create(ctx, s.serverName(folder)); err != nil {
			return err
		}
	}
	return nil
}

// create makes a folder if it does not exist. It looks first, since servers
// word "exists already" in many ways.
func (s *liveSession) create(ctx context.Context, name string) error {
	var exists bool
	err := s.do(ctx, "list", func() error {
		found, err := s.client.List("", name, nil).Collect()
		exists = len(found) > 0
		return err
	})
	if err != nil || exists {
		return err
	}
	err = s.do(ctx, "create", func() error {
		err := s.client.Create(name, nil).Wait()
		var reply *imap.Error
		if errors.As(err, &reply) && reply.Code == imap.ResponseCodeAlreadyExists {
			return nil // another session was faster
		}
		return err
	})
	if err != nil {
		return err
	}
	err = s.do(ctx, "subscribe", func() error { return s.client.Subscribe(name).Wait() })
	if refused := (*refusedError)(nil); errors.As(err, &refused) {
		return nil // only a courtesy to people who look into the mailbox
	}
	return err
}

// file moves a message by the best means the server has. The library's own
// fall-back is avoided: without UIDPLUS it expunges whatever else is flagged as
// deleted, which may be a person's mail.
func (s *liveSession) file(ctx context.Context, uid uint32, folder string) error {
	set, name := imap.UIDSetNum(imap.UID(uid)), s.serverName(folder)
	err := s.fileOnce(ctx, set, name)
	var reply *imap.Error
	if !errors.As(err, &reply) || reply.Code != imap.ResponseCodeTryCreate {
		return err
	}
	if err := s.create(ctx, name); err != nil {
		return err
	}
	return s.fileOnce(ctx, set, name)
}

func (s *liveSession) fileOnce(ctx context.Context, set imap.UIDSet, name string) error {
	// Some servers answer a MOVE of nothing in a way the library cannot read.
	exists, deleted, err := s.look(ctx, set)
	if err != nil || !exists {
		return err
	}
	switch {
	case s.caps.Has(imap.CapMove):
		return s.do(ctx, "move", func() error {
			_, err := s.client.Move(set, name).Wait()
			return err
		})
	case s.caps.Has(imap.CapUIDPlus):
		if err := s.copyAndFlag(ctx, set, name); err != nil {
			return err
		}
		return s.do(ctx, "expunge", func() error { return s.client.UIDExpunge(set).Close() })
	case deleted:
		// It was copied before and could only be flagged. It stays behind until
		// its owner expunges, and comes again on each connection. The flag keeps
		// that from making another copy; it decides nothing else.
		return nil
	default:
		return s.copyAndFlag(ctx, set, name)
	}
}

func (s *liveSession) copyAndFlag(ctx context.Context, set imap.UIDSet, name string) error {
	if err := s.do(ctx, "copy", func() error {
		_, err := s.client.Copy(set, name).Wait()
		return err
	}); err != nil {
		return err
	}
	return s.do(ctx, "store", func() error {
		flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
		return s.client.Store(set, flags, nil).Close()
	})
}

// look tells whether a message is still there, and whether it is flagged as
// deleted.
func (s *liveSession) look(ctx context.Context, set imap.UIDSet) (exists, deleted bool, err error) {
	err = s.do(ctx, "fetch flags", func() error {
		messages, err := s.client.Fetch(set, &imap.FetchOptions{UID: true, Flags: true}).Collect()
		for _, m := range messages {
			exists = true
			deleted = deleted || slices.ContainsFunc(m.Flags, func(f imap.Flag) bool {
				return strings.EqualFold(string(f), string(imap.FlagDeleted))
			})
		}
		return err
	})
	return exists, deleted, err
}
