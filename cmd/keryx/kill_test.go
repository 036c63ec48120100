//go:build unix

package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/host"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/cmd/keryx/settings"
	"keryx/mail"
	"keryx/mail/loopback"
	"keryx/store"
	"keryx/store/engine"
	"keryx/store/postgres/pgtest"
	"keryx/templates"
)

// underWay is how many mails a daemon sends at a time, and may die with.
const underWay = 8

// killsEnv sets how many daemons TestKillServe kills, at any time. Without it a few are killed at a moment
// that does not hang on the clock.
const killsEnv = "KERYX_KILLS"

// TestKillServe kills "keryx serve", the real program, over and over under a load of
// mail, and then wants every order applied once, acknowledged once, and every mail
// delivered with the bytes that are stored.
func TestKillServe(t *testing.T) {
	t.Parallel()
	killServe(t, os.Getenv(engineEnv))
}

// TestKillServeOnPostgres is TestKillServe with the database on a server, which survives the daemons.
func TestKillServeOnPostgres(t *testing.T) {
	t.Parallel()
	killServe(t, "postgres")
}

// engineEnv has the siege take place on another engine.
const engineEnv = "KERYX_ENGINE"

func killServe(t *testing.T, engine string) {
	kills, atAnyTime := numberOf(t, killsEnv, 2), os.Getenv(killsEnv) != ""
	end := killedAtWork
	if atAnyTime {
		end = killed
	}
	s := besiege(t, engine, mathrand.New(mathrand.NewPCG(seed.First(t, 1), 0))) // when a signal arrives differs all the same
	for range kills {
		s.write()
		s.life(end)
	}
	s.life(bidden)
	s.noneSetAside()
	s.inspect(kills)
}

// siege is a club whose daemon keeps being killed.
type siege struct {
	t      *testing.T
	r      *mathrand.Rand
	post   *loopback.Server
	config string
	host   *host.Host     // a second look into the daemon's database
	server *pgtest.Server // that keeps it, if it is no file
	games  int            // that are played at the same time
	keys   map[string]*mail.Signer
	sent   []*killedOrder
	mails  int // put into the mailbox

	mu        sync.Mutex
	delivered map[string][]parcel     // by Message-ID
	arrived   func(loopback.Delivery) // is told of each, if set
	parcels   chan struct{}           // holds something when one has come
}

// parcel is a mail as it was delivered.
type parcel struct {
	to   string
	size int
	sum  [sha256.Size]byte
}

// killedOrder is an order mail on its way.
type killedOrder struct {
	game, side, text, id string
	again                string // the second envelope, if it came twice
	hash                 store.Digest
}

const (
	siegeServer = "orders@keryx.test"
	siegeGames  = 4
	// seatOrders stays below the number of mails that a seat may send in an hour.
	seatOrders = 20
)

