package archive

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"keryx/adjudicator/host/archive/web"
	"keryx/adjudicator/host/play"
)

// The daemon's archive follows the games: after a turn the pages of that game are written
// and those of another are not; who is forgotten is gone from all of them.
func TestKeep(t *testing.T) {
	c := newClub(t, 3)
	shown := &play.Showing{Opens: play.AtEnd}
	id, over := c.found("ford", shown), c.found("ford", shown)
	c.playOut(over, "ford")
	s := c.site()
	ctx, stop := context.WithCancel(t.Context())
	tick, waits := make(chan time.Time), make(chan bool)
	ended := make(chan error, 1)
	go func() {
		ended <- s.Keep(ctx, time.Minute, func(time.Duration) <-chan time.Time { waits <- true; return tick })
	}()
	<-waits
	if published(t, s.Dir)["en/games/"+over+"/turn-1.html"] == nil {
		t.Fatal("what had ended before is not shown")
	}
	other := filepath.Join(s.Dir, "en", "games", over, "index.html")
	before, err := os.Stat(other)
	c.check(err)
	for range 12 {
		c.move(id, "ford")
	}
	tick <- c.now
	<-waits
	if published(t, s.Dir)["en/games/"+id+"/turn-1.html"] == nil {
		t.Error("a turn that has ended since is not shown")
	}
	after, err := os.Stat(other)
	c.check(err)
	if !after.ModTime().Equal(before.ModTime()) {
		t.Error("the page of another game was written")
	}
	c.playOut(id, "ford")
	_, err = c.Host.Upkeep.RemovePlayer(t.Context(), addresses[1])
	c.check(err)
	tick <- c.now
	<-waits
	for name, data := range published(t, s.Dir) {
		if nameOf("bruno").Match(data) {
			t.Errorf("%s still names a player who was forgotten", name)
		}
	}
	if page := published(t, s.Dir)["en/games/"+id+"/index.html"]; !bytes.Contains(page, []byte("a former member")) {
		t.Error("the page of his game does not say that a former member played")
	}
	stop()
	c.check(<-ended)
}

// What is served are the files of the site: none of its notes, no lists, only for reading,
// and with a strict policy.
func TestHandler(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"index.html": "front", "en/index.html": "club", ".keryx/club.json": "{}", "en/feed.atom": "<feed/>"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), "secret"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, ask := range []struct {
		method, path string
		status       int
		body         string
	}{
		{"GET", "/", 200, "front"}, {"GET", "/en/", 200, "club"}, {"HEAD", "/en/", 200, ""}, {"GET", "/en/feed.atom", 200, "<feed/>"},
		{"GET", "/en", 404, ""}, {"GET", "/.keryx/club.json", 404, ""}, {"GET", "/%2ekeryx/club.json", 404, ""}, {"GET", "/../secret", 404, ""},
		{"GET", "/..%2fsecret", 404, ""}, {"POST", "/", 405, ""}, {"GET", "/nothing", 404, ""},
	} {
		w := httptest.NewRecorder()
		web.Handler(dir).ServeHTTP(w, httptest.NewRequest(ask.method, ask.path, nil))
		if w.Code != ask.status || ask.body != "" && w.Body.String() != ask.body {
			t.Errorf("%s %s: %d %q, want %d %q", ask.method, ask.path, w.Code, w.Body, ask.status, ask.body)
		}
		if w.Header().Get("Content-Security-Policy") != web.Policy {
			t.Errorf("%s %s: no policy", ask.method, ask.path)
		}
	}
}

// A server that is told to stop stops, whoever is connected.
func TestServeStops(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(ctx, l, web.Handler(t.TempDir())) }()
	resp, err := http.Get("http://" + l.Addr().String() + "/")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusNotFound {
		t.Errorf("an empty site answers %s", resp.Status)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
