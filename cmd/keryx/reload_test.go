package main

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A hang-up has the daemon read its configuration again and serve by it. One that will not do changes nothing, and the
// log says which line is wrong, or what was found when it was to be served by: a port that is taken, a key that is none.
func TestServeReadsItsConfigurationAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keryx.toml")
	configure := func(address, more string) {
		t.Helper()
		noErr(t, os.WriteFile(file, []byte("address = \""+address+"\"\n"+more+`[imap]
address = "127.0.0.1:1"
tls = "none"
[smtp]
address = "127.0.0.1:1"
tls = "none"
`), 0o600))
	}
	configure("orders@club.example", "")
	daemon := exec.CommandContext(t.Context(), os.Args[0], "serve", "--config", file)
	daemon.Args[0] = "keryx"
	stderr, err := daemon.StderrPipe()
	noErr(t, err)
	noErr(t, daemon.Start())
	lines := bufio.NewScanner(stderr)
	await := func(words ...string) {
		t.Helper()
		for lines.Scan() {
			all := true
			for _, w := range words {
				all = all && strings.Contains(lines.Text(), w)
			}
			if all {
				return
			}
		}
		t.Fatalf("the daemon never says %q", words)
	}
	await("msg=serving", "orders@club.example")
	configure("games@club.example", "seat_mails = 0\n")
	noErr(t, daemon.Process.Signal(syscall.SIGHUP))
	await("will not do", "seat_mails", "line 2")
	configure("games@club.example", "")
	noErr(t, daemon.Process.Signal(syscall.SIGHUP))
	await("read again")
	await("msg=serving", "games@club.example")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	noErr(t, err)
	defer taken.Close()
	port := taken.Addr().String()
	for _, wrong := range []struct {
		more, word string
		seen       bool // in the files alone: the daemon does not even stop for a moment
	}{
		{"[health]\nlisten = \"" + port + "\"\n", port, false},
		{"[archive]\ndir = \"site\"\nlisten = \"" + port + "\"\n", port, false},
		{"[archive]\ndir = \".\"\n", "archive.dir", false},
		{"server_key = \"keryx.toml\"\n", "keryx.toml", true},
		{"server_key = \"another.asc\"\n", "no such file", true},
		{"database = \"nowhere/keryx.db\"\n", "nowhere", true},
	} {
		configure("other@club.example", wrong.more)
		noErr(t, daemon.Process.Signal(syscall.SIGHUP))
		await("will not do", wrong.word)
		if !wrong.seen {
			await("msg=serving", "games@club.example")
		}
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(file), "another.asc")); err == nil {
		t.Error("another key was made without a word")
	}
	noErr(t, daemon.Process.Signal(syscall.SIGTERM))
	await("msg=stopped")
	if err := daemon.Wait(); err != nil {
		t.Errorf("the daemon did not stop cleanly: %v", err)
	}
}
