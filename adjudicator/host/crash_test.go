//go:build unix

package host_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/dice/seed"
	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/engine"
)

// office is the post office that outlives the daemons, and the club whose daemon
// they are. The parent touches the database between two daemons' lives only.
type office struct {
	*loopback.Server
	t      *testing.T
	path   string
	lives  int
	orders []order // sent by players
	mails  int     // put into the mailbox
	onPut  func(raw []byte)

	mu        sync.Mutex
	delivered map[string][]loopback.Delivery // by Message-ID
}

// order is a signed order mail on its way.
type order struct{ game, side, text, messageID string }

// openOffice starts a post office and makes a club with some games.
func openOffice(t *testing.T, games int) *office {
	t.Helper()
	o := &office{t: t, delivered: map[string][]loopback.Delivery{}}
	o.Server = loopback.New(loopback.User{Address: hosttest.ServerAddress, Password: "secret"},
		loopback.User{Address: hosttest.NorthAt, Password: "secret"}, loopback.User{Address: hosttest.SouthAt, Password: "secret"})
	o.Now = func() time.Time { return hosttest.Noon }
	o.OnDeliver = o.note
	hosttest.Check(t, o.Start(t.Context()))
	t.Cleanup(func() { hosttest.Check(t, o.Close()) })
	c := hosttest.NewClub(t)
	for range games - 1 {
		c.NewGame()
	}
	o.path = c.Path
	hosttest.Check(t, c.Store.Close())
	return o
}

// note takes down a mail that was delivered.
func (o *office) note(d loopback.Delivery) {
	r, err := mail.ReadReport(d.Raw)
	if err != nil {
		o.t.Errorf("a mail to %s cannot be read: %v", d.To, err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.delivered[r.MessageID] = append(o.delivered[r.MessageID], d)
}

// with opens the database between two lives.
func (o *office) with(f func(c *hosttest.Club)) {
	o.t.Helper()
	db, err := engine.Open(o.t.Context(), o.path)
	hosttest.Check(o.t, err)
	defer func() { hosttest.Check(o.t, db.Close()) }()
	at := hosttest.Noon.Add(time.Duration(o.lives) * time.Hour)
	f(&hosttest.Club{T: o.t, Time: at, Path: o.path, Host: hosttest.NewHost(o.t, db, func() time.Time { return at })})
}

// put lays a mail into the server's mailbox.
func (o *office) put(raw []byte) {
	o.t.Helper()
	o.mails++
	if o.onPut != nil {
		o.onPut(raw)
	}
	hosttest.Check(o.t, o.Put(hosttest.ServerAddress, "INBOX", raw))
}

// order sends a side's orders.
func (o *office) order(c *hosttest.Club, side, text string) {
	o.t.Helper()
	signed := mail.Canonical(c.Orders(side, text))
	raw := hosttest.Letter(hosttest.People()[side].Address, c.Signed(side, signed))
	o.orders = append(o.orders, order{c.Game, side, signed, fmt.Sprintf("<%d@example.org>", hosttest.Envelopes)})
	o.put(raw)
}

// live lets a daemon live until all is done or it dies after a step, and reports
// whether it died.
func (o *office) live(step hostclub.Step, times int) (died bool) {
	o.t.Helper()
	o.lives++
	// An hour between two lives: longer than the lease of a mail being sent.
	job := task{Path: o.path, IMAP: o.IMAPAddr(), SMTP: o.SMTPAddr(), Ahead: time.Duration(o.lives) * time.Hour,
		Step: step, Times: times, Mails: o.mails}
	return job.live(o.t)
}

// live runs a daemon in a process of its own, and reports whether it died after its step.
func (job task) live(t *testing.T) (died bool) {
	t.Helper()
	text, err := json.Marshal(job)
	hosttest.Check(t, err)
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
	child.Env = append(os.Environ(), childEnv+"="+string(text))
	var stderr strings.Builder
	child.Stderr = &stderr
	err = child.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status, ok := exit.Sys().(syscall.WaitStatus)
		if ok && status.Signaled() && status.Signal() == syscall.SIGKILL {
			return true
		}
	}
	if err != nil {
		t.Fatalf("the daemon of %s, %s ahead (%s, %d): %v\n%s", job.Path, job.Ahead, job.Step, job.Times, err, stderr.String())
	}
	return false
}

// inspect checks that no order was lost or applied twice, that each was
// acknowledged, that every mail arrived, always the same, and that all is filed.
func (o *office) inspect(deaths int) {
	o.t.Helper()
	o.with(o.noneSetAside)
	o.with(func(c *hosttest.Club) {
		applied := map[string]int{}
		c.View(func(tx store.ReadTx) error {
			games, err := tx.Games()
			if err != nil {
				return err
			}
			total := 0
			for _, g := range games {
				entries, err := tx.Entries(g.ID, 1)
				if err != nil {
					return err
				}
				for _, e := range entries {
					if e.Kind == string(adjudicator.Ordered) {
						applied[e.Game+e.Side+mail.Canonical(string(e.Body))]++
						total++
					}
				}
			}
			if total != len(o.orders) {
				o.t.Errorf("%d orders stand in the ledgers, %d were sent", total, len(o.orders))
			}
			return nil
		})
		for _, sent := range o.orders {
			if n := applied[sent.game+sent.side+sent.text]; n != 1 {
				o.t.Errorf("orders of %s in %s were applied %d times, their mail is %s:\n%s", sent.side, sent.game, n, fate(c, sent.messageID), sent.text)
			}
		}
		hosttest.Check(o.t, c.Games.ReplayAll(o.t.Context(), func(play.Replayed, error) {}))
		o.inspectMail(c, deaths)
	})
	filed := map[string]int{}
	for _, folder := range []string{"INBOX", wire.FolderDone, wire.FolderRefused} {
		got, err := o.Folder(o.t.Context(), hosttest.ServerAddress, folder)
		hosttest.Check(o.t, err)
		filed[folder] = len(got)
	}
	if filed[wire.FolderDone] != o.mails {
		o.t.Errorf("%d mails are filed as %v", o.mails, filed)
	}
}

// fate tells what became of a player's mail.
func fate(c *hosttest.Club, messageID string) string {
	c.T.Helper()
	fate := "not in the inbox"
	c.View(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{})
		for _, row := range rows {
			full, err := tx.InboxMessage(row.ID)
			if err != nil {
				return err
			}
			if strings.Contains(string(full.Raw), "\r\nMessage-ID: "+messageID+"\r\n") {
				fate = fmt.Sprintf("message %d, %s (%s) after %d tries", row.ID, row.State, row.Reason, row.Tries)
			}
		}
		return err
	})
	return fate
}

