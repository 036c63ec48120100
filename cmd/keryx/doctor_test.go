package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-smtp"

	"keryx/cmd/keryx/settings"
	"keryx/mail/loopback"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/sqlite"
)

const clinicServer = "orders@keryx.test"

func noErr(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// clinic is a server's configuration in a directory, with its post office.
type clinic struct {
	t    *testing.T
	dir  string
	post *loopback.Server
	file string // the configuration, to be changed before the examination
}

// newClinic makes a server in good health; set changes the post office before it opens.
func newClinic(t *testing.T, set func(*loopback.Server)) *clinic {
	t.Helper()
	needRulesets(t)
	c := &clinic{t: t, dir: t.TempDir(), post: loopback.New(loopback.User{Address: clinicServer, Password: "server"})}
	if set != nil {
		set(c.post)
	}
	noErr(t, c.post.Start(t.Context()))
	t.Cleanup(func() { noErr(t, c.post.Close()) })
	writeFiles(t, c.dir, "password", "server\n")
	account := fmt.Sprintf("tls = \"none\"\nuser = %q\npassword_file = \"password\"\n", clinicServer)
	c.file = fmt.Sprintf("address = %q\n[imap]\naddress = %q\n%s[smtp]\naddress = %q\n%s", clinicServer, c.post.IMAPAddr(), account, c.post.SMTPAddr(), account)
	return c
}

// examine runs keryx doctor and returns its exit status and what it said.
func (c *clinic) examine(args ...string) (status int, said string) {
	c.t.Helper()
	writeFiles(c.t, c.dir, "keryx.toml", c.file)
	var out bytes.Buffer
	status = run(c.t.Context(), append([]string{"doctor", "--config", filepath.Join(c.dir, "keryx.toml")}, args...), &out, &out)
	return status, out.String()
}

func TestDoctorFindsNothing(t *testing.T) {
	c := newClinic(t, nil)
	status, said := c.examine("--send")
	if status != 0 || strings.Contains(said, "FAULT") || strings.Contains(said, "warning") || !strings.Contains(said, "All checks passed.") {
		t.Errorf("status %d\n%s", status, said)
	}
	for _, want := range []string{"there is none yet", "came back unchanged", "orders+b-doctor@keryx.test came back"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said:\n%s", want, said)
		}
	}
	left, err := c.post.Inbox(t.Context(), clinicServer)
	filed, err2 := c.post.Folder(t.Context(), clinicServer, wire.FolderIgnored)
	if err := errors.Join(err, err2); err != nil || len(left) != 0 || len(filed) != 2 {
		t.Errorf("%d mails lie in the inbox, %d are filed: %v", len(left), len(filed), err)
	}
	if left, err := os.ReadDir(c.dir); err != nil || len(left) != 2 {
		t.Errorf("the doctor has made something: %v, %v", left, err)
	}
}

