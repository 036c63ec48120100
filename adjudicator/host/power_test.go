//go:build unix

package host_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/emersion/go-imap/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/store"
	"keryx/store/engine"
	"keryx/store/sqlite/powercut"
)

// powered is a club at work on a recorded disk, with all that it has told the world and
// the moments of the disk by which it had.
type powered struct {
	*office
	disk  *powercut.Disk
	began int // the moment from which on the daemon works

	lock    sync.Mutex
	commits map[int]int // by when each commit had returned; two may return in either order
	put     [][]byte    // the mails of the players; the UID is the place in the list, from 1
	putAt   []int
	told    []told
}

// told is something that the world outside has learned, which no power cut takes back.
type told struct {
	kind     string // of toldKinds
	moment   int
	uid      imap.UID // of a filed mail
	folder   string
	delivery loopback.Delivery // of the others
}

// The kinds of what is told: a mail was filed at IMAP, which tells that it was dealt with; a mail
// is being sent; the player's server has it.
const (
	filedMail, begunMail, deliveredMail = "filed", "begun", "delivered"
)

// committing counts the commits in the database itself and notes when each had returned.
type committing struct {
	store.Store
	p *powered
}

// commitsSetting holds the number of commits, in the commit that it counts.
const commitsSetting = "commits that were counted"

func commitsIn(tx store.ReadTx) (int, error) {
	text, err := tx.Setting(commitsSetting)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(text))
}

func (c committing) Update(ctx context.Context, f func(store.Tx) error) error {
	number := 0
	err := c.Store.Update(ctx, func(tx store.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		n, err := commitsIn(tx)
		number = n + 1
		return errors.Join(err, tx.SetSetting(commitsSetting, []byte(strconv.Itoa(number))))
	})
	if err == nil {
		c.p.lock.Lock()
		defer c.p.lock.Unlock()
		c.p.commits[number] = c.p.disk.Now()
	}
	return err
}

func (p *powered) tell(t told) {
	p.lock.Lock()
	defer p.lock.Unlock()
	t.moment = p.disk.Now()
	p.told = append(p.told, t)
}

// noting notes that a mail is being sent, before anybody hears of it.
type noting struct {
	post.Carrier
	p *powered
}

func (n noting) Send(ctx context.Context, from, to string, raw []byte) error {
	n.p.tell(told{kind: begunMail, delivery: loopback.Delivery{From: from, To: to, Raw: raw}})
	return n.Carrier.Send(ctx, from, to, raw)
}

// powerRounds is how often both players of both games write.
const powerRounds = 3

// work plays some rounds by mail on a recorded disk.
func work(t *testing.T, deaf bool) *powered {
	t.Helper()
	o := openOffice(t, 2)
	p := &powered{office: o, commits: map[int]int{}}
	var stop func()
	var err error
	p.disk, stop, err = powercut.Record(filepath.Dir(o.path))
	hosttest.Check(t, err)
	defer stop()
	p.disk.Deaf = deaf
	o.onPut = func(raw []byte) {
		p.lock.Lock()
		defer p.lock.Unlock()
		p.put, p.putAt = append(p.put, raw), append(p.putAt, p.disk.Now())
	}
	o.OnDeliver = func(d loopback.Delivery) {
		p.tell(told{kind: deliveredMail, delivery: d})
		o.note(d)
	}
	o.OnMove = func(folder string, uids []imap.UID) {
		for _, uid := range uids {
			p.tell(told{kind: filedMail, uid: uid, folder: folder})
		}
	}
	db, err := engine.Open(t.Context(), o.path)
	hosttest.Check(t, err)
	h := hosttest.NewHost(t, committing{db, p}, func() time.Time { return hosttest.Noon })
	c := &hosttest.Club{T: t, Time: hosttest.Noon, Path: o.path, Host: h}
	p.began = p.disk.Now()
	p.serve(c, db)
	hosttest.Check(t, db.Close())
	hosttest.Check(t, p.disk.Check())
	return p
}

