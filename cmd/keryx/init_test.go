package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"keryx/cmd/keryx/settings"
)

// typed has lines typed at a command, and returns what it said.
func typed(t *testing.T, lines []string, args ...string) (status int, said string) {
	t.Helper()
	in, w, err := os.Pipe()
	noErr(t, err)
	was := os.Stdin
	os.Stdin = in
	defer func() { os.Stdin = was; in.Close() }()
	_, err = w.WriteString(strings.Join(lines, ""))
	noErr(t, err)
	noErr(t, w.Close())
	var out bytes.Buffer
	status = run(t.Context(), args, &out, &out)
	return status, out.String()
}

// A new server is made by answering questions; what cannot be is asked again, and the doctor
// finds the accounts in good health.
func TestInit(t *testing.T) {
	c := newClinic(t, nil)
	file := filepath.Join(c.dir, "new", "keryx.toml")
	noErr(t, os.Mkdir(filepath.Dir(file), 0o700))
	status, said := typed(t, []string{
		"orders\n", clinicServer + "\n", // the address, first without a domain
		"Keryx \"of\" the café\n",
		"nobody at all\n", "\n",
		"localhost\n", c.post.IMAPAddr() + "\n", "tls\n", "none\n", "\n", "\n", "server\n",
		c.post.SMTPAddr() + "\n", "none\n", "\n", "\n",
		"\n",
	}, "init", "--config", file)
	if status != 0 {
		t.Fatalf("status %d:\n%s", status, said)
	}
	for _, want := range []string{"Keryx of keryx.test", "imap.keryx.test:993", "smtp.keryx.test:465", "write the server and its port", "write implicit, starttls or none",
		"Written: " + file, "All checks passed.", "keryx doctor --send"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	conf, err := settings.Load(file)
	noErr(t, err)
	if conf.Name != `Keryx "of" the café` || conf.Address != clinicServer || conf.Operator != "" || conf.Database != "keryx.db" {
		t.Errorf("configuration %+v", conf)
	}
	for _, name := range []string{"keryx.toml", imapSecret, smtpSecret} {
		info, err := os.Stat(filepath.Join(filepath.Dir(file), name))
		noErr(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s can be read by others: %v", name, info.Mode())
		}
	}
	if strings.Contains(said, "server\n") && strings.Contains(said, ": server") {
		t.Errorf("the password is shown:\n%s", said)
	}
	before, err := os.ReadFile(file)
	noErr(t, err)
	status, said = typed(t, nil, "init", "--config", file)
	if after, _ := os.ReadFile(file); status != 1 || !strings.Contains(said, "is there already") || !bytes.Equal(before, after) {
		t.Errorf("again: status %d, %s", status, said)
	}
}

// Whoever breaks off, or names a directory that is not there, has nothing half done.
func TestInitLeavesNothingHalfDone(t *testing.T) {
	dir := t.TempDir()
	answers := []string{"orders@club.example\n", "\n", "\n", "\n", "\n", "secret\n", "\n", "\n", "\n", "\n"}
	for n := range answers {
		status, said := typed(t, answers[:n], "init", "--config", filepath.Join(dir, "keryx.toml"), "--no-doctor")
		if status != 1 || !strings.Contains(said, "cancelled; nothing written") {
			t.Errorf("broken off after %d answers: status %d, %s", n, status, said)
		}
	}
	status, said := typed(t, answers, "init", "--config", filepath.Join(dir, "nowhere", "keryx.toml"), "--no-doctor")
	if status != 1 || !strings.Contains(said, "there is no directory") {
		t.Errorf("nowhere: status %d, %s", status, said)
	}
	noErr(t, os.WriteFile(filepath.Join(dir, smtpSecret), nil, 0o600))
	status, said = typed(t, answers, "init", "--config", filepath.Join(dir, "keryx.toml"), "--no-doctor")
	if status != 1 || !strings.Contains(said, smtpSecret+" is there already") {
		t.Errorf("with a password there: status %d, %s", status, said)
	}
	left, err := os.ReadDir(dir)
	noErr(t, err)
	if len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// The servers of great providers are known by their domains, others guessed.
func TestProviders(t *testing.T) {
	for domain, want := range map[string]provider{
		"GMail.com":    {IMAP: "imap.gmail.com:993", SMTP: "smtp.gmail.com:465"},
		"club.example": {IMAP: "imap.club.example:993", SMTP: "smtp.club.example:465"},
	} {
		got, err := servers(domain)
		noErr(t, err)
		if got.IMAP != want.IMAP || got.SMTP != want.SMTP || (len(got.Domains) > 0) != (got.Note != "") {
			t.Errorf("%s: %+v", domain, got)
		}
	}
	if !slices.Contains([]string{"587", "465"}, providerPort(t, "outlook.com")) {
		t.Error("outlook.com sends on a port whose protection would be asked for")
	}
}

func providerPort(t *testing.T, domain string) string {
	t.Helper()
	p, err := servers(domain)
	noErr(t, err)
	_, port, _ := strings.Cut(p.SMTP, ":")
	return port
}
