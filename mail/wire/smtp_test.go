package wire

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/oauth2"
	"keryx/mail/loopback"
)

func sender(address string) *Sender {
	return &Sender{Endpoint: Endpoint{Address: address, TLS: TLSNone, Username: daemon, Password: password}}
}

// wantSend asserts a failure of the given kind, stage and code.
func wantSend(t *testing.T, err, kind error, stage string, code int) {
	t.Helper()
	var e *SendError
	if !errors.As(err, &e) || !errors.Is(err, kind) || e.Stage != stage || e.Code != code {
		t.Errorf("got %v (%+v), want %v at %s with code %d", err, e, kind, stage, code)
	}
	for _, other := range []error{ErrTemporary, ErrPermanent, ErrUncertain, ErrAuth} {
		if other != kind && errors.Is(err, other) {
			t.Errorf("%v is %v as well", err, other)
		}
	}
}

func TestSend(t *testing.T) {
	s := post(t, nil)
	raw := append(letter("hello"), ".dot\r\n..two\r\n"...)
	must(t, sender(s.SMTPAddr()).Send(t.Context(), "", player, raw))
	must(t, sender(s.SMTPAddr()).Send(t.Context(), "keryx+bounce-1@club.test", player, raw))
	for i, from := range []string{"", "keryx+bounce-1@club.test"} {
		if d := s.Delivered()[i]; d.From != from || d.To != player || string(d.Raw) != string(raw) {
			t.Errorf("delivery %d: from %q to %q %q", i, d.From, d.To, d.Raw)
		}
	}
}

func TestSendFailures(t *testing.T) {
	reply := func(code int) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 1, 1}, Message: "injected"}
	}
	tests := []struct {
		name  string
		set   func(*loopback.Server)
		to    string
		kind  error
		stage string
		code  int
	}{
		{"unknown user", nil, "nobody@players.test", ErrPermanent, StageRcpt, 550},
		{"temporary at RCPT", func(s *loopback.Server) { s.FailRcpt = func(string) error { return reply(451) } }, player, ErrTemporary, StageRcpt, 451},
		{"permanent after the dot", func(s *loopback.Server) { s.FailData = func(loopback.Delivery) error { return reply(554) } }, player, ErrPermanent, StageFinal, 554},
		{"temporary after the dot", func(s *loopback.Server) { s.FailData = func(loopback.Delivery) error { return reply(452) } }, player, ErrTemporary, StageFinal, 452},
		{"too big", func(s *loopback.Server) { s.MaxSize = 10 }, player, ErrPermanent, StageMail, 552},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := post(t, tt.set)
			wantSend(t, sender(s.SMTPAddr()).Send(t.Context(), "", tt.to, letter("x")), tt.kind, tt.stage, tt.code)
			if n := len(s.Delivered()); n != 0 {
				t.Errorf("%d mails delivered in spite of the refusal", n)
			}
		})
	}
}

func TestSendLostReply(t *testing.T) {
	s := post(t, func(s *loopback.Server) { s.LoseReply = func(loopback.Delivery) bool { return true } })
	wantSend(t, sender(s.SMTPAddr()).Send(t.Context(), "", player, letter("x")), ErrUncertain, StageFinal, 0)
	if n := len(s.Delivered()); n != 1 {
		t.Errorf("%d deliveries, want the one that nobody was told of", n)
	}
}

func TestSendWrongPassword(t *testing.T) {
	s := post(t, nil)
	bad := sender(s.SMTPAddr())
	bad.Password = "wrong"
	err := bad.Send(t.Context(), "", player, letter("x"))
	wantSend(t, err, ErrAuth, StageAuth, 535)
	if strings.Contains(err.Error(), "wrong"+"\x00") || strings.Contains(err.Error(), base64.StdEncoding.EncodeToString([]byte("wrong"))) {
		t.Errorf("the error shows the password: %v", err)
	}
}

const greeting = "220 test\r\n"

// before makes a scripted server that is in order up to the given answers.
func before(answers ...[2]string) [][2]string {
	return append(answers, [][2]string{
		{"EHLO", "250-test\r\n250 AUTH PLAIN\r\n"}, {"AUTH", "235 fine\r\n"}, {"MAIL", "250 fine\r\n"},
		{"RCPT", "250 fine\r\n"}, {"DATA", "354 go on\r\n"}, {".", "250 taken\r\n"}, {"*", "501 cancelled\r\n"}, {"QUIT", "221 bye\r\n"},
	}...)
}

