package wire

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// The stages of getting to work in a mailbox, as named in ExamineError.Stage.
const (
	StageLogin   = "login"
	StageFolders = "folders"
	StageInbox   = "inbox"
	StageQuota   = "quota"
)

// ExamineError tells at which stage an examination ended.
type ExamineError struct {
	Stage string // StageConnect, StageLogin, StageFolders, StageInbox or StageQuota
	Err   error
}

// Error names the stage and the reason.
func (e *ExamineError) Error() string { return e.Stage + ": " + e.Err.Error() }

// Unwrap returns the reason.
func (e *ExamineError) Unwrap() error { return e.Err }

// MailboxHealth is what an IMAP server shows of a mailbox.
type MailboxHealth struct {
	Capabilities        []string // sorted
	Idle, Move, UIDPlus bool
	UIDValidity         uint32 // of INBOX
	Messages            int    // that lie in INBOX
	Junk                bool   // MailboxConfig.Junk exists
	JunkFolders         []string
	Quota               []Quota // none if the server does not tell
}

// Quota is one limit of a mailbox (RFC 9208).
type Quota struct {
	Resource    string // "STORAGE" in KiB, "MESSAGE" in messages
	Used, Limit int64
}

// Examine connects once, logs in, makes the folders that are missing, and looks
// around. Nothing else is changed. The error is an *[ExamineError]; what was seen
// before it is returned all the same.
func (m *Mailbox) Examine(ctx context.Context) (MailboxHealth, error) {
	var h MailboxHealth
	s, err := m.step(ctx)
	if err != nil {
		return h, err
	}
	defer s.close()
	for _, c := range slices.Sorted(maps.Keys(s.caps)) {
		h.Capabilities = append(h.Capabilities, string(c))
	}
	h.Idle, h.Move, h.UIDPlus = s.caps.Has(imap.CapIdle), s.caps.Has(imap.CapMove), s.caps.Has(imap.CapUIDPlus)
	if err := s.prepare(ctx, m.cfg.Folders); err != nil {
		return h, &ExamineError{StageFolders, err}
	}
	if h.UIDValidity, err = s.enter(ctx, folderInbox); err != nil {
		return h, &ExamineError{StageInbox, err}
	}
	listing, err := s.list(ctx, false)
	if err != nil {
		return h, &ExamineError{StageInbox, err}
	}
	h.Messages = len(listing)
	if err := s.findJunk(ctx, m.cfg.Junk, &h); err != nil {
		return h, &ExamineError{StageFolders, err}
	}
	if h.Quota, err = s.quota(ctx); err != nil {
		return h, &ExamineError{StageQuota, err}
	}
	return h, nil
}

// step connects as connect does, but tells how far it came.
func (m *Mailbox) step(ctx context.Context) (*liveSession, error) {
	s := &liveSession{timeout: m.cfg.CommandTimeout, news: make(chan struct{}, 1)}
	if err := s.dial(ctx, m.cfg.Endpoint); err != nil {
		return nil, &ExamineError{StageConnect, err}
	}
	if err := s.login(ctx, m.cfg.Endpoint); err != nil {
		s.close()
		return nil, &ExamineError{StageLogin, err}
	}
	if err := s.learnNames(ctx); err != nil {
		s.close()
		return nil, &ExamineError{StageFolders, err}
	}
	return s, nil
}

// findJunk looks for the folder that the server's spam filter uses: by its mark (RFC
// 6154), or by the names that are usual.
func (s *liveSession) findJunk(ctx context.Context, configured string, h *MailboxHealth) error {
	return s.do(ctx, "list", func() error {
		options := &imap.ListOptions{}
		if s.caps.Has(imap.CapSpecialUse) {
			options.ReturnSpecialUse = true
		}
		if !s.caps.Has(imap.CapListExtended) && !s.caps.Has(imap.CapIMAP4rev2) {
			options = nil // RETURN needs LIST-EXTENDED; such servers show the marks unasked (RFC 6154 section 2)
		}
		all, err := s.client.List("", "*", options).Collect()
		if err != nil {
			return err
		}
		for _, folder := range all {
			name := s.ourName(folder.Mailbox)
			if strings.EqualFold(name, configured) {
				h.Junk = true
			}
			marked := slices.ContainsFunc(folder.Attrs, func(a imap.MailboxAttr) bool {
				return strings.EqualFold(string(a), string(imap.MailboxAttrJunk))
			})
			last := strings.ToLower(name[strings.LastIndex(name, "/")+1:])
			if marked || slices.Contains([]string{"junk", "spam", "junk e-mail", "junk email", "bulk mail", "indésirables", "courrier indésirable"}, last) {
				h.JunkFolders = append(h.JunkFolders, name)
			}
		}
		return nil
	})
}

