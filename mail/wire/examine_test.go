package wire

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"keryx/mail/loopback"
)

func TestExamine(t *testing.T) {
	s := post(t, nil)
	must(t, s.Put(daemon, "INBOX", letter("one")))
	must(t, s.Put(daemon, "Spam", letter("two")))
	examine := func(cfg MailboxConfig) (MailboxHealth, error) {
		t.Helper()
		m, err := NewMailbox(cfg)
		must(t, err)
		return m.Examine(t.Context())
	}
	h, err := examine(MailboxConfig{Endpoint: imapEndpoint(s), Junk: "Spam"})
	if err != nil || !h.Idle || !h.Move || !h.UIDPlus || h.Messages != 1 || h.UIDValidity == 0 || !h.Junk || !slices.Equal(h.JunkFolders, []string{"Spam"}) {
		t.Errorf("%+v, %v", h, err)
	}
	wantFolder(t, s, "INBOX", "one") // only looked at
	if h, err = examine(MailboxConfig{Endpoint: imapEndpoint(s), Junk: "Nowhere"}); err != nil || h.Junk {
		t.Errorf("%+v, %v", h, err)
	}
	wrong := imapEndpoint(s)
	wrong.Password = "wrong"
	for stage, e := range map[string]Endpoint{StageLogin: wrong, StageConnect: {Address: script(t, "* BYE full\r\n"), TLS: TLSNone}} {
		_, err := examine(MailboxConfig{Endpoint: e, CommandTimeout: time.Minute})
		var failed *ExamineError
		if !errors.As(err, &failed) || failed.Stage != stage || (stage == StageLogin) != errors.Is(err, ErrAuth) {
			t.Errorf("%v, want a failure at %s", err, stage)
		}
	}
	// A server that lets nobody make folders.
	full := imapLogin(t, "IMAP4rev1", [2]string{"T1 LOGIN", "T1 OK [CAPABILITY IMAP4rev1] in\r\n"}, [2]string{"T2 LIST", "* LIST () \"/\" \"\"\r\nT2 OK\r\n"},
		[2]string{"T3 LIST", "T3 OK\r\n"}, [2]string{"T4 CREATE", "T4 NO [NOPERM] not yours\r\n"})
	_, err = examine(MailboxConfig{Endpoint: full, CommandTimeout: time.Minute})
	var failed *ExamineError
	if !errors.As(err, &failed) || failed.Stage != StageFolders {
		t.Errorf("%v, want a failure at the folders", err)
	}
}

func TestSeek(t *testing.T) {
	s := post(t, nil)
	m, err := NewMailbox(MailboxConfig{Endpoint: imapEndpoint(s)})
	must(t, err)
	for range seekNewest {
		must(t, s.Put(daemon, "INBOX", letter("other")))
	}
	must(t, s.Put(daemon, "Spam", append([]byte("Message-ID: <a@b>\r\n"), letter("mine")...)))
	must(t, s.Put(daemon, "INBOX", append([]byte("X: x\r\nMessage-ID: <c@d>\r\n"), letter("mine")...)))
	if f, err := m.Seek(t.Context(), "<c@d>", "INBOX", "Nowhere"); err != nil || f == nil || f.Folder != "INBOX" || subject(f.Raw) != "mine" {
		t.Errorf("%+v, %v", f, err)
	}
	if f, err := m.Seek(t.Context(), "<a@b>", "INBOX", "Nowhere"); err != nil || f != nil {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestExamineSubmission(t *testing.T) {
	s := post(t, func(s *loopback.Server) {
		s.MaxSize = 5 << 20
		s.FailRcpt = func(to string) error {
			if to == player {
				return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "no relay"}
			}
			return nil
		}
	})
	h, err := sender(s.SMTPAddr()).Examine(t.Context(), Envelope{From: daemon, To: daemon}, Envelope{From: "", To: player}, Envelope{From: daemon, To: daemon})
	must(t, err)
	if h.MaxSize != 5<<20 || len(h.Tried) != 3 || h.Tried[0].Err != nil || h.Tried[2].Err != nil {
		t.Errorf("%+v", h)
	}
	wantSend(t, h.Tried[1].Err, ErrPermanent, StageRcpt, 550)
	if n := len(s.Delivered()); n != 0 {
		t.Errorf("%d mails were sent", n)
	}
	bad := sender(s.SMTPAddr())
	bad.Password = "wrong"
	_, err = bad.Examine(t.Context())
	wantSend(t, err, ErrAuth, StageAuth, 535)
}
