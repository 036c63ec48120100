//go:build unix

package host_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/store"
	"keryx/store/engine"
)

// A neighbour is one of two clubs whose daemons keep dying while they hand a game over.
type neighbour struct {
	address, key string
	signer       *mail.Signer
	path         string
}

// crossing are two clubs and the post office between them.
type crossing struct {
	*loopback.Server
	t        *testing.T
	from, to neighbour
	lives    int
	deaths   int

	mu        sync.Mutex
	delivered map[string][]loopback.Delivery // by Message-ID
}

// newNeighbour makes a club's address and key.
func newNeighbour(t *testing.T, name string) (n neighbour) {
	t.Helper()
	private, _, err := mail.GenerateKey(mail.OpenPGP, name, nil, hosttest.Noon.AddDate(-1, 0, 0))
	hosttest.Check(t, err)
	n.address, n.key = name+"@example.net", string(private)
	n.signer, err = mail.ParseSigner(private, nil)
	hosttest.Check(t, err)
	return n
}

// handover is a game on its way, as it lies in the databases of both clubs: closed at one, or opened
// again there, and loaded at the other, with the receipt waiting to be sent.
type handover struct {
	from, to              neighbour
	given, reopened, held []byte
}

// handOver brings a game on its way.
func handOver(t *testing.T) (o handover) {
	t.Helper()
	o.from, o.to = newNeighbour(t, "old"), newNeighbour(t, "new")
	from, to := hosttest.NewClub(t, hosttest.Refereed), hosttest.OpenClub(t)
	from.InFile() // databases are copied
	from.Signer, from.Post.Address, to.Signer, to.Post.Address = o.from.signer, o.from.address, o.to.signer, o.to.address
	file, err := hosttest.ExportBundle(from, hosttest.Receiver(to))
	hosttest.Check(t, err)
	_, err = hosttest.LoadBundle(to, file)
	hosttest.Check(t, err)
	saved := func(c *hosttest.Club) []byte {
		path := filepath.Join(t.TempDir(), "copy.db")
		hosttest.Check(t, c.Store.Backup(t.Context(), path))
		data, err := os.ReadFile(path)
		hosttest.Check(t, err)
		return data
	}
	o.given, o.held = saved(from), saved(to)
	_, err = from.Rulings.Rule(t.Context(), from.Game, hosttest.ThirdAt, "ruling\nreason Why not.\nreopen\n")
	hosttest.Check(t, err)
	o.reopened = saved(from)
	return o
}

// meet opens the post office, with the two databases.
func (o handover) meet(t *testing.T, reopened bool) *crossing {
	t.Helper()
	n := &crossing{t: t, from: o.from, to: o.to, delivered: map[string][]loopback.Delivery{}}
	n.from.path, n.to.path = filepath.Join(t.TempDir(), "from.db"), filepath.Join(t.TempDir(), "to.db")
	given := o.given
	if reopened {
		given = o.reopened
	}
	hosttest.Check(t, os.WriteFile(n.from.path, given, 0o600))
	hosttest.Check(t, os.WriteFile(n.to.path, o.held, 0o600))
	var users []loopback.User
	for _, address := range []string{n.from.address, n.to.address, hosttest.NorthAt, hosttest.SouthAt, hosttest.ThirdAt} {
		users = append(users, loopback.User{Address: address, Password: "secret"})
	}
	n.Server = loopback.New(users...)
	n.Now = func() time.Time { return hosttest.Noon }
	n.OnDeliver = func(d loopback.Delivery) {
		r, err := mail.ReadReport(d.Raw)
		if err != nil {
			t.Errorf("a mail to %s cannot be read: %v", d.To, err)
		}
		n.mu.Lock()
		defer n.mu.Unlock()
		n.delivered[r.MessageID] = append(n.delivered[r.MessageID], d)
	}
	hosttest.Check(t, n.Start(t.Context()))
	t.Cleanup(func() { hosttest.Check(t, n.Close()) })
	return n
}

// live lets the daemon of a club live, and reports whether it died after a step.
func (n *crossing) live(c neighbour, step hostclub.Step, times int) bool {
	n.t.Helper()
	n.lives++
	died := task{Path: c.path, IMAP: n.IMAPAddr(), SMTP: n.SMTPAddr(), Ahead: time.Duration(n.lives) * time.Hour,
		Step: step, Times: times, Mails: -1, Address: c.address, Key: c.key}.live(n.t)
	if died {
		n.deaths++
	}
	return died
}

