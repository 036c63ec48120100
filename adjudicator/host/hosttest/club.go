// Package hosttest has a club for the tests of the host and of its rooms: [Club], with players who have keys
// ([People]), a clock that its test sets, mails that go in ([Club.Receive]) and come out ([Club.Sent]), and
// carriers, stores and post offices that fail as they are told. It knows the whole house, so that whoever uses
// it tests his room from outside.
package hosttest

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	hostclub "keryx/adjudicator/host/club"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/moor"
	"keryx/mail"
	"keryx/store"
	"keryx/store/engine"
	"keryx/store/postgres"
	"keryx/store/postgres/pgtest"
	"keryx/store/storetest/ramdisk"
	"keryx/templates/wordtest"
)

func init() {
	adjudicator.Register(ford.New("ford", ford.None))
	adjudicator.Register(ford.New("frail", ford.Panics))
	adjudicator.Register(moor.New())
}

// Main runs the tests of a package that has clubs. It is for TestMain.
func Main(m *testing.M) int {
	debug.SetGCPercent(400) // tests of short lives on a machine with room: an eighth of the time was the collector's
	return ramdisk.Main(func() int { return pgtest.Main(m) })
}

// Noon is when the tests' clock starts.
var Noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// How the server is reached, and how long players have for their answers.
const (
	ServerAddress = "keryx@club.example"
	ServerDomain  = "keryx.club.example"
	AnswerTime    = 72 * time.Hour
)

// Person is somebody with a key of each kind.
type Person struct {
	Address  string
	SSH, PGP *mail.Signer
}

// People have their keys made once. Mallory's are never registered.
var People = sync.OnceValue(func() map[string]Person {
	all := map[string]Person{}
	for _, name := range []string{"north", "south", "mallory", "third", "relief", "judge"} {
		all[name] = Person{name + "@example.org", NewSigner(name, mail.SSH), NewSigner(name, mail.OpenPGP)}
	}
	return all
})

// NewSigner makes a key of a kind, and panics if that fails.
func NewSigner(name string, kind mail.KeyKind) *mail.Signer {
	private, _, err := mail.GenerateKey(kind, name, nil, Noon.AddDate(-1, 0, 0))
	if err != nil {
		panic(err)
	}
	signer, err := mail.ParseSigner(private, nil)
	if err != nil {
		panic(err)
	}
	return signer
}

// Club is a host on a database of its own, with three players and one game.
type Club struct {
	*host.Host
	T     testing.TB
	Time  time.Time
	Path  string
	Game  string
	Uid   uint32
	Known int64 // the last outgoing mail that was looked at
	// invents has the test write letters whose texts are in no catalogue.
	Invents bool
}

// Setting change a new game before it is made.
type Setting func(*post.NewGame)

// Contract makes a game under a contract.
func Contract(c post.Contract) Setting { return func(n *post.NewGame) { n.Contract = c } }

// Ruleset makes a game of a ruleset.
func Ruleset(name string) Setting { return func(n *post.NewGame) { n.Ruleset = name } }

// NewClub is a club with its players and one game.
func NewClub(t testing.TB, change ...Setting) *Club {
	t.Helper()
	c := OpenCopy(t, Enrolled, Enrol)
	c.Game = c.NewGame(change...)
	return c
}

// EngineEnv has the tests play on another engine: "postgres".
const EngineEnv = "KERYX_ENGINE"

// WholeEnv has tests that take a sample of their cases take all of them.
const WholeEnv = "KERYX_WHOLE"

// Whole reports whether tests take all of their cases.
func Whole() bool { return os.Getenv(WholeEnv) != "" }

// Sampled is how many cases a test takes: all, or some of them.
func Sampled(all, some int) int {
	if Whole() {
		return all
	}
	return some
}

// Place is a new place for a database.
func Place(t testing.TB) string {
	t.Helper()
	switch name := os.Getenv(EngineEnv); name {
	case "":
		return filepath.Join(t.TempDir(), "club.db")
	case "postgres":
		return pgtest.Database(t)
	default:
		t.Fatalf("%s is %q, want postgres, or nothing", EngineEnv, name)
		return ""
	}
}

// OpenClub is a club without players and games.
func OpenClub(t testing.TB) *Club {
	t.Helper()
	return OpenCopy(t, blank, func(*host.Host) error { return nil })
}

