//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/offline"
	"keryx/cmd/keryx/settings"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// realClub is a club on real servers: "keryx serve" on a Dovecot and a Postfix,
// and two players with gpg and ssh-keygen.
type realClub struct {
	t      *testing.T
	office *realOffice
	config string
	host   *host.Host // a second look into the daemon's database
	box    *realBox   // the daemon's mailbox, as a person sees it
	anna   *realPlayer
	bruno  *realPlayer
	carla  *realPlayer // has no key and no seat
}

const realGame = "hel-1"

// TestRealMail plays a month by mail through real servers with real players'
// programs, and then sends what goes wrong in the life of a mailbox.
func TestRealMail(t *testing.T) {
	t.Parallel()
	c := openRealClub(t)
	stop := c.serve()
	c.play(2)
	t.Run("answers", c.answers)
	t.Run("mailbox", c.mailbox)
	t.Run("requests", c.requests)
	t.Run("bounce", c.bounce)
	c.drained(t)
	stop()
	t.Run("filed", c.filed)
	t.Run("proof", c.proof)
}

// openRealClub opens the post office and sets the club up on the command line.
func openRealClub(t *testing.T) *realClub {
	t.Helper()
	needRulesets(t)
	o := openRealOffice(t, realUser{"orders@club.test", "server"}, realUser{"anna@players.test", "a"}, realUser{"bruno@players.test", "b"},
		realUser{"carla@players.test", "c"}, realUser{"gone@players.test", ""})
	c := &realClub{t: t, office: o, config: filepath.Join(t.TempDir(), "keryx.toml"), box: o.open("orders@club.test")}
	c.anna = newRealPlayer(t, o, "Anna", "athens", 411, thunderbird, mutt)
	c.bruno = newRealPlayer(t, o, "Bruno", "sparta", 410, outlook)
	c.carla = newRealPlayer(t, o, "Carla", "", 409)
	writeFiles(t, filepath.Dir(c.config), "password", "server\n", "keryx.toml", fmt.Sprintf(`
name = "Keryx of the club"
address = "orders@club.test"
every = "1s"
seat_mails = 300
receipts_wait = "0s"
[imap]
address = "127.0.0.1:%d"
ca_file = "%s"
user = "orders@club.test"
password_file = "password"
junk = "Junk"
poll = "2s"
[smtp]
address = "localhost:%d"
tls = "starttls"
ca_file = "%s"
user = "orders@club.test"
password_file = "password"
`, o.IMAPS, filepath.Join(o.Dir, "cert.pem"), o.Submission, filepath.Join(o.Dir, "cert.pem")))
	for _, command := range [][]string{
		{"player", "add", c.anna.address, "Anna", "--zone", "Europe/Paris"},
		{"player", "add", c.bruno.address, "Bruno"},
		{"key", "add", c.anna.address, c.anna.keys.makeGPG("Anna <anna@players.test>")},
		{"key", "add", c.bruno.address, c.bruno.keys.makeSSH()},
		{"game", "new", "hellespont", "athens=" + c.anna.address, "sparta=" + c.bruno.address},
	} {
		var said bytes.Buffer
		if status := run(t.Context(), append(command, "--config", c.config), &said, &said); status != 0 {
			t.Fatalf("keryx %q: status %d\n%s", command, status, &said)
		}
	}
	config, err := settings.Load(c.config)
	if err != nil {
		t.Fatal(err)
	}
	if c.host, err = settings.OpenHost(t.Context(), config, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.host.Store.Close() })
	return c
}

// serve runs "keryx serve" until stop is called.
func (c *realClub) serve() (stop func()) {
	ctx, cancel := context.WithCancel(c.t.Context())
	log, err := os.Create(filepath.Join(filepath.Dir(c.config), "log"))
	if err != nil {
		c.t.Fatal(err)
	}
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, []string{"serve", "--config", c.config}, log, log) }()
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if status := <-ended; status != 0 {
			c.t.Errorf("keryx serve ended with status %d", status)
		}
		log.Close()
	}
	c.t.Cleanup(func() {
		stop()
		if text, _ := os.ReadFile(log.Name()); c.t.Failed() {
			c.t.Logf("keryx serve said:\n%s", lastLines(text, 60))
		}
	})
	return stop
}