// TestDoctorFinds makes one thing wrong at a time.
func TestDoctorFinds(t *testing.T) {
	replace := func(old, new string) func(*clinic) {
		return func(c *clinic) {
			if !strings.Contains(c.file, old) {
				c.t.Fatalf("%q is not in the configuration", old)
			}
			c.file = strings.Replace(c.file, old, new, 1)
		}
	}
	secure := func(implicit bool) func(*loopback.Server) {
		return func(s *loopback.Server) { s.TLS, s.ImplicitTLS = selfSigned(t, time.Now().Add(time.Hour)), implicit }
	}
	reply := func(code int, text string) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 1, 1}, Message: text}
	}
	tests := []struct {
		name  string
		post  func(*loopback.Server)
		spoil func(*clinic)
		fault bool // else a warning
		says  []string
		args  []string
	}{
		{"a misspelt setting", nil, replace("password_file", "pasword_file"), true, []string{"FAULT    configuration", "line 6", "pasword_file"}, nil},
		{"a receipt that waits for long", nil, replace("[imap]", "receipts_wait = \"15m\"\n[imap]"), true, []string{"FAULT    configuration", ", line ", `"receipts_wait" is "15 minutes", want a time from 0s to 2m`}, nil},
		{"no mails taken", nil, replace("[imap]", "seat_mails = 0\n[imap]"), true, []string{"FAULT    configuration", "seat_mails"}, nil},
		{"a pace that is none", nil, replace("[smtp]", "[smtp]\nper_hour = 5"), true, []string{"FAULT    configuration", "smtp.per_hour"}, nil},
		{"no configuration", nil, func(c *clinic) { c.file = "" }, true, []string{"FAULT    configuration", "address"}, nil},
		{"no password file", nil, replace(`password_file = "password"`, `password_file = "nowhere"`), true, []string{"FAULT    secrets", "no such file"}, nil},
		{"a password that others can read", nil, func(c *clinic) { noErr(c.t, os.Chmod(filepath.Join(c.dir, "password"), 0o644)) }, false, []string{"warning  secrets", "chmod 600"}, nil},
		{"a configuration with a password that others can read", nil, func(c *clinic) {
			replace(`password_file = "password"`, `password = "server"`)(c)
			writeFiles(c.t, c.dir, "keryx.toml", "")
			noErr(c.t, os.Chmod(filepath.Join(c.dir, "keryx.toml"), 0o644))
		}, false, []string{"warning  secrets", "the password in [imap]"}, nil},
		{"no data directory", nil, func(c *clinic) { c.file = "database = \"gone/keryx.db\"\n" + c.file }, true, []string{"FAULT    data directory", "gone"}, nil},
		{"another program's file", nil, func(c *clinic) { writeFiles(c.t, c.dir, "keryx.db", strings.Repeat("no database ", 500)) }, true, []string{"FAULT    database"}, nil},
		{"a damaged database", nil, damage, true, []string{"FAULT    database"}, nil},
		{"a server key that is none", nil, func(c *clinic) { writeFiles(c.t, c.dir, "server-key.asc", "no key\n") }, true, []string{"FAULT    server key"}, nil},
		{"a server key that is gone", nil, func(c *clinic) {
			db, err := sqlite.Open(c.t.Context(), filepath.Join(c.dir, "keryx.db"))
			noErr(c.t, err)
			noErr(c.t, db.Update(c.t.Context(), func(tx store.Tx) error {
				return tx.AddPlayer(store.Player{Address: "anna@club.example", Name: "Anna", Language: "en", TimeZone: "UTC", Added: time.Unix(1e9, 0)})
			}))
			noErr(c.t, db.Close())
		}, true, []string{"FAULT    server key", "the club has players"}, nil},
		{"an address that is a player's", nil, func(c *clinic) {
			db, err := sqlite.Open(c.t.Context(), filepath.Join(c.dir, "keryx.db"))
			noErr(c.t, err)
			noErr(c.t, db.Update(c.t.Context(), func(tx store.Tx) error {
				return tx.AddPlayer(store.Player{Address: clinicServer, Name: "Anna", Language: "en", TimeZone: "UTC", Added: time.Unix(1e9, 0)})
			}))
			noErr(c.t, db.Close())
		}, true, []string{"FAULT    address", "the address of the player Anna"}, nil},
		{"a server key that others can read", nil, func(c *clinic) {
			path := filepath.Join(c.dir, "server-key.asc")
			_, err := settings.ServerKey(path, "Keryx", clinicServer)
			noErr(c.t, errors.Join(err, os.Chmod(path, 0o644)))
		}, false, []string{"warning  server key", "chmod 600"}, nil},
		{"nobody at the port", nil, func(c *clinic) { replace(c.post.IMAPAddr(), closedPort(c.t))(c) }, true, []string{"FAULT    imap connect", "nothing answers", "993"}, nil},
		{"nobody at the SMTP port", nil, func(c *clinic) { replace(c.post.SMTPAddr(), closedPort(c.t))(c) }, true, []string{"FAULT    smtp connect", "nothing answers", "465"}, nil},
		{"TLS where there is none", nil, replace(`tls = "none"`, `tls = "implicit"`), true, []string{"FAULT    imap connect", "does not begin with TLS", "starttls"}, nil},
		{"STARTTLS where there is none", nil, replace(`tls = "none"`, `tls = "starttls"`), true, []string{"FAULT    imap connect", "does not offer STARTTLS"}, nil},
		{"a certificate that nobody knows", secure(true), func(c *clinic) { c.file = strings.ReplaceAll(c.file, `tls = "none"`, `tls = "implicit"`) }, true,
			[]string{"FAULT    imap connect", "FAULT    smtp connect", "ca_file"}, nil},
		{"a password in the clear", nil, func(c *clinic) {
			c.file = strings.ReplaceAll(c.file, c.post.IMAPAddr(), "imap.club.example:143")
		}, true, []string{"FAULT    imap", "in the clear"}, nil},
		{"a wrong password", nil, func(c *clinic) { writeFiles(c.t, c.dir, "password", "wrong\n") }, true, []string{"FAULT    imap login", "FAULT    smtp login", "app password"}, nil},
		{"no OAuth where a token is used", nil, func(c *clinic) {
			c.file = strings.Replace(c.file, "password_file = \"password\"\n[smtp]", "[imap.oauth]\ntoken_url = \"http://"+closedPort(c.t)+"/token\"\nclient_id = \"x\"\n[smtp]", 1)
		}, true, []string{"FAULT    imap login"}, nil},
		{"a junk folder that does not exist", nil, replace("[imap]", "[imap]\njunk = \"Spam\""), true, []string{"FAULT    junk folder", "no such folder"}, nil},
		{"a junk folder that nobody looks at", nil, func(c *clinic) { noErr(c.t, c.post.Put(clinicServer, "Junk", []byte("Subject: x\r\n\r\nx\r\n"))) }, false,
			[]string{"warning  junk folder", `junk = "Junk"`}, nil},
		{"neither MOVE nor UIDPLUS", func(s *loopback.Server) { s.Caps = imap.CapSet{imap.CapIMAP4rev1: {}} }, nil, false, []string{"warning  imap abilities", "neither MOVE nor UIDPLUS"}, nil},
		{"small mails only", func(s *loopback.Server) { s.MaxSize = 100 << 10 }, nil, true, []string{"FAULT    smtp size", "100 kB"}, nil},
		{"an address that does not exist", nil, func(c *clinic) { c.file = strings.Replace(c.file, "address = \"orders@", "address = \"order@", 1) }, true,
			[]string{"FAULT    smtp recipient", "No such user"}, nil},
		{"no plus addresses", func(s *loopback.Server) {
			s.FailRcpt = func(to string) error {
				if strings.Contains(to, "+") {
					return reply(550, "unknown")
				}
				return nil
			}
		}, nil, false, []string{"warning  return path", `return_path = "plain"`}, nil},
		{"a mail that is refused", func(s *loopback.Server) {
			s.FailData = func(loopback.Delivery) error { return reply(554, "looks like spam") }
		}, nil, true, []string{"FAULT    round trip", "looks like spam"}, []string{"--send"}},
		{"a mail that never comes", nil, func(c *clinic) {
			other := loopback.New(loopback.User{Address: clinicServer, Password: "server"})
			noErr(c.t, other.Start(c.t.Context()))
			c.t.Cleanup(func() { noErr(c.t, other.Close()) })
			replace(c.post.SMTPAddr(), other.SMTPAddr())(c)
		}, true, []string{"FAULT    round trip", "has not come"}, []string{"--send", "--wait=0s"}},
		{"a mail server whose clock is wrong", func(s *loopback.Server) { s.Now = func() time.Time { return time.Now().Add(-3 * time.Hour) } }, nil, true,
			[]string{"FAULT    clock", "mail server's clock"}, []string{"--send"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newClinic(t, tt.post)
			if tt.spoil != nil {
				tt.spoil(c)
			}
			status, said := c.examine(tt.args...)
			if (status == 1) != tt.fault || strings.Contains(said, "FAULT") != tt.fault {
				t.Errorf("status %d", status)
			}
			flat := strings.Join(strings.Fields(said), " ")
			for _, want := range tt.says {
				if !strings.Contains(flat, strings.Join(strings.Fields(want), " ")) {
					t.Errorf("%q is not said", want)
				}
			}
			if strings.Contains(said, "wrong\n") || strings.Contains(said, "\nserver") {
				t.Error("a password is said")
			}
			if t.Failed() {
				t.Log(said)
			}
		})
	}
}

