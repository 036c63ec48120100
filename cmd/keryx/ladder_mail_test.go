//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/written"
	"keryx/cmd/keryx/settings"
	"keryx/mail"
	"keryx/store"
)

// mailRoom is what the players of a ladder and its daemon share: servers for SMTP and IMAP.
type mailRoom struct {
	t      *testing.T
	dir    string
	submit func(from string, raw []byte) error
	inbox  func(address string) [][]byte
	keys   map[string]*mail.Signer
	mails  int
}

const (
	roomServer = "orders@club.test"
	climberOne = "anna@players.test"
	climberTwo = "bruno@players.test"
)

const climbFile = `
id = "climb"
name = "Hill climb"
format = "ladder"
ruleset = "hellespont"
invite = ["all", "stranger@players.test"]
least_turns = 1
[ladder]
sides = "dice"
`

// TestLadderByMail plays a ladder from joining to the places after a game by mail alone, with "keryx
// serve" in between: on the loopback server, and on a Dovecot and a Postfix where they are installed.
func TestLadderByMail(t *testing.T) {
	needRulesets(t)
	t.Run("loopback", func(t *testing.T) {
		c := newClinic(t, nil)
		for _, address := range []string{climberOne, climberTwo} {
			c.post.AddUser(address, "p")
		}
		r := &mailRoom{t: t, dir: c.dir}
		r.submit = func(from string, raw []byte) error { return c.post.Submit(t.Context(), from, clinicServer, raw) }
		r.inbox = func(address string) [][]byte {
			letters, err := c.post.Inbox(t.Context(), address)
			noErr(t, err)
			return letters
		}
		writeFiles(t, c.dir, "keryx.toml", strings.Replace(c.file, "[imap]", "every = \"1s\"\nreceipts_wait = \"0s\"\n[imap]\npoll = \"1s\"", 1))
		r.climb(clinicServer)
	})
	t.Run("servers", func(t *testing.T) {
		o := openRealOffice(t, realUser{roomServer, "server"}, realUser{climberOne, "a"}, realUser{climberTwo, "b"})
		boxes := map[string]*realBox{climberOne: o.open(climberOne), climberTwo: o.open(climberTwo)}
		r := &mailRoom{t: t, dir: t.TempDir()}
		r.submit = func(from string, raw []byte) error { return o.submit(from, roomServer, raw) }
		r.inbox = func(address string) (letters [][]byte) {
			for _, l := range boxes[address].letters("INBOX", 0) {
				letters = append(letters, l.Raw)
			}
			return letters
		}
		authority := filepath.Join(o.Dir, "cert.pem")
		writeFiles(t, r.dir, "password", "server\n", "keryx.toml", fmt.Sprintf(`
address = %q
every = "1s"
receipts_wait = "0s"
[imap]
address = "127.0.0.1:%d"
ca_file = %q
user = %q
password_file = "password"
junk = "Junk"
poll = "1s"
[smtp]
address = "localhost:%d"
tls = "starttls"
ca_file = %q
user = %q
password_file = "password"
`, roomServer, o.IMAPS, authority, roomServer, o.Submission, authority, roomServer))
		r.climb(roomServer)
	})
}

// keryx runs a command on the server and returns what it said.
func (r *mailRoom) keryx(args ...string) string {
	r.t.Helper()
	var said bytes.Buffer
	if status := run(r.t.Context(), append(args, "--config", filepath.Join(r.dir, "keryx.toml")), &said, &said); status != 0 {
		r.t.Fatalf("keryx %q: status %d\n%s", args, status, &said)
	}
	return said.String()
}

// serve runs the daemon until the test ends.
func (r *mailRoom) serve() {
	ctx, cancel := context.WithCancel(r.t.Context())
	var log bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--config", filepath.Join(r.dir, "keryx.toml")}, &log, &log)
	}()
	r.t.Cleanup(func() {
		cancel()
		if status := <-ended; status != 0 || r.t.Failed() {
			r.t.Errorf("keryx serve ended with status %d:\n%s", status, lastLines(log.Bytes(), 40))
		}
	})
}

// writes has a player sign a line and send it to the server.
func (r *mailRoom) writes(from, server, line string) {
	r.t.Helper()
	text := line + "\n"
	if written.NeedsBinding(text) {
		text = written.Bind(text, server, time.Now(), "en")
	}
	signed, err := r.keys[from].Sign(mail.Canonical(text), time.Now())
	noErr(r.t, err)
	r.mails++
	raw := fmt.Sprintf("From: %s\nTo: %s\nSubject: climb\nDate: %s\nMIME-Version: 1.0\nMessage-ID: <%d@players.test>\n\n%s",
		from, server, time.Now().Format(time.RFC1123Z), r.mails, signed)
	noErr(r.t, r.submit(from, []byte(strings.ReplaceAll(raw, "\n", "\r\n"))))
}