func TestSendByStage(t *testing.T) {
	tests := []struct {
		name    string
		greet   string
		answers [][2]string
		kind    error
		stage   string
		code    int
	}{
		{"refused at the door", "554 not you\r\n", nil, ErrTemporary, StageConnect, 554},
		{"EHLO dropped", greeting, before([2]string{"EHLO", ""}), ErrTemporary, StageConnect, 0},
		{"no AUTH offered", greeting, before([2]string{"EHLO", "250 test\r\n"}), ErrAuth, StageAuth, 0},
		{"AUTH fails for now", greeting, before([2]string{"AUTH", "454 later\r\n"}), ErrTemporary, StageAuth, 454},
		{"AUTH account locked", greeting, before([2]string{"AUTH", "534 locked\r\n"}), ErrAuth, StageAuth, 534},
		{"AUTH dropped", greeting, before([2]string{"AUTH", ""}), ErrTemporary, StageAuth, 0},
		{"MAIL wants AUTH", greeting, before([2]string{"MAIL", "530 log in\r\n"}), ErrAuth, StageMail, 530},
		{"MAIL dropped", greeting, before([2]string{"MAIL", ""}), ErrTemporary, StageMail, 0},
		{"RCPT relay denied", greeting, before([2]string{"RCPT", "550 5.7.1 no relay\r\n"}), ErrPermanent, StageRcpt, 550},
		{"DATA refused", greeting, before([2]string{"DATA", "451 no room\r\n"}), ErrTemporary, StageData, 451},
		{"dot dropped", greeting, before([2]string{".", ""}), ErrUncertain, StageFinal, 0},
		{"dot answered with noise", greeting, before([2]string{".", "what?\r\n"}), ErrUncertain, StageFinal, 0},
		{"shutting down at the dot", greeting, before([2]string{".", "421 later\r\n"}), ErrTemporary, StageFinal, 421},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			address := script(t, tt.greet, tt.answers...)
			wantSend(t, sender(address).Send(t.Context(), "", player, letter("x")), tt.kind, tt.stage, tt.code)
		})
	}
	t.Run("QUIT dropped", func(t *testing.T) {
		address := script(t, greeting, before([2]string{"QUIT", ""})...)
		if err := sender(address).Send(t.Context(), "", player, letter("x")); err != nil {
			t.Errorf("the mail was taken, yet Send says %v", err)
		}
	})
}

// A server that falls silent at any stage must not hold the sender.
func TestSendNeverHangs(t *testing.T) {
	for _, tt := range []struct {
		silent string
		kind   error
		stage  string
	}{
		{"", ErrTemporary, StageConnect},
		{"EHLO", ErrTemporary, StageConnect},
		{"AUTH", ErrTemporary, StageAuth},
		{"MAIL", ErrTemporary, StageMail},
		{"RCPT", ErrTemporary, StageRcpt},
		{"DATA", ErrTemporary, StageData},
		{".", ErrUncertain, StageFinal},
	} {
		t.Run("silent at "+tt.silent, func(t *testing.T) {
			t.Parallel()
			var answers [][2]string
			for _, a := range before() {
				if a[0] != tt.silent {
					answers = append(answers, a)
				}
			}
			greet := greeting
			if tt.silent == "" {
				greet = ""
			}
			s := sender(script(t, greet, answers...))
			// How soon the silence is reached depends on the machine: the limit grows
			// until it is.
			reached := func(limit *time.Duration) error {
				for *limit = 50 * time.Millisecond; ; *limit *= 4 {
					if s.TotalTimeout == 0 {
						s.FinalTimeout = s.CommandTimeout
					}
					err := s.Send(t.Context(), "", player, letter("x"))
					var failed *SendError
					if !errors.As(err, &failed) || failed.Stage == tt.stage || *limit > 10*time.Second {
						return err
					}
				}
			}
			wantSend(t, reached(&s.CommandTimeout), tt.kind, tt.stage, 0)

			s.CommandTimeout, s.FinalTimeout = time.Hour, time.Hour
			wantSend(t, reached(&s.TotalTimeout), tt.kind, tt.stage, 0)
		})
	}
}

func TestSendCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := post(t, func(s *loopback.Server) {
		s.Delay = func(life context.Context, stage string) {
			if stage == "data" {
				cancel()
				<-life.Done()
			}
		}
	})
	err := sender(s.SMTPAddr()).Send(ctx, "", player, letter("x"))
	wantSend(t, err, ErrUncertain, StageFinal, 0)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v does not tell that it was cancelled", err)
	}
}

func TestSendChecksFirst(t *testing.T) {
	s := sender("127.0.0.1:1") // nobody there; must not even be asked
	tests := []struct{ name, from, to, raw string }{
		{"command in recipient", "", "a@b.test>\r\nRCPT TO:<c@d.test", "x\r\n"},
		{"blank in sender", "a b@c.test", player, "x\r\n"},
		{"no recipient", "", "", "x\r\n"},
		{"bare LF", "", player, "x\n.\nMAIL FROM:<>\r\n"},
		{"bare CR", "", player, "x\ry\r\n"},
		{"no final CRLF", "", player, "x"},
		{"NUL", "", player, "x\x00\r\n"},
		{"endless line", "", player, strings.Repeat("x", 999) + "\r\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			wantSend(t, s.Send(t.Context(), tt.from, tt.to, []byte(tt.raw)), ErrPermanent, StageCheck, 0)
		})
	}
}