// besiege makes a post office and a club with two players, on an engine or the usual one.
func besiege(t *testing.T, on string, r *mathrand.Rand, more ...string) *siege {
	t.Helper()
	needRulesets(t)
	kinds := map[string]mail.KeyKind{"athens": mail.OpenPGP, "sparta": mail.SSH}
	for _, name := range more {
		kinds[name] = mail.SSH
	}
	s := &siege{parcels: make(chan struct{}, 1), t: t, r: r, games: siegeGames, keys: map[string]*mail.Signer{}, delivered: map[string][]parcel{}}
	users := []loopback.User{{Address: siegeServer, Password: "server"}}
	for side := range kinds {
		users = append(users, loopback.User{Address: side + "@players.test", Password: side})
	}
	s.post = loopback.New(users...)
	s.post.OnDeliver = func(d loopback.Delivery) {
		report, err := mail.ReadReport(d.Raw)
		if err != nil {
			t.Errorf("a mail to %s cannot be read: %v", d.To, err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.delivered[report.MessageID] = append(s.delivered[report.MessageID], parcel{d.To, len(d.Raw), sha256.Sum256(d.Raw)})
		select {
		case s.parcels <- struct{}{}:
		default:
		}
		if s.arrived != nil {
			s.arrived(d)
		}
	}
	noErr(t, s.post.Start(t.Context()))
	t.Cleanup(func() { noErr(t, s.post.Close()) })
	dir := t.TempDir()
	place := filepath.Join(dir, "keryx.db")
	if on == "postgres" {
		s.server = pgtest.Start(t)
		place = s.server.Database(t)
	}
	server := func(address string) string {
		return fmt.Sprintf("address = %q\ntls = \"none\"\nuser = %q\npassword = \"server\"\n", address, siegeServer)
	}
	writeFiles(t, dir, "keryx.toml", fmt.Sprintf("database = %q\naddress = %q\nevery = \"1s\"\nreceipts_wait = \"0s\"\n[imap]\n%s[smtp]\n%s", place, siegeServer, server(s.post.IMAPAddr()), server(s.post.SMTPAddr())))
	s.config = filepath.Join(dir, "keryx.toml")
	_, err := settings.ServerKey(filepath.Join(dir, "server-key.asc"), "Keryx", siegeServer) // its club has players before it serves
	noErr(t, err)
	db, err := engine.Open(t.Context(), place)
	noErr(t, err)
	t.Cleanup(func() { noErr(t, db.Close()) })
	rules := club.Usual()
	rules.ReceiptsWait.Duration = 0
	s.host = host.New(host.Club{Store: db, Now: time.Now, Random: seed.Reader("siege"), Log: slog.New(slog.DiscardHandler),
		Rules: rules, Post: host.Post{Address: siegeServer, Name: "Keryx", Domain: "keryx.test"}})
	for side, kind := range kinds {
		private, public, err := mail.GenerateKey(kind, side, nil, time.Now().Add(-time.Hour))
		noErr(t, err)
		s.keys[side], err = mail.ParseSigner(private, nil)
		noErr(t, err)
		address := side + "@players.test"
		noErr(t, s.host.Seats.AddPlayer(t.Context(), store.Player{Address: address, Name: side, Language: "en", TimeZone: "Europe/Paris"}))
		_, err = s.host.Keys.AddKey(t.Context(), address, "", []byte(public.Text))
		noErr(t, err)
	}
	return s
}

// write has the players answer what they are asked, unless an answer of theirs is
// under way, and puts some of it into the mailbox twice.
func (s *siege) write() {
	s.t.Helper()
	s.noneSetAside()
	busy, count := map[string]bool{}, map[string]int{}
	var games []store.Game
	s.view(func(tx store.ReadTx) (err error) {
		for _, o := range s.sent {
			count[o.game] = max(count[o.game], 1)
			count[o.game+o.side]++
		}
		rows, err := tx.InboxMessages(store.InboxFilter{})
		if err != nil {
			return err
		}
		done := map[store.Digest]bool{}
		for _, row := range rows {
			done[row.ContentHash] = done[row.ContentHash] || row.State == store.Accepted
		}
		for _, o := range s.sent {
			busy[o.game+o.side] = busy[o.game+o.side] || !done[o.hash]
		}
		games, err = tx.Games()
		return err
	})
	running := 0
	for _, g := range games {
		if g.Status != store.Running || count[g.ID+"athens"] >= seatOrders || count[g.ID+"sparta"] >= seatOrders {
			continue
		}
		running++
		for _, side := range []string{"athens", "sparta"} {
			if !busy[g.ID+side] {
				s.order(g.ID, side)
			}
		}
	}
	for ; running < s.games; running++ {
		_, err := s.host.Upkeep.Create(s.t.Context(), post.NewGame{Ruleset: "hellespont", AnswerTime: 72 * time.Hour, Language: "en",
			Seats: map[string]string{"athens": "athens@players.test", "sparta": "sparta@players.test"}})
		noErr(s.t, err)
	}
}

// order sends what a side would answer now, if it is asked anything.
func (s *siege) order(game, side string) {
	s.t.Helper()
	var code string
	s.view(func(tx store.ReadTx) error {
		seat, err := tx.Seat(game, side)
		code = seat.Answers
		return err
	})
	plan, err := s.host.Intake.PlanAnswer(s.t.Context(), game, side, code, adjudicator.Random{Rand: s.r})
	noErr(s.t, err)
	if len(plan) == 0 {
		return
	}
	text := fmt.Sprintf("game %s\nside %s\nanswers %s\norders\n", game, side, code)
	for _, words := range plan {
		text += templates.For("en", "hellespont").Words(words) + "\n"
	}
	text = mail.Canonical(text)
	signed, err := s.keys[side].Sign(text, time.Now())
	noErr(s.t, err)
	for range 1 + s.r.IntN(5)/4 { // one of five comes twice, in two envelopes
		s.mails++
		id := fmt.Sprintf("<%d@players.test>", s.mails)
		raw := []byte(strings.ReplaceAll("From: "+side+"@players.test\nTo: "+siegeServer+"\nSubject: Orders\nMIME-Version: 1.0\nMessage-ID: "+id+"\n\n"+string(signed), "\n", "\r\n"))
		noErr(s.t, s.post.Put(siegeServer, "INBOX", raw))
		if last := len(s.sent) - 1; last < 0 || s.sent[last].text != text {
			s.sent = append(s.sent, &killedOrder{game: game, side: side, text: text, id: id, hash: sha256.Sum256(raw)})
		} else {
			s.sent[last].again = id
		}
	}
}

// ending is how a life of the daemon ends.
type ending int

const (
	bidden       ending = iota // asked to, when nothing is left to do
	killed                     // some time after its start
	killedAtWork               // as soon as a mail has been delivered
)

// life runs the daemon to one of these ends.
func (s *siege) life(end ending) {
	s.t.Helper()
	select {
	case <-s.parcels: // of the life before
	default:
	}
	daemon := exec.CommandContext(s.t.Context(), os.Args[0], "serve", "--config", s.config)
	daemon.Args[0] = "keryx" // as which this test binary is the program itself
	stderr, err := daemon.StderrPipe()
	noErr(s.t, err)
	noErr(s.t, daemon.Start())
	serving, drained := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(drained)
		lines := bufio.NewScanner(stderr)
		for told := false; lines.Scan(); {
			if !told && strings.Contains(lines.Text(), "msg=serving") {
				close(serving)
				told = true
			}
		}
	}()
	signal := syscall.SIGKILL
	switch {
	case end == bidden:
		<-serving
		s.idle()
		signal = syscall.SIGTERM
	case end == killedAtWork:
		select {
		case <-s.parcels:
		case <-drained:
			s.t.Fatal("the daemon ended of itself")
		}
	case s.r.IntN(5) == 0: // while it starts
		time.Sleep(time.Duration(s.r.IntN(200)) * time.Millisecond)
	default:
		select {
		case <-serving:
		case <-drained:
			s.t.Fatal("the daemon ended of itself")
		}
		time.Sleep(time.Duration(s.r.IntN(150)) * time.Millisecond)
	}
	noErr(s.t, daemon.Process.Signal(signal))
	<-drained
	if err := daemon.Wait(); end == bidden && err != nil {
		s.t.Fatalf("the daemon did not stop cleanly: %v", err)
	}
}

// idle waits until all mail has been worked on, answered, sent and filed.
func (s *siege) idle() {
	s.t.Helper()
	for quiet := false; !quiet; time.Sleep(20 * time.Millisecond) {
		waiting := 0
		s.view(func(tx store.ReadTx) error {
			inbox, err := tx.InboxMessages(store.InboxFilter{})
			if err != nil {
				return err
			}
			waiting = s.mails
			for _, m := range inbox {
				if !isNote(m) {
					waiting--
				}
				if !m.State.Final() {
					waiting++
				}
			}
			for _, state := range []store.OutboxState{store.Queued, store.Sending} {
				rows, err := tx.OutboxMails(store.OutboxFilter{State: state})
				if err != nil {
					return err
				}
				waiting += len(rows)
			}
			return nil
		})
		left, err := s.post.Inbox(s.t.Context(), siegeServer)
		noErr(s.t, err)
		quiet = waiting+len(left) == 0
	}
}

// noneSetAside looks that no honest mail is set aside, however many daemons died over it.
func (s *siege) noneSetAside() {
	s.t.Helper()
	s.view(func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{State: store.Poison})
		for _, row := range rows {
			s.t.Errorf("message %d was set aside: %s", row.ID, row.Reason)
		}
		return err
	})
}