// limit is how long the test waits for anything that mail servers do.
const limit = 5 * time.Minute

// until waits for something that happens in other processes.
func (c *realClub) until(t *testing.T, what string, done func() bool) {
	t.Helper()
	c.within(t, limit, what, done)
}

func (c *realClub) within(t *testing.T, limit time.Duration, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after %s there is still no %s", limit, what)
		}
	}
}

// play lets both players answer their mail until a turn begins.
func (c *realClub) play(turn int) {
	c.t.Helper()
	c.within(c.t, 3*time.Minute, fmt.Sprintf("turn %d", turn), func() bool {
		for _, p := range []*realPlayer{c.anna, c.bruno} {
			for _, letter := range p.box.letters("INBOX", p.read) {
				p.read = letter.UID
				c.answer(p, letter.Raw)
			}
		}
		c.expected()
		return c.turn() >= turn
	})
	// One of them may have answered the new turn's first question already.
	c.until(c.t, "answer to the last orders", func() bool { return len(c.arrived(c.t)) >= c.anna.sent+c.bruno.sent })
	c.expected()
}

// expected fails once a mail has had another answer than it should.
func (c *realClub) expected() {
	c.t.Helper()
	faulty := 0
	for _, m := range c.arrived(c.t) {
		if m.State == store.Faulty {
			faulty++
		}
		if m.State != store.Accepted && m.State != store.Faulty || faulty > 1 {
			c.t.Fatalf("message %d was answered as %s: %s\n%s", m.ID, m.State, m.Reason, c.raw(m.ID))
		}
	}
}

