package host_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/moor"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/store/engine"
	"keryx/store/postgres"
	"keryx/store/postgres/pgtest"
	"keryx/templates"
	"keryx/templates/wordtest"
)

func init() {
	adjudicator.Register(ford.New("ford", ford.None))
	adjudicator.Register(ford.New("frail", ford.Panics))
	adjudicator.Register(moor.New())
}

// noon is when the tests' clock starts.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

const (
	serverAddress = "keryx@club.example"
	serverDomain  = "keryx.club.example"
	answerTime    = 72 * time.Hour
)

// person is somebody with a key of each kind.
type person struct {
	address  string
	ssh, pgp *mail.Signer
}

// people have their keys made once. Mallory's are never registered.
var people = sync.OnceValue(func() map[string]person {
	all := map[string]person{}
	for _, name := range []string{"north", "south", "mallory", "third", "relief", "judge"} {
		all[name] = person{name + "@example.org", newSigner(name, mail.SSH), newSigner(name, mail.OpenPGP)}
	}
	return all
})

func newSigner(name string, kind mail.KeyKind) *mail.Signer {
	private, _, err := mail.GenerateKey(kind, name, nil, noon.AddDate(-1, 0, 0))
	if err != nil {
		panic(err)
	}
	signer, err := mail.ParseSigner(private, nil)
	if err != nil {
		panic(err)
	}
	return signer
}

// club is a host on a database of its own, with three players and one game.
type club struct {
	*host.Host
	t     testing.TB
	now   time.Time
	path  string
	game  string
	uid   uint32
	known int64 // the last outgoing mail that was looked at
	// invents has the test write letters whose texts are in no catalogue.
	invents bool
}

// settings change a new game before it is made.
type settings func(*post.NewGame)

func contract(c post.Contract) settings { return func(n *post.NewGame) { n.Contract = c } }
func ruleset(name string) settings      { return func(n *post.NewGame) { n.Ruleset = name } }

func newClub(t testing.TB, change ...settings) *club {
	t.Helper()
	c := openCopy(t, enrolled, enrol)
	c.game = c.found(change...)
	return c
}

// engineEnv has the tests play on another engine: "postgres".
const engineEnv = "KERYX_ENGINE"

// wholeEnv has tests that take a sample of their cases take all of them.
const wholeEnv = "KERYX_WHOLE"

func whole() bool { return os.Getenv(wholeEnv) != "" }

// sampled is how many cases a test takes: all, or some of them.
func sampled(all, some int) int {
	if whole() {
		return all
	}
	return some
}

// place is a new place for a database.
func place(t testing.TB) string {
	t.Helper()
	switch name := os.Getenv(engineEnv); name {
	case "":
		return filepath.Join(t.TempDir(), "club.db")
	case "postgres":
		return pgtest.Database(t)
	default:
		t.Fatalf("%s is %q, want postgres, or nothing", engineEnv, name)
		return ""
	}
}

// inFile skips a test that looks into the database in the words of SQLite.
func (c *club) inFile() string {
	c.t.Helper()
	if postgres.IsAddress(c.path) {
		c.t.Skip("goes past the program in SQL of SQLite")
	}
	return c.path
}

// openClub is a club without players and games.
func openClub(t testing.TB) *club {
	t.Helper()
	return openCopy(t, blank, func(*host.Host) error { return nil })
}

// blank is the database of a club without players and games, and enrolled of one with its players.
// To make one for each test took a tenth of the time of all.
var (
	blank    = sync.OnceValue(func() []byte { return made("blank", func(*host.Host) error { return nil }) })
	enrolled = sync.OnceValue(func() []byte { return made("enrolled", enrol) })
)

