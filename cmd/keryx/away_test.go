package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A daemon that starts while its database is away waits for it and says so, until it is stopped.
func TestServeWaitsForTheDatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keryx.toml")
	noErr(t, os.WriteFile(file, []byte(`address = "orders@club.example"
database = "postgres://keryx@127.0.0.1:1/keryx"
[imap]
address = "127.0.0.1:1"
tls = "none"
[smtp]
address = "127.0.0.1:1"
tls = "none"
`), 0o600))
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var log kept
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, []string{"serve", "--config", file}, io.Discard, &log) }()
	for !strings.Contains(log.String(), "the daemon waits for it") {
		select {
		case code := <-ended:
			t.Fatalf("the daemon ended with %d:\n%s", code, log.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("the daemon ended with %d:\n%s", code, log.String())
	}
}