func (s *siege) view(f func(store.ReadTx) error) {
	s.t.Helper()
	noErr(s.t, s.host.Store.View(s.t.Context(), f))
}

// inspect checks what became of every order and of every mail.
func (s *siege) inspect(kills int) {
	s.t.Helper()
	applied, acknowledged, entries := map[string]int{}, map[string]int{}, 0
	copies, rows := 0, 0
	s.view(func(tx store.ReadTx) error {
		games, err := tx.Games()
		if err != nil {
			return err
		}
		for _, g := range games {
			ledger, err := tx.Entries(g.ID, 1)
			if err != nil {
				return err
			}
			for _, e := range ledger {
				if e.Kind == string(adjudicator.Ordered) {
					applied[e.Game+e.Side+string(e.Body)]++
					entries++
				}
			}
		}
		outbox, err := tx.OutboxMails(store.OutboxFilter{})
		if err != nil {
			return err
		}
		for _, row := range outbox {
			full, err := tx.OutboxMail(row.ID)
			if err != nil {
				return err
			}
			rows++
			copies += s.inspectMail(full)
			report, err := mail.ReadReport(full.Raw)
			if err != nil {
				return err
			}
			_, head, _ := strings.Cut(string(full.Raw), "In-Reply-To: ")
			if id, _, _ := strings.Cut(head, "\r\n"); row.Kind == "receipt" || row.Kind == "result" {
				acknowledged[id]++
			} else if report.Text == "" {
				s.t.Errorf("the %s %d has no text", row.Kind, row.ID)
			}
		}
		return nil
	})
	total := 0 // what ends a game is a result for both, and acknowledges the orders of one
	for _, o := range s.sent {
		acknowledged[o.id] += acknowledged[o.again]
		total += acknowledged[o.id]
		if n := applied[o.game+o.side+o.text]; n != 1 {
			s.t.Errorf("the orders %s of %s in %s were applied %d times:\n%s", o.id, o.side, o.game, n, o.text)
		}
		if n := acknowledged[o.id]; n > 1 {
			s.t.Errorf("the orders %s of %s in %s were acknowledged by %d mails", o.id, o.side, o.game, n)
		}
	}
	if entries != len(s.sent) || total != len(s.sent) || len(s.delivered) != rows {
		s.t.Errorf("%d orders were sent, %d stand in the ledgers, %d are acknowledged; %d mails of %d were delivered", len(s.sent), entries, total, len(s.delivered), rows)
	}
	if copies > rows+kills*underWay {
		s.t.Errorf("%d mails were delivered for %d, with %d kills", copies, rows, kills)
	}
	noErr(s.t, s.host.Games.ReplayAll(s.t.Context(), func(play.Replayed, error) {}))
	s.t.Logf("%d kills, %d order mails, %d orders, %d mails to players of which %d came twice", kills, s.mails, len(s.sent), rows, copies-rows)
}

// inspectMail compares one mail with what was delivered of it, and returns how often
// that was.
func (s *siege) inspectMail(row store.OutboxMail) int {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	same := s.delivered[row.MessageID]
	if len(same) == 0 || row.State != store.Sent {
		s.t.Errorf("the %s %d to %s is %s and was delivered %d times", row.Kind, row.ID, row.Recipient, row.State, len(same))
	}
	for _, d := range same {
		if d.sum != sha256.Sum256(row.Raw) || d.to != row.Recipient {
			s.t.Errorf("the %s %d was delivered to %s, and not as it is stored", row.Kind, row.ID, d.to)
		}
	}
	return len(same)
}

// isNote reports whether a message is a note of the server to itself: it comes in nobody's name.
func isNote(m store.InboxMessage) bool { return m.State == store.Command && m.Player == "" }