// blank is the database of a club without players and games, and enrolled of one with its players.
// To make one for each test took a tenth of the time of all.
var (
	blank    = sync.OnceValue(func() []byte { return made("blank", func(*host.Host) error { return nil }) })
	Enrolled = sync.OnceValue(func() []byte { return made("enrolled", Enrol) })
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
	h := NewHost(nil, db, func() time.Time { return Noon })
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

// OpenCopy is a club on a copy of a database, or, on a server, on a new one that is filled in the same way.
func OpenCopy(t testing.TB, database func() []byte, fill func(*host.Host) error) *Club {
	t.Helper()
	c := &Club{T: t, Time: Noon, Path: Place(t)}
	onServer := postgres.IsAddress(c.Path)
	if !onServer {
		Check(t, os.WriteFile(c.Path, database(), 0o600))
	}
	db, err := engine.Open(t.Context(), c.Path)
	Check(t, err)
	t.Cleanup(func() { Check(t, db.Close()) })
	c.Host = NewHost(t, db, func() time.Time { return c.Time })
	t.Cleanup(func() {
		if !c.Invents {
			lettersInWords(t, db)
		}
	})
	if onServer {
		Check(t, fill(c.Host))
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

// NewHost is a club of a test, or, without one, of all. Its random bytes are the test's own, so that
// it plays the same whatever was tried before it.
func NewHost(t testing.TB, db store.Store, now func() time.Time) *host.Host {
	name := "club"
	if t != nil {
		name += " of " + t.Name()
	}
	return host.New(host.Club{Store: db, Now: now, Random: seed.Reader(name), Log: slog.New(slog.DiscardHandler),
		Rules: PromptRules(), Post: host.Post{Address: ServerAddress, Name: "Keryx", Domain: ServerDomain}})
}

// PromptRules are those of a club whose receipts leave in the moment in which they are written, and whose players have
// no days of absence: a test gives them those that it is about.
func PromptRules() hostclub.Rules {
	r := hostclub.Usual()
	r.ReceiptsWait.Duration, r.Calendar.Leave = 0, 0
	return r
}

// Enrol registers everybody but mallory.
func Enrol(h *host.Host) error {
	for _, name := range []string{"north", "south", "third"} {
		p := People()[name]
		err := h.Seats.AddPlayer(context.Background(), store.Player{Address: p.Address, Name: strings.ToUpper(name[:1]) + name[1:], Language: "en", TimeZone: "Europe/Paris"})
		if err != nil {
			return err
		}
		for _, key := range []*mail.Signer{p.SSH, p.PGP} {
			if _, err := h.Keys.AddKey(context.Background(), p.Address, "", []byte(key.Public().Text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// NewGame makes a game between north and south.
func (c *Club) NewGame(change ...Setting) string {
	c.T.Helper()
	n := post.NewGame{Ruleset: "ford", AnswerTime: AnswerTime, Language: "en",
		Seats: map[string]string{"north": People()["north"].Address, "south": People()["south"].Address}}
	for _, f := range change {
		f(&n)
	}
	id, err := c.Upkeep.Create(c.T.Context(), n)
	Check(c.T, err)
	return id
}

// Check ends a test that has failed in what it needs.
func Check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// View reads from the store.
func (c *Club) View(f func(store.ReadTx) error) {
	c.T.Helper()
	Check(c.T, c.Store.View(context.Background(), f))
}

// Change writes to the store.
func (c *Club) Change(f func(store.Tx) error) {
	c.T.Helper()
	Check(c.T, c.Store.Update(context.Background(), f))
}

// Seat is a seat of the game as it is stored.
func (c *Club) Seat(side string) (seat store.Seat) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) (err error) {
		seat, err = tx.Seat(c.Game, side)
		return err
	})
	return seat
}

// World is all of a club that a mail without effect must leave alone.
type World struct {
	Heads     []store.Head
	Seats     []store.Seat
	Snapshots []store.Snapshot
	Status    []store.Status
}

// World reads what a mail without effect must leave alone.
func (c *Club) World() (w World) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
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

// Unmoved reports whether anything has changed.
func (c *Club) Unmoved(before World) {
	c.T.Helper()
	if d := cmp.Diff(before, c.World()); d != "" {
		c.T.Errorf("the game has moved (-before +after):\n%s", d)
	}
}

// SecondAt is where a second referee reads his mail.
func SecondAt() string { return People()["mallory"].Address }

// Refereed makes a game with a referee.
func Refereed(n *post.NewGame) { n.Referee = ThirdAt }

// The addresses of the players.
const (
	NorthAt = "north@example.org"
	SouthAt = "south@example.org"
	ThirdAt = "third@example.org" // often the referee
)

// WithCalendar gives a game a calendar.
func WithCalendar(change func(*calendar.Rules)) Setting {
	return func(n *post.NewGame) {
		r := calendar.Usual()
		change(&r)
		n.Calendar = &r
	}
}