// inspectMail checks what was delivered against the outbox.
func (o *office) inspectMail(c *hosttest.Club, deaths int) {
	o.t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	acknowledged, rows, copies := map[string]int{}, 0, 0
	for _, row := range c.Sent() {
		rows++
		same := o.delivered[row.MessageID]
		copies += len(same)
		if len(same) == 0 || row.State != store.Sent {
			o.t.Errorf("the %s %d to %s is %s and was delivered %d times", row.Kind, row.ID, row.Recipient, row.State, len(same))
		}
		for _, d := range same {
			if string(d.Raw) != string(row.Raw) || d.To != row.Recipient {
				o.t.Errorf("the %s %d was delivered to %s, and not as it is stored", row.Kind, row.ID, d.To)
			}
		}
		if row.Kind == "receipt" || row.Kind == "result" {
			acknowledged[inReplyTo(row.Raw)]++
		}
	}
	if len(o.delivered) != rows {
		o.t.Errorf("%d different mails were delivered, %d are in the outbox", len(o.delivered), rows)
	}
	if copies > rows+deaths*underWay {
		o.t.Errorf("%d mails were delivered for %d, with %d deaths", copies, rows, deaths)
	}
	for _, sent := range o.orders {
		if n := acknowledged[sent.messageID]; n != 1 {
			o.t.Errorf("the orders %s of %s in %s were acknowledged by %d mails", sent.messageID, sent.side, sent.game, n)
		}
	}
}

// inReplyTo is the mail that a mail answers.
func inReplyTo(raw []byte) string {
	head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	for _, line := range strings.Split(head, "\r\n") {
		if name, value, _ := strings.Cut(line, ": "); name == "In-Reply-To" {
			return value
		}
	}
	return ""
}