// raw is a message as the daemon fetched it.
func (c *realClub) raw(id int64) (raw []byte) {
	err := c.host.Store.View(c.t.Context(), func(tx store.ReadTx) error {
		m, err := tx.InboxMessage(id)
		raw = m.Raw
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return raw
}

func (c *realClub) turn() int {
	status, err := c.host.Answers.Status(c.t.Context(), realGame)
	if err != nil {
		c.t.Fatal(err)
	}
	return status.Game.Turn
}

// answer completes the order file of a report. Anna's second file has a typing
// error in it; it comes back, and she sends it again without the line.
func (c *realClub) answer(p *realPlayer, raw []byte) {
	c.t.Helper()
	report, err := mail.ReadReport(raw)
	if err != nil {
		c.t.Fatalf("%s reads: %v", p.name, err)
	}
	blank, ok := templates.OrderFile(report.Text)
	if !ok {
		return
	}
	header, _ := orders.Parse(blank) // no choice is made yet, only its header counts
	plan, err := c.host.Intake.PlanAnswer(c.t.Context(), realGame, p.side, header.Header.Answers.Value, p.mind)
	if err != nil {
		c.t.Fatal(err)
	}
	if len(plan) == 0 {
		return
	}
	const mistake = "  actvate Sestos\n"
	file := strings.TrimRight(blank, "\n") + "\n"
	if mended := strings.Replace(file, mistake, "", 1); mended != file { // her own file came back
		file, plan = mended, nil
	}
	if p == c.anna && p.sent == 1 {
		file += mistake
	}
	for _, words := range plan {
		file += "  " + templates.For("en", "hellespont").Words(words) + "\n"
	}
	if p.sent%4 == 3 {
		file += "# Périclès vous salue\n" // no longer 7bit
	}
	d := p.draft(report.MessageID, "Re: "+report.Subject, file)
	p.files = append(p.files, file)
	p.send(d, p.shapes[len(p.files)%len(p.shapes)])
}

// arrived returns the messages of people that the daemon has dealt with, newest first.
func (c *realClub) arrived(t *testing.T) []store.InboxMessage {
	t.Helper()
	return slices.DeleteFunc(c.dealtWith(t), isNote)
}

// dealtWith returns all messages that the daemon has dealt with, newest first.
func (c *realClub) dealtWith(t *testing.T) []store.InboxMessage {
	t.Helper()
	var all []store.InboxMessage
	err := c.host.Store.View(t.Context(), func(tx store.ReadTx) (err error) {
		all, err = tx.InboxMessages(store.InboxFilter{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(m store.InboxMessage) bool { return !m.State.Final() })
}

// states counts what became of the mails.
func (c *realClub) states(t *testing.T) map[store.InboxState]int {
	t.Helper()
	counts := map[store.InboxState]int{}
	for _, m := range c.arrived(t) {
		counts[m.State]++
	}
	return counts
}

// reply waits for the answer to a mail.
func (c *realClub) reply(t *testing.T, p *realPlayer, id string) mail.Received {
	t.Helper()
	var found []byte
	c.until(t, "answer to "+id, func() bool {
		for _, letter := range p.box.letters("INBOX", p.read) {
			if header(t, letter.Raw, "In-Reply-To") == id {
				found = letter.Raw
				return true
			}
		}
		return false
	})
	r, err := mail.ReadReport(found)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// drained waits until every mail of the daemon has left, and every mail to it is filed.
func (c *realClub) drained(t *testing.T) {
	t.Helper()
	c.until(t, "empty outbox, and all mails filed", func() bool {
		unsent := 0
		var unfiled []store.Copy
		err := c.host.Store.View(t.Context(), func(tx store.ReadTx) error {
			mails, err := tx.OutboxMails(store.OutboxFilter{})
			for _, m := range mails {
				if m.State == store.Queued || m.State == store.Sending {
					unsent++
				}
			}
			if err == nil {
				unfiled, err = tx.Unfiled(1)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return unsent == 0 && len(unfiled) == 0
	})
}

// folder lists a folder of the daemon's mailbox, where this Dovecot has a dot in
// place of the slash.
func (c *realClub) folder(name string) []realLetter {
	return c.box.letters(strings.ReplaceAll(name, "/", "."), 0)
}

// reportText is the text of a mail from the daemon.
func reportText(t *testing.T, raw []byte) string {
	t.Helper()
	r, err := mail.ReadReport(raw)
	if err != nil {
		t.Fatal(err)
	}
	return r.Text
}

// filed checks that every mail lies where its answer says, and nowhere else.
func (c *realClub) filed(t *testing.T) {
	want := map[string]int{}
	for _, m := range c.dealtWith(t) {
		switch m.State {
		case store.Accepted, store.Duplicate, store.Command:
			want["Keryx/Done"]++
		case store.Automatic:
			want["Keryx/Ignored"]++
		default:
			want["Keryx/Refused"]++
		}
	}
	got := map[string]int{}
	for _, folder := range []string{"INBOX", "Junk", "Keryx/Done", "Keryx/Refused", "Keryx/Ignored"} {
		bodies := map[string]bool{}
		for _, letter := range c.folder(folder) {
			bodies[string(letter.Raw)] = true
			if slices.Contains(letter.Flags, imap.FlagDeleted) {
				t.Errorf("a mail in %s is flagged as deleted", folder)
			}
		}
		if len(bodies) > 0 {
			got[folder] = len(bodies)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the folders hold %v different mails, want %v", got, want)
	}
	t.Logf("mails by answer: %v; by folder: %v", c.states(t), got)
}

// proof computes dice and ledger again from what the players received.
func (c *realClub) proof(t *testing.T) {
	dir := t.TempDir()
	for _, p := range []*realPlayer{c.anna, c.bruno} {
		for _, letter := range p.box.letters("INBOX", 0) {
			writeFiles(t, dir, fmt.Sprintf("%s-%d.eml", p.name, letter.UID), string(letter.Raw))
		}
	}
	key := c.host.Signer.Public()
	results, err := offline.VerifyDir(dir, &key, nil)
	if err != nil || len(results) != 1 || results[0].Rolls == 0 || results[0].Turns != 1 {
		t.Fatalf("verified %+v, %v; want throws of the first turn", results, err)
	}
	t.Log(offline.Describe(results[0]))
}