// inspect looks that the game runs at one club, and that every mail was delivered as it is stored.
func (n *crossing) inspect(runs neighbour) {
	n.t.Helper()
	for _, c := range []neighbour{n.from, n.to} {
		db, err := engine.Open(n.t.Context(), c.path)
		hosttest.Check(n.t, err)
		here := &hosttest.Club{T: n.t, Game: "ford-1", Path: c.path, Host: hosttest.NewHost(n.t, db, func() time.Time { return hosttest.Noon })}
		if hosttest.Runs(here) != (c.address == runs.address) {
			n.t.Errorf("at %s the game runs: %t", c.address, hosttest.Runs(here))
		}
		hosttest.Check(n.t, here.Games.ReplayAll(n.t.Context(), func(play.Replayed, error) {}))
		told := map[string]int{}
		for _, row := range here.AllMails() {
			told[row.Kind+" "+row.Recipient+" "+row.Occasion]++
			n.mu.Lock()
			same := n.delivered[row.MessageID]
			n.mu.Unlock()
			if row.State != store.Sent || len(same) > 1+n.deaths || len(same) == 0 && row.Created.After(hosttest.Noon) {
				n.t.Errorf("%s: the %s %d to %s is %s and was delivered %d times", c.address, row.Kind, row.ID, row.Recipient, row.State, len(same))
			}
			for _, d := range same {
				if string(d.Raw) != string(row.Raw) {
					n.t.Errorf("%s: the %s %d was delivered otherwise than it is stored", c.address, row.Kind, row.ID)
				}
			}
		}
		for what, times := range told {
			if times > 1 {
				n.t.Errorf("%s: %s is told %d times", c.address, what, times)
			}
		}
		reseeds := 0
		for _, e := range here.Ledger() {
			if e.Kind == "reseed" {
				reseeds++
			}
		}
		if c.address == runs.address && reseeds != 1 {
			n.t.Errorf("%s: the game got new dice %d times", c.address, reseeds)
		}
		hosttest.Check(n.t, db.Close())
	}
}

// TestCrashBetweenClubs kills the daemons of two clubs after each step with which they send and hear a
// receipt, a release and a void: the game runs at one of them in the end, and everybody is told once.
// KERYX_WHOLE kills after every step of every life, each in a handover of its own.
func TestCrashBetweenClubs(t *testing.T) {
	o := handOver(t)
	type death struct {
		life    int // 0 and 2 are lives of the club that the game goes to, 1 is one of the other
		step    hostclub.Step
		times   int
		perhaps bool // if the life before it, which may do more than the step at which it dies, has left that to do
	}
	for _, way := range []struct {
		name   string
		deaths []death
	}{
		{"release", []death{
			{0, hostclub.StepSent, 1, false},
			{1, hostclub.StepDrafted, 1, false}, {1, hostclub.StepCommitted, 1, false}, {1, hostclub.StepSent, 1, true}, {1, hostclub.StepClaimed, 1, true},
			{2, hostclub.StepCommitted, 1, false}, {2, hostclub.StepMarked, 1, true}, {2, hostclub.StepDrafted, 1, true},
		}},
		{"void", []death{
			{1, hostclub.StepSent, 1, false}, {1, hostclub.StepCommitted, 1, false}, {2, hostclub.StepCommitted, 1, false}, {2, hostclub.StepSent, 1, true},
		}},
	} {
		play := func(t *testing.T, deaths []death, sure bool) {
			n := o.meet(t, way.name == "void")
			for life, who := range []neighbour{n.to, n.from, n.to} {
				for _, d := range deaths {
					if d.life == life && !n.live(who, d.step, d.times) && sure && !d.perhaps {
						t.Errorf("life %d has done its work without %d times %q", life, d.times, d.step)
					}
				}
				if n.live(who, "", 0) {
					t.Fatal("the daemon died of itself")
				}
			}
			// What was said last; and, at the same hours, what a daemon began to say as it ended: each that comes back
			// after an hour tells of the outage.
			for range 2 {
				for _, who := range []neighbour{n.from, n.to} {
					n.live(who, "", 0)
				}
				n.lives -= 2
			}
			n.inspect(map[string]neighbour{"release": n.to, "void": n.from}[way.name])
		}
		t.Run(way.name, func(t *testing.T) { play(t, way.deaths, true) })
		if !hosttest.Whole() {
			continue
		}
		for life := range 3 {
			for _, step := range hostclub.Steps {
				for times := 1; times <= 3; times++ {
					t.Run(fmt.Sprintf("%s %d %s %d", way.name, life, step, times), func(t *testing.T) { play(t, []death{{life, step, times, true}}, false) })
				}
			}
		}
	}
}