// made is a database as it lies on disk.
func made(name string, fill func(h *host.Host) error) []byte {
	dir, err := os.MkdirTemp("", "keryx-club")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "club.db")
	db, err := engine.Open(context.Background(), path)
	if err != nil {
		panic(err)
	}
	h := newHost(nil, db, func() time.Time { return noon })
	h.Random = seed.Reader(name) // whichever test asks first
	if err := errors.Join(fill(h), db.Close()); err != nil {
		panic(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	return raw
}

// openCopy is a club on a copy of a database, or, on a server, on a new one that is filled in the same way.
func openCopy(t testing.TB, database func() []byte, fill func(*host.Host) error) *club {
	t.Helper()
	c := &club{t: t, now: noon, path: place(t)}
	onServer := postgres.IsAddress(c.path)
	if !onServer {
		check(t, os.WriteFile(c.path, database(), 0o600))
	}
	db, err := engine.Open(t.Context(), c.path)
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	c.Host = newHost(t, db, func() time.Time { return c.now })
	t.Cleanup(func() {
		if !c.invents {
			lettersInWords(t, db)
		}
	})
	if onServer {
		check(t, fill(c.Host))
	}
	return c
}

// lettersInWords finds fault with letters in which a value of the program or a text that was not filled in stands.
func lettersInWords(t testing.TB, db store.Store) {
	t.Helper()
	const most = 400 // of one club: what else it wrote is alike
	err := db.View(context.WithoutCancel(t.Context()), func(tx store.ReadTx) error {
		rows, err := tx.OutboxMails(store.OutboxFilter{})
		for _, row := range rows[:min(len(rows), most)] {
			m, err := tx.OutboxMail(row.ID)
			if err != nil {
				return err
			}
			for _, found := range wordtest.Find(wordtest.Raw(m.Raw)) {
				t.Errorf("the letter %q to %s shows %s", row.Kind, row.Recipient, found)
				return nil // the others are alike
			}
		}
		return err
	})
	if err != nil && !t.Failed() {
		t.Logf("the letters cannot be looked through: %v", err) // the test has closed or damaged its database
	}
}

// newHost is a club of a test, or, without one, of all. Its random bytes are the test's own, so that
// it plays the same whatever was tried before it.
func newHost(t testing.TB, db store.Store, now func() time.Time) *host.Host {
	name := "club"
	if t != nil {
		name += " of " + t.Name()
	}
	return host.New(host.Club{Store: db, Now: now, Random: seed.Reader(name), Log: slog.New(slog.DiscardHandler),
		Rules: promptRules(), Post: host.Post{Address: serverAddress, Name: "Keryx", Domain: serverDomain}})
}

// enrol registers everybody but mallory.
func enrol(h *host.Host) error {
	for _, name := range []string{"north", "south", "third"} {
		p := people()[name]
		err := h.Seats.AddPlayer(context.Background(), store.Player{Address: p.address, Name: strings.ToUpper(name[:1]) + name[1:], Language: "en", TimeZone: "Europe/Paris"})
		if err != nil {
			return err
		}
		for _, key := range []*mail.Signer{p.ssh, p.pgp} {
			if _, err := h.Keys.AddKey(context.Background(), p.address, "", []byte(key.Public().Text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// found makes a game between north and south.
func (c *club) found(change ...settings) string {
	c.t.Helper()
	n := post.NewGame{Ruleset: "ford", AnswerTime: answerTime, Language: "en",
		Seats: map[string]string{"north": people()["north"].address, "south": people()["south"].address}}
	for _, f := range change {
		f(&n)
	}
	id, err := c.Upkeep.Create(c.t.Context(), n)
	check(c.t, err)
	return id
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// view reads from the store.
func (c *club) view(f func(store.ReadTx) error) {
	c.t.Helper()
	check(c.t, c.Store.View(context.Background(), f))
}

func (c *club) update(f func(store.Tx) error) {
	c.t.Helper()
	check(c.t, c.Store.Update(context.Background(), f))
}

func (c *club) seat(side string) (seat store.Seat) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) (err error) {
		seat, err = tx.Seat(c.game, side)
		return err
	})
	return seat
}

// orders is an order file that answers the last report of a side. Orders are
// parted by "/".
func (c *club) orders(side, text string) string {
	c.t.Helper()
	return orderFile(c.game, side, c.seat(side).Answers, text)
}

func orderFile(game, side, code, text string) string {
	lines := strings.NewReplacer("Chios/Samos", "Chios/Samos", "/", "\n") // the name of a place stays whole
	return fmt.Sprintf("game %s\nside %s\nanswers %s\norders\n%s\n", game, side, code, lines.Replace(text))
}

// signed signs a text with an SSH key, as keryx sign does: with the lines that it needs.
func (c *club) signed(name, text string) string {
	c.t.Helper()
	return sign(c.t, people()[name].ssh, c.bound(text), c.now)
}

var bounds int

// bound adds to a text that asks for a change what ties it to the server and to its day, and makes
// it another text each time. It goes below the others, so that lines keep their numbers.
func (c *club) bound(text string) string { return bind(text, c.Post.Address, c.now) }

func bind(text, server string, at time.Time) string {
	if !written.NeedsBinding(text) {
		return text
	}
	bounds++
	lines := strings.SplitAfter(strings.TrimRight(text, "\n")+"\n", "\n")
	end := slices.IndexFunc(lines, func(line string) bool {
		bare := strings.TrimSpace(line)
		return bare == "--" || strings.HasPrefix(bare, ">")
	})
	if end < 0 {
		end = len(lines) - 1
	}
	return strings.Join(slices.Insert(lines, end, fmt.Sprintf("at %s dated %s # %d\n", server, at.Format(time.DateOnly), bounds)), "")
}

func sign(t testing.TB, key *mail.Signer, text string, at time.Time) string {
	t.Helper()
	block, err := key.Sign(text, at)
	check(t, err)
	return string(block)
}

var envelopes int

// letter is a mail to the server. Every call makes another envelope.
func letter(from, body string, fields ...string) []byte {
	envelopes++
	head := append([]string{"From: " + from, "To: " + serverAddress, "Subject: Orders", "MIME-Version: 1.0",
		fmt.Sprintf("Message-ID: <%d@example.org>", envelopes), "Date: Sat, 21 Nov 2026 11:00:00 +0000"}, fields...)
	return []byte(strings.ReplaceAll(strings.Join(head, "\n")+"\n\n"+body, "\n", "\r\n"))
}

// fetched is a mail as the mailbox gives it to the handler.
func (c *club) fetched(raw []byte) wire.Fetched {
	c.uid++
	return wire.Fetched{Folder: "INBOX", UIDValidity: 1, UID: c.uid, InternalDate: c.now, Size: int64(len(raw)), Raw: raw}
}

// receive gives a mail to the host and returns what became of it.
func (c *club) receive(raw []byte) store.InboxMessage {
	c.t.Helper()
	_, err := c.Intake.Receive(c.t.Context(), c.fetched(raw))
	check(c.t, err)
	return c.lastReceived()
}

func (c *club) lastReceived() (row store.InboxMessage) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{Limit: 1})
		if err == nil && len(rows) > 0 {
			row = rows[0]
		}
		return err
	})
	return row
}