// serve lets a daemon work while the players write, round after round.
func (p *powered) serve(c *hosttest.Club, db store.Store) {
	t := p.t
	ctx, cancel := context.WithCancel(t.Context())
	d := c.NewDaemon(p.Server)
	d.Carrier = noting{d.Carrier, p}
	d.Every = 20 * time.Millisecond
	ended := make(chan error, 1)
	go func() {
		defer cancel()
		ended <- d.Run(ctx)
	}()
	luck := rand.New(rand.NewPCG(5, 6))
	for range powerRounds {
		known := len(p.orders)
		p.write(c, luck)
		// One file comes twice, in two envelopes.
		again := p.orders[known]
		p.office.put(hosttest.Letter(hosttest.People()[again.side].Address, c.Signed(again.side, again.text)))
		task{Mails: p.mails}.untilDone(ctx, db, d.Mailbox)
	}
	cancel()
	hosttest.Check(t, <-ended)
}

// lost returns what the database after a power cut at a moment lacks of all that was told by then.
func (p *powered) lost(path string, moment int) (faults []string) {
	db, err := engine.Open(p.t.Context(), path)
	if err != nil {
		return []string{"damaged: " + err.Error()}
	}
	defer db.Close()
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	err = db.View(p.t.Context(), func(tx store.ReadTx) error {
		commits, err := commitsIn(tx)
		if err != nil {
			return err
		}
		for number, by := range p.commits {
			if by <= moment && number > commits {
				fault("commit: number %d had returned, %d are there", number, commits)
			}
		}
		for _, t := range p.told {
			if t.moment > moment {
				continue
			}
			if err := p.holds(tx, t, fault); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		fault("damaged: %v", err)
	}
	return faults
}

// holds looks whether the database knows of something that was told.
func (p *powered) holds(tx store.ReadTx, t told, fault func(string, ...any)) error {
	if t.kind == filedMail {
		id := messageID(p.put[t.uid-1])
		state, err := stateOf(tx, id)
		if err != nil {
			return err
		}
		if !state.Final() {
			fault("filed: the mail %s lies in %s, and the database has it as %q", id, t.folder, state)
		}
		for _, o := range p.orders {
			if o.messageID != id {
				continue
			}
			if n, err := entriesOf(tx, o); err != nil {
				return err
			} else if n != 1 {
				fault("filed: the orders %s lie in %s, and stand in the ledger %d times", id, t.folder, n)
			}
		}
		return nil
	}
	r, err := mail.ReadReport(t.delivery.Raw)
	if err != nil {
		return err
	}
	switch row, err := tx.OutboxByMessageID(r.MessageID); {
	case errors.Is(err, store.ErrNotFound):
		fault("%s: the database knows nothing of the mail %s", t.kind, r.MessageID)
	case err != nil:
		return err
	case row.State == store.Queued:
		fault("%s: the mail %s waits as if nobody had begun to send it", t.kind, r.MessageID)
	}
	return nil
}

// stateOf is the state of a player's mail, empty for one that is not there.
func stateOf(tx store.ReadTx, id string) (store.InboxState, error) {
	rows, err := tx.InboxMessages(store.InboxFilter{})
	for _, row := range rows {
		full, err := tx.InboxMessage(row.ID)
		if err != nil {
			return "", err
		}
		if messageID(full.Raw) == id {
			return row.State, nil
		}
	}
	return "", err
}

// entriesOf is how often an order stands in its ledger.
func entriesOf(tx store.ReadTx, o order) (n int, err error) {
	entries, err := tx.Entries(o.game, 1)
	for _, e := range entries {
		if e.Kind == string(adjudicator.Ordered) && e.Side == o.side && mail.Canonical(string(e.Body)) == o.text {
			n++
		}
	}
	return n, err
}

// moments are those just after something was told, or some commit had returned, and some between.
func (p *powered) moments(luck *rand.Rand, between int) (all []int) {
	for _, t := range p.told {
		all = append(all, t.moment)
	}
	for number, by := range p.commits {
		if number%3 == 0 {
			all = append(all, by)
		}
	}
	for range between {
		all = append(all, p.began+luck.IntN(p.disk.Now()-p.began+1))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// goOn has another daemon take up what the power cut left, at a post office that knows
// what the first one had done by then, and inspects the whole.
func (p *powered) goOn(t *testing.T, path string, moment int) {
	o := &office{t: t, path: path, lives: 1, delivered: map[string][]loopback.Delivery{}}
	o.Server = loopback.New(loopback.User{Address: hosttest.ServerAddress, Password: "secret"},
		loopback.User{Address: hosttest.NorthAt, Password: "secret"}, loopback.User{Address: hosttest.SouthAt, Password: "secret"})
	o.Now = func() time.Time { return hosttest.Noon }
	o.OnDeliver = o.note
	filed := map[imap.UID]string{}
	for _, told := range p.told {
		switch {
		case told.moment > moment:
		case told.kind == filedMail:
			filed[told.uid] = told.folder
		case told.kind == deliveredMail:
			o.note(told.delivery)
		}
	}
	for i, raw := range p.put {
		if p.putAt[i] > moment {
			continue
		}
		o.mails++
		folder := filed[imap.UID(i+1)]
		if folder == "" {
			folder = "INBOX"
		}
		hosttest.Check(t, o.Put(hosttest.ServerAddress, folder, raw))
		for _, sent := range p.orders {
			if sent.messageID == messageID(raw) {
				o.orders = append(o.orders, sent)
			}
		}
	}
	hosttest.Check(t, o.Start(t.Context()))
	defer func() { hosttest.Check(t, o.Close()) }()
	if o.live("", 0) {
		t.Fatal("the daemon died of itself")
	}
	o.inspect(1)
}

// TestPowerCut: whatever the host has told anybody, at IMAP or at SMTP, is in the database after a power
// cut at any moment, and a daemon goes on from there with nothing lost and nothing doubled.
func TestPowerCut(t *testing.T) {
	p := work(t, false)
	luck := rand.New(rand.NewPCG(7, 8))
	moments, dir := p.moments(luck, 40), t.TempDir()
	for i, moment := range moments {
		if i%28 != 0 && i%28 != 3 && !hosttest.Whole() {
			continue
		}
		for n, loss := range powercut.Losses {
			if n > 0 && n != 1+i%2 {
				continue // that all is lost is looked at each time, one of the others by turns
			}
			path := filepath.Join(dir, strconv.Itoa(i), strconv.Itoa(n), "club.db")
			hosttest.Check(t, p.disk.Cut(moment, loss, luck, filepath.Dir(path)))
			faults := p.lost(path, moment)
			for _, fault := range faults {
				t.Errorf("power cut after %d acts, %s was lost that was not synced: %s", moment, loss, fault)
			}
			if len(faults) > 0 {
				continue // a daemon would wait in vain for what is lost
			}
			if i%14 == 0 && n == 0 || i%14 > 0 && i%7 == 3 && n > 0 {
				t.Run(fmt.Sprintf("go on after %d with %s lost", moment, loss), func(t *testing.T) { p.goOn(t, path, moment) })
			}
		}
		hosttest.Check(t, os.RemoveAll(filepath.Join(dir, strconv.Itoa(i))))
	}
	count := map[string]int{}
	for _, told := range p.told {
		count[told.kind]++
	}
	t.Logf("%d acts and %d commits, %v was told, %d moments", p.disk.Now(), len(p.commits), count, len(moments))
	if count[filedMail] != p.mails || count[begunMail] < 10 || count[deliveredMail] < 10 || len(p.commits) < 40 {
		t.Errorf("too little has happened to prove anything: %v, %d commits", count, len(p.commits))
	}
}

// TestPowerCutIsNoticed: on a disk that syncs nothing, which is what SQLite makes of any
// disk with synchronous=OFF, each kind of what was told is seen to be lost.
func TestPowerCutIsNoticed(t *testing.T) {
	p := work(t, true)
	luck := rand.New(rand.NewPCG(9, 10))
	seen := map[string]int{}
	for i, moment := range p.moments(luck, 0) {
		if i%6 > 0 {
			continue
		}
		path := filepath.Join(t.TempDir(), "club.db")
		hosttest.Check(t, p.disk.Cut(moment, powercut.All, luck, filepath.Dir(path)))
		for _, fault := range p.lost(path, moment) {
			kind, _, _ := strings.Cut(fault, ":")
			seen[kind]++
		}
	}
	for _, kind := range []string{"commit", filedMail, begunMail, deliveredMail} {
		if seen[kind] == 0 {
			t.Errorf("no loss of kind %q is seen: %v", kind, seen)
		}
	}
	t.Logf("losses that are seen: %v", seen)
}
