package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A command that waits for what somebody types ends when he breaks it off.
func TestInterruptedAtTheKeyboard(t *testing.T) {
	in, w, err := os.Pipe()
	noErr(t, err)
	defer w.Close() // open, so that nothing is typed and nothing ends
	was := os.Stdin
	os.Stdin = in
	defer func() { os.Stdin = was; in.Close() }()
	dir := t.TempDir()
	for _, args := range [][]string{
		{"init", "--config", filepath.Join(dir, "keryx.toml")},
		{"orders", "check", "-"},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		var out bytes.Buffer
		status := make(chan int, 1)
		go func() { status <- run(ctx, args, &out, &out) }()
		time.AfterFunc(50*time.Millisecond, interrupt)
		select {
		case got := <-status:
			if got != 1 {
				t.Errorf("%s: status %d:\n%s", strings.Join(args, " "), got, &out)
			}
		case <-time.After(10 * time.Minute):
			t.Fatalf("%s goes on reading", strings.Join(args, " "))
		}
	}
}