// ourName undoes serverName.
func (s *liveSession) ourName(name string) string {
	name = strings.TrimPrefix(name, s.prefix)
	if s.delim == "" {
		return name
	}
	return strings.ReplaceAll(name, s.delim, "/")
}

func (s *liveSession) quota(ctx context.Context) (all []Quota, err error) {
	if !s.caps.Has(imap.CapQuota) {
		return nil, nil
	}
	err = s.do(ctx, "quota", func() error {
		roots, err := s.client.GetQuotaRoot(folderInbox).Wait()
		if err != nil {
			return err
		}
		for _, root := range roots {
			for kind, r := range root.Resources {
				all = append(all, Quota{string(kind), r.Usage, r.Limit})
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b Quota) int { return cmp.Compare(a.Resource, b.Resource) })
	return all, err
}

// nearlyFull is the part of a quota, in percent, above which the log warns.
const nearlyFull = 90

// Percent is how much of the quota is used; 0 where there is no limit.
func (q Quota) Percent() int64 {
	if q.Limit <= 0 {
		return 0
	}
	return q.Used * 100 / q.Limit
}

// QuotaError is the alarm for a mailbox that is nearly full.
type QuotaError struct {
	Mailbox string
	Quota   Quota
}

// Error says how full it is.
func (e *QuotaError) Error() string {
	return fmt.Sprintf("the mailbox %s is nearly full: %d %% of %s is used; when it is full, players' mail will be refused",
		e.Mailbox, e.Quota.Percent(), e.Quota.Resource)
}

// quotaEvery is how often a mailbox is asked how full it is.
const quotaEvery = time.Hour

// watchQuota raises the alarm when a mailbox has become so full that players' mail will
// soon be refused, and again only when there was room meanwhile. A server that will not
// tell is no reason to stop.
func (m *Mailbox) watchQuota(ctx context.Context, s imapSession) error {
	if now := m.cfg.Now(); m.weighed.IsZero() || now.Sub(m.weighed) >= quotaEvery {
		m.weighed = now
	} else {
		return nil
	}
	all, err := s.quota(ctx)
	if refused := (*refusedError)(nil); errors.As(err, &refused) {
		return nil
	}
	if err != nil {
		return err
	}
	full := map[string]bool{}
	for _, q := range all {
		if q.Percent() < nearlyFull {
			continue
		}
		full[q.Resource] = true
		if !m.full[q.Resource] {
			m.cfg.Alarm(&QuotaError{Mailbox: m.cfg.Endpoint.String(), Quota: q})
		}
	}
	m.full = full
	return nil
}

// JunkError is the alarm for a junk folder that is to be looked through and cannot be.
type JunkError struct {
	Mailbox, Folder string
	Err             error
}

// Error says which folder it is, and why.
func (e *JunkError) Error() string {
	return fmt.Sprintf("the folder %s of the mailbox %s cannot be looked through, so orders that a filter takes for junk are lost: %v",
		e.Folder, e.Mailbox, e.Err)
}

// Unwrap returns the server's answer.
func (e *JunkError) Unwrap() error { return e.Err }

// seekNewest is how many of the newest messages of a folder Seek looks at.
const seekNewest = 30

// Seek looks for a mail by its Message-ID among the newest of some folders. It
// returns nil when there is none. Folders that do not exist are passed over.
func (m *Mailbox) Seek(ctx context.Context, messageID string, folders ...string) (*Fetched, error) {
	s, err := m.step(ctx)
	if err != nil {
		return nil, err
	}
	defer s.close()
	for _, folder := range folders {
		found, err := s.seek(ctx, folder, messageID, m.cfg.MaxSize)
		if err != nil || found != nil {
			return found, err
		}
	}
	return nil, nil
}

func (s *liveSession) seek(ctx context.Context, folder, messageID string, limit int64) (*Fetched, error) {
	uidValidity, err := s.enter(ctx, folder)
	if refused := (*refusedError)(nil); errors.As(err, &refused) {
		return nil, nil
	}
	if err != nil {
		return nil, &ExamineError{StageFolders, err}
	}
	listing, err := s.list(ctx, false)
	if err != nil {
		return nil, &ExamineError{StageFolders, err}
	}
	slices.SortFunc(listing, func(a, b imapListing) int { return cmp.Compare(b.uid, a.uid) })
	field := []byte("\nMessage-ID: " + messageID)
	for _, l := range listing[:min(len(listing), seekNewest)] {
		if l.size > limit {
			continue
		}
		raw, _, err := s.body(ctx, l.uid, limit)
		if err != nil {
			return nil, fmt.Errorf("looking through %s: %w", folder, err)
		}
		if bytes.Contains(raw, field) {
			return &Fetched{Folder: folder, UIDValidity: uidValidity, UID: l.uid, InternalDate: l.internalDate, Size: l.size, Raw: raw}, nil
		}
	}
	return nil, nil
}