// order sends orders that must be accepted.
func (c *club) order(side, text string) {
	c.t.Helper()
	row := c.receive(letter(people()[side].address, c.signed(side, c.orders(side, text))))
	if row.State != store.Accepted {
		c.t.Fatalf("%s of %s: %s: %s", text, side, row.State, row.Reason)
	}
}

// sent lists the mails queued since it was last called, oldest first.
func (c *club) sent() (fresh []store.OutboxMail) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		rows, err := tx.OutboxMails(store.OutboxFilter{})
		slices.Reverse(rows)
		for _, row := range rows {
			if row.ID > c.known && row.Kind != "note" && row.Kind != "club" { // between servers
				full, err := tx.OutboxMail(row.ID)
				if err != nil {
					return err
				}
				fresh = append(fresh, full)
			}
		}
		return err
	})
	if len(fresh) > 0 {
		c.known = fresh[len(fresh)-1].ID
	}
	return fresh
}

// kinds lists mails as "receipt north@example.org".
func kinds(mails []store.OutboxMail) []string {
	all := []string{}
	for _, m := range mails {
		all = append(all, m.Kind+" "+m.Recipient)
	}
	return all
}

// text is what a reader sees of a mail.
func text(t testing.TB, m store.OutboxMail) string {
	t.Helper()
	r, err := mail.ReadReport(m.Raw)
	check(t, err)
	return r.Text
}

// proofIn reads the proof of a mail, in its text or in the file that goes with it.
func proofIn(t testing.TB, m store.OutboxMail) (templates.Proof, error) {
	t.Helper()
	r, err := mail.ReadReport(m.Raw)
	check(t, err)
	return templates.FindProof(r.Texts()...)
}

// world is all of a club that a mail without effect must leave alone.
type world struct {
	Heads     []store.Head
	Seats     []store.Seat
	Snapshots []store.Snapshot
	Status    []store.Status
}

func (c *club) world() (w world) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		games, err := tx.Games()
		if err != nil {
			return err
		}
		for _, g := range games {
			head, err := tx.Head(g.ID)
			if err != nil {
				return err
			}
			seats, err := tx.SeatsOf(g.ID)
			if err != nil {
				return err
			}
			snap, err := tx.LatestSnapshot(g.ID)
			if err != nil {
				return err
			}
			w.Heads, w.Seats, w.Snapshots, w.Status = append(w.Heads, head), append(w.Seats, seats...), append(w.Snapshots, snap), append(w.Status, g.Status)
		}
		return nil
	})
	return w
}

// unmoved reports whether anything has changed.
func (c *club) unmoved(before world) {
	c.t.Helper()
	if d := cmp.Diff(before, c.world()); d != "" {
		c.t.Errorf("the game has moved (-before +after):\n%s", d)
	}
}

// write puts planned orders into words.
func write(plan []adjudicator.Words) string {
	var lines []string
	for _, words := range plan {
		lines = append(lines, templates.For("en", "ford").Words(words))
	}
	return strings.Join(lines, "/")
}