// The doctor looks at the clock by what the daemon has noted, and knows a daemon at
// work when he sees one.
func TestDoctorAndDaemon(t *testing.T) {
	c := newClinic(t, nil)
	_, _ = c.examine()
	config, err := settings.Load(filepath.Join(c.dir, "keryx.toml"))
	noErr(t, err)
	h, err := settings.OpenHost(t.Context(), config, slog.New(slog.DiscardHandler))
	noErr(t, err)
	defer h.Store.Close()
	release, err := h.Store.AcquireLock(t.Context(), "process 7", time.Now())
	noErr(t, err)
	if status, said := c.examine(); status != 0 || !strings.Contains(said, "ok       daemon: serving") || !strings.Contains(said, "process 7") {
		t.Errorf("status %d\n%s", status, said)
	}
	noErr(t, release())
	h.Now = func() time.Time { return time.Now().Add(24 * time.Hour) }
	_, err = h.Recovery.Heartbeat(t.Context())
	noErr(t, err)
	if status, said := c.examine(); status != 1 || !strings.Contains(said, "FAULT    clock") || !strings.Contains(said, "it has gone back") {
		t.Errorf("status %d\n%s", status, said)
	}
}

// damage makes a database and writes over the middle of it.
func damage(c *clinic) {
	path := filepath.Join(c.dir, "keryx.db")
	db, err := sqlite.Open(c.t.Context(), path)
	noErr(c.t, err)
	noErr(c.t, db.Close())
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	noErr(c.t, err)
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	noErr(c.t, err)
	_, err = f.WriteAt(bytes.Repeat([]byte("damaged "), 1024), size/2/4096*4096)
	noErr(c.t, err)
}

// closedPort is an address at which nobody listens.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	noErr(t, err)
	defer l.Close()
	return l.Addr().String()
}

// selfSigned makes the settings of a server whose certificate nobody vouches for.
func selfSigned(t *testing.T, until time.Time) *tls.Config {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	noErr(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: until}
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, private)
	noErr(t, err)
	key, err := x509.MarshalPKCS8PrivateKey(private)
	noErr(t, err)
	pair, err := tls.X509KeyPair(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}))
	noErr(t, err)
	return &tls.Config{Certificates: []tls.Certificate{pair}}
}
