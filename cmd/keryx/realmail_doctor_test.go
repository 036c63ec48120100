//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRealDoctor examines an account on a real Dovecot and Postfix: in health, with the
// mail going round, and with what goes wrong most often.
func TestRealDoctor(t *testing.T) {
	needRulesets(t) // not at the same time as another test
	t.Parallel()
	o := openRealOffice(t, realUser{"orders@club.test", "server"})
	dir := t.TempDir()
	settings := fmt.Sprintf(`
address = "orders@club.test"
[imap]
address = "127.0.0.1:%d"
ca_file = %q
user = "orders@club.test"
password_file = "password"
junk = "Junk"
[smtp]
address = "localhost:%d"
tls = "starttls"
ca_file = %q
user = "orders@club.test"
password_file = "password"
`, o.IMAPS, filepath.Join(o.Dir, "cert.pem"), o.Submission, filepath.Join(o.Dir, "cert.pem"))
	examine := func(t *testing.T, settings, password string, args ...string) (status int, said string) {
		t.Helper()
		writeFiles(t, dir, "keryx.toml", settings, "password", password+"\n")
		var out bytes.Buffer
		status = run(t.Context(), append([]string{"doctor", "--config", filepath.Join(dir, "keryx.toml")}, args...), &out, &out)
		return status, out.String()
	}
	want := func(t *testing.T, status int, said string, wantStatus int, words ...string) {
		t.Helper()
		if status != wantStatus {
			t.Errorf("status %d, want %d", status, wantStatus)
		}
		flat := strings.Join(strings.Fields(said), " ")
		for _, w := range words {
			if !strings.Contains(flat, w) {
				t.Errorf("%q is not said", w)
			}
		}
		if t.Failed() {
			t.Log(said)
		}
	}
	t.Run("health", func(t *testing.T) {
		status, said := examine(t, settings, "server", "--send", "--wait=30s")
		want(t, status, said, 0, "ok imap abilities: IDLE, MOVE, UIDPLUS", "ok junk folder: Junk", "ok smtp sender", "orders@club.test came back unchanged",
			"orders+b-doctor@club.test came back unchanged")
	})
	t.Run("no ca_file", func(t *testing.T) {
		var bare []string
		for _, line := range strings.Split(settings, "\n") {
			if !strings.HasPrefix(line, "ca_file") {
				bare = append(bare, line)
			}
		}
		status, said := examine(t, strings.Join(bare, "\n"), "server")
		want(t, status, said, 1, "FAULT imap connect", "FAULT smtp connect", "ca_file")
	})
	t.Run("password", func(t *testing.T) {
		status, said := examine(t, settings, "wrong")
		want(t, status, said, 1, "FAULT imap login", "FAULT smtp login")
	})
	t.Run("implicit TLS on the STARTTLS port", func(t *testing.T) {
		status, said := examine(t, strings.Replace(settings, `tls = "starttls"`, `tls = "implicit"`, 1), "server")
		want(t, status, said, 1, "FAULT smtp connect", "does not begin with TLS")
	})
	t.Run("somebody else's address", func(t *testing.T) {
		status, said := examine(t, strings.Replace(settings, `address = "orders@club.test"`, `address = "nobody@elsewhere.test"`, 1), "server")
		want(t, status, said, 1, "FAULT smtp recipient")
	})
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("the doctor has left something behind: %v, %v", left, err)
	}
}