func TestCredentialsNeedTLS(t *testing.T) {
	out := Endpoint{Address: "192.0.2.1:25", TLS: TLSNone, Username: "u", Password: "p"}
	wantSend(t, (&Sender{Endpoint: out}).Send(t.Context(), "", player, letter("x")), ErrAuth, StageCheck, 0)
	if _, err := NewMailbox(MailboxConfig{Endpoint: out}); !errors.Is(err, ErrInsecure) {
		t.Errorf("NewMailbox: %v, want ErrInsecure", err)
	}
	for _, tls := range []TLSMode{"", "ssl", "STARTTLS"} {
		if err := (Endpoint{Address: "h:1", TLS: tls}).check(); err == nil {
			t.Errorf("tls %q accepted", tls)
		}
	}
}

func TestSendOverTLS(t *testing.T) {
	server, client := certificate(t)
	for _, mode := range []TLSMode{TLSImplicit, TLSStartTLS} {
		t.Run(string(mode), func(t *testing.T) {
			s := post(t, func(s *loopback.Server) { s.TLS, s.ImplicitTLS = server, mode == TLSImplicit })
			out := sender(s.SMTPAddr())
			out.TLS, out.TLSConfig = mode, client
			must(t, out.Send(t.Context(), "", player, letter("x")))
			if n := len(s.Delivered()); n != 1 {
				t.Errorf("%d deliveries", n)
			}
			// A certificate that nobody vouches for ends the matter.
			out.TLSConfig = &tls.Config{}
			wantSend(t, out.Send(t.Context(), "", player, letter("x")), ErrTemporary, StageConnect, 0)
		})
	}
	t.Run("STARTTLS stripped", func(t *testing.T) {
		s := post(t, nil)
		out := sender(s.SMTPAddr())
		out.TLS = TLSStartTLS
		wantSend(t, out.Send(t.Context(), "", player, letter("x")), ErrTemporary, StageConnect, 0)
	})
}

// tokens is an oauth2.TokenSource for tests.
type tokens func() (*oauth2.Token, error)

func (f tokens) Token() (*oauth2.Token, error) { return f() }

func TestSendWithToken(t *testing.T) {
	good := tokens(func() (*oauth2.Token, error) { return &oauth2.Token{AccessToken: "tok"}, nil })
	expect := base64.StdEncoding.EncodeToString([]byte("user=" + daemon + "\x01auth=Bearer tok\x01\x01"))
	ehlo := [2]string{"EHLO", "250-test\r\n250 AUTH LOGIN XOAUTH2 PLAIN\r\n"}
	reason := base64.StdEncoding.EncodeToString([]byte(`{"status":"400"}`))

	accepting := sender(script(t, greeting, before(ehlo, [2]string{"AUTH XOAUTH2 " + expect, "235 fine\r\n"}, [2]string{"AUTH", "535 wrong\r\n"})...))
	accepting.Tokens = good
	must(t, accepting.Send(t.Context(), "", player, letter("x")))

	refusing := sender(script(t, greeting, before(ehlo, [2]string{"AUTH", "334 " + reason + "\r\n"}, [2]string{"", "535 wrong\r\n"})...))
	refusing.Tokens = good
	wantSend(t, refusing.Send(t.Context(), "", player, letter("x")), ErrAuth, StageAuth, 535)

	revoked := sender(script(t, greeting, before(ehlo)...))
	revoked.Tokens = tokens(func() (*oauth2.Token, error) {
		return nil, &oauth2.RetrieveError{Response: &http.Response{StatusCode: 400}, ErrorCode: "invalid_grant"}
	})
	wantSend(t, revoked.Send(t.Context(), "", player, letter("x")), ErrAuth, StageAuth, 0)

	down := sender(script(t, greeting, before(ehlo)...))
	down.Tokens = tokens(func() (*oauth2.Token, error) { return nil, errors.New("no route") })
	wantSend(t, down.Send(t.Context(), "", player, letter("x")), ErrTemporary, StageAuth, 0)
}

func TestReason(t *testing.T) {
	e := &SendError{Kind: ErrPermanent, Stage: StageRcpt, Err: errors.New("550 bad\r\n\x1b[2J" + strings.Repeat("é", 500))}
	if r := e.Reason(); strings.ContainsAny(r, "\r\n\x1b") || len([]rune(r)) != 203 {
		t.Errorf("Reason is %q", r)
	}
}