// reads waits until a player has a letter that says something.
func (r *mailRoom) reads(who, words string) {
	r.t.Helper()
	var last string
	for end := time.Now().Add(2 * limit); ; time.Sleep(50 * time.Millisecond) {
		for _, raw := range r.inbox(who) {
			report, err := mail.ReadReport(raw)
			noErr(r.t, err)
			if last = strings.Join(strings.Fields(report.Text), " "); strings.Contains(last, words) {
				return
			}
		}
		if time.Now().After(end) {
			r.t.Fatalf("%s has no letter that says %q; the last is\n%s", who, words, last)
		}
	}
}

// climb plays it.
func (r *mailRoom) climb(server string) {
	r.keys = map[string]*mail.Signer{}
	writeFiles(r.t, r.dir, "climb.toml", climbFile)
	for name, address := range map[string]string{"Anna": climberOne, "Bruno": climberTwo} {
		r.keryx("player", "add", address, name)
		private, public, err := mail.GenerateKey(mail.SSH, name, nil, time.Now())
		noErr(r.t, err)
		if r.keys[address], err = mail.ParseSigner(private, nil); err != nil {
			r.t.Fatal(err)
		}
		writeFiles(r.t, r.dir, name+".pub", string(public.Text))
		r.keryx("key", "add", address, filepath.Join(r.dir, name+".pub"))
	}
	const left = "nobody is registered under it: stranger@players.test"
	for _, args := range [][]string{{"league", "new", filepath.Join(r.dir, "climb.toml")}, {"league", "open", "climb"}} {
		if said := r.keryx(args...); !strings.Contains(said, left) {
			r.t.Errorf("%q says:\n%s", args, said)
		}
	}
	r.serve()
	r.reads(climberOne, "Hill climb is open for entries")
	r.writes(climberOne, server, "join climb")
	r.reads(climberOne, "You are at the foot of the ladder, in place 1.")
	r.writes(climberTwo, server, "join climb")
	r.reads(climberTwo, "You are at the foot of the ladder, in place 2.")
	r.writes(climberTwo, server, "challenge climb Anna")
	r.reads(climberTwo, "You have challenged Anna")
	r.reads(climberOne, "accept climb 1")
	r.writes(climberOne, server, "accept climb 1")
	r.reads(climberTwo, "Anna has accepted your challenge on Hill climb.")
	game, code := r.started()
	r.reads(climberOne, game)
	r.reads(climberTwo, game)
	r.writes(climberOne, server, "resign "+game+" "+code)
	r.reads(climberTwo, "You rise from place 2 to place 1.")
	r.reads(climberOne, "You go down from place 1 to place 2.")
	r.writes(climberOne, server, "standings climb")
	r.reads(climberOne, "1 Bruno 1 1 2 Anna (you) 1 2")
	ladder := r.keryx("league", "ladder", "climb")
	if b, a := strings.Index(ladder, "Bruno"), strings.Index(ladder, "Anna"); b < 0 || a < b {
		r.t.Errorf("the ladder:\n%s", ladder)
	}
	if said := r.keryx("league", "verify", "climb"); !strings.Contains(said, "climb") {
		r.t.Errorf("its ledger: %s", said)
	}
}

// started waits until the game of the challenge has begun, and returns its name and the code of the
// last report to Anna.
func (r *mailRoom) started() (game, code string) {
	r.t.Helper()
	config, err := settings.Load(filepath.Join(r.dir, "keryx.toml"))
	noErr(r.t, err)
	h, err := settings.OpenHost(r.t.Context(), config, slog.New(slog.DiscardHandler))
	noErr(r.t, err)
	defer h.Store.Close()
	for end := time.Now().Add(2 * limit); game == ""; time.Sleep(50 * time.Millisecond) {
		noErr(r.t, h.Store.View(r.t.Context(), func(tx store.ReadTx) error {
			seats, err := tx.SeatsOfPlayer(climberOne)
			if i := slices.IndexFunc(seats, func(s store.Seat) bool { return s.Answers != "" }); i >= 0 {
				game, code = seats[i].Game, seats[i].Answers
			}
			return err
		}))
		if time.Now().After(end) {
			r.t.Fatal("no game begins")
		}
	}
	return game, code
}
