package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"keryx/cmd/keryx/settings"
	"keryx/store"
	"keryx/store/engine"
)

// A daemon that serves the site at an address serves the private calendars of players there, and
// names none in its log; without an address nobody is offered one.
func TestServeFeeds(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "keryx.toml")
	const account = "[imap]\naddress = \"127.0.0.1:1\"\ntls = \"none\"\n[smtp]\naddress = \"127.0.0.1:1\"\ntls = \"none\"\n"
	config := "address = \"orders@club.example\"\n" + account + "[archive]\ndir = \"site\"\n"
	token := strings.Repeat("abcd", 13)
	for more, want := range map[string]string{"": "", "listen = \"127.0.0.1:0\"\n": "", "address = \"https://club.example/games/\"\n": "",
		"listen = \"127.0.0.1:0\"\naddress = \"https://club.example/games/\"\n": "https://club.example/games"} {
		noErr(t, os.WriteFile(file, []byte(config+more), 0o600))
		c, err := settings.Load(file)
		noErr(t, err)
		h, err := settings.OpenHost(t.Context(), c, slog.New(slog.DiscardHandler))
		noErr(t, err)
		if h.FeedAddress != want {
			t.Errorf("%q: feeds are at %q, want %q", more, h.FeedAddress, want)
		}
		if want != "" {
			noErr(t, h.Store.Update(t.Context(), func(tx store.Tx) error {
				if err := tx.AddPlayer(store.Player{Address: "anna@club.example", Name: "Anna", Language: "fr", TimeZone: "Europe/Paris", Added: time.Now()}); err != nil {
					return err
				}
				return tx.SetSetting(fmt.Sprintf("feed/%x", sha256.Sum256([]byte(token))), []byte(`{"player":"anna@club.example","since":"2026-11-26T00:00:00Z"}`))
			}))
		}
		noErr(t, h.Store.Close())
	}
	noErr(t, os.WriteFile(file, []byte(config+"listen = \"127.0.0.1:0\"\naddress = \"https://club.example/games\"\n"), 0o600))

	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	var log kept
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, []string{"serve", "--config", file}, io.Discard, &log) }()
	at := regexp.MustCompile(`msg="serving the archive" address=(http://\S+)/`)
	for at.FindStringSubmatch(log.String()) == nil {
		select {
		case code := <-ended:
			t.Fatalf("the daemon ended with %d:\n%s", code, log.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
	base := at.FindStringSubmatch(log.String())[1]
	for path, want := range map[string]int{token + ".ics": http.StatusOK, strings.Repeat("a", 52) + ".ics": http.StatusNotFound} {
		answer, err := http.Get(base + "/calendar/" + path)
		noErr(t, err)
		body, err := io.ReadAll(answer.Body)
		noErr(t, err)
		answer.Body.Close()
		if answer.StatusCode != want || want == http.StatusOK != strings.Contains(string(body), "METHOD:PUBLISH") {
			t.Errorf("%s: %d %s", path, answer.StatusCode, body)
		}
		t.Logf("%s", body)
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("the daemon ended with %d:\n%s", code, log.String())
	}
	if strings.Contains(log.String(), token) {
		t.Error("the log tells a token")
	}
}

// The archive is not written where a secret of the club lies, or in a folder above it: the web
// server that shows the one would show the other.
func TestArchiveKeepsApart(t *testing.T) {
	d := newDesk(t)
	club := filepath.Dir(d.config)
	for _, dir := range []string{club, filepath.Dir(club)} {
		d.says(1, "archive "+dir, "name a directory of its own")
	}
	if _, err := os.Stat(filepath.Join(club, "index.html")); err == nil {
		t.Error("it is written beside the database")
	}
	d.says(0, "archive "+filepath.Join(club, "site"), "open index.html there")
	config, err := os.ReadFile(d.config)
	noErr(t, err)
	noErr(t, os.WriteFile(d.config, append(config, "[archive]\ndir = \".\"\n"...), 0o600))
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute) // a daemon that serves goes on and on
	defer stop()
	var said kept
	if status := run(ctx, []string{"serve", "--config", d.config}, io.Discard, &said); status != 1 || !strings.Contains(said.String(), `"archive.dir"`) {
		t.Errorf("the daemon ends with %d:\n%s", status, said.String())
	}
}

// Who has no configuration, or may not read it, is told what to do.
func TestWithoutConfiguration(t *testing.T) {
	d := desk{t, filepath.Join(t.TempDir(), "keryx.toml")}
	d.says(1, "status", "not found; run")
	if os.Getuid() == 0 {
		return // who may read everything
	}
	noErr(t, os.WriteFile(d.config, nil, 0))
	d.says(1, "status", "the user that the daemon runs as")
}

// TestServeTwice wants a second daemon on a database to tell that there is one, and not that its address is taken, which is
// so because of it.
func TestServeTwice(t *testing.T) {
	d := newDesk(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	noErr(t, err)
	defer l.Close()
	f, err := os.OpenFile(d.config, os.O_APPEND|os.O_WRONLY, 0)
	noErr(t, err)
	_, err = fmt.Fprintf(f, "[archive]\ndir = \"site\"\nlisten = \"%s\"\n", l.Addr())
	noErr(t, errors.Join(err, f.Close()))
	d.ends(1, "archive.listen", "serve") // the address of somebody else

	first, err := engine.Open(t.Context(), filepath.Join(filepath.Dir(d.config), "keryx.db"))
	noErr(t, err)
	defer first.Close()
	release, err := first.AcquireLock(t.Context(), "process 7 on muses", time.Now())
	noErr(t, err)
	defer release()
	d.ends(1, "database in use by process 7 on muses", "serve")
}
