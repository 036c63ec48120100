package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// kept keeps what is written by several at once.
type kept struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (k *kept) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text.Write(p)
}

func (k *kept) String() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text.String()
}

// A daemon whose configuration names an address tells there how it stands, and stops
// telling when it stops.
func TestServeTellsHowItStands(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "keryx.toml")
	noErr(t, os.WriteFile(file, []byte(`address = "orders@club.example"
[imap]
address = "127.0.0.1:1"
tls = "none"
[smtp]
address = "127.0.0.1:1"
tls = "none"
[health]
listen = "127.0.0.1:0"
`), 0o600))
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	var log kept
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, []string{"serve", "--config", file}, io.Discard, &log) }()
	at := regexp.MustCompile(`healthz=(http://\S+)/healthz`)
	for at.FindStringSubmatch(log.String()) == nil || !strings.Contains(log.String(), "msg=serving") {
		select {
		case code := <-ended:
			t.Fatalf("the daemon ended with %d:\n%s", code, log.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
	base := at.FindStringSubmatch(log.String())[1]
	get := func(path string) (int, string) {
		t.Helper()
		answer, err := http.Get(base + path)
		noErr(t, err)
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		noErr(t, err)
		return answer.StatusCode, string(body)
	}
	if code, body := get("/healthz"); code != http.StatusOK || body != "ok\n" {
		t.Errorf("/healthz: %d %q", code, body)
	}
	_, metrics := get("/metrics")
	for _, want := range []string{"keryx_up 1\n", `keryx_games{status="running"} 0`, `keryx_inbox_messages{state="poison"} 0`,
		`keryx_outbox_mails{state="queued"} 0`, `keryx_steps_total{step="committed"} 0`, "keryx_build_info{version=", "go_goroutines", "process_open_fds"} {
		if !strings.Contains(metrics, want) {
			t.Errorf("/metrics does not tell %q", want)
		}
	}
	if code, _ := get("/debug/pprof/"); code != http.StatusNotFound {
		t.Errorf("/debug/pprof/ answers with %d", code)
	}
	health := func(flags ...string) (int, string) {
		var out bytes.Buffer
		named := filepath.Join(dir, "named.toml")
		text, err := os.ReadFile(file)
		noErr(t, err)
		noErr(t, os.WriteFile(named, bytes.ReplaceAll(text, []byte("127.0.0.1:0"), []byte(strings.TrimPrefix(base, "http://"))), 0o600))
		return run(t.Context(), append([]string{"health", "--config", named}, flags...), &out, &out), out.String()
	}
	if status, said := health(); status != 0 || said != "ok\n" {
		t.Errorf("keryx health: status %d, %q", status, said)
	}
	if status, said := health("--json"); status != 0 || !strings.Contains(said, `"well": true`) {
		t.Errorf("keryx health --json: status %d, %q", status, said)
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("the daemon ended with %d:\n%s", code, log.String())
	}
	if answer, err := http.Get(base + "/healthz"); err == nil {
		answer.Body.Close()
		t.Error("something answers after the daemon has stopped")
	}
	if status, said := health(); status != 1 || !strings.Contains(said, "no daemon answers") {
		t.Errorf("keryx health without a daemon: status %d, %q", status, said)
	}
}
