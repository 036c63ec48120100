package loopback

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"
)

const (
	red  = "red@players.test"
	blue = "blue@players.test"
)

func start(t *testing.T, set func(*Server)) *Server {
	t.Helper()
	s := New(User{red, "r"}, User{blue, "b"})
	if set != nil {
		set(s)
	}
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func mailText(body string) []byte {
	return []byte("From: " + red + "\r\nTo: " + blue + "\r\nSubject: test\r\n\r\n" + body + "\r\n")
}

func wantCode(t *testing.T, err error, code int) {
	t.Helper()
	var reply *smtp.SMTPError
	if !errors.As(err, &reply) || reply.Code != code {
		t.Errorf("got %v, want code %d", err, code)
	}
}

func TestSubmitAndRead(t *testing.T) {
	var told []string
	s := start(t, func(s *Server) { s.OnDeliver = func(d Delivery) { told = append(told, d.To) } })
	raw := mailText(".a dot, café\r\n.")
	for _, to := range []string{blue, "Blue+orders@Players.test"} {
		if err := s.Submit(t.Context(), red, to, raw); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Inbox(t.Context(), blue)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]byte{
		append([]byte("Return-Path: <red@players.test>\r\nDelivered-To: blue@players.test\r\n"), raw...),
		append([]byte("Return-Path: <red@players.test>\r\nDelivered-To: Blue+orders@Players.test\r\n"), raw...),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{blue, "Blue+orders@Players.test"}, told); diff != "" {
		t.Error(diff)
	}
	if d := s.Delivered(); len(d) != 2 || string(d[0].Raw) != string(raw) || d[0].From != red || d[0].Time.IsZero() {
		t.Errorf("Delivered: %+v", d)
	}
	if got, err := s.Inbox(t.Context(), red); err != nil || len(got) != 0 {
		t.Errorf("the sender has %d mails, %v", len(got), err)
	}
	if got, err := s.Folder(t.Context(), red, "No/Such"); err != nil || got != nil {
		t.Errorf("a folder that is not there has %d mails, %v", len(got), err)
	}
}

func TestRefusals(t *testing.T) {
	s := start(t, func(s *Server) {
		s.MaxSize = 200
		s.FailRcpt = func(to string) error {
			if strings.HasPrefix(to, "blue+busy") {
				return &smtp.SMTPError{Code: 451, Message: "later"}
			}
			return nil
		}
	})
	wantCode(t, s.Submit(t.Context(), red, "nobody@players.test", mailText("")), 550)
	wantCode(t, s.Submit(t.Context(), red, "blue+busy@players.test", mailText("")), 451)
	wantCode(t, s.Submit(t.Context(), red, blue, mailText(strings.Repeat("x", 300))), 552)
	if err := s.Submit(t.Context(), "nobody@players.test", blue, mailText("")); err == nil {
		t.Error("a stranger could log in")
	}
	if n := len(s.Delivered()); n != 0 {
		t.Errorf("%d deliveries", n)
	}
	// A refusal costs nobody else anything.
	if err := s.Submit(t.Context(), red, blue, mailText("")); err != nil {
		t.Error(err)
	}
}

func TestAddUserWhileServing(t *testing.T) {
	s := start(t, nil)
	s.AddUser("new@players.test", "n")
	if err := s.Submit(t.Context(), red, "new@players.test", mailText("hi")); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Inbox(t.Context(), "new@players.test"); err != nil || len(got) != 1 {
		t.Errorf("%d mails, %v", len(got), err)
	}
}

func TestManyAtOnce(t *testing.T) {
	s := start(t, nil)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if err := s.Submit(t.Context(), red, blue, mailText(fmt.Sprint(i))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got, err := s.Inbox(t.Context(), blue); err != nil || len(got) != 20 {
		t.Errorf("%d mails, %v", len(got), err)
	}
}

func TestCloseEndsEverything(t *testing.T) {
	if err := New().Close(); err == nil {
		t.Error("closing what was never started is no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	waiting := make(chan struct{})
	s := start(t, func(s *Server) {
		s.Delay = func(life context.Context, stage string) {
			if stage == "data" {
				close(waiting)
				<-life.Done()
			}
		}
	})
	result := make(chan error)
	go func() { result <- s.Submit(ctx, red, blue, mailText("")) }()
	<-waiting
	s.Close()
	if err := <-result; err == nil {
		t.Error("Submit succeeded on a closed server")
	}
	cancel()
	if err := s.Submit(t.Context(), red, blue, mailText("")); err == nil {
		t.Error("the port is still served")
	}
	if err := s.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}