// TestCrash kills the daemon after each step of the pipeline. The step "played" is
// in the middle of the transaction that commits everything.
func TestCrash(t *testing.T) {
	for i, step := range hostclub.Steps {
		for times := 1; times <= 3; times++ {
			if times != 1+i%3 && !hosttest.Whole() {
				continue
			}
			t.Run(fmt.Sprintf("%s %d", step, times), func(t *testing.T) {
				o := openOffice(t, 2)
				o.with(func(c *hosttest.Club) {
					for _, c.Game = range []string{"ford-1", "ford-2"} {
						o.order(c, "north", "bid 1/pass/pass/loot 0/loot 0")
						o.order(c, "south", "bid 0/pass/pass/loot 0/loot 0")
					}
					// One file comes twice, in two envelopes.
					o.put(hosttest.Letter(hosttest.SouthAt, c.Signed("south", o.orders[3].text)))
				})
				if !o.live(step, times) {
					t.Fatalf("the daemon has done it without %d times %q", times, step)
				}
				if o.live("", 0) {
					t.Fatal("the daemon died of itself")
				}
				o.inspect(1)
			})
		}
	}
}

// underWay is how many mails a daemon sends at a time, and may die with.
const underWay = 8

// killsEnv sets the number of deaths of TestCrashes.
const killsEnv = "KERYX_KILLS"

// TestCrashesOnPostgres is TestCrashes with the database on a server, which survives the daemons.
func TestCrashesOnPostgres(t *testing.T) {
	t.Setenv(hosttest.EngineEnv, "postgres")
	TestCrashes(t)
}

// TestCrashes plays games by mail with daemons that keep dying at random.
func TestCrashes(t *testing.T) {
	kills := 4
	if text := os.Getenv(killsEnv); text != "" {
		var err error
		kills, err = strconv.Atoi(text)
		hosttest.Check(t, err)
	}
	r := rand.New(rand.NewPCG(seed.First(t, 1), 0)) // what the kernel and the network do differs all the same
	o := openOffice(t, 4)
	deaths := 0
	for lives := 0; deaths < kills; lives++ {
		if lives > 20*kills {
			t.Fatalf("%d deaths in %d lives", deaths, lives)
		}
		worn := false
		o.with(func(c *hosttest.Club) {
			o.write(c, r)
			worn = wornOut(c)
		})
		if worn {
			// One more death or two over the same message, and it would be set aside, rightly.
			if o.live("", 0) {
				t.Fatal("the daemon died of itself")
			}
			continue
		}
		step := hostclub.Steps[r.IntN(len(hostclub.Steps))]
		if o.live(step, 1+r.IntN(4)) {
			deaths++
		}
	}
	if o.live("", 0) {
		t.Fatal("the daemon died of itself")
	}
	o.inspect(deaths)
	t.Logf("%d deaths, %d orders in %d lives", deaths, len(o.orders), o.lives)
}

// wornOut reports whether daemons have died over a message nearly as often as one may cost.
func wornOut(c *hosttest.Club) (worn bool) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{})
		for _, row := range rows {
			worn = worn || !row.State.Final() && row.Tries >= 6
		}
		return err
	})
	return worn
}

// write lets the players answer what they are asked, unless an answer of theirs
// is under way, and begins new games when old ones have ended.
func (o *office) write(c *hosttest.Club, r *rand.Rand) {
	o.t.Helper()
	o.noneSetAside(c)
	done := map[string]bool{}
	var games []store.Game
	c.View(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{})
		if err != nil {
			return err
		}
		for _, row := range rows {
			if row.State == store.Accepted {
				full, err := tx.InboxMessage(row.ID)
				if err != nil {
					return err
				}
				done[messageID(full.Raw)] = true
			}
		}
		games, err = tx.Games()
		return err
	})
	busy := map[string]bool{}
	for _, sent := range o.orders {
		if !done[sent.messageID] {
			busy[sent.game+sent.side] = true
		}
	}
	running := 0
	for _, g := range games {
		if c.Game = g.ID; g.Status != store.Running {
			continue
		}
		running++
		for _, side := range []string{"north", "south"} {
			if busy[g.ID+side] {
				continue
			}
			plan, err := c.Intake.Plan(o.t.Context(), g.ID, side, adjudicator.Random{Rand: r})
			hosttest.Check(o.t, err)
			if len(plan) > 0 {
				o.order(c, side, hosttest.InWords(plan))
			}
		}
	}
	for ; running < 3; running++ {
		c.NewGame()
	}
}

func messageID(raw []byte) string {
	_, rest, _ := strings.Cut(string(raw), "Message-ID: ")
	id, _, _ := strings.Cut(rest, "\r\n")
	return id
}

// noneSetAside looks that no honest mail is set aside, however many daemons died over it.
func (o *office) noneSetAside(c *hosttest.Club) {
	o.t.Helper()
	c.View(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{State: store.Poison})
		for _, row := range rows {
			o.t.Errorf("message %d was set aside: %s", row.ID, row.Reason)
		}
		return err
	})
}
