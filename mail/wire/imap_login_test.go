package wire

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"
	"keryx/mail/loopback"
)

func TestRefusedCredentials(t *testing.T) {
	s := post(t, nil)
	cfg := MailboxConfig{Endpoint: imapEndpoint(s), AuthRetry: 20 * time.Minute, PollEvery: pollNever}
	cfg.Password = "expired"
	alarms := make(chan error, 10)
	cfg.Alarm = func(err error) { alarms <- err }
	pauses, proceed := make(chan time.Duration), make(chan time.Time)
	cfg.After = func(d time.Duration) <-chan time.Time {
		pauses <- d
		return proceed
	}
	cfg.Log = quiet()
	m, err := NewMailbox(cfg)
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- m.Watch(ctx, nil) }()
	for range 3 {
		m.Wake() // impatience must not lock the account
		if d := <-pauses; d != cfg.AuthRetry {
			t.Errorf("pause of %v after a refusal, want %v", d, cfg.AuthRetry)
		}
		proceed <- time.Time{}
	}
	<-pauses
	cancel()
	<-ended
	if err := <-alarms; !errors.Is(err, ErrAuth) || strings.Contains(err.Error(), "expired") {
		t.Errorf("alarm %v, want ErrAuth without the password", err)
	}
	if len(alarms) != 0 {
		t.Error("more than one alarm for one outage")
	}
}

func TestIMAPOverTLS(t *testing.T) {
	server, client := certificate(t)
	for _, mode := range []TLSMode{TLSImplicit, TLSStartTLS} {
		t.Run(string(mode), func(t *testing.T) {
			s := post(t, func(s *loopback.Server) { s.TLS, s.ImplicitTLS = server, mode == TLSImplicit })
			must(t, s.Submit(t.Context(), player, daemon, letter("sealed")))
			got := make(chan string, 10)
			cfg := MailboxConfig{Endpoint: imapEndpoint(s)}
			cfg.TLS, cfg.TLSConfig = mode, client
			m := watching(t, cfg, done(got))
			wantNext(t, got, "sealed")
			must(t, m.Sync(t.Context()))
			wantFolder(t, s, FolderDone, "sealed")
		})
	}
	t.Run("STARTTLS stripped", func(t *testing.T) {
		e := imapEndpoint(post(t, nil))
		e.TLS = TLSStartTLS
		wantNoSession(t, e)
	})
	t.Run("PREAUTH in the clear", func(t *testing.T) {
		address := script(t, "* PREAUTH [CAPABILITY IMAP4rev1 STARTTLS] welcome\r\n", [2]string{"T1 STARTTLS", "T1 BAD too late\r\n"})
		wantNoSession(t, Endpoint{Address: address, TLS: TLSStartTLS, Username: "u", Password: "p"})
		wantNoSession(t, Endpoint{Address: address, TLS: TLSNone, Username: "u", Password: "p"})
	})
}

func wantNoSession(t *testing.T, e Endpoint) {
	t.Helper()
	m, err := NewMailbox(MailboxConfig{Endpoint: e, CommandTimeout: time.Minute})
	must(t, err)
	if s, err := m.connect(t.Context()); err == nil {
		s.close()
		t.Error("connected")
	} else if errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("hung: %v", err)
	}
}

// imapLogin is a scripted IMAP server that gets as far as the login.
func imapLogin(t *testing.T, caps string, answers ...[2]string) Endpoint {
	address := script(t, "* OK [CAPABILITY "+caps+"] hello\r\n", answers...)
	return Endpoint{Address: address, TLS: TLSNone, Username: "u", Password: "p"}
}

func TestIMAPLogin(t *testing.T) {
	token := tokens(func() (*oauth2.Token, error) { return &oauth2.Token{AccessToken: "tok"}, nil })
	tests := []struct {
		name     string
		endpoint Endpoint
		auth     bool // want ErrAuth
	}{
		{"LOGIN command refused", imapLogin(t, "IMAP4rev1", [2]string{"T1 LOGIN", "T1 NO wrong\r\n"}), true},
		{"server in trouble", imapLogin(t, "IMAP4rev1", [2]string{"T1 LOGIN", "T1 NO [UNAVAILABLE] database\r\n"}), false},
		{"dropped", imapLogin(t, "IMAP4rev1", [2]string{"T1 LOGIN", ""}), false},
		{"nothing allowed", imapLogin(t, "IMAP4rev1 LOGINDISABLED"), true},
		{"token not wanted", with(imapLogin(t, "IMAP4rev1 AUTH=PLAIN"), token), true},
		{"XOAUTH2 refused", with(imapLogin(t, "IMAP4rev1 SASL-IR AUTH=XOAUTH2",
			[2]string{"T1 AUTHENTICATE XOAUTH2", "+ eyJzdGF0dXMiOiI0MDAifQ==\r\n"}, [2]string{"", "T1 NO wrong\r\n"}), token), true},
		{"OAUTHBEARER refused", with(imapLogin(t, "IMAP4rev1 SASL-IR AUTH=OAUTHBEARER",
			[2]string{"T1 AUTHENTICATE OAUTHBEARER", "+ eyJzdGF0dXMiOiJpbnZhbGlkX3Rva2VuIn0=\r\n"}), token), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := NewMailbox(MailboxConfig{Endpoint: tt.endpoint, CommandTimeout: time.Minute})
			must(t, err)
			_, err = m.connect(t.Context())
			if err == nil || errors.Is(err, ErrAuth) != tt.auth || errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, want an authentication failure: %v", err, tt.auth)
			}
		})
	}
}

func with(e Endpoint, tokens oauth2.TokenSource) Endpoint {
	e.Tokens = tokens
	return e
}
