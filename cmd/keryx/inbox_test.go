package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"keryx/cmd/keryx/settings"
	"keryx/store"
)

// desk is a server's folder with its configuration.
type desk struct {
	t      *testing.T
	config string
}

func newDesk(t *testing.T) desk {
	t.Helper()
	d := desk{t, filepath.Join(t.TempDir(), "keryx.toml")}
	text := "address = \"orders@club.example\"\n[imap]\naddress = \"127.0.0.1:1\"\n[smtp]\naddress = \"127.0.0.1:1\"\n"
	if err := os.WriteFile(d.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, filepath.Dir(d.config), "keryx.db", "") // an empty club
	return d
}

// keryx runs a command and returns what it prints and its status.
func (d desk) keryx(args ...string) (out string, status int) {
	d.t.Helper()
	var printed bytes.Buffer
	status = run(d.t.Context(), append([]string{"--config", d.config, "--log", "error"}, args...), &printed, &printed)
	return printed.String(), status
}

// update writes to the database.
func (d desk) update(f func(store.Tx) error) {
	d.t.Helper()
	c, err := settings.Load(d.config)
	if err != nil {
		d.t.Fatal(err)
	}
	h, err := settings.OpenHost(d.t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		d.t.Fatal(err)
	}
	if err := errors.Join(h.Store.Update(context.Background(), f), h.Store.Close()); err != nil {
		d.t.Fatal(err)
	}
}

// setAside stores a mail that was set aside.
func (d desk) setAside(game, reason, raw string) {
	d.t.Helper()
	d.update(func(tx store.Tx) error {
		now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		_, _, err := tx.AddInbox(store.InboxMessage{ContentHash: sha256.Sum256([]byte(raw)), InternalDate: now, FirstSeen: now,
			Receipt: now, Raw: []byte(raw), State: store.Poison, Reason: reason, Game: game, Side: "athens"})
		return err
	})
}

// says runs a command and looks at its status and for patterns in what it prints.
func (d desk) says(want int, args string, patterns ...string) {
	d.t.Helper()
	out, status := d.keryx(strings.Fields(args)...)
	if status != want {
		d.t.Errorf("keryx %s ends with %d, want %d:\n%s", args, status, want, out)
	}
	for _, p := range patterns {
		not := strings.HasPrefix(p, "!")
		if regexp.MustCompile("(?m)"+strings.TrimPrefix(p, "!")).MatchString(out) == not {
			d.t.Errorf("keryx %s: %q in\n%s", args, p, out)
		}
	}
}

// TestInboxCommands looks at, retries and dismisses mails that were set aside.
func TestInboxCommands(t *testing.T) {
	d := newDesk(t)
	d.says(0, "status", "^games +0 running", "never started", "!set aside")
	d.says(0, "inbox list", "^MAIL")
	d.setAside("hel-1", "panic: index out of range", "Subject: \x1b[31morders\x1b[0m\r\nFrom: anna@club.example\r\n\r\nspend 3\r\n")
	d.setAside("hel-2", "the game is broken: version 1", "Subject: two\r\n\r\nspend 2\r\n")
	d.setAside("hel-2", "the game is broken: version 1", "Subject: three\r\n\r\nspend 1\r\n")

	d.says(1, "status", "mails that were set aside", "^1 +2026-11-21 12:00 +poison +hel-1 +athens +0 +panic: index out of range")
	d.says(0, "inbox list --game hel-2", "!hel-1", "^2 ", "^3 ")
	d.says(0, "inbox list --state accepted", "!hel")
	d.says(2, "inbox list --state nonsense", "must be one of")
	d.says(0, "inbox list --state all --limit 1", "^3 ", "!^2 ")
	d.says(0, "inbox show 1", `Subject: \\u001b\[31morders\\u001b`, "^reason +panic", "!spend 3")
	d.says(0, "inbox show 1 --body", "^spend 3$")
	d.says(1, "inbox show 9", "there is no mail 9")

	d.says(1, "inbox retry", "give email numbers")
	d.says(0, "inbox retry 1", "mail 1 will be tried again")
	d.says(1, "inbox retry 1", "mail 1 was not set aside")
	d.says(0, "inbox retry --game hel-9", "no mail of hel-9")
	if out, status := d.keryx("inbox", "dismiss", "2", "sent twice by hand"); status != 0 {
		t.Error(out)
	}
	d.says(0, "inbox show 2", "^state +ignored", "^reason +dismissed: sent twice by hand")
	d.says(0, "inbox retry --game hel-2", "mail 3 will be tried again")
	d.says(0, "status", "2 waiting to be read", "!set aside")
	d.says(0, "inbox list --state received", "^1 ", "^3 ")
}

// A message that was put back is taken up by the daemon that runs.
func TestTakeUp(t *testing.T) {
	d := newDesk(t)
	d.setAside("", "panic", "From: anna@club.example\r\nSubject: hello\r\n\r\nhello\r\n")
	d.says(0, "inbox retry 1")
	c, err := settings.Load(d.config)
	if err != nil {
		t.Fatal(err)
	}
	h, err := settings.OpenHost(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer h.Store.Close()
	if err := h.Intake.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	if row, err := h.Reports.Message(t.Context(), 1); err != nil || row.State != store.Unsigned {
		t.Errorf("the message is %s (%v)", row.State, err)
	}
}

func TestReturnPathSetting(t *testing.T) {
	d := newDesk(t)
	text, err := os.ReadFile(d.config)
	if err != nil {
		t.Fatal(err)
	}
	for value, plain := range map[string]bool{"": false, "return_path = \"plus\"\n": false, "return_path = \"plain\"\n": true} {
		if err := os.WriteFile(d.config, []byte(value+string(text)), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := settings.Load(d.config)
		if err != nil {
			t.Fatal(err)
		}
		h, err := settings.OpenHost(t.Context(), c, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		if h.Post.PlainReturn != plain {
			t.Errorf("%q: plain return path %t", value, h.Post.PlainReturn)
		}
		h.Store.Close()
	}
	if err := os.WriteFile(d.config, []byte("return_path = \"minus\"\n"+string(text)), 0o600); err != nil {
		t.Fatal(err)
	}
	d.says(1, "status", `the setting "return_path" is "minus"`)
}
